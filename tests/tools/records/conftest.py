"""A stand-in for all providers of records, which lie below its address by their names."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.config import load_config
from scitoolagent.http import HttpClient
from scitoolagent.tools.records import _client


class Server(ThreadingHTTPServer):
    """Says what it was told to, answer by answer; the last one again and again."""

    daemon_threads = True

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.sent: list[str] = []
        self.answers: list[tuple[int, dict[str, str], bytes, float]] = []
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def will_say(
        self, body: Any, status: int = 200, kind: str = "application/json", wait: float = 0.0, **headers: str
    ) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.answers.append((status, {"Content-Type": kind, **headers}, content, wait))


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        self.server.sent.append(self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode())
        self.do_GET()

    def do_GET(self) -> None:
        self.server.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        answers = self.server.answers
        status, headers, content, wait = answers.pop(0) if len(answers) > 1 else answers[0]
        if wait:
            threading.Event().wait(wait)
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        try:
            self.wfile.write(content)
        except OSError:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; nobody may be asked."""
    monkeypatch.setenv("SCITOOLAGENT_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("SCITOOLAGENT_RECORD_SERVICES", raising=False)
    monkeypatch.delenv("SCITOOLAGENT_MATERIALS_PROJECT_KEY", raising=False)
    load_config.cache_clear()
    return tmp_path


@pytest.fixture
def server(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The stand-in, named in the settings; nobody waits for anything."""
    with Server() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        monkeypatch.setenv("SCITOOLAGENT_RECORD_SERVICES", made.url)
        load_config.cache_clear()
        monkeypatch.setattr(_client, "HttpClient", functools.partial(HttpClient, sleep=lambda _: None))
        monkeypatch.setattr(_client.time, "sleep", lambda _: None)
        yield made
        made.shutdown()
        thread.join()
    load_config.cache_clear()
