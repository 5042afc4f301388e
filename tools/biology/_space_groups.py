"""The 65 space groups that a crystal of one hand can have (International Tables for Crystallography, volume A)."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Symbols by point group, with the order of that and the angles of its cell; None where an angle is free.
_RIGHT = (90.0, 90.0, 90.0)
_HEXAGONAL = (90.0, 90.0, 120.0)
_FAMILIES: tuple[tuple[int, tuple[float | None, float | None, float | None], str], ...] = (
    (1, (None, None, None), "P1"),
    (2, (90.0, None, 90.0), "P2 P21 C2"),
    (4, _RIGHT, "P222 P2221 P21212 P212121 C222 C2221 F222 I222 I212121"),
    (4, _RIGHT, "P4 P41 P42 P43 I4 I41"),
    (8, _RIGHT, "P422 P4212 P4122 P41212 P4222 P42212 P4322 P43212 I422 I4122"),
    (3, _HEXAGONAL, "P3 P31 P32 R3"),
    (6, _HEXAGONAL, "P312 P321 P3112 P3121 P3212 P3221 R32"),
    (6, _HEXAGONAL, "P6 P61 P62 P63 P64 P65"),
    (12, _HEXAGONAL, "P622 P6122 P6222 P6322 P6422 P6522"),
    (12, _RIGHT, "P23 F23 I23 P213 I213"),
    (24, _RIGHT, "P432 P4132 P4232 P4332 F432 F4132 I432 I4132"),
)
_CENTRED = {"P": 1, "C": 2, "I": 2, "R": 3, "F": 4}
OPERATIONS = {name: order * _CENTRED[name[0]] for order, _, names in _FAMILIES for name in names.split()}
ANGLES = {name: angles for _, angles, names in _FAMILIES for name in names.split()}
_SYMBOL = re.compile(r"(?<![\w-])(?:space\s+group\s+)?([PCIFR])\s?(\d(?:\s?\d){0,5})(?![\w-]|\.\d)")
_TOLD = re.compile(r"\b(?:space\s+group|Matthews|unit\s+cell|asymmetric\s+unit|asu)\b", re.IGNORECASE)
_LONGEST = 2000


def find_space_groups(text: str) -> Iterator[tuple[int, int, str]]:
    """The space groups that a text names, where it speaks of a crystal: `C2` alone may be carbon."""
    if len(text) > _LONGEST or not _TOLD.search(text):
        return
    for match in _SYMBOL.finditer(text):
        symbol = match[1] + match[2].replace(" ", "")
        if symbol in OPERATIONS:
            yield match.start(), match.end(), symbol
