"""Differences of values on scales without a true zero: 20 °C more are 20 K more, and not 293 K."""

from __future__ import annotations

import re

from scitoolagent.language.words import word_list
from scitoolagent.tool.units import convert, convertible, readings

_WORD = re.compile(r"[^\W\d_]+")


def says_difference(header: str) -> bool:
    """Whether the header of a column says that it holds differences, as "temperature change" or "ΔT" do."""
    return any(word in word_list("tables", "apart") for word in _WORD.findall(header.casefold()))


def difference_in(value: float, unit: str, wanted: str) -> float:
    """A difference in another unit: 5 °C more are 9 °F and 5 K more.

    Raises:
        UnitError: it cannot be given in that unit.
    """
    # Only scales of temperature have a zero that is none; all else converts as it does anyway, eV to kJ/mol, too.
    if not convertible(unit, wanted) or readings(unit)[0].dimension != readings("K")[0].dimension:
        return convert(value, unit, wanted)
    return float(value * float(readings(unit)[0].factor) / float(readings(wanted)[0].factor))
