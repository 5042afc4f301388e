"""What a reaction also gives: an ester is told without its water, aspirin without acetic acid."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials._formula import Formula, hill_order, written
from scitoolagent.tools.materials._substances import substance_formula
from scitoolagent.tools.materials.reaction import balance_equation

# Small molecules that condensations, substitutions and decompositions set free.
_SMALL = (
    "H2O",
    "HCl",
    "HBr",
    "HI",
    "CH3COOH",
    "CO2",
    "NH3",
    "CH3OH",
    "C2H5OH",
    "NaCl",
    "NaBr",
    "KCl",
    "KBr",
    "NaNO3",
    "KNO3",
    "H2",
)
_MOST = 3


def by_product(left: Sequence[str], right: Sequence[str]) -> tuple[str, list[int]] | None:
    """The by-product that a reaction of several reagents to one product needs, with all coefficients in order.

    None where the reaction balances without.

    Raises:
        ToolInputError: nothing of the list makes a plausible equation, or two of it make equally simple ones.
    """
    if len(left) < 2 or len(right) != 1:
        return None
    names = [*left, *right]
    try:
        balance_equation(f"{' + '.join(map(_written, left))} -> {_written(right[0])}")
    except ToolInputError:
        # It does not balance as it stands, or only with coefficients that no reaction has.
        pass
    else:
        return None
    formulas = [substance_formula(name) for name in names]
    found: list[tuple[int, str, list[int]]] = []
    for other in _SMALL:
        formula = substance_formula(other)
        numbers = None if formula in formulas else _smallest([*formulas, formula], len(left))
        if numbers is not None:
            found.append((sum(numbers), other, numbers))
    found.sort()
    if not found or (len(found) > 1 and found[0][0] == found[1][0]):
        raise ToolInputError(
            f"{' + '.join(left)} -> {right[0]} does not balance with coefficients that a reaction has; "
            "name the by-products, or give the equation"
        )
    return found[0][1], found[0][2]


def _smallest(formulas: Sequence[Formula], reagents: int) -> list[int] | None:
    """The smallest coefficients up to three that balance an equation; None when there are none."""
    symbols = {symbol for formula in formulas for symbol in formula.counts}
    rows = [[formula.counts.get(symbol, Fraction(0)) for formula in formulas] for symbol in symbols]
    rows.append([Fraction(formula.charge) for formula in formulas])
    fitting = [
        numbers
        for numbers in itertools.product(range(1, _MOST + 1), repeat=len(formulas))
        if all(
            sum(
                number * count * (1 if place < reagents else -1)
                for place, (number, count) in enumerate(zip(numbers, row, strict=True))
            )
            == 0
            for row in rows
        )
    ]
    return list(min(fitting, key=sum)) if fitting else None


def _written(name: str) -> str:
    return formula_text(substance_formula(name))


def formula_text(formula: Formula) -> str:
    """A formula as an equation takes it, which a name is not."""
    charge = f"^{abs(formula.charge)}{'+' if formula.charge > 0 else '-'}" if formula.charge else ""
    return written(formula.counts, hill_order(formula.counts)) + charge
