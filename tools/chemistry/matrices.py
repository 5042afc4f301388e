"""Matrices of the molecular graph."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

MolecularAdjacencyMatrix = Annotated[
    list[list[int]],
    Semantic(
        "MolecularAdjacencyMatrix",
        parent="MolecularDescriptor",
        unit="1",
        label="adjacency matrix of a molecule",
        also=("molecular adjacency matrix", "adjacency matrix"),
    ),
]
DistanceMatrix = Annotated[
    list[list[int]],
    Semantic(
        "DistanceMatrix",
        parent="MolecularDescriptor",
        unit="1",
        label="topological distance matrix",
        also=("distance matrix", "graph distance matrix", "bond distance matrix"),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "COc1ccccc1N"},
    also=("GetAdjacencyMatrix",),
)
def molecular_adjacency_matrix(smiles: Smiles) -> MolecularAdjacencyMatrix:
    """Compute the adjacency matrix of a molecule.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        A row for each written atom in the order of the SMILES: 1 where two atoms are bonded, whatever the order of the
        bond, else 0. Implicit hydrogens have no row.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Definition; bonds by `Chem.GetAdjacencyMatrix`.
    """
    from rdkit import Chem

    rows: list[list[int]] = Chem.GetAdjacencyMatrix(parse_smiles(smiles)).tolist()
    return rows


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "COc1ccccc1N"},
    also=("GetDistanceMatrix",),
)
def topological_distance_matrix(smiles: Smiles) -> DistanceMatrix:
    """Compute the topological distance matrix of a molecule.

    Args:
        smiles: One molecule of one fragment.
    Returns:
        A row for each written atom in the order of the SMILES: the number of bonds on the shortest path to each atom.
        Implicit hydrogens have no row.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or has several fragments, between which there is no path.
    Source: Definition; paths by `Chem.GetDistanceMatrix`.
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    if len(Chem.GetMolFrags(mol)) > 1:
        raise ToolInputError("the distance between atoms of different fragments is not defined; give one fragment")
    return [[int(distance) for distance in row] for row in Chem.GetDistanceMatrix(mol)]
