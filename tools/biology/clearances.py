"""Clearance by the kidney and the liver, and how a drug accumulates."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology.doses import DosingInterval
from scitoolagent.tools.general._checks import positive, usable
from scitoolagent.tools.general.decay import HalfLife

AccumulationRatio = Annotated[
    float,
    Semantic(
        "AccumulationRatio",
        parent="MaterialProperty",
        unit="1",
        label="accumulation ratio of a drug",
        also=(
            "accumulation ratio",
            "drug accumulation ratio",
            "accumulation index",
        ),
    ),
]
LiverFlow = Annotated[
    float,
    Semantic(
        "LiverFlow",
        parent="Parameter",
        unit="L/h",
        label="liver blood flow",
        also=("hepatic blood flow", "liver blood flow rate", "Qh", "Q"),
    ),
]
UnboundShare = Annotated[
    float,
    Semantic(
        "UnboundShare",
        parent="Parameter",
        unit="1",
        label="unbound fraction in blood",
        also=("unbound fraction", "fraction unbound", "fu"),
    ),
]
IntrinsicClearance = Annotated[
    float,
    Semantic(
        "IntrinsicClearance",
        parent="Parameter",
        unit="L/h",
        label="intrinsic clearance",
        also=("CLint", "intrinsic hepatic clearance"),
    ),
]
HepaticClearance = Annotated[
    float,
    Semantic(
        "HepaticClearance",
        parent="MaterialProperty",
        unit="L/h",
        label="hepatic clearance by the well-stirred model",
        also=(
            "hepatic clearance",
            "well-stirred hepatic clearance",
            "liver clearance",
            "well-stirred model",
            "CLh",
            "CLhep",
        ),
    ),
]
ExtractionRatio = Annotated[
    float,
    Semantic(
        "ExtractionRatio",
        parent="MaterialProperty",
        unit="1",
        label="hepatic extraction ratio",
        also=("extraction ratio", "hepatic extraction", "liver extraction ratio"),
    ),
]
HepaticAvailability = Annotated[
    float,
    Semantic(
        "HepaticAvailability",
        parent="MaterialProperty",
        unit="1",
        label="hepatic availability",
        also=("Fh", "fraction that escapes the liver", "first-pass availability"),
    ),
]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"half_life": 43200.0, "interval": 8.0})
def accumulation_ratio(half_life: HalfLife, interval: DosingInterval) -> AccumulationRatio:
    """Compute how far a drug accumulates under repeated doses.

    Args:
        half_life: Of elimination in s.
        interval: Between doses in h.
    Returns:
        R = 1 / (1 - 2^(-τ / t½)), steady state over the first dose.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(half_life=half_life, dosing_interval=interval)
    eliminated = -math.expm1(-math.log(2) * interval / (half_life / 3600))
    if eliminated == 0:
        raise ToolInputError("the dosing interval is too short beside the half-life; look at the units")
    return usable(1 / eliminated, "accumulation ratio")


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"flow": 90.0, "unbound": 0.1, "intrinsic": 200.0},
)
def hepatic_clearance(flow: LiverFlow, unbound: UnboundShare, intrinsic: IntrinsicClearance) -> HepaticClearance:
    """Compute the hepatic clearance of a drug by the well-stirred model.

    Args:
        flow: Of blood through the liver in L/h.
        unbound: Fraction of the drug in blood that is not bound, up to 1.
        intrinsic: Clearance of the unbound drug by the enzymes, in L/h.
    Returns:
        CL = Q fu CLint / (Q + fu CLint) in L/h.
    Raises:
        ToolInputError: a value is not positive, or the fraction is above 1.
    Source: Rowland, Benet & Graham 1973, doi:10.1007/BF01059626.
    """
    positive(liver_blood_flow=flow, unbound_fraction=unbound, intrinsic_clearance=intrinsic)
    if unbound > 1:
        raise ToolInputError(f"the unbound fraction is {unbound}; it lies between 0 and 1")
    free = unbound * intrinsic
    return usable(flow * free / (flow + free), "hepatic clearance")


@dataclass(frozen=True, slots=True)
class HepaticExtraction:
    """What the liver takes out of the blood in one pass, and what it lets through."""

    extraction_ratio: ExtractionRatio
    hepatic_availability: HepaticAvailability


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"flow": 90.0, "unbound": 0.1, "intrinsic": 200.0},
)
def hepatic_extraction(flow: LiverFlow, unbound: UnboundShare, intrinsic: IntrinsicClearance) -> HepaticExtraction:
    """Compute the hepatic extraction ratio of a drug by the well-stirred model.

    Args:
        flow: Of blood through the liver in L/h.
        unbound: Fraction of the drug in blood that is not bound, up to 1.
        intrinsic: Clearance of the unbound drug by the enzymes, in L/h.
    Returns:
        E = fu CLint / (Q + fu CLint), and F = 1 - E.
    Raises:
        ToolInputError: a value is not positive, or the fraction is above 1.
    Source: Rowland, Benet & Graham 1973, doi:10.1007/BF01059626.
    """
    ratio = hepatic_clearance(flow, unbound, intrinsic) / flow
    return HepaticExtraction(ratio, 1 - ratio)
