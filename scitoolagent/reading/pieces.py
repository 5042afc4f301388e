"""Cut a question into the runs of signs that names are made of, without the marks of the sentence around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MARKS = ",;:.?!…"
MEASURED = "\x00"
LONGEST = 6
_RAW = re.compile(r"\S+")
_QUOTES = "\"'`"
_MOST_AROUND = 20
# A whole that is no name may be several: "aspirin/ibuprofen", "TPSA:aspirin", "benzene,toluene".
_PARTING = re.compile(r"[,;:/|=&]")

Readings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of signs; `text` is empty for a value found before, and `MEASURED` for a quantity."""

    text: str
    start: int
    end: int
    closed: bool  # a sentence mark, a comma or a quote ends a name here
    quoted: bool
    mark: str  # the sign that closes it


def pieces_of(
    text: str,
    taken: Sequence[tuple[int, int]],
    measured: Sequence[tuple[int, int]],
    readings: Callable[[str], Readings],
) -> Iterator[Piece]:
    in_taken, in_measured = _covered(text, taken), _covered(text, measured)
    for match in _RAW.finditer(text):
        start, end = match.span()
        chunk = match[0]
        if 1 in in_measured[start:end]:
            # "5 g of glucose" and "5 g glucose" say the same; a comma behind the unit ends what is measured.
            yield Piece("" if chunk[-1] in ",;:.?!)" else MEASURED, start, end, True, False, chunk[-1])
        elif 1 in in_taken[start:end]:
            yield Piece("", start, end, True, False, "")
        else:
            whole = _bare(chunk, start)
            if whole is not None and _PARTING.search(whole.text) and not readings(whole.text):
                parts = list(_parts(chunk, start, readings))
                # Locants part nothing: only a whole of which a part is a name is several.
                if any(len(part.text) > 2 and readings(part.text) for part in parts):
                    yield from parts
                    continue
            if whole is not None:
                yield whole


def _parts(chunk: str, start: int, readings: Callable[[str], Readings]) -> Iterator[Piece]:
    """The parts of a run that signs join; as many as are a name together stay one, as `1,2-dichloroethane` does."""
    ends = [sign.end() for sign in _PARTING.finditer(chunk)] + [len(chunk)]
    place, first = 0, 0
    while place < len(chunk):
        while ends[first] <= place:
            first += 1
        behind = ends[first : first + LONGEST]
        pieces = [_bare(chunk[place:end].rstrip("/|=&"), start + place) for end in behind]
        whole = [size for size, piece in enumerate(pieces) if piece and readings(piece.text)]
        chosen = whole[-1] if whole else 0
        part = pieces[chosen]
        if part is not None:
            sign = chunk[behind[chosen] - 1]
            yield Piece(part.text, part.start, part.end, True, part.quoted, sign if sign in MARKS else part.mark)
        place = behind[chosen]


def _bare(chunk: str, start: int) -> Piece | None:
    """A run of signs without the quotes, brackets, marks and the possessive around it."""
    quoted = chunk[:1] in tuple(_QUOTES)
    stripped = chunk
    for _ in range(_MOST_AROUND):
        whole = stripped
        if stripped and (stripped[0] in _QUOTES + "*_" or _opens(stripped)):
            stripped, start = stripped[1:], start + 1
            quoted = quoted or stripped[:1] in tuple(_QUOTES)
        stripped = stripped.rstrip(MARKS + _QUOTES + "*_")
        for close, opening in ((")", "("), ("]", "["), ("}", "{"), (">", "<")):
            if stripped.endswith(close) and stripped.count(close) > stripped.count(opening):
                stripped = stripped[:-1]
        if stripped == whole:
            break
    if stripped.lower().endswith("'s"):
        stripped = stripped[:-2]
    if not stripped:
        return None
    behind = chunk[chunk.index(stripped) + len(stripped) :]
    mark = next((sign for sign in behind if sign in MARKS), behind[:1])
    return Piece(stripped, start, start + len(stripped), bool(behind), quoted, mark)


def _opens(chunk: str) -> bool:
    """Whether the first sign is a bracket of the sentence: one that closes nowhere, or at the very end."""
    if chunk[0] not in "([{<":
        return False
    close = ")]}>"["([{<".index(chunk[0])]
    depth = 0
    for place, sign in enumerate(chunk):
        depth += (sign == chunk[0]) - (sign == close)
        if depth == 0:
            return not chunk[place + 1 :].strip(MARKS + _QUOTES)
    return True


def _covered(text: str, places: Sequence[tuple[int, int]]) -> bytearray:
    """A one for each letter of a text that lies in one of some places."""
    found = bytearray(len(text))
    for start, end in places:
        found[start:end] = b"\x01" * len(found[start:end])
    return found
