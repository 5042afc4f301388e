"""Bench chemistry: solutions, dilutions, yields."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
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
        parent="SoluteConcentration",
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
        parent="SoluteConcentration",
        unit="mol/L",
        label="concentration after dilution",
        announced=("to", "into", "make", "prepare"),
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
        announced=("to", "into", "make", "prepare"),
        also=("final volume", "wanted volume", "V2"),
        again="scitoolagent.tools.general._measure_words:find_added_volumes",
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
        also=("mass needed", "grams needed", "mass required for a solution", "mass of solute", "mass for a solution"),
    ),
]
StockVolume = Annotated[
    float,
    Semantic(
        "StockVolume",
        parent="Parameter",
        unit="mL",
        label="volume of stock needed",
        also=(
            "stock volume",
            "V1",
            "volume of stock",
            "volume of stock solution",
            "how many mL of stock",
            "how many µL of stock",
            "how many microlitres of stock",
            "mL of stock",
            "µL of stock",
            "uL of stock",
            "how much stock",
            "how much stock solution",
            "stock needed",
            "volume to make",
            "volume to prepare",
            "volume needed to make",
            "volume needed to prepare",
        ),
    ),
]
DiluentVolume = Annotated[
    float,
    Semantic(
        "DiluentVolume",
        parent="Parameter",
        unit="mL",
        label="volume of diluent",
        also=(
            "solvent to add",
            "volume of solvent to add",
            "how much buffer",
            "how much water",
            "how much diluent",
            "how much solvent",
            "volume of water",
            "volume of buffer",
            "volume of solvent",
        ),
    ),
]
DilutedConcentration = Annotated[
    float,
    Semantic(
        "DilutedConcentration",
        parent="SoluteConcentration",
        unit="mol/L",
        label="diluted concentration",
        also=(
            "concentration of the diluted solution",
            "final concentration",
            "resulting concentration",
            "concentration after dilution",
            "concentration",
        ),
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
ActualYield = Annotated[
    float,
    Semantic(
        "ActualYield",
        parent="Parameter",
        unit="g",
        label="actual yield",
        again="scitoolagent.tools.general._yield_words:find_yields",
    ),
]
TheoreticalYield = Annotated[
    float, Semantic("TheoreticalYield", parent="Parameter", unit="g", label="theoretical yield")
]
PercentYield = Annotated[
    float,
    Semantic(
        "PercentYield", parent="Parameter", unit="%", label="percent yield", also=("percentage yield", "reaction yield")
    ),
]

DilutionSeries = Annotated[
    str,
    Semantic(
        "DilutionSeries",
        parent="Parameter",
        label="dilution factor",
        finder="scitoolagent.tools.general._solution_words:find_dilution_series",
    ),
]
_SERIES = re.compile(r"(\d+(?:\.\d+)?) x (\d{1,3})")


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


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"stock_concentration": 1.0, "series": "10 x 2"},
    also=("serial dilution",),
)
def serial_dilution(stock_concentration: StockConcentration, series: DilutionSeries) -> DilutedConcentration:
    """Compute the concentration after diluting by a factor, once or several times.

    Args:
        stock_concentration: Before the first dilution, in mol/L.
        series: Factor and number of dilutions, as `10 x 3` for three times tenfold; 1 part in 10 is the factor 10.
    Returns:
        Concentration after the last dilution in mol/L.
    Raises:
        ToolInputError: the concentration is not positive, the series cannot be read, or it does not dilute.
    Source: definition, c / f^n.
    """
    _positive(stock_concentration=stock_concentration)
    match = _SERIES.fullmatch(series.strip())
    if match is None or float(match[1]) < 1 or not 1 <= int(match[2]) <= 50:
        raise ToolInputError(
            f"{series!r} is no dilution; write it as 10 x 3, with a factor of 1 or more, 1 to 50 times"
        )
    return float(stock_concentration / float(match[1]) ** int(match[2]))


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


def _positive(**values: float) -> None:
    for name, value in values.items():
        if not 0 < value < math.inf:
            raise ToolInputError(f"{name.replace('_', ' ')} is {value}; it must be a positive number")
