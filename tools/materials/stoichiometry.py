"""What amounts of substances give when they react: limiting reagent, mass of a product, combustion."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.materials._by_products import by_product, formula_text
from scitoolagent.tools.materials._formula import Formula
from scitoolagent.tools.materials._species import bare
from scitoolagent.tools.materials._substances import substance_formula
from scitoolagent.tools.materials.reaction import ChemicalEquation, balance_equation, sides_of

MOST_SUBSTANCES = 10

# What one of the substances is asked of is no mixture that a reagent can limit, so the narrower type is that.
ReactingAmounts = Annotated[
    str,
    Semantic(
        "ReactingAmounts",
        parent="Parameter",
        label="amounts of substances that react",
        finder="scitoolagent.tools.materials._mixture_words:find_formations",
    ),
]
ReactionMixture = Annotated[
    str,
    Semantic(
        "ReactionMixture",
        parent="ReactingAmounts",
        label="reaction mixture",
        finder="scitoolagent.tools.materials._mixture_words:find_mixtures",
    ),
]
LimitingReagent = Annotated[
    str,
    Semantic(
        "LimitingReagent",
        parent="MaterialProperty",
        label="limiting reagent",
        also=("limiting reactant", "reagent that is used up first", "limiting"),
    ),
]
LeftoverMasses = Annotated[
    dict[str, float],
    Semantic(
        "LeftoverMasses",
        parent="MaterialProperty",
        unit="g",
        label="mass of each reagent left over",
        also=("excess reagent", "reagent in excess", "mass left over", "unreacted mass"),
    ),
]
ProductMass = Annotated[
    float,
    Semantic(
        "ProductMass",
        parent="MaterialProperty",
        unit="g",
        label="mass of a product of a reaction",
        also=("theoretical yield", "mass of product", "mass formed", "mass that reacts"),
    ),
]
ProductAmount = Annotated[
    float,
    Semantic(
        "ProductAmount",
        parent="MaterialProperty",
        unit="mol",
        label="amount of a product of a reaction",
        also=("moles of product", "amount formed"),
    ),
]
UsedEquation = Annotated[str, Semantic("UsedEquation", parent="Report", role="note", label="equation that was used")]

# A number as Python writes it, a unit, and the rest up to the next plus between blanks.
_AMOUNT = re.compile(r"(?P<value>[\d.]+(?:e[+-]?\d+)?) (?P<unit>\S+) (?P<substance>.+)")
_MIXTURE = re.compile(r"(?P<burn>burn )?(?P<left>[^?]*?)(?: -> (?P<right>[^?]*?))?(?: \? (?P<asked>.+))?")


@dataclass(frozen=True, slots=True)
class Limits:
    """Which reagent is used up first, what is left of the others in g, and the balanced equation."""

    limiting_reagent: LimitingReagent
    leftover: LeftoverMasses
    equation: UsedEquation


@dataclass(frozen=True, slots=True)
class Yield:
    """Mass and amount of the substance asked for at full conversion, and the balanced equation."""

    mass: ProductMass
    amount: ProductAmount
    equation: UsedEquation


@dataclass(frozen=True, slots=True)
class _Reaction:
    """A balanced reaction with what there is of its reagents, in mol, by the names as written."""

    given: dict[str, float]
    formulas: dict[str, Formula]
    numbers: dict[str, int]
    reagents: tuple[str, ...]
    asked: str
    equation: str

    @property
    def turns(self) -> float:
        """How often the equation can take place, in mol, until the first reagent is used up."""
        return min(amount / self.numbers[name] for name, amount in self.given.items())


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"mixture": "4 g CH4 + 10 g O2 -> CO2 + H2O"})
def limiting_reagent(mixture: ReactionMixture) -> Limits:
    """Find the limiting reagent of a mixture that reacts to given products.

    Args:
        mixture: Masses or amounts of two reagents or more and the products, as `4 g CH4 + 10 g O2 -> CO2 + H2O`.
    Returns:
        The reagent that is used up first, what is left of each other one in g, and the balanced equation.
    Raises:
        ToolInputError: the mixture cannot be read or balanced, has no products, or no reagent limits it alone.
    Source: definition, the smallest n / ν; IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    return _limits(_read(mixture))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"mixture": "4 g CH4 + 10 g O2", "equation": "CH4 + O2 -> CO2 + H2O"},
)
def limiting_reagent_of_equation(mixture: ReactionMixture, equation: ChemicalEquation) -> Limits:
    """Find the limiting reagent of a mixture that reacts by a given equation.

    Args:
        mixture: Masses or amounts of reagents of the equation, as `4 g CH4 + 10 g O2`.
        equation: The equation, balanced or not.
    Returns:
        The reagent that is used up first, what is left of each other one in g, and the balanced equation.
    Raises:
        ToolInputError: mixture or equation cannot be read, they do not fit, or no reagent limits the reaction alone.
    Source: definition, the smallest n / ν; IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    return _limits(_read(mixture, equation))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"mixture": "burn 16 g CH4 ? H2O"},
    also=("combustion product", "number of grams formed"),
)
def reaction_yield(mixture: ReactingAmounts) -> Yield:
    """Compute the mass of a product that a mixture can form, or of a reagent that it needs.

    Args:
        mixture: Reagents with masses or amounts, products, and behind `?` the substance asked for, as
            `4 g CH4 + 10 g O2 -> CO2 + H2O ? H2O`; `burn 16 g CH4 ? CO2` is the complete combustion in enough oxygen.
    Returns:
        Mass in g and amount in mol of the substance asked for at full conversion, and the balanced equation.
    Raises:
        ToolInputError: the mixture cannot be read or balanced, or it is not clear which substance is asked for.
    Source: definition, ν n / ν of the limiting reagent; IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    return _yield(_read(mixture))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"mixture": "16 g CH4 ? H2O", "equation": "CH4 + O2 -> CO2 + H2O"},
)
def reaction_yield_of_equation(mixture: ReactingAmounts, equation: ChemicalEquation) -> Yield:
    """Compute the mass of a substance that an equation forms from a mixture, or needs.

    Args:
        mixture: Reagents with masses or amounts, and behind `?` the substance asked for, as `16 g CH4 ? H2O`; reagents
            that are not given are there in plenty.
        equation: The equation, balanced or not.
    Returns:
        Mass in g and amount in mol of the substance asked for at full conversion, and the balanced equation.
    Raises:
        ToolInputError: mixture or equation cannot be read, they do not fit, or it is not clear what is asked for.
    Source: definition, ν n / ν of the limiting reagent; IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    return _yield(_read(mixture, equation))


def _limits(reaction: _Reaction) -> Limits:
    if len(reaction.given) < 2 or set(reaction.given) != set(reaction.reagents):
        missing = ", ".join(name for name in reaction.reagents if name not in reaction.given)
        raise ToolInputError(f"the amount of every reagent is needed{f'; {missing} has none' if missing else ''}")
    turns = reaction.turns
    limiting = [
        name for name, amount in reaction.given.items() if amount / reaction.numbers[name] <= turns * (1 + 1e-9)
    ]
    if len(limiting) > 1:
        raise ToolInputError(f"{' and '.join(limiting)} are used up together; no reagent limits the reaction alone")
    left = {
        name: (amount - turns * reaction.numbers[name]) * reaction.formulas[name].mass
        for name, amount in reaction.given.items()
        if name != limiting[0]
    }
    return Limits(limiting[0], left, reaction.equation)


def _yield(reaction: _Reaction) -> Yield:
    others = [name for name in reaction.numbers if name not in reaction.reagents]
    asked = reaction.asked or (others[0] if len(others) == 1 else "")
    if not asked:
        raise ToolInputError(f"the reaction gives {', '.join(others)}; ask for one of them")
    match = next((name for name in reaction.numbers if _same(reaction, name, asked)), None)
    if match is None or match in reaction.given:
        raise ToolInputError(f"{asked} is no product of {reaction.equation} and no reagent left open")
    amount = reaction.turns * reaction.numbers[match]
    return Yield(amount * reaction.formulas[match].mass, amount, reaction.equation)


def _same(reaction: _Reaction, name: str, other: str) -> bool:
    return name == other or reaction.formulas[name] == substance_formula(other)


def _read(mixture: str, equation: str = "") -> _Reaction:
    match = _MIXTURE.fullmatch(mixture.strip())
    if match is None or not match["left"]:
        raise ToolInputError(f"{mixture!r} is no mixture; write it as 4 g CH4 + 10 g O2 -> CO2 + H2O")
    given = dict(map(_part, match["left"].split(" + ")))
    asked = (match["asked"] or "").strip()
    if equation:
        left, right = ([bare(term) for term in side] for side in sides_of(equation))
    elif match["burn"]:
        left, right = [*given, "O2"], _burnt(*given)
    else:
        products = match["right"] or asked
        if not products:
            raise ToolInputError(f"{mixture!r} has no products; say what is formed, or give the equation")
        left, right = list(given), [bare(term) for term in products.split(" + ")]
        if found := by_product(left, right):
            return _balanced(given, left, [*right, found[0]], asked or right[0], found[1])
    return _balanced(given, left, right, asked)


def _part(text: str) -> tuple[str, tuple[float, str]]:
    """The substance of a part of a mixture, and how much of it there is: a number and its unit."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or not any(convertible(match["unit"], unit) for unit in ("g", "mol")):
        raise ToolInputError(f"{text!r} is no mass or amount of a substance; write it as 4 g CH4 or 2 mol O2")
    return bare(match["substance"]), (float(match["value"]), match["unit"])


def _burnt(*fuels: str) -> list[str]:
    elements = {symbol for fuel in fuels for symbol in substance_formula(fuel).counts}
    if len(fuels) != 1 or not elements <= {"C", "H", "O"} or not elements & {"C", "H"}:
        raise ToolInputError(
            f"{' and '.join(fuels)}: complete combustion is known for one substance of C, H and O; give the equation"
        )
    return [product for symbol, product in (("C", "CO2"), ("H", "H2O")) if symbol in elements]


def _balanced(
    given: dict[str, tuple[float, str]], left: list[str], right: list[str], asked: str, known: Sequence[int] = ()
) -> _Reaction:
    names = [*left, *right]
    if len(names) > MOST_SUBSTANCES or len(set(names)) < len(names):
        raise ToolInputError(f"{', '.join(names)}: at most {MOST_SUBSTANCES} different substances react")
    formulas = {name: substance_formula(name) for name in names}
    equation = " -> ".join(" + ".join(formula_text(formulas[name]) for name in side) for side in (left, right))
    coefficients = known or balance_equation(equation).stoichiometric_coefficients
    amounts: dict[str, float] = {}
    for name, (value, unit) in given.items():
        place = next((other for other in left if other == name or formulas[other] == substance_formula(name)), None)
        if place is None:
            raise ToolInputError(f"{name} is no reagent of {equation}")
        in_moles = convertible(unit, "mol")
        amounts[place] = convert(value, unit, "mol") if in_moles else convert(value, unit, "g") / formulas[place].mass
        if not 0 < amounts[place] < math.inf:
            raise ToolInputError(f"{value:g} {unit} of {name} is no amount that can react; give a positive one")
    numbers = dict(zip(names, coefficients, strict=True))
    terms = {name: name if number == 1 else f"{number} {name}" for name, number in numbers.items()}
    shown = " -> ".join(" + ".join(terms[name] for name in side) for side in (left, right))
    return _Reaction(amounts, formulas, numbers, tuple(left), asked, shown)
