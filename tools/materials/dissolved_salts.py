"""What a salt gives in water: its ions, their strength, their number and their solubility."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula, Temperature
from scitoolagent.tools.general._checks import kelvin, positive
from scitoolagent.tools.general._constants import ATMOSPHERE, GAS_CONSTANT
from scitoolagent.tools.general.solutions import SoluteConcentration
from scitoolagent.tools.materials._dissolution import Ion, ions_of

DissolvedIons = Annotated[
    str,
    Semantic(
        "DissolvedIons",
        parent="MaterialProperty",
        label="ions of a dissolved salt",
        also=(
            "ions of a salt",
            "ions in solution",
            "ions it dissociates into",
            "dissociation into ions",
        ),
    ),
]

IdealVantHoffFactor = Annotated[
    float,
    Semantic(
        "IdealVantHoffFactor",
        parent="MaterialProperty",
        unit="1",
        label="van 't Hoff factor of a salt",
        also=(
            "van 't Hoff factor",
            "ideal van 't Hoff factor",
            "number of ions per formula unit",
            "van't Hoff factor",
        ),
    ),
]

IonicStrength = Annotated[
    float,
    Semantic(
        "IonicStrength",
        parent="MaterialProperty",
        unit="mol/L",
        label="ionic strength",
        also=(
            "ionic strength of a solution",
            "ionic strength of a salt",
        ),
    ),
]

SaltOsmolarity = Annotated[
    float,
    Semantic(
        "SaltOsmolarity",
        parent="MaterialProperty",
        unit="mol/L",
        label="osmolarity of a salt",
        also=(
            "osmolarity",
            "osmolarity of a solution",
            "osmotic concentration",
        ),
    ),
]

SaltOsmoticPressure = Annotated[
    float,
    Semantic(
        "SaltOsmoticPressure",
        parent="MaterialProperty",
        unit="atm",
        label="osmotic pressure of a salt",
        also=(
            "osmotic pressure",
            "osmotic pressure of a salt solution",
        ),
    ),
]

SolubilityProductGiven = Annotated[
    float,
    Semantic(
        "SolubilityProductGiven",
        parent="Parameter",
        unit="1",
        label="solubility product of the salt",
        also=(
            "Ksp",
            "solubility product",
            "solubility product constant",
        ),
    ),
]

SaltSolubilityGiven = Annotated[
    float,
    Semantic(
        "SaltSolubilityGiven",
        parent="Parameter",
        unit="mol/L",
        label="solubility of the salt",
        also=(
            "solubility",
            "molar solubility",
        ),
    ),
]

SaltSolubility = Annotated[
    float,
    Semantic(
        "SaltSolubility",
        parent="MaterialProperty",
        unit="mol/L",
        label="molar solubility of a salt",
        also=(
            "solubility of a salt",
            "solubility",
            "molar solubility",
            "solubility from Ksp",
        ),
    ),
]

SolubilityProduct = Annotated[
    float,
    Semantic(
        "SolubilityProduct",
        parent="MaterialProperty",
        unit="1",
        label="solubility product of a solubility",
        also=(
            "solubility product",
            "Ksp",
            "solubility product constant",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class SaltIons:
    """The ions of a formula unit, and how many they are."""

    dissolved_ions: DissolvedIons
    ideal_vant_hoff_factor: IdealVantHoffFactor


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "Na2SO4"})
def salt_ions(formula: MolecularFormula) -> SaltIons:
    """Tell into which ions a salt dissociates in water, and how many they are.

    Args:
        formula: Of the salt, without water of crystallisation.
    Returns:
        Ions of a formula unit at full dissociation, and their number, the ideal van 't Hoff factor.
    Raises:
        ToolInputError: the formula is no salt of one metal, or of ammonium, with one known anion; or a value is
        not positive.
    Source: charges of the common ions; one metal, or ammonium, with one anion.
    """
    cation, anion = ions_of(formula)
    return SaltIons(f"{_shown(cation)} and {_shown(anion)}", float(cation.count + anion.count))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "Na2SO4", "concentration": 0.1})
def salt_ionic_strength(formula: MolecularFormula, concentration: SoluteConcentration) -> IonicStrength:
    """Compute the ionic strength of a solution of a salt.

    Args:
        formula: Of the salt, without water of crystallisation.
        concentration: Of the salt in mol/L.
    Returns:
        ½ Σ c z² in mol/L, at full dissociation and without hydrolysis.
    Raises:
        ToolInputError: the formula is no salt of one metal, or of ammonium, with one known anion; or a value is
        not positive.
    Source: Lewis & Randall 1921; IUPAC Gold Book, doi:10.1351/goldbook.I03180.
    """
    positive(concentration=concentration)
    return concentration / 2 * sum(ion.count * ion.charge**2 for ion in ions_of(formula))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "Na2SO4", "concentration": 0.1})
def salt_osmolarity(formula: MolecularFormula, concentration: SoluteConcentration) -> SaltOsmolarity:
    """Compute the osmolarity of a solution of a salt at full dissociation.

    Args:
        formula: Of the salt, without water of crystallisation.
        concentration: Of the salt in mol/L.
    Returns:
        Σ c of the ions in mol of particles for each L.
    Raises:
        ToolInputError: the formula is no salt of one metal, or of ammonium, with one known anion; or a value is
        not positive.
    Source: definition, with the ions of the formula.
    """
    positive(concentration=concentration)
    return concentration * sum(ion.count for ion in ions_of(formula))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"formula": "Na2SO4", "concentration": 0.1, "temperature": 37.0},
)
def salt_osmotic_pressure(
    formula: MolecularFormula, concentration: SoluteConcentration, temperature: Temperature = 25.0
) -> SaltOsmoticPressure:
    """Compute the osmotic pressure of a solution of a salt at full dissociation.

    Args:
        formula: Of the salt, without water of crystallisation.
        concentration: Of the salt in mol/L.
        temperature: In °C.
    Returns:
        Σ c R T over the ions, in atm; an ideal dilute solution is assumed.
    Raises:
        ToolInputError: the formula is no salt of one metal, or of ammonium, with one known anion; or a value is
        not positive.
    Source: van 't Hoff 1887, with the exact gas constant of the SI.
    """
    positive(concentration=concentration)
    particles = concentration * sum(ion.count for ion in ions_of(formula))
    return 1000 * particles * GAS_CONSTANT * kelvin(temperature) / ATMOSPHERE


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "CaF2", "product": 3.45e-11})
def salt_solubility(formula: MolecularFormula, product: SolubilityProductGiven) -> SaltSolubility:
    """Compute the molar solubility of a salt in pure water from its solubility product.

    Args:
        formula: Of the salt, without water of crystallisation.
        product: Of concentrations in mol/L.
    Returns:
        s = (Ksp / (m^m n^n))^(1 / (m + n)) in mol/L, of m cations and n anions; no hydrolysis, ideal.
    Raises:
        ToolInputError: the formula is no salt of one metal, or of ammonium, with one known anion; or a value is
        not positive.
    Source: definition of the solubility product.
    """
    positive(solubility_product=product)
    cation, anion = (ion.count for ion in ions_of(formula))
    return float((product / (cation**cation * anion**anion)) ** (1 / (cation + anion)))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"formula": "CaF2", "solubility": 0.0002})
def solubility_product(formula: MolecularFormula, solubility: SaltSolubilityGiven) -> SolubilityProduct:
    """Compute the solubility product of a salt from its molar solubility in pure water.

    Args:
        formula: Of the salt, without water of crystallisation.
        solubility: In mol/L.
    Returns:
        (m s)^m (n s)^n, of m cations and n anions and concentrations in mol/L.
    Raises:
        ToolInputError: the formula is no salt of one metal, or of ammonium, with one known anion; or a value is
        not positive.
    Source: definition of the solubility product.
    """
    positive(solubility=solubility)
    cation, anion = (ion.count for ion in ions_of(formula))
    return float((cation * solubility) ** cation * (anion * solubility) ** anion)


def _shown(ion: Ion) -> str:
    return ion.written if ion.count == 1 else f"{ion.count} {ion.written}"
