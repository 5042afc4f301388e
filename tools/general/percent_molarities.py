"""The molarity of a solution whose strength is told in percent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general.percent_solutions import PercentNote, refuse_liquid
from scitoolagent.tools.general.solutions import Molarity

PercentSolution = Annotated[
    str,
    Semantic(
        "PercentSolution",
        parent="Parameter",
        label="solution told in percent",
        finder="scitoolagent.tools.general._percent_words:find_percent_solutions",
    ),
]
_SAID = re.compile(r"(?P<percent>[\d.eE+-]+) % (?P<substance>\S.{0,80})")


@dataclass(frozen=True, slots=True)
class PercentMolarity:
    """The molarity, and how the percentage was taken."""

    molarity: Molarity
    note: PercentNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"solution": "0.9 % NaCl"})
def percent_strength_molarity(solution: PercentSolution) -> PercentMolarity:
    """Compute the molarity of a solution of a solid whose strength is told in percent (w/v).

    Args:
        solution: As `0.9 % NaCl`; the substance by its name or formula.
    Returns:
        10 times the percentage by the molar mass, in mol/L; the note says how the percentage was taken.
    Raises:
        ToolInputError: it cannot be read, the substance is not known or liquid at 25 °C, or the strength is not above 0
            and up to 100 %.
    Source: definition of the strength by weight and volume (% w/v).
    """
    from scitoolagent.tools.chemistry.composition import molecular_weight
    from scitoolagent.tools.chemistry.names import name_to_smiles

    match = _SAID.fullmatch(solution.strip())
    if match is None:
        raise ToolInputError(f"{solution[:60]!r} cannot be read; write it as 0.9 % NaCl")
    percent, substance = float(match["percent"]), match["substance"]
    positive(percent=percent)
    if percent > 100:
        raise ToolInputError(f"{percent:g} % is no strength of a solution; give one up to 100")
    refuse_liquid(substance)
    mass = molecular_weight(name_to_smiles(substance).smiles)
    note = f"{percent:g} % is taken as {percent:g} g of {substance} for 100 mL of solution (w/v), {mass:.2f} g/mol"
    return PercentMolarity(10 * percent / mass, note)
