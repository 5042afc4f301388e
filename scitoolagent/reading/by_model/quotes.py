"""Where a question says the words that a model quotes."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from scitoolagent.reading.tokens import Token
from scitoolagent.records import Query

_WORD = re.compile(r"[^\s,;.?!\"'()]+")
_CUT = re.compile(r"…|\.{3}")
_HANDLE = re.compile(r"\[(\w+)\]")
_SHOWN = 60
# Words are only pointed at by a quotation, so that a slip in copying them does no harm where nothing else is as near.
_NEAR = 0.88
_SHORTEST_SLIP = 6
_LONGEST_SLIP = 20


class ClaimError(Exception):
    """What a model says is not in the question, or cannot be; the message goes back to it."""


def located(query: Query, words: str, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where the question says the words, piece by piece; behind what was claimed before, where it says them twice.

    Words that were copied with a slip are those nearest to them.

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
    if len(pieces) == 1 and (near := _nearest(query.text, _valued(pieces[0], values))):
        return [near]
    raise ClaimError(f'the question does not say "{words[:_SHOWN]}"')


def _nearest(text: str, words: str) -> tuple[int, int] | None:
    """The one place where a text says nearly the words; None where it says nothing as near, or several things."""
    count = len(words.split())
    if len(words) < _SHORTEST_SLIP or count > _LONGEST_SLIP:
        return None
    # One number for another would be no slip.
    runs = (place for place in _runs(text, count) if _digits(text[slice(*place)]) == _digits(words))
    scored = sorted(((_likeness(text[start:end], words), (start, end)) for start, end in runs), reverse=True)
    if not scored or scored[0][0] < _NEAR:
        return None
    best, place = scored[0]
    rivals = [other for score, other in scored[1:] if score == best and not meets(other, [place])]
    return None if rivals else place


def _runs(text: str, count: int) -> Iterator[tuple[int, int]]:
    """The runs of about as many words in a text."""
    found = [match.span() for match in _WORD.finditer(text)]
    for length in (count - 1, count, count + 1):
        for first in range(len(found) - length + 1) if length else ():
            yield found[first][0], found[first + length - 1][1]


def _digits(text: str) -> list[str]:
    return [sign for sign in text if sign.isdigit()]


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()


def _valued(part: str, values: dict[str, str]) -> str:
    return _HANDLE.sub(lambda match: values.get(match[1], match[0]), part)


def meets(place: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    """Whether a place lies over one of some others."""
    return any(start < place[1] and place[0] < end for start, end in taken)


def inside(places: Sequence[tuple[int, int]], tokens: Sequence[Token]) -> list[Token]:
    """The tokens at some places."""
    return [token for token in tokens if meets((token.start, token.end), places)]
