"""Find a gas in air whose share is to be given as a mass per volume, or the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.records import Quantity
from scitoolagent.tool.unit_words import find_units
from scitoolagent.tool.units import convertible
from scitoolagent.tools.general._region_words import LONGEST, known_words, plain_quantities, region, substance_behind

GROUP = "air"
_SHARE = re.compile(r"pp[mbt]v?")
_MASS = re.compile(r"[µμun]?m?g/m(?:3|³|\^3)")


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list(GROUP, name))})(?![\w-])", re.IGNORECASE)


def find_gas_shares(text: str) -> Iterator[tuple[int, int, str]]:
    """A share or concentration with its gas, the wanted unit and conditions: `50 ppb ozone as ug/m3 at 25 °C`."""
    if len(text) > LONGEST or not _SHARE.search(text) or not _MASS.search(text):
        return
    wanted = find_units(text)
    found = plain_quantities(text)
    given = [one for one in found if _kind(one.unit)]
    others = [one for one in found if one not in given]
    places = [one for one in wanted if _kind(one[2]) and not any(a.start <= one[0] < a.end for a in found)]
    if len(given) != 1 or len(places) != 1 or {_kind(given[0].unit), _kind(places[0][2])} != {"share", "mass"}:
        return
    gas = substance_behind(text, given[0].end, known_words(GROUP))
    conditions = _conditions(others)
    if gas is None or conditions is None:
        return
    parts = [(one.start, one.end) for one in found] + [places[0][:2], (gas.start, gas.end)]
    if whole := region(text, parts, known_words(GROUP)):
        yield *whole, f"{given[0].value:.10g} {given[0].unit} {gas.name} as {places[0][2]}{conditions}"


def _kind(unit: str) -> str:
    if _SHARE.fullmatch(unit):
        return "share"
    return "mass" if convertible(unit, "kg/m3") else ""


def _conditions(others: list[Quantity]) -> str | None:
    """Temperature and pressure as text; None where something else is given."""
    temperatures = [one for one in others if convertible(one.unit, "°C")]
    pressures = [one for one in others if convertible(one.unit, "atm")]
    if len(temperatures) > 1 or len(pressures) > 1 or len(temperatures) + len(pressures) < len(others):
        return None
    said = [f"{one.value:.10g} {one.unit}" for one in (*temperatures, *pressures)]
    return f" at {' and '.join(said)}" if said else ""
