"""Moist air: dew point, wet-bulb temperature, water content and enthalpy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.chemistry import _fluid
from scitoolagent.tools.chemistry.cubic_equation import FluidPressure
from scitoolagent.tools.chemistry.phase_points import FactNote
from scitoolagent.tools.general._constants import ZERO_CELSIUS

DryBulb = Annotated[
    float,
    Semantic(
        "DryBulb",
        parent="Parameter",
        unit="Cel",
        label="dry-bulb temperature",
        also=("dry bulb temperature", "dry bulb", "dry-bulb", "air temperature", "temperature", "T"),
    ),
]
# Says what the humidity is of, and changes nothing.
Air = Annotated[
    str,
    Semantic("Air", parent="Parameter", label="gas", finder="scitoolagent.tools.chemistry._fluid_words:find_moist_air"),
]
RelativeHumidityGiven = Annotated[
    float,
    Semantic(
        "RelativeHumidityGiven",
        parent="Parameter",
        unit="%",
        label="relative humidity that is given",
        also=("relative humidity", "humidity", "RH", "rel. humidity"),
    ),
]
DewPointGiven = Annotated[
    float,
    Semantic(
        "DewPointGiven",
        parent="Parameter",
        unit="Cel",
        label="dew point that is given",
        also=("dew point", "dew-point temperature", "dew point temperature", "dewpoint"),
    ),
]
WetBulbGiven = Annotated[
    float,
    Semantic(
        "WetBulbGiven",
        parent="Parameter",
        unit="Cel",
        label="wet-bulb temperature that is given",
        also=("wet-bulb temperature", "wet bulb temperature", "wet bulb", "wet-bulb"),
    ),
]
DewPoint = Annotated[
    float,
    Semantic(
        "DewPoint",
        parent="MaterialProperty",
        unit="Cel",
        label="dew point",
        also=("dew point temperature", "dew-point temperature", "dewpoint"),
    ),
]
WetBulb = Annotated[
    float,
    Semantic(
        "WetBulb",
        parent="MaterialProperty",
        unit="Cel",
        label="wet-bulb temperature",
        also=("wet bulb temperature", "wet bulb"),
    ),
]
HumidityRatio = Annotated[
    float,
    Semantic(
        "HumidityRatio",
        parent="MaterialProperty",
        unit="g/kg",
        label="humidity ratio",
        also=(
            "mixing ratio of moist air",
            "moisture content of air",
            "water content of air",
            "absolute humidity ratio",
        ),
    ),
]
MoistEnthalpy = Annotated[
    float,
    Semantic(
        "MoistEnthalpy",
        parent="MaterialProperty",
        unit="kJ/kg",
        label="enthalpy of moist air",
        also=("enthalpy of humid air", "specific enthalpy of moist air", "specific enthalpy of humid air"),
    ),
]
MoistDensity = Annotated[
    float,
    Semantic(
        "MoistDensity",
        parent="MaterialProperty",
        unit="kg/m3",
        label="density of moist air",
        also=("density of humid air", "moist air density", "humid air density"),
    ),
]
RelativeHumidity = Annotated[
    float,
    Semantic(
        "RelativeHumidity",
        parent="MaterialProperty",
        unit="%",
        label="relative humidity",
        also=("relative humidity of air", "relative air humidity"),
    ),
]
_LOW, _HIGH = -100.0, 200.0
_MOST_BAR = 10.0


@dataclass(frozen=True, slots=True)
class MoistAir:
    """Moist air of one temperature, humidity and pressure."""

    dew_point: DewPoint
    wet_bulb: WetBulb
    humidity_ratio: HumidityRatio
    enthalpy: MoistEnthalpy
    density: MoistDensity
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class Humidity:
    """A relative humidity, and the pressure that it is of."""

    relative_humidity: RelativeHumidity
    fact_note: FactNote


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"temperature": 25.0, "relative_humidity": 50.0},
)
def moist_air(
    temperature: DryBulb,
    relative_humidity: RelativeHumidityGiven,
    pressure: FluidPressure = 1.01325,
    gas: Air = _fluid.AIR,
) -> MoistAir:
    """Compute moist air from its temperature and relative humidity.

    Args:
        temperature: In °C.
        relative_humidity: In %.
        pressure: In bar, absolute.
        gas: Air; no other gas.
    Returns:
        Dew point (below 0 °C the frost point) and wet-bulb temperature in °C, humidity ratio in g of water per kg of
        dry air, enthalpy per kg of dry air in kJ/kg, counted from dry air and liquid water at 0 °C, density in kg/m³.
    Raises:
        ToolInputError: out of range, or another gas.
    Source: ASHRAE RP-1485, Herrmann et al. 2009, doi:10.1080/10789669.2009.10390874, by CoolProp.
    """
    if not 0 < relative_humidity <= 100:
        raise ToolInputError(f"{relative_humidity:g} % is no relative humidity above 0 % and up to 100 %")
    found = [_moist(name, temperature, "R", relative_humidity / 100, pressure, gas) for name in "DBWHV"]
    dew, wet, ratio, enthalpy, volume = found
    density = (1 + ratio) / volume
    return MoistAir(
        dew - ZERO_CELSIUS, wet - ZERO_CELSIUS, 1000 * ratio, enthalpy / 1000, density, _note(temperature, pressure)
    )


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"temperature": 25.0, "dew_point": 14.0})
def humidity_of_dew_point(
    temperature: DryBulb, dew_point: DewPointGiven, pressure: FluidPressure = 1.01325, gas: Air = _fluid.AIR
) -> Humidity:
    """Compute the relative humidity of air from its temperature and dew point.

    Args:
        temperature: In °C.
        dew_point: In °C.
        pressure: In bar, absolute.
        gas: Air; no other gas.
    Returns:
        Relative humidity in %.
    Raises:
        ToolInputError: the dew point is above the temperature, out of range, or another gas.
    Source: ASHRAE RP-1485, Herrmann et al. 2009, doi:10.1080/10789669.2009.10390874, by CoolProp.
    """
    _below(dew_point, temperature, "dew point")
    share = _moist("R", temperature, "D", dew_point + ZERO_CELSIUS, pressure, gas)
    return Humidity(100 * share, _note(temperature, pressure))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"temperature": 25.0, "wet_bulb": 18.0})
def humidity_of_wet_bulb(
    temperature: DryBulb, wet_bulb: WetBulbGiven, pressure: FluidPressure = 1.01325, gas: Air = _fluid.AIR
) -> Humidity:
    """Compute the relative humidity of air from its temperature and wet-bulb temperature.

    Args:
        temperature: In °C, of the dry bulb.
        wet_bulb: In °C.
        pressure: In bar, absolute.
        gas: Air; no other gas.
    Returns:
        Relative humidity in %.
    Raises:
        ToolInputError: the wet bulb is warmer than the dry one, out of range, or another gas.
    Source: ASHRAE RP-1485, Herrmann et al. 2009, doi:10.1080/10789669.2009.10390874, by CoolProp.
    """
    _below(wet_bulb, temperature, "wet-bulb temperature")
    share = _moist("R", temperature, "B", wet_bulb + ZERO_CELSIUS, pressure, gas)
    return Humidity(100 * share, _note(temperature, pressure))


def _moist(wanted: str, celsius: float, key: str, value: float, bar: float, gas: str) -> float:
    """One property of moist air in SI units."""
    if gas != _fluid.AIR:
        raise ToolInputError(f"{gas} is no air; its humidity has no tool here")
    if not _LOW <= celsius <= _HIGH or not 0 < bar <= _MOST_BAR:
        raise ToolInputError(
            f"{celsius:g} °C and {bar:g} bar are out of range; moist air is known from {_LOW:g} to {_HIGH:g} °C, up to "
            f"{_MOST_BAR:g} bar"
        )
    found = _fluid.moist_air(wanted, celsius + ZERO_CELSIUS, key, value, 1e5 * bar)
    if found is None:
        raise ToolInputError(f"no moist air has these values at {celsius:g} °C and {bar:g} bar; look at them again")
    return found


def _below(value: float, temperature: float, what: str) -> None:
    if not _LOW <= value <= temperature:
        raise ToolInputError(f"a {what} of {value:g} °C cannot be that of air at {temperature:g} °C")


def _note(celsius: float, bar: float) -> str:
    return f"moist air at {celsius:g} °C and {bar:g} bar, by ASHRAE RP-1485 in CoolProp"
