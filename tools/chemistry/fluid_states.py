"""Pure fluids at a temperature and a pressure, and where they boil, by reference equations of state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles, Temperature
from scitoolagent.tools.chemistry import _fluid
from scitoolagent.tools.chemistry._inchi import inchikey_of
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry.cubic_equation import FluidPressure
from scitoolagent.tools.chemistry.phase_points import FactNote

if TYPE_CHECKING:
    from CoolProp.CoolProp import AbstractState

_WORDS = "scitoolagent.tools.chemistry._fluid_words"

Fluid = Annotated[str, Semantic("Fluid", label="fluid with an equation of state", finder=f"{_WORDS}:find_fluids")]
FluidDensity = Annotated[
    float,
    Semantic(
        "DensityOfFluid",
        parent="MaterialProperty",
        unit="kg/m3",
        label="density of a fluid",
        also=("density", "mass density", "density at a pressure"),
    ),
]
SpecificEnthalpy = Annotated[
    float,
    Semantic(
        "SpecificEnthalpy",
        parent="MaterialProperty",
        unit="kJ/kg",
        label="specific enthalpy",
        also=("enthalpy", "enthalpy per mass", "specific enthalpy of a fluid"),
    ),
]
SpecificEntropy = Annotated[
    float,
    Semantic(
        "SpecificEntropy",
        parent="MaterialProperty",
        unit="kJ/(kg.K)",
        label="specific entropy",
        also=("entropy", "entropy per mass", "specific entropy of a fluid"),
    ),
]
FluidHeatCapacity = Annotated[
    float,
    Semantic(
        "HeatCapacityOfFluid",
        parent="MaterialProperty",
        unit="kJ/(kg.K)",
        label="specific heat capacity of a fluid",
        also=("specific heat capacity", "specific heat", "heat capacity", "isobaric heat capacity", "cp"),
    ),
]
SpeedOfSound = Annotated[
    float,
    Semantic(
        "SpeedOfSound",
        parent="MaterialProperty",
        unit="m/s",
        label="speed of sound",
        also=("sound speed", "velocity of sound", "sound velocity"),
    ),
]
PhaseOfFluid = Annotated[
    str,
    Semantic(
        "PhaseOfFluid",
        parent="MaterialProperty",
        label="phase of a fluid",
        also=("phase", "physical state", "state of matter", "aggregate state"),
    ),
]
FluidViscosity = Annotated[
    float,
    Semantic(
        "ViscosityOfFluid",
        parent="MaterialProperty",
        unit="uPa.s",
        label="viscosity of a fluid",
        also=("viscosity", "dynamic viscosity", "viscosity at a pressure"),
    ),
]
FluidConductivity = Annotated[
    float,
    Semantic(
        "ConductivityOfFluid",
        parent="MaterialProperty",
        unit="W/(m.K)",
        label="thermal conductivity of a fluid",
        also=("thermal conductivity", "heat conductivity", "thermal conductivity at a pressure"),
    ),
]


@dataclass(frozen=True, slots=True)
class FluidState:
    """A fluid of one phase."""

    density: FluidDensity
    heat_capacity: FluidHeatCapacity
    speed_of_sound: SpeedOfSound
    phase: PhaseOfFluid
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class Caloric:
    """Enthalpy and entropy, and from where they are counted."""

    enthalpy: SpecificEnthalpy
    entropy: SpecificEntropy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class ViscosityAt:
    """A viscosity, and the phase that it is of."""

    viscosity: FluidViscosity
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class ConductivityAt:
    """A thermal conductivity, and the phase that it is of."""

    conductivity: FluidConductivity
    fact_note: FactNote


@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "N"})
def fluid_of_compound(smiles: Smiles) -> Fluid:
    """Find the fluid with an equation of state that a compound is.

    Args:
        smiles: The compound, exactly.
    Returns:
        The name under which CoolProp has it.
    Raises:
        ToolInputError: no reference equation of it is known.
    Source: CoolProp, Bell et al. 2014, doi:10.1021/ie4033999.
    """
    name = _fluid.fluid_name(inchikey_of(parse_smiles(smiles)))
    if name is None:
        raise ToolInputError(f"no reference equation of state of {smiles} is in CoolProp; it has some 120 fluids")
    return name


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"fluid": "Ammonia", "temperature": 60.0, "pressure": 10.0},
)
def fluid_state(fluid: Fluid, temperature: Temperature, pressure: FluidPressure) -> FluidState:
    """Compute a fluid at a temperature and pressure by its reference equation of state.

    Args:
        fluid: A compound, air, steam or a refrigerant.
        temperature: In °C.
        pressure: In bar, absolute.
    Returns:
        Density in kg/m³, specific heat capacity at constant pressure in kJ/(kg·K), speed of sound in m/s, the phase.
    Raises:
        ToolInputError: outside the range of the equation, on the boiling curve, or a solid.
    Source: reference equations of each fluid (IAPWS-95 for water), by CoolProp, doi:10.1021/ie4033999.
    """
    state = _fluid.state_at(fluid, temperature, pressure)
    phase = _fluid.phase_of(state)
    note = f"{phase}; {_fluid.source(fluid)}"
    return FluidState(state.rhomass(), state.cpmass() / 1000, state.speed_sound(), phase, note)


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"fluid": "Ammonia", "temperature": 60.0, "pressure": 10.0},
)
def fluid_enthalpy(fluid: Fluid, temperature: Temperature, pressure: FluidPressure) -> Caloric:
    """Compute the enthalpy and entropy of a fluid at a temperature and pressure.

    Args:
        fluid: A compound, air, steam or a refrigerant.
        temperature: In °C.
        pressure: In bar, absolute.
    Returns:
        Specific enthalpy in kJ/kg and specific entropy in kJ/(kg·K), counted as the note says.
    Raises:
        ToolInputError: outside the range of the equation, on the boiling curve, or a solid.
    Source: reference equations of each fluid (IAPWS-95 for water), by CoolProp, doi:10.1021/ie4033999.
    """
    state = _fluid.state_at(fluid, temperature, pressure)
    return caloric(state, fluid, _fluid.phase_of(state))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"fluid": "Ammonia", "temperature": 60.0, "pressure": 10.0},
)
def fluid_viscosity(fluid: Fluid, temperature: Temperature, pressure: FluidPressure) -> ViscosityAt:
    """Compute the viscosity of a fluid at a temperature and pressure.

    Args:
        fluid: A compound, air, steam or a refrigerant.
        temperature: In °C.
        pressure: In bar, absolute.
    Returns:
        Dynamic viscosity in µPa·s, of the phase that the note names.
    Raises:
        ToolInputError: no equation is known, or as of `fluid_state`.
    Source: reference correlations of each fluid, by CoolProp, doi:10.1021/ie4033999.
    """
    state = _fluid.state_at(fluid, temperature, pressure)
    viscosity = 1e6 * _fluid.transport(state, fluid, "viscosity")
    return ViscosityAt(viscosity, f"{_fluid.phase_of(state)}; {_fluid.source(fluid)}")


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"fluid": "Ammonia", "temperature": 60.0, "pressure": 10.0},
)
def fluid_thermal_conductivity(fluid: Fluid, temperature: Temperature, pressure: FluidPressure) -> ConductivityAt:
    """Compute the thermal conductivity of a fluid at a temperature and pressure.

    Args:
        fluid: A compound, air, steam or a refrigerant.
        temperature: In °C.
        pressure: In bar, absolute.
    Returns:
        Thermal conductivity in W/(m·K), of the phase that the note names.
    Raises:
        ToolInputError: no equation is known, or as of `fluid_state`.
    Source: reference correlations of each fluid, by CoolProp, doi:10.1021/ie4033999.
    """
    state = _fluid.state_at(fluid, temperature, pressure)
    found = _fluid.transport(state, fluid, "conductivity")
    return ConductivityAt(found, f"{_fluid.phase_of(state)}; {_fluid.source(fluid)}")


def caloric(state: AbstractState, fluid: str, where: str) -> Caloric:
    found = state.hmass() / 1000, state.smass() / 1000
    return Caloric(*found, f"{where}; {_fluid.source(fluid)}; {_fluid.zero_of(fluid)}")
