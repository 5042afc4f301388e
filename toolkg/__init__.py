"""The tool knowledge graph, generated from the declarations of the tools."""
