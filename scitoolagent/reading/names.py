"""Find names in a question by where they stand, and by the tables of names behind the recognisers of types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scitoolagent.language.words import word_list
from scitoolagent.reading.words import EMPTY

_RAW = re.compile(r"\S+")
_QUOTES = "\"'`“”‘’«»"
_LONGEST = 6
# Behind these words a name may stand, in front of those it may end.
_BEFORE = word_list("names", "before")
_ANNOUNCED = word_list("names", "announcing")
_AFTER = word_list("names", "after")
# Where a name may stand without a preposition: `Is menthol …`, `Compute menthol's …`, at the start.
_OPENING = word_list("names", "opening") | {""}
# Known to some table as a synonym, and words first.
_WORDS = word_list("names", "no_names")
_SHORTEST_BARE = 5
_MEASURED = "\x00"


@dataclass(frozen=True, slots=True)
class _Raw:
    text: str
    start: int
    end: int
    closed: bool  # a sentence mark, a comma or a quote ends a name here
    quoted: bool


def find_names(
    text: str,
    taken: list[tuple[int, int]],
    goals: list[tuple[int, int]],
    known: Callable[[str], bool],
    nouns: frozenset[str] = frozenset(),
    measured: Sequence[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """Places of names outside the places `taken` and `measured`; words of `goals` count only where announced as names.

    `nouns` are the words for what can have a name ("the star Vega"). A name may stand behind a measured quantity
    ("5 g glucose").
    """
    raws = list(_raws(text, taken, measured))
    # Where the question says which words are names ("the molecule named …"), other words are none.
    for announced_only in (True, False):
        found: list[tuple[int, int]] = []
        place = 0
        while place < len(raws):
            end = _name_at(raws, place, found, known, text, goals, announced_only, nouns)
            if end is None:
                place += 1
            else:
                found.append((raws[place].start, raws[end - 1].end))
                place = end
        if found:
            return found
    return []


def _raws(text: str, taken: Sequence[tuple[int, int]], measured: Sequence[tuple[int, int]]) -> Iterator[_Raw]:
    for match in _RAW.finditer(text):
        start, end = match.span()
        if any(left < end and start < right for left, right in measured):
            # "5 g of glucose" and "5 g glucose" say the same; a comma behind the unit ends what is measured.
            yield _Raw("" if match[0][-1] in ",;:.?!)" else _MEASURED, start, end, True, False)
            continue
        if any(left < end and start < right for left, right in taken):
            yield _Raw("", start, end, True, False)
            continue
        chunk = match[0]
        quoted = chunk[0] in _QUOTES
        while chunk and (chunk[0] in _QUOTES or (chunk[0] == "(" and ")" not in chunk)):
            chunk, start = chunk[1:], start + 1
        stripped = chunk.rstrip(",;:.?!" + _QUOTES)
        if stripped.endswith(")") and stripped.count(")") > stripped.count("("):
            stripped = stripped[:-1]
        if stripped.endswith("'s") or stripped.endswith("’s"):
            stripped = stripped[:-2]
        if stripped:
            yield _Raw(stripped, start, start + len(stripped), len(stripped) < len(chunk), quoted)


def _name_at(
    raws: list[_Raw],
    place: int,
    found: list[tuple[int, int]],
    known: Callable[[str], bool],
    text: str,
    goals: list[tuple[int, int]],
    announced_only: bool,
    nouns: frozenset[str],
) -> int | None:
    """The index behind the name that starts at `place`, None when none does."""
    first = raws[place]
    if first.text in ("", _MEASURED) or not any(sign.isalpha() for sign in first.text):
        return None
    before = _word_before(raws, place)
    announced = before in _ANNOUNCED
    listed = _is_listed(raws, place, found, text)
    bare = before in _OPENING
    if first.text.lower() in _WORDS | EMPTY and not (announced and first.quoted):
        return None
    if announced_only and not (announced or listed or first.quoted):
        return None
    if not (before in _BEFORE or before in nouns or announced or listed or bare or first.quoted):
        return None
    for end in _ends(raws, place):
        words = raws[place:end]
        candidate = text[words[0].start : words[-1].end]
        if (
            not announced
            and not first.quoted
            and any(left < words[-1].end and words[0].start < right for left, right in goals)
        ):
            continue
        closed = (
            words[-1].closed
            or end == len(raws)
            or raws[end].text in ("", _MEASURED)
            or raws[end].text.lower() in _AFTER
        )
        if (closed or (bare and len(candidate) >= _SHORTEST_BARE)) and _may_be_name(candidate) and known(candidate):
            return end
    if announced or (listed and first.quoted) or (first.quoted and before in _BEFORE):
        return _unknown_end(raws, place)
    return None


def _word_before(raws: list[_Raw], place: int) -> str:
    if place == 0:
        return ""
    before = raws[place - 1]
    if before.text == _MEASURED:
        return "of"
    if before.text == "" or (
        before.closed and not before.text.lower().endswith(("name", "names", "molecule", "compound"))
    ):
        return "," if before.text == "" else "."
    if (
        before.text.lower() in ("the", "a", "an", "is", "are", "following", "these", "two", "molecule", "compound")
        and place > 1
    ):
        earlier = raws[place - 2].text.lower()
        if earlier in _ANNOUNCED or (before.text.lower() in ("the", "a", "an") and earlier in _BEFORE):
            return earlier
    return before.text.lower()


def _is_listed(raws: list[_Raw], place: int, found: list[tuple[int, int]], text: str) -> bool:
    """Whether the word goes on a list that a name opened: `…, …` or `… and …`."""
    if not found:
        return False
    between = text[found[-1][1] : raws[place].start].lower()
    return (
        bool(re.fullmatch(r"[\s\"'`“”‘’]*(,|and|or|,\s*and|versus|vs\.?|with|to)?[\s\"'`“”‘’]*", between))
        and between.strip() != ""
    )


def _ends(raws: list[_Raw], place: int) -> Iterator[int]:
    """Possible ends of a name, the longest first."""
    end = place
    while end < len(raws) and end - place < _LONGEST and raws[end].text not in ("", _MEASURED):
        end += 1
        if raws[end - 1].closed:
            break
    yield from range(end, place, -1)


def _unknown_end(raws: list[_Raw], place: int) -> int:
    """The end of a name that no table knows but the question announces as one."""
    end = place + 1
    while (
        end < len(raws)
        and not raws[end - 1].closed
        and raws[end].text not in ("", _MEASURED)
        and raws[end].text.lower() not in _AFTER
        and end - place < _LONGEST
    ):
        end += 1
    return end


def _may_be_name(candidate: str) -> bool:
    lowered = candidate.lower()
    return lowered not in _WORDS and lowered not in EMPTY and len(candidate) >= 2
