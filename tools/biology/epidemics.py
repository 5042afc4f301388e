"""The course of an infection through a closed population (SIR)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import as_svg, labelled, new_figure
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

if TYPE_CHECKING:
    import numpy as np

TransmissionRate = Annotated[
    float,
    Semantic(
        "TransmissionRate",
        parent="Parameter",
        unit="1/d",
        label="transmission rate",
        also=("beta", "infection rate", "contact rate", "transmission rate constant"),
    ),
]
RecoveryRate = Annotated[
    float,
    Semantic("RecoveryRate", parent="Parameter", unit="1/d", label="recovery rate", also=("gamma", "removal rate")),
]
PopulationSize = Annotated[
    float,
    Semantic(
        "PopulationSize",
        parent="Parameter",
        unit="1",
        label="size of the population",
        also=("population size", "population of", "population", "people"),
    ),
]
InfectedAtFirst = Annotated[
    float,
    Semantic(
        "InfectedAtFirst",
        parent="Parameter",
        unit="1",
        label="number infected at first",
        also=("initially infected", "initial infected", "infected at the start", "initial infections"),
    ),
]
ReproductionNumber = Annotated[
    float,
    Semantic(
        "ReproductionNumber",
        parent="MaterialProperty",
        unit="1",
        label="basic reproduction number",
        also=("R0 of the SIR model", "basic reproduction number of the SIR model"),
    ),
]
EpidemicPeak = Annotated[
    float,
    Semantic(
        "EpidemicPeak",
        parent="MaterialProperty",
        unit="1",
        label="most infected at one time",
        also=("peak of the epidemic", "epidemic peak", "peak number of infected", "SIR model", "peak infections",
              "peak of the SIR model"),
    ),
]  # fmt: skip
EpidemicPeakTime = Annotated[
    float,
    Semantic(
        "EpidemicPeakTime",
        parent="MaterialProperty",
        unit="d",
        label="time of the epidemic peak",
        also=("day of the epidemic peak", "time to the epidemic peak"),
    ),
]
EpidemicFinalSize = Annotated[
    float,
    Semantic(
        "EpidemicFinalSize",
        parent="MaterialProperty",
        unit="%",
        label="share of the population infected in the end",
        also=("final size of the epidemic", "final epidemic size", "attack rate"),
    ),
]
EpidemicPicture = Annotated[
    str,
    Semantic(
        "EpidemicPicture",
        parent="SvgPicture",
        label="drawn course of an epidemic",
        also=("SIR curves", "drawn SIR model", "plot of the SIR model"),
    ),
]


@dataclass(frozen=True, slots=True)
class Epidemic:
    """What becomes of an infection that nobody stops."""

    peak: EpidemicPeak
    peak_time: EpidemicPeakTime
    final_size: EpidemicFinalSize
    reproduction: ReproductionNumber


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"transmission": 0.3, "recovery": 0.1, "population": 1000.0, "infected": 1.0},
)
def sir_epidemic(
    transmission: TransmissionRate, recovery: RecoveryRate, population: PopulationSize, infected: InfectedAtFirst = 1.0
) -> Epidemic:
    """Compute the course of an infection by the SIR model: peak, its time and final size.

    Args:
        transmission: New infections by one infected person in a susceptible population, per day.
        recovery: Share of the infected that recover, per day.
        population: People, all others susceptible at first; no births, deaths or visits.
        infected: People infected at first.
    Returns:
        Most infected at one time, when that is in days, share of the population in % that was infected in the end
        (those at first included), and the basic reproduction number.
    Raises:
        ToolInputError: a value is not positive, more are infected than there are, or the rates are beyond range.
    Source: Kermack & McKendrick 1927, doi:10.1098/rspa.1927.0118; by `scipy.integrate.solve_ivp`.
    """
    ratio = _checked(transmission, recovery, population, infected)
    _, _, top = _course(transmission, recovery, population, infected)
    start = 1 - infected / population
    # The peak by the invariant of the model: i + s - ln(s) / R0 stays as it is.
    share = 1 - (1 + math.log(ratio * start)) / ratio if ratio * start > 1 else infected / population
    return Epidemic(share * population, top, 100 * _final(ratio, start), ratio)


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"transmission": 0.3, "recovery": 0.1, "population": 1000.0, "infected": 1.0},
    also=("draw the SIR model", "plot the SIR model", "draw the epidemic", "plot the epidemic"),
)
def sir_drawing(
    transmission: TransmissionRate, recovery: RecoveryRate, population: PopulationSize, infected: InfectedAtFirst = 1.0
) -> EpidemicPicture:
    """Draw the susceptible, infected and recovered of the SIR model against time.

    Args:
        transmission: As for the epidemic, per day.
        recovery: As for the epidemic, per day.
        population: People.
        infected: People infected at first.
    Returns:
        Text of an SVG file, from the start until hardly anybody is infected.
    Raises:
        ToolInputError: as the epidemic.
    Source: Kermack & McKendrick 1927, doi:10.1098/rspa.1927.0118; drawn by matplotlib.
    """
    ratio = _checked(transmission, recovery, population, infected)
    times, course, _ = _course(transmission, recovery, population, infected)
    figure = new_figure()
    axes = figure.subplots()
    for row, name in zip(course, ("susceptible", "infected", "recovered"), strict=True):
        axes.plot(times, population * row, label=name)
    axes.legend(fontsize=8, frameon=False)
    labelled(axes, "time (d)", "people", f"SIR model, β = {transmission:g} 1/d, γ = {recovery:g} 1/d, R0 = {ratio:.3g}")
    return as_svg(figure)


def _checked(transmission: float, recovery: float, population: float, infected: float) -> float:
    for name, value in (("transmission rate", transmission), ("recovery rate", recovery)):
        if not 1e-6 <= value <= 1e4:
            raise ToolInputError(f"a {name} of {value:g} per day is out of range; 1e-6 to 1e4 is taken")
    if not 0 < infected < population < 1e12:
        raise ToolInputError(f"{infected:g} infected of {population:g} people is out of range; fewer are needed")
    ratio = transmission / recovery
    if ratio > 1000:
        raise ToolInputError(f"a reproduction number of {ratio:g} is out of range; at most 1000 is taken")
    return ratio


def _course(
    transmission: float, recovery: float, population: float, infected: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Times in days, the three shares at each, and the time at which most are infected."""
    import numpy as np
    from scipy.integrate import solve_ivp

    def change(_time: float, state: np.ndarray) -> list[float]:
        new, better = transmission * state[0] * state[1], recovery * state[1]
        return [-new, new - better, better]

    def over(_time: float, state: np.ndarray) -> float:
        return float(state[1] - min(1e-4, 0.01 * infected / population))

    def topmost(_time: float, state: np.ndarray) -> float:
        return float(transmission * state[0] - recovery)

    over.terminal, over.direction = True, -1  # type: ignore[attr-defined]
    first = [1 - infected / population, infected / population, 0.0]
    # Near the threshold growth and decline take longest; the run ends before, where nobody is infected any more.
    longest = 1e4 / recovery
    found = solve_ivp(
        change, (0, longest), first, method="LSODA", rtol=1e-8, atol=1e-12, events=(over, topmost), dense_output=True
    )
    if not found.success or found.sol is None:
        raise ToolInputError("the course cannot be followed with these rates; look at the values and their units")
    times = np.linspace(0, float(found.t[-1]), 400)
    tops = found.t_events[1]
    return times, found.sol(times), float(tops[0]) if len(tops) else 0.0


def _final(ratio: float, start: float) -> float:
    """The share that was infected in the end: z = 1 - s0 exp(-R0 z), by bisection."""
    low, high = 1 - start, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if 1 - start * math.exp(-ratio * middle) > middle:
            low = middle
        else:
            high = middle
    return (low + high) / 2
