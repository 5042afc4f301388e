"""Find the composition of a compound in percent: "40.0 % C, 6.7 % H and 53.3 % O", "carbon: 40 %, hydrogen: 6.7 %"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tools.materials._elements import symbol_of_name, symbols

_LONGEST = 2000
_NUMBER = r"(?P<value>\d{1,3}(?:\.\d{1,6})?)\s?(?:%|percent|per\s+cent|wt\s?%|mass\s?%)"
_ELEMENT = r"(?P<element>[A-Z][a-z]?|[a-z]{3,12})(?![\w-])"
_BEHIND = re.compile(rf"(?<![\w.,-]){_NUMBER}\s+(?:by\s+(?:mass|weight)\s+)?(?:of\s+)?{_ELEMENT}")
_BEFORE = re.compile(rf"(?<![\w-]){_ELEMENT}\s*(?::|=|is|,)?\s*(?<![\w.]){_NUMBER}(?![\w])")
_BETWEEN = re.compile(r"\s*(?:by\s+(?:mass|weight)\s*)?(?:,\s*(?:and\s+)?|;\s*|and\s+|\+\s*|/\s*|\s)")


def find_percentages(text: str) -> Iterator[tuple[int, int, str]]:
    """The shares of two elements or more that stand beside one another, as `40.0 % C, 6.7 % H, 53.3 % O`."""
    if len(text) > _LONGEST or ("%" not in text and "cent" not in text):
        return
    for pattern in (_BEHIND, _BEFORE):
        found = list(_listed(text, pattern))
        if found:
            yield from found
            return


def _listed(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int, str]]:
    groups: list[list[tuple[int, int, str]]] = []
    for match in pattern.finditer(text):
        symbol = _symbol(match["element"])
        if symbol is None:
            continue
        item = (match.start(), match.end(), f"{match['value']} % {symbol}")
        if groups and _BETWEEN.fullmatch(text[groups[-1][-1][1] : item[0]]):
            groups[-1].append(item)
        else:
            groups.append([item])
    for group in groups:
        if len(group) > 1:
            lead = _led().search(text, 0, group[0][0])
            yield lead.start() if lead else group[0][0], group[-1][1], ", ".join(value for _, _, value in group)


@cache
def _led() -> re.Pattern[str]:
    """What stands in front and says no more than that something is made of these elements: "a compound with"."""
    said = any_of(phrase_list("percentages", "things")), any_of(phrase_list("percentages", "holding"))
    return re.compile(rf"(?<![\w-])(?:(?:a|an|the|this)\s+)?(?:{said[0]})\s+(?:{said[1]})\s+$", re.IGNORECASE)


@cache
def _symbol(written: str) -> str | None:
    return written if written in symbols() else symbol_of_name(written)
