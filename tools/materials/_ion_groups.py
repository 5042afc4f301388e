"""The ions of a salt in its formula as it is written: SO4 twice in KAl(SO4)2·12H2O."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from scitoolagent.language.words import phrases_of
from scitoolagent.tools.materials._formula import Formula, hydrate_parts, parse_formula

_WATER = "H2O"
# Other ways to write an ion in a formula.
_WRITTEN = {"C2H3O2": ("CH3COO", "CH3CO2", "C2H3O2", "OOCCH3"), "OH": ("OH",), "SCN": ("SCN", "NCS", "CNS")}
_ITEM = re.compile(r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<symbol>[A-Z][a-z]?)|(?P<count>\d+(?:\.\d+)?)")

_Item = tuple[str, Fraction]


@cache
def ion_formula(ion: str) -> Formula:
    return parse_formula(ion)


def states_by_ion(formula: str) -> dict[str, dict[str, float]]:
    """Elements that stand in several ions of a salt, with their oxidation state in each where these differ."""
    found: dict[str, dict[str, float]] = {}
    for ion in phrases_of("ions"):
        group = ion_formula(ion)
        centres = [symbol for symbol in group.counts if symbol not in ("O", "H", "C")]
        body = ion.split("^")[0]
        held = sum((groups(body, items, factor) for items, factor in levels(formula)), Fraction(0))
        if held and len(group.counts) > 1 and len(centres) == 1:
            rest = group.charge + 2 * group.counts.get("O", Fraction(0)) - group.counts.get("H", Fraction(0))
            found.setdefault(centres[0], {})[ion] = float(rest / group.counts[centres[0]])
    return {symbol: states for symbol, states in found.items() if len(set(states.values())) > 1}


def levels(compound: str) -> list[tuple[list[_Item], Fraction]]:
    """The runs of elements of a formula, one for each bracket and hydrate, with how often each stands in it."""
    found: list[tuple[list[_Item], Fraction]] = []
    for body, factor in hydrate_parts(compound):
        if body != _WATER:
            found += _runs(list(_ITEM.finditer(body)), factor)[0]
    return found


def _runs(tokens: list[re.Match[str]], factor: Fraction) -> tuple[list[tuple[list[_Item], Fraction]], int]:
    found: list[tuple[list[_Item], Fraction]] = []
    run: list[_Item] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        count = tokens[place + 1]["count"] if place + 1 < len(tokens) else None
        if token["symbol"]:
            run.append((token["symbol"], Fraction(count) if count else Fraction(1)))
            place += 2 if count else 1
            continue
        if token["close"]:
            break
        inner, length = _runs(tokens[place + 1 :], factor)
        end = place + 1 + length
        behind = tokens[end + 1]["count"] if end + 1 < len(tokens) else None
        times = Fraction(behind) if behind else Fraction(1)
        found += [(items, share * times) for items, share in inner]
        # A bracket parts what stands on its sides.
        found.append((run, factor))
        run = []
        place = end + (2 if behind else 1)
    return [*found, (run, factor)], place


def groups(body: str, items: list[_Item], factor: Fraction) -> Fraction:
    """How often a group stands in a run of elements; a longer known group that holds it takes its place."""
    longer = [
        other
        for ion in phrases_of("ions")
        if (other := ion.split("^")[0]) != body and body in other and len(other) > len(body)
    ]
    left = list(items)
    for other in longer if body != "PO4" else []:
        left = _taken(other, left)[1]
    return _taken(body, left)[0] * factor


def _taken(body: str, items: list[_Item]) -> tuple[int, list[_Item]]:
    """How often one of the ways to write a group stands in a run, and the run with a gap in its places."""
    count = 0
    for way in _WRITTEN.get(body, (body,)):
        wanted = [
            (match[1], Fraction(match[2]) if match[2] else Fraction(1))
            for match in re.finditer(r"([A-Z][a-z]?)(\d*)", way)
        ]
        place = 0
        while place + len(wanted) <= len(items):
            if items[place : place + len(wanted)] == wanted:
                items = [*items[:place], ("", Fraction(0)), *items[place + len(wanted) :]]
                count += 1
            place += 1
    return count, items
