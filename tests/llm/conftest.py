"""An endpoint on the loopback interface that answers what a test tells it to, right or wrong."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest


@dataclass
class Play:
    """One answer of the endpoint."""

    body: str | bytes = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "application/json"})
    wait: float = 0.0
    drip: float = 0.0


class Endpoint:
    """The endpoint: sends the given answers in order and repeats the last one."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                self._answer({"path": self.path})

            def do_POST(self) -> None:
                self._answer(json.loads(self.rfile.read(int(self.headers["content-length"]))))

            def _answer(self, asked: dict[str, Any]) -> None:
                endpoint.asked.append(asked)
                endpoint.headers.append({name.lower(): text for name, text in self.headers.items()})
                play = endpoint.plays.pop(0) if len(endpoint.plays) > 1 else endpoint.plays[0]
                time.sleep(play.wait)
                body = play.body.encode() if isinstance(play.body, str) else play.body
                try:
                    self.send_response(play.status)
                    for name, text in play.headers.items():
                        self.send_header(name, text)
                    self.send_header("content-length", str(len(body)))
                    self.end_headers()
                    for start in range(0, len(body), 65_536 if not play.drip else 1):
                        self.wfile.write(body[start : start + (65_536 if not play.drip else 1)])
                        time.sleep(play.drip)
                except OSError:
                    return  # the client has gone, which is what some tests want

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def play(self, body: str | bytes, status: int = 200, **more: Any) -> None:
        self.plays.append(Play(body, status, **more))

    def say(self, text: Any, prompt: Any = 11, completion: Any = 5, **choice: Any) -> None:
        """A good answer with that text."""
        choices = [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop", **choice}]
        usage = {"prompt_tokens": prompt, "completion_tokens": completion}
        self.play(json.dumps({"id": "1", "object": "chat.completion", "choices": choices, "usage": usage}))

    def fail(self, status: int, message: str = "no", **headers: str) -> None:
        """A refusal in the form that OpenAI-compatible servers give it."""
        body = json.dumps({"error": {"message": message, "type": "x"}})
        self.play(body, status, headers={"content-type": "application/json", **headers})

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    server = Endpoint()
    yield server
    server.close()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client would have waited between attempts."""
    from scitoolagent.llm import client

    found: list[float] = []

    class Clock:
        perf_counter = staticmethod(time.perf_counter)
        sleep = staticmethod(found.append)

    monkeypatch.setattr(client, "time", Clock)
    return found
