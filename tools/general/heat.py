"""Heat that warms a thing, and the temperature of two things that are mixed."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import SciToolAgentError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.quantities import read_quantity
from scitoolagent.tool.units import convert
from scitoolagent.tools.general._checks import kelvin, positive

HeatedMass = Annotated[
    float,
    Semantic(
        "HeatedMass",
        parent="Parameter",
        unit="g",
        label="mass that is warmed",
        also=("mass",),
    ),
]
SpecificHeat = Annotated[
    float,
    Semantic(
        "SpecificHeat",
        parent="Parameter",
        unit="J/(g*K)",
        label="specific heat capacity that is given",
        also=("specific heat capacity", "specific heat", "heat capacity", "c", "cp"),
    ),
]
TemperatureSpan = Annotated[
    str,
    Semantic(
        "TemperatureSpan",
        parent="Parameter",
        label="two temperatures, from one to the other",
        finder="scitoolagent.tools.general._state_words:find_warmings",
    ),
]
TemperatureRise = Annotated[
    float,
    Semantic(
        "TemperatureRise",
        parent="TemperatureInterval",
        role="setting",
        unit="K",
        label="temperature rise",
        also=("temperature change", "temperature difference", "rise", "warmed by", "heated by", "ΔT", "delta T"),
        announced=("by",),
    ),
]
HotMass = Annotated[
    float,
    Semantic(
        "HotMass",
        parent="Parameter",
        unit="g",
        label="mass of the hot part",
        also=("hot water",),
    ),
]
HotTemperature = Annotated[
    float,
    Semantic(
        "HotTemperature",
        parent="Parameter",
        unit="°C",
        label="temperature of the hot part",
    ),
]
ColdMass = Annotated[
    float,
    Semantic(
        "ColdMass",
        parent="Parameter",
        unit="g",
        label="mass of the cold part",
        also=("cold water",),
    ),
]
ColdTemperature = Annotated[
    float,
    Semantic(
        "ColdTemperature",
        parent="Parameter",
        unit="°C",
        label="temperature of the cold part",
    ),
]
HeatNeeded = Annotated[
    float,
    Semantic(
        "HeatNeeded",
        parent="MaterialProperty",
        unit="kJ",
        label="heat needed",
        also=(
            "heat",
            "amount of heat",
            "how much heat",
            "heat required",
            "energy needed to heat",
            "heat absorbed",
            "how much heat is needed",
            "heat to warm",
        ),
    ),
]
MixedTemperature = Annotated[
    float,
    Semantic(
        "MixedTemperature",
        parent="MaterialProperty",
        unit="°C",
        label="temperature of a mixture",
        also=("final temperature", "mixing temperature", "temperature after mixing"),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"mass": 420.0, "capacity": 2.44, "span": "21 °C to 70 °C"},
)
def heat_of_warming(mass: HeatedMass, capacity: SpecificHeat, span: TemperatureSpan) -> HeatNeeded:
    """Compute the heat that warms a mass from one temperature to another.

    Args:
        mass: In g.
        capacity: In J/(g K), taken as constant.
        span: Both temperatures with their units, as `21 °C to 70 °C`.
    Returns:
        q = m c ΔT in kJ; negative on cooling.
    Raises:
        ToolInputError: the mass or the capacity is not positive, or a temperature is below absolute zero.
    Source: definition of the specific heat capacity; no change of phase in between.
    """
    positive(mass=mass, capacity=capacity)
    first, last = span_of_temperatures(span)
    return mass * capacity * (last - first) / 1000


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"mass": 420.0, "capacity": 2.44, "rise": 49.0})
def heat_of_rise(mass: HeatedMass, capacity: SpecificHeat, rise: TemperatureRise) -> HeatNeeded:
    """Compute the heat that warms a mass by a number of degrees.

    Args:
        mass: In g.
        capacity: In J/(g K), taken as constant.
        rise: In K.
    Returns:
        q = m c ΔT in kJ.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition of the specific heat capacity; no change of phase in between.
    """
    positive(mass=mass, capacity=capacity, rise=rise)
    return mass * capacity * rise / 1000


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"hot_mass": 150.0, "hot": 75.0, "cold_mass": 350.0, "cold": 15.0},
)
def mixed_temperature(
    hot_mass: HotMass, hot: HotTemperature, cold_mass: ColdMass, cold: ColdTemperature
) -> MixedTemperature:
    """Compute the temperature of two parts of one substance after mixing.

    Args:
        hot_mass: In g.
        hot: In °C.
        cold_mass: In g.
        cold: In °C, not above that of the hot part.
    Returns:
        The mean of both temperatures by mass, in °C; no heat is lost.
    Raises:
        ToolInputError: a mass is not positive, or the hot part is the colder one.
    Source: conservation of energy.
    """
    positive(hot_mass=hot_mass, cold_mass=cold_mass)
    if kelvin(hot) < kelvin(cold):
        raise ToolInputError(f"{hot:g} °C is colder than {cold:g} °C; give the hot part as the hot one")
    return (hot_mass * hot + cold_mass * cold) / (hot_mass + cold_mass)


def span_of_temperatures(span: str) -> tuple[float, float]:
    """Both temperatures of a text such as `21 °C to 70 °C`, in K."""
    parts = span.split(" to ")
    if len(parts) != 2:
        raise ToolInputError(f"{span!r} is no span of temperatures; write it as 21 °C to 70 °C")
    try:
        read = [read_quantity(part) for part in parts]
        first, last = (convert(value, unit, "°C") for value, unit in read)
    except (SciToolAgentError, ValueError) as error:
        raise ToolInputError(f"{span!r} is no span of temperatures; write it as 21 °C to 70 °C") from error
    return kelvin(first), kelvin(last)
