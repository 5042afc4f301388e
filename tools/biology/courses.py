"""Courses in time that differential equations give: logistic growth, an enzyme's progress curve, predators and prey."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import as_svg, labelled, new_figure
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology.enzymes import MaximalRate, MichaelisConstant
from scitoolagent.tools.general._checks import not_negative, positive, usable
from scitoolagent.tools.general.decay import ElapsedTime

if TYPE_CHECKING:
    import numpy as np

_DAY, _MOST_TURNS = 86400.0, 1000.0

LogisticRate = Annotated[
    float,
    Semantic(
        "LogisticRate",
        parent="Parameter",
        unit="1/d",
        label="intrinsic growth rate",
        also=("logistic growth rate", "intrinsic rate of increase"),
    ),
]
CarryingCapacity = Annotated[
    float, Semantic("CarryingCapacity", parent="Parameter", unit="1", label="carrying capacity")
]
StartingNumber = Annotated[
    float,
    Semantic(
        "StartingNumber",
        parent="Parameter",
        unit="1",
        label="number of individuals at first",
        also=("initial population", "initial population size", "starting population", "initial number of individuals"),
    ),
]
LogisticNumber = Annotated[
    float,
    Semantic(
        "LogisticNumber",
        parent="SequenceProperty",
        unit="1",
        label="population after logistic growth",
        also=("logistic growth", "population under logistic growth", "logistic population"),
    ),
]
LogisticMiddle = Annotated[
    float,
    Semantic(
        "LogisticMiddle",
        parent="SequenceProperty",
        unit="d",
        label="time to half the carrying capacity",
        also=("inflection point of logistic growth",),
    ),
]
SubstrateAtFirst = Annotated[
    float,
    Semantic(
        "SubstrateAtFirst",
        parent="Parameter",
        unit="mol/L",
        label="initial substrate concentration",
        also=("substrate concentration at the start", "starting substrate concentration"),
    ),
]
SubstrateLeft = Annotated[
    float,
    Semantic(
        "SubstrateLeft",
        parent="SequenceProperty",
        unit="mol/L",
        label="substrate left by an enzyme",
        also=("substrate left", "remaining substrate", "progress curve", "Michaelis-Menten progress curve"),
    ),
]
ProductMade = Annotated[
    float,
    Semantic(
        "ProductMade",
        parent="SequenceProperty",
        unit="mol/L",
        label="product formed by an enzyme",
        also=("product formed",),
    ),
]
PreyRate = Annotated[
    float,
    Semantic("PreyRate", parent="Parameter", unit="1/d", label="growth rate of the prey", also=("prey growth rate",)),
]
PredationRate = Annotated[
    float,
    Semantic("PredationRate", parent="Parameter", unit="1/d", label="predation rate", also=("rate of predation",)),
]
PredatorGain = Annotated[
    float,
    Semantic(
        "PredatorGain",
        parent="Parameter",
        unit="1/d",
        label="growth rate of the predators per prey",
        also=("predator growth rate per prey", "predator growth rate"),
    ),
]
PredatorLoss = Annotated[
    float,
    Semantic(
        "PredatorLoss",
        parent="Parameter",
        unit="1/d",
        label="death rate of the predators",
        also=("predator death rate",),
    ),
]
PreyAtFirst = Annotated[
    float,
    Semantic(
        "PreyAtFirst",
        parent="Parameter",
        unit="1",
        label="number of prey at first",
        also=("initial prey", "initially prey"),
    ),
]
PredatorsAtFirst = Annotated[
    float,
    Semantic(
        "PredatorsAtFirst",
        parent="Parameter",
        unit="1",
        label="number of predators at first",
        also=("initial predators",),
    ),
]
PreyNumber = Annotated[
    float,
    Semantic(
        "PreyNumber",
        parent="SequenceProperty",
        unit="1",
        label="prey of the Lotka-Volterra model",
        also=("Lotka-Volterra model", "predator-prey model", "number of prey", "prey population"),
    ),
]
PredatorNumber = Annotated[
    float,
    Semantic(
        "PredatorNumber",
        parent="SequenceProperty",
        unit="1",
        label="predators of the Lotka-Volterra model",
        also=("number of predators", "predator population"),
    ),
]
PreyPicture = Annotated[
    str,
    Semantic(
        "PreyPicture",
        parent="SvgPicture",
        label="drawn Lotka-Volterra model",
        also=("plot of the Lotka-Volterra model", "Lotka-Volterra curves"),
    ),
]


@dataclass(frozen=True, slots=True)
class LogisticGrowth:
    """A population that grows towards what its place can feed."""

    number: LogisticNumber
    middle: LogisticMiddle


@dataclass(frozen=True, slots=True)
class Progress:
    """What an enzyme has left of its substrate, and made of it."""

    substrate: SubstrateLeft
    product: ProductMade


@dataclass(frozen=True, slots=True)
class PredatorsAndPrey:
    """How many there are of each."""

    prey: PreyNumber
    predators: PredatorNumber


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"rate": 0.5, "capacity": 1000.0, "first": 10.0, "time": 864000.0},
)
def logistic_growth(
    rate: LogisticRate, capacity: CarryingCapacity, first: StartingNumber, time: ElapsedTime
) -> LogisticGrowth:
    """Compute the size of a population after logistic growth.

    Args:
        rate: Of growth where there are few, in 1/d.
        capacity: The number that the population tends to.
        first: The number at the start; fewer than the capacity.
        time: Since then, in s.
    Returns:
        K / (1 + (K - N0) / N0 exp(-r t)), and the time in d at which half the capacity is reached: it grows fastest
        then. That time is negative where the start is above the half.
    Raises:
        ToolInputError: a value is not positive, the time is negative, or the start is not below the capacity.
    Source: Verhulst 1838; the solution in closed form of dN/dt = r N (1 - N/K).
    """
    positive(growth_rate=rate, carrying_capacity=capacity, population=first)
    not_negative(time=time)
    if first >= capacity:
        raise ToolInputError(f"a population of {first:g} is not below its capacity of {capacity:g}; it does not grow")
    odds = math.log((capacity - first) / first)
    power = odds - rate * time / _DAY
    number = capacity / (1 + math.exp(power)) if power < 700 else first
    return LogisticGrowth(number, odds / rate)


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"substrate": 1e-3, "maximal_rate": 1e-6, "michaelis_constant": 5e-4, "time": 600.0},
)
def michaelis_menten_progress(
    substrate: SubstrateAtFirst, maximal_rate: MaximalRate, michaelis_constant: MichaelisConstant, time: ElapsedTime
) -> Progress:
    """Compute the substrate left and product formed by an enzyme after a time.

    Args:
        substrate: At the start, in mol/L.
        maximal_rate: In mol/(L s), the same all the time.
        michaelis_constant: In mol/L.
        time: Since the start, in s.
    Returns:
        Km W(S0/Km exp((S0 - Vmax t)/Km)) in mol/L, with W of Lambert, and what is gone of the substrate. No inhibition
        by the product and no way back.
    Raises:
        ToolInputError: a value is not positive, or the time is negative.
    Source: Schnell & Mendoza 1997, doi:10.1006/jtbi.1997.0425, by `scipy.special.wrightomega`.
    """
    positive(substrate=substrate, maximal_rate=maximal_rate, michaelis_constant=michaelis_constant)
    not_negative(time=time)
    from scipy.special import wrightomega

    power = math.log(substrate / michaelis_constant) + (substrate - maximal_rate * time) / michaelis_constant
    left = usable(michaelis_constant * float(wrightomega(power)), "substrate left")
    return Progress(left, substrate - left)


_PREY = {"prey_rate": 1.1, "predation": 0.4, "gain": 0.1, "loss": 0.4, "prey": 10.0, "predators": 10.0}


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={**_PREY, "time": 432000.0})
def lotka_volterra(
    prey_rate: PreyRate,
    predation: PredationRate,
    gain: PredatorGain,
    loss: PredatorLoss,
    prey: PreyAtFirst,
    predators: PredatorsAtFirst,
    time: ElapsedTime,
) -> PredatorsAndPrey:
    """Compute how many prey and predators there are after a time by the Lotka-Volterra model.

    Args:
        prey_rate: Growth of the prey without predators, in 1/d.
        predation: Share of the prey that one predator takes, in 1/d.
        gain: Growth of the predators by one prey, in 1/d.
        loss: Share of the predators that die without prey, in 1/d.
        prey: Number at the start.
        predators: Number at the start.
        time: Since then, in s.
    Returns:
        Both numbers, which need not be whole, from dx/dt = a x - b x y and dy/dt = d x y - c y.
    Raises:
        ToolInputError: a value is not positive, or the time is that of more than about a thousand turns.
    Source: Volterra 1926, doi:10.1038/118558a0; by `scipy.integrate.solve_ivp`.
    """
    _, numbers = _course((prey_rate, predation, gain, loss), (prey, predators), time)
    return PredatorsAndPrey(float(numbers[0][-1]), float(numbers[1][-1]))


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={**_PREY, "time": 2592000.0},
    also=("draw the Lotka-Volterra model", "plot the Lotka-Volterra model", "draw the predator-prey model"),
)
def lotka_volterra_drawing(
    prey_rate: PreyRate,
    predation: PredationRate,
    gain: PredatorGain,
    loss: PredatorLoss,
    prey: PreyAtFirst,
    predators: PredatorsAtFirst,
    time: ElapsedTime,
) -> PreyPicture:
    """Draw how many prey and predators there are against time by the Lotka-Volterra model.

    Args:
        prey_rate: Growth of the prey without predators, in 1/d.
        predation: Share of the prey that one predator takes, in 1/d.
        gain: Growth of the predators by one prey, in 1/d.
        loss: Share of the predators that die without prey, in 1/d.
        prey: Number at the start.
        predators: Number at the start.
        time: Since then, in s.
    Returns:
        Text of an SVG file.
    Raises:
        ToolInputError: as the model.
    Source: Volterra 1926, doi:10.1038/118558a0; drawn by matplotlib.
    """
    times, numbers = _course((prey_rate, predation, gain, loss), (prey, predators), time)
    figure = new_figure()
    axes = figure.subplots()
    for row, name in zip(numbers, ("prey", "predators"), strict=True):
        axes.plot(times, row, label=name)
    axes.legend(fontsize=8, frameon=False)
    labelled(axes, "time (d)", "number", "Lotka-Volterra model")
    return as_svg(figure)


def _course(
    rates: tuple[float, float, float, float], first: tuple[float, float], time: float
) -> tuple[np.ndarray, np.ndarray]:
    """Times in days and both numbers at each; followed as logarithms, so that they stay positive."""
    import numpy as np
    from scipy.integrate import solve_ivp

    grow, take, gain, die = rates
    positive(prey_growth_rate=grow, predation_rate=take, predator_growth_rate=gain, predator_death_rate=die)
    positive(prey=first[0], predators=first[1], time=time)
    days = time / _DAY
    # Around its point of rest the model turns once in 2π / √(a c).
    if days * math.sqrt(grow * die) > 2 * math.pi * _MOST_TURNS:
        raise ToolInputError(f"{days:g} days are more than {_MOST_TURNS:g} turns of the model; ask for a shorter time")

    def change(_time: float, state: np.ndarray) -> list[float]:
        return [grow - take * math.exp(min(state[1], 700.0)), gain * math.exp(min(state[0], 700.0)) - die]

    found = solve_ivp(
        change, (0.0, days), np.log(first), method="LSODA", rtol=1e-10, atol=1e-12, t_eval=np.linspace(0.0, days, 500)
    )
    if not found.success or not np.isfinite(found.y).all():
        raise ToolInputError("the course cannot be followed with these rates; look at the values and their units")
    return found.t, np.exp(found.y)
