"""Doses of drugs, and what is in the plasma after them: one compartment, elimination of first order."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology.pharmacokinetics import (
    DistributionVolume,
    DrugClearance,
    DrugDose,
    EliminationRateGiven,
    PlasmaStart,
)
from scitoolagent.tools.general._checks import not_negative, positive
from scitoolagent.tools.general.decay import ElapsedTime, HalfLife

DistributionVolumeByWeight = Annotated[
    float,
    Semantic(
        "DistributionVolumeByWeight",
        parent="Parameter",
        unit="L/kg",
        label="volume of distribution of a drug by body weight",
        also=("volume of distribution", "distribution volume", "Vd"),
    ),
]
BodyWeight = Annotated[
    float,
    Semantic(
        "BodyWeight",
        parent="Parameter",
        unit="kg",
        label="body weight",
        also=("weight of the patient", "body mass", "patient", "person", "adult", "weighing", "weight"),
    ),
]
PlasmaTarget = Annotated[
    float,
    Semantic(
        "PlasmaTarget",
        parent="Parameter",
        unit="mg/L",
        label="wanted plasma concentration",
        also=(
            "target concentration",
            "target plasma concentration",
            "target level",
            "steady-state concentration",
            "average steady-state concentration",
            "target",
            "Css",
        ),
    ),
]
AbsorbedFraction = Annotated[
    float,
    Semantic(
        "AbsorbedFraction",
        parent="Parameter",
        unit="1",
        label="absorbed fraction of a dose",
        also=("bioavailability", "oral bioavailability", "F"),
    ),
]
DosingInterval = Annotated[
    float,
    Semantic(
        "DosingInterval",
        parent="Parameter",
        unit="h",
        label="dosing interval",
        also=("interval", "tau", "every", "τ"),
        announced=("every",),
    ),
]
LoadingDose = Annotated[float, Semantic("LoadingDose", parent="MaterialProperty", unit="mg", label="loading dose")]
MaintenanceDose = Annotated[
    float,
    Semantic(
        "MaintenanceDose",
        parent="MaterialProperty",
        unit="mg",
        label="maintenance dose",
        also=("maintenance dose per interval",),
    ),
]
InfusionRate = Annotated[
    float,
    Semantic(
        "InfusionRate",
        parent="MaterialProperty",
        unit="mg/h",
        label="infusion rate",
        also=("maintenance dose rate", "dosing rate", "maintenance rate", "maintenance infusion rate"),
    ),
]
PlasmaConcentration = Annotated[
    float,
    Semantic(
        "PlasmaConcentration",
        parent="MaterialProperty",
        unit="mg/L",
        label="plasma concentration",
        also=("plasma level", "drug concentration", "concentration in plasma", "plasma conc"),
    ),
]
SteadyStateConcentration = Annotated[
    float,
    Semantic(
        "SteadyStateConcentration",
        parent="MaterialProperty",
        unit="mg/L",
        label="average steady-state concentration",
        also=("steady-state concentration", "steady state concentration", "Css"),
    ),
]
DrugLeft = Annotated[
    float,
    Semantic(
        "DrugLeft",
        parent="MaterialProperty",
        unit="mg",
        label="amount of a drug that is left",
        also=(
            "amount left",
            "amount left in the body",
            "how much is left",
            "how much is left in the body",
            "how much remains",
            "how much drug is left",
            "how much drug remains",
            "amount remaining",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"target": 15.0, "volume": 42.0})
def loading_dose(target: PlasmaTarget, volume: DistributionVolume, absorbed: AbsorbedFraction = 1.0) -> LoadingDose:
    """Compute the loading dose that brings the plasma to a wanted concentration.

    Args:
        target: In mg/L.
        volume: Of distribution in L.
        absorbed: Fraction of the dose that reaches the blood, above 0 and at most 1; 1 for an injection.
    Returns:
        C V / F in mg.
    Raises:
        ToolInputError: a value is not positive, or the fraction is above 1.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(target=target, volume=volume)
    return target * volume / _fraction(absorbed)


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"target": 15.0, "volume": 0.7, "weight": 64.0},
)
def loading_weighed_dose(
    target: PlasmaTarget,
    volume: DistributionVolumeByWeight,
    weight: BodyWeight,
    absorbed: AbsorbedFraction = 1.0,
) -> LoadingDose:
    """Compute the loading dose of a person from a volume of distribution by body weight.

    Args:
        target: In mg/L.
        volume: Of distribution in L/kg.
        weight: Of the person in kg.
        absorbed: Fraction of the dose that reaches the blood, above 0 and at most 1; 1 for an injection.
    Returns:
        C V m / F in mg.
    Raises:
        ToolInputError: a value is not positive, or the fraction is above 1.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(target=target, volume=volume, weight=weight)
    return target * volume * weight / _fraction(absorbed)


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"clearance": 3.6, "target": 9.0, "interval": 8.0},
)
def maintenance_dose(
    clearance: DrugClearance, target: PlasmaTarget, interval: DosingInterval, absorbed: AbsorbedFraction = 1.0
) -> MaintenanceDose:
    """Compute the dose of each interval that keeps an average concentration at steady state.

    Args:
        clearance: In L/h.
        target: Average concentration in mg/L.
        interval: Between doses in h.
        absorbed: Fraction of the dose that reaches the blood, above 0 and at most 1; 1 for an injection.
    Returns:
        CL C τ / F in mg.
    Raises:
        ToolInputError: a value is not positive, or the fraction is above 1.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(clearance=clearance, target=target, interval=interval)
    return clearance * target * interval / _fraction(absorbed)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"clearance": 3.6, "target": 9.0})
def infusion_rate(clearance: DrugClearance, target: PlasmaTarget) -> InfusionRate:
    """Compute the infusion rate that keeps a plasma concentration at steady state.

    Args:
        clearance: In L/h.
        target: In mg/L.
    Returns:
        CL C in mg/h.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(clearance=clearance, target=target)
    return clearance * target


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"dose": 320.0, "clearance": 3.6, "interval": 12.0},
)
def steady_state_concentration(
    dose: DrugDose, clearance: DrugClearance, interval: DosingInterval, absorbed: AbsorbedFraction = 1.0
) -> SteadyStateConcentration:
    """Compute the average plasma concentration at steady state of repeated doses.

    Args:
        dose: Of each interval in mg.
        clearance: In L/h.
        interval: Between doses in h.
        absorbed: Fraction of the dose that reaches the blood, above 0 and at most 1; 1 for an injection.
    Returns:
        F dose / (CL τ) in mg/L.
    Raises:
        ToolInputError: a value is not positive, or the fraction is above 1.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(dose=dose, clearance=clearance, interval=interval)
    return _fraction(absorbed) * dose / (clearance * interval)


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"start": 24.0, "half_life": 10800.0, "time": 28800.0},
)
def plasma_concentration(start: PlasmaStart, half_life: HalfLife, time: ElapsedTime) -> PlasmaConcentration:
    """Compute the plasma concentration of a drug some time after an intravenous dose.

    Args:
        start: At time zero in mg/L.
        half_life: In s.
        time: In s.
    Returns:
        C = C0 2^(-t / t½) in mg/L.
    Raises:
        ToolInputError: a value is not positive, or the time is negative.
    Source: law of first order.
    """
    positive(start=start, half_life=half_life)
    not_negative(time=time)
    return start * 2 ** (-time / half_life)


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"start": 24.0, "elimination": 0.2, "time": 28800.0},
)
def plasma_concentration_of_elimination(
    start: PlasmaStart, elimination: EliminationRateGiven, time: ElapsedTime
) -> PlasmaConcentration:
    """Compute the plasma concentration after a time from the elimination constant.

    Args:
        start: At time zero in mg/L.
        elimination: In 1/h.
        time: In s.
    Returns:
        C = C0 exp(-k t) in mg/L.
    Raises:
        ToolInputError: a value is not positive, or the time is negative.
    Source: law of first order.
    """
    positive(start=start, elimination=elimination)
    not_negative(time=time)
    return start * math.exp(-elimination * time / 3600)


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"dose": 80.0, "half_life": 10800.0, "time": 28800.0},
)
def drug_left(dose: DrugDose, half_life: HalfLife, time: ElapsedTime) -> DrugLeft:
    """Compute how much of an intravenous dose is left in the body after a time.

    Args:
        dose: In mg.
        half_life: In s.
        time: In s.
    Returns:
        dose 2^(-t / t½) in mg.
    Raises:
        ToolInputError: a value is not positive, or the time is negative.
    Source: law of first order.
    """
    positive(dose=dose, half_life=half_life)
    not_negative(time=time)
    return dose * 2 ** (-time / half_life)


def _fraction(absorbed: float) -> float:
    if not 0 < absorbed <= 1:
        raise ToolInputError(f"an absorbed fraction of {absorbed} is impossible; give it above 0 and at most 1")
    return absorbed
