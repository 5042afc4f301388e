"""Equivalents of a reagent, and what mass makes so many of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive, usable
from scitoolagent.tools.materials._amounts_of import read_amount_of
from scitoolagent.tools.materials._substances import substance_formula

_WORDS = "scitoolagent.tools.materials._equivalent_words"

ComparedAmounts = Annotated[
    str,
    Semantic(
        "ComparedAmounts",
        parent="Parameter",
        label="amounts of a reagent and of a substrate",
        finder=f"{_WORDS}:find_compared_amounts",
    ),
]
EquivalentsGiven = Annotated[
    str,
    Semantic(
        "EquivalentsGiven",
        parent="Parameter",
        label="equivalents of a reagent that are given",
        finder=f"{_WORDS}:find_equivalents",
    ),
]
ReagentEquivalents = Annotated[
    float,
    Semantic(
        "ReagentEquivalents",
        parent="MaterialProperty",
        unit="1",
        label="equivalents of a reagent",
        also=("equivalents", "how many equivalents", "molar equivalents", "number of equivalents", "equiv"),
    ),
]
ReagentMass = Annotated[
    float,
    Semantic(
        "ReagentMass",
        parent="MaterialProperty",
        unit="g",
        label="mass of a reagent for its equivalents",
        also=("mass of a reagent",),
    ),
]
ReagentAmount = Annotated[
    float,
    Semantic("ReagentAmount", parent="MaterialProperty", unit="mmol", label="amount of a reagent for its equivalents"),
]


@dataclass(frozen=True, slots=True)
class Reagent:
    """What has to be weighed in of a reagent."""

    mass: ReagentMass
    amount: ReagentAmount


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"amounts": "2.5 g triethylamine to 3.0 g benzoic acid"},
)
def reagent_equivalents(amounts: ComparedAmounts) -> ReagentEquivalents:
    """Compute how many molar equivalents of a reagent are there.

    Args:
        amounts: Of the reagent and of the substrate, as masses or amounts: `2.5 g Et3N to 3 g benzoic acid`.
    Returns:
        Moles of the reagent for one of the substrate.
    Raises:
        ToolInputError: an amount cannot be read, or a substance is not known.
    Source: definition; IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    reagent, _, substrate = amounts.partition(" to ")
    return usable(read_amount_of(reagent).moles / read_amount_of(substrate).moles, "number of equivalents")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"equivalents": "1.5 triethylamine to 2.0 g benzoic acid"},
)
def reagent_mass_of_equivalents(equivalents: EquivalentsGiven) -> Reagent:
    """Compute what mass of a reagent makes so many equivalents.

    Args:
        equivalents: Their number with the reagent, and the amount of the substrate:
            `1.5 triethylamine to 2 g benzoic acid`.
    Returns:
        Mass in g and amount in mmol of the pure reagent.
    Raises:
        ToolInputError: an amount cannot be read, or a substance is not known.
    Source: definition; IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    told, _, substrate = equivalents.partition(" to ")
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s+(.+?)\s*", told)
    if match is None:
        raise ToolInputError(f"{told[:60]!r} are no equivalents; write them as 1.5 triethylamine to 2 g benzoic acid")
    number = float(match[1])
    positive(equivalents=number)
    moles = number * read_amount_of(substrate).moles
    return Reagent(moles * substance_formula(match[2]).mass, 1000 * moles)
