"""Find the constants of nature that a question names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list, phrase_meanings

_LONGEST = 2000


@cache
def _names() -> re.Pattern[str]:
    asked = any_of(phrase_list("statistics", "value_of"))
    return re.compile(
        rf"(?:\b(?:{asked})\s+)?(?<![\w-])(?P<name>{any_of(phrase_meanings('constants'))})(?![\w-])", re.I
    )


def find_constants(text: str) -> Iterator[tuple[int, int, str]]:
    """The constants of a text, by the names that CODATA has for them."""
    if len(text) > _LONGEST:
        return
    for match in _names().finditer(text):
        said = " ".join(match["name"].lower().replace("’", "'").replace("′", "'").split())
        yield match.start(), match.end(), phrase_meanings("constants")[said]
