"""The client's lines as the text streams that the SDK reads and writes."""

from __future__ import annotations

import json
from typing import Any, BinaryIO, cast

import anyio
import anyio.to_thread
from mcp.server.stdio import stdio_server

from scitoolagent.mcp.server import make_server
from scitoolagent.mcp.service import McpService


class _Lines:
    """The client's lines, beginning with those that have already been read."""

    def __init__(self, first: list[bytes], rest: BinaryIO) -> None:
        self._first = first
        self._rest = rest

    def __aiter__(self) -> _Lines:
        return self

    async def __anext__(self) -> str:
        if self._first:
            line = self._first.pop(0)
        else:
            line = await anyio.to_thread.run_sync(self._rest.readline, abandon_on_cancel=True)
        if not line:
            raise StopAsyncIteration
        return line.decode("utf-8", errors="replace")


class _Replies:
    """The SDK's answers, without the one to a handshake that has already been answered."""

    def __init__(self, wire: BinaryIO, answered: Any) -> None:
        self._wire = wire
        self._answered = answered

    async def write(self, text: str) -> None:
        if self._answered is not None and json.loads(text).get("id") == self._answered:
            self._answered = None
            return
        await anyio.to_thread.run_sync(self._write, text.encode("utf-8"))

    async def flush(self) -> None:
        await anyio.to_thread.run_sync(self._wire.flush)

    def _write(self, data: bytes) -> None:
        try:
            self._wire.write(data)
            self._wire.flush()
        except BrokenPipeError:
            # The client is gone; the server stops at the end of its input.
            return


def serve_lines(first: list[bytes], reading: BinaryIO, writing: BinaryIO, answered: int | str | None) -> None:
    """Serve the client until it closes its end.

    Args:
        first: the lines that have been read and are not answered, but for a handshake.
        reading: the rest of the client's lines.
        writing: where the answers go.
        answered: the number of the request for a handshake that has been answered; None where there was none.
    """
    service = McpService()

    async def serve() -> None:
        server = make_server(service)
        lines = _Lines(first, reading)
        replies = _Replies(writing, answered)
        # The SDK needs only these methods; its signature asks for the usual class.
        streams = stdio_server(cast("anyio.AsyncFile[str]", lines), cast("anyio.AsyncFile[str]", replies))
        async with streams as (received, sent):
            await server.run(received, sent, server.create_initialization_options())

    try:
        anyio.run(serve)
    finally:
        service.close()
