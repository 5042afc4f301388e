"""Times until a concentration is reached, and the activation energy of a ratio of rates."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive, usable
from scitoolagent.tools.general._constants import GAS_CONSTANT
from scitoolagent.tools.general.decay import RateConstant
from scitoolagent.tools.general.heat import TemperatureSpan, span_of_temperatures
from scitoolagent.tools.general.rate_laws import InitialConcentration, SecondOrderRate, ZeroOrderRate

ReachedConcentration = Annotated[
    float,
    Semantic(
        "ReachedConcentration",
        parent="Parameter",
        unit="mol/L",
        label="concentration that is reached",
        also=("final concentration", "concentration at the end", "concentration reached"),
        announced=("to", "reach", "reaches", "at", "falls", "drops", "fallen"),
    ),
]
RateRatio = Annotated[
    float,
    Semantic(
        "RateRatio",
        parent="Parameter",
        unit="1",
        label="ratio of two rate constants",
        also=(
            "ratio of rate constants",
            "rate ratio",
            "rate increases by a factor of",
            "rate constant increases by a factor of",
            "k2/k1",
            "factor",
        ),
        finder="scitoolagent.tools.general._state_words:find_rate_ratios",
    ),
]
# How people ask for the time to a concentration, of whichever order.
_TIME = (
    "time to reach a concentration",
    "time to reach",
    "time until",
    "how long until",
    "how long does it take",
    "how long will it take",
    "how long does it take to reach",
    "when is it",
    "how long",
)
FirstOrderTime = Annotated[
    float,
    Semantic(
        "FirstOrderTime",
        parent="MaterialProperty",
        unit="s",
        label="time of a first-order reaction to a concentration",
        also=("time of a first-order reaction", "first-order time", *_TIME),
    ),
]
SecondOrderTime = Annotated[
    float,
    Semantic(
        "SecondOrderTime",
        parent="MaterialProperty",
        unit="s",
        label="time of a second-order reaction to a concentration",
        also=("time of a second-order reaction", "second-order time", *_TIME),
    ),
]
ZeroOrderTime = Annotated[
    float,
    Semantic(
        "ZeroOrderTime",
        parent="MaterialProperty",
        unit="s",
        label="time of a zero-order reaction to a concentration",
        also=("time of a zero-order reaction", "zero-order time", *_TIME),
    ),
]
RatioEnergy = Annotated[
    float,
    Semantic(
        "RatioEnergy",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="activation energy from a ratio of rates",
        also=("activation energy", "Arrhenius activation energy", "Ea"),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"initial": 0.8, "reached": 0.15, "rate": 0.002})
def first_order_time(
    initial: InitialConcentration, reached: ReachedConcentration, rate: RateConstant
) -> FirstOrderTime:
    """Compute how long a first-order reaction takes to reach a concentration.

    Args:
        initial: In mol/L.
        reached: In mol/L, not above the initial one.
        rate: In 1/s.
    Returns:
        t = ln(c0/c) / k in s.
    Raises:
        ToolInputError: a value is not positive, or the reached concentration is above the initial one.
    Source: integrated rate law; Atkins, Physical Chemistry.
    """
    _falling(initial, reached)
    positive(rate_constant=rate)
    return usable(math.log(initial / reached) / rate, "time")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"initial": 0.4, "reached": 0.16, "rate": 0.035})
def second_order_time(
    initial: InitialConcentration, reached: ReachedConcentration, rate: SecondOrderRate
) -> SecondOrderTime:
    """Compute how long a second-order reaction takes to reach a concentration.

    Args:
        initial: In mol/L.
        reached: In mol/L, not above the initial one.
        rate: In L/(mol s), for the rate k c².
    Returns:
        t = (1/c - 1/c0) / k in s.
    Raises:
        ToolInputError: a value is not positive, or the reached concentration is above the initial one.
    Source: integrated rate law; Atkins, Physical Chemistry.
    """
    _falling(initial, reached)
    positive(rate_constant=rate)
    return usable((1 / reached - 1 / initial) / rate, "time")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"initial": 0.4, "reached": 0.16, "rate": 0.0003})
def zero_order_time(initial: InitialConcentration, reached: ReachedConcentration, rate: ZeroOrderRate) -> ZeroOrderTime:
    """Compute how long a zero-order reaction takes to reach a concentration.

    Args:
        initial: In mol/L.
        reached: In mol/L, not above the initial one.
        rate: In mol/(L s).
    Returns:
        t = (c0 - c) / k in s.
    Raises:
        ToolInputError: a value is not positive, or the reached concentration is above the initial one.
    Source: integrated rate law; Atkins, Physical Chemistry.
    """
    _falling(initial, reached)
    positive(rate_constant=rate)
    return usable((initial - reached) / rate, "time")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"ratio": 3.0, "span": "20 °C to 35 °C"})
def activation_energy_of_ratio(ratio: RateRatio, span: TemperatureSpan) -> RatioEnergy:
    """Compute the activation energy from how a rate constant grows between two temperatures.

    Args:
        ratio: Second rate constant over the first.
        span: Both temperatures with their units, as `20 °C to 35 °C`.
    Returns:
        Ea = R ln(k2/k1) / (1/T1 - 1/T2) in kJ/mol.
    Raises:
        ToolInputError: the ratio is not positive, or both temperatures are one.
    Source: Arrhenius 1889; R exact in the SI.
    """
    positive(ratio=ratio)
    low, high = span_of_temperatures(span)
    if low == high:
        raise ToolInputError("two different temperatures are needed")
    return GAS_CONSTANT * math.log(ratio) / (1 / low - 1 / high) / 1000


def _falling(initial: float, reached: float) -> None:
    positive(initial=initial, reached=reached)
    if reached > initial:
        raise ToolInputError(f"{reached:g} mol/L lies above the initial {initial:g} mol/L; the reactant is used up")
