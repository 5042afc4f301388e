"""Find the lengths of contigs or reads in a question: "contigs of 100, 200 and 500 bp"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tools.general._listed_numbers import apart, listed_numbers

_LONGEST = 20_000
_NUMBER = r"\d{1,10}(?:\.\d+)?"
_FACTORS = {"bp": 1, "nt": 1, "b": 1, "bases": 1, "kb": 1000, "kbp": 1000, "mb": 1_000_000, "mbp": 1_000_000}


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What asks for lengths, the same right in front of a list, and lists with commas between."""
    pieces, of = (any_of(phrase_list("lengths", name)) for name in ("pieces", "of"))
    lead = rf"(?:(?:{pieces})\s*(?:(?:{of})\s*|[:=]\s*)?)?"
    unit = rf"(?:\s?(?P<unit>{'|'.join(_FACTORS)}))"
    cue = rf"(?<![\w-])(?:{any_of(phrase_list('lengths', 'cues'))})(?![\w-])"
    right_before = rf"{cue}\s*(?:(?:{of}|for)\s+|[:=]\s*)?$"
    between = r"(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)"
    return (
        re.compile(cue, re.IGNORECASE),
        re.compile(right_before, re.IGNORECASE),
        re.compile(
            rf"(?<![\w-]){lead}(?<![\w.])(?P<all>{_NUMBER}(?:{between}{_NUMBER})+){unit}?(?!\w|\.\d)", re.IGNORECASE
        ),
    )


def find_lengths(text: str) -> Iterator[tuple[int, int, str]]:
    """The lengths of several pieces in bases, as `100 200 500`."""
    cue, right_before, listed = _patterns()
    if len(text) > _LONGEST or not cue.search(text):
        return
    taken = list[tuple[int, int]]()
    for one in listed_numbers(text):
        begin = one.noun_start(text, phrase_list("lengths", "pieces"))
        is_asked_of = begin is not None or right_before.search(text, 0, one.first) is not None
        known = one.unit.lower() in _FACTORS or (not one.unit and is_asked_of)
        if known and (lengths := _in_bases(one.numbers, one.unit or "bp")):
            taken.append((one.first if begin is None else begin, one.end))
            yield *taken[-1], lengths
    for match in listed.finditer(text):
        lengths = _in_bases(apart(match["all"]), match["unit"] or "bp")
        if lengths and not any(start < match.end() and match.start() < end for start, end in taken):
            yield match.start(), match.end(), lengths


def _in_bases(numbers: Sequence[str], unit: str) -> str:
    """Lengths in bases with blanks between; empty where one is no whole number of them, or there is one only."""
    lengths = [float(one) * _FACTORS[unit.lower()] for one in numbers]
    are_several = len(lengths) > 1 and all(one.is_integer() for one in lengths)
    return " ".join(str(int(one)) for one in lengths) if are_several else ""
