"""Read a mass or an amount of a substance as tools take it: `2.0 g benzoic acid`, `0.5 mol NaCl`."""

from __future__ import annotations

import re
from typing import NamedTuple

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.materials._substances import substance_formula

_AMOUNT = re.compile(r"\s*(\d{0,30}\.?\d{1,30}(?:[eE][+-]?\d{1,3})?)\s+(\S+)\s+(.+?)\s*")


class AmountOf(NamedTuple):
    """So much of a substance; the unit is one of mass or of amount."""

    value: float
    unit: str
    substance: str

    @property
    def moles(self) -> float:
        """In mol, of the pure substance."""
        if convertible(self.unit, "mol"):
            return convert(self.value, self.unit, "mol")
        return convert(self.value, self.unit, "g") / substance_formula(self.substance).mass


def read_amount_of(text: str) -> AmountOf:
    """A mass or an amount of a substance.

    Raises:
        ToolInputError: it is no positive number with a unit of mass or amount and a substance.
    """
    match = _AMOUNT.fullmatch(text)
    if match is None or not any(convertible(match[2], unit) for unit in ("g", "mol")):
        raise ToolInputError(f"{text.strip()[:60]!r} is no mass or amount of a substance; write it as 2 g benzoic acid")
    value = float(match[1])
    positive(amount=value)
    return AmountOf(value, match[2], match[3])
