"""The server over standard input and output. What a client asks first is answered before the SDK is imported."""

from __future__ import annotations

import os
import sys
import threading
from importlib import import_module
from typing import BinaryIO

from scitoolagent.mcp.early import Early


def serve_stdio(folder: str | os.PathLike[str] | None = None) -> None:
    """Serve one client until it closes our standard input.

    Args:
        folder: where files that questions name must lie; the current one when left out.
    Raises:
        ConfigError: there is no such folder.
    """
    enter_folder(folder)
    reading, writing = _claim_wire()
    early = Early()
    importing: threading.Thread | None = None
    while line := reading.readline():
        reply = early.reply(line)
        if reply:
            _write(writing, reply)
        if importing is None:
            importing = _begin_importing()
        if reply is None:
            importing.join()
            from scitoolagent.mcp.wire import serve_lines

            serve_lines(early.kept, reading, writing, early.handshake)
            return


def enter_folder(folder: str | os.PathLike[str] | None) -> None:
    """Work in a folder from now on: hosts start servers anywhere.

    Raises:
        ConfigError: there is no such folder.
    """
    if folder is None:
        return
    try:
        os.chdir(folder)
    except OSError as error:
        from scitoolagent.errors import ConfigError

        raise ConfigError(f"--folder {os.fspath(folder)[:200]!r}: {error.strerror or error}") from error


def _begin_importing() -> threading.Thread:
    """Import what calls need while the client reads the first answers and asks for the next."""
    importing = threading.Thread(target=_import_early, daemon=True)
    importing.start()
    return importing


def _import_early() -> None:
    """Import the SDK here, and in the worker processes their libraries; what fails is told where it is needed."""
    from scitoolagent.executor.server import start_server

    try:
        start_server()
        import_module("scitoolagent.mcp.wire")
    except (ImportError, MemoryError, OSError, RuntimeError):
        return


def _write(writing: BinaryIO, reply: bytes) -> None:
    try:
        writing.write(reply + b"\n")
        writing.flush()
    except BrokenPipeError:
        # The client is gone; the server stops at the end of its input.
        return


def _claim_wire() -> tuple[BinaryIO, BinaryIO]:
    """Private copies of standard input and output; what libraries print goes to standard error from here on."""
    sys.stdout.flush()
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return os.fdopen(reading, "rb"), os.fdopen(writing, "wb")
