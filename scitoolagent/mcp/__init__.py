"""The Model Context Protocol: this program as a server, and other servers' tools in the graph."""
