"""The formula of a compound from the percentages of its elements, as an elemental analysis gives them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula
from scitoolagent.tools.materials._formula import hill_order, parse_formula, written
from scitoolagent.tools.materials.formula import EmpiricalFormula, MolarMass

Percentages = Annotated[
    str,
    Semantic(
        "ElementPercentages",
        parent="Parameter",
        label="percentages of the elements of a compound",
        also=("elemental analysis", "percent composition that is given"),
        finder="scitoolagent.tools.materials._percentage_words:find_percentages",
    ),
]
AnalysisNote = Annotated[
    str, Semantic("AnalysisNote", parent="Report", label="how a formula fits an analysis", role="note")
]
_ITEM = re.compile(r"(\d{1,3}(?:\.\d{1,6})?) ?%? ([A-Z][a-z]?)")
_MOST_ATOMS = 12
_MOST_ELEMENTS = 10
# What chemists allow between an analysis and a formula, in percent of the sample.
_FIT = 0.4
# The percentages of an analysis, rounded, may miss the whole by so much.
_WHOLE = 1.0
# The molar mass may miss a multiple of that of the formula by so much of it.
_MASS_FIT = 0.03


@dataclass(frozen=True, slots=True)
class FormulaFound:
    """The empirical formula, and how far its percentages are from those given."""

    formula: EmpiricalFormula
    note: AnalysisNote


@dataclass(frozen=True, slots=True)
class MolecularFormulaFound:
    """The molecular formula, and how far its percentages and its mass are from those given."""

    formula: MolecularFormula
    note: AnalysisNote


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"percentages": "52.14 % C, 13.13 % H, 34.73 % O"},
    also=("empirical formula", "simplest formula", "formula from an elemental analysis"),
)
def formula_of_percentages(percentages: Percentages) -> FormulaFound:
    """Compute the empirical formula of a compound from its mass percentages.

    Args:
        percentages: Of all elements, as `40.0 % C, 6.7 % H, 53.3 % O`; they add up to 100 within 1.
    Returns:
        The formula of the fewest atoms, up to 12 of the rarest element, whose percentages are those given within 0.4.
    Raises:
        ToolInputError: the text cannot be read, an element is there twice, the sum is not 100, or no formula fits.
    Source: definition of the empirical formula, IUPAC Gold Book, doi:10.1351/goldbook.E02063; IUPAC atomic weights.
    """
    formula, worst = _empirical(_read(percentages))
    return FormulaFound(formula, f"percentages of {formula} differ from those given by {worst:.2f} at most")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"percentages": "40.0 % C, 6.7 % H, 53.3 % O", "molar_mass": 180.0},
    also=("molecular formula from an elemental analysis", "molecular formula"),
)
def molecular_formula_of_percentages(percentages: Percentages, molar_mass: MolarMass) -> MolecularFormulaFound:
    """Compute the molecular formula of a compound from its percentages and its molar mass.

    Args:
        percentages: Of all elements, as `40.0 % C, 6.7 % H, 53.3 % O`; they add up to 100 within 1.
        molar_mass: In g/mol; it may miss that of the formula by 3 %.
    Returns:
        The multiple of the empirical formula with that molar mass.
    Raises:
        ToolInputError: as `formula_of_percentages`, or no multiple has the molar mass.
    Source: as `formula_of_percentages`.
    """
    empirical, worst = _empirical(_read(percentages))
    unit = parse_formula(empirical)
    if not 0 < molar_mass < float("inf"):
        raise ToolInputError(f"a molar mass of {molar_mass} g/mol is impossible; give a positive one")
    times = round(molar_mass / unit.mass)
    if times < 1 or abs(times * unit.mass - molar_mass) > _MASS_FIT * molar_mass:
        raise ToolInputError(f"{molar_mass:g} g/mol is no multiple of {unit.mass:.2f} g/mol, the mass of {empirical}")
    counts = {symbol: count * times for symbol, count in unit.counts.items()}
    formula = written(counts, hill_order(counts))
    return MolecularFormulaFound(
        formula,
        f"{times} times {empirical}, {times * unit.mass:.2f} g/mol; percentages differ from those given by {worst:.2f}"
        " at most",
    )


def _read(text: str) -> dict[str, float]:
    items = [_ITEM.fullmatch(part.strip()) for part in text.split(",")]
    found = [(item[2], float(item[1])) for item in items if item is not None]
    if len(found) < len(items) or not 2 <= len(found) <= _MOST_ELEMENTS:
        raise ToolInputError(f"{text[:80]!r} is no composition; write it as 40.0 % C, 6.7 % H, 53.3 % O")
    shares = dict(found)
    if len(shares) < len(found):
        raise ToolInputError(f"{text[:80]!r} has an element twice")
    if any(share <= 0 for share in shares.values()) or abs(sum(shares.values()) - 100) > _WHOLE:
        raise ToolInputError(f"the percentages add up to {sum(shares.values()):g}, not 100; give those of all elements")
    return shares


def _empirical(shares: dict[str, float]) -> tuple[str, float]:
    """The formula of the fewest atoms that fits, and its largest difference in percent."""
    amounts = {symbol: share / parse_formula(symbol).mass for symbol, share in shares.items()}
    least = min(amounts.values())
    total = sum(shares.values())
    for times in range(1, _MOST_ATOMS + 1):
        counts = {symbol: max(1, round(times * amount / least)) for symbol, amount in amounts.items()}
        formula = parse_formula(written(counts, hill_order(counts)))
        worst = max(
            abs(100 * count * parse_formula(symbol).mass / formula.mass - 100 * shares[symbol] / total)
            for symbol, count in counts.items()
        )
        if worst <= _FIT:
            return written(counts, hill_order(counts)), worst
    raise ToolInputError(
        f"no formula with up to {_MOST_ATOMS} atoms of the rarest element has these percentages within {_FIT}"
    )
