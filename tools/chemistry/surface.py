"""Surface areas of a molecule, from its graph."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

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
        ToolInputError: `smiles` is not valid SMILES.
    Source: Ertl et al. 2000, doi:10.1021/jm000942e, by `rdMolDescriptors.CalcTPSA`.
    """
    from rdkit.Chem import rdMolDescriptors

    return float(rdMolDescriptors.CalcTPSA(parse_smiles(smiles)))


@tool(
    Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "Cc1ccccc1O"}, also=("GetLabuteASA",)
)
def labute_surface_area(smiles: Smiles) -> LabuteSurfaceArea:
    """Compute Labute's approximate surface area of a molecule.

    Args:
        smiles: One molecule; implicit hydrogens count.
    Returns:
        Approximate van der Waals surface area in Å².
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Labute 2000, doi:10.1016/S1093-3263(00)00068-1, by `rdMolDescriptors.CalcLabuteASA`.
    """
    from rdkit.Chem import rdMolDescriptors

    return float(rdMolDescriptors.CalcLabuteASA(parse_smiles(smiles)))
