"""Dilutions of solutions whose strength is a mass in a volume, a percentage or a multiple."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general.amounts import SubstanceAmount
from scitoolagent.tools.general.colligative import MassShareOfSolute, SolutionDensity
from scitoolagent.tools.general.solutions import (
    Dilution,
    DilutionSeries,
    FinalVolume,
    StockAliquot,
    StockConcentration,
    TargetConcentration,
    dilution,
    serial_dilution,
)
from scitoolagent.tools.materials.formula import MolarMass

_STOCK = ("concentration of the stock", "stock concentration", "stock solution", "initial concentration", "C1", "stock")
_TARGET = ("final concentration", "wanted concentration", "working concentration", "target concentration", "C2")

StockMassConcentration = Annotated[
    float,
    Semantic(
        "StockMassConcentration",
        parent="Parameter",
        unit="mg/mL",
        label="mass concentration of the stock",
        announced=("from", "dilute", "diluting"),
        also=_STOCK,
    ),
]
TargetMassConcentration = Annotated[
    float,
    Semantic(
        "TargetMassConcentration",
        parent="Parameter",
        unit="mg/mL",
        label="mass concentration after dilution",
        announced=("to", "into", "make", "prepare", "need", "want"),
        also=_TARGET,
    ),
]
DilutedMassConcentration = Annotated[
    float,
    Semantic(
        "DilutedMassConcentration",
        parent="MaterialProperty",
        unit="mg/mL",
        label="diluted mass concentration",
        also=(
            "final mass concentration",
            "final concentration",
            "final conc",
            "resulting concentration",
            "concentration after dilution",
            "concentration of the diluted solution",
        ),
    ),
]
StockPercent = Annotated[
    float,
    Semantic(
        "StockPercent",
        parent="Parameter",
        unit="%",
        label="percentage of the stock",
        announced=("from", "dilute", "diluting"),
        also=("strength of the stock", *_STOCK),
    ),
]
TargetPercent = Annotated[
    float,
    Semantic(
        "TargetPercent",
        parent="Parameter",
        unit="%",
        label="percentage after dilution",
        announced=("to", "into", "make", "prepare", "need", "want"),
        also=("wanted strength", *_TARGET),
    ),
]
AmountVolume = Annotated[
    float,
    Semantic(
        "AmountVolume",
        parent="MaterialProperty",
        unit="mL",
        label="volume of a solution that holds an amount",
        also=(
            "volume containing",
            "what volume contains",
            "volume of the reagent solution",
            "volume of solution needed",
            "volume of stock needed",
            "volume of stock",
            "volume of reagent",
            "how much stock",
        ),
    ),
]
ReagentVolume = Annotated[
    float,
    Semantic(
        "ReagentVolume",
        parent="MaterialProperty",
        unit="mL",
        label="volume of the concentrated reagent",
        also=(
            "volume of concentrated acid",
            "volume of the concentrated acid",
            "volume of stock needed",
            "volume of acid",
            "volume of the acid",
            "volume of reagent",
            "how much concentrated acid",
            "how much stock",
            "volume to take",
            "volume needed",
        ),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"stock_concentration": 25.0, "target_concentration": 0.05, "final_volume": 200.0},
    also=("dilution of a mass concentration",),
)
def mass_dilution(
    stock_concentration: StockMassConcentration,
    target_concentration: TargetMassConcentration,
    final_volume: FinalVolume,
) -> Dilution:
    """Compute how much stock a dilution needs where concentrations are masses in a volume.

    Args:
        stock_concentration: In mg/mL.
        target_concentration: In mg/mL, not above that of the stock.
        final_volume: In mL.
    Returns:
        Volume of stock and the volume to fill up with, in mL (volumes taken as additive).
    Raises:
        ToolInputError: a value is not positive, or the target is more concentrated than the stock.
    Source: conservation of the mass of solute.
    """
    _dilutable(stock_concentration, target_concentration, "g/L")
    return dilution(stock_concentration, target_concentration, final_volume)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"stock_concentration": 20.0, "stock_volume": 5.0, "final_volume": 250.0},
)
def diluted_mass_concentration(
    stock_concentration: StockMassConcentration, stock_volume: StockAliquot, final_volume: FinalVolume
) -> DilutedMassConcentration:
    """Compute the mass concentration after diluting a stock solution.

    Args:
        stock_concentration: In mg/mL.
        stock_volume: In mL, not above the final volume.
        final_volume: In mL.
    Returns:
        ρ2 = ρ1 V1 / V2 in mg/mL.
    Raises:
        ToolInputError: a value is not positive, or the stock does not fit into the final volume.
    Source: conservation of the mass of solute.
    """
    positive(stock_concentration=stock_concentration, stock_volume=stock_volume, final_volume=final_volume)
    if stock_volume > final_volume:
        raise ToolInputError(f"{stock_volume} mL of stock do not fit into {final_volume} mL")
    return stock_concentration * stock_volume / final_volume


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"stock_concentration": 4.0, "series": "10 x 3"},
    also=("serial dilution of a mass concentration", "serial dilution"),
)
def serial_mass_dilution(
    stock_concentration: StockMassConcentration, series: DilutionSeries
) -> DilutedMassConcentration:
    """Compute the mass concentration after diluting by a factor, once or several times.

    Args:
        stock_concentration: Before the first dilution, in mg/mL.
        series: Factor and number of dilutions, as `10 x 3` for three times tenfold; 1 part in 10 is the factor 10.
    Returns:
        Mass concentration after the last dilution in mg/mL.
    Raises:
        ToolInputError: the concentration is not positive, the series cannot be read, or it does not dilute.
    Source: definition, ρ / f^n.
    """
    return serial_dilution(stock_concentration, series)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"stock_percent": 95.0, "target_percent": 60.0, "final_volume": 400.0},
    also=("dilution of a percentage",),
)
def percent_dilution(stock_percent: StockPercent, target_percent: TargetPercent, final_volume: FinalVolume) -> Dilution:
    """Compute how much stock a dilution from one percentage to another needs.

    Args:
        stock_percent: Volume or grams for 100 mL of solution.
        target_percent: In the same kind of percent, not above that of the stock.
        final_volume: In mL.
    Returns:
        Volume of stock and the volume to fill up with, in mL (volumes taken as additive).
    Raises:
        ToolInputError: a value is not positive or above 100 %, or the target is stronger than the stock.
    Source: conservation of the solute.
    """
    if stock_percent > 100:
        raise ToolInputError(f"a stock of {stock_percent} % is impossible; give at most 100 %")
    _dilutable(stock_percent, target_percent, "%")
    return dilution(stock_percent, target_percent, final_volume)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"amount": 0.03, "stock_concentration": 1.6})
def volume_for_amount(amount: SubstanceAmount, stock_concentration: StockConcentration) -> AmountVolume:
    """Compute the volume of a solution that holds an amount of substance.

    Args:
        amount: In mol.
        stock_concentration: In mol/L.
    Returns:
        V = n / c in mL.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition of the amount concentration.
    """
    positive(amount=amount, stock_concentration=stock_concentration)
    return 1000 * amount / stock_concentration


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "share": 65.0,
        "density": 1.39,
        "target_concentration": 0.2,
        "final_volume": 500.0,
        "molar_mass": 63.01,
    },
    also=("dilution of a concentrated acid",),
)
def concentrated_reagent_dilution(
    share: MassShareOfSolute,
    density: SolutionDensity,
    target_concentration: TargetConcentration,
    final_volume: FinalVolume,
    molar_mass: MolarMass,
) -> ReagentVolume:
    """Compute how much concentrated reagent of given mass percent makes a molar solution.

    Args:
        share: Mass of the solute in percent of the reagent.
        density: Of the reagent in g/mL.
        target_concentration: Wanted, in mol/L.
        final_volume: Wanted, in mL.
        molar_mass: Of the solute in g/mol.
    Returns:
        V1 = c2 V2 M / (10 w ρ) in mL.
    Raises:
        ToolInputError: a value is not positive, the share is above 100 %, or the target is above the reagent.
    Source: definition, c = 10 w ρ / M, and conservation of the amount of solute.
    """
    positive(share=share, density=density, molar_mass=molar_mass)
    if share > 100:
        raise ToolInputError(f"a mass share of {share} % is impossible; give at most 100 %")
    return dilution(10 * share * density / molar_mass, target_concentration, final_volume).stock_volume


def _dilutable(stock: float, target: float, unit: str) -> None:
    positive(stock=stock, target=target)
    if target > stock:
        raise ToolInputError(f"{target:g} {unit} cannot be diluted from {stock:g} {unit}; the stock must be stronger")
