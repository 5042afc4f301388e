"""Find the counts of three genotypes in a question: "30 AA, 55 Aa and 15 aa"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 2000
_THREE = re.compile(
    r"(?<![\w.])(\d{1,9})\s+([A-Z])\2\s*,\s*(?:and\s+)?(\d{1,9})\s+([A-Za-z]{2})\s*(?:,\s*(?:and\s+)?|\s+and\s+)(\d{1,9})\s+([A-Za-z])\6(?!\w)"
)


def find_genotypes(text: str) -> Iterator[tuple[int, int, str]]:
    """The numbers of both homozygotes with that of the heterozygote between them."""
    for match in _THREE.finditer(text) if len(text) <= _LONGEST else ():
        if {match[2], match[6]} == set(match[4]) and match[2] != match[6]:
            yield match.start(), match.end(), f"{match[1]} {match[3]} {match[5]}"
