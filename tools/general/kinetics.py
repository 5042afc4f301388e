"""Rates of reactions: transition states, rate laws of zero, first and second order, and ages."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._checks import kelvin, not_negative, positive, usable
from scitoolagent.tools.general._constants import BOLTZMANN, GAS_CONSTANT, PLANCK
from scitoolagent.tools.general.decay import HalfLife, RateConstant

ActivationGibbsEnergy = Annotated[
    float,
    Semantic(
        "ActivationGibbsEnergy",
        parent="Parameter",
        unit="kJ/mol",
        label="Gibbs energy of activation",
        also=(
            "activation free energy",
            "free energy of activation",
            "activation Gibbs energy",
            "Gibbs free energy of activation",
            "ΔG‡",
            "activation barrier",
            "free energy barrier",
        ),
    ),
]
EyringRate = Annotated[
    float,
    Semantic(
        "EyringRate",
        parent="MaterialProperty",
        unit="1/s",
        label="Eyring rate constant",
        also=(
            "rate constant by the Eyring equation",
            "Eyring equation",
            "rate constant from transition state theory",
            "transition state theory rate constant",
            "rate constant of a barrier",
            "rate constant",
        ),
    ),
]
EyringBarrier = Annotated[
    float,
    Semantic(
        "EyringBarrier",
        parent="ActivationGibbsEnergy",
        unit="kJ/mol",
        label="Gibbs energy of activation of a rate",
        also=(
            "activation free energy",
            "Gibbs energy of activation",
            "free energy of activation",
            "Gibbs free energy of activation",
            "barrier by the Eyring equation",
            "Eyring barrier",
            "activation barrier",
        ),
    ),
]
LeftShare = Annotated[
    float,
    Semantic(
        "LeftShare",
        parent="Parameter",
        unit="%",
        label="share that is left",
        announced=("left", "remaining", "remains"),
        also=("remaining share", "fraction left", "share left", "remaining fraction"),
    ),
]
NinetyPercentLoss = Annotated[
    float,
    Semantic(
        "NinetyPercentLoss",
        parent="MaterialProperty",
        unit="s",
        label="DT90 of a substance",
        also=("DT90", "dissipation time DT90"),
    ),
]
DecayAge = Annotated[
    float,
    Semantic(
        "DecayAge",
        parent="MaterialProperty",
        unit="s",
        label="age by radioactive decay",
        also=(
            "age",
            "age of a sample",
            "radiocarbon age",
            "how old",
            "decay time",
            "time to decay",
            "age of the sample",
        ),
    ),
]
Q10Coefficient = Annotated[
    float,
    Semantic(
        "Q10Coefficient",
        parent="MaterialProperty",
        unit="1",
        label="Q10 temperature coefficient",
        also=("Q10", "Q10 coefficient", "temperature coefficient Q10", "Q10 of a rate"),
    ),
]
DiffusionLimitedRate = Annotated[
    float,
    Semantic(
        "DiffusionLimitedRate",
        parent="MaterialProperty",
        unit="L/(mol*s)",
        label="diffusion-limited rate constant",
        also=("diffusion-controlled rate constant", "diffusion limit of a rate constant", "Smoluchowski rate constant"),
    ),
]
Viscosity = Annotated[
    float,
    Semantic(
        "Viscosity",
        parent="Parameter",
        unit="mPa*s",
        label="viscosity of a medium",
        also=("viscosity of the solvent", "viscosity", "dynamic viscosity"),
    ),
]
ActivationEnergyGiven = Annotated[
    float,
    Semantic(
        "ActivationEnergyGiven",
        parent="ActivationEnergy",
        unit="kJ/mol",
        label="activation energy of a reaction",
        also=("activation energy", "Ea"),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"barrier": 85.0, "temperature": 30.0},
    also=("Eyring equation",),
)
def eyring_rate(barrier: ActivationGibbsEnergy, temperature: Temperature = 25.0) -> EyringRate:
    """Compute a first-order rate constant from a barrier by the Eyring equation.

    Args:
        barrier: In kJ/mol, zero or above.
        temperature: In °C.
    Returns:
        k = (kB T / h) exp(-ΔG‡ / (R T)) in 1/s, with a transmission coefficient of 1.
    Raises:
        ToolInputError: a negative barrier, or a temperature that is not above absolute zero.
    Source: Eyring 1935, doi:10.1063/1.1749604; exact constants of the SI.
    """
    not_negative(barrier=barrier)
    absolute = kelvin(temperature)
    return BOLTZMANN * absolute / PLANCK * math.exp(-1000 * barrier / (GAS_CONSTANT * absolute))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"rate": 0.01, "temperature": 30.0},
    also=("Eyring equation",),
)
def eyring_barrier(rate: RateConstant, temperature: Temperature = 25.0) -> EyringBarrier:
    """Compute the barrier that a first-order rate constant tells by the Eyring equation.

    Args:
        rate: In 1/s.
        temperature: In °C.
    Returns:
        ΔG‡ = R T ln(kB T / (h k)) in kJ/mol, with a transmission coefficient of 1.
    Raises:
        ToolInputError: the rate constant is not positive, or faster than kB T / h.
    Source: Eyring 1935, doi:10.1063/1.1749604; exact constants of the SI.
    """
    positive(rate_constant=rate)
    absolute = kelvin(temperature)
    barrier = GAS_CONSTANT * absolute * math.log(BOLTZMANN * absolute / (PLANCK * rate)) / 1000
    if barrier < 0:
        raise ToolInputError(f"a rate constant of {rate:g} 1/s is faster than k T / h; no barrier explains it")
    return barrier


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"half_life": 1.8e11, "share": 25.0})
def decay_age(half_life: HalfLife, share: LeftShare) -> DecayAge:
    """Compute the age of a sample from the share of a nuclide that is left.

    Args:
        half_life: In s.
        share: Of the first amount, in percent; above 0, at most 100.
    Returns:
        t = T½ log2(100 / share) in s; no calibration of radiocarbon years.
    Raises:
        ToolInputError: the half-life is not positive, or the share is not within its bounds.
    Source: law of radioactive decay, Rutherford & Soddy 1902.
    """
    positive(half_life=half_life)
    if not 0 < share <= 100:
        raise ToolInputError(f"{share} % cannot be left; give a share above 0 % and of at most 100 %")
    return usable(half_life * math.log2(100 / share), "age")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"half_life": 1.4e06})
def ninety_percent_loss(half_life: HalfLife) -> NinetyPercentLoss:
    """Compute the time in which nine tenths of a substance are lost by first order.

    Args:
        half_life: In s.
    Returns:
        DT90 = T½ log2(10) in s.
    Raises:
        ToolInputError: the half-life is not positive.
    Source: FOCUS 2006, Guidance Document on Estimating Persistence and Degradation Kinetics.
    """
    positive(half_life=half_life)
    return usable(half_life * math.log2(10), "DT90")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"viscosity": 0.89, "temperature": 30.0})
def diffusion_limited_rate(viscosity: Viscosity, temperature: Temperature = 25.0) -> DiffusionLimitedRate:
    """Compute the rate constant of a bimolecular reaction that diffusion alone limits.

    Args:
        viscosity: Of the solvent in mPa·s.
        temperature: In °C.
    Returns:
        k = 8 R T / (3 η) in L/(mol s), for uncharged spheres of one size.
    Raises:
        ToolInputError: the viscosity is not positive, or the temperature not above absolute zero.
    Source: Smoluchowski 1917 with the Stokes-Einstein relation.
    """
    positive(viscosity=viscosity)
    return 1000 * 8 * GAS_CONSTANT * kelvin(temperature) / (3 * viscosity / 1000)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"activation_energy": 50.0, "temperature": 20.0})
def q10_coefficient(activation_energy: ActivationEnergyGiven, temperature: Temperature = 25.0) -> Q10Coefficient:
    """Compute by what factor a rate grows on warming by 10 degrees.

    Args:
        activation_energy: In kJ/mol.
        temperature: The lower of both temperatures in °C.
    Returns:
        Q10 = exp(Ea / R (1/T - 1/(T + 10))).
    Raises:
        ToolInputError: a negative activation energy, or a temperature that is not above absolute zero.
    Source: Arrhenius 1889, with the exact gas constant of the SI.
    """
    not_negative(activation_energy=activation_energy)
    low = kelvin(temperature)
    return usable(math.exp(min(700.0, 1000 * activation_energy / GAS_CONSTANT * (1 / low - 1 / (low + 10)))), "factor")
