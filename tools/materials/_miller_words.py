"""Find Miller indices that stand without brackets: "the 2 0 0 reflection", "hkl = 1 -1 0"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 2000
_CUE = re.compile(
    r"\b(?:planes?|reflections?|d[\s-]spacing|interplanar|miller|hkl|lattice\s+planes?|peaks?)\b", re.IGNORECASE
)
_SIGNED = r"[-−]?\d"
_APART = rf"{_SIGNED}(?:[\s,]\s?{_SIGNED}){{2}}"
_NAMED = re.compile(
    rf"(?<![\w.])(?:(?:hkl|miller\s+indices(?:\s+of\s+(?:a|the)\s+plane)?)\s*(?:=|of|:)?\s*(?P<behind>{_APART}|(?:{_SIGNED}){{3}})"
    rf"|(?:d[\s-]spacing|spacing)\s+(?:of|for)\s+(?:the\s+)?(?P<of>{_APART}|\d{{3}})(?=\s*(?:[,?]|\.?$|(?:for|of|in)\b))"
    rf"|(?P<before>{_APART}|\d{{3}})(?=\s+(?:planes?|reflections?|peaks?|lattice\s+planes?)\b))(?![\w.])",
    re.IGNORECASE,
)


def find_bare_indices(text: str) -> Iterator[tuple[int, int, str]]:
    """The indices of lattice planes without brackets, as `1 1 1`, where planes are spoken of."""
    if len(text) > _LONGEST or not _CUE.search(text):
        return
    for match in _NAMED.finditer(text):
        name = match.lastgroup or ""
        indices = re.findall(_SIGNED, match[name])
        yield match.start(name), match.end(name), " ".join(index.replace("−", "-") for index in indices)
