"""Find which ionization energies a question asks for, where it asks for several or counts in figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_LONGEST = 2000


@cache
def _pattern() -> re.Pattern[str]:
    words = any_of(phrase_list("ionization", "ordinals"))
    ordinal = rf"(?:(?:{words})(?![\w-])|\d{{1,3}}(?:st|nd|rd|th)\b)"
    several = rf"{ordinal}(?:(?:\s*,\s*(?:and\s+)?(?:the\s+)?|\s+and\s+(?:the\s+)?|\s*&\s*){ordinal})*"
    counted = any_of(phrase_list("ionization", "counts"))
    behind = any_of(phrase_list("ionization", "energies"))
    return re.compile(
        rf"(?<![\w-])(?:(?P<listed>{several})|first\s+(?P<counted>{counted}))(?=\s+(?:{behind})(?![\w-]))",
        re.IGNORECASE,
    )


def find_ionization_steps(text: str) -> Iterator[tuple[int, int, str]]:
    """The ionizations whose energies are asked for, as `1, 2`: "first and second", "2nd", "first three"."""
    words, counts = phrase_list("ionization", "ordinals"), phrase_list("ionization", "counts")
    for match in _pattern().finditer(text) if len(text) <= _LONGEST else ():
        if match["counted"]:
            last = counts.index(match["counted"].lower()) + 2
            yield match.start(), match.end(), ", ".join(map(str, range(1, last + 1)))
            continue
        said = re.findall(r"\d+|[a-z]+", re.sub(r"\b(?:and|the)\b|(?<=\d)(?:st|nd|rd|th)", " ", match[0].lower()))
        steps = [int(one) if one.isdigit() else words.index(one) + 1 for one in said]
        # "Second ionization energy": the step in front of it is read as such.
        if len(steps) > 1 or match[0][0].isdigit():
            yield match.start(), match.end(), ", ".join(map(str, steps))
