"""Charges in solution: activity coefficients and the thickness of ion clouds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._checks import kelvin, not_negative, positive
from scitoolagent.tools.general._constants import AVOGADRO, BOLTZMANN, ELEMENTARY_CHARGE

# Permittivity of the vacuum in F/m, CODATA 2018.
_VACUUM = 8.8541878128e-12

DissolvedIonCharge = Annotated[
    int,
    Semantic(
        "DissolvedIonCharge",
        parent="Parameter",
        unit="1",
        label="charge of the ion",
        also=(
            "ion charge",
            "charge number",
            "charge",
        ),
    ),
]

IonicStrengthGiven = Annotated[
    float,
    Semantic(
        "IonicStrengthGiven",
        parent="Parameter",
        unit="mol/L",
        label="ionic strength of the solution",
        also=(
            "ionic strength",
            "I",
        ),
    ),
]

ActivityCoefficient = Annotated[
    float,
    Semantic(
        "ActivityCoefficient",
        parent="MaterialProperty",
        unit="1",
        label="activity coefficient of an ion",
        also=(
            "activity coefficient",
            "Davies activity coefficient",
            "activity coefficient by the Davies equation",
            "ionic activity coefficient",
            "single-ion activity coefficient",
        ),
    ),
]

LimitingActivityCoefficient = Annotated[
    float,
    Semantic(
        "LimitingActivityCoefficient",
        parent="MaterialProperty",
        unit="1",
        label="activity coefficient by the Debye-Hückel limiting law",
        also=(
            "Debye-Hückel activity coefficient",
            "activity coefficient by Debye-Hückel",
            "Debye-Hückel limiting law",
            "Debye-Huckel activity coefficient",
        ),
    ),
]

RelativePermittivityGiven = Annotated[
    float,
    Semantic(
        "RelativePermittivityGiven",
        parent="Parameter",
        unit="1",
        label="relative permittivity of the solvent",
        also=("dielectric constant", "relative permittivity", "permittivity", "εr", "eps_r"),
    ),
]

DebyeLength = Annotated[
    float,
    Semantic(
        "DebyeLength",
        parent="MaterialProperty",
        unit="nm",
        label="Debye length",
        also=(
            "Debye screening length",
            "screening length",
            "thickness of the ion cloud",
        ),
    ),
]

BjerrumLength = Annotated[
    float,
    Semantic(
        "BjerrumLength",
        parent="MaterialProperty",
        unit="nm",
        label="Bjerrum length",
        also=("Bjerrum length of a solvent",),
    ),
]


PermittivityNote = Annotated[
    str, Semantic("PermittivityNote", parent="Report", role="note", label="which permittivity is taken")
]


@dataclass(frozen=True, slots=True)
class ScreeningLength:
    """A Debye length, and with which permittivity."""

    length: DebyeLength
    note: PermittivityNote


@dataclass(frozen=True, slots=True)
class PairLength:
    """A Bjerrum length, and with which permittivity."""

    length: BjerrumLength
    note: PermittivityNote


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"charge": 2, "strength": 0.01},
    also=("Davies equation",),
)
def activity_coefficient(charge: DissolvedIonCharge, strength: IonicStrengthGiven) -> ActivityCoefficient:
    """Compute the activity coefficient of an ion in water at 25 °C by the Davies equation.

    Args:
        charge: Charge number of the ion; the sign does not matter.
        strength: Of the solution in mol/L.
    Returns:
        γ from log10 γ = -0.509 z² (√I / (1 + √I) - 0.3 I).
    Raises:
        ToolInputError: an ion without charge, or an ionic strength that is not within 0 and 0.5 mol/L.
    Source: Davies 1962, Ion Association; the constant 0.509 is that of water at 25 °C.
    """
    _usable_ion(charge, strength, 0.5, "the Davies equation")
    root = math.sqrt(strength)
    return float(10 ** (-0.509 * charge**2 * (root / (1 + root) - 0.3 * strength)))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"charge": 2, "strength": 0.001},
    also=("Debye-Hückel limiting law",),
)
def limiting_activity_coefficient(
    charge: DissolvedIonCharge, strength: IonicStrengthGiven
) -> LimitingActivityCoefficient:
    """Compute the activity coefficient of an ion in water by the Debye-Hückel limiting law.

    Args:
        charge: Charge number of the ion; the sign does not matter.
        strength: Of the solution in mol/L.
    Returns:
        γ from log10 γ = -0.509 z² √I, at 25 °C.
    Raises:
        ToolInputError: an ion without charge, or an ionic strength that is not within 0 and 0.01 mol/L, where
        the law ends.
    Source: Debye & Hückel 1923; the constant 0.509 is that of water at 25 °C.
    """
    _usable_ion(charge, strength, 0.01, "the limiting law")
    return float(10 ** (-0.509 * charge**2 * math.sqrt(strength)))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"strength": 0.1, "permittivity": 80.1, "temperature": 20.0},
)
def debye_length(
    strength: IonicStrengthGiven, permittivity: RelativePermittivityGiven = 0.0, temperature: Temperature = 25.0
) -> ScreeningLength:
    """Compute the Debye length of an electrolyte solution.

    Args:
        strength: Of the solution in mol/L.
        permittivity: Relative, of the solvent; 0 for that of water at the temperature.
        temperature: In °C; 0 to 100 where the permittivity is that of water.
    Returns:
        √(ε kB T / (2 NA e² I)) in nm, and with which permittivity.
    Raises:
        ToolInputError: a value is not positive, or no temperature at which water is liquid.
    Source: Debye & Hückel 1923, with the constants of CODATA 2018.
    """
    positive(ionic_strength=strength)
    ions = 2 * AVOGADRO * ELEMENTARY_CHARGE**2 * 1000 * strength
    relative, note = _permittivity(permittivity, temperature)
    return ScreeningLength(1e9 * math.sqrt(_VACUUM * relative * BOLTZMANN * kelvin(temperature) / ions), note)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"permittivity": 80.1, "temperature": 20.0})
def bjerrum_length(permittivity: RelativePermittivityGiven = 0.0, temperature: Temperature = 25.0) -> PairLength:
    """Compute the distance at which two charges hold each other as strongly as heat parts them.

    Args:
        permittivity: Relative, of the solvent; 0 for that of water at the temperature.
        temperature: In °C; 0 to 100 where the permittivity is that of water.
    Returns:
        e² / (4 π ε kB T) in nm, and with which permittivity.
    Raises:
        ToolInputError: a permittivity below zero, or no temperature at which water is liquid.
    Source: Bjerrum 1926, with the constants of CODATA 2018.
    """
    relative, note = _permittivity(permittivity, temperature)
    length = ELEMENTARY_CHARGE**2 / (4 * math.pi * _VACUUM * relative * BOLTZMANN * kelvin(temperature))
    return PairLength(1e9 * length, note)


def _permittivity(given: float, temperature: float) -> tuple[float, str]:
    """The relative permittivity that is given, or that of water at a temperature, and a sentence on it.

    Malmberg and Maryott 1956, J. Res. Natl. Bur. Stand. 56, 1, doi:10.6028/jres.056.001.
    """
    not_negative(permittivity=given)
    if given:
        return given, f"with a relative permittivity of {given:g}"
    if not 0 <= temperature <= 100:
        raise ToolInputError(
            f"the permittivity of water is known from 0 to 100 °C, not at {temperature:g} °C; give that of the solvent"
        )
    water = 87.740 - 0.40008 * temperature + 9.398e-4 * temperature**2 - 1.410e-6 * temperature**3
    return water, f"with the relative permittivity of water at {temperature:g} °C, {water:.4g}"


def _usable_ion(charge: int, strength: float, highest: float, law: str) -> None:
    not_negative(ionic_strength=strength)
    if charge == 0 or abs(charge) > 10:
        raise ToolInputError(f"a charge of {charge} is that of no usual ion; give 1 to 10")
    if strength > highest:
        raise ToolInputError(f"{law} does not hold at {strength:g} mol/L; it ends at {highest:g} mol/L")
