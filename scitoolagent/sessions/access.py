"""Access to a server: this machine only, or clients with a token; with limits on request rate and size."""

from __future__ import annotations

import hmac
import ipaddress
import json
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from scitoolagent.errors import ConfigError

_SHORTEST_TOKEN = 16
_MOST_CLIENTS = 10_000

# The ASGI types, written out here to avoid a dependency on a package that only declares them.
Scope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def check_address(host: str, token: str, variable: str) -> None:
    """Refuse to listen on an address that other machines can reach without a strong token.

    Args:
        host: the address to listen on.
        token: the token, empty for none.
        variable: the environment variable that sets it.
    Raises:
        ConfigError: the token is missing or weak; the message says what to set.
    """
    if token and (len(token) < _SHORTEST_TOKEN or not token.isascii() or not token.isprintable()):
        raise ConfigError(f"{variable} has {len(token)} characters; use at least {_SHORTEST_TOKEN} random ASCII ones")
    if not token and not is_loopback(host):
        raise ConfigError(f"others reach {host}: set {variable}, or stay on 127.0.0.1")


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class AccessMiddleware:
    """Passes a request on, or refuses it with status 401, 403, 413, 421 or 429 and a reason.

    Args:
        app: the application that is protected.
        local: the server listens on the loopback interface only; requests for another host name or from a page of
            another site are then refused, to stop DNS rebinding and cross-site requests.
        token: the bearer token that requests must carry; empty when none is required.
        a_minute: how many requests a client may make per minute; they may arrive in one burst.
        largest: the maximum size of a request in bytes.
        public: paths that need no token.
    """

    def __init__(
        self, app: App, local: bool, token: str, a_minute: int, largest: int, public: Iterable[str] = ()
    ) -> None:
        self._app = app
        self._local = local
        self._wanted = f"Bearer {token}".encode() if token else b""
        self._rate = RateLimiter(a_minute)
        self._largest = largest
        self._public = frozenset(public)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http" and (refused := self._refusal(scope)):
            await _answer(send, *refused)
        elif scope["type"] == "http":
            await self._app(scope, self._counted(receive), send)

    def _refusal(self, scope: Scope) -> tuple[int, str, dict[str, str]] | None:
        given = _headers(scope)
        if self._local and not is_loopback(_host_of(given.get(b"host", b""))):
            return 421, "this server is reached as 127.0.0.1 or localhost only", {}
        # A page of another server on this machine is another site, too.
        if self._local and b"origin" in given and not _is_own(given[b"origin"], given.get(b"host", b"")):
            return 403, "pages of other sites may not use this server", {}
        seconds = self._rate.take(_client(scope))
        if seconds:
            return 429, f"too many requests; come back in {seconds} s", {"retry-after": str(seconds)}
        if self._wanted and scope["path"] not in self._public:
            one = [value for name, value in scope["headers"] if name == b"authorization"]
            if len(one) != 1 or not hmac.compare_digest(one[0], self._wanted):
                return (
                    401,
                    "a bearer token is needed, the one that the server was started with",
                    {"www-authenticate": "Bearer"},
                )
        length = given.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > self._largest:
            return 413, f"a request may have {self._largest:,} bytes", {}
        return None

    def _counted(self, receive: Receive) -> Receive:
        """Count the body of a request; once it exceeds the limit, report a disconnect instead of the rest."""
        seen = 0

        async def counted() -> AsgiMessage:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            return {"type": "http.disconnect"} if seen > self._largest else message

        return counted


class RateLimiter:
    """A token bucket for each client."""

    def __init__(self, a_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        self._most = float(a_minute)
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, client: str) -> int:
        """Count one request; 0 when it may pass, else the seconds after which one may."""
        now = self._now()
        left, then = self._left.pop(client, (self._most, now))
        left = min(self._most, left + (now - then) * self._most / 60)
        passes = left >= 1
        # Ordered from least to most recently seen, so that the first one is dropped when there are too many.
        self._left[client] = (left - 1 if passes else left, now)
        if len(self._left) > _MOST_CLIENTS:
            self._left.pop(next(iter(self._left)))
        return 0 if passes else max(1, round((1 - left) * 60 / self._most))


def _headers(scope: Scope) -> dict[bytes, bytes]:
    return dict(scope["headers"])


def _host_of(value: bytes) -> str:
    """The host in `host:port` or `[host]:port`."""
    text = value.decode("latin-1").lower().rstrip("/")
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0]


def _is_own(origin: bytes, host: bytes) -> bool:
    """Whether a page came from here: by the name of this machine, whichever, and by the same port."""
    scheme, _, place = origin.partition(b"://")
    usual = 443 if scheme == b"https" else 80
    return is_loopback(_host_of(place)) and _port_of(place, usual) == _port_of(host, usual)


def _port_of(value: bytes, usual: int) -> int:
    port = value.rstrip(b"/").rpartition(b":")[2]
    return int(port) if port.isdigit() and len(port) < 6 else usual


def _client(scope: Scope) -> str:
    """The key for rate limiting: an IPv4 address, or an IPv6 /64 network, all of which one host can use."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


async def _answer(send: Send, status: int, message: str, headers: dict[str, str]) -> None:
    body = json.dumps({"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}})
    lines = [(b"content-type", b"application/json"), (b"connection", b"close")]
    lines += [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": body.encode()})
