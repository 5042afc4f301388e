"""Likeness of molecules: by fingerprint, by fragments, by shape; clusters of like ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import SdfFile, Smiles
from scitoolagent.tools.chemistry._fingerprint_family import FingerprintSize, Radius
from scitoolagent.tools.chemistry._fraggle import fraggle_fragments_of
from scitoolagent.tools.chemistry._molecule import embed_molecule, parse_smiles
from scitoolagent.tools.chemistry._sdf import EXAMPLE_SDF
from scitoolagent.tools.chemistry._similarity_matrix import (
    butina,
    check_number,
    distances,
    morgan,
    murtagh,
    read_conformers,
    shape_scores,
    usrcat,
)

_PAIR = {"smiles_a": "CC(C)c1ccc(C)cc1O", "smiles_b": "CC(C)c1cccc(C)c1O"}
_SERIES = {"smiles_list": ["CC(C)c1ccc(C)cc1O", "CC(C)c1ccc(C)c(O)c1", "OCC1CCNCC1", "OCC1CCCNC1"]}


Tanimoto = Annotated[
    float,
    Semantic(
        "TanimotoSimilarity",
        parent="MolecularProperty",
        unit="1",
        label="Tanimoto similarity",
        also=(
            "Tanimoto",
            "Tanimoto coefficient",
            "Tanimoto score",
            "Tanimoto on Morgan fingerprints",
            "Tanimoto similarity with Morgan fingerprints",
            "Morgan fingerprint similarity",
            "Morgan Tanimoto",
            "molecular similarity",
            "Jaccard similarity",
            "structural similarity",
            "fingerprint similarity",
        ),
    ),
]
Dice = Annotated[
    float,
    Semantic(
        "DiceSimilarity",
        parent="MolecularProperty",
        unit="1",
        label="Dice similarity",
        also=("Dice coefficient", "Sørensen-Dice similarity"),
    ),
]
Cosine = Annotated[
    float,
    Semantic(
        "CosineSimilarity",
        parent="MolecularProperty",
        unit="1",
        label="cosine similarity",
        also=("cosine coefficient", "Ochiai similarity"),
    ),
]
Fraggle = Annotated[
    float,
    Semantic(
        "FraggleSimilarity", parent="MolecularProperty", unit="1", label="Fraggle similarity", also=("Fraggle score",)
    ),
]
FraggleMatch = Annotated[
    str, Semantic("FraggleMatch", parent="MolecularProperty", label="fragments behind a Fraggle similarity")
]
Usrcat = Annotated[
    float,
    Semantic(
        "UsrcatSimilarity",
        parent="MolecularProperty",
        unit="1",
        label="USRCAT similarity",
        also=("USRCAT score", "shape similarity", "three-dimensional similarity"),
    ),
]
UsrcatScores = Annotated[
    list[list[float]], Semantic("UsrcatMatrix", parent="MolecularProperty", label="USRCAT scores of each pair")
]
SdfTanimotos = Annotated[
    list[list[float]],
    Semantic("TanimotoMatrix", parent="MolecularProperty", label="Tanimoto coefficients of each pair"),
]
Distances = Annotated[
    list[list[float]],
    Semantic(
        "FingerprintDistanceMatrix",
        parent="MolecularProperty",
        label="fingerprint distance matrix",
        also=("Tanimoto distance matrix", "pairwise fingerprint distances", "dissimilarity matrix"),
    ),
]
Clusters = Annotated[
    list[list[int]],
    Semantic(
        "ButinaClusters",
        parent="MolecularProperty",
        label="Butina clusters",
        also=("Taylor-Butina clusters", "clusters by a similarity cutoff"),
    ),
]
MurtaghClusters = Annotated[
    list[list[int]],
    Semantic(
        "HierarchicalClusters",
        parent="MolecularProperty",
        label="hierarchical clusters of molecules",
        also=("Murtagh clusters", "Ward clusters", "clustering results"),
    ),
]
Cutoff = Annotated[float, Semantic("ClusterCutoff", parent="Parameter", unit="1", label="distance cutoff of a cluster")]
ClusterCount = Annotated[int, Semantic("ClusterCount", parent="Parameter", unit="1", label="number of clusters")]


@dataclass(frozen=True)
class FraggleResult:
    """The similarity, and the fragments of the first molecule that gave it (empty when it is 0)."""

    similarity: Fraggle
    fragments: list[FraggleMatch]


@dataclass(frozen=True)
class SdfShapes:
    """Symmetric matrices in the order of the file; the diagonal is 1."""

    usrcat: UsrcatScores
    tanimoto: SdfTanimotos


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=_PAIR,
    also=("MolSimilarity", "SmallMoleculeSimilarityCalculation"),
)
def tanimoto_similarity(
    smiles_a: Smiles, smiles_b: Smiles, radius: Radius = 2, size: FingerprintSize = 2048
) -> Tanimoto:
    """Compute the Tanimoto similarity of two molecules on Morgan fingerprints.

    Args:
        smiles_a: One molecule.
        smiles_b: The other; the order does not matter.
        radius: Bonds around each atom, 0 to 10; radius 2 is called ECFP4.
        size: Length of the fingerprints in bits.
    Returns:
        Shared bits over all bits set, 0 to 1, on Morgan fingerprints without chirality. 1 means equal fingerprints:
        stereoisomers and a few homologues are not told apart.
    Raises:
        ToolInputError: one of them is not valid SMILES, or `radius` or `size` is out of range.
    Source: Rogers & Tanimoto 1960, doi:10.1126/science.132.3434.1115, by `DataStructs.TanimotoSimilarity`.
    """
    from rdkit import DataStructs

    return float(DataStructs.TanimotoSimilarity(morgan(smiles_a, radius, size), morgan(smiles_b, radius, size)))


@tool(Operation.COMPARISON, Topic.CHEMINFORMATICS, Safety.OPEN, example=_PAIR)
def dice_similarity(smiles_a: Smiles, smiles_b: Smiles) -> Dice:
    """Compute the Dice similarity of two molecules on Morgan fingerprints.

    Args:
        smiles_a: One molecule.
        smiles_b: The other; the order does not matter.
    Returns:
        Twice the shared bits over the sum of the bits set, 0 to 1; fingerprints as in `tanimoto_similarity`.
    Raises:
        ToolInputError: one of them is not valid SMILES.
    Source: Dice 1945, doi:10.2307/1932409, by `DataStructs.DiceSimilarity`.
    """
    from rdkit import DataStructs

    return float(DataStructs.DiceSimilarity(morgan(smiles_a), morgan(smiles_b)))


@tool(Operation.COMPARISON, Topic.CHEMINFORMATICS, Safety.OPEN, example=_PAIR)
def cosine_similarity(smiles_a: Smiles, smiles_b: Smiles) -> Cosine:
    """Compute the cosine similarity of two molecules on Morgan fingerprints.

    Args:
        smiles_a: One molecule.
        smiles_b: The other; the order does not matter.
    Returns:
        Shared bits over the geometric mean of the bits set, 0 to 1; fingerprints as in `tanimoto_similarity`.
    Raises:
        ToolInputError: one of them is not valid SMILES.
    Source: Willett et al. 1998, doi:10.1021/ci9800211, by `DataStructs.CosineSimilarity`.
    """
    from rdkit import DataStructs

    return float(DataStructs.CosineSimilarity(morgan(smiles_a), morgan(smiles_b)))


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles_a": "O=C(NC1CCN(Cc2ccc(F)cc2)CC1)c1ccno1", "smiles_b": "O=C(NC1CCN(Cc2ccccc2)CC1)c1ccco1"},
    also=("GetFraggleSimilarity",),
)
def fraggle_similarity(smiles_a: Smiles, smiles_b: Smiles) -> FraggleResult:
    """Compute the Fraggle similarity of a molecule to a reference.

    Args:
        smiles_a: The query, which is cut into fragments; at most 70 heavy atoms.
        smiles_b: The reference; exchanging the two may change the result.
    Returns:
        0 to 1, and the fragments of the query that gave the best match.
    Raises:
        ToolInputError: one of them is not valid SMILES, or Fraggle finds no bond to cut in the query.
    Source: Hussain & Harper (GSK), RDKit UGM 2013, by `Fraggle.FraggleSim.GetFraggleSimilarity`, Tversky limit 0.8.
    """
    from rdkit.Chem.Fraggle import FraggleSim

    query, reference = parse_smiles(smiles_a), parse_smiles(smiles_b)
    if not fraggle_fragments_of(query):
        raise ToolInputError("Fraggle cuts nothing from the first molecule; take `tanimoto_similarity` for small ones")
    similarity, match = FraggleSim.GetFraggleSimilarity(query, reference)
    return FraggleResult(float(similarity), str(match).split(".") if match else [])


@tool(
    Operation.COMPARISON, Topic.CHEMINFORMATICS, Safety.OPEN, example=_PAIR, supplies=("coordinates", "stereochemistry")
)
def usrcat_similarity(smiles_a: Smiles, smiles_b: Smiles) -> Usrcat:
    """Compare the shapes and pharmacophores of two molecules by USRCAT.

    Args:
        smiles_a: One molecule.
        smiles_b: The other; the order does not matter.
    Returns:
        0 to 1, for one conformer each (ETKDGv3 with a pinned seed, MMFF94).
    Raises:
        ToolInputError: one of them is not valid SMILES, or has several fragments.
        ToolFailedError: no conformer could be made.
    Source: Schreyer & Blundell 2012, doi:10.1186/1758-2946-4-27, by `rdMolDescriptors.GetUSRScore`.
    """
    return shape_scores([usrcat(embed_molecule(smiles)) for smiles in (smiles_a, smiles_b)])[0][1]


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=_SERIES,
    also=("CalculateShapeSimilarity",),
    supplies=("coordinates", "stereochemistry"),
)
def usrcat_similarity_matrix(smiles_list: list[Smiles]) -> UsrcatScores:
    """Compare the shapes of several molecules pairwise by USRCAT.

    Args:
        smiles_list: 2 to 50 molecules.
    Returns:
        Symmetric matrix of scores, 0 to 1, in the order given; the diagonal is 1.
    Raises:
        ToolInputError: too few or too many, or one of them is not valid SMILES or has several fragments.
        ToolFailedError: no conformer could be made.
    Source: Schreyer & Blundell 2012, doi:10.1186/1758-2946-4-27, by `rdMolDescriptors.GetUSRScore`.
    """
    check_number(smiles_list, 50)
    return shape_scores([usrcat(embed_molecule(smiles)) for smiles in smiles_list])


@tool(
    Operation.COMPARISON,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"structure": EXAMPLE_SDF},
    also=("CalculateUsrcatScores",),
)
def sdf_shape_similarity(structure: SdfFile) -> SdfShapes:
    """Compare the conformers of an SDF file pairwise: USRCAT scores and Tanimoto coefficients.

    Args:
        structure: SDF file of 2 to 200 molecules with 3-D coordinates, which are used as they are.
    Returns:
        Two symmetric matrices in the order of the file: USRCAT scores, and Tanimoto on Morgan fingerprints.
    Raises:
        ToolInputError: the file cannot be read, or a record has no molecule or no 3-D coordinates.
    Source: Schreyer & Blundell 2012, doi:10.1186/1758-2946-4-27, by `rdMolDescriptors.GetUSRScore`.
    """
    from rdkit import Chem

    mols = read_conformers(structure)
    matrix = distances([Chem.MolToSmiles(mol) for mol in mols])
    return SdfShapes(shape_scores([usrcat(mol) for mol in mols]), [[1 - value for value in row] for row in matrix])


@tool(Operation.COMPARISON, Topic.CHEMINFORMATICS, Safety.OPEN, example=_SERIES, also=("CalculateDistanceMatrix",))
def fingerprint_distance_matrix(smiles_list: list[Smiles]) -> Distances:
    """Compute the Tanimoto distances of several molecules on Morgan fingerprints.

    Args:
        smiles_list: 2 to 500 molecules.
    Returns:
        Symmetric matrix of 1 minus the Tanimoto similarity, in the order given; the diagonal is 0.
    Raises:
        ToolInputError: too few or too many, or one of them is not valid SMILES.
    Source: definition, by `DataStructs.BulkTanimotoSimilarity`.
    """
    check_number(smiles_list, 500)
    return distances(smiles_list)


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example=_SERIES)
def butina_clusters(smiles_list: list[Smiles], cutoff: Cutoff = 0.65) -> Clusters:
    """Cluster molecules by Butina's method on Tanimoto distances.

    Args:
        smiles_list: 2 to 500 molecules.
        cutoff: Largest distance to the centre of a cluster, 0 to 1.
    Returns:
        Indices of the molecules (from 0, in the order given) of each cluster, the largest cluster first, the centre
        of a cluster first.
    Raises:
        ToolInputError: too few or too many, one of them is not valid SMILES, or `cutoff` is out of range.
    Source: Butina 1999, doi:10.1021/ci9803381, by `Butina.ClusterData`.
    """
    check_number(smiles_list, 500)
    if not 0 <= cutoff <= 1:
        raise ToolInputError(f"the cutoff is a distance of 0 to 1, not {cutoff}")
    return butina(distances(smiles_list), cutoff)


@tool(Operation.ANALYSIS, Topic.CHEMINFORMATICS, Safety.OPEN, example=_SERIES, also=("ClusterMolecules",))
def hierarchical_clusters(smiles_list: list[Smiles], clusters: ClusterCount = 2) -> MurtaghClusters:
    """Cluster molecules by Murtagh's hierarchical method (Ward) on Tanimoto distances.

    Args:
        smiles_list: 2 to 500 molecules.
        clusters: Number of clusters to make, 1 to the number of molecules.
    Returns:
        Indices of the molecules (from 0, in the order given) of each cluster, by the first index. The tree is cut at
        the height that leaves as many; Murtagh's update takes the distances unsquared (`ward.D` in R).
    Raises:
        ToolInputError: too few or too many, one of them is not valid SMILES, or `clusters` is out of range.
    Source: Murtagh 1985, Multidimensional Clustering Algorithms, Physica-Verlag, by `Murtagh.ClusterData`.
    """
    check_number(smiles_list, 500)
    if not 1 <= clusters <= len(smiles_list):
        raise ToolInputError(f"{len(smiles_list)} molecules make 1 to {len(smiles_list)} clusters, not {clusters}")
    return murtagh(distances(smiles_list), clusters)
