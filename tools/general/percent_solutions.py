"""Solutions whose strength is told in percent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general.solutions import SolutionVolume

PercentByVolume = Annotated[
    float,
    Semantic(
        "MassPercentByVolume",
        parent="Parameter",
        unit="%",
        label="strength in grams for 100 mL",
        also=("w/v", "weight by volume", "percent strength", "strength of a solution"),
        announced=("of",),
    ),
]
MassOfPercentSolution = Annotated[
    float,
    Semantic(
        "MassOfPercentSolution",
        parent="SoluteMass",
        unit="g",
        label="mass for a solution in percent",
        also=("mass needed", "grams needed", "mass of solute", "mass for a solution", "mass to weigh in"),
    ),
]
PercentNote = Annotated[str, Semantic("PercentNote", parent="Report", label="how a percentage is taken", role="note")]


@dataclass(frozen=True, slots=True)
class PercentMass:
    """The mass in g, and how the percentage was taken."""

    mass: MassOfPercentSolution
    note: PercentNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"percent": 0.9, "volume": 250.0})
def mass_for_percent_solution(percent: PercentByVolume, volume: SolutionVolume) -> PercentMass:
    """Compute the mass of solute to weigh in for a solution of a given strength in percent.

    Args:
        percent: Grams of solute for 100 mL of solution (w/v), as the bench means it: 0.9 for saline.
        volume: Of the solution, in mL.
    Returns:
        Mass in g; the note says how the percentage was taken.
    Raises:
        ToolInputError: the strength is not above 0 and up to 100, or the volume is not positive.
    Source: definition of the strength by weight and volume (% w/v).
    """
    if not 0 < percent <= 100:
        raise ToolInputError(f"{percent:g} % is no strength of a solution; give one above 0 and up to 100")
    if not 0 < volume < math.inf:
        raise ToolInputError(f"a volume of {volume:g} mL is impossible; give a positive one")
    return PercentMass(percent * volume / 100, f"{percent:g} % is taken as {percent:g} g for 100 mL of solution (w/v)")
