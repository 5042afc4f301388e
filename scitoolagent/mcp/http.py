"""The server over streamable HTTP: on this machine only, or with a token."""

from __future__ import annotations

import os

from scitoolagent.sessions.access import AccessMiddleware, check_address, is_loopback
from scitoolagent.sessions.listening import listen

TOKEN_VARIABLE = "SCITOOLAGENT_MCP_TOKEN"  # noqa: S105  the name of a variable, not a token
_LARGEST_REQUEST = 2_000_000
_A_MINUTE = 6_000


def serve_http(host: str, port: int) -> None:
    """Serve clients until the process is stopped.

    Raises:
        ConfigError: the address is open to others and there is no token, or it cannot be listened on.
    """
    token = os.environ.get(TOKEN_VARIABLE, "")
    check_address(host, token, TOKEN_VARIABLE)
    from scitoolagent.mcp.server import make_server
    from scitoolagent.mcp.service import McpService

    service = McpService()
    app = make_server(service).streamable_http_app(host=host, max_request_body_size=_LARGEST_REQUEST)
    try:
        listen(AccessMiddleware(app, is_loopback(host), token, _A_MINUTE, _LARGEST_REQUEST), host, port)
    finally:
        service.close()
