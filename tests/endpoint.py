"""An OpenAI-compatible endpoint on this machine whose replies a test makes from the requests."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def call_message(name: str, **arguments: Any) -> dict[str, Any]:
    """A message that calls one function."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "type": "function", "function": function}]}


@contextmanager
def replying(reply: Callable[[dict[str, Any]], dict[str, Any]]) -> Iterator[str]:
    """The address of an endpoint; `reply` gives the message for a request."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_POST(self) -> None:
            message = reply(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            why = "tool_calls" if message.get("tool_calls") else "stop"
            body = json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": why}]}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
