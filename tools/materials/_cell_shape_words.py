"""Find a unit cell that is told by its crystal system and edges: "tetragonal cell with a = 3.785 Å and c = 9.514 Å"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list

# What a cell of each system has to be told by.
TOLD_BY = {
    "cubic": ("a",),
    "tetragonal": ("a", "c"),
    "hexagonal": ("a", "c"),
    "rhombohedral": ("a", "alpha"),
    "orthorhombic": ("a", "b", "c"),
    "monoclinic": ("a", "b", "c", "beta"),
    "triclinic": ("a", "b", "c", "alpha", "beta", "gamma"),
}
_LONGEST = 2000
_GREEK = {"α": "alpha", "β": "beta", "γ": "gamma"}
_ANGSTROMS = {"\u00c5": 1.0, "\u212b": 1.0, "A": 1.0, "angstrom": 1.0, "angstroms": 1.0, "nm": 10.0, "pm": 0.01}


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    unit = "|".join(map(re.escape, sorted(_ANGSTROMS, key=len, reverse=True)))
    one = (
        rf"(?P<name>[abc]|alpha|beta|gamma|[αβγ])\s*(?:=|:|of|is)\s*(?P<value>\d{{1,3}}(?:\.\d+)?)"
        rf"\s?(?P<unit>°|degrees|deg|{unit})?(?![\w/]|\.\d)"
    )
    nouns, having = (any_of(phrase_list("cell_shapes", name)) for name in ("cells", "having"))
    kinds = "|".join(TOLD_BY)
    system = rf"(?<![\w-])(?:(?:an?|the)\s+)?(?P<system>{kinds})(?:\s+(?:{nouns}))?\s*,?\s*(?:\(|(?:{having})\s+)"
    return re.compile(system, re.IGNORECASE), re.compile(rf"{one}(?P<joint>\s*(?:,\s*(?:and\s+)?|;|and\s+)\s*)?")


def find_cell_shapes(text: str) -> Iterator[tuple[int, int, str]]:
    """The cells of a text, as `tetragonal a=3.785 c=9.514` in Å and degrees; nothing where an edge has no unit."""
    if len(text) > _LONGEST:
        return
    system, one = _patterns()
    for lead in system.finditer(text):
        found: dict[str, tuple[str, str]] = {}
        place = end = lead.end()
        while (match := one.match(text, place)) is not None:
            name = _GREEK.get(match["name"], match["name"])
            if name in found:
                found = {}
                break
            found[name] = match["value"], match["unit"] or ""
            end, place = match.end("unit") if match["unit"] else match.end("value"), match.end()
            if not match["joint"]:
                break
        kind = lead["system"].lower()
        edges = [unit for name, (_, unit) in found.items() if name in "abc"]
        last = next((unit for unit in reversed(edges) if unit), "")
        if set(found) == set(TOLD_BY[kind]) and last in _ANGSTROMS:
            values = (
                float(value) * _ANGSTROMS[unit or last] if name in "abc" else float(value)
                for name, (value, unit) in found.items()
            )
            told = " ".join(f"{name}={value:.10g}" for name, value in zip(found, values, strict=True))
            yield lead.start(), end + (text[end : end + 1] == ")"), f"{kind} {told}"


def find_measured_cells(text: str) -> Iterator[tuple[int, int, str]]:
    """The cells of a text whose volume is asked for: "volume of a hexagonal cell with a = 3.2 Å and c = 5.2 Å"."""
    for start, end, told in find_cell_shapes(text):
        if lead := _volume_of().search(text, 0, start):
            yield lead.start(), end, told


@cache
def _volume_of() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w-])(?:{any_of(phrase_list('cell_shapes', 'volumes'))})\s+(?:of|for|has)\s+$", re.IGNORECASE
    )
