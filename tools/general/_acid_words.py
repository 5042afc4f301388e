"""Find the pKa values of an acid of several protons in a question, and constants of acids and bases as such values."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tool.numbers import number_at
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


# "Ka 1.34e-5", "Ka1 = 4.3×10⁻⁷", "Kb of 1.8e-5 M".
_CONSTANT = re.compile(r"(?<![\w-])K(?P<kind>[ab])(?P<step>[123]?)\s?(?:=|:|of|is|was|≈)?\s?(?=\.?\d)")
_MOLAR = re.compile(r"\s?(?:mol/L|mol/l|M)(?![\w/·*^])")
_GOES_ON = re.compile(r"\s?(?:[-–±/]|\+/-|to\b)\s?\d|[\w%]")
_LARGEST = {"a": 10.0, "b": 0.05}


@cache
def _apart(kind: str) -> re.Pattern[str]:
    name = {"a": "no_acid", "b": "no_base"}[kind]
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('solutions', name))})(?![\w-])", re.IGNORECASE)


def find_acid_constants(text: str) -> Iterator[tuple[int, int, str]]:
    """Constants of acids and bases as the pKa and pKb that tools take; not where Ka or Kb is another constant."""
    plain = normal(text)
    for match in _CONSTANT.finditer(text) if len(text) <= _LONGEST else ():
        number = number_at(plain, match.end())
        kind = match["kind"]
        if number is None or number.problem or not 0 < number.value < _LARGEST[kind] or _apart(kind).search(text):
            continue
        molar = _MOLAR.match(plain, number.end)
        end = molar.end() if molar else number.end
        # A range, an uncertainty, or another unit is no single value.
        if _GOES_ON.match(plain, end) or unit_at(plain, end + (plain[end : end + 1] == " ")) is not None:
            continue
        yield match.start(), end, f"pK{kind}{match['step']} {-math.log10(number.value):.12g}"
