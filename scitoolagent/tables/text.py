"""Lines of text out of bytes, whatever their encoding and line ends; what was not UTF-8 is told."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import BinaryIO

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import Bounds

_BOMS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
# What Windows programs write where they do not write UTF-8.
_OTHER = "cp1252"


class Lines:
    """The lines of a file, each with its line end.

    `foreign` counts the lines that were not UTF-8 and were read as Windows-1252.

    Raises:
        TableError: a line is too long, or the file holds bytes of no text.
    """

    def __init__(self, file: BinaryIO, name: str, bounds: Bounds) -> None:
        self._file, self._name, self._bounds = file, name, bounds
        self.foreign = 0
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        head = self._file.peek(1 << 16)[: 1 << 16]  # type: ignore[attr-defined]
        if encoding := next((name for mark, name in _BOMS.items() if head.startswith(mark)), ""):
            return self._counted(io.TextIOWrapper(self._file, encoding, "replace", newline=""))
        if b"\r" in head and b"\n" not in head:
            return self._counted(io.TextIOWrapper(self._file, "utf-8-sig", "replace", newline=None))
        return self._decoded()

    def _counted(self, text: io.TextIOWrapper) -> Iterator[str]:
        while line := text.readline(self._bounds.line_bytes):
            yield self._checked(line)

    def _decoded(self) -> Iterator[str]:
        while raw := self._file.readline(self._bounds.line_bytes):
            if self.number == 0:
                raw = raw.removeprefix(codecs.BOM_UTF8)
            try:
                line = raw.decode()
            except UnicodeDecodeError:
                self.foreign += 1
                line = raw.decode(_OTHER, "replace")
            yield self._checked(line)

    def _checked(self, line: str) -> str:
        self.number += 1
        if len(line) >= self._bounds.line_bytes:
            raise TableError(f"line {self.number} of {self._name} has more than {self._bounds.line_bytes:,} bytes")
        if "\0" in line:
            raise TableError(f"line {self.number} of {self._name} holds bytes of no text; it is no table")
        return line

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about the encoding."""
        if not self.foreign:
            return ()
        return (f"{self.foreign} of {self.number} lines are not UTF-8 and were read as Windows-1252",)
