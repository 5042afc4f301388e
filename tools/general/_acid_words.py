"""Find the pKa values of an acid of several protons in a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tool.units import normal, unit_at

_LONGEST = 2000
_VALUE = r"-?\d{1,2}(?:\.\d+)?"
_JOINT = r"\s*(?:,\s*(?:and\s+)?|and\s+|&\s*)"
_ENDS = r"(?![\w%]|\.\d)"


@cache
def _series() -> tuple[re.Pattern[str], ...]:
    said, link = any_of(phrase_list("solutions", "pkas")), r"\s*(?:of|=|are|:)?\s*"
    numbered = [rf"pKa?\s?{number}{link}(?P<{name}>{_VALUE})" for number, name in enumerate("abc", 1)]
    plain = [rf"(?P<{name}>{_VALUE})" for name in "abc"]
    return (_pattern("", numbered), _pattern(rf"(?:{said}){link}", plain))


def _pattern(before: str, values: list[str]) -> re.Pattern[str]:
    first, second, third = values
    written = rf"(?<![\w-]){before}{first}{_JOINT}{second}(?:{_JOINT}{third})?{_ENDS}"
    return re.compile(written, re.IGNORECASE)


def find_pka_series(text: str) -> Iterator[tuple[int, int, str]]:
    """Two or three pKa values, parted by blanks: "pKa1 2.15, pKa2 7.20 and pKa3 12.35", "pKa values of 2.1 and 7.2"."""
    for pattern in _series() if len(text) <= _LONGEST else ():
        for match in pattern.finditer(text):
            # "pKa 4.76 and 0.1 M": the last number is a quantity.
            if unit_at(normal(text), match.end() + (text[match.end() : match.end() + 1] == " ")) is not None:
                continue
            yield match.start(), match.end(), " ".join(filter(None, match.group("a", "b", "c")))
