"""Convert measured values between units."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.quantities import read_quantity
from scitoolagent.tool.units import convert, unit_sign
from scitoolagent.tools.general._constants import ELEMENTARY_CHARGE, LIGHT_SPEED, PLANCK

Quantity = Annotated[
    str,
    Semantic(
        "Quantity",
        parent="Parameter",
        label="number with a unit",
        also=("value with a unit", "measured quantity"),
        finder="scitoolagent.tools.general._solution_words:find_converted_values",
    ),
]
UnitName = Annotated[
    str,
    Semantic(
        "UnitName",
        parent="Parameter",
        label="unit of measurement",
        also=("target unit",),
        finder="scitoolagent.tools.general._solution_words:find_target_units",
    ),
]
ConvertedValue = Annotated[
    float,
    Semantic(
        # The number alone is pure; its unit is the other output.
        "ConvertedValue",
        parent="Parameter",
        unit="1",
        label="value in another unit",
        also=("unit conversion", "converted value"),
    ),
]
ConvertedUnit = Annotated[
    str, Semantic("ConvertedUnit", parent="UnitName", role="unit", label="unit of the converted value")
]
LightWavelength = Annotated[
    float,
    Semantic(
        "LightWavelength",
        parent="Parameter",
        unit="nm",
        label="wavelength of light",
        also=("wavelength", "λ", "lambda"),
    ),
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
        also=("photon wavelength", "wavelength of light with an energy", "wavelength of an energy"),
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
        quantity: Number and unit, such as `7.5 kcal/mol`, `25 °C`, `1.5e-3 mol/L`, `300 nm`; kelvin, Celsius and
            Fahrenheit, joule, calorie, electronvolt and hartree, pascal, bar, atmosphere and torr are all known.
        unit: Any unit of the same dimension. Energy and mass of one particle convert to those of a mole.
    Returns:
        The value and its unit. A calorie is thermochemical (4.184 J); cm-1 is an energy h c / λ.
    Raises:
        ToolInputError: a unit is unknown, the kinds differ, or a temperature is below absolute zero.
    Source: definitions of units in `pint` (SI brochure, 9th edition, doi:10.59161/AUEZ1291; CODATA 2018).
    """
    value, given = read_quantity(quantity)
    return Converted(convert(value, given, unit), unit_sign(unit.strip()) or "1")


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
