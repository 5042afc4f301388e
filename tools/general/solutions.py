"""Bench chemistry: solutions, dilutions, yields, gases."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._constants import ATMOSPHERE, GAS_CONSTANT, ZERO_CELSIUS
from scitoolagent.tools.materials.formula import MolarMass

SoluteMass = Annotated[
    float, Semantic("SoluteMass", parent="Parameter", unit="g", label="mass of solute", also=("mass of solute",))
]
SolutionVolume = Annotated[
    float,
    Semantic("SolutionVolume", parent="Parameter", unit="mL", label="volume of solution", also=("volume of solution",)),
]
SoluteConcentration = Annotated[
    float, Semantic("SoluteConcentration", parent="Parameter", unit="mol/L", label="concentration of the solute")
]
StockConcentration = Annotated[
    float,
    Semantic(
        "StockConcentration",
        parent="Parameter",
        unit="mol/L",
        label="stock concentration",
        announced=("from", "dilute", "diluting"),
        also=("concentration of the stock", "C1"),
    ),
]
TargetConcentration = Annotated[
    float,
    Semantic(
        "TargetConcentration",
        parent="Parameter",
        unit="mol/L",
        label="concentration after dilution",
        announced=("to", "into"),
        also=("final concentration", "wanted concentration", "C2"),
    ),
]
StockAliquot = Annotated[
    float,
    Semantic(
        "StockAliquot",
        parent="Parameter",
        unit="mL",
        label="volume of stock taken",
        also=("V1", "stock volume", "aliquot"),
    ),
]
FinalVolume = Annotated[
    float,
    Semantic(
        "FinalVolume",
        parent="Parameter",
        unit="mL",
        label="volume after dilution",
        announced=("to", "into"),
        also=("final volume", "wanted volume", "V2"),
    ),
]
Molarity = Annotated[
    float,
    Semantic("Molarity", parent="SoluteConcentration", unit="mol/L", label="molarity", also=("molar concentration",)),
]
MassToWeigh = Annotated[
    float,
    Semantic(
        "MassToWeigh",
        parent="SoluteMass",
        unit="g",
        label="mass to weigh in",
        also=("mass needed", "grams needed", "mass required for a solution"),
    ),
]
StockVolume = Annotated[
    float,
    Semantic(
        "StockVolume",
        parent="Parameter",
        unit="mL",
        label="volume of stock needed",
        also=("stock volume", "V1", "volume of stock solution"),
    ),
]
DiluentVolume = Annotated[
    float,
    Semantic(
        "DiluentVolume",
        parent="Parameter",
        unit="mL",
        label="volume of diluent",
        also=("solvent to add", "volume of solvent to add"),
    ),
]
DilutedConcentration = Annotated[
    float,
    Semantic(
        "DilutedConcentration",
        parent="SoluteConcentration",
        unit="mol/L",
        label="diluted concentration",
        also=("concentration of the diluted solution",),
    ),
]
MassConcentration = Annotated[
    float,
    Semantic(
        "MassConcentration",
        parent="Parameter",
        unit="kg/m3",
        label="mass concentration",
        also=("g/L concentration", "concentration in g/L", "mg/mL concentration"),
    ),
]
ActualYield = Annotated[float, Semantic("ActualYield", parent="Parameter", unit="g", label="actual yield")]
TheoreticalYield = Annotated[
    float, Semantic("TheoreticalYield", parent="Parameter", unit="g", label="theoretical yield")
]
PercentYield = Annotated[
    float,
    Semantic(
        "PercentYield", parent="Parameter", unit="%", label="percent yield", also=("percentage yield", "reaction yield")
    ),
]
GasAmount = Annotated[
    float, Semantic("GasAmount", parent="Parameter", unit="mol", label="amount of gas", also=("moles of gas",))
]
GasPressure = Annotated[float, Semantic("GasPressure", parent="Parameter", unit="atm", label="pressure of a gas")]
GasVolume = Annotated[float, Semantic("GasVolume", parent="Parameter", unit="L", label="volume of a gas")]
IdealGasVolume = Annotated[
    float,
    Semantic(
        "IdealGasVolume", parent="GasVolume", unit="L", label="ideal gas volume", also=("volume of an ideal gas",)
    ),
]
IdealGasPressure = Annotated[
    float,
    Semantic(
        "IdealGasPressure",
        parent="GasPressure",
        unit="atm",
        label="ideal gas pressure",
        also=("pressure of an ideal gas",),
    ),
]
IdealGasAmount = Annotated[
    float,
    Semantic(
        "IdealGasAmount",
        parent="GasAmount",
        unit="mol",
        label="amount of an ideal gas",
        also=("moles of an ideal gas",),
    ),
]


@dataclass(frozen=True, slots=True)
class Dilution:
    """What to take and what to fill up with, in mL."""

    stock_volume: StockVolume
    diluent_volume: DiluentVolume


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"mass": 5.85, "volume": 500.0, "molar_mass": 58.44})
def molarity(mass: SoluteMass, volume: SolutionVolume, molar_mass: MolarMass) -> Molarity:
    """Compute the molarity of a solution from the mass of solute and the volume.

    Args:
        mass: Solute in g.
        volume: Whole solution, not solvent, in mL.
        molar_mass: Of the solute as weighed (with its water of crystallisation), in g/mol.
    Returns:
        Amount of substance concentration in mol/L.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition, c = m / (M V).
    """
    _positive(mass=mass, volume=volume, molar_mass=molar_mass)
    return mass / molar_mass / (volume / 1000)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"concentration": 0.1, "volume": 250.0, "molar_mass": 58.44},
)
def mass_for_molarity(concentration: SoluteConcentration, volume: SolutionVolume, molar_mass: MolarMass) -> MassToWeigh:
    """Compute the mass of solute to weigh in for a solution of a given molarity.

    Args:
        concentration: Wanted, in mol/L.
        volume: Wanted volume of solution in mL.
        molar_mass: Of the solute as weighed (with its water of crystallisation), in g/mol.
    Returns:
        Mass in g.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition, m = c V M.
    """
    _positive(concentration=concentration, volume=volume, molar_mass=molar_mass)
    return concentration * (volume / 1000) * molar_mass


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"concentration": 0.1, "molar_mass": 58.44})
def mass_concentration(concentration: SoluteConcentration, molar_mass: MolarMass) -> MassConcentration:
    """Convert a molar concentration to a mass concentration.

    Args:
        concentration: In mol/L.
        molar_mass: In g/mol.
    Returns:
        Mass per volume in kg/m³, which is g/L and mg/mL.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition, ρ = c M.
    """
    _positive(concentration=concentration, molar_mass=molar_mass)
    return concentration * molar_mass


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"stock_concentration": 1.0, "target_concentration": 0.05, "final_volume": 100.0},
    also=("C1V1 = C2V2", "dilution calculator", "dilution of a stock solution"),
)
def dilution(
    stock_concentration: StockConcentration,
    target_concentration: TargetConcentration,
    final_volume: FinalVolume,
) -> Dilution:
    """Compute how much stock solution a dilution needs (C1 V1 = C2 V2).

    Args:
        stock_concentration: C1 in mol/L.
        target_concentration: C2 in mol/L, not above C1.
        final_volume: V2 in mL.
    Returns:
        V1 of stock and the volume to fill up with, in mL (volumes taken as additive).
    Raises:
        ToolInputError: a value is not positive, or the target is more concentrated than the stock.
    Source: conservation of the amount of solute.
    """
    _positive(
        stock_concentration=stock_concentration, target_concentration=target_concentration, final_volume=final_volume
    )
    if target_concentration > stock_concentration:
        raise ToolInputError(
            f"{target_concentration} mol/L cannot be diluted from {stock_concentration} mol/L; "
            "the stock must be the more concentrated one"
        )
    stock = target_concentration / stock_concentration * final_volume
    return Dilution(stock, final_volume - stock)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"stock_concentration": 1.0, "stock_volume": 5.0, "final_volume": 100.0},
)
def diluted_concentration(
    stock_concentration: StockConcentration,
    stock_volume: StockAliquot,
    final_volume: FinalVolume,
) -> DilutedConcentration:
    """Compute the concentration after diluting a stock solution.

    Args:
        stock_concentration: C1 in mol/L.
        stock_volume: V1 in mL, not above V2.
        final_volume: V2 in mL.
    Returns:
        C2 = C1 V1 / V2 in mol/L.
    Raises:
        ToolInputError: a value is not positive, or V1 exceeds V2.
    Source: conservation of the amount of solute.
    """
    _positive(stock_concentration=stock_concentration, stock_volume=stock_volume, final_volume=final_volume)
    if stock_volume > final_volume:
        raise ToolInputError(f"{stock_volume} mL of stock do not fit into {final_volume} mL")
    return stock_concentration * stock_volume / final_volume


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"actual": 4.2, "theoretical": 5.6})
def percent_yield(actual: ActualYield, theoretical: TheoreticalYield) -> PercentYield:
    """Compute the percent yield of a reaction.

    Args:
        actual: Product obtained, in g.
        theoretical: Product at full conversion, in g.
    Returns:
        100 × actual / theoretical in %; above 100 points to an impure product.
    Raises:
        ToolInputError: the theoretical yield is not positive, or the actual one is negative.
    Source: definition.
    """
    _positive(theoretical=theoretical)
    if not 0 <= actual < math.inf:
        raise ToolInputError(f"an actual yield of {actual} g is impossible; give 0 or more")
    return 100 * actual / theoretical


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


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"amount": 2.0, "temperature": 25.0, "volume": 10.0})
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


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"pressure": 1.0, "volume": 10.0, "temperature": 25.0})
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


def _positive(**values: float) -> None:
    for name, value in values.items():
        if not 0 < value < math.inf:
            raise ToolInputError(f"{name.replace('_', ' ')} is {value}; it must be a positive number")


def _kelvin(celsius: float) -> float:
    if not -ZERO_CELSIUS < celsius < math.inf:
        raise ToolInputError(f"{celsius} °C is not above absolute zero; give the temperature in °C")
    return celsius + ZERO_CELSIUS
