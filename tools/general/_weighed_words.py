"""Find what is weighed in for a solution in per cent: "how much NaCl do I need for 250 mL of 0.9 % saline"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

_LONGEST = 2000


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    asked, behind, solutions = (any_of(phrase_list("weighed", name)) for name in ("asked", "behind", "solutions"))
    weighed = rf"(?<![\w-])(?:{asked})\s+(?P<what>[A-Za-z][\w()-]*(?:\s[\w()-]+){{0,2}}?)(?=\s+(?:{behind})(?![\w-]))"
    # "0.9 % saline", "a 1 % (w/v) gel": what the percentage is of.
    strength = (
        rf"(?<![\w.,])\d{{1,3}}(?:\.\d+)?\s?(?:%|‰|percent|per\s+cent)\s+(?:\(?w/v\)?\s+)?(?:{solutions})(?![\w-])"
    )
    return re.compile(weighed, re.IGNORECASE), re.compile(strength, re.IGNORECASE)


def find_weighed(text: str) -> Iterator[tuple[int, int, str]]:
    """What is weighed in, where a strength in per cent of a solution is given."""
    weighed, strength = _patterns()
    if len(text) <= _LONGEST and strength.search(text):
        for match in weighed.finditer(text):
            yield match.start("what"), match.end("what"), match["what"]
