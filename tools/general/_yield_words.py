"""Find what came out of a reaction and what was expected: "3.2 g was isolated and 4.1 g was expected"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.records import Quantity
from scitoolagent.tool.units import convertible
from scitoolagent.tools.general._region_words import LONGEST, known_words, plain_quantities, region

GROUP = "yields"


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list(GROUP, name))})(?![\w-])", re.IGNORECASE)


def find_yields(text: str) -> Iterator[tuple[int, int, str]]:
    """The actual and the expected mass in plain words; nothing where a word leaves open which is which."""
    if len(text) > LONGEST or not _said("asked").search(text):
        return
    found = plain_quantities(text)
    if len(found) != 2 or not all(convertible(one.unit, "g") for one in found):
        return
    kinds = [_kinds(text, one) for one in found]
    if sorted(map(tuple, kinds)) != [("actual",), ("expected",)]:
        return
    actual, expected = found if kinds[0] == ["actual"] else found[::-1]
    if whole := region(text, [(one.start, one.end) for one in found], known_words(GROUP)):
        yield *whole, f"percent yield with an actual yield of {actual.text} and a theoretical yield of {expected.text}"


def _kinds(text: str, one: Quantity) -> list[str]:
    """Which of the two a quantity is said to be by the words right before and right behind it."""
    found = set[str]()
    for kind in ("actual", "expected"):
        for match in _said(kind).finditer(text):
            before = match.end() <= one.start and _only(text[match.end() : one.start], "before")
            behind = match.start() >= one.end and _only(text[one.end : match.start()], "behind")
            if before or behind:
                found.add(kind)
    return sorted(found)


def _only(gap: str, name: str) -> bool:
    return set(re.findall(r"[^\W\d_]+|[^\s\w]", gap.lower())) <= word_list(GROUP, name)
