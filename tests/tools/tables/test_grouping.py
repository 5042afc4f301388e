"""Clusters and components, beside figures of R and scikit-learn for the iris of Fisher, and RDKit's Butina."""

from __future__ import annotations

import random
import shutil
from array import array
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

_COLUMNS = ["sepal length [cm]", "sepal width [cm]", "petal length [cm]", "petal width [cm]"]


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return call_tool(load_registry()[name], arguments)


def column(found: dict[str, Any], name: str, table: str = "table") -> list[Any]:
    return list(Table.load(Path(found[table])).values(name))


@pytest.fixture(scope="module")
def iris(tmp_path_factory: pytest.TempPathFactory) -> str:
    from sklearn.datasets import load_iris

    data = load_iris()
    path = tmp_path_factory.mktemp("iris") / "iris.csv"
    lines = [
        ",".join([*map(str, row), str(data.target_names[kind])])
        for row, kind in zip(data.data, data.target, strict=True)
    ]
    path.write_text("\n".join([",".join([*_COLUMNS, "species"]), *lines]) + "\n")
    return str(path)


@pytest.mark.slow
def test_k_means_of_iris(iris: str) -> None:
    # set.seed(1); kmeans(iris[1:4], 3, nstart = 10): sizes 62, 50, 38; between_SS / total_SS = 88.4 %;
    # cluster::silhouette: mean 0.5528190
    found = call("k_means_rows", table=iris, columns=_COLUMNS, clusters=3, standardised=False)
    assert found["sizes"] == [62, 50, 38]
    assert found["between"] == pytest.approx(88.42753, abs=5e-5)
    assert found["silhouette"] == pytest.approx(0.5528190, abs=5e-7)
    species, clusters = column(found, "species"), column(found, "k-means cluster")
    assert {number for kind, number in zip(species, clusters, strict=True) if kind == "setosa"} == {2}
    assert found == call("k_means_rows", table=iris, columns=_COLUMNS, clusters=3, standardised=False)


def test_hierarchical_clusters_of_iris(iris: str) -> None:
    # table(cutree(hclust(dist(iris[1:4]), "average"), 3)): 50, 64, 36; "complete": 50, 72, 28; "single": 50, 98, 2
    for linkage, sizes in (("average", [64, 50, 36]), ("complete", [72, 50, 28]), ("single", [98, 50, 2])):
        found = call(
            "hierarchical_row_clusters", table=iris, columns=_COLUMNS, clusters=3, standardised=False, linkage=linkage
        )
        assert found["sizes"] == sizes, linkage


@pytest.mark.parametrize(
    ("standardised", "shares", "loadings"),
    [
        # prcomp(iris[1:4]); prcomp(iris[1:4], scale. = TRUE)
        (False, [92.46187, 5.306648], [0.36138659, -0.08452251, 0.85667061, 0.35828920]),
        (True, [72.96245, 22.85076], [0.5210659, -0.2693474, 0.5804131, 0.5648565]),
    ],
)
def test_components_of_iris(iris: str, standardised: bool, shares: list[float], loadings: list[float]) -> None:
    found = call("principal_components", table=iris, columns=_COLUMNS, standardised=standardised)
    assert found["explained"] == pytest.approx(shares, abs=5e-5)
    assert column(found, "PC1", "loadings") == pytest.approx(loadings, abs=5e-7)
    # The first row of its x: -2.684126 -0.3193972; the sign of the second is free, and that of its largest loading.
    if not standardised:
        assert (column(found, "PC1")[0], abs(column(found, "PC2")[0])) == pytest.approx(
            (-2.684126, 0.3193972), abs=5e-6
        )
        assert Table.load(Path(found["table"])).column("PC1").unit == "cm"


def test_what_cannot_be_grouped_is_refused(iris: str, tmp_path: Path) -> None:
    mixed = tmp_path / "b.csv"
    mixed.write_text("a [g],b [s],c [g]\n1,2,3\n2,1,3\n5,5,3\n2,4,\n")
    for name, arguments, why in (
        ("k_means_rows", {"table": iris, "columns": _COLUMNS, "clusters": 1}, "make 2 to"),
        ("k_means_rows", {"table": iris, "columns": _COLUMNS, "clusters": 149}, "make 2 to"),
        ("k_means_rows", {"table": iris, "columns": ["species"], "clusters": 2}, "no numbers"),
        ("k_means_rows", {"table": iris, "columns": [], "clusters": 2}, "at least one"),
        ("k_means_rows", {"table": iris, "columns": _COLUMNS, "clusters": 2, "seed": -1}, "a seed is"),
        (
            "k_means_rows",
            {"table": str(mixed), "columns": ["a [g]", "b [s]"], "clusters": 2, "standardised": False},
            "standardise them",
        ),
        ("principal_components", {"table": str(mixed), "columns": ["a [g]", "c [g]"]}, "one value in all 3 rows"),
        ("principal_components", {"table": iris, "columns": _COLUMNS, "components": 5}, "no 5 components"),
        (
            "hierarchical_row_clusters",
            {"table": iris, "columns": _COLUMNS, "clusters": 2, "linkage": "x"},
            "is no linkage",
        ),
    ):
        with pytest.raises(ToolInputError, match=why):
            call(name, **arguments)


def test_rows_without_a_value_have_no_cluster(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b\n1,1\n1.1,1\n,3\n9,9\n9.1,9\n9.2,9\n")
    found = call("k_means_rows", table=str(tmp_path / "a.csv"), columns=["a", "b"], clusters=2)
    assert column(found, "k-means cluster") == [2, 2, None, 1, 1, 1]
    assert found["rows"] == 5


@pytest.mark.parametrize("seed", range(5))
def test_butina_as_rdkit_does_it(seed: int) -> None:
    from rdkit.ML.Cluster import Butina

    from scitoolagent.tools.tables.molecule_rows import butina

    chance = random.Random(seed)
    points = [(chance.random(), chance.random()) for _ in range(80)]
    apart = [[((a - c) ** 2 + (b - d) ** 2) ** 0.5 for c, d in points] for a, b in points]
    lower = [apart[i][j] for i in range(80) for j in range(i)]
    wanted = Butina.ClusterData(lower, 80, 0.15, isDistData=True, reordering=True)
    found = butina([array("i", [j for j in range(80) if j != i and apart[i][j] <= 0.15]) for i in range(80)])
    assert [len(one) for one in found] == [len(one) for one in wanted]
    assert sorted(map(sorted, found)) == sorted(map(sorted, wanted))
    assert [one[0] for one in found if len(one) > 1] == [one[0] for one in wanted if len(one) > 1]


_MOLECULES = ["CCCCO", "CCCCCO", "CCCCCCO", "c1ccccc1C", "c1ccccc1CC", "not one", "[Na+].[Cl-]", "OCCCC"]


def test_pairs_and_clusters_of_molecules(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("smiles\n" + "\n".join(_MOLECULES) + "\n")
    given = str(tmp_path / "a.csv")
    pairs = call("similar_molecule_pairs", table=given, column="smiles", least=0.6)
    listed = list(
        zip(column(pairs, "row"), column(pairs, "other row"), column(pairs, "Tanimoto similarity"), strict=True)
    )
    one = call("tanimoto_similarity", smiles_a="CCCCO", smiles_b="CCCCCO")
    assert next(iter(one.values())) == pytest.approx(listed[0][2])
    assert (1, 8, 1.0) in listed
    assert (pairs["pairs"], pairs["rows"]) == (len(listed), 7)
    assert all(value >= 0.6 for *_, value in listed)
    found = call("cluster_molecule_rows", table=given, column="smiles", distance=0.35)
    clusters = column(found, "cluster")
    assert (clusters[5], found["rows"], found["clusters"]) == (None, 7, max(filter(None, clusters)))
    assert clusters[0] == clusters[7]
    assert [clusters.count(number) for number in range(1, found["clusters"] + 1)] == found["sizes"]
    assert sum(map(bool, column(found, "centre of cluster"))) == found["clusters"]
    assert any("1 of 8 rows hold no molecule" in note for note in Table.load(Path(found["table"])).notes)


def test_pairs_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scitoolagent.tools.tables import molecule_rows

    (tmp_path / "a.csv").write_text("smiles\n" + "\n".join(_MOLECULES) + "\n")
    monkeypatch.setattr(molecule_rows, "_MOST_PAIRS", 2)
    with pytest.raises(ToolInputError, match="more than 2 rows in the result"):
        molecule_rows.similar_molecule_pairs(tmp_path / "a.csv", "smiles", 0.1)
    monkeypatch.setattr(molecule_rows, "_MOST_NEIGHBOURS", 2)
    with pytest.raises(ToolInputError, match="give a smaller one"):
        molecule_rows.cluster_molecule_rows(tmp_path / "a.csv", "smiles", 0.9)
    monkeypatch.setattr(molecule_rows, "_MOST_COMPARED", 5)
    with pytest.raises(ToolInputError, match="at most 5 are compared"):
        molecule_rows.similar_molecule_pairs(tmp_path / "a.csv", "smiles", 0.9)


def test_distances_of_structures(tmp_path: Path) -> None:
    import numpy as np
    from scipy.spatial.transform import Rotation

    from scitoolagent.tools.tables.structure_rows import alpha_carbons

    biology = Path(load_registry()["structure_mass"].function.__code__.co_filename).parent
    folder = tmp_path / "models"
    folder.mkdir()
    for name in ("example_helix.pdb", "example_hairpin.pdb"):
        shutil.copy(biology / name, folder / name)
    # One whose residues 5 to 13 of the hairpin are those of the helix, shifted: another shape.
    text = (biology / "example_hairpin.pdb").read_text()
    kept = [line for line in text.splitlines() if not line.startswith("ATOM") or int(line[22:26]) > 9]
    lines = [f"{line[:22]}{int(line[22:26]) - 9:4}{line[26:]}" if line.startswith("ATOM") else line for line in kept]
    (folder / "shifted.pdb").write_text("\n".join(lines) + "\n")
    (folder / "none.pdb").write_text("REMARK nothing\n")
    (folder / "far.pdb").write_text(
        "\n".join(
            f"{line[:22]}{int(line[22:26]) + 500:4}{line[26:]}" if line.startswith("ATOM") else line
            for line in text.splitlines()
        )
        + "\n"
    )
    found = call("structure_rmsd_pairs", table=str(folder), column="file")
    values = dict(
        zip(zip(column(found, "file"), column(found, "other file"), strict=True), column(found, "RMSD"), strict=True)
    )
    one, two = alpha_carbons(str(folder / "example_hairpin.pdb")), alpha_carbons(str(folder / "shifted.pdb"))
    common = sorted(one.keys() & two.keys())
    a, b = (np.array([each[key] for key in common], dtype=float) for each in (one, two))
    # The same by scipy's own algorithm.
    wanted = Rotation.align_vectors(a - a.mean(axis=0), b - b.mean(axis=0))[1] / len(common) ** 0.5
    assert values["example_hairpin.pdb", "shifted.pdb"] == pytest.approx(wanted, rel=1e-5)
    assert wanted > 1
    assert values["example_hairpin.pdb", "far.pdb"] is None
    assert (found["rows"], found["unmatched"]) == (4, 3)
    assert any("1 of 5 files hold no protein" in note for note in Table.load(Path(found["table"])).notes)
    with pytest.raises(ToolInputError, match="no PDB files"):
        call("structure_rmsd_pairs", table=str(folder), column="name")
