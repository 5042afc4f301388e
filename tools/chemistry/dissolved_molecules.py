"""Particles that a compound gives in solution, told by its structure."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles, Temperature
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.general._checks import kelvin, positive
from scitoolagent.tools.general._constants import ATMOSPHERE, GAS_CONSTANT
from scitoolagent.tools.general.solutions import SoluteConcentration

# Molecules that give ions in water although they have none; canonical SMILES.
_STRONG_ACIDS = frozenset(["Cl", "Br", "I", "O=[N+]([O-])O", "O=S(=O)(O)O", "[O-][Cl+3]([O-])([O-])O", "O=Cl(=O)(=O)O"])

MoleculeOsmolarity = Annotated[
    float,
    Semantic(
        "MoleculeOsmolarity",
        parent="MaterialProperty",
        unit="mol/L",
        label="osmolarity of a compound",
        also=(
            "osmolarity",
            "osmolarity of a solution",
            "osmotic concentration",
        ),
    ),
]

MoleculeOsmoticPressure = Annotated[
    float,
    Semantic(
        "MoleculeOsmoticPressure",
        parent="MaterialProperty",
        unit="atm",
        label="osmotic pressure of a compound",
        also=(
            "osmotic pressure",
            "osmotic pressure of a solution",
        ),
    ),
]

StructureIonicStrength = Annotated[
    float,
    Semantic(
        "StructureIonicStrength",
        parent="MaterialProperty",
        unit="mol/L",
        label="ionic strength of a compound",
        also=(
            "ionic strength",
            "ionic strength of a solution",
        ),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OCC1OC(O)C(O)C(O)C1O", "concentration": 0.1},
)
def molecule_osmolarity(smiles: Smiles, concentration: SoluteConcentration) -> MoleculeOsmolarity:
    """Compute the osmolarity of a compound in solution.

    Args:
        smiles: The compound; its ions stand as fragments of their own.
        concentration: Of the salt in mol/L.
    Returns:
        Particles in mol/L: every ion of a salt at full dissociation, one of a molecule that bears no charge.
    Raises:
        ToolInputError: `smiles` is not valid, its charges do not cancel, it is a strong acid, or a value is not
        positive.
    Source: definition; fragments read by RDKit.
    """
    positive(concentration=concentration)
    return concentration * len(_particles(smiles))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "OCC1OC(O)C(O)C(O)C1O", "concentration": 0.1, "temperature": 37.0},
)
def molecule_osmotic_pressure(
    smiles: Smiles, concentration: SoluteConcentration, temperature: Temperature = 25.0
) -> MoleculeOsmoticPressure:
    """Compute the osmotic pressure of a compound in solution.

    Args:
        smiles: The compound; its ions stand as fragments of their own.
        concentration: Of the salt in mol/L.
        temperature: In °C.
    Returns:
        Σ c R T over the particles, in atm: every ion of a salt, one of a molecule without charge; ideal and
        dilute.
    Raises:
        ToolInputError: `smiles` is not valid, its charges do not cancel, it is a strong acid, or a value is not
        positive.
    Source: van 't Hoff 1887, with the exact gas constant of the SI.
    """
    positive(concentration=concentration)
    return 1000 * concentration * len(_particles(smiles)) * GAS_CONSTANT * kelvin(temperature) / ATMOSPHERE


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "[Na+].[Na+].[O-]S(=O)(=O)[O-]", "concentration": 0.1},
)
def structure_ionic_strength(smiles: Smiles, concentration: SoluteConcentration) -> StructureIonicStrength:
    """Compute the ionic strength of a salt in solution from its structure.

    Args:
        smiles: The salt; its ions stand as fragments of their own.
        concentration: Of the salt in mol/L.
    Returns:
        ½ Σ c z² in mol/L, at full dissociation and without hydrolysis.
    Raises:
        ToolInputError: `smiles` is not valid, is no salt, or a value is not positive.
    Source: Lewis & Randall 1921; IUPAC Gold Book, doi:10.1351/goldbook.I03180.
    """
    positive(concentration=concentration)
    charges = _particles(smiles)
    if not any(charges):
        raise ToolInputError(f"{smiles} has no ions; how far an acid or a base dissociates its structure does not tell")
    return concentration / 2 * sum(charge**2 for charge in charges)


def _particles(smiles: str) -> list[int]:
    """The charge of each particle in solution."""
    from rdkit import Chem

    molecule = parse_smiles(smiles)
    charges = [Chem.GetFormalCharge(part) for part in Chem.GetMolFrags(molecule, asMols=True)]
    if sum(charges):
        raise ToolInputError(f"the charges of {smiles} do not cancel; give the whole salt")
    if any(charge == 0 for charge in charges) and len(charges) > 1:
        raise ToolInputError(f"{smiles} has parts without charge; what they are in solution is not known")
    if Chem.MolToSmiles(molecule) in _STRONG_ACIDS:
        raise ToolInputError(f"{smiles} is a strong acid, which dissociates; give the number of its particles")
    return charges
