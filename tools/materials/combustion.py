"""The equation of a complete combustion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula
from scitoolagent.tools.materials._formula import hill_order, parse_formula, written
from scitoolagent.tools.materials.reaction import balance_equation

CombustionEquation = Annotated[
    str,
    Semantic(
        "CombustionEquation",
        parent="BalancedEquation",
        label="equation of complete combustion",
        also=(
            "combustion equation",
            "combustion reaction",
            "equation for the combustion",
            "balanced equation for the combustion",
            "balance the equation for the combustion",
            "complete combustion",
        ),
    ),
]
CombustionNote = Annotated[
    str, Semantic("CombustionNote", parent="Report", label="what a combustion is taken to give", role="note")
]
# What each element burns to, by convention of thermochemistry; nitrogen stays an element.
_PRODUCTS = {"C": "CO2", "H": "H2O", "S": "SO2", "N": "N2"}


@dataclass(frozen=True, slots=True)
class Combustion:
    """The balanced equation, and what was taken for its products."""

    equation: CombustionEquation
    note: CombustionNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "C2H6O"})
def combustion_equation(formula: MolecularFormula) -> Combustion:
    """Write the balanced equation of the complete combustion of a compound in oxygen.

    Args:
        formula: Of a compound of C, H, O, N and S with carbon, hydrogen or sulfur in it.
    Returns:
        The equation to CO2, H2O, SO2 and N2 with the smallest whole coefficients; not what burns in too little air.
    Raises:
        ToolInputError: the formula cannot be read, has a charge or other elements, or nothing in it burns.
    Source: definition; balanced by the null space of the element matrix in exact fractions.
    """
    found = parse_formula(formula)
    others = sorted(set(found.counts) - {*_PRODUCTS, "O"})
    if others or found.charge:
        what = f"{', '.join(others)}" if others else "a charge"
        raise ToolInputError(f"{formula} has {what}; what compounds of C, H, O, N and S burn to is known")
    products = [_PRODUCTS[symbol] for symbol in ("C", "H", "S", "N") if symbol in found.counts]
    if not set(found.counts) & {"C", "H", "S"}:
        raise ToolInputError(f"nothing in {formula} burns")
    fuel = written(found.counts, hill_order(found.counts))
    if fuel in products:
        raise ToolInputError(f"{formula} is what a complete combustion gives; it does not burn")
    equation = balance_equation(f"{fuel} + O2 -> {' + '.join(products)}").balanced_equation
    return Combustion(equation, f"complete combustion to {', '.join(products)}")
