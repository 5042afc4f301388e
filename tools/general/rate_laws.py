"""Rate laws of zero, first and second order."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import not_negative, positive
from scitoolagent.tools.general.decay import ElapsedTime, RateConstant

InitialConcentration = Annotated[
    float,
    Semantic(
        "InitialConcentration",
        parent="Parameter",
        unit="mol/L",
        label="initial concentration",
        announced=("starting", "initially", "from"),
        also=("starting concentration", "concentration at the start", "c0", "[A]0", "A0"),
    ),
]
SecondOrderRate = Annotated[
    float,
    Semantic(
        "SecondOrderRate",
        parent="Parameter",
        unit="L/(mol*s)",
        label="second-order rate constant",
        also=("rate constant", "k", "second order", "second-order"),
    ),
]
ZeroOrderRate = Annotated[
    float,
    Semantic(
        "ZeroOrderRate",
        parent="Parameter",
        unit="mol/(L*s)",
        label="zero-order rate constant",
        also=("rate constant", "k", "zero order", "zero-order"),
    ),
]
SecondOrderHalfLife = Annotated[
    float,
    Semantic(
        "SecondOrderHalfLife",
        parent="MaterialProperty",
        unit="s",
        label="half-life of a second-order reaction",
        also=("second-order half-life", "half-life of the second-order reaction", "half-life", "half life"),
    ),
]
ZeroOrderHalfLife = Annotated[
    float,
    Semantic(
        "ZeroOrderHalfLife",
        parent="MaterialProperty",
        unit="s",
        label="half-life of a zero-order reaction",
        also=("zero-order half-life", "half-life of the zero-order reaction", "half-life", "half life"),
    ),
]
FirstOrderConcentration = Annotated[
    float,
    Semantic(
        "FirstOrderConcentration",
        parent="MaterialProperty",
        unit="mol/L",
        label="concentration left in a first-order reaction",
        also=(
            "concentration of a first-order reaction",
            "concentration remains",
            "remaining concentration",
            "concentration is left",
            "concentration left",
            "concentration after a first-order reaction",
        ),
    ),
]
SecondOrderConcentration = Annotated[
    float,
    Semantic(
        "SecondOrderConcentration",
        parent="MaterialProperty",
        unit="mol/L",
        label="concentration left in a second-order reaction",
        also=(
            "concentration of a second-order reaction",
            "concentration remains",
            "remaining concentration",
            "concentration is left",
            "concentration left",
            "concentration after a second-order reaction",
        ),
    ),
]
ZeroOrderConcentration = Annotated[
    float,
    Semantic(
        "ZeroOrderConcentration",
        parent="MaterialProperty",
        unit="mol/L",
        label="concentration left in a zero-order reaction",
        also=(
            "concentration of a zero-order reaction",
            "concentration remains",
            "remaining concentration",
            "concentration is left",
            "concentration left",
            "concentration after a zero-order reaction",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"rate": 0.02, "initial": 0.1})
def second_order_half_life(rate: SecondOrderRate, initial: InitialConcentration) -> SecondOrderHalfLife:
    """Compute the first half-life of a second-order reaction with one reagent.

    Args:
        rate: In L/(mol s), of the law -d[A]/dt = k [A]².
        initial: Concentration at the start in mol/L.
    Returns:
        1 / (k [A]0) in s.
    Raises:
        ToolInputError: a value is not positive.
    Source: integrated rate law; IUPAC Gold Book, doi:10.1351/goldbook.H02716.
    """
    positive(rate_constant=rate, initial_concentration=initial)
    return 1 / (rate * initial)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"rate": 0.0002, "initial": 0.1})
def zero_order_half_life(rate: ZeroOrderRate, initial: InitialConcentration) -> ZeroOrderHalfLife:
    """Compute the half-life of a zero-order reaction.

    Args:
        rate: In mol/(L s).
        initial: Concentration at the start in mol/L.
    Returns:
        [A]0 / (2 k) in s.
    Raises:
        ToolInputError: a value is not positive.
    Source: integrated rate law; IUPAC Gold Book, doi:10.1351/goldbook.H02716.
    """
    positive(rate_constant=rate, initial_concentration=initial)
    return initial / (2 * rate)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"initial": 0.5, "rate": 0.003, "time": 600.0})
def first_order_concentration(
    initial: InitialConcentration, rate: RateConstant, time: ElapsedTime
) -> FirstOrderConcentration:
    """Compute the concentration that a first-order reaction leaves after a time.

    Args:
        initial: Concentration at the start in mol/L.
        rate: In 1/s.
        time: In s.
    Returns:
        [A] = [A]0 exp(-k t) in mol/L.
    Raises:
        ToolInputError: a concentration or a rate constant that is not positive, or a negative time.
    Source: integrated rate law of first order.
    """
    positive(rate_constant=rate, initial_concentration=initial)
    not_negative(time=time)
    return initial * math.exp(-rate * time)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"initial": 0.5, "rate": 0.02, "time": 600.0})
def second_order_concentration(
    initial: InitialConcentration, rate: SecondOrderRate, time: ElapsedTime
) -> SecondOrderConcentration:
    """Compute the concentration that a second-order reaction of one reagent leaves after a time.

    Args:
        initial: Concentration at the start in mol/L.
        rate: In L/(mol s), of the law -d[A]/dt = k [A]².
        time: In s.
    Returns:
        [A] = [A]0 / (1 + k t [A]0) in mol/L.
    Raises:
        ToolInputError: a concentration or a rate constant that is not positive, or a negative time.
    Source: integrated rate law of second order.
    """
    positive(rate_constant=rate, initial_concentration=initial)
    not_negative(time=time)
    return initial / (1 + rate * time * initial)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"initial": 0.5, "rate": 0.0002, "time": 600.0})
def zero_order_concentration(
    initial: InitialConcentration, rate: ZeroOrderRate, time: ElapsedTime
) -> ZeroOrderConcentration:
    """Compute the concentration that a zero-order reaction leaves after a time.

    Args:
        initial: Concentration at the start in mol/L.
        rate: In mol/(L s).
        time: In s.
    Returns:
        [A] = [A]0 - k t in mol/L, and 0 when all is used up.
    Raises:
        ToolInputError: a concentration or a rate constant that is not positive, or a negative time.
    Source: integrated rate law of zero order.
    """
    positive(rate_constant=rate, initial_concentration=initial)
    not_negative(time=time)
    return max(0.0, initial - rate * time)
