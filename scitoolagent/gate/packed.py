"""What files are packed in, and the bounds on unpacking them."""

from __future__ import annotations

import gzip
import io
import zlib

from scitoolagent.errors import ToolInputError

_MOST_UNPACKED = 200_000_000
_DEEPEST = 4


class Unpacking:
    """How far in one is, and what has been unpacked so far, over all that is packed in a file."""

    def __init__(self, name: str, depth: int = 0, sizes: list[int] | None = None) -> None:
        self._name, self._depth = name, depth
        self._sizes = [] if sizes is None else sizes

    def deeper(self) -> Unpacking:
        """The same one level further in; what is unpacked there counts here."""
        if self._depth == _DEEPEST:
            raise ToolInputError(f"{self._name} is packed more than {_DEEPEST} times over; unpack it first")
        return Unpacking(self._name, self._depth + 1, self._sizes)

    def take(self, size: int) -> None:
        """Count what is unpacked."""
        self._sizes.append(size)
        if sum(self._sizes) > _MOST_UNPACKED:
            raise ToolInputError(f"{self._name} unpacks to more than {_MOST_UNPACKED:,} bytes; unpack and split it")


def gunzipped(name: str, content: bytes, unpacking: Unpacking) -> bytes:
    """What a gzip file holds, read in pieces so that a small file cannot fill the memory."""
    pieces = []
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
            while piece := packed.read(1 << 20):
                unpacking.take(len(piece))
                pieces.append(piece)
    except (OSError, EOFError, zlib.error) as error:
        raise ToolInputError(f"{name} cannot be unpacked: {error}") from error
    return b"".join(pieces)
