"""Learners and representations beside one another: the same as plain scikit-learn, on folds that share no group."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.tables._paired import compared, holm
from scitoolagent.tools.tables._representations import represented

_CHANCE = random.Random(5)
ACIDS = ["CC(=O)O", "CCC(=O)O", "CCCC(=O)O", "OC(=O)c1ccccc1", "OC(=O)C1CC1", "OC(=O)Cc1ccccc1"]
AMINES = ["CN", "CCN", "CCCN", "Nc1ccccc1", "NCc1ccccc1", "C1CCNC1", "CNC"]
ROWS = [(amine, acid, len(amine) + 2 * len(acid) + _CHANCE.gauss(0, 0.5)) for acid in ACIDS for amine in AMINES]


@pytest.fixture
def file(tmp_path: Path) -> str:
    lines = [f"{amine},{acid},{value}" for amine, acid, value in ROWS]
    (tmp_path / "a.csv").write_text("\n".join(["amine,acid,goal", *lines]) + "\n")
    return str(tmp_path / "a.csv")


def call(file: str, **changed: Any) -> dict[str, Any]:
    given = {
        "table": file,
        "target": "goal",
        "molecules": ["amine", "acid"],
        "representations": ["Morgan fingerprint"],
        "models": ["random forest"],
        "folds": 3,
        "repeats": 1,
        "grouped": "acid",
    }
    return call_tool(load_registry()["compare_learners"], {**given, **changed})


def rmse(found: dict[str, Any], model: str) -> float:
    table = Table.load(Path(found["table"]))
    columns = [list(table.values(name)) for name in ("model", "score", "mean")]
    return next(mean for one, score, mean in zip(*columns, strict=True) if (one, score) == (model, "RMSE"))


@pytest.mark.slow
def test_a_random_forest_is_that_of_scikit_learn(file: str) -> None:
    from rdkit import Chem
    from rdkit.Chem import rdFingerprintGenerator
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.model_selection import GroupKFold

    made = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=1024)
    x = np.array(
        [
            np.concatenate([made.GetFingerprintAsNumPy(Chem.MolFromSmiles(one)) for one in (amine, acid)])
            for amine, acid, _ in ROWS
        ],
        dtype=float,
    )
    x, y = x[:, np.ptp(x, axis=0) > 0], np.array([value for *_, value in ROWS])
    groups = np.array([ACIDS.index(acid) for _, acid, _ in ROWS])
    errors, means = [], []
    for train, test in GroupKFold(3, shuffle=True, random_state=0).split(x, y, groups):
        assert not set(groups[train]) & set(groups[test])
        model = RandomForestRegressor(n_estimators=200, random_state=0).fit(x[train], y[train])
        errors.append(float(np.mean((model.predict(x[test]) - y[test]) ** 2) ** 0.5))
        means.append(float(np.mean((y[train].mean() - y[test]) ** 2) ** 0.5))
    found = call(file)
    assert rmse(found, "random forest") == pytest.approx(np.mean(errors), rel=1e-9)
    assert rmse(found, "the mean of the training rows") == pytest.approx(np.mean(means), rel=1e-9)
    assert found["rows"] == len(ROWS)
    # The acids are new in each fold, and the amines are not: that is told.
    assert any("value of amine that other groups have" in note for note in found["leaks"])
    assert not any("value of acid that" in note for note in found["leaks"])


def test_a_clear_difference_is_sure_and_a_small_one_is_not(file: str) -> None:
    found = call(
        file, models=["linear"], representations=["descriptors", "RDKit fingerprint"], grouped="", folds=4, repeats=3
    )
    assert "linear on descriptors errs less than the mean of the training rows" in found["sure"]
    assert call(file, models=["linear", "support vectors"], folds=2)["sure"].startswith("none; 3 of 3")


def test_the_paired_test_is_corrected() -> None:
    """By hand: differences 1, 2, 3, 4 on four folds have variance 5/3, so t = 2.5 / sqrt(5/3 * (1/4 + 1/3)) = 2.5355.

    With three degrees of freedom p = 0.0851 (scipy.stats.t.sf); the plain paired test would say 0.0305.
    """
    (pair,) = compared({"a": [2.0, 4.0, 6.0, 8.0], "b": [1.0, 2.0, 3.0, 4.0]}, folds=4)
    assert (pair.difference, pair.p) == (2.5, pytest.approx(0.0851, abs=1e-3))
    (same,) = compared({"a": [1.0, 2.0], "b": [1.0, 2.0]}, folds=2)
    assert same.p == 1.0


def test_many_pairs_are_corrected_for() -> None:
    # Holm 1979: 0.01 x 3, 0.02 x 2, and no smaller than the one before.
    from scitoolagent.tools.tables._paired import Pair

    found = holm([Pair("a", "b", 1, 0.02), Pair("a", "c", 1, 0.01), Pair("b", "c", 1, 0.03)])
    assert [pair.p for pair in found] == pytest.approx([0.03, 0.04, 0.04])


def test_electronic_descriptors_are_those_of_the_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tblite")
    from scitoolagent.config import load_config
    from scitoolagent.tools.chemistry import _xtb
    from scitoolagent.tools.chemistry._molecule import embed_molecule

    monkeypatch.setenv("SCITOOLAGENT_CACHE_DIR", str(tmp_path))
    load_config.cache_clear()
    first = represented("electronic descriptors", [["CO", "CCO", "CN"]])
    assert len(list((tmp_path / "xtb").iterdir())) == 3
    point = _xtb.single_point(_xtb.system_of(embed_molecule("CO"), 0))
    assert first[0, 3] == pytest.approx(float(np.linalg.norm(point.dipole)) * _xtb.DEBYE)
    # A second time they are read from the disk.
    monkeypatch.setattr(_xtb, "single_point", None)
    assert np.array_equal(represented("electronic descriptors", [["CO", "CCO", "CN"]]), first)
    load_config.cache_clear()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"target": "price"}, "price"),
        ({"target": "acid"}, "acid"),
        ({"representations": ["horoscope"]}, "horoscope"),
        ({"models": ["oracle"]}, "oracle"),
        ({"folds": 1}, "1 folds"),
        ({"molecules": ["amine", "goal"]}, "goal"),
        ({"folds": 20}, "6 groups"),
    ],
)
def test_what_does_not_fit_is_told(file: str, changed: dict[str, Any], told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        call(file, **changed)


def in_turn(file: str, **changed: Any) -> dict[str, Any]:
    given = {
        "table": file,
        "target": "goal",
        "representations": ["RDKit fingerprint", "descriptors"],
        "models": ["linear"],
        "finalists": ["linear", "random forest"],
        "folds": 3,
        "repeats": 1,
        "grouped": "acid",
    }
    return call_tool(load_registry()["compare_learners_in_turn"], {**given, **changed})


def test_the_second_comparison_is_on_the_best_of_the_first(file: str) -> None:
    found = in_turn(file)
    # The same as both comparisons one after the other, on the same folds.
    first = call(file, representations=["RDKit fingerprint", "descriptors"], models=["linear"])
    errors = [part.split(" [")[0].rsplit(" ", 1) for part in first["compared"].removeprefix("RMSE: ").split("; ")]
    least = min((float(value), name) for name, value in errors if name.startswith("linear"))
    assert least[1] == f"linear on {found['best']}" == "linear on descriptors"
    then = call(file, representations=[found["best"]], models=["linear", "random forest"])
    assert (found["representations"], found["sure_representations"]) == (first["compared"], first["sure"])
    assert (found["compared"], found["sure"]) == (then["compared"], then["sure"])
    told = [f"{one} on {name}" if name else str(one) for one, name in zip(
        column_of(found, "model"), column_of(found, "representation"), strict=True)]  # fmt: skip
    assert sorted({*told}) == [
        "linear on RDKit fingerprint", "linear on descriptors", "random forest on descriptors",
        "the mean of the training rows",
    ]  # fmt: skip
    assert len(told) == 12
    assert any("descriptors was chosen on the folds of the second comparison" in note for note in found["leaks"])


def column_of(found: dict[str, Any], name: str) -> list[Any]:
    return list(Table.load(Path(found["table"])).values(name))


@pytest.mark.slow
def test_columns_of_smiles_that_are_not_named_are_all_learned_from(file: str) -> None:
    from scitoolagent.agent import Agent

    question = "Compare descriptors and RDKit fingerprint for predicting goal in a.csv with a linear model"
    question += "; then, on the best features, compare ridge, random forest and kNN, grouped by acid, with 3 folds."
    with Agent(workspace=Path(file).parent, models={}) as agent:
        *_, answer = agent.stream(question)
    assert answer.status == "complete", answer.text
    assert "learned from the molecules in amine and acid" in answer.text
    assert "BestRepresentation" in {value.type for value in answer.values}


@pytest.mark.parametrize(("changed", "told"), [
    ({"finalists": ["oracle"]}, "oracle"), ({"finalists": []}, "0 learners"), ({"target": "price"}, "price"),
])  # fmt: skip
def test_what_does_not_fit_in_turn_is_told(file: str, changed: dict[str, Any], told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        in_turn(file, **changed)
