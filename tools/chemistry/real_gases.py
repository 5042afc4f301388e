"""The van der Waals equation with constants from measured critical points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles, Temperature
from scitoolagent.tools.chemistry._measured import measured_of, subject_of
from scitoolagent.tools.chemistry.phase_points import FactNote
from scitoolagent.tools.general._constants import ATMOSPHERE, GAS_CONSTANT, ZERO_CELSIUS
from scitoolagent.tools.general.gases import GasAmount, GasVolume

VanDerWaalsPressure = Annotated[
    float,
    Semantic(
        "VanDerWaalsPressure",
        parent="MaterialProperty",
        unit="atm",
        label="van der Waals pressure",
        also=("pressure by the van der Waals equation", "pressure of a van der Waals gas", "real gas pressure"),
    ),
]
VanDerWaalsA = Annotated[
    float,
    Semantic(
        "VanDerWaalsA",
        parent="MolecularProperty",
        unit="bar.L2/mol2",
        label="van der Waals constant a",
        also=("van der Waals a", "van der Waals constants", "van der Waals parameters"),
    ),
]
VanDerWaalsB = Annotated[
    float,
    Semantic(
        "VanDerWaalsB",
        parent="MolecularProperty",
        unit="L/mol",
        label="van der Waals constant b",
        also=("van der Waals b", "covolume"),
    ),
]


@dataclass(frozen=True, slots=True)
class Constants:
    """The two constants of a gas and their source."""

    van_der_waals_a: VanDerWaalsA
    van_der_waals_b: VanDerWaalsB
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class Pressure:
    """A pressure, and the constants behind it."""

    van_der_waals_pressure: VanDerWaalsPressure
    fact_note: FactNote


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCC"})
def van_der_waals_constants(smiles: Smiles) -> Constants:
    """Compute the van der Waals constants of a gas from its measured critical point.

    Args:
        smiles: The compound, exactly.
    Returns:
        a = 27 R² Tc² / (64 pc) in L²·bar/mol² and b = R Tc / (8 pc) in L/mol.
    Raises:
        ToolInputError: no table has its critical temperature and pressure.
    Source: van der Waals 1873; critical points as of `critical_temperature`.
    """
    a, b, note = _constants(smiles)
    return Constants(10 * a, 1000 * b, note)


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CCC", "amount": 2.0, "temperature": 60.0, "volume": 5.0},
    also=("van der Waals equation",),
)
def van_der_waals_pressure(smiles: Smiles, amount: GasAmount, temperature: Temperature, volume: GasVolume) -> Pressure:
    """Compute the pressure of a gas by the van der Waals equation.

    Args:
        smiles: The compound, exactly.
        amount: In mol.
        temperature: In °C.
        volume: In L.
    Returns:
        p = n R T / (V - n b) - a n² / V² in atm.
    Raises:
        ToolInputError: a value is not positive, the volume is below that of the molecules, or below its critical
            temperature the gas would condense, where the equation has no meaning.
    Source: van der Waals 1873; critical points as of `critical_temperature`.
    """
    for name, value in (("amount", amount), ("volume", volume)):
        if not 0 < value < math.inf:
            raise ToolInputError(f"{name} is {value}; it must be a positive number")
    if not -ZERO_CELSIUS < temperature < math.inf:
        raise ToolInputError(f"{temperature} °C is not above absolute zero; give the temperature in °C")
    a, b, note = _constants(smiles)
    molar, kelvin = volume / 1000 / amount, temperature + ZERO_CELSIUS
    if molar <= b:
        raise ToolInputError(
            f"{volume} L is less than the molecules of {amount} mol take up ({1000 * amount * b:.4g} L)"
        )
    # Where the isotherm rises with the volume there is liquid beside the gas.
    if GAS_CONSTANT * kelvin / (molar - b) ** 2 <= 2 * a / molar**3:
        raise ToolInputError("at this temperature and volume the gas would condense; the equation has no meaning there")
    pressure = GAS_CONSTANT * kelvin / (molar - b) - a / molar**2
    return Pressure(pressure / ATMOSPHERE, f"a = {10 * a:.5g} L²·bar/mol², b = {1000 * b:.5g} L/mol; {note}")


def _constants(smiles: str) -> tuple[float, float, str]:
    """The constants in SI units."""
    subject = subject_of(smiles)
    critical, note = measured_of("critical_temperature", subject, "K")
    pressure, _ = measured_of("critical_pressure", subject, "Pa")
    a = 27 * GAS_CONSTANT**2 * critical**2 / (64 * pressure)
    return a, GAS_CONSTANT * critical / (8 * pressure), f"critical point: {note}"
