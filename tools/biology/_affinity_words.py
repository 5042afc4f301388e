"""Find how much substrate an enzyme has, in multiples of its Michaelis constant."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 2000
_SAID = re.compile(
    r"(?<![\w-])(?:(?:at|with|for)\s+)?(?:\[S\]|S|substrate|substrate concentration)"
    r"(?:\s?/\s?Km\s*(?:=|of|is)?\s*(?P<ratio>\d+(?:\.\d+)?)|\s*(?:=|of|at|is)\s*(?P<times>\d+(?:\.\d+)?)?\s?[x×*]?\s?Km)(?![\w.]\d|\w)",
    re.IGNORECASE,
)


def find_multiples_of_km(text: str) -> Iterator[tuple[int, int, float]]:
    """The substrate in multiples of Km: 3.0 in "[S] = 3 Km", 1.0 in "[S] = Km", 0.5 in "[S]/Km = 0.5"."""
    if len(text) > _LONGEST:
        return
    for match in _SAID.finditer(text):
        yield match.start(), match.end(), float(match["ratio"] or match["times"] or 1)
