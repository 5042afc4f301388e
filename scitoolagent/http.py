"""Requests to other machines: bounded in time and size, at a polite rate, and made again when a server is busy.

All of this program's own requests pass here; models and MCP servers are asked by the libraries made for them.
"""

from __future__ import annotations

import re
import time
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from scitoolagent.errors import NetworkError

if TYPE_CHECKING:
    import ssl

    import httpx2

MAX_BYTES = 64 * 1024 * 1024
LONGEST_PAUSE = 30.0
_CALLER = "scitoolagent"
_PASSING = frozenset({408, 425, 429})  # besides those from 500 on
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SEE_OTHER = 303
_MOST_REDIRECTS = 5
_SHOWN = 300


@dataclass(frozen=True, slots=True)
class Response:
    """An answer that came whole. Names of headers are in small letters."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def kind(self) -> str:
        """What the server calls the body; `an unnamed type` where it does not."""
        return self.headers.get("content-type", "")[:60] or "an unnamed type"


class _Passing(Exception):
    """A failure that may pass; `pause` is how many seconds the server asks for."""

    def __init__(self, reason: str, pause: float = 0.0) -> None:
        super().__init__(reason)
        self.pause = pause


class HttpClient:
    """Makes requests.

    Args:
        interval: the least seconds between two requests.
        seconds: the longest one request may take, its whole answer included.
        attempts: how often a request is made when the server is busy or does not answer.
        pause: seconds before the second attempt; doubled for each further one, up to `LONGEST_PAUSE`.
        most: the largest body in bytes, unpacked.
        answers: the statuses that are answers; any other one is a refusal.
        sleep: what waits.
        clock: what tells the time in seconds.
    """

    def __init__(
        self,
        *,
        interval: float = 0.0,
        seconds: float = 30.0,
        attempts: int = 3,
        pause: float = 0.5,
        most: int = MAX_BYTES,
        answers: tuple[int, ...] = (200,),
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._interval, self._seconds, self._attempts, self._pause = interval, seconds, attempts, pause
        self._most, self._answers, self._sleep, self._clock = most, answers, sleep, clock
        self._last: float | None = None

    def fetch(
        self,
        url: str,
        *,
        form: Mapping[str, str] | None = None,
        text: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """The answer to a GET, or to a POST of a form or of a text.

        Redirects are followed within the server only: elsewhere nobody has said that it may be asked.

        Raises:
            NetworkError: no whole answer after all attempts, or one that says the request is wrong.
        """
        check_address(url)
        problem, pause = "", self._pause
        for attempt in range(self._attempts):
            if attempt:
                self._sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            try:
                return self._followed(url, text if form is None else form, headers or {})
            except _Passing as error:
                problem, pause = str(error), max(pause, error.pause)
        raise NetworkError(f"{_server(url)} did not answer in {self._attempts} attempts: {problem}")

    def _followed(self, url: str, form: Mapping[str, str] | str | None, headers: Mapping[str, str]) -> Response:
        asked = url
        for _ in range(_MOST_REDIRECTS):
            self._keep_pace()
            response = self._once(asked, form, headers)
            if response.status not in _REDIRECTS:
                return self._judged(response)
            goal = urllib.parse.urljoin(asked, response.headers.get("location", ""))
            if urllib.parse.urlsplit(goal)[:2] != urllib.parse.urlsplit(asked)[:2]:
                other = urllib.parse.urlsplit(goal).netloc[:80]
                raise NetworkError(f"{_server(url)} sends the request on to {other!r}; it is not followed")
            asked, form = goal, None if response.status == _SEE_OTHER else form
        raise NetworkError(f"{_server(url)} sends the request in a circle")

    def _judged(self, response: Response) -> Response:
        status = response.status
        if status in self._answers:
            return response
        said = response.body[:_SHOWN].decode("utf-8", "replace").strip()
        problem = f"HTTP {status}" + (f": {said!r}" if said else "")
        if status in _PASSING or status >= 500:
            raise _Passing(problem, _retry_after(response.headers))
        raise NetworkError(f"{_server(response.url)} refused the request: {problem}")

    def _keep_pace(self) -> None:
        if self._last is not None:
            wait = self._interval - (self._clock() - self._last)
            if wait > 0:
                self._sleep(wait)
        self._last = self._clock()

    def _once(self, url: str, form: Mapping[str, str] | str | None, headers: Mapping[str, str]) -> Response:
        import httpx2

        method = "GET" if form is None else "POST"
        sent = {"User-Agent": _CALLER, **headers}
        text = form.encode() if isinstance(form, str) else None
        if text is not None:
            sent = {"Content-Type": "text/plain; charset=utf-8", **sent}
        data = None if form is None or isinstance(form, str) else dict(form)
        try:
            with (
                httpx2.Client(timeout=self._seconds, verify=_trust(url.startswith("https:"))) as client,
                client.stream(method, url, content=text, data=data, headers=sent) as answer,
            ):
                named = {name.lower(): value for name, value in answer.headers.items()}
                return Response(url, answer.status_code, named, self._body(url, answer))
        except (httpx2.HTTPError, httpx2.StreamError, OSError) as error:
            # Time-outs of the library have no text of their own.
            raise _Passing(str(error) or type(error).__name__) from error
        except (httpx2.InvalidURL, ValueError) as error:
            raise NetworkError(f"{url[:80]!r} is no address that can be asked: {error}") from error

    def _body(self, url: str, answer: httpx2.Response) -> bytes:
        end, parts, size = self._clock() + self._seconds, list[bytes](), 0
        for part in answer.iter_bytes():
            parts.append(part)
            size += len(part)
            if size > self._most:
                raise NetworkError(f"{_server(url)} sent more than {self._most:,} bytes; ask for less")
            if self._clock() > end:
                raise _Passing("the answer did not end in time")
        return b"".join(parts)


def check_address(url: str) -> None:
    """Refuse what is no web address.

    Raises:
        NetworkError: says how one begins.
    """
    try:
        parts = urllib.parse.urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise NetworkError(f"{url[:80]!r} is no address of a server; it must begin with http:// or https://")


def _server(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    # Never the user's name, the password or the question, which an address may hold.
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"[:200]


@lru_cache(maxsize=2)
def _trust(secure: bool) -> ssl.SSLContext:
    """Whom to trust; reading the certificates takes a tenth of a second, so once, and only where they are needed."""
    import ssl

    import httpx2

    return httpx2.create_ssl_context() if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _retry_after(headers: Mapping[str, str]) -> float:
    text = headers.get("retry-after", "")
    return min(float(text), LONGEST_PAUSE) if re.fullmatch(r"\d{1,6}", text, re.ASCII) else 0.0
