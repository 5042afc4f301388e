"""Vapour pressure and boiling point of one another, heat, and the isothermal expansion of an ideal gas."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import SciToolAgentError, ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.quantities import read_quantity
from scitoolagent.tool.types import Temperature
from scitoolagent.tool.units import convert
from scitoolagent.tools.general._checks import kelvin, positive, usable
from scitoolagent.tools.general._constants import ATMOSPHERE, GAS_CONSTANT, ZERO_CELSIUS
from scitoolagent.tools.general.gases import GasAmount

VaporizationEnthalpyGiven = Annotated[
    float,
    Semantic(
        "VaporizationEnthalpyGiven",
        parent="Parameter",
        unit="kJ/mol",
        label="enthalpy of vaporization that is given",
        also=(
            "enthalpy of vaporization",
            "enthalpy of vaporisation",
            "heat of vaporization",
            "heat of vaporisation",
            "vaporization enthalpy",
            "vaporisation enthalpy",
            "ΔHvap",
            "Hvap",
            "dHvap",
        ),
    ),
]
VapourState = Annotated[
    str,
    Semantic(
        "VapourState",
        parent="Parameter",
        label="vapour pressure at a temperature",
        finder="scitoolagent.tools.general._state_words:find_vapour_states",
    ),
]
VapourStates = Annotated[
    str,
    Semantic(
        "VapourStates",
        parent="Parameter",
        label="two vapour pressures at two temperatures",
        finder="scitoolagent.tools.general._state_words:find_vapour_pairs",
    ),
]
SecondPressure = Annotated[
    float,
    Semantic(
        "SecondPressure",
        parent="Parameter",
        unit="kPa",
        label="second pressure",
        also=("reduced pressure", "outer pressure", "p2"),
        announced=("under", "and"),
    ),
]
OtherTemperature = Annotated[
    float,
    Semantic(
        "OtherTemperature",
        parent="Parameter",
        unit="°C",
        label="other temperature",
        also=("second temperature", "T2"),
        announced=("and",),
    ),
]
VapourPressureAt = Annotated[
    float,
    Semantic(
        "VapourPressureAt",
        parent="MaterialProperty",
        unit="kPa",
        label="vapour pressure at another temperature",
        also=("vapour pressure", "vapor pressure", "vapour pressure by Clausius-Clapeyron"),
    ),
]
BoilingTemperature = Annotated[
    float,
    Semantic(
        "BoilingTemperature",
        parent="MaterialProperty",
        unit="°C",
        label="boiling point by Clausius-Clapeyron",
        also=("boiling point", "boiling temperature", "boiling point at another pressure"),
    ),
]
NormalBoilingPoint = Annotated[
    float,
    Semantic(
        "NormalBoilingPoint",
        parent="MaterialProperty",
        unit="°C",
        label="normal boiling point by Clausius-Clapeyron",
        also=("normal boiling point", "normal boiling temperature", "boiling point"),
    ),
]
ClapeyronEnthalpy = Annotated[
    float,
    Semantic(
        "ClapeyronEnthalpy",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="enthalpy of vaporization by Clausius-Clapeyron",
        also=(
            "enthalpy of vaporization",
            "enthalpy of vaporisation",
            "heat of vaporization",
            "heat of vaporisation",
            "ΔHvap",
        ),
    ),
]
FirstVolume = Annotated[
    float,
    Semantic(
        "FirstVolume",
        parent="Parameter",
        unit="L",
        label="volume before the expansion",
        also=("initial volume", "V1"),
        announced=("from", "expands", "expanding", "expanded", "isothermally", "reversibly", "compressed"),
    ),
]
LastVolume = Annotated[
    float,
    Semantic(
        "LastVolume",
        parent="Parameter",
        unit="L",
        label="volume after the expansion",
        also=("final volume", "V2"),
        announced=("to",),
    ),
]
ExpansionEntropy = Annotated[
    float,
    Semantic(
        "ExpansionEntropy",
        parent="MaterialProperty",
        unit="J/K",
        label="entropy change of an isothermal expansion",
        also=("entropy change", "change in entropy", "entropy of expansion", "ΔS", "isothermal expansion"),
    ),
]
ExpansionWork = Annotated[
    float,
    Semantic(
        "ExpansionWork",
        parent="MaterialProperty",
        unit="J",
        label="reversible work of an isothermal expansion",
        also=(
            "work done",
            "reversible work",
            "work done by the gas",
            "work of expansion",
            "isothermal work",
        ),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"state": "12 kPa at 25 °C", "enthalpy": 35.0, "other": 50.0},
    also=("Clausius-Clapeyron equation",),
)
def vapour_pressure_at(
    state: VapourState, enthalpy: VaporizationEnthalpyGiven, other: OtherTemperature
) -> VapourPressureAt:
    """Compute the vapour pressure at another temperature by Clausius and Clapeyron.

    Args:
        state: Known vapour pressure with its temperature, as `12 kPa at 25 °C`.
        enthalpy: Of vaporization in kJ/mol, taken as constant.
        other: Temperature asked about, in °C.
    Returns:
        p2 = p1 exp(-ΔH/R (1/T2 - 1/T1)) in kPa.
    Raises:
        ToolInputError: a value is not positive, or a temperature is not above absolute zero.
    Source: Clausius 1850; Atkins, Physical Chemistry; R exact in the SI.
    """
    positive(enthalpy=enthalpy)
    pressure, known = _state(state)
    exponent = -1000 * enthalpy / GAS_CONSTANT * (1 / kelvin(other) - 1 / known)
    return usable(pressure * math.exp(min(exponent, 700.0)), "vapour pressure")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"state": "101.325 kPa at 110.6 °C", "enthalpy": 33.2, "second": 10.0},
    also=("Clausius-Clapeyron equation",),
)
def boiling_temperature_at(
    state: VapourState, enthalpy: VaporizationEnthalpyGiven, second: SecondPressure
) -> BoilingTemperature:
    """Compute the boiling point at another pressure by Clausius and Clapeyron.

    Args:
        state: Known vapour pressure with its temperature, as `12 kPa at 25 °C`.
        enthalpy: Of vaporization in kJ/mol, taken as constant.
        second: Pressure asked about, in kPa.
    Returns:
        Temperature at which the vapour pressure is the second one, in °C.
    Raises:
        ToolInputError: a value is not positive, a temperature is not above absolute zero, or none fits.
    Source: Clausius 1850; Atkins, Physical Chemistry; R exact in the SI.
    """
    return _boiling(state, enthalpy, second)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"state": "20 kPa at 40 °C", "enthalpy": 38.0},
    also=("Clausius-Clapeyron equation",),
)
def normal_boiling_point_of_pressure(state: VapourState, enthalpy: VaporizationEnthalpyGiven) -> NormalBoilingPoint:
    """Compute the normal boiling point from one vapour pressure by Clausius and Clapeyron.

    Args:
        state: Known vapour pressure with its temperature, as `12 kPa at 25 °C`.
        enthalpy: Of vaporization in kJ/mol, taken as constant.
    Returns:
        Temperature at which the vapour pressure is 1 atm, in °C.
    Raises:
        ToolInputError: a value is not positive, a temperature is not above absolute zero, or none fits.
    Source: Clausius 1850; Atkins, Physical Chemistry; R exact in the SI.
    """
    return _boiling(state, enthalpy, ATMOSPHERE / 1000)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"states": "10 kPa at 20 °C; 40 kPa at 52 °C"},
    also=("Clausius-Clapeyron equation",),
)
def vaporization_enthalpy_of_pressures(states: VapourStates) -> ClapeyronEnthalpy:
    """Compute the enthalpy of vaporization from two vapour pressures.

    Args:
        states: Both with their units, as `10 kPa at 20 °C; 40 kPa at 52 °C`.
    Returns:
        ΔH = R ln(p2/p1) / (1/T1 - 1/T2) in kJ/mol.
    Raises:
        ToolInputError: a value is not positive, both temperatures are one, or pressure falls on warming.
    Source: Clausius 1850; Atkins, Physical Chemistry; R exact in the SI.
    """
    parts = states.split(";")
    if len(parts) != 2:
        raise ToolInputError(f"{states!r} are no two vapour pressures; write them as 10 kPa at 20 °C; 40 kPa at 52 °C")
    (pressure, known), (second, other) = map(_state, parts)
    difference = 1 / known - 1 / other
    if difference == 0 or math.log(second / pressure) / difference <= 0:
        raise ToolInputError("a vapour pressure grows with temperature; look at the two pressures and temperatures")
    return GAS_CONSTANT * math.log(second / pressure) / difference / 1000


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"amount": 2.0, "first": 4.0, "last": 18.0})
def expansion_entropy(amount: GasAmount, first: FirstVolume, last: LastVolume) -> ExpansionEntropy:
    """Compute the entropy change of an ideal gas in an isothermal change of volume.

    Args:
        amount: In mol.
        first: Volume before, in L.
        last: Volume after, in L.
    Returns:
        ΔS = n R ln(V2/V1) of the gas in J/K; negative on compression.
    Raises:
        ToolInputError: a value is not positive.
    Source: Atkins, Physical Chemistry; R exact in the SI.
    """
    positive(amount=amount, first=first, last=last)
    return amount * GAS_CONSTANT * math.log(last / first)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"amount": 2.0, "first": 4.0, "last": 18.0, "temperature": 30.0},
)
def expansion_work(
    amount: GasAmount, first: FirstVolume, last: LastVolume, temperature: Temperature = 25.0
) -> ExpansionWork:
    """Compute the reversible work that an ideal gas does in an isothermal expansion.

    Args:
        amount: In mol.
        first: Volume before, in L.
        last: Volume after, in L.
        temperature: In °C.
    Returns:
        n R T ln(V2/V1) in J, done by the gas; the work done on it is the negative of that.
    Raises:
        ToolInputError: a value is not positive, or the temperature is not above absolute zero.
    Source: Atkins, Physical Chemistry; R exact in the SI.
    """
    return expansion_entropy(amount, first, last) * kelvin(temperature)


def _boiling(state: str, enthalpy: float, second: float) -> float:
    positive(enthalpy=enthalpy, second=second)
    pressure, known = _state(state)
    inverse = 1 / known - GAS_CONSTANT * math.log(second / pressure) / (1000 * enthalpy)
    if inverse <= 0:
        raise ToolInputError(f"no temperature gives {second:g} kPa with {enthalpy:g} kJ/mol; look at the values")
    return 1 / inverse - ZERO_CELSIUS


def _state(text: str) -> tuple[float, float]:
    """The pressure in kPa and the temperature in K of a text such as `12 kPa at 25 °C`."""
    parts = text.strip().split(" at ")
    try:
        (pressure, unit), (temperature, degree) = map(read_quantity, parts)
        pressure, celsius = convert(pressure, unit, "kPa"), convert(temperature, degree, "°C")
    except (SciToolAgentError, ValueError) as error:
        raise ToolInputError(f"{text!r} is no vapour pressure; write it as 12 kPa at 25 °C") from error
    positive(pressure=pressure)
    return pressure, kelvin(celsius)
