"""Numbers of the bench: cells, cultures, centrifuges and amplified DNA."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import counted, positive, usable

_GRAVITY = 9.80665

CountedCells = Annotated[
    int,
    Semantic(
        "CountedCells",
        parent="Parameter",
        unit="1",
        label="number of cells counted",
        also=(
            "cells",
            "cells counted",
            "counted cells",
            "cell count",
        ),
    ),
]

CountedSquares = Annotated[
    int,
    Semantic(
        "CountedSquares",
        parent="Parameter",
        unit="1",
        label="number of squares counted",
        also=(
            "squares",
            "large squares",
            "counted squares",
        ),
    ),
]

CountingDilution = Annotated[
    float,
    Semantic(
        "CountingDilution",
        parent="Parameter",
        unit="1",
        label="dilution factor of the sample",
        also=(
            "dilution factor",
            "dilution of",
            "dilution",
        ),
    ),
]

CellConcentration = Annotated[
    float,
    Semantic(
        "CellConcentration",
        parent="MaterialProperty",
        unit="1/mL",
        label="cell concentration by a counting chamber",
        also=(
            "cells per mL",
            "cell density",
            "cell concentration",
            "cells per milliliter",
            "concentration of cells",
            "hemocytometer count",
            "number of cells per mL",
        ),
    ),
]

FirstDensity = Annotated[
    float,
    Semantic(
        "FirstDensity",
        parent="Parameter",
        unit="1",
        label="optical density at the start",
        also=(
            "starting OD",
            "initial OD",
            "OD at the start",
            "from OD",
            "start OD",
        ),
    ),
]

LastDensity = Annotated[
    float,
    Semantic(
        "LastDensity",
        parent="Parameter",
        unit="1",
        label="optical density at the end",
        also=(
            "final OD",
            "to OD",
            "OD at the end",
            "end OD",
            "to",
        ),
    ),
]

GrowthTime = Annotated[
    float,
    Semantic(
        "GrowthTime",
        parent="Parameter",
        unit="h",
        label="time of growth",
        also=(
            "growth time",
            "time",
            "culture time",
        ),
        announced=(
            "in",
            "within",
            "after",
        ),
    ),
]

DoublingTime = Annotated[
    float,
    Semantic(
        "DoublingTime",
        parent="MaterialProperty",
        unit="h",
        label="doubling time of a culture",
        also=(
            "doubling time",
            "generation time",
            "generation time of a culture",
        ),
    ),
]

GrowthRate = Annotated[
    float,
    Semantic(
        "GrowthRate",
        parent="MaterialProperty",
        unit="1/h",
        label="specific growth rate",
        also=(
            "growth rate",
            "specific growth rate of a culture",
            "growth rate of a culture",
        ),
    ),
]


RotorSpeed = Annotated[
    float,
    Semantic(
        "RotorSpeed",
        parent="Parameter",
        unit="rpm",
        label="rotor speed",
        also=(
            "speed of the rotor",
            "rotational speed",
            "rpm",
            "speed",
        ),
    ),
]

RotorRadius = Annotated[
    float,
    Semantic(
        "RotorRadius",
        parent="Parameter",
        unit="cm",
        label="radius of the rotor",
        also=(
            "rotor radius",
            "radius",
        ),
        again="scitoolagent.tools.general._measure_words:find_rotor_diameters",
    ),
]

GForceGiven = Annotated[
    float,
    Semantic(
        "GForceGiven",
        parent="Parameter",
        unit="1",
        label="relative centrifugal force of the run",
        also=(
            "g-force",
            "RCF",
            "relative centrifugal force",
            "xg",
            "x g",
            "× g",
            "times gravity",
        ),
    ),
]

CentrifugalForce = Annotated[
    float,
    Semantic(
        "CentrifugalForce",
        parent="MaterialProperty",
        unit="1",
        label="relative centrifugal force",
        also=(
            "RCF",
            "g-force",
            "g force",
            "centrifugal force",
        ),
    ),
]

RotorSpeedNeeded = Annotated[
    float,
    Semantic(
        "RotorSpeedNeeded",
        parent="MaterialProperty",
        unit="rpm",
        label="rotor speed for a g-force",
        also=(
            "rotor speed",
            "rpm",
            "speed in rpm",
            "revolutions per minute",
            "rotor speed for a relative centrifugal force",
        ),
    ),
]


Multiplicity = Annotated[
    float, Semantic("Multiplicity", parent="Parameter", unit="1", label="multiplicity of infection", also=("MOI",))
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"cells": 145, "squares": 4, "dilution": 2.0})
def cell_concentration(cells: CountedCells, squares: CountedSquares, dilution: CountingDilution) -> CellConcentration:
    """Compute the concentration of cells from a count in a counting chamber.

    Args:
        cells: Counted in all squares.
        squares: Large squares of 1 mm² and 0.1 mm depth, each 0.1 µL.
        dilution: How many times the sample was diluted; 1 for not at all.
    Returns:
        10⁴ times the mean count times the dilution, in 1/mL, for an improved Neubauer chamber.
    Raises:
        ToolInputError: nothing was counted, or a dilution below 1.
    Source: Neubauer improved counting chamber, 0.1 µL a large square.
    """
    if cells < 0:
        raise ToolInputError(f"{cells} cells cannot be counted")
    counted(squares=squares)
    if not 1 <= dilution < math.inf:
        raise ToolInputError(f"a dilution factor of {dilution} is impossible; give 1 for a sample that was not diluted")
    return cells / squares * dilution * 1e4


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"first": 0.1, "last": 0.8, "time": 3.0})
def doubling_time(first: FirstDensity, last: LastDensity, time: GrowthTime) -> DoublingTime:
    """Compute the doubling time of a culture that grows exponentially.

    Args:
        first: Any measure of the number of cells.
        last: The same measure at the end.
        time: Between both, in h.
    Returns:
        t ln 2 / ln(N / N0) in h.
    Raises:
        ToolInputError: a value is not positive, or the culture did not grow.
    Source: Monod 1949, doi:10.1146/annurev.mi.03.100149.002103.
    """
    return math.log(2) / _growth(first, last, time)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"first": 0.1, "last": 0.8, "time": 3.0})
def growth_rate(first: FirstDensity, last: LastDensity, time: GrowthTime) -> GrowthRate:
    """Compute the specific growth rate of a culture that grows exponentially.

    Args:
        first: Any measure of the number of cells.
        last: The same measure at the end.
        time: Between both, in h.
    Returns:
        µ = ln(N / N0) / t in 1/h.
    Raises:
        ToolInputError: a value is not positive, or the culture did not grow.
    Source: Monod 1949, doi:10.1146/annurev.mi.03.100149.002103.
    """
    return _growth(first, last, time)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"speed": 12000.0, "radius": 8.0})
def centrifugal_force(speed: RotorSpeed, radius: RotorRadius) -> CentrifugalForce:
    """Compute the relative centrifugal force of a rotor.

    Args:
        speed: In revolutions per minute.
        radius: Of the sample's path, in cm.
    Returns:
        ω² r / g, with standard gravity.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition; standard gravity 9.80665 m/s².
    """
    positive(speed=speed, radius=radius)
    return usable((2 * math.pi * speed / 60) ** 2 * radius / 100 / _GRAVITY, "force")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"force": 10000.0, "radius": 8.0})
def rotor_speed(force: GForceGiven, radius: RotorRadius) -> RotorSpeedNeeded:
    """Compute the rotor speed that gives a relative centrifugal force.

    Args:
        force: In multiples of standard gravity.
        radius: Of the sample's path, in cm.
    Returns:
        √(g RCF / r) in revolutions per minute.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition; standard gravity 9.80665 m/s².
    """
    positive(force=force, radius=radius)
    return 60 / (2 * math.pi) * math.sqrt(force * _GRAVITY / (radius / 100))


def _growth(first: float, last: float, time: float) -> float:
    positive(first=first, last=last, time=time)
    if last <= first:
        raise ToolInputError(f"from {first} to {last} the culture did not grow; there is no doubling time")
    return math.log(last / first) / time
