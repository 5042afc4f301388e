"""Wavelength, wavenumber, frequency and photon energy of light, each as another one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.quantities import read_quantity
from scitoolagent.tool.units import convert, unit_sign
from scitoolagent.tools.general._constants import ELEMENTARY_CHARGE, LIGHT_SPEED, PLANCK
from scitoolagent.tools.general._solution_words import light_kind

LightQuantity = Annotated[
    str,
    Semantic(
        "LightQuantity",
        parent="Parameter",
        label="wavelength, wavenumber, frequency or energy of light",
        finder="scitoolagent.tools.general._solution_words:find_light_values",
    ),
]
LightUnit = Annotated[
    str,
    Semantic(
        "LightUnit",
        parent="Parameter",
        label="unit of a wavelength, wavenumber, frequency or energy",
        finder="scitoolagent.tools.general._solution_words:find_light_units",
    ),
]
LightValue = Annotated[
    float,
    Semantic("LightValue", parent="Parameter", unit="1", label="light in another measure"),
]
LightValueUnit = Annotated[
    str, Semantic("LightValueUnit", parent="LightUnit", role="unit", label="unit of light in another measure")
]

# Each kind as the energy of a photon in eV, which is that of a mole of photons, too.
_EV_M = PLANCK * LIGHT_SPEED / ELEMENTARY_CHARGE
_MEASURES: dict[str, tuple[str, Callable[[float], float], Callable[[float], float]]] = {
    "wavelength": ("m", lambda x: _EV_M / x, lambda e: _EV_M / e),
    "wavenumber": ("1/m", lambda x: _EV_M * x, lambda e: e / _EV_M),
    "frequency": ("Hz", lambda x: _EV_M / LIGHT_SPEED * x, lambda e: e / _EV_M * LIGHT_SPEED),
    "energy": ("eV", lambda x: x, lambda e: e),
}


@dataclass(frozen=True, slots=True)
class ConvertedLight:
    """The number and the unit it is in."""

    light_value: LightValue
    light_value_unit: LightValueUnit


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"quantity": "500 nm", "unit": "eV"})
def light_conversion(quantity: LightQuantity, unit: LightUnit) -> ConvertedLight:
    """Convert a wavelength, wavenumber, frequency or photon energy of light to another.

    Args:
        quantity: Number and unit, such as `500 nm`, `1650 cm-1`, `2.5 eV`, `180 kJ/mol` or `450 THz`.
        unit: A unit of any of these kinds: nm, cm-1, eV, J, kJ/mol, THz.
    Returns:
        The value in vacuum and its unit: E = h ν = h c / λ = h c ν̃; an energy in kJ/mol is that of a mole of photons.
    Raises:
        ToolInputError: the value is not positive, or a unit does not measure light.
    Source: Planck relation with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    value, given = read_quantity(quantity)
    kinds = light_kind(given), light_kind(unit)
    if "" in kinds:
        raise ToolInputError(f"{given!r} and {unit[:40]!r} do not both measure light; use nm, cm-1, eV, kJ/mol, THz")
    if value <= 0:
        raise ToolInputError(f"light of {quantity[:40]} is impossible; give a positive value")
    base, to_energy, _ = _MEASURES[kinds[0]]
    wanted, _, of_energy = _MEASURES[kinds[1]]
    found = of_energy(to_energy(convert(value, given, base)))
    return ConvertedLight(convert(found, wanted, unit), unit_sign(unit.strip()))
