"""Molecules from coordinates in space: bonds, stereochemistry, centre."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import SdfFile, Smiles
from scitoolagent.tools.chemistry._sdf import EXAMPLE_SDF, read_sdf
from scitoolagent.tools.chemistry._xyz import read_xyz

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_LARGEST_CHARGE = 10
EXAMPLE_XYZ = Path(__file__).with_name("example_molecule.xyz")

XyzFile = Annotated[Path, Semantic("XyzFile", parent="StructureFile", label="XYZ file", pattern=r"[^\s\"'<>|]+\.xyz")]
MolecularCharge = Annotated[
    int,
    Semantic(
        "MolecularCharge", parent="Parameter", unit="1", label="total charge of the molecule", also=("total charge",)
    ),
]
BondsNote = Annotated[str, Semantic("BondsNote", parent="Report", label="note on bonds from coordinates", role="note")]
MoleculeCenters = Annotated[
    list[list[float]],
    Semantic(
        "MoleculeCenters",
        parent="MolecularProperty",
        unit="Ao",
        label="geometric centre of each molecule",
        also=("molecular center", "molecular centre", "center of the molecules", "geometric center of a molecule"),
    ),
]
StereoFromCoordinates = Annotated[
    list[str],
    Semantic(
        "StereoFromCoordinates",
        parent="Report",
        label="SMILES with stereochemistry from the coordinates",
        also=("stereochemistry from 3D", "chiral tags from the structure", "stereochemistry from coordinates"),
    ),
]


@dataclass(frozen=True, slots=True)
class BondedMolecule:
    """The molecule that coordinates stand for, and what was assumed."""

    smiles: Smiles
    bonds_note: BondsNote


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"structure": EXAMPLE_XYZ},
    also=("Convert3DMolecules2SMILES", "DetermineBonds", "DetermineBondOrders", "bonds from coordinates"),
    seconds=30,
    loses=("coordinates",),
)
def xyz_to_smiles(structure: XyzFile, charge: MolecularCharge = 0) -> BondedMolecule:
    """Find bonds and bond orders of a molecule from the coordinates in an XYZ file.

    Args:
        structure: One molecule of 1 to 200 atoms, all hydrogens included, in Å.
        charge: Of the whole molecule.
    Returns:
        Canonical SMILES with the stereochemistry of the coordinates, and a note on the charge.
    Raises:
        ToolInputError: the file cannot be read, or no closed-shell molecule of this charge fits the coordinates; an
            element besides the main groups, an atom left out, or another charge may be why.
    Source: Kim & Kim 2015, doi:10.1002/bkcs.10334, by `rdDetermineBonds.DetermineBonds`.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem import rdDetermineBonds

    if abs(charge) > _LARGEST_CHARGE:
        raise ToolInputError(f"a charge of {charge} is not taken; give one of -{_LARGEST_CHARGE} to {_LARGEST_CHARGE}")
    mol = read_xyz(structure)
    with rdBase.BlockLogs():
        try:
            rdDetermineBonds.DetermineBonds(mol, charge=charge)
            Chem.SanitizeMol(mol)
        except (ValueError, RuntimeError) as error:
            raise ToolInputError(f"no molecule of charge {charge} fits the coordinates: {error}") from error
    if any(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms()):
        raise ToolInputError(f"with a charge of {charge} unpaired electrons are left; another charge may be right")
    if Chem.AddHs(mol).GetNumAtoms() != mol.GetNumAtoms():
        raise ToolInputError(f"hydrogens are missing in {structure.name}; all atoms are needed")
    parts = len(Chem.GetMolFrags(mol))
    together = f"; {parts} molecules that are not bonded to each other" if parts > 1 else ""
    smiles = str(Chem.MolToSmiles(Chem.RemoveHs(mol)))
    return BondedMolecule(smiles, f"bonds and their orders are inferred for a charge of {charge}{together}")


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"structure": EXAMPLE_SDF},
    also=("CalculateMolecularCenter",),
)
def sdf_centers(structure: SdfFile) -> MoleculeCenters:
    """Compute the geometric centre of each molecule of an SDF file.

    Args:
        structure: SDF file of 1 to 1000 molecules with coordinates.
    Returns:
        For each molecule the mean x, y and z of all its atoms, in Å; masses do not count.
    Raises:
        ToolInputError: the file cannot be read, or a record has no coordinates.
    Source: definition.
    """
    centers = []
    for mol in _with_coordinates(structure):
        places = mol.GetConformer().GetPositions()
        centers.append([float(value) for value in places.mean(axis=0)])
    return centers


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"structure": EXAMPLE_SDF},
    also=("AssignAtomChiralTagsFromStructure",),
)
def sdf_stereochemistry(structure: SdfFile) -> StereoFromCoordinates:
    """Read the stereochemistry of each molecule of an SDF file from its coordinates.

    Args:
        structure: SDF file of 1 to 1000 molecules with coordinates in space.
    Returns:
        For each molecule its canonical SMILES with the stereocentres and double bonds that the coordinates define.
    Raises:
        ToolInputError: the file cannot be read, or a record is flat or has no coordinates.
    Source: RDKit, by `Chem.AssignStereochemistryFrom3D`.
    """
    from rdkit import Chem

    found = []
    for place, mol in enumerate(_with_coordinates(structure), 1):
        heights = mol.GetConformer().GetPositions()[:, 2]
        if float(heights.max() - heights.min()) < 1e-3 and mol.GetNumAtoms() > 3:
            raise ToolInputError(f"record {place} of {structure.name} is flat; coordinates in space are needed")
        Chem.AssignStereochemistryFrom3D(mol)
        found.append(str(Chem.MolToSmiles(Chem.RemoveHs(mol))))
    return found


def _with_coordinates(structure: Path) -> list[Mol]:
    mols = read_sdf(structure, most=1000)
    for place, mol in enumerate(mols, 1):
        if mol.GetNumConformers() == 0 or (mol.GetNumAtoms() > 1 and not mol.GetConformer().GetPositions().any()):
            raise ToolInputError(f"record {place} of {structure.name} has no coordinates")
    return mols
