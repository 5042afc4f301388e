"""Find amounts of two substances that are compared: "2.5 g of triethylamine to 3.0 g of benzoic acid"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, word_list
from scitoolagent.tools.materials._weighed_substances import LONGEST, Weighed, weighed_substances


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    said = any_of(phrase_list("equivalents", "said"))
    to, masses = any_of(phrase_list("equivalents", "to")), any_of(phrase_list("equivalents", "masses"))
    joint = re.compile(rf"\s*,?\s*(?:{to})\s+", re.IGNORECASE)
    number = r"(?P<n>\d{1,4}(?:\.\d+)?)"
    asked = (
        rf"(?<![\w-])(?:{masses})\s+(?:of\s+)?(?P<what>[^?.,;]{{2,60}}?)\s+(?:is|are|makes?|corresponds?\s+to|for|gives?)\s+"
        rf"{number}\s+(?:{said})\s+(?:{to})\s+$"
    )
    turned = (
        rf"(?<![\w-])(?:{masses})\s+(?:of\s+|is\s+|are\s+)?{number}\s+(?:{said})\s+of\s+(?P<what>[^?.,;]{{2,60}}?)"
        rf"\s+(?:{to})\s+$"
    )
    return joint, re.compile(asked, re.IGNORECASE), re.compile(turned, re.IGNORECASE)


@cache
def _cue() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('equivalents', 'said'))})(?![\w-])", re.IGNORECASE)


def find_compared_amounts(text: str) -> Iterator[tuple[int, int, str]]:
    """Two substances of which both amounts are told, as `2.5 g triethylamine to 3.0 g benzoic acid`."""
    parts = _parts(text)
    if len(parts) == 2 and _patterns()[0].fullmatch(text, parts[0].end, parts[1].start):
        told = (f"{part.amount} {part.substance}" for part in parts)
        yield parts[0].start, parts[1].end, " to ".join(told)


def find_equivalents(text: str) -> Iterator[tuple[int, int, str]]:
    """So many equivalents of a substance to an amount of another, as `1.5 triethylamine to 2.0 g benzoic acid`.

    With the words that ask for the mass, which alone could mean the mass of anything.
    """
    parts = _parts(text)
    if len(parts) != 1:
        return
    for pattern in _patterns()[1:]:
        if (match := pattern.search(text, 0, parts[0].start)) is not None:
            told = f"{match['n']} {match['what'].strip()} to {parts[0].amount} {parts[0].substance}"
            yield match.start(), parts[0].end, told
            return


def _parts(text: str) -> list[Weighed]:
    if len(text) > LONGEST or not _cue().search(text):
        return []
    return [*weighed_substances(text, between=word_list("equivalents", "between"))]
