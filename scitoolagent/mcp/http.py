"""The server over streamable HTTP: on this machine only, or with a token."""

from __future__ import annotations

import hmac
import os
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ConfigError
from scitoolagent.sessions.access import check_address

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

TOKEN = "SCITOOLAGENT_MCP_TOKEN"  # noqa: S105  the name of a variable, not a token
_LARGEST_REQUEST = 2_000_000


def serve_http(host: str, port: int) -> None:
    """Serve clients until the process is stopped.

    Raises:
        ConfigError: the address is open to others and there is no token, or it cannot be listened on.
    """
    token = os.environ.get(TOKEN, "")
    check_address(host, token, TOKEN)
    import uvicorn

    from scitoolagent.mcp.server import make_server
    from scitoolagent.mcp.service import Service

    service = Service()
    server = make_server(service)
    app: Any = server.streamable_http_app(host=host, max_request_body_size=_LARGEST_REQUEST)
    if token:
        app = TokenRequired(app, token)
    listening = uvicorn.Server(uvicorn.Config(app, host=host, port=port, log_level="warning", access_log=False))
    try:
        listening.run()
    except SystemExit as error:
        raise ConfigError(f"nothing can listen on {host}:{port}; name another --port") from error
    finally:
        service.close()


class TokenRequired:
    """Lets requests with the right bearer token through and answers 401 to others."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._wanted = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_right(scope):
            headers = [(b"www-authenticate", b"Bearer"), (b"content-type", b"text/plain")]
            await send({"type": "http.response.start", "status": 401, "headers": headers})
            await send({"type": "http.response.body", "body": b"a bearer token is needed\n"})
            return
        await self._app(scope, receive, send)

    def _is_right(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        return len(given) == 1 and hmac.compare_digest(given[0], self._wanted)
