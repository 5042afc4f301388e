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


def find_folds(text: str) -> Iterator[tuple[int, int, str]]:
    """The places of fold classes, each with its name: "mainly-β fold" is all-beta."""
    for found in _NAMED.finditer(text):
        name = "alpha-beta" if found["one"] is None else "all-alpha" if found["alpha"] else "all-beta"
        yield found.start(), found.end(), name
