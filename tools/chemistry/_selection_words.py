"""Read what a question counts: "carbons of thymol that are not aromatic" as `C; not aromatic`.

The words of a condition may stand apart from what is counted. Such words are given a place of their own, without a
value: they belong to the value before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from scitoolagent.tools.chemistry._selection import Condition, Selection
from scitoolagent.tools.chemistry._selection_heads import Head, class_at, heads
from scitoolagent.tools.chemistry._selection_tails import Tail, tail_at
from scitoolagent.tools.chemistry._selection_tokens import ENDS, Token, listed, tokens

# Counts that other tools give by their labels.
_SERVED = frozenset(
    {
        "C",
        "H",
        "halogens",
        "heavy atoms",
        "heteroatoms",
        "atoms",
        "rings",
        "rings; aromatic",
        "rings; not aromatic",
        "rings; saturated",
        "amide bond",
        "atoms; stereocentre",
        "atoms; stereocentre; undefined",
        "atoms; bridgehead",
        "atoms; spiro",
    }
)
_LONGEST = 10_000
_FARTHEST_SHARE = 30


@dataclass(slots=True)
class _Read:
    """What one phrase of the question counts or looks for, and the places of its words that stand apart."""

    heads: list[Head]
    conditions: list[Condition] = field(default_factory=list)
    apart: list[tuple[int, int]] = field(default_factory=list)
    end: int = 0
    counted: bool = True


def find_counted(text: str) -> Iterator[tuple[int, int, str | None]]:
    """The places of what is counted, each with its selection; None for words that belong to the value before."""
    return _found(text, counted=True)


def find_sought(text: str) -> Iterator[tuple[int, int, str | None]]:
    """The places of what is looked for, each with its selection; None for words that belong to the value before."""
    return _found(text, counted=False)


def _found(text: str, counted: bool) -> Iterator[tuple[int, int, str | None]]:
    words, read = _read(text[:_LONGEST])
    for found in read:
        if found.counted is counted:
            yield from _places(words, found)


@lru_cache(maxsize=4)
def _read(text: str) -> tuple[list[Token], list[_Read]]:
    """All that a text counts or looks for: two finders ask for it."""
    words, read = tokens(text), list[_Read]()
    place = 0
    while place < len(words):
        found, place = _at(words, place)
        if found is not None:
            read.append(found)
    return words, read


def _at(words: list[Token], place: int) -> tuple[_Read | None, int]:
    """What is counted or looked for behind the word at a place, and where to go on."""
    for name in ("count", "comparing", "has", "accompanied"):
        for end, _ in listed(name).at(words, place):
            counting = name in ("count", "comparing")
            # "How many more carbons has A than B": the word between says what is done with the counts.
            compared = (behind for behind, _ in listed("comparing").at(words, end) if name == "count")
            read = heads(words, next(compared, end), name)
            if not read or _is_share(words, read[-1].last):
                continue
            found = _with_conditions(words, read, counting)
            # "at least two oxygens": a number of things is a matter of their count.
            found.counted = counting or any(head.several for head in read)
            found.heads = [head for head in found.heads if not (found.counted and _served(head, found))]
            return (found if found.heads else None), found.end
    for end, _ in listed("verb").at(words, place):
        if read := class_at(words, end):
            return _Read(read, end=read[-1].last, counted=False), read[-1].last
    return None, place + 1


def _with_conditions(words: list[Token], read: list[Head], counting: bool) -> _Read:
    found = _Read(read, end=read[-1].last)
    place = read[-1].last
    while place < len(words) and words[place].text not in ENDS and not any(listed("count").at(words, place)):
        tail = tail_at(words, place, read[-1].selection)
        if tail is None and not counting:
            break
        tail = tail or _unread_tail(words, found.end, place)
        if tail is None and _has_heads(words, place):
            break
        if tail is not None:
            _take(words, found, tail, place)
        place = tail.last if tail is not None else place + 1
    return found


def _is_share(words: list[Token], place: int) -> bool:
    """Whether a sentence goes on to ask for a share of what it counts, which is another tool's."""
    for at in range(place, min(place + _FARTHEST_SHARE, len(words))):
        if words[at].text in ENDS:
            break
        if any(listed("share").at(words, at)):
            return True
    return False


def _has_heads(words: list[Token], place: int) -> list[Head]:
    """What is looked for behind a word such as "contain" at a place."""
    return next((read for end, _ in listed("has").at(words, place) if (read := heads(words, end, "has"))), [])


def _unread_tail(words: list[Token], since: int, place: int) -> Tail | None:
    """ "carbons that bear a hydroxyl group": a condition that nothing here can tell, unless a new clause began."""
    joined = any(any(listed(name).at(words, at)) for at in range(since, place) for name in ("and", "but"))
    read = [] if joined else _has_heads(words, place)
    return Tail(place, read[-1].last, (Condition("?", (words[read[-1].last - 1].text,)),)) if read else None


def _take(words: list[Token], found: _Read, tail: Tail, place: int) -> None:
    last = found.heads[-1]
    if place == last.last:
        found.heads[-1] = replace(last, last=tail.last, end=words[tail.last - 1].end)
    else:
        found.apart.append((words[tail.first].start, words[tail.last - 1].end))
    found.conditions += tail.conditions
    found.heads = [replace(head, selection=_ended(head.selection, tail.ends)) for head in found.heads]
    found.end = max(found.end, tail.last)


def _ended(selection: Selection, ends: tuple[str, ...]) -> Selection:
    return replace(selection, ends=ends) if ends and selection.kind == "bond" and not selection.ends else selection


def _served(head: Head, found: _Read) -> bool:
    whole = _whole(head, found)
    return str(replace(whole, conditions=tuple(sorted(whole.conditions, key=str)))) in _SERVED


def _whole(head: Head, found: _Read) -> Selection:
    conditions = dict.fromkeys((*head.selection.conditions, *found.conditions))
    return replace(head.selection, conditions=tuple(conditions))


def _places(words: list[Token], found: _Read) -> Iterator[tuple[int, int, str | None]]:
    for head in found.heads:
        yield head.start, head.end, str(_whole(head, found))
    for start, end in found.apart:
        yield start, end, None
