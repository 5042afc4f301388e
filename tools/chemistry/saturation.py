"""Saturated liquids and vapours, and where they boil, by reference equations of state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.chemistry import _fluid
from scitoolagent.tools.chemistry.cubic_equation import FluidPressure
from scitoolagent.tools.chemistry.fluid_states import Caloric, Fluid, FluidDensity, FluidHeatCapacity, caloric
from scitoolagent.tools.chemistry.phase_points import FactNote
from scitoolagent.tools.general._constants import ZERO_CELSIUS

if TYPE_CHECKING:
    from CoolProp.CoolProp import AbstractState

_WORDS = "scitoolagent.tools.chemistry._fluid_words"
# What the two pressures of a pure fluid may differ by.
_SAME = 1e-5

SaturatedPhase = Annotated[
    str,
    Semantic("SaturatedPhase", parent="Parameter", label="saturated liquid or vapour", finder=f"{_WORDS}:find_phases"),
]
SaturationTemperature = Annotated[
    float,
    Semantic(
        "SaturationTemperature",
        parent="MaterialProperty",
        unit="Cel",
        label="saturation temperature",
        also=(
            "boiling temperature at a pressure",
            "boiling point",
            "boiling temperature",
            "condensation temperature",
            "condensing temperature",
            "evaporation temperature",
        ),
    ),
]
SaturationPressure = Annotated[
    float,
    Semantic(
        "SaturationPressure",
        parent="MaterialProperty",
        unit="bar",
        label="saturation pressure of a fluid",
        also=("condensing pressure", "condensation pressure", "evaporating pressure", "boiling pressure"),
    ),
]


@dataclass(frozen=True, slots=True)
class SaturatedState:
    """A liquid or a vapour that is in equilibrium with the other."""

    density: FluidDensity
    heat_capacity: FluidHeatCapacity
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class BoilingAt:
    """A saturation temperature, and the equation behind it."""

    saturation_temperature: SaturationTemperature
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class PressureAt:
    """A saturation pressure, and the equation behind it."""

    saturation_pressure: SaturationPressure
    fact_note: FactNote


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"fluid": "Ammonia", "phase": "vapour", "temperature": 20.0},
)
def saturated_fluid_at_temperature(fluid: Fluid, phase: SaturatedPhase, temperature: Temperature) -> SaturatedState:
    """Compute a saturated liquid or vapour at a temperature by its reference equation of state.

    Args:
        fluid: A compound, air, steam or a refrigerant.
        phase: `liquid` or `vapour`.
        temperature: In °C.
    Returns:
        Density in kg/m³ and specific heat capacity at constant pressure in kJ/(kg·K).
    Raises:
        ToolInputError: below the triple point or above the critical one, or another phase.
    Source: reference equations of each fluid (IAPWS-95 for water), by CoolProp, doi:10.1021/ie4033999.
    """
    state, where = _saturated(fluid, phase, celsius=temperature)
    return SaturatedState(state.rhomass(), state.cpmass() / 1000, f"{where}; {_fluid.source(fluid)}")


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"fluid": "Ammonia", "phase": "vapour", "temperature": 20.0},
)
def saturated_enthalpy_at_temperature(fluid: Fluid, phase: SaturatedPhase, temperature: Temperature) -> Caloric:
    """Compute the enthalpy and entropy of a saturated liquid or vapour at a temperature.

    Args:
        fluid: A compound, air, steam or a refrigerant.
        phase: `liquid` or `vapour`.
        temperature: In °C.
    Returns:
        Specific enthalpy in kJ/kg and specific entropy in kJ/(kg·K), counted as the note says.
    Raises:
        ToolInputError: below the triple point or above the critical one, or another phase.
    Source: reference equations of each fluid (IAPWS-95 for water), by CoolProp, doi:10.1021/ie4033999.
    """
    state, where = _saturated(fluid, phase, celsius=temperature)
    return caloric(state, fluid, where)


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"fluid": "Ammonia", "phase": "liquid", "pressure": 5.0},
)
def saturated_fluid_at_pressure(fluid: Fluid, phase: SaturatedPhase, pressure: FluidPressure) -> SaturatedState:
    """Compute a saturated liquid or vapour at a pressure by its reference equation of state.

    Args:
        fluid: A compound, air, steam or a refrigerant.
        phase: `liquid` or `vapour`.
        pressure: In bar, absolute.
    Returns:
        Density in kg/m³ and specific heat capacity at constant pressure in kJ/(kg·K).
    Raises:
        ToolInputError: below the triple point or above the critical one, or another phase.
    Source: reference equations of each fluid (IAPWS-95 for water), by CoolProp, doi:10.1021/ie4033999.
    """
    state, where = _saturated(fluid, phase, bar=pressure)
    return SaturatedState(state.rhomass(), state.cpmass() / 1000, f"{where}; {_fluid.source(fluid)}")


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"fluid": "Ammonia", "phase": "liquid", "pressure": 5.0},
)
def saturated_enthalpy_at_pressure(fluid: Fluid, phase: SaturatedPhase, pressure: FluidPressure) -> Caloric:
    """Compute the enthalpy and entropy of a saturated liquid or vapour at a pressure.

    Args:
        fluid: A compound, air, steam or a refrigerant.
        phase: `liquid` or `vapour`.
        pressure: In bar, absolute.
    Returns:
        Specific enthalpy in kJ/kg and specific entropy in kJ/(kg·K), counted as the note says.
    Raises:
        ToolInputError: below the triple point or above the critical one, or another phase.
    Source: reference equations of each fluid (IAPWS-95 for water), by CoolProp, doi:10.1021/ie4033999.
    """
    state, where = _saturated(fluid, phase, bar=pressure)
    return caloric(state, fluid, where)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"fluid": "Ammonia", "pressure": 5.0})
def saturation_temperature(fluid: Fluid, pressure: FluidPressure) -> BoilingAt:
    """Compute the temperature at which a fluid boils and condenses under a pressure.

    Args:
        fluid: A compound, air or a refrigerant.
        pressure: In bar, absolute.
    Returns:
        Saturation temperature in °C; for a mixture that of the boiling liquid, with that of the vapour in the note.
    Raises:
        ToolInputError: below the pressure of the triple point or above the critical one.
    Source: reference equations of each fluid (IAPWS-95 for water), by CoolProp, doi:10.1021/ie4033999.
    """
    state = _fluid.saturated(fluid, _fluid.LIQUID, bar=pressure)
    notes = filter(None, (_fluid.source(fluid), _fluid.glide(fluid, pressure)))
    return BoilingAt(state.T() - ZERO_CELSIUS, "; ".join(notes))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"fluid": "Ammonia", "temperature": 20.0})
def saturation_pressure(fluid: Fluid, temperature: Temperature) -> PressureAt:
    """Compute the pressure at which a fluid boils and condenses at a temperature.

    Args:
        fluid: A compound, air or a refrigerant.
        temperature: In °C.
    Returns:
        Saturation pressure in bar; for a mixture that of the boiling liquid.
    Raises:
        ToolInputError: below the triple point or above the critical one.
    Source: reference equations of each fluid (IAPWS-95 for water), by CoolProp, doi:10.1021/ie4033999.
    """
    bar = _fluid.saturated(fluid, _fluid.LIQUID, celsius=temperature).p() / 1e5
    notes = [_fluid.source(fluid)]
    last = _fluid.saturated(fluid, _fluid.VAPOUR, celsius=temperature).p() / 1e5
    if abs(last / bar - 1) > _SAME:
        notes.append(f"a mixture: the liquid begins to boil at this pressure, the vapour to condense at {last:.5g} bar")
    return PressureAt(bar, "; ".join(notes))


def _saturated(
    fluid: str, phase: str, *, celsius: float | None = None, bar: float | None = None
) -> tuple[AbstractState, str]:
    """A saturated state, and where it is."""
    if phase not in (_fluid.LIQUID, _fluid.VAPOUR):
        raise ToolInputError(f"{phase!r} is no saturated phase; give 'liquid' or 'vapour'")
    if fluid == _fluid.STEAM and phase == _fluid.LIQUID:
        raise ToolInputError("steam is no liquid; ask for saturated liquid water or for saturated steam")
    state = _fluid.saturated(fluid, phase, celsius=celsius, bar=bar)
    return state, f"saturated {phase} at {state.T() - ZERO_CELSIUS:.2f} °C and {state.p() / 1e5:.5g} bar"
