"""Convert measured values between units."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._units import ELEMENTARY_CHARGE, LIGHT_SPEED, PLANCK, convert, find_unit

MAX_CHARACTERS = 100
_QUANTITY = re.compile(r"\s*([-+−]?\d[\d,]*(?:\.\d+)?(?:\s*(?:[eE]|[x×*]\s*10\^?)\s*[-+−]?\d{1,3})?)\s*(\S.*?)\s*")

Quantity = Annotated[
    str,
    Semantic(
        "Quantity",
        parent="Parameter",
        label="number with a unit",
        also=("value with a unit", "measured quantity"),
    ),
]
UnitName = Annotated[str, Semantic("UnitName", parent="Parameter", label="unit of measurement", also=("target unit",))]
ConvertedValue = Annotated[
    float,
    Semantic(
        "ConvertedValue", parent="Parameter", label="value in another unit", also=("unit conversion", "converted value")
    ),
]
ConvertedUnit = Annotated[str, Semantic("ConvertedUnit", parent="UnitName", label="unit of the converted value")]
LightWavelength = Annotated[
    float, Semantic("LightWavelength", parent="Parameter", unit="nm", label="wavelength of light", also=("wavelength",))
]
PhotonEnergy = Annotated[
    float,
    Semantic(
        "PhotonEnergy",
        parent="Parameter",
        unit="eV",
        label="photon energy",
        also=("energy of a photon", "energy of light"),
    ),
]
PhotonWavelength = Annotated[
    float,
    Semantic(
        "PhotonWavelength",
        parent="LightWavelength",
        unit="nm",
        label="wavelength of a photon",
        also=("photon wavelength",),
    ),
]


@dataclass(frozen=True, slots=True)
class Converted:
    """The number and the unit it is in."""

    converted_value: ConvertedValue
    converted_unit: ConvertedUnit


@tool(
    Operation.CONVERSION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"quantity": "7.5 kcal/mol", "unit": "kJ/mol"},
    also=("UnitConverter", "convert units", "unit converter"),
)
def unit_conversion(quantity: Quantity, unit: UnitName) -> Converted:
    """Convert a measured value to another unit.

    Args:
        quantity: Number and unit, such as `7.5 kcal/mol`, `25 °C`, `1.5e-3 mol/L`, `300 nm`.
        unit: Unit of the same kind. Length, area, volume, mass, time, temperature, pressure, energy (per particle and
            per mole), amount, concentration, frequency, angle, charge, dipole, force, power, viscosity and others.
    Returns:
        The value and its unit. A calorie is thermochemical (4.184 J); cm-1 is an energy h c / λ.
    Raises:
        ToolInputError: a unit is unknown, the kinds differ, or a temperature is below absolute zero.
    Source: SI brochure, 9th edition, doi:10.59161/AUEZ1291; CODATA 2022, doi:10.1103/RevModPhys.97.025002.
    """
    match = _QUANTITY.fullmatch(quantity) if len(quantity) <= MAX_CHARACTERS else None
    if match is None:
        raise ToolInputError(f"{quantity[:MAX_CHARACTERS]!r} is no number with a unit; write it as 7.5 kcal/mol")
    number = re.sub(r"[,\s]", "", match[1]).replace("−", "-")
    value = float(re.sub(r"(?:[x×*]10\^?)", "e", number))
    sign, target = find_unit(unit)
    result = convert(value, find_unit(match[2])[1], target)
    if not math.isfinite(result):
        raise ToolInputError(f"{quantity!r} is too large to convert to {sign}")
    return Converted(result, sign)


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"wavelength": 420.0})
def photon_energy(wavelength: LightWavelength) -> PhotonEnergy:
    """Convert the wavelength of light to the energy of its photons.

    Args:
        wavelength: In vacuum, in nm.
    Returns:
        E = h c / λ in eV.
    Raises:
        ToolInputError: the wavelength is not positive.
    Source: Planck relation with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    if not 0 < wavelength < math.inf:
        raise ToolInputError(f"a wavelength of {wavelength} nm is impossible; give a positive one")
    return PLANCK * LIGHT_SPEED / (wavelength * 1e-9) / ELEMENTARY_CHARGE


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"energy": 2.5})
def photon_wavelength(energy: PhotonEnergy) -> PhotonWavelength:
    """Convert the energy of a photon to its wavelength.

    Args:
        energy: In eV.
    Returns:
        λ = h c / E in vacuum, in nm.
    Raises:
        ToolInputError: the energy is not positive.
    Source: Planck relation with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    if not 0 < energy < math.inf:
        raise ToolInputError(f"a photon energy of {energy} eV is impossible; give a positive one")
    return PLANCK * LIGHT_SPEED / (energy * ELEMENTARY_CHARGE) * 1e9
