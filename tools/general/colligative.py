"""Properties of solutions that depend on how many particles are dissolved."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._checks import kelvin, positive, usable
from scitoolagent.tools.general._constants import ATMOSPHERE, GAS_CONSTANT
from scitoolagent.tools.general.solutions import SoluteConcentration, SoluteMass
from scitoolagent.tools.materials.formula import MolarMass

SolventMass = Annotated[
    float,
    Semantic(
        "SolventMass",
        parent="Parameter",
        unit="g",
        label="mass of the solvent",
        also=(
            "mass of solvent",
            "solvent mass",
            "mass of water",
        ),
        announced=("in",),
    ),
]

MolalityValue = Annotated[
    float,
    Semantic(
        "MolalityValue",
        parent="MaterialProperty",
        unit="mol/kg",
        label="molality",
        also=(
            "molal concentration",
            "molality of a solution",
        ),
    ),
]

Molality = Annotated[
    float, Semantic("Molality", parent="Parameter", unit="mol/kg", label="molality of the solute", also=("molality",))
]

VantHoffFactor = Annotated[
    float,
    Semantic(
        "VantHoffFactor",
        parent="Parameter",
        unit="1",
        label="van 't Hoff factor",
        also=(
            "i",
            "van 't Hoff factor i",
            "vant Hoff factor",
            "dissociation factor",
            "particles per formula unit",
        ),
    ),
]

OsmoticPressure = Annotated[
    float,
    Semantic(
        "OsmoticPressure",
        parent="MaterialProperty",
        unit="atm",
        label="osmotic pressure",
        also=(
            "pressure of osmosis",
            "osmotic pressure of a solution",
        ),
    ),
]

CryoscopicConstantGiven = Annotated[
    float,
    Semantic(
        "CryoscopicConstantGiven",
        parent="Parameter",
        unit="K*kg/mol",
        label="cryoscopic constant of the solvent",
        also=(
            "Kf",
            "cryoscopic constant",
            "freezing point depression constant",
        ),
    ),
]

EbullioscopicConstantGiven = Annotated[
    float,
    Semantic(
        "EbullioscopicConstantGiven",
        parent="Parameter",
        unit="K*kg/mol",
        label="ebullioscopic constant of the solvent",
        also=(
            "Kb",
            "ebullioscopic constant",
            "boiling point elevation constant",
        ),
    ),
]

FreezingPointDepression = Annotated[
    float,
    Semantic(
        "FreezingPointDepression",
        parent="TemperatureInterval",
        unit="K",
        label="freezing point depression",
        also=(
            "depression of the freezing point",
            "freezing-point lowering",
            "lowering of the freezing point",
            "melting point depression",
            "ΔTf",
        ),
    ),
]

BoilingPointElevation = Annotated[
    float,
    Semantic(
        "BoilingPointElevation",
        parent="TemperatureInterval",
        unit="K",
        label="boiling point elevation",
        also=(
            "elevation of the boiling point",
            "boiling-point rise",
            "ΔTb",
        ),
    ),
]

MassShareOfSolute = Annotated[
    float,
    Semantic(
        "MassShareOfSolute",
        parent="Parameter",
        unit="%",
        label="mass share of the solute",
        also=(
            "mass fraction",
            "weight percent",
            "mass percent",
            "concentration in percent",
        ),
        announced=("of",),
    ),
]

SolutionDensity = Annotated[
    float,
    Semantic(
        "SolutionDensity",
        parent="Parameter",
        unit="g/mL",
        label="density of the solution",
        also=(
            "density",
            "solution density",
        ),
    ),
]

ReagentMolarity = Annotated[
    float,
    Semantic(
        "ReagentMolarity",
        parent="MaterialProperty",
        unit="mol/L",
        label="molarity of a solution by mass percent",
        also=(
            "molarity",
            "molar concentration",
            "concentration in mol/L",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"mass": 10.0, "solvent": 250.0, "molar_mass": 58.44})
def molality(mass: SoluteMass, solvent: SolventMass, molar_mass: MolarMass) -> MolalityValue:
    """Compute the molality of a solution.

    Args:
        mass: Of the solute in g.
        solvent: Of the solvent alone in g.
        molar_mass: Of the solute in g/mol.
    Returns:
        b = n / m(solvent) in mol/kg.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition; IUPAC Gold Book, doi:10.1351/goldbook.M03970.
    """
    positive(mass=mass, solvent_mass=solvent, molar_mass=molar_mass)
    return usable(1000 * mass / (molar_mass * solvent), "molality")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"concentration": 0.15, "factor": 2.0, "temperature": 37.0},
    also=("van 't Hoff law",),
)
def osmotic_pressure(
    concentration: SoluteConcentration, factor: VantHoffFactor, temperature: Temperature = 25.0
) -> OsmoticPressure:
    """Compute the osmotic pressure of a dilute solution by van 't Hoff's law.

    Args:
        concentration: Of the solute in mol/L.
        factor: Dissolved particles of each formula unit: 1 of sugar, 2 of NaCl at full dissociation.
        temperature: In °C.
    Returns:
        Π = i c R T in atm; an ideal dilute solution is assumed.
    Raises:
        ToolInputError: a concentration or a factor that is not positive, or no temperature above absolute zero.
    Source: van 't Hoff 1887, with the exact gas constant of the SI.
    """
    positive(concentration=concentration, factor=factor)
    return usable(factor * 1000 * concentration * GAS_CONSTANT * kelvin(temperature) / ATMOSPHERE, "pressure")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"molality": 0.5, "constant": 1.86, "factor": 2.0})
def freezing_point_depression(
    molality: Molality, constant: CryoscopicConstantGiven, factor: VantHoffFactor
) -> FreezingPointDepression:
    """Compute by how much a solute lowers the freezing point of its solvent.

    Args:
        molality: Of the solute in mol/kg.
        constant: Of the solvent in K·kg/mol; 1.86 of water.
        factor: Dissolved particles of each formula unit: 1 of sugar, 2 of NaCl at full dissociation.
    Returns:
        ΔT = i Kf b in K, for a dilute solution.
    Raises:
        ToolInputError: a value is not positive.
    Source: Raoult 1882; IUPAC Gold Book, doi:10.1351/goldbook.C01448.
    """
    positive(molality=molality, constant=constant, factor=factor)
    return usable(factor * constant * molality, "depression")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"molality": 0.5, "constant": 0.512, "factor": 2.0})
def boiling_point_elevation(
    molality: Molality, constant: EbullioscopicConstantGiven, factor: VantHoffFactor
) -> BoilingPointElevation:
    """Compute by how much a solute raises the boiling point of its solvent.

    Args:
        molality: Of the solute in mol/kg.
        constant: Of the solvent in K·kg/mol; 0.512 of water.
        factor: Dissolved particles of each formula unit: 1 of sugar, 2 of NaCl at full dissociation.
    Returns:
        ΔT = i Kb b in K, for a dilute solution of what does not boil itself.
    Raises:
        ToolInputError: a value is not positive.
    Source: Raoult 1887; IUPAC Gold Book, doi:10.1351/goldbook.E01939.
    """
    positive(molality=molality, constant=constant, factor=factor)
    return usable(factor * constant * molality, "elevation")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"share": 37.0, "density": 1.18, "molar_mass": 36.46})
def mass_percent_molarity(share: MassShareOfSolute, density: SolutionDensity, molar_mass: MolarMass) -> ReagentMolarity:
    """Compute the molarity of a solution from its mass percent and its density.

    Args:
        share: Mass of the solute in percent of the solution.
        density: Of the solution in g/mL.
        molar_mass: Of the solute in g/mol.
    Returns:
        c = 10 w ρ / M in mol/L.
    Raises:
        ToolInputError: a value is not positive, or more than 100 %.
    Source: definition.
    """
    positive(share=share, density=density, molar_mass=molar_mass)
    if share > 100:
        raise ToolInputError(f"{share} % of a mass is impossible; give at most 100 %")
    return 10 * share * density / molar_mass
