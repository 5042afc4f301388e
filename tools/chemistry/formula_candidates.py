"""Molecular formulas that a measured mass can be of."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.chemistry.mass_values import NeutralMass
from scitoolagent.tools.materials._elements import symbols

# Monoisotopic masses in Da and the highest number of bonds of the usual elements (AME 2020).
_ELEMENTS = {
    "C": (12.0, 4), "H": (1.00782503223, 1), "N": (14.00307400443, 3), "O": (15.99491461957, 2),
    "P": (30.97376199842, 3), "S": (31.9720711744, 2), "F": (18.99840316273, 1), "Cl": (34.968852682, 1),
    "Br": (78.9183376, 1), "I": (126.9044719, 1), "Si": (27.97692653465, 4),
}  # fmt: skip
_HEAVIEST = 1000.0
_MOST_TRIES = 2_000_000
_SHOWN = 200
_LISTED = re.compile(r"(?<![\w-])((?:[A-Z][a-z]?)(?:\s*,\s*[A-Z][a-z]?)*(?:\s*,)?\s+and\s+[A-Z][a-z]?)(?![\w-])")

PpmTolerance = Annotated[
    float,
    Semantic("PpmTolerance", parent="Parameter", unit="ppm", label="mass tolerance", also=("tolerance", "accuracy")),
]
CandidateElements = Annotated[
    str,
    Semantic(
        "CandidateElements",
        parent="Parameter",
        label="elements of the formula",
        finder="scitoolagent.tools.chemistry.formula_candidates:find_element_lists",
        needs_context=True,
    ),
]
CandidateFormulas = Annotated[
    list[str],
    Semantic(
        "CandidateFormulas",
        parent="MolecularProperty",
        label="molecular formulas of a mass",
        also=(
            "formula candidates",
            "candidate formulas",
            "possible formulas",
            "molecular formulas fit",
            "formulas fit",
            "elemental compositions",
            "molecular formulas for a mass",
        ),
    ),
]


def find_element_lists(text: str) -> Iterator[tuple[int, int, str]]:
    """Lists of symbols of elements, parted by blanks: `C H O` for "C, H and O", where formulas are asked for."""
    cue = any_of(phrase_list("formula_search", "cues"))
    if len(text) > 2000 or not re.search(rf"\b(?:{cue})\b", text, re.IGNORECASE):
        return
    for match in _LISTED.finditer(text):
        listed = re.findall(r"[A-Z][a-z]?", match[1])
        if len(set(listed)) == len(listed) and all(one in symbols() for one in listed):
            yield match.start(), match.end(), " ".join(listed)


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"mass": 180.0634, "tolerance": 3.0, "elements": "C H N O S"},
)
def formula_candidates(
    mass: NeutralMass, tolerance: PpmTolerance = 5.0, elements: CandidateElements = "C H N O"
) -> CandidateFormulas:
    """List the molecular formulas whose monoisotopic mass fits a measured mass.

    Args:
        mass: Of the neutral molecule in Da, 2 to 1000.
        tolerance: In ppm, above 0 to 100.
        elements: Symbols parted by blanks, of C, H, N, O, P, S, F, Cl, Br, I and Si.
    Returns:
        At most 200 formulas with their error, the nearest first: a whole number of rings and double bonds, not below 0.
    Raises:
        ToolInputError: a value out of its bounds, another element, no formula that fits, or too many ways to try.
    Source: masses of AME 2020, doi:10.1088/1674-1137/abddaf; rules of valence, Senior 1951, doi:10.2307/2372318.
    """
    chosen = elements.split()
    if unknown := [one for one in chosen if one not in _ELEMENTS]:
        raise ToolInputError(f"{unknown[0][:10]!r} is none of {', '.join(_ELEMENTS)}")
    if not 2 <= mass <= _HEAVIEST or not 0 < tolerance <= 100:
        raise ToolInputError(
            f"a mass of {mass} Da within {tolerance} ppm is out of bounds: 2 to 1000 Da, up to 100 ppm"
        )
    found = sorted(_fitting(mass, mass * tolerance * 1e-6, chosen), key=lambda one: abs(one[1]))
    if not found:
        raise ToolInputError(f"no formula of {', '.join(chosen)} has {mass} Da within {tolerance:g} ppm")
    return [f"{formula} ({1e6 * error / mass:+.2f} ppm)" for formula, error in found[:_SHOWN]]


def _fitting(mass: float, spread: float, chosen: list[str]) -> Iterator[tuple[str, float]]:
    """The formulas with their errors in Da; hydrogen, or the lightest element, is told by what is left."""
    order = sorted(dict.fromkeys(chosen), key=lambda one: -_ELEMENTS[one][0])
    *heavy, last = order
    unit = _ELEMENTS[last][0]
    tries = math.prod(int(mass / _ELEMENTS[one][0]) + 1 for one in heavy)
    if tries > 100 * _MOST_TRIES:
        raise ToolInputError(f"{len(chosen)} elements have too many formulas of {mass} Da; give fewer elements")
    stack: list[tuple[int, float, tuple[int, ...]]] = [(0, mass, ())]
    for count in itertools.count():
        if not stack:
            return
        if count > _MOST_TRIES:
            raise ToolInputError(f"{len(chosen)} elements have too many formulas of {mass} Da; give fewer elements")
        place, left, counts = stack.pop()
        if place < len(heavy):
            own = _ELEMENTS[heavy[place]][0]
            stack += [(place + 1, left - n * own, (*counts, n)) for n in range(int((left + spread) / own) + 1)]
            continue
        number = round(left / unit)
        if number >= 0 and abs(left - number * unit) <= spread:
            held = {one: n for one, n in zip(order, (*counts, number), strict=True) if n}
            if _is_possible(held):
                yield _written(held), left - number * unit


def _is_possible(held: dict[str, int]) -> bool:
    """Whether the rings and double bonds are a whole number, and not below zero."""
    twice = 2 + sum(n * (_ELEMENTS[one][1] - 2) for one, n in held.items())
    return twice >= 0 and twice % 2 == 0


def _written(held: dict[str, int]) -> str:
    first = [one for one in ("C", "H") if one in held] if "C" in held else []
    order = first + sorted(one for one in held if one not in first)
    return "".join(one + (str(held[one]) if held[one] > 1 else "") for one in order)
