"""Where the phrases of a word file stand among the words of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.reading.tokens import Token


def is_asked_which(sentence: Sequence[Token], start: int) -> bool:
    """Whether "which" or "what" stands right in front of a place of the question."""
    before = {token.text for token in [one for one in sentence if one.end <= start][-1:]}
    return bool(before & word_list("row_words", "asking_which"))


@cache
def _longest_first(section: str, name: str) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted((tuple(one.split()) for one in phrase_list(section, name)), key=len, reverse=True))


def phrase_at(texts: Sequence[str], place: int, section: str, name: str) -> int:
    """How many words of a phrase of a list stand from a place on, of the longest that fits; 0 for none."""
    fitting = (len(one) for one in _longest_first(section, name) if tuple(texts[place : place + len(one)]) == one)
    return next(fitting, 0)


def phrase_before(texts: Sequence[str], place: int, section: str, name: str) -> int:
    """How many words of a phrase of a list end right before a place, of the longest that fits; 0 for none."""
    fitting = (one for one in _longest_first(section, name) if len(one) <= place)
    return next((len(one) for one in fitting if tuple(texts[place - len(one) : place]) == one), 0)


def asks_twice(texts: Sequence[str]) -> bool:
    """Whether two numbers of things are asked for: "how many A has it, and how many B are in each"."""
    return sum(bool(phrase_at(texts, place, "row_frames", "counting")) for place in range(len(texts))) > 1
