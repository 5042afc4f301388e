"""Find values of a reaction that are told at a temperature: "0.01 1/s at 25 °C and 0.05 1/s at 45 °C"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.errors import PlanError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.records import Quantity
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.units import convertible

_LONGEST = 2000


@cache
def _at() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{any_of(phrase_list('states', 'at'))})\s*", re.IGNORECASE)


@cache
def _between() -> re.Pattern[str]:
    return re.compile(rf"(?:[\s,;=]|(?<!\w)(?:{any_of(phrase_list('states', 'between'))})(?!\w))*", re.IGNORECASE)


def find_rate_pairs(text: str) -> Iterator[tuple[int, int, str]]:
    """Two rate constants, each with its temperature, as `0.01 1/s at 25.0 °C; 0.05 1/s at 45.0 °C`."""
    for units in ("1/s", "L/(mol*s)"):
        states = _states(text, units)
        if len(states) == 2 and _between().fullmatch(text[states[0][1] : states[1][0]]):
            yield states[0][0], states[1][1], f"{states[0][2]}; {states[1][2]}"


def find_single_rates(text: str) -> Iterator[tuple[int, int, str]]:
    """One rate constant with the temperature that it holds at, where another temperature is told as well."""
    for units in ("1/s", "L/(mol*s)"):
        states = _states(text, units)
        if len(states) == 1:
            yield states[0]


def _states(text: str, unit: str) -> list[tuple[int, int, str]]:
    if len(text) > _LONGEST:
        return []
    try:
        quantities = find_quantities(text)
    except PlanError:
        return []
    usable = [one for one in quantities if not one.problem and not one.bound]
    found: list[tuple[int, int, str]] = []
    for first, second in itertools.pairwise(usable):
        if _is(first, unit) and _is(second, "K") and _at().fullmatch(text[first.end : second.start]):
            found.append((first.start, second.end, f"{first.value!r} {first.unit} at {second.value!r} {second.unit}"))
    return found


def _is(quantity: Quantity, unit: str) -> bool:
    return convertible(quantity.unit, unit)
