"""Fingerprints, distances and clusters of several molecules; shared by the tools of `similarity`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._fingerprint_family import check_shape
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._sdf import read_sdf

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# A shape is described by distances to four points of the molecule.
_FEWEST_SHAPE_ATOMS = 3
_MOST_CONFORMERS = 200


def check_number(smiles_list: list[str], most: int) -> None:
    """Refuse a list of one, or of more molecules than can be compared.

    Raises:
        ToolInputError: fewer than 2 or more than `most`.
    """
    if not 2 <= len(smiles_list) <= most:
        raise ToolInputError(f"2 to {most} molecules are compared, not {len(smiles_list)}")


def morgan(smiles: str, radius: int = 2, size: int = 2048) -> Any:
    """The Morgan fingerprint that every similarity is computed on."""
    from rdkit.Chem import rdFingerprintGenerator

    check_shape(radius, size)
    return rdFingerprintGenerator.GetMorganGenerator(radius=radius, fpSize=size).GetFingerprint(parse_smiles(smiles))


def distances(smiles_list: list[str]) -> list[list[float]]:
    """The symmetric matrix of 1 minus Tanimoto."""
    from rdkit import DataStructs

    prints = [morgan(smiles) for smiles in smiles_list]
    return [[1 - float(value) for value in DataStructs.BulkTanimotoSimilarity(one, prints)] for one in prints]


def butina(matrix: list[list[float]], cutoff: float) -> list[list[int]]:
    """Butina clusters of a distance matrix, the largest first."""
    from rdkit.ML.Cluster import Butina

    lower = [matrix[i][j] for i in range(len(matrix)) for j in range(i)]
    clusters = Butina.ClusterData(lower, len(matrix), cutoff, isDistData=True, reordering=True)
    return [[int(index) for index in cluster] for cluster in clusters]


def murtagh(matrix: list[list[float]], clusters: int) -> list[list[int]]:
    """Ward's hierarchical clusters of a distance matrix; the highest merges are undone until there are enough."""
    import numpy as np
    from rdkit.ML.Cluster import Murtagh

    tree = Murtagh.ClusterData(
        np.array([matrix[i][j] for i in range(len(matrix)) for j in range(i)]),
        len(matrix),
        Murtagh.WARDS,
        isDistData=True,
    )[0]
    parts = [tree]
    # `ClusterUtils.SplitIntoNClusters` cuts by the level in the tree, whatever the height of the merge.
    while len(parts) < clusters:
        highest = max((part for part in parts if part.GetChildren()), key=lambda part: float(part.GetMetric()))
        parts.remove(highest)
        parts += highest.GetChildren()
    return sorted(
        sorted(int(point.GetData()) for point in (part.GetPoints() if part.GetChildren() else [part])) for part in parts
    )


def usrcat(mol: Mol) -> list[float]:
    """The USRCAT descriptor of a molecule with 3-D coordinates."""
    from rdkit.Chem import rdMolDescriptors

    if mol.GetNumAtoms() < _FEWEST_SHAPE_ATOMS:
        raise ToolInputError(f"a shape needs {_FEWEST_SHAPE_ATOMS} atoms, hydrogens included")
    return [float(value) for value in rdMolDescriptors.GetUSRCAT(mol)]


def shape_scores(descriptors: list[list[float]]) -> list[list[float]]:
    """The symmetric matrix of USRCAT scores."""
    from rdkit.Chem import rdMolDescriptors

    score: Any = rdMolDescriptors.GetUSRScore
    return [[float(score(one, other)) for other in descriptors] for one in descriptors]


def read_conformers(path: Path) -> list[Mol]:
    """The molecules of an SDF file, each with 3-D coordinates.

    Raises:
        ToolInputError: not readable, fewer than two or too many records, or one without 3-D coordinates.
    """
    mols = read_sdf(path, most=_MOST_CONFORMERS)
    if len(mols) < 2:
        raise ToolInputError(f"{path.name} has one molecule; two are needed for a comparison")
    for place, mol in enumerate(mols, 1):
        if not mol.GetConformer().Is3D():
            raise ToolInputError(f"record {place} of {path.name} has no 3-D coordinates")
    return mols
