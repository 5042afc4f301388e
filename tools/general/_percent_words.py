"""Find a solution whose strength is told in percent: "0.9 % NaCl", where its molarity is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tools.general._region_words import LONGEST, known_words, plain_quantities, substance_behind

GROUP = "percent_solutions"


@cache
def _asked() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list(GROUP, 'asked'))})(?![\w-])", re.IGNORECASE)


def find_percent_solutions(text: str) -> Iterator[tuple[int, int, str]]:
    """Strength and substance, as `0.9 % NaCl`; nothing where a volume or another quantity says more."""
    if len(text) > LONGEST or not _asked().search(text):
        return
    found = plain_quantities(text)
    if len(found) != 1 or found[0].unit != "%":
        return
    (strength,) = found
    substance = substance_behind(text, strength.end, known_words(GROUP))
    if substance is not None:
        yield strength.start, substance.end, f"{strength.value:.10g} % {substance.name}"
