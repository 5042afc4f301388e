"""Balance a chemical equation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.materials._formula import Formula
from scitoolagent.tools.materials._species import bare
from scitoolagent.tools.materials._substances import substance_formula

MAX_SPECIES = 20
MAX_CHARACTERS = 1000
# Molecules with several atoms of carbon that go into one of the only product.
_MOST_OF_ORGANIC = 3
_ARROW = re.compile(r"\s*(?:<?[-=]+>|[→⟶⇌⇄↔]|=)\s*")
ChemicalEquation = Annotated[
    str,
    Semantic(
        "ChemicalEquation",
        label="chemical equation",
        also=("reaction equation", "chemical reaction equation"),
        finder="scitoolagent.tools.materials._species:find_equations",
    ),
]
BalancedEquation = Annotated[
    str,
    Semantic(
        "BalancedEquation",
        parent="ChemicalEquation",
        label="balanced chemical equation",
        also=("balanced equation", "balanced reaction"),
    ),
]
StoichiometricCoefficients = Annotated[
    list[int],
    Semantic(
        "StoichiometricCoefficients",
        parent="MaterialProperty",
        label="stoichiometric coefficients",
        also=("stoichiometric coefficient", "reaction coefficients", "coefficients of the balanced equation"),
    ),
]


@dataclass(frozen=True, slots=True)
class Balanced:
    """The equation with its coefficients, which are also given alone, in the order of writing."""

    balanced_equation: BalancedEquation
    stoichiometric_coefficients: StoichiometricCoefficients


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"reaction": "Al + HCl -> AlCl3 + H2"},
    also=("balance a chemical equation", "balance the reaction", "equation balancing", "balance"),
)
def balance_equation(reaction: ChemicalEquation) -> Balanced:
    """Balance a chemical equation for every element and for charge.

    Args:
        reaction: Formulas or names joined by ` + `, an arrow between the sides; ions as Fe^3+, electrons as e-.
    Returns:
        Smallest whole coefficients; coefficients that are already written are ignored.
    Raises:
        ToolInputError: a formula cannot be read, no set of positive coefficients balances it, several do, or several
            organic reagents would give one product by many of each, since a by-product is missing then.
    Source: null space of the element and charge matrix in exact fractions.
    """
    sides = sides_of(reaction)
    species = [*sides[0], *sides[1]]
    signs = [1] * len(sides[0]) + [-1] * len(sides[1])
    basis = _null_space(_matrix([_read(name) for name in species], signs))
    if not basis:
        raise ToolInputError(f"{reaction!r} cannot be balanced: a species is missing or an element is on one side only")
    if len(basis) > 1:
        raise ToolInputError(f"{reaction!r} has {len(basis)} independent reactions; give one of them at a time")
    numbers = _whole(basis[0])
    for name, number in zip(species, numbers, strict=True):
        if number <= 0:
            raise ToolInputError(
                f"{reaction!r} only balances with {name} {'left out' if number == 0 else 'on the other side'}"
            )
    _plausible(sides, species, numbers)
    terms = [f"{number} {name}" if number > 1 else name for name, number in zip(species, numbers, strict=True)]
    left, right = terms[: len(sides[0])], terms[len(sides[0]) :]
    return Balanced(f"{' + '.join(left)} -> {' + '.join(right)}", numbers)


def sides_of(reaction: str) -> tuple[list[str], list[str]]:
    """The species on both sides of an equation, without coefficients.

    Raises:
        ToolInputError: no arrow, too many species, or one of them twice.
    """
    if len(reaction) > MAX_CHARACTERS:
        raise ToolInputError(f"the equation has {len(reaction)} characters, at most {MAX_CHARACTERS} are taken")
    parts = _ARROW.split(reaction.strip())
    if len(parts) != 2:
        raise ToolInputError(f"{reaction!r} needs one arrow between its sides, as in H2 + O2 -> H2O")
    left, right = ([bare(term) for term in re.split(r"\s+\+\s+|\+(?=[A-Z(\[])", part)] for part in parts)
    species = [*left, *right]
    if not all(species) or len(species) > MAX_SPECIES:
        raise ToolInputError(f"{reaction!r} needs 2 to {MAX_SPECIES} species, joined by ' + '")
    if len(set(species)) < len(species):
        raise ToolInputError(f"{reaction!r} has the same species twice")
    return left, right


def _read(name: str) -> Formula:
    return Formula({}, -1) if re.fullmatch(r"e(?:\^?-|⁻)", name) else substance_formula(name)


def _plausible(sides: tuple[list[str], list[str]], species: list[str], numbers: list[int]) -> None:
    """Refuse `11 C7H6O3 + C4H6O3 -> 9 C9H8O4`, which balances and is no reaction."""
    if len(sides[0]) < 2 or len(sides[1]) > 1:
        return
    for name, number in zip(species, numbers, strict=True):
        if number > _MOST_OF_ORGANIC and _read(name).counts.get("C", 0) > 1:
            raise ToolInputError(
                f"{' + '.join(sides[0])} -> {sides[1][0]} would take {number} {name}, which no reaction does; "
                "name the by-products"
            )


def _matrix(species: list[Formula], signs: list[int]) -> list[list[Fraction]]:
    symbols = sorted({symbol for formula in species for symbol in formula.counts})
    rows = [
        [sign * formula.counts.get(symbol, Fraction(0)) for formula, sign in zip(species, signs, strict=True)]
        for symbol in symbols
    ]
    return [*rows, [Fraction(sign * formula.charge) for formula, sign in zip(species, signs, strict=True)]]


def _null_space(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    width = len(rows[0])
    pivots: list[int] = []
    for column in range(width):
        place = len(pivots)
        found = next((row for row in range(place, len(rows)) if rows[row][column]), None)
        if found is None:
            continue
        rows[place], rows[found] = rows[found], rows[place]
        rows[place] = [value / rows[place][column] for value in rows[place]]
        for other in range(len(rows)):
            if other != place and rows[other][column]:
                factor = rows[other][column]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
        pivots.append(column)
    basis = []
    for free in (column for column in range(width) if column not in pivots):
        vector = [Fraction(0)] * width
        vector[free] = Fraction(1)
        for place, column in enumerate(pivots):
            vector[column] = -rows[place][free]
        basis.append(vector)
    return basis


def _whole(vector: list[Fraction]) -> list[int]:
    factor = lcm(*(value.denominator for value in vector))
    numbers = [int(value * factor) for value in vector]
    return [number // gcd(*numbers) for number in numbers]
