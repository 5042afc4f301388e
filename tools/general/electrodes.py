"""Electrode materials and overpotentials."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._checks import counted, kelvin, positive, usable
from scitoolagent.tools.general._constants import GAS_CONSTANT
from scitoolagent.tools.general.electrochemistry import ElectronCount
from scitoolagent.tools.general.electrolysis import FARADAY
from scitoolagent.tools.materials.formula import MolarMass

ChargeCapacity = Annotated[
    float,
    Semantic(
        "ChargeCapacity",
        parent="MaterialProperty",
        unit="mA*h/g",
        label="theoretical capacity of an electrode",
        also=(
            "theoretical capacity",
            "specific capacity",
            "theoretical specific capacity",
            "gravimetric capacity",
            "theoretical gravimetric capacity",
            "specific charge capacity",
            "charge capacity",
        ),
    ),
]
SpecificCapacity = Annotated[
    float,
    Semantic(
        "SpecificCapacity",
        parent="Parameter",
        unit="mA*h/g",
        label="capacity of the electrode material",
        also=("specific capacity", "capacity"),
    ),
]
MeanVoltage = Annotated[
    float,
    Semantic(
        "MeanVoltage",
        parent="Parameter",
        unit="V",
        label="mean voltage",
        also=("average voltage", "voltage", "operating voltage", "cell voltage", "nominal voltage"),
    ),
]
EnergyDensity = Annotated[
    float,
    Semantic(
        "EnergyDensity",
        parent="MaterialProperty",
        unit="W*h/kg",
        label="specific energy of a battery",
        also=("gravimetric energy density", "energy density", "specific energy", "energy density of a battery"),
    ),
]
ExchangeCurrentDensity = Annotated[
    float,
    Semantic(
        "ExchangeCurrentDensity",
        parent="Parameter",
        unit="mA/cm2",
        label="exchange current density",
        also=("exchange current density", "i0", "j0"),
    ),
]
CurrentDensity = Annotated[
    float,
    Semantic(
        "CurrentDensity", parent="Parameter", unit="mA/cm2", label="current density", also=("net current density",)
    ),
]
TransferCoefficient = Annotated[
    float,
    Semantic(
        "TransferCoefficient",
        parent="Parameter",
        unit="1",
        label="transfer coefficient",
        also=("charge transfer coefficient", "symmetry factor", "alpha"),
    ),
]
TafelOverpotential = Annotated[
    float,
    Semantic(
        "TafelOverpotential",
        parent="MaterialProperty",
        unit="V",
        label="overpotential by the Tafel equation",
        also=("overpotential", "Tafel overpotential", "activation overpotential", "Tafel equation"),
    ),
]


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"electrons": 1, "molar_mass": 157.76})
def theoretical_capacity(electrons: ElectronCount, molar_mass: MolarMass) -> ChargeCapacity:
    """Compute the theoretical capacity of an electrode material by Faraday's law.

    Args:
        electrons: Taken up or given by one formula unit, 1 or more.
        molar_mass: Of the formula unit in g/mol.
    Returns:
        Q = z F / (3.6 M) in mA·h/g.
    Raises:
        ToolInputError: no electrons, or a molar mass that is not positive.
    Source: Faraday 1834, with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    positive(molar_mass=molar_mass)
    counted(electrons=electrons)
    return electrons * FARADAY / (3.6 * molar_mass)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"capacity": 160.0, "voltage": 3.4})
def battery_energy_density(capacity: SpecificCapacity, voltage: MeanVoltage) -> EnergyDensity:
    """Compute the specific energy of a battery electrode from its capacity and voltage.

    Args:
        capacity: In mA·h/g.
        voltage: Mean voltage of the discharge in V.
    Returns:
        Q U in W·h/kg of the mass that the capacity counts.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition; 1 mA·h/g times 1 V is 1 W·h/kg.
    """
    positive(capacity=capacity, voltage=voltage)
    return usable(capacity * voltage, "energy")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"current_density": 10.0, "exchange": 0.1, "coefficient": 0.4, "electrons": 1, "temperature": 30.0},
    also=("Tafel equation",),
)
def tafel_overpotential(
    current_density: CurrentDensity,
    exchange: ExchangeCurrentDensity,
    coefficient: TransferCoefficient = 0.5,
    electrons: ElectronCount = 1,
    temperature: Temperature = 25.0,
) -> TafelOverpotential:
    """Compute the overpotential of an electrode by the Tafel equation.

    Args:
        current_density: In mA/cm².
        exchange: Exchange current density in mA/cm².
        coefficient: Transfer coefficient, above 0 and below 1.
        electrons: Transferred in the step that limits the rate.
        temperature: In °C.
    Returns:
        η = R T / (α z F) ln(j / j0) in V.
    Raises:
        ToolInputError: a value is out of its bounds, or the current is too small for the equation (j below 10 j0).
    Source: Tafel 1905, as the limit of the Butler-Volmer equation.
    """
    positive(current_density=current_density, exchange_current_density=exchange)
    counted(electrons=electrons)
    if not 0 < coefficient < 1:
        raise ToolInputError(f"a transfer coefficient of {coefficient} is impossible; it lies between 0 and 1")
    if current_density < 10 * exchange:
        raise ToolInputError("the Tafel equation holds from ten times the exchange current density on")
    slope = GAS_CONSTANT * kelvin(temperature) / (coefficient * electrons * FARADAY)
    return slope * math.log(current_density / exchange)
