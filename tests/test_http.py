"""Requests end: in time, in size, after a few attempts; and never on another machine than the one that was named."""

from __future__ import annotations

import gzip
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pytest

from scitoolagent.errors import NetworkError
from scitoolagent.http import LONGEST_PAUSE, HttpClient

Answer = tuple[int, dict[str, str], bytes]


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str, dict[str, str]]] = []
        self.answers: list[Answer | Callable[[BaseHTTPRequestHandler], None]] = []
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/x"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.server.asked.append((self.command, self.path, body, {k.lower(): v for k, v in self.headers.items()}))
        made = self.server.answers.pop(0) if self.server.answers else (200, {}, b"good")
        if callable(made):
            made(self)
            return
        status, headers, content = made
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


class Time:
    """A clock that only moves when somebody sleeps."""

    def __init__(self) -> None:
        self.now, self.slept = 0.0, list[float]()

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def client(clock: Time | None = None, **options: float | tuple[int, ...]) -> HttpClient:
    clock = clock or Time()
    return HttpClient(sleep=clock.sleep, clock=lambda: clock.now, **{"seconds": 5.0, **options})  # type: ignore[arg-type]


def test_an_answer_comes_with_its_headers(server: Server) -> None:
    server.answers = [(200, {"Content-Type": "text/x", "X-Own": "1"}, b"body")]
    found = client().fetch(server.url, headers={"Accept": "text/x"})
    assert (found.status, found.body, found.kind, found.headers["x-own"]) == (200, b"body", "text/x", "1")
    method, path, _, sent = server.asked[0]
    assert (method, path, sent["accept"], sent["user-agent"]) == ("GET", "/x", "text/x", "scitoolagent")


def test_a_form_is_posted(server: Server) -> None:
    client().fetch(server.url, form={"query": "a b&c=µ"})
    method, _, body, sent = server.asked[0]
    assert (method, parse_qs(body)) == ("POST", {"query": ["a b&c=µ"]})
    assert sent["content-type"] == "application/x-www-form-urlencoded"


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_what_may_pass_is_tried_again_with_growing_pauses(server: Server, status: int) -> None:
    clock = Time()
    server.answers = [(status, {}, b"busy")] * 3
    assert client(clock, attempts=4, pause=0.5).fetch(server.url).body == b"good"
    assert clock.slept == [0.5, 1.0, 2.0]
    server.answers = [(status, {}, b"busy")] * 3
    with pytest.raises(NetworkError, match=rf"did not answer in 3 attempts: HTTP {status}: 'busy'"):
        client(attempts=3).fetch(server.url)
    assert server.answers == []


@pytest.mark.parametrize(("said", "pause"), [("7", 7.0), ("999999", LONGEST_PAUSE), ("soon", 0.5), ("-3", 0.5)])
def test_the_pause_that_a_server_asks_for_is_kept_within_bounds(server: Server, said: str, pause: float) -> None:
    clock = Time()
    server.answers = [(503, {"Retry-After": said}, b"")]
    client(clock).fetch(server.url)
    assert clock.slept == [pause]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_is_told_and_not_tried_again(server: Server, status: int) -> None:
    server.answers = [(status, {}, b"no, because")]
    with pytest.raises(NetworkError, match=rf"refused the request: HTTP {status}: 'no, because'"):
        client().fetch(server.url)
    assert len(server.asked) == 1
    server.answers = [(status, {}, b"no")]
    assert client(answers=(200, status)).fetch(server.url).status == status


def test_requests_keep_a_pace(server: Server) -> None:
    clock = Time()
    slow = client(clock, interval=2.0)
    slow.fetch(server.url)
    clock.now += 0.5
    slow.fetch(server.url)
    clock.now += 9
    slow.fetch(server.url)
    assert clock.slept == [1.5]


def test_a_body_has_an_end_also_when_it_is_packed(server: Server) -> None:
    packed = gzip.compress(b"0" * 1_000_000)
    assert len(packed) < 2_000
    for headers, body in (({}, b"0" * 20_000), ({"Content-Encoding": "gzip"}, packed)):
        server.answers = [(200, headers, body)]
        with pytest.raises(NetworkError, match="more than 10,000 bytes"):
            client(most=10_000).fetch(server.url)
    server.answers = [(200, {"Content-Encoding": "gzip"}, packed)]
    assert len(client().fetch(server.url).body) == 1_000_000


def test_a_body_that_breaks_off_or_is_garbage_is_no_answer(server: Server) -> None:
    server.answers = [(200, {"Content-Length": "100"}, b"half"), (200, {"Content-Encoding": "gzip"}, b"no gzip")]
    with pytest.raises(NetworkError, match="did not answer in 2 attempts"):
        client(attempts=2).fetch(server.url)


def test_what_is_no_http_is_no_answer(server: Server) -> None:
    server.answers = [lambda handler: handler.wfile.write(b"SSH-2.0-OpenSSH\r\n")] * 2
    with pytest.raises(NetworkError, match="did not answer in 2 attempts"):
        client(attempts=2).fetch(server.url)


def test_a_server_that_says_nothing_or_drips_is_given_up(server: Server) -> None:
    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        for _ in range(1000):
            handler.wfile.write(b".")
            handler.wfile.flush()
            time.sleep(0.02)

    for behaviour in (lambda handler: time.sleep(0.6), drip):
        server.answers = [behaviour]
        start = time.monotonic()
        with pytest.raises(NetworkError, match=r"did not answer in 1 attempts: .+"):
            HttpClient(seconds=0.2, attempts=1).fetch(server.url)
        assert time.monotonic() - start < 10


def test_redirects_stay_on_the_server(server: Server) -> None:
    server.answers = [(307, {"Location": "/y?z=1"}, b"")]
    assert client().fetch(server.url, form={"a": "b"}).url.endswith("/y?z=1")
    assert [(method, path, body) for method, path, body, _ in server.asked] == [
        ("POST", "/x", "a=b"), ("POST", "/y?z=1", "a=b")
    ]  # fmt: skip
    server.answers = [(303, {"Location": "/y"}, b"")]
    client().fetch(server.url, form={"a": "b"})
    assert server.asked[-1][:3] == ("GET", "/y", "")
    for goal in ("http://169.254.169.254/latest", "https://127.0.0.1/x", "//localhost/x", "file:///etc/passwd"):
        server.answers = [(302, {"Location": goal}, b"")]
        with pytest.raises(NetworkError, match="not followed"):
            client().fetch(server.url)
    server.answers = [(302, {"Location": "/x"}, b"")] * 9
    with pytest.raises(NetworkError, match="circle"):
        client().fetch(server.url)


def test_a_server_that_is_down(server: Server) -> None:
    server.shutdown()
    server.server_close()
    with pytest.raises(NetworkError, match=r"did not answer in 2 attempts: .*refused"):
        client(attempts=2).fetch(server.url)


@pytest.mark.parametrize(
    "url", ["ftp://x.org", "file:///etc/passwd", "x.org", "http://", "http://[", "", "https:x", "http://x:99999"]
)
def test_only_web_addresses(url: str) -> None:
    with pytest.raises(NetworkError, match="must begin with http:// or https://"):
        client().fetch(url)


def test_no_secret_of_an_address_is_told(server: Server) -> None:
    server.answers = [(403, {}, b"")]
    with pytest.raises(NetworkError) as told:
        client().fetch(server.url.replace("//", "//me:secret@") + "?key=hidden")
    assert "secret" not in str(told.value)
    assert "hidden" not in str(told.value)


def test_the_library_is_loaded_with_the_first_request() -> None:
    code = "import sys, scitoolagent.http, scitoolagent.graph.endpoint; print('httpx2' in sys.modules or 'ssl' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
