"""What a file may cost before it is read: its place, its size, how far it expands, and what it is."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, cast

from scitoolagent.errors import TableError

_SHOWN = 80
# So much of a file tells what it is; so small a compressed one is expanded as a whole before it is parsed.
_HEAD, _SMALL = 64, 32 << 20
_WEB_PAGE = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
# Containers that are no rows; a spreadsheet is a zip, too, and has a reader of its own.
_CONTAINERS = {
    b"PK\x03\x04": "a zip archive",
    b"PK\x05\x06": "an empty zip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a rar archive",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ": "an xz file",
    b"\x28\xb5\x2f\xfd": "a zstd file",
    b"\xd0\xcf\x11\xe0": "an old Excel or Word file",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of a file is taken; beyond it the file is refused by name.

    Attributes:
        file_bytes: of the file, expanded where it is compressed.
        ratio: how many times its size a compressed file may grow.
        free_bytes: how far any compressed file may grow.
        columns: of one table.
        line_bytes: of one line.
        cell_characters: of one value; as much as a tool takes.
        rows: of one table.
        files: in a folder.
        structure_bytes: of one structure file, which is parsed as a whole.
    """

    file_bytes: int = 16 << 30
    ratio: int = 200
    free_bytes: int = 64 << 20
    columns: int = 4096
    line_bytes: int = 8 << 20
    cell_characters: int = 1_000_000
    rows: int = 200_000_000
    files: int = 200_000
    structure_bytes: int = 256 << 20


USUAL = Bounds()


def shown(text: object) -> str:
    """A text for a message, cut and without control characters."""
    cleaned = "".join(sign if sign.isprintable() else "�" for sign in str(text)[: _SHOWN + 1])
    return cleaned if len(cleaned) <= _SHOWN else f"{cleaned[:_SHOWN]}…"


def located(path: Path, folder: Path | None = None) -> Path:
    """The real place of a file or folder.

    Args:
        path: as it was named.
        folder: where it must lie; where its name says that it lies when left out.
    Raises:
        TableError: it is not there, or a link leads out of the folder.
    """
    try:
        root, place = (folder or path.parent).resolve(strict=True), path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise TableError(f"there is no file {shown(path.name)!r} in {path.parent}") from error
    if not place.is_relative_to(root):
        raise TableError(f"{shown(path)!r} leads out of the folder {root}; copy the file there")
    return place


class _Counted(io.RawIOBase):
    """Bytes of a source, counted against the bounds as they come."""

    def __init__(self, inner: IO[bytes], name: str, most: int, why: str) -> None:
        self._inner, self._name, self._most, self._why = inner, name, most, why
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self._inner.read(len(buffer))
        except (OSError, EOFError, zlib.error) as error:
            raise TableError(f"{self._name} is broken after {self._read} bytes: {error}") from error
        self._read += len(data)
        if self._read > self._most:
            raise TableError(f"{self._name} {self._why}; it is not read")
        buffer[: len(data)] = data
        return len(data)


def is_compressed(path: Path) -> bool:
    """Whether a file is gzip, by its first bytes."""
    with path.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


def _expand(path: Path, most: int, why: str) -> None:
    """Expand a small file to its end before anything parses it, which takes a hundred times as long.

    Raises:
        TableError: it expands too far, or is broken.
    """
    buffer = memoryview(bytearray(1 << 20))
    with gzip.open(path, "rb") as inner:
        counted = _Counted(cast("IO[bytes]", inner), shown(path.name), most, why)
        while counted.readinto(buffer):
            pass


@contextmanager
def opened(path: Path, bounds: Bounds = USUAL) -> Iterator[BinaryIO]:
    """The bytes of a file, expanded where it is gzip.

    Raises:
        TableError: it is no plain file, is too large, expands too far, or is a container of another kind.
    """
    name = shown(path.name)
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise TableError(f"{name} is no plain file")
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise TableError(f"{name} cannot be read: {error}") from error
    if size > bounds.file_bytes:
        raise TableError(f"{name} has {size:,} bytes, at most {bounds.file_bytes:,} are read")
    if what := next((what for sign, what in _CONTAINERS.items() if head.startswith(sign)), ""):
        raise TableError(f"{name} is {what}; unpack or save it as text first")
    if _WEB_PAGE.match(head):
        raise TableError(f"{name} is a web page, not the data; save the data themselves")
    with path.open("rb") as file:
        if head[:2] != b"\x1f\x8b":
            yield cast("BinaryIO", io.BufferedReader(_Counted(file, name, bounds.file_bytes, "grew while it was read")))
            return
        most = min(bounds.file_bytes, bounds.free_bytes + bounds.ratio * size)
        why = f"expands to more than {most:,} bytes, from {size:,}"
        if size <= _SMALL:
            _expand(path, most, why)
        with gzip.open(file, "rb") as inner:
            counted = _Counted(cast("IO[bytes]", inner), name, most, why)
            yield cast("BinaryIO", io.BufferedReader(counted, 1 << 17))


def read_whole(path: Path, bounds: Bounds = USUAL) -> bytes:
    """All bytes of a file that is parsed as a whole.

    Raises:
        TableError: as `opened`, or it is larger than one structure may be.
    """
    with opened(path, bounds) as file:
        data = file.read(bounds.structure_bytes + 1)
    if len(data) > bounds.structure_bytes:
        raise TableError(f"{shown(path.name)} has more than {bounds.structure_bytes:,} bytes, it is not read")
    return data
