"""Surface areas of a molecule, from its graph or from its conformer."""

from __future__ import annotations

from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._atoms import known_elements
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._shape import conformer
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
SolventAccessibleArea = Annotated[
    float,
    Semantic(
        "SolventAccessibleArea",
        parent="MolecularDescriptor",
        unit="Ao2",
        label="solvent accessible surface area of a molecule",
        also=("solvent accessible surface area", "SASA", "solvent accessible surface"),
    ),
]
_PROBE = 1.4  # radius of a water molecule in Å


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


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "Cc1ccccc1O"},
    seconds=180.0,
    supplies=("coordinates", "stereochemistry"),
)
def solvent_accessible_area(smiles: Smiles) -> SolventAccessibleArea:
    """Compute the solvent accessible surface area (SASA) of a molecule in space.

    Works on one conformer with explicit hydrogens: ETKDGv3 with a pinned seed, then MMFF94 (UFF where MMFF94 has
    no parameters). Another conformer gives other numbers.

    Args:
        smiles: One molecule of one fragment, at most 250 atoms with its hydrogens.
    Returns:
        Area in Å² over which the centre of a sphere of 1.4 Å (water) can roll; van der Waals radii of RDKit,
        slices that make it good to about 1 %.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, has several fragments, or is too large.
        ToolFailedError: no conformer can be made.
    Source: Lee & Richards 1971, doi:10.1016/0022-2836(71)90324-X; Mitternacht 2016 (FreeSASA),
        doi:10.12688/f1000research.7931.1, by `rdFreeSASA.CalcSASA`.
    """
    from rdkit import Chem
    from rdkit.Chem import rdFreeSASA

    mol, table = conformer(smiles, 1, "the solvent accessible surface area"), Chem.GetPeriodicTable()
    radii = [table.GetRvdw(atom.GetAtomicNum()) for atom in mol.GetAtoms()]
    options: Any = rdFreeSASA.SASAOpts()
    options.algorithm = rdFreeSASA.LeeRichards
    options.probeRadius = _PROBE
    return float(rdFreeSASA.CalcSASA(mol, radii, opts=options))
