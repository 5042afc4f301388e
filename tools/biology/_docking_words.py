"""Find where a question wants a ligand to be docked: around a bound ligand, or in a box at a place."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 20_000
_NUMBER = r"[+-]?\d{1,4}(?:\.\d{1,4})?"
_CENTRE = re.compile(
    rf"\b(?:box\s+cent(?:re|er)|cent(?:red|ered|re|er)|located)\s*(?:[:=]\s*|(?:at|on|of|in)\s+)?"
    rf"\(?\s*({_NUMBER})\s*[,;\s]\s*({_NUMBER})\s*[,;\s]\s*({_NUMBER})\s*\)?(?:\s*(?:Å|A|angstroms?)(?!\w))?",
    re.IGNORECASE,
)
# The name of a residue has capitals and digits; a small word is none.
_BOUND = re.compile(
    r"\b(?i:at|around|near|to|into|in|where|over|about)\s+(?i:the\s+)?(?:(?i:(?:binding\s+)?(?:site|pocket|place|position)\s+of\s+)"
    r"(?i:the\s+)?)?(?:(?i:bound|co-crystallised|co-crystallized|native)\s+)?(?i:ligand\s+)?(?-i:(?=[A-Z0-9]*[A-Z])([A-Z0-9]{2,3}))"
    r"(?![\w.-])(?:\s+(?i:is\s+bound|binds|sits|was|is))?"
)


def find_centres(text: str) -> Iterator[tuple[int, int, str]]:
    """The centre of a box: `centred at (10, 5.5, -3)` gives "10 5.5 -3"."""
    for match in _CENTRE.finditer(text) if len(text) <= _LONGEST and "dock" in text.casefold() else ():
        yield match.start(), match.end(), " ".join(match.groups())


def find_bound(text: str) -> Iterator[tuple[int, int, str]]:
    """The ligand of a file that marks the site: `around STI`."""
    for match in _BOUND.finditer(text) if len(text) <= _LONGEST and "dock" in text.casefold() else ():
        yield match.start(), match.end(), match[1]
