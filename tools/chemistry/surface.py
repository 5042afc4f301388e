"""Surface areas of a molecule, from its graph."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._atoms import known_elements
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._skeleton import skeleton

PolarSurfaceArea = Annotated[
    float,
    Semantic(
        "PolarSurfaceArea",
        parent="MolecularDescriptor",
        unit="Ao2",
        label="topological polar surface area",
        also=("TPSA", "polar surface area", "PSA"),
    ),
]
LabuteSurfaceArea = Annotated[
    float,
    Semantic(
        "LabuteSurfaceArea",
        parent="MolecularDescriptor",
        unit="Ao2",
        label="Labute approximate surface area",
        also=("Labute ASA", "Labute accessible surface area", "Labute surface area"),
    ),
]


@tool(
    Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "Cc1ccccc1O"}, also=("CalculateTPSA",)
)
def polar_surface_area(smiles: Smiles) -> PolarSurfaceArea:
    """Compute the topological polar surface area (TPSA) of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        TPSA in Å². Only N and O count; S and P do not.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an atom is a wildcard.
    Source: Ertl et al. 2000, doi:10.1021/jm000942e, by `rdMolDescriptors.CalcTPSA`.
    """
    from rdkit.Chem import rdMolDescriptors

    return float(rdMolDescriptors.CalcTPSA(known_elements(parse_smiles(smiles))))


@tool(
    Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "Cc1ccccc1O"}, also=("GetLabuteASA",)
)
def labute_surface_area(smiles: Smiles) -> LabuteSurfaceArea:
    """Compute Labute's approximate surface area of a molecule.

    Args:
        smiles: One molecule; implicit hydrogens count.
    Returns:
        Surface area in Å² of spheres on the atoms less their overlaps along bonds. RDKit takes bond radii (C 0.77 Å),
        so it is about a third of a van der Waals surface; compare it with other values of the same program only.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, an atom is a wildcard, or an element has no radius.
    Source: Labute 2000, doi:10.1016/S1093-3263(00)00068-1, by `rdMolDescriptors.CalcLabuteASA`.
    """
    from rdkit import Chem
    from rdkit.Chem import rdMolDescriptors

    mol, table = skeleton(parse_smiles(smiles)), Chem.GetPeriodicTable()
    unknown = sorted({atom.GetSymbol() for atom in mol.GetAtoms() if table.GetRb0(atom.GetAtomicNum()) <= 0})
    if unknown:
        raise ToolInputError(f"there is no bond radius for {', '.join(unknown)}, so no surface area")
    return float(rdMolDescriptors.CalcLabuteASA(mol))
