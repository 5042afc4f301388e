"""A server over streamable HTTP, made with the SDK: `http_server.py PORT`."""

import sys

import uvicorn
from mcp.server import MCPServer

server = MCPServer("adder")


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


uvicorn.run(server.streamable_http_app(), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
