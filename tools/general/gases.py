"""The ideal gas law."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._constants import ATMOSPHERE, AVOGADRO, GAS_CONSTANT, ZERO_CELSIUS

GasAmount = Annotated[
    float,
    Semantic(
        "GasAmount",
        parent="Parameter",
        unit="mol",
        label="amount of gas",
        also=("moles of gas", "an ideal gas", "ideal gas"),
    ),
]
GasPressure = Annotated[float, Semantic("GasPressure", parent="Parameter", unit="atm", label="pressure of a gas")]
GasVolume = Annotated[float, Semantic("GasVolume", parent="Parameter", unit="L", label="volume of a gas")]
IdealGasVolume = Annotated[
    float,
    Semantic(
        "IdealGasVolume",
        parent="GasVolume",
        unit="L",
        label="ideal gas volume",
        also=("volume of an ideal gas", "volume of the gas", "gas volume"),
    ),
]
IdealGasPressure = Annotated[
    float,
    Semantic(
        "IdealGasPressure",
        parent="GasPressure",
        unit="atm",
        label="ideal gas pressure",
        also=(
            "pressure of an ideal gas",
            "pressure of the gas",
            "gas pressure",
            "pressure of gas in a vessel",
            "pressure in a container",
        ),
    ),
]
IdealGasAmount = Annotated[
    float,
    Semantic(
        "IdealGasAmount",
        parent="GasAmount",
        unit="mol",
        label="amount of an ideal gas",
        also=("moles of an ideal gas", "amount of the gas", "moles of gas"),
    ),
]
IdealGasMolecules = Annotated[
    float,
    Semantic(
        "IdealGasMolecules",
        parent="MaterialProperty",
        unit="1",
        label="number of molecules of an ideal gas",
        also=("number of molecules of a gas", "number of gas molecules", "number of molecules"),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"amount": 2.0, "temperature": 25.0, "pressure": 1.0},
    also=("ideal gas law",),
)
def ideal_gas_volume(amount: GasAmount, temperature: Temperature, pressure: GasPressure) -> IdealGasVolume:
    """Compute the volume of an ideal gas.

    Args:
        amount: In mol.
        temperature: In °C.
        pressure: In atm.
    Returns:
        V = n R T / p in L.
    Raises:
        ToolInputError: amount or pressure is not positive, or the temperature is not above absolute zero.
    Source: ideal gas law with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    _positive(amount=amount, pressure=pressure)
    return 1000 * amount * GAS_CONSTANT * _kelvin(temperature) / (pressure * ATMOSPHERE)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"amount": 2.0, "temperature": 25.0, "volume": 10.0},
    also=("ideal gas law",),
)
def ideal_gas_pressure(amount: GasAmount, temperature: Temperature, volume: GasVolume) -> IdealGasPressure:
    """Compute the pressure of an ideal gas.

    Args:
        amount: In mol.
        temperature: In °C.
        volume: In L.
    Returns:
        p = n R T / V in atm.
    Raises:
        ToolInputError: amount or volume is not positive, or the temperature is not above absolute zero.
    Source: ideal gas law with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    _positive(amount=amount, volume=volume)
    return amount * GAS_CONSTANT * _kelvin(temperature) / (volume / 1000) / ATMOSPHERE


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"pressure": 1.0, "volume": 10.0, "temperature": 25.0},
    also=("ideal gas law",),
)
def ideal_gas_amount(pressure: GasPressure, volume: GasVolume, temperature: Temperature) -> IdealGasAmount:
    """Compute the amount of an ideal gas.

    Args:
        pressure: In atm.
        volume: In L.
        temperature: In °C.
    Returns:
        n = p V / (R T) in mol.
    Raises:
        ToolInputError: pressure or volume is not positive, or the temperature is not above absolute zero.
    Source: ideal gas law with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    _positive(pressure=pressure, volume=volume)
    return pressure * ATMOSPHERE * (volume / 1000) / (GAS_CONSTANT * _kelvin(temperature))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"pressure": 1.0, "volume": 10.0, "temperature": 25.0},
)
def ideal_gas_molecules(pressure: GasPressure, volume: GasVolume, temperature: Temperature) -> IdealGasMolecules:
    """Compute the number of molecules of an ideal gas.

    Args:
        pressure: In atm.
        volume: In L.
        temperature: In °C.
    Returns:
        N = p V / (k T).
    Raises:
        ToolInputError: pressure or volume is not positive, or the temperature is not above absolute zero.
    Source: ideal gas law with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    return ideal_gas_amount(pressure, volume, temperature) * AVOGADRO


def _positive(**values: float) -> None:
    for name, value in values.items():
        if not 0 < value < math.inf:
            raise ToolInputError(f"{name.replace('_', ' ')} is {value}; it must be a positive number")


def _kelvin(celsius: float) -> float:
    if not -ZERO_CELSIUS < celsius < math.inf:
        raise ToolInputError(f"{celsius} °C is not above absolute zero; give the temperature in °C")
    return celsius + ZERO_CELSIUS
