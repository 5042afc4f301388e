"""Access to the web page: browsers on this machine, or browsers that present the token; never pages of other sites."""

from __future__ import annotations

import hashlib
import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from scitoolagent.sessions.access import (
    AccessMiddleware,
    App,
    AsgiMessage,
    RateLimiter,
    Receive,
    Scope,
    Send,
    is_loopback,
)

COOKIE = "scitoolagent_entry"
_LARGEST_REQUEST = 25_000_000
_LARGEST_FORM = 2_000
_A_MINUTE = 6_000
_TRIES_A_MINUTE = 30
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>scitoolagent</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<body style="font: 16px system-ui; max-width: 26rem; margin: 15vh auto; padding: 0 1rem">
<h1 style="font-size: 1.3rem">scitoolagent</h1><form method="post" action="/enter">
<label for="token">Token of this server</label><br>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus
 style="font: inherit; width: 100%; box-sizing: border-box; margin: .5rem 0; padding: .5rem">
<button style="font: inherit; padding: .5rem 1rem">Enter</button></form><p role="alert">NOTE</p></body></html>"""


class LoginMiddleware:
    """Checks each request and websocket before it reaches the page, as the other servers check theirs.

    Args:
        app: the application that is protected.
        local: the server listens on the loopback only.
        token: what a browser must present once; it receives a cookie in return. Empty when no token is required.
    """

    def __init__(self, app: App, local: bool, token: str) -> None:
        self._app = app
        self._local = local
        self._access = AccessMiddleware(app, local=local, token="", a_minute=_A_MINUTE, largest=_LARGEST_REQUEST)
        self._token = token.encode()
        self._pass = hmac.new(self._token, b"scitoolagent web", hashlib.sha256).hexdigest() if token else ""
        self._tries = RateLimiter(_TRIES_A_MINUTE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if not self._is_own(scope) or not self._has_pass(scope):
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
        elif scope["type"] == "http" and not self._has_pass(scope):
            await self._ask_token(scope, receive, send)
        elif scope["type"] == "http" and not self._is_own(scope):
            await _page(send, 403, "Pages of other sites may not use this server.")
        else:
            await self._access(scope, receive, send)

    def _is_own(self, scope: Scope) -> bool:
        """Whether the request comes from a page of this server: its origin must match the host that it names."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        name = host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
        if self._local and not is_loopback(name):
            return False
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if not origin:
            return bool(scope["type"] == "http")
        return origin.partition("://")[2] == host

    def _has_pass(self, scope: Scope) -> bool:
        if not self._pass:
            return True
        text = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
        try:
            given = SimpleCookie(text).get(COOKIE)
        except CookieError:
            return False
        return given is not None and hmac.compare_digest(given.value.encode(), self._pass.encode())

    async def _ask_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST" or scope["path"] != "/enter":
            await _page(send, 401, "")
        elif self._tries.take(str((scope.get("client") or ("",))[0])):
            await _page(send, 429, "Too many tries; wait a minute.")
        elif not self._is_own(scope) or not hmac.compare_digest(await _form_token(receive), self._token):
            await _page(send, 401, "That is not the token of this server.")
        else:
            safe = "; Secure" if scope.get("scheme") == "https" else ""
            cookie = f"{COOKIE}={self._pass}; Path=/; HttpOnly; SameSite=Strict{safe}"
            headers = [(b"location", b"/"), (b"set-cookie", cookie.encode())]
            await send({"type": "http.response.start", "status": 303, "headers": headers})
            await send({"type": "http.response.body", "body": b""})


async def _form_token(receive: Receive) -> bytes:
    body = b""
    while len(body) <= _LARGEST_FORM:
        message: AsgiMessage = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    values = parse_qs(body[:_LARGEST_FORM].decode("utf-8", "replace")).get("token", [""])
    return values[0].encode()


async def _page(send: Send, status: int, note: str) -> None:
    body = _PAGE.replace("NOTE", note).encode()
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
