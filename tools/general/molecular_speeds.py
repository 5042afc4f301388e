"""Speeds, free paths and densities of gases."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._checks import kelvin, positive
from scitoolagent.tools.general._constants import ATMOSPHERE, BOLTZMANN, GAS_CONSTANT
from scitoolagent.tools.general.gases import GasPressure
from scitoolagent.tools.materials.formula import MolarMass

RootMeanSquareSpeed = Annotated[
    float,
    Semantic(
        "RootMeanSquareSpeed",
        parent="MaterialProperty",
        unit="m/s",
        label="root mean square speed",
        also=(
            "rms speed",
            "root-mean-square speed of a gas",
            "root mean square velocity",
            "RMS velocity",
            "root-mean-square speed",
        ),
    ),
]
MeanSpeed = Annotated[
    float,
    Semantic(
        "MeanSpeed",
        parent="MaterialProperty",
        unit="m/s",
        label="mean speed of gas molecules",
        also=(
            "average speed of gas molecules",
            "mean molecular speed",
            "average molecular speed",
            "average speed",
            "mean speed",
        ),
    ),
]
MostProbableSpeed = Annotated[
    float,
    Semantic(
        "MostProbableSpeed",
        parent="MaterialProperty",
        unit="m/s",
        label="most probable speed",
        also=(
            "most probable speed of gas molecules",
            "most likely speed",
        ),
    ),
]
CollisionDiameter = Annotated[
    float,
    Semantic(
        "CollisionDiameter",
        parent="Parameter",
        unit="pm",
        label="collision diameter of the molecule",
        also=(
            "collision diameter",
            "molecular diameter",
            "kinetic diameter",
            "diameter",
        ),
    ),
]
MeanFreePath = Annotated[
    float,
    Semantic(
        "MeanFreePath",
        parent="MaterialProperty",
        unit="nm",
        label="mean free path of a gas",
        also=(
            "mean free path",
            "free path of a molecule",
        ),
    ),
]
IdealGasDensity = Annotated[
    float,
    Semantic(
        "IdealGasDensity",
        parent="MaterialProperty",
        unit="g/L",
        label="density of an ideal gas",
        also=(
            "ideal gas density",
            "gas density",
            "density of the gas",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"molar_mass": 28.014, "temperature": 30.0})
def root_mean_square_speed(molar_mass: MolarMass, temperature: Temperature = 25.0) -> RootMeanSquareSpeed:
    """Compute the root mean square speed of the molecules of a gas.

    Args:
        molar_mass: Of the gas in g/mol.
        temperature: In °C.
    Returns:
        √(3 R T / M) in m/s.
    Raises:
        ToolInputError: a molar mass that is not positive, or no temperature above absolute zero.
    Source: Maxwell 1860, with the exact gas constant of the SI.
    """
    positive(molar_mass=molar_mass)
    return math.sqrt(3 * GAS_CONSTANT * kelvin(temperature) / (molar_mass / 1000))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"molar_mass": 28.014, "temperature": 30.0})
def mean_speed(molar_mass: MolarMass, temperature: Temperature = 25.0) -> MeanSpeed:
    """Compute the mean speed of the molecules of a gas.

    Args:
        molar_mass: Of the gas in g/mol.
        temperature: In °C.
    Returns:
        √(8 R T / (π M)) in m/s.
    Raises:
        ToolInputError: a molar mass that is not positive, or no temperature above absolute zero.
    Source: Maxwell 1860, with the exact gas constant of the SI.
    """
    positive(molar_mass=molar_mass)
    return math.sqrt(8 / math.pi * GAS_CONSTANT * kelvin(temperature) / (molar_mass / 1000))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"molar_mass": 28.014, "temperature": 30.0})
def most_probable_speed(molar_mass: MolarMass, temperature: Temperature = 25.0) -> MostProbableSpeed:
    """Compute the most probable speed of the molecules of a gas.

    Args:
        molar_mass: Of the gas in g/mol.
        temperature: In °C.
    Returns:
        √(2 R T / M) in m/s.
    Raises:
        ToolInputError: a molar mass that is not positive, or no temperature above absolute zero.
    Source: Maxwell 1860, with the exact gas constant of the SI.
    """
    positive(molar_mass=molar_mass)
    return math.sqrt(2 * GAS_CONSTANT * kelvin(temperature) / (molar_mass / 1000))


@tool(
    Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"pressure": 1.0, "diameter": 370.0, "temperature": 30.0}
)
def mean_free_path(pressure: GasPressure, diameter: CollisionDiameter, temperature: Temperature = 25.0) -> MeanFreePath:
    """Compute the mean free path of the molecules of a gas.

    Args:
        pressure: In atm.
        diameter: Of one molecule in pm.
        temperature: In °C.
    Returns:
        kB T / (√2 π d² p) in nm.
    Raises:
        ToolInputError: a value is not positive.
    Source: Maxwell 1860, hard spheres.
    """
    positive(pressure=pressure, diameter=diameter)
    return (
        1e9
        * BOLTZMANN
        * kelvin(temperature)
        / (math.sqrt(2) * math.pi * (diameter * 1e-12) ** 2 * pressure * ATMOSPHERE)
    )


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"pressure": 1.0, "molar_mass": 28.014, "temperature": 30.0},
)
def ideal_gas_density(pressure: GasPressure, molar_mass: MolarMass, temperature: Temperature = 25.0) -> IdealGasDensity:
    """Compute the density of an ideal gas.

    Args:
        pressure: In atm.
        molar_mass: Of the gas in g/mol.
        temperature: In °C.
    Returns:
        p M / (R T) in g/L.
    Raises:
        ToolInputError: a value is not positive.
    Source: ideal gas law with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    positive(pressure=pressure, molar_mass=molar_mass)
    return pressure * ATMOSPHERE * molar_mass / (GAS_CONSTANT * kelvin(temperature)) / 1000
