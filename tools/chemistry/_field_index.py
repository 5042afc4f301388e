"""Find the lines of tab-separated files that hold a given field, through an index on disk.

A search of the raw files takes 100 ms; the index, mapped into memory and bisected, takes microseconds and no start.
"""

from __future__ import annotations

import bisect
import contextlib
import mmap
import os
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

_FILE_SHIFT = 40
# What an index ends with, and before it how long it is: one that was cut, or is something else, is made anew. Its name
# has it, too, since another version of this program may share the folder.
_END = b"fields01"


@dataclass(frozen=True)
class FieldIndex:
    """Lines by their fields; letters' case does not matter.

    Attributes:
        files: the tables, in the order in which their lines are given.
        key_column: each field of this column is also found by its first block with the hyphen, `AAAABBBBCCCCDD-`.
        folder: where the index is kept, since making it takes a second.
    """

    files: tuple[Path, ...]
    key_column: int
    folder: Path

    def __contains__(self, text: str) -> bool:
        """Whether some line holds the field; a wrong yes has a chance of 1 in 10¹³."""
        return next(self._positions(text), None) is not None

    def lines(self, text: str) -> Iterator[bytes]:
        """The lines that hold the field, and, very rarely, another one: a caller looks at what it gets."""
        for position in sorted(set(self._positions(text))):
            table, start = self._tables[position >> _FILE_SHIFT], position & ((1 << _FILE_SHIFT) - 1)
            stop = table.find(b"\n", start)
            yield table[start : len(table) if stop == -1 else stop]

    def _positions(self, text: str) -> Iterator[int]:
        keys, positions = self._index
        key = _key(text.encode().lower())
        for place in range(bisect.bisect_left(keys, key), len(keys)):
            if keys[place] != key:
                return
            yield positions[place]

    @cached_property
    def _tables(self) -> tuple[mmap.mmap, ...]:
        return tuple(_mapped(path) for path in self.files)

    @cached_property
    def _index(self) -> tuple[Sequence[int], Sequence[int]]:
        """Sorted keys, and beside each the place of its line."""
        sizes = "-".join(str(path.stat().st_size) for path in self.files)
        path = self.folder / f"compound-{_END.decode()}-{zlib.crc32(sizes.encode()):08x}.{sys.byteorder}"
        try:
            content = memoryview(_mapped(path))
            if len(content) < 16 or bytes(content[-16:]) != _end(len(content) - 16):
                raise ValueError(f"{path} is cut off")
        except (OSError, ValueError):
            built = _build(self.files, self.key_column)
            content = memoryview(built + _end(len(built)))
            _keep(path, content)
        content = content[:-16]
        half = len(content) // 16 * 8
        return content[:half].cast("Q"), content[half : 2 * half].cast("Q")


def _end(length: int) -> bytes:
    return length.to_bytes(8, "little") + _END


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _key(field: bytes) -> int:
    """64 bits of two checksums: among 1.5 million fields and any text asked for, a collision is 1 in 10¹³."""
    return zlib.crc32(field) << 32 | zlib.adler32(field)


def _build(files: Sequence[Path], key_column: int) -> bytes:
    # Every field goes in, not only names: telling them apart here takes longer than it saves.
    import numpy

    keys, positions = [], []
    for number, path in enumerate(files):
        data = path.read_bytes().lower()
        signs = numpy.frombuffer(data, numpy.uint8)
        newline = signs == ord("\n")
        starts = numpy.concatenate(([0], numpy.flatnonzero(newline) + 1)).astype(numpy.uint64)
        line = numpy.cumsum(newline[newline | (signs == ord("\t"))])
        line = numpy.concatenate(([0], line))
        fields = data.replace(b"\n", b"\t").split(b"\t")
        column = numpy.searchsorted(line, numpy.arange(len(starts))) + key_column
        column = column[column < len(fields)]
        blocks = [fields[place][:15] for place in column.tolist()]
        here = starts | numpy.uint64(number << _FILE_SHIFT)
        keys += [_keys(fields), _keys(blocks)]
        positions += [here[line], here[line[column]]]
    key, position = numpy.concatenate(keys), numpy.concatenate(positions)
    named = key != _key(b"")
    order = numpy.argsort(key[named], kind="stable")
    return bytes(key[named][order].tobytes() + position[named][order].tobytes())


def _keys(fields: list[bytes]) -> Any:
    import numpy

    high = numpy.fromiter(map(zlib.crc32, fields), numpy.uint64, len(fields))
    low = numpy.fromiter(map(zlib.adler32, fields), numpy.uint64, len(fields))
    return high << numpy.uint64(32) | low


def _keep(path: Path, content: memoryview) -> None:
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(path)
    except OSError:
        # A folder that cannot be written costs the next process a second, no more.
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
