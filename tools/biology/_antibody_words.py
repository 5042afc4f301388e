"""Find whose numbering of antibodies a question means."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 20_000
_SAID = re.compile(
    r"(?<![\w-])(?:(?:by|in|with|using|under|following|according\s+to)\s+)?(?:the\s+)?(?P<name>IMGT|Kabat|Chothia)(?:'s)?(?!\w)"
    r"(?:\s+(?:(?:CDR\s+)?definitions?|(?:numbering\s+)?(?:schemes?|systems?|conventions?|rules?)))?",
    re.IGNORECASE,
)


def find_schemes(text: str) -> Iterator[tuple[int, int, str]]:
    """The schemes in a text: `Kabat` in "in the Kabat scheme", and in "Kabat numbering"."""
    for match in _SAID.finditer(text) if len(text) <= _LONGEST else ():
        name = match["name"]
        yield match.start(), match.end(), name.upper() if name.casefold() == "imgt" else name.capitalize()
