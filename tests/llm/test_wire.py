"""Connections that a server keeps open are closed when the model is no longer used."""

from __future__ import annotations

import gc
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from scitoolagent.config import Config
from scitoolagent.llm.wire import EndpointConnection

BODY = json.dumps({"object": "list", "data": []}).encode()


@pytest.fixture
def keeping() -> Iterator[tuple[str, threading.Event]]:
    """An endpoint that leaves connections open, and what tells that one of them was closed."""
    closed = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-length", str(len(BODY)))
            self.end_headers()
            self.wfile.write(BODY)

        def finish(self) -> None:
            super().finish()
            closed.set()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", closed
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_connection_lasts_as_long_as_its_wire(keeping: tuple[str, threading.Event]) -> None:
    url, closed = keeping
    wire = EndpointConnection(Config(model_url=url))
    assert wire.models(5) == wire.models(5) == json.loads(BODY)
    assert not closed.is_set()
    del wire
    gc.collect()
    assert closed.wait(10)
