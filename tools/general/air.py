"""Gases in air: shares of the volume as masses per volume, and back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import UnitError, convert
from scitoolagent.tools.general._checks import kelvin, positive
from scitoolagent.tools.general._constants import ATMOSPHERE, GAS_CONSTANT
from scitoolagent.tools.general.units import ConvertedUnit
from scitoolagent.tools.materials._substances import substance_formula

GasShare = Annotated[
    str,
    Semantic(
        "GasShare",
        parent="Parameter",
        label="gas in air and the measure that is wanted",
        finder="scitoolagent.tools.general._air_words:find_gas_shares",
    ),
]
GasInAir = Annotated[
    float,
    Semantic(
        "GasInAir",
        parent="Parameter",
        # The number alone is pure; its unit is the other output.
        unit="1",
        label="gas in air",
        also=("concentration of a gas in air", "mixing ratio of a gas"),
    ),
]
AirNote = Annotated[str, Semantic("AirNote", parent="Report", label="conditions of the air", role="note")]
_SAID = re.compile(
    r"(?P<value>[\d.eE+-]+) (?P<unit>\S+) (?P<gas>.+?) as (?P<wanted>\S+?)"
    r"(?: at (?P<first>[\d.eE+-]+ \S+)(?: and (?P<second>[\d.eE+-]+ \S+))?)?"
)
_PARTS = {"ppm": 1e-6, "ppb": 1e-9, "ppt": 1e-12}


@dataclass(frozen=True, slots=True)
class GasConverted:
    """The number, the unit it is in, and the conditions."""

    gas: GasInAir
    unit: ConvertedUnit
    note: AirNote


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"share": "50 ppb O3 as ug/m3 at 25 °C"})
def gas_share_conversion(share: GasShare) -> GasConverted:
    """Convert ppm or ppb of a gas in air to a mass per volume at a temperature, or back.

    Args:
        share: As `50 ppb O3 as ug/m3 at 25 °C` or `40 ug/m3 NO2 as ppb at 20 °C and 101 kPa`. ppm, ppb and ppt are of
            the volume. The temperature has to be told, since 20 and 25 °C are both in use; the pressure is 1 atm where
            it is not.
    Returns:
        c = x M p / (R T) for the ideal gas, or x, with its unit, and the conditions.
    Raises:
        ToolInputError: it cannot be read, no temperature is told, the gas is no compound known here, or a value is not
            positive or more than the air holds.
    Source: ideal gas law; molar masses by IUPAC 2021, doi:10.1515/pac-2019-0603.
    """
    match = _SAID.fullmatch(share)
    if match is None:
        raise ToolInputError(f"{share!r} cannot be read; write it as 50 ppb O3 as ug/m3 at 25 °C")
    celsius, pascal = _conditions(match["first"], match["second"])
    value = float(match["value"])
    positive(value=value, pressure=pascal)
    mass = substance_formula(match["gas"]).mass
    grams = mass * pascal / (GAS_CONSTANT * kelvin(celsius))  # in a m3 of the gas alone
    unit, wanted = match["unit"].removesuffix("v"), match["wanted"].removesuffix("v")
    try:
        whole = value * _PARTS[unit] if unit in _PARTS else convert(value, unit, "g/m3") / grams
        result = whole / _PARTS[wanted] if wanted in _PARTS else convert(whole * grams, "g/m3", wanted)
    except UnitError as error:
        raise ToolInputError(str(error)) from error
    if whole > 1 or (unit in _PARTS) == (wanted in _PARTS):
        raise ToolInputError(f"{share!r} is no share of the air and its mass per volume; more than all of it is none")
    return GasConverted(result, wanted, f"{celsius:g} °C, {pascal / 1000:g} kPa, {mass:.3f} g/mol, ideal gas")


def _conditions(*said: str | None) -> tuple[float, float]:
    celsius, pascal = None, ATMOSPHERE
    for one in filter(None, said):
        number, unit = one.split(" ", 1)
        try:
            celsius = convert(float(number), unit, "°C")
        except UnitError:
            try:
                pascal = convert(float(number), unit, "Pa")
            except UnitError as error:
                raise ToolInputError(f"{one} is neither a temperature nor a pressure") from error
    if celsius is None:
        raise ToolInputError("a mass of gas per volume depends on the temperature; say which, as in 'at 25 °C'")
    return celsius, pascal
