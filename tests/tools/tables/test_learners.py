"""Learners by name, groups of a column, a share held out, and importances: the same as plain scikit-learn."""

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

_CHANCE = random.Random(11)
_ROWS = 60
X = [[_CHANCE.gauss(0, 1) for _ in range(3)] for _ in range(_ROWS)]
Y = [3 * one - two + _CHANCE.gauss(0, 0.5) for one, two, _ in X]
SITE = ["abcd"[number % 4] for number in range(_ROWS)]


@pytest.fixture
def file(tmp_path: Path) -> str:
    rows = [f"{a},{b},{c},{y},{'high' if y > 0 else 'low'},{s}" for (a, b, c), y, s in zip(X, Y, SITE, strict=True)]
    (tmp_path / "a.csv").write_text("\n".join(["width,depth,noise,goal,kind,site", *rows]) + "\n")
    return str(tmp_path / "a.csv")


def call(name: str, file: str, **changed: Any) -> dict[str, Any]:
    target = "kind" if name == "cross_validate_classes" else "goal"
    return call_tool(
        load_registry()[name], {"table": file, "target": target, "features": ["width", "depth", "noise"], **changed}
    )


def column(found: dict[str, Any], name: str, table: str = "table") -> list[Any]:
    return list(Table.load(Path(found[table])).values(name))


def test_each_group_of_a_column_is_left_out_once(file: str) -> None:
    from sklearn.linear_model import LinearRegression
    from sklearn.metrics import root_mean_squared_error
    from sklearn.model_selection import LeaveOneGroupOut

    found = call("cross_validate_numbers", file, model="least squares", folds=0, grouped="site")
    x, y = np.array(X), np.array(Y)
    wanted = [
        root_mean_squared_error(y[test], LinearRegression().fit(x[train], y[train]).predict(x[test]))
        for train, test in LeaveOneGroupOut().split(x, y, SITE)
    ]
    assert column(found, "mean")[0] == pytest.approx(np.mean(wanted))
    folds = column(found, "fold", "predictions")
    assert len(set(folds)) == 4 and all(
        len({f for f, s in zip(folds, SITE, strict=True) if s == one}) == 1 for one in SITE
    )


@pytest.mark.slow
@pytest.mark.parametrize("model", ["AdaBoost", "nearest neighbours", "support vectors", "neural network"])
def test_each_learner_beats_the_baseline_on_what_can_be_learned(file: str, model: str) -> None:
    found = call("cross_validate_numbers", file, model=model)
    assert found["r_squared"] > 0.6
    assert column(found, "mean")[0] < 0.7 * column(found, "baseline")[0]
    found = call("cross_validate_classes", file, model=model)
    assert found["roc_auc"] > 0.85 > 0.5 == column(found, "baseline")[0]


@pytest.mark.slow
def test_learners_are_those_of_scikit_learn(file: str) -> None:
    from sklearn import ensemble, neighbors, pipeline, preprocessing, svm

    x, y = np.array(X), np.array(Y)
    plain = {
        "AdaBoost": ensemble.AdaBoostRegressor(random_state=0),
        "nearest neighbours": pipeline.make_pipeline(preprocessing.StandardScaler(), neighbors.KNeighborsRegressor()),
        "support vectors": pipeline.make_pipeline(preprocessing.StandardScaler(), svm.SVR()),
    }
    for model, own in plain.items():
        found = call("cross_validate_numbers", file, model=model)
        folds = np.array(column(found, "fold", "predictions"))
        told = np.array(column(found, "predicted goal", "predictions"))
        for number in set(folds.tolist()):
            assert told[folds == number] == pytest.approx(
                own.fit(x[folds != number], y[folds != number]).predict(x[folds == number])
            )


def test_a_share_is_held_out_once_and_the_rest_is_not_foretold(file: str) -> None:
    found = call("cross_validate_numbers", file, model="linear", held=25)
    told = column(found, "predicted goal", "predictions")
    assert sum(one is not None for one in told) == 15
    assert column(found, "lower")[0] is None
    notes = Table.load(Path(found["table"])).notes
    assert any("15 of 60 rows were held out, once" in note for note in notes)


def test_what_matters_comes_first_and_noise_last(file: str) -> None:
    found = call("feature_importances", file, model="linear")
    assert column(found, "feature") == ["width", "depth", "noise"]
    wide, _, noise = column(found, "importance")
    # Shuffling a feature with slope 3 and spread 1 adds an error of about 3 times the square root of 2.
    assert wide == pytest.approx(3 * 2**0.5 - 0.5, abs=0.8) and abs(noise) < 0.05


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"held": 80}, "cannot be held out"),
        ({"folds": 0}, "groups make no fold each"),
        ({"grouped": "site", "split": "scaffold"}, "not by both|no column of SMILES"),
        ({"grouped": "goal"}, "neither foretold nor learned from"),
        ({"model": "magic"}, "is no model"),
    ],
)
def test_what_cannot_be_done_is_refused(file: str, changed: dict[str, Any], why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        call("cross_validate_numbers", file, **changed)
    with pytest.raises(ToolInputError, match="is no model for classes"):
        call("cross_validate_classes", file, model="least squares")
