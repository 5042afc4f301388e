"""The server over standard input and output. The handshake is answered before the SDK is imported.

Importing the SDK takes longer than clients should wait for `initialize`, and the answer does not need it. So it is
written at once; the SDK then reads the same request, and its own, equal answer is dropped.
"""

from __future__ import annotations

import json
import os
import sys
from typing import BinaryIO

from scitoolagent import __version__
from scitoolagent.mcp.instructions import INSTRUCTIONS

# The revisions with a handshake, oldest first; a test compares them with the SDK's.
VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")


def serve_stdio() -> None:
    """Serve one client until it closes our standard input."""
    reading, writing = _claim_wire()
    first = reading.readline()
    reply = handshake(first)
    if reply is not None:
        writing.write(reply + b"\n")
        writing.flush()
    from scitoolagent.executor.server import start_server

    # The worker processes import their libraries while this process imports the SDK.
    start_server()
    from scitoolagent.mcp.wire import serve_lines

    serve_lines(first, reading, writing, answered=reply is not None)


def handshake(line: bytes) -> bytes | None:
    """The answer to `initialize`; None for any other line, which the SDK then answers."""
    try:
        request = json.loads(line)
    except ValueError:
        return None
    if not isinstance(request, dict) or request.get("method") != "initialize" or request.get("jsonrpc") != "2.0":
        return None
    number, params = request.get("id"), request.get("params")
    if isinstance(number, bool) or not isinstance(number, (int, str)) or not isinstance(params, dict):
        return None
    asked, capabilities, client = (params.get(name) for name in ("protocolVersion", "capabilities", "clientInfo"))
    if not isinstance(asked, str) or not isinstance(capabilities, dict) or not isinstance(client, dict):
        return None
    result = {
        "protocolVersion": asked if asked in VERSIONS else VERSIONS[-1],
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": {"name": "scitoolagent", "version": __version__},
        "instructions": INSTRUCTIONS,
    }
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": result}).encode()


def _claim_wire() -> tuple[BinaryIO, BinaryIO]:
    """Private copies of standard input and output; what libraries print goes to standard error from here on."""
    sys.stdout.flush()
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return os.fdopen(reading, "rb"), os.fdopen(writing, "wb")
