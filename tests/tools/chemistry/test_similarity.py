"""Similarity against bits counted by hand, and the properties every similarity has."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import shape, similarity
from scitoolagent.tools.chemistry._sdf import EXAMPLE_SDF

SHAPES = ["CC(C)c1ccc(C)c(O)c1", "CC(C)c1cccc(C)c1O"]
ALKANES = ["CC", "CCC", "CCCC"]
MOLECULES = st.sampled_from(["CC", "CCCC", "OC1CCNCC1", "Clc1ccncc1", "NCc1ccno1", "O=C1CCCCCC1", "[Na+].[Cl-]"])


# Ethane has the environments CH3 and CH3-CH3; propane CH3, CH2, CH3-CH2, CH2(CH3)2; butane CH3, CH2, CH3-CH2,
# CH2(CH3)(CH2) and the whole chain. Ethane and propane share one, propane and butane three, ethane and butane one.
@pytest.mark.parametrize(
    ("left", "right", "shared", "first", "second"),
    [("CC", "CCC", 1, 2, 4), ("CCC", "CCCC", 3, 4, 5), ("CC", "CCCC", 1, 2, 5)],
)
def test_coefficients_by_hand(left: str, right: str, shared: int, first: int, second: int) -> None:
    assert similarity.tanimoto_similarity(left, right) == pytest.approx(shared / (first + second - shared))
    assert similarity.dice_similarity(left, right) == pytest.approx(2 * shared / (first + second))
    assert similarity.cosine_similarity(left, right) == pytest.approx(shared / math.sqrt(first * second))


@given(MOLECULES, MOLECULES)
@settings(max_examples=40, deadline=None)
def test_similarities_are_symmetric_and_ordered(left: str, right: str) -> None:
    for function in (similarity.tanimoto_similarity, similarity.dice_similarity, similarity.cosine_similarity):
        assert function(left, left) == 1.0, "the original gave an error for equal molecules"
        assert function(left, right) == function(right, left)
    tanimoto, dice = similarity.tanimoto_similarity(left, right), similarity.dice_similarity(left, right)
    assert dice == pytest.approx(2 * tanimoto / (1 + tanimoto))
    assert 0 <= tanimoto <= dice <= similarity.cosine_similarity(left, right) + 1e-12


def test_fraggle_against_its_documentation() -> None:
    """Values printed in the documentation of RDKit's Fraggle; rounding is in the third place."""
    query = "COc1cc(CN2CCC(NC(=O)c3cncc(C)c3)CC2)c(OC)c2ccccc12"
    close = similarity.fraggle_similarity(query, "COc1cc(CN2CCC(NC(=O)c3ccccc3)CC2)c(OC)c2ccccc12")
    assert close.similarity == pytest.approx(0.980, abs=1e-3)
    assert close.fragments == ["*C1CCN(Cc2cc(OC)c3ccccc3c2OC)CC1"]
    far = similarity.fraggle_similarity(query, "COc1cc(CN2CCC(Nc3nc4ccccc4s3)CC2)c(OC)c2ccccc12")
    assert far.similarity == pytest.approx(0.794, abs=1e-3)


def test_fraggle_refuses_what_it_cannot_cut() -> None:
    with pytest.raises(ToolInputError, match="cuts nothing"):
        similarity.fraggle_similarity("CC", "CC")
    with pytest.raises(ToolInputError, match="at most 70"):
        similarity.fraggle_similarity("C" * 71, "CC")


def test_shapes() -> None:
    assert similarity.usrcat_similarity("OC1CCNCC1", "C1CC(O)CCN1") == pytest.approx(1.0), "one molecule, two writings"
    like = similarity.usrcat_similarity("Clc1ccncc1", "Brc1ccncc1")
    unlike = similarity.usrcat_similarity("Clc1ccncc1", "CCCCCCCCCC")
    assert 0 < unlike < like < 1
    matrix = similarity.usrcat_similarity_matrix(["Clc1ccncc1", "Brc1ccncc1", "CCCCCCCCCC"])
    assert [matrix[i][i] for i in range(3)] == [1.0] * 3
    assert matrix[0][1] == matrix[1][0] == pytest.approx(like)
    with pytest.raises(ToolInputError, match="several fragments"):
        similarity.usrcat_similarity("[Na+].[Cl-]", "CC")


@pytest.mark.parametrize(("left", "right"), [(SHAPES[0], SHAPES[1]), ("OC1CCNCC1", "C1CC(CCN1)F")])
def test_usrcat_score_by_the_published_formula(left: str, right: str) -> None:
    """Schreyer & Blundell 2012, eq. 1, all weights 1, on the descriptors that `shape` gives for the same SMILES."""
    describe = next(function for function in shape.TOOLS if function.__name__ == "usrcat_descriptor")
    expected = 1 / (1 + sum(abs(a - b) for a, b in zip(describe(left), describe(right), strict=True)) / 12)
    assert similarity.usrcat_similarity(left, right) == pytest.approx(expected, abs=1e-9)


def test_sdf_conformers() -> None:
    found = similarity.sdf_shape_similarity(Path(EXAMPLE_SDF))
    assert len(found.usrcat) == len(found.tanimoto) == 3
    smiles = [Chem.MolToSmiles(mol) for mol in Chem.SDMolSupplier(EXAMPLE_SDF)]
    for i in range(3):
        assert found.usrcat[i][i] == found.tanimoto[i][i] == 1.0
        for j in range(3):
            assert found.tanimoto[i][j] == pytest.approx(similarity.tanimoto_similarity(smiles[i], smiles[j]))


def test_bad_sdf_files(tmp_path: Path) -> None:
    with pytest.raises(ToolInputError, match="no file"):
        similarity.sdf_shape_similarity(tmp_path / "missing.sdf")
    flat = tmp_path / "flat.sdf"
    flat.write_text(
        Chem.MolToMolBlock(Chem.MolFromSmiles("CCN")) + "$$$$\n" + Chem.MolToMolBlock(Chem.MolFromSmiles("CC"))
    )
    with pytest.raises(ToolInputError, match="no 3-D coordinates"):
        similarity.sdf_shape_similarity(flat)
    for text in ("", "nonsense", "\n\n\nnonsense\n$$$$\n"):
        flat.write_text(text)
        with pytest.raises(ToolInputError, match="molecule"):
            similarity.sdf_shape_similarity(flat)
    flat.write_text(Path(EXAMPLE_SDF).read_text().split("$$$$")[0] + "$$$$\n")
    with pytest.raises(ToolInputError, match="one molecule"):
        similarity.sdf_shape_similarity(flat)


def test_distances_by_hand() -> None:
    expected = [[0, 4 / 5, 5 / 6], [4 / 5, 0, 1 / 2], [5 / 6, 1 / 2, 0]]
    for row, wanted in zip(similarity.fingerprint_distance_matrix(ALKANES), expected, strict=True):
        assert row == pytest.approx(wanted)


def test_clusters_by_hand() -> None:
    """Only propane and butane are within 0.6; Ward's method joins them first."""
    first, second = similarity.butina_clusters(ALKANES, cutoff=0.6)
    assert (sorted(first), second) == ([1, 2], [0])
    assert similarity.hierarchical_clusters(ALKANES, clusters=2) == [[0], [1, 2]]
    assert similarity.hierarchical_clusters(ALKANES, clusters=1) == [[0, 1, 2]]
    assert similarity.hierarchical_clusters(ALKANES, clusters=3) == [[0], [1], [2]]
    assert similarity.hierarchical_clusters(["CC", "CC"], clusters=1) == [[0, 1]]


SERIES = [
    "CC(C)c1ccc(C)c(O)c1",
    "CC(C)c1cccc(C)c1O",
    "CCCCCCCCCN",
    "CCCCCCCCN",
    "OCC1CCNCC1",
    "OCC1CCCNC1",
]


@pytest.mark.parametrize("number", range(1, len(SERIES) + 1))
def test_hierarchical_clusters_agree_with_scipy(number: int) -> None:
    from scipy.cluster.hierarchy import fcluster, linkage

    rows = similarity.fingerprint_distance_matrix(SERIES)
    # SciPy squares the distances for Ward's update, Murtagh's program takes them as they are.
    tree = linkage([math.sqrt(rows[i][j]) for i, j in itertools.combinations(range(len(SERIES)), 2)], "ward")
    labels = fcluster(tree, number, "maxclust")
    expected = sorted([place for place, label in enumerate(labels) if label == each] for each in set(labels))
    assert similarity.hierarchical_clusters(SERIES, clusters=number) == expected


def test_equal_molecules_can_be_clustered() -> None:
    same = ["CCCCCCCCN"] * 3 + ["OCC1CCNCC1"] * 2
    assert similarity.hierarchical_clusters(same, clusters=2) == [[0, 1, 2], [3, 4]]
    assert [len(part) for part in similarity.hierarchical_clusters(same, clusters=5)] == [1] * 5
    assert sorted(map(sorted, similarity.butina_clusters(same, cutoff=0.2))) == [[0, 1, 2], [3, 4]]


@pytest.mark.parametrize("cutoff", [0.0, 0.4, 0.65, 1.0])
def test_butina_clusters_lie_within_the_cutoff_of_their_centre(cutoff: float) -> None:
    rows = similarity.fingerprint_distance_matrix(SERIES)
    clusters = similarity.butina_clusters(SERIES, cutoff=cutoff)
    assert sorted(index for cluster in clusters for index in cluster) == list(range(len(SERIES)))
    assert [len(cluster) for cluster in clusters] == sorted(map(len, clusters), reverse=True)
    assert all(rows[centre][member] <= cutoff for centre, *members in clusters for member in members)


def test_bad_lists() -> None:
    for smiles_list in ([], ["CC"], ["CC"] * 501):
        for function in (
            similarity.fingerprint_distance_matrix,
            similarity.butina_clusters,
            similarity.hierarchical_clusters,
        ):
            with pytest.raises(ToolInputError, match="molecules are compared"):
                function(smiles_list)
    with pytest.raises(ToolInputError, match="not valid SMILES"):
        similarity.fingerprint_distance_matrix(["CC", "C(C"])
    with pytest.raises(ToolInputError, match="cutoff"):
        similarity.butina_clusters(ALKANES, cutoff=1.5)
    with pytest.raises(ToolInputError, match="clusters"):
        similarity.hierarchical_clusters(ALKANES, clusters=4)
