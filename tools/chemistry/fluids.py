"""Measured properties of liquids and gases at a temperature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles, Temperature
from scitoolagent.tools.chemistry._curves import ZERO_CELSIUS, at_temperature, at_temperature_of, is_solid
from scitoolagent.tools.chemistry._measured import known, measured_of, subject_of
from scitoolagent.tools.chemistry.phase_points import FactNote

VapourPressure = Annotated[
    float,
    Semantic(
        "VapourPressure",
        parent="MolecularProperty",
        unit="kPa",
        label="vapour pressure",
        also=("vapor pressure", "saturation pressure", "saturated vapour pressure", "equilibrium vapour pressure"),
    ),
]
CompoundDensity = Annotated[
    float,
    Semantic(
        "CompoundDensity",
        parent="MolecularProperty",
        unit="g/cm3",
        label="density of a compound",
        also=("density", "mass density", "liquid density", "density of the liquid"),
    ),
]
LiquidViscosity = Annotated[
    float,
    Semantic(
        "LiquidViscosity",
        parent="MolecularProperty",
        unit="mPa.s",
        label="viscosity",
        also=("dynamic viscosity", "viscosity of the liquid", "liquid viscosity"),
    ),
]
GasViscosity = Annotated[
    float,
    Semantic(
        "GasViscosity",
        parent="MolecularProperty",
        unit="uPa.s",
        label="viscosity of the gas",
        also=("gas viscosity", "viscosity of the vapour", "vapour viscosity"),
    ),
]
SurfaceTension = Annotated[
    float,
    Semantic("SurfaceTension", parent="MolecularProperty", unit="mN/m", label="surface tension"),
]
ThermalConductivity = Annotated[
    float,
    Semantic(
        "ThermalConductivity",
        parent="MolecularProperty",
        unit="W/(m.K)",
        label="thermal conductivity",
        also=("thermal conductivity of the liquid", "heat conductivity"),
    ),
]
MolarHeatCapacity = Annotated[
    float,
    Semantic(
        "MolarHeatCapacity",
        parent="MolecularProperty",
        unit="J/(mol.K)",
        label="molar heat capacity",
        also=("heat capacity", "isobaric heat capacity", "heat capacity at constant pressure", "Cp"),
    ),
]
RelativePermittivity = Annotated[
    float,
    Semantic(
        "RelativePermittivity",
        parent="MolecularProperty",
        unit="1",
        label="relative permittivity",
        also=("dielectric constant", "static dielectric constant", "permittivity"),
    ),
]
RefractiveIndex = Annotated[
    float,
    Semantic(
        "RefractiveIndex",
        parent="MolecularProperty",
        unit="1",
        label="refractive index",
        also=("index of refraction", "nD", "refraction index"),
    ),
]


@dataclass(frozen=True, slots=True)
class VapourPressureFound:
    """A vapour pressure and its source."""

    vapour_pressure: VapourPressure
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class DensityFound:
    """A density and its source."""

    compound_density: CompoundDensity
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class ViscosityFound:
    """The viscosity of a liquid and its source."""

    liquid_viscosity: LiquidViscosity
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class GasViscosityFound:
    """The viscosity of a gas and its source."""

    gas_viscosity: GasViscosity
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class SurfaceTensionFound:
    """A surface tension and its source."""

    surface_tension: SurfaceTension
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class ConductivityFound:
    """A thermal conductivity and its source."""

    thermal_conductivity: ThermalConductivity
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class HeatCapacityFound:
    """A molar heat capacity, and the state and table that it is of."""

    molar_heat_capacity: MolarHeatCapacity
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class PermittivityFound:
    """A relative permittivity and its source."""

    relative_permittivity: RelativePermittivity
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class RefractionFound:
    """A refractive index and its source."""

    refractive_index: RefractiveIndex
    fact_note: FactNote


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO", "temperature": 40.0})
def vapour_pressure(smiles: Smiles, temperature: Temperature = 25.0) -> VapourPressureFound:
    """Look up the vapour pressure of a pure compound at a temperature.

    Args:
        smiles: The compound, exactly; not a solution.
        temperature: In °C; below the melting point, over the solid.
    Returns:
        Pressure in kPa by a curve fitted to measured values, within its range.
    Raises:
        ToolInputError: no curve covers the temperature, or the tables contradict each other.
    Source: Poling et al. 2001, McGarry 1983, Perry's Handbook and Landolt-Börnstein IV/20, in the `chemicals` package.
    """
    return VapourPressureFound(*at_temperature("vapour_pressure", smiles, temperature, "kPa"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO", "temperature": 40.0})
def compound_density(smiles: Smiles, temperature: Temperature = 25.0) -> DensityFound:
    """Look up the density of a pure compound, liquid at a temperature or solid at 25 °C.

    Args:
        smiles: The compound, exactly; not a solution.
        temperature: In °C.
    Returns:
        Density in g/cm³; above the boiling point that of the liquid under its own vapour pressure.
    Raises:
        ToolInputError: no curve covers the temperature. A gas has the density that its pressure gives.
    Source: Perry's Handbook, Kell 1975 (doi:10.1021/je60064a005) for water, CRC Handbook, in the `chemicals` package.
    """
    subject, kelvin = subject_of(smiles), temperature + ZERO_CELSIUS
    if is_solid(subject, kelvin) and known("solid_volume", subject) is not None:
        if abs(temperature - 25) > 10:
            raise ToolInputError(f"{subject.name} is solid at {temperature:g} °C; its density is known near 25 °C only")
        volume, note = measured_of("solid_volume", subject, "cm3/mol")
        return DensityFound(subject.molar_mass / volume, f"solid, near room temperature; {note}")
    return DensityFound(*at_temperature_of("density", subject, temperature, "g/cm3"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO", "temperature": 40.0})
def liquid_viscosity(smiles: Smiles, temperature: Temperature = 25.0) -> ViscosityFound:
    """Look up the dynamic viscosity of a pure liquid at a temperature.

    Args:
        smiles: The compound, exactly.
        temperature: In °C.
    Returns:
        Viscosity in mPa·s.
    Raises:
        ToolInputError: no curve covers the temperature.
    Source: Perry's Handbook, 8th edition, table 2-313, in `chemicals`; for water Pátek 2009, doi:10.1063/1.3043575.
    """
    return ViscosityFound(*at_temperature("viscosity", smiles, temperature, "mPa.s"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "O=O", "temperature": 40.0})
def gas_viscosity(smiles: Smiles, temperature: Temperature = 25.0) -> GasViscosityFound:
    """Look up the dynamic viscosity of a dilute gas at a temperature.

    Args:
        smiles: The compound, exactly.
        temperature: In °C.
    Returns:
        Viscosity in µPa·s at low pressure.
    Raises:
        ToolInputError: no curve covers the temperature.
    Source: Perry's Handbook, 8th edition, table 2-312, in the `chemicals` package.
    """
    return GasViscosityFound(*at_temperature("gas_viscosity", smiles, temperature, "uPa.s"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO", "temperature": 40.0})
def surface_tension(smiles: Smiles, temperature: Temperature = 25.0) -> SurfaceTensionFound:
    """Look up the surface tension of a pure liquid against its vapour at a temperature.

    Args:
        smiles: The compound, exactly.
        temperature: In °C.
    Returns:
        Surface tension in mN/m.
    Raises:
        ToolInputError: no curve covers the temperature.
    Source: Mulero et al. 2012, doi:10.1063/1.4768782, and Jasper 1972 in Lange's Handbook, in the `chemicals` package.
    """
    return SurfaceTensionFound(*at_temperature("surface_tension", smiles, temperature, "mN/m"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO", "temperature": 40.0})
def thermal_conductivity(smiles: Smiles, temperature: Temperature = 25.0) -> ConductivityFound:
    """Look up the thermal conductivity of a pure liquid at a temperature.

    Args:
        smiles: The compound, exactly.
        temperature: In °C.
    Returns:
        Thermal conductivity in W/(m·K).
    Raises:
        ToolInputError: no curve covers the temperature.
    Source: Perry's Handbook, 8th edition, table 2-315, in the `chemicals` package.
    """
    return ConductivityFound(*at_temperature("thermal_conductivity", smiles, temperature, "W/(m.K)"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO", "temperature": 40.0})
def molar_heat_capacity(smiles: Smiles, temperature: Temperature = 25.0) -> HeatCapacityFound:
    """Look up the molar heat capacity of a pure compound, liquid or gas, at a temperature.

    Args:
        smiles: The compound, exactly.
        temperature: In °C; between its melting and boiling point the liquid is meant, above it the ideal gas.
    Returns:
        Heat capacity at constant pressure in J/(mol·K), of the state that the note names.
    Raises:
        ToolInputError: the compound is solid there, its boiling point is unknown, or no curve covers the temperature.
    Source: Perry's Handbook and Poling et al. 2001, in the `chemicals` package.
    """
    subject, kelvin = subject_of(smiles), temperature + ZERO_CELSIUS
    boiling = known("boiling_point", subject) or known("triple_temperature", subject)
    if boiling is None:
        raise ToolInputError(f"no table has the boiling point of {subject.name}, so its state there is unknown")
    if is_solid(subject, kelvin):
        raise ToolInputError(f"{subject.name} is solid at {temperature:g} °C; the tables are of liquids and gases")
    curve = "gas_heat_capacity" if kelvin > boiling else "liquid_heat_capacity"
    return HeatCapacityFound(*at_temperature_of(curve, subject, temperature, "J/(mol.K)"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO", "temperature": 20.0})
def relative_permittivity(smiles: Smiles, temperature: Temperature = 25.0) -> PermittivityFound:
    """Look up the relative permittivity (dielectric constant) of a liquid at a temperature.

    Args:
        smiles: The compound, exactly.
        temperature: In °C.
    Returns:
        Static relative permittivity.
    Raises:
        ToolInputError: no value or curve covers the temperature.
    Source: CRC Handbook, Permittivity (Dielectric Constant) of Liquids, in the `chemicals` package.
    """
    return PermittivityFound(*at_temperature("permittivity", smiles, temperature, "1"))


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO", "temperature": 20.0})
def refractive_index(smiles: Smiles, temperature: Temperature = 20.0) -> RefractionFound:
    """Look up the refractive index of a pure organic liquid for the sodium D line.

    Args:
        smiles: The compound, exactly.
        temperature: In °C; the tables have one temperature for each compound, mostly 20 °C.
    Returns:
        Refractive index nD.
    Raises:
        ToolInputError: no table has one at this temperature; the message names the one there is.
    Source: CRC Handbook, Physical Constants of Organic Compounds, in the `chemicals` package.
    """
    return RefractionFound(*at_temperature("refractive_index", smiles, temperature, "1"))
