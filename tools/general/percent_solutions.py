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
        also=("w/v", "weight by volume", "percent strength", "strength of a solution", "saline", "gel"),
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


WeighedSubstance = Annotated[
    str,
    Semantic(
        "WeighedSubstance",
        parent="Parameter",
        label="what is weighed in",
        also=("solute that is weighed in",),
        finder="scitoolagent.tools.general._weighed_words:find_weighed",
    ),
]

_ROOM = 25.0


@dataclass(frozen=True, slots=True)
class PercentMass:
    """The mass in g, and how the percentage was taken."""

    mass: MassOfPercentSolution
    note: PercentNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"percent": 0.9, "volume": 250.0})
def mass_for_percent_solution(
    percent: PercentByVolume, volume: SolutionVolume, substance: WeighedSubstance = ""
) -> PercentMass:
    """Compute the mass of solute to weigh in for a solution of a given strength in percent.

    Args:
        percent: Grams of solute for 100 mL of solution (w/v), as the bench means it: 0.9 for saline.
        volume: Of the solution, in mL.
        substance: What is weighed in; it changes nothing and is told in the note.
    Returns:
        Mass in g; the note says how the percentage was taken.
    Raises:
        ToolInputError: the strength is not above 0 and up to 100, the volume is not positive, or the substance melts
            below 25 °C, whose percentages are often by volume.
    Source: definition of the strength by weight and volume (% w/v).
    """
    if not 0 < percent <= 100:
        raise ToolInputError(f"{percent:g} % is no strength of a solution; give one above 0 and up to 100")
    if not 0 < volume < math.inf:
        raise ToolInputError(f"a volume of {volume:g} mL is impossible; give a positive one")
    refuse_liquid(substance)
    of = f" of {substance[:60]}" if substance else ""
    note = f"{percent:g} % is taken as {percent:g} g{of} for 100 mL of solution (w/v)"
    return PercentMass(percent * volume / 100, note)


def refuse_liquid(substance: str) -> None:
    """Refuse what is liquid: 70 % ethanol is 70 mL in 100 mL."""
    if not substance:
        return
    from scitoolagent.tools.chemistry.names import name_to_smiles
    from scitoolagent.tools.chemistry.phase_points import melting_point

    try:
        melts = melting_point(name_to_smiles(substance).smiles).melting_point
    except ToolInputError:
        # No name of a compound, or none whose melting point is known: agarose, SDS.
        return
    if melts < _ROOM:
        raise ToolInputError(
            f"{substance} is a liquid or a gas, whose percentages are often by volume or mass; give its concentration"
        )
