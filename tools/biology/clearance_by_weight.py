"""Clearance of a drug that is given by body weight: of a person, and the half-life with a volume by body weight."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology.doses import BodyWeight, DistributionVolumeByWeight
from scitoolagent.tools.biology.pharmacokinetics import Clearance, EliminationHalfLife
from scitoolagent.tools.general._checks import positive, usable

ClearanceByWeight = Annotated[
    float,
    Semantic(
        "ClearanceByWeight",
        parent="Parameter",
        unit="L/(h.kg)",
        label="clearance of a drug by body weight",
        also=("clearance", "CL", "clearance per kg", "weight-normalised clearance"),
    ),
]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"clearance": 0.9, "weight": 70.0})
def clearance_of_weight(clearance: ClearanceByWeight, weight: BodyWeight) -> Clearance:
    """Compute the clearance of a person from the clearance by body weight.

    Args:
        clearance: In L/(h·kg).
        weight: In kg.
    Returns:
        CL in L/h.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition.
    """
    positive(clearance=clearance, weight=weight)
    return usable(clearance * weight, "clearance")


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"clearance": 0.9, "volume": 1.2})
def half_life_by_weight(clearance: ClearanceByWeight, volume: DistributionVolumeByWeight) -> EliminationHalfLife:
    """Compute the half-life of a drug from clearance and volume of distribution by weight.

    Args:
        clearance: In L/(h·kg).
        volume: In L/kg.
    Returns:
        t½ = ln 2 V / CL in h; the body weight cancels.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(clearance=clearance, volume=volume)
    return usable(math.log(2) * volume / clearance, "half-life")
