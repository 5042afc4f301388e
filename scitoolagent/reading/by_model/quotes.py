"""Where a question says the words that a model quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scitoolagent.reading.tokens import Token
from scitoolagent.records import Query

_CUT = re.compile(r"…|\.{3}")
_HANDLE = re.compile(r"\[(\w+)\]")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])")
_TEXT = re.compile(r"'([^'\\\n]*)'|\"([^\"\\\n]*)\"")
_SHOWN = 60


class ClaimError(Exception):
    """What a model says is not in the question, or cannot be; the message goes back to it."""


def located(query: Query, words: str, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where the question says the words, piece by piece; behind what was claimed before, where it says them twice.

    Raises:
        ClaimError: it does not say them.
    """
    values = {entity.handle: entity.text for entity in query.entities}
    pieces = [piece.strip(" \t\n,;.?!\"'") for piece in _CUT.split(words)]
    written = [r"\s+".join(re.escape(_valued(part, values)) for part in piece.split()) for piece in pieces]
    patterns = [re.compile(rf"(?<!\w){text}(?!\w)", re.IGNORECASE) for text in written if text]
    for free in (True, False):
        found: list[tuple[int, int]] = []
        place = 0
        for pattern in patterns:
            matches = pattern.finditer(query.text, place)
            match = next((one for one in matches if not (free and meets(one.span(), taken))), None)
            if match is None:
                break
            found.append(match.span())
            place = match.end()
        if found and len(found) == len(patterns):
            return found
    raise ClaimError(f'the question does not say "{words[:_SHOWN]}"')


def _valued(part: str, values: dict[str, str]) -> str:
    return _HANDLE.sub(lambda match: values.get(match[1], match[0]), part)


def meets(place: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    """Whether a place lies over one of some others."""
    return any(start < place[1] and place[0] < end for start, end in taken)


def inside(places: Sequence[tuple[int, int]], tokens: Sequence[Token]) -> list[Token]:
    """The tokens at some places."""
    return [token for token in tokens if meets((token.start, token.end), places)]


def numbers_of(code: str) -> frozenset[float]:
    """The numbers that code says."""
    return frozenset(float(match[0]) for match in _NUMBER.finditer(code))


def texts_of(code: str) -> frozenset[str]:
    """The texts in quotes that code says."""
    return frozenset(one or other for one, other in _TEXT.findall(code))
