"""One-compartment pharmacokinetics: clearance, volume of distribution and elimination of a drug."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive, usable
from scitoolagent.tools.general.decay import HalfLife

DistributionVolume = Annotated[
    float,
    Semantic(
        "DistributionVolume",
        parent="Parameter",
        unit="L",
        label="volume of distribution of a drug",
        also=("volume of distribution", "distribution volume", "Vd", "V"),
    ),
]
DrugClearance = Annotated[
    float,
    Semantic(
        "DrugClearance",
        parent="Parameter",
        unit="L/h",
        label="clearance of a drug",
        also=("clearance", "CL", "total clearance"),
    ),
]
EliminationRateGiven = Annotated[
    float,
    Semantic(
        "EliminationRateGiven",
        parent="Parameter",
        unit="h-1",
        label="elimination rate constant of a drug",
        also=("elimination constant", "elimination rate constant", "ke", "kel", "k"),
    ),
]
DrugDose = Annotated[
    float,
    Semantic(
        "DrugDose",
        parent="Parameter",
        unit="mg",
        label="dose of a drug",
        also=("dose", "bolus", "IV bolus", "IV dose"),
        announced=("dose", "bolus"),
    ),
]
PlasmaStart = Annotated[
    float,
    Semantic(
        "PlasmaStart",
        parent="Parameter",
        unit="mg/L",
        label="plasma concentration at the start",
        also=("initial plasma concentration", "initial concentration", "starting concentration", "C0"),
    ),
]
DrugExposure = Annotated[
    float,
    Semantic(
        "DrugExposure",
        parent="Parameter",
        unit="mg*h/L",
        label="area under the plasma curve",
        also=("AUC", "area under the curve", "exposure"),
    ),
]
Clearance = Annotated[
    float,
    Semantic(
        "Clearance",
        parent="MaterialProperty",
        unit="L/h",
        label="clearance",
        also=(
            "drug clearance",
            "plasma clearance",
            "total clearance",
            "systemic clearance",
        ),
    ),
]
ApparentVolume = Annotated[
    float,
    Semantic(
        "ApparentVolume",
        parent="MaterialProperty",
        unit="L",
        label="apparent volume of distribution",
        also=("volume of distribution", "distribution volume", "Vd"),
    ),
]
EliminationConstant = Annotated[
    float,
    Semantic(
        "EliminationConstant",
        parent="MaterialProperty",
        unit="h-1",
        label="elimination constant",
        also=("elimination rate constant", "elimination rate", "kel", "ke"),
    ),
]
EliminationHalfLife = Annotated[
    float,
    Semantic(
        "EliminationHalfLife",
        parent="MaterialProperty",
        unit="h",
        label="elimination half-life",
        also=("half-life", "half life", "plasma half-life", "half-life of the drug", "t1/2"),
    ),
]
OralExposure = Annotated[
    float,
    Semantic(
        "OralExposure",
        parent="Parameter",
        unit="mg*h/L",
        label="area under the curve after an oral dose",
        also=("AUC oral", "oral AUC", "AUC po", "AUC after an oral dose"),
    ),
]
IntravenousExposure = Annotated[
    float,
    Semantic(
        "IntravenousExposure",
        parent="Parameter",
        unit="mg*h/L",
        label="area under the curve after an intravenous dose",
        also=("AUC IV", "IV AUC", "intravenous AUC", "AUC after an intravenous dose", "AUC after an IV dose"),
    ),
]
OralDose = Annotated[
    float,
    Semantic("OralDose", parent="Parameter", unit="mg", label="oral dose", also=("dose po", "oral dose of", "po dose")),
]
IntravenousDose = Annotated[
    float,
    Semantic(
        "IntravenousDose", parent="Parameter", unit="mg", label="intravenous dose", also=("IV dose", "iv dose of")
    ),
]
Bioavailability = Annotated[
    float,
    Semantic(
        "Bioavailability",
        parent="MaterialProperty",
        unit="%",
        label="oral bioavailability",
        also=("bioavailability", "absolute bioavailability"),
    ),
]


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"half_life": 18000.0, "volume": 42.0})
def clearance_of_half_life(half_life: HalfLife, volume: DistributionVolume) -> Clearance:
    """Compute the clearance of a drug from its half-life and volume of distribution.

    Args:
        half_life: Of elimination in s.
        volume: Of distribution in L.
    Returns:
        CL = ln 2 V / t½ in L/h.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(half_life=half_life, volume=volume)
    return usable(math.log(2) * volume / (half_life / 3600), "clearance")


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"elimination": 0.15, "volume": 42.0})
def clearance_of_elimination(elimination: EliminationRateGiven, volume: DistributionVolume) -> Clearance:
    """Compute the clearance of a drug from its elimination constant and volume of distribution.

    Args:
        elimination: In 1/h.
        volume: In L.
    Returns:
        CL = k V in L/h.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(elimination=elimination, volume=volume)
    return elimination * volume


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"dose": 250.0, "exposure": 40.0})
def clearance_of_exposure(dose: DrugDose, exposure: DrugExposure) -> Clearance:
    """Compute the clearance of a drug from an intravenous dose and the area under the curve.

    Args:
        dose: Wholly absorbed, as by injection, in mg.
        exposure: Area under the curve to infinite time in mg h/L.
    Returns:
        CL = dose / AUC in L/h.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(dose=dose, exposure=exposure)
    return dose / exposure


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"dose": 300.0, "start": 7.5})
def distribution_volume(dose: DrugDose, start: PlasmaStart) -> ApparentVolume:
    """Compute the volume of distribution from an intravenous dose and the first concentration.

    Args:
        dose: In mg.
        start: Plasma concentration at time zero in mg/L.
    Returns:
        V = dose / C0 in L.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(dose=dose, start=start)
    return dose / start


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"clearance": 6.0, "half_life": 14400.0})
def distribution_volume_of_clearance(clearance: DrugClearance, half_life: HalfLife) -> ApparentVolume:
    """Compute the volume of distribution of a drug from its clearance and half-life.

    Args:
        clearance: In L/h.
        half_life: In s.
    Returns:
        V = CL t½ / ln 2 in L.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(clearance=clearance, half_life=half_life)
    return usable(clearance * half_life / 3600 / math.log(2), "volume")


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"clearance": 4.5, "volume": 42.0})
def elimination_constant(clearance: DrugClearance, volume: DistributionVolume) -> EliminationConstant:
    """Compute the elimination constant of a drug from its clearance and volume of distribution.

    Args:
        clearance: In L/h.
        volume: In L.
    Returns:
        k = CL / V in 1/h.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(clearance=clearance, volume=volume)
    return clearance / volume


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"half_life": 16200.0})
def elimination_of_half_life(half_life: HalfLife) -> EliminationConstant:
    """Compute the elimination constant of a drug from its half-life.

    Args:
        half_life: In s.
    Returns:
        k = ln 2 / t½ in 1/h.
    Raises:
        ToolInputError: the half-life is not positive.
    Source: law of first order.
    """
    positive(half_life=half_life)
    return usable(math.log(2) / (half_life / 3600), "elimination constant")


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"clearance": 4.5, "volume": 42.0})
def elimination_half_life(clearance: DrugClearance, volume: DistributionVolume) -> EliminationHalfLife:
    """Compute the half-life of a drug from its clearance and volume of distribution.

    Args:
        clearance: In L/h.
        volume: In L.
    Returns:
        t½ = ln 2 V / CL in h.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(clearance=clearance, volume=volume)
    return math.log(2) * volume / clearance


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"elimination": 0.21})
def half_life_of_elimination(elimination: EliminationRateGiven) -> EliminationHalfLife:
    """Compute the half-life of a drug from its elimination constant.

    Args:
        elimination: In 1/h.
    Returns:
        t½ = ln 2 / k in h.
    Raises:
        ToolInputError: the constant is not positive.
    Source: law of first order.
    """
    positive(elimination=elimination)
    return math.log(2) / elimination


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"oral_exposure": 18.0, "intravenous_exposure": 25.0, "oral_dose": 200.0, "intravenous_dose": 100.0},
)
def oral_bioavailability(
    oral_exposure: OralExposure,
    intravenous_exposure: IntravenousExposure,
    oral_dose: OralDose,
    intravenous_dose: IntravenousDose,
) -> Bioavailability:
    """Compute the bioavailability of an oral dose against an intravenous one.

    Args:
        oral_exposure: Area under the curve after the oral dose in mg h/L.
        intravenous_exposure: The same after the intravenous dose.
        oral_dose: In mg.
        intravenous_dose: In mg.
    Returns:
        F = 100 AUC(oral) dose(iv) / (AUC(iv) dose(oral)) in %; above 100 points to an error or a changed clearance.
    Raises:
        ToolInputError: a value is not positive.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics.
    """
    positive(
        oral_exposure=oral_exposure,
        intravenous_exposure=intravenous_exposure,
        oral_dose=oral_dose,
        intravenous_dose=intravenous_dose,
    )
    return 100 * oral_exposure * intravenous_dose / (intravenous_exposure * oral_dose)
