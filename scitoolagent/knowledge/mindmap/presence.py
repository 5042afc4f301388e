"""Which complaints of a text its patient has now: what is denied, gone, past or another's is set apart.

A denial reaches to the end of its clause: to a full stop, `but`, somebody who has a verb of his own, or a word that
reports anew. What comes behind (`is gone`, `none of them`, `cough: no`) reaches back. Relatives' complaints are
another's only beside one's own, since people ask for their relatives too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from scitoolagent.language.stem import stem
from scitoolagent.language.text import any_of
from scitoolagent.language.words import patients, split_phrases

Why = Literal["", "denied", "gone", "past", "another's", "measured"]
_LONGEST_DENIAL, _LONGEST_LIST = 7, 25
_SUBJECTS = frozenset(stem(word) for word in "i my he she we they it there".split())
_REFERRING = frozenset("it they them those these all".split())


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text as it is read; `clause` counts commas."""

    word: str
    stem: str
    little: bool
    denies: bool
    sentence: int
    clause: int


@lru_cache(maxsize=32)
def _list(section: str, name: str) -> frozenset[str]:
    return frozenset(patients()[section][name].split())


@lru_cache(maxsize=32)
def _stems(section: str, name: str) -> frozenset[str]:
    return frozenset(map(stem, _list(section, name)))


@lru_cache(maxsize=32)
def _phrases(section: str, name: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for phrase in split_phrases(patients()[section][name]))


@lru_cache(maxsize=1)
def spoken_for() -> frozenset[str]:
    """The words by which a complaint is set apart, or that go on behind it: they say nothing of their own."""
    texts = [text for name in ("denial", "gone", "past", "others") for text in patients()[name].values()]
    return frozenset(" ".join(texts).replace(",", " ").split()) - _list("others", "relatives")


def _said(read: Sequence[Word], phrases: Sequence[tuple[str, ...]]) -> Iterator[tuple[int, int]]:
    """Where some phrases stand: the places of their first and last words."""
    words = [one.word for one in read]
    for place in range(len(words)):
        for phrase in phrases:
            if tuple(words[place : place + len(phrase)]) == phrase:
                yield place, place + len(phrase) - 1


def settled(text: str, words: Sequence[tuple[str, int, int]], read: Sequence[Word]) -> tuple[list[Word], set[int]]:
    """The words with their phrases of denial read, and the places of what a tag behind it denies: `cough (no)`."""
    changed = list(read)
    for first, last in _said(read, _phrases("denial", "affirming")):
        changed[first] = replace(changed[first], denies=False, little=True)
        changed[last] = replace(changed[last], denies=False, little=True, stem="")
    for first, last in _said(read, _phrases("denial", "phrases")):
        for place in range(first, last + 1):
            changed[place] = replace(changed[place], stem="", little=True, denies=place == last)
    denied: set[int] = set()
    for match in _tag().finditer(text):
        inside = [place for place, (_, start, end) in enumerate(words) if match.start() <= start and end <= match.end()]
        tags = [place for place in inside if words[place][1] >= match.start("tag")]
        for place in tags:
            changed[place] = replace(changed[place], stem="", little=True, denies=False)
        if match["tag"].casefold() in _list("denial", "tags"):
            denied |= set(inside) - set(tags)
    return changed, denied


@lru_cache(maxsize=1)
def _tag() -> re.Pattern[str]:
    tags = any_of(_list("denial", "tags") | _list("denial", "affirmed"))
    return re.compile(
        r"(?:^|(?<=[,;.)\n]))(?P<what>[^,;.()\n:=?]+?)(?:\s*[(:=?]\s*|\s+[-\u2013]\s+)"
        rf"(?P<tag>{tags})\)?(?=\s*(?:[,;.)\n]|$))",
        re.IGNORECASE,
    )


def apart(read: Sequence[Word], inside: AbstractSet[int], complaints: AbstractSet[int]) -> dict[int, Why]:
    """The words of what the patient does not have now, and why.

    Args:
        read: the words.
        inside: places of words that belong to a phrase, in which a denial denies nothing (`no appetite`).
        complaints: places of words that say a complaint or a part of the body.
    """
    found: dict[int, Why] = {}
    found.update(dict.fromkeys(_denied(read, inside, complaints), "denied"))
    for place in _gone(read, complaints):
        found.setdefault(place, "gone")
    for place in _past(read):
        found.setdefault(place, "past")
    others = _others(read)
    own = {place for place in complaints if place not in others}
    if own or any(True for _ in _said(read, _phrases("others", "family"))):
        for place in others:
            found.setdefault(place, "another's")
    return found


def _ends(read: Sequence[Word], start: int, other: int) -> bool:
    """Whether what was said from `start` on ends in front of the word `other`."""
    word, follows, before = read[start], read[other], read[other - 1]
    # A new clause begins with somebody or something that has its own verb.
    joined = follows.clause != before.clause or before.stem == "and"
    begins = joined and (follows.stem in _SUBJECTS or follows.word in _list("denial", "having"))
    again = follows.word in _list("denial", "reporting")
    return follows.sentence != word.sentence or follows.stem in _stems("denial", "ends") or begins or again


def clauses_of(read: Sequence[Word]) -> list[int]:
    """The number of the clause of each word, where somebody has a verb of his own."""
    numbers, number = [], 0
    for place, word in enumerate(read):
        joined = place and (word.clause != read[place - 1].clause or read[place - 1].stem == "and")
        new = place and (word.sentence != read[place - 1].sentence or word.stem in _stems("denial", "ends"))
        number += bool(new or (joined and word.word in _list("others", "own")))
        numbers.append(number)
    return numbers


def _denied(read: Sequence[Word], inside: AbstractSet[int], complaints: AbstractSet[int]) -> set[int]:
    denied: set[int] = set()
    cancelled: set[int] = set()
    back = [first for first, _ in _said(read, _phrases("denial", "referring"))]
    for place, word in enumerate(read):
        if not word.denies or place in inside or place in cancelled:
            continue
        if place in back:
            denied |= {other for other in range(place) if read[other].sentence == word.sentence}
            continue
        most = _LONGEST_LIST if word.word in _list("denial", "listing") else _LONGEST_DENIAL
        reached: set[int] = set()
        for other in range(place + 1, min(len(read), place + 1 + most)):
            follows = read[other]
            if _ends(read, place, other):
                break
            twice = follows.word in _list("denial", "twice") and word.word not in _list("denial", "twice")
            if twice and not complaints & reached and follows.clause == word.clause:
                cancelled.add(other)  # "not a day without pain"
                break
            reached.add(other)
        denied |= reached
    return denied


def _back(read: Sequence[Word], place: int, many: bool) -> Iterator[int]:
    """The words in front of `place` that belong to it: up to a comma or `and`, or, of many, up to a clause."""
    for other in range(place - 1, -1, -1):
        here, after = read[other], read[other + 1]
        if here.sentence != read[place].sentence or here.stem in _stems("denial", "ends"):
            return
        joined = here.clause != after.clause or here.stem == "and"
        if joined and (not many or after.stem in _SUBJECTS):
            return
        yield other


def _gone(read: Sequence[Word], complaints: AbstractSet[int]) -> Iterator[int]:
    functions = _stems("gone", "functions")
    for name in ("one", "many"):
        for first, last in _said(read, _phrases("gone", name)):
            follows = next((other for other in range(last + 1, len(read)) if not read[other].little), len(read))
            near = follows < len(read) and read[follows].clause == read[last].clause
            if near and follows in complaints and read[follows].sentence == read[last].sentence:
                continue  # "has gone numb"
            scope = list(_back(read, first, name == "many"))
            if not complaints & set(scope) and any(read[place].word in _REFERRING for place in scope):
                here = read[first].sentence
                scope = [place for place in range(first) if here - 1 <= read[place].sentence <= here]
            if not any(read[place].stem in functions for place in scope):
                yield from scope


def _past(read: Sequence[Word]) -> Iterator[int]:
    for _, last in _said(read, _phrases("past", "ahead")):
        for other in range(last + 1, min(len(read), last + 1 + _LONGEST_LIST)):
            if _ends(read, last, other) or read[other].word in _list("past", "present"):
                break
            yield other
    for first, _ in _said(read, _phrases("past", "behind")):
        scope = list(_back(read, first, True))
        if not any(read[place].word in _list("past", "present") for place in scope):
            yield from scope


def _others(read: Sequence[Word]) -> set[int]:
    found: set[int] = set()
    for _, last in _said(read, _phrases("others", "family")):
        found |= _ahead(read, last)
    for first, _ in _said(read, _phrases("others", "in_family")):
        found |= set(_back(read, first, True))
    for place, word in enumerate(read):
        if word.word in _list("others", "relatives") and place and read[place - 1].word in _list("others", "whose"):
            found |= _ahead(read, place)
            if place > 1 and read[place - 2].word == "in":
                found |= set(_back(read, place - 2, False))
    return found


def _ahead(read: Sequence[Word], place: int) -> set[int]:
    """The words of a clause behind `place`, up to one's own."""
    found = {place}
    for other in range(place + 1, len(read)):
        if _ends(read, place, other) or read[other].word in _list("others", "own"):
            break
        found.add(other)
    return found
