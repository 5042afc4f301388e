"""Energy, force and electric current by the laws of first courses in physics."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import not_negative, positive, usable
from scitoolagent.tools.general.electrolysis import Current

MovingMass = Annotated[
    float,
    Semantic(
        "MovingMass", parent="Parameter", unit="kg", label="mass of a body", also=("mass", "body", "object", "car")
    ),
]
BodySpeed = Annotated[
    float,
    Semantic(
        "BodySpeed", parent="Parameter", unit="m/s", label="speed of a body", also=("speed", "velocity", "moving at")
    ),
]
BodyAcceleration = Annotated[
    float,
    Semantic(
        "BodyAcceleration", parent="Parameter", unit="m/s2", label="acceleration of a body", also=("acceleration",)
    ),
]
FallHeight = Annotated[
    float,
    Semantic(
        "FallHeight",
        parent="Parameter",
        unit="m",
        label="height of a body",
        also=("height", "high", "above the ground"),
    ),
]
PendulumLength = Annotated[
    float,
    Semantic("PendulumLength", parent="Parameter", unit="m", label="length of a pendulum", also=("pendulum",)),
]
CircuitVoltage = Annotated[
    float,
    Semantic("CircuitVoltage", parent="Parameter", unit="V", label="voltage across a resistor", also=("voltage",)),
]
CircuitResistance = Annotated[
    float,
    Semantic(
        "CircuitResistance",
        parent="Parameter",
        unit="Ohm",
        label="resistance",
        also=("resistor", "electrical resistance"),
    ),
]
BodyTemperature = Annotated[
    float,
    Semantic(
        "RadiatorTemperature", parent="Parameter", unit="K", label="temperature of a black body", also=("temperature",)
    ),
]
KineticEnergy = Annotated[
    float,
    Semantic("KineticEnergy", parent="MaterialProperty", unit="J", label="kinetic energy", also=("energy of motion",)),
]
PotentialEnergyOfHeight = Annotated[
    float,
    Semantic(
        "PotentialEnergyOfHeight",
        parent="MaterialProperty",
        unit="J",
        label="gravitational potential energy",
        also=("potential energy of a height",),
    ),
]
NetForce = Annotated[
    float,
    Semantic(
        "NetForce", parent="MaterialProperty", unit="N", label="force on a body", also=("net force", "force on a")
    ),
]
PendulumPeriod = Annotated[
    float,
    Semantic(
        "PendulumPeriod",
        parent="MaterialProperty",
        unit="s",
        label="period of a pendulum",
        also=("pendulum period", "oscillation period of a pendulum"),
    ),
]
ResistorCurrent = Annotated[
    float,
    Semantic(
        "ResistorCurrent",
        parent="MaterialProperty",
        unit="ampere",
        label="current through a resistor",
        also=("current through a resistance", "current by Ohm's law"),
    ),
]
ElectricPower = Annotated[
    float,
    Semantic(
        "ElectricPower",
        parent="MaterialProperty",
        unit="W",
        label="electric power",
        also=("electrical power", "power of"),
    ),
]
PeakWavelength = Annotated[
    float,
    Semantic(
        "PeakWavelength",
        parent="MaterialProperty",
        unit="nm",
        label="peak wavelength of a black body",
        also=("Wien peak wavelength", "Wien's wavelength", "wavelength of maximum emission"),
    ),
]
RadiantExitance = Annotated[
    float,
    Semantic(
        "RadiantExitance",
        parent="MaterialProperty",
        unit="W/m2",
        label="radiated power of a black body",
        also=("black body radiation", "blackbody radiation", "radiant exitance", "power radiated by a black body"),
    ),
]
# CODATA 2022, exact or from exact constants; standard gravity by definition.
_GRAVITY = 9.80665
_WIEN = 2.897771955e6  # nm K
_STEFAN = 5.670374419e-8  # W/(m2 K4)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"mass": 2.0, "speed": 3.0})
def kinetic_energy(mass: MovingMass, speed: BodySpeed) -> KineticEnergy:
    """Compute the kinetic energy of a body that is much slower than light.

    Args:
        mass: In kg.
        speed: In m/s.
    Returns:
        m v^2 / 2 in J.
    Raises:
        ToolInputError: the mass is not positive, or the speed is negative.
    Source: OpenStax, University Physics 1, section 7.2.
    """
    positive(mass=mass)
    not_negative(speed=speed)
    return usable(mass * speed**2 / 2, "energy")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"mass": 2.0, "height": 3.0})
def height_energy(mass: MovingMass, height: FallHeight) -> PotentialEnergyOfHeight:
    """Compute the potential energy of a body at a height above the ground.

    Args:
        mass: In kg.
        height: In m.
    Returns:
        m g h in J, with standard gravity, 9.80665 m/s².
    Raises:
        ToolInputError: a value is not positive.
    Source: OpenStax, University Physics 1, section 8.1.
    """
    positive(mass=mass, height=height)
    return usable(mass * _GRAVITY * height, "energy")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"mass": 5.0, "acceleration": 2.0})
def net_force(mass: MovingMass, acceleration: BodyAcceleration) -> NetForce:
    """Compute the force that accelerates a body.

    Args:
        mass: In kg.
        acceleration: In m/s².
    Returns:
        m a in N.
    Raises:
        ToolInputError: a value is not positive.
    Source: OpenStax, University Physics 1, section 5.3.
    """
    positive(mass=mass, acceleration=acceleration)
    return usable(mass * acceleration, "force")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"length": 1.0})
def pendulum_period(length: PendulumLength) -> PendulumPeriod:
    """Compute the period of a simple pendulum that swings little.

    Args:
        length: In m.
    Returns:
        2 pi (l/g)^(1/2) in s, with standard gravity, 9.80665 m/s².
    Raises:
        ToolInputError: the length is not positive.
    Source: OpenStax, University Physics 1, section 15.4.
    """
    positive(length=length)
    return usable(2 * math.pi * math.sqrt(length / _GRAVITY), "period")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"voltage": 5.0, "resistance": 100.0})
def resistor_current(voltage: CircuitVoltage, resistance: CircuitResistance) -> ResistorCurrent:
    """Compute the current through a resistor by Ohm's law.

    Args:
        voltage: In V.
        resistance: In ohm.
    Returns:
        U / R in A.
    Raises:
        ToolInputError: a value is not positive.
    Source: OpenStax, University Physics 2, section 9.4.
    """
    positive(voltage=voltage, resistance=resistance)
    return usable(voltage / resistance, "current")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"voltage": 230.0, "current": 2.0})
def electric_power(voltage: CircuitVoltage, current: Current) -> ElectricPower:
    """Compute the electric power of a voltage and a current.

    Args:
        voltage: In V.
        current: In A.
    Returns:
        U I in W, of direct current or of effective values in phase.
    Raises:
        ToolInputError: a value is not positive.
    Source: OpenStax, University Physics 2, section 9.5.
    """
    positive(voltage=voltage, current=current)
    return usable(voltage * current, "power")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"temperature": 5800.0})
def black_body_peak(temperature: BodyTemperature) -> PeakWavelength:
    """Compute the wavelength at which a black body radiates most for each wavelength.

    Args:
        temperature: In K.
    Returns:
        b / T in nm, by Wien's law.
    Raises:
        ToolInputError: the temperature is not positive.
    Source: OpenStax, University Physics 3, section 6.1; constant of CODATA 2022.
    """
    positive(temperature=temperature)
    return usable(_WIEN / temperature, "wavelength")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"temperature": 300.0})
def black_body_power(temperature: BodyTemperature) -> RadiantExitance:
    """Compute the power that a black body radiates from each square metre.

    Args:
        temperature: In K.
    Returns:
        sigma T^4 in W/m², the law of Stefan and Boltzmann.
    Raises:
        ToolInputError: the temperature is not positive.
    Source: OpenStax, University Physics 3, section 6.1; constant of CODATA 2022.
    """
    positive(temperature=temperature)
    return usable(_STEFAN * temperature**4, "power")
