"""Find the fold classes that a question names."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ALPHA, _BETA = r"(?:alpha|α)", r"(?:beta|β)"
# "The all-beta fold" is one phrase; what stands behind it otherwise is not its own.
_NAMED = re.compile(
    rf"(?<![\w-])(?:(?P<one>(?:all|mainly|mostly)[ -]?(?:(?P<alpha>{_ALPHA})|{_BETA}))|{_ALPHA}[-/]{_BETA})"
    r"(?:[ -](?:folds?|class)(?! class))?(?![\w-])",
    re.IGNORECASE,
)
# "Beta protein" alone may be half of a name ("amyloid beta protein"); where one is designed it is a class.
_DESIGNED = re.compile(
    rf"\bdesign\s+(?:an?\s+|some\s+)?(?:new\s+|stable\s+)?(?P<one>(?P<alpha>{_ALPHA})|{_BETA})"
    r"(?:[ -]helical|[ -]sheet)?(?=\s+proteins?\b)",
    re.IGNORECASE,
)


def find_folds(text: str) -> Iterator[tuple[int, int, str]]:
    """The places of fold classes, each with its name: "mainly-β fold" is all-beta."""
    for found in _NAMED.finditer(text):
        name = "alpha-beta" if found["one"] is None else "all-alpha" if found["alpha"] else "all-beta"
        yield found.start(), found.end(), name
    for found in _DESIGNED.finditer(text):
        yield found.start("one"), found.end(), "all-alpha" if found["alpha"] else "all-beta"
