"""Cross-validation: what stays together, what gives a target away, and the same scores as plain scikit-learn."""

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

_CHANCE = random.Random(5)
_ROWS = 90
# 30 molecules, each three times and written in two ways; a target that the first two features explain in part.
_SMILES = [f"{'C' * (1 + number // 3)}{'O' if number % 3 else 'N'}" for number in range(30)]
_WRITTEN = [f"{smiles[-1]}{smiles[:-1]}" for smiles in _SMILES]


def _values() -> dict[str, list[Any]]:
    values: dict[str, list[Any]] = {"smiles": [*_SMILES, *_WRITTEN, *_SMILES]}
    values["width"] = [round(_CHANCE.gauss(0, 1), 4) for _ in range(_ROWS)]
    values["depth"] = [round(_CHANCE.gauss(0, 1), 4) for _ in range(_ROWS)]
    values["wet"] = [str(_CHANCE.random() < 0.5).lower() for _ in range(_ROWS)]
    noise = [_CHANCE.gauss(0, 1) for _ in range(_ROWS)]
    rows = zip(values["width"], values["depth"], noise, strict=True)
    values["yield [mg]"] = [round(10 + 2 * one - two + rest, 4) for one, two, rest in rows]
    values["kind"] = ["high" if value > 10 else "low" for value in values["yield [mg]"]]
    return values


VALUES = _values()


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return call_tool(load_registry()[name], arguments)


def csv(folder: Path, values: dict[str, list[Any]]) -> str:
    rows = (",".join("" if cell is None else str(cell) for cell in row) for row in zip(*values.values(), strict=True))
    (folder / "a.csv").write_text("\n".join([",".join(values), *rows]) + "\n")
    return str(folder / "a.csv")


def column(found: dict[str, Any], name: str, table: str = "table") -> list[Any]:
    return list(Table.load(Path(found[table])).values(name))


def _numbers(file: str, **changed: Any) -> dict[str, Any]:
    given = {"target": "yield [mg]", "features": ["width", "depth", "wet"], "model": "linear", "folds": 4, **changed}
    return call("cross_validate_numbers", table=file, **given)


@pytest.mark.slow
def test_scores_of_numbers_are_those_of_scikit_learn_on_the_same_folds(tmp_path: Path) -> None:
    from sklearn import ensemble, linear_model, metrics, pipeline, preprocessing

    file = csv(tmp_path, VALUES)
    x = np.array([VALUES["width"], VALUES["depth"], [word == "true" for word in VALUES["wet"]]], dtype=float).T
    y = np.array(VALUES["yield [mg]"])
    for model, plain in (
        ("linear", pipeline.make_pipeline(preprocessing.StandardScaler(), linear_model.Ridge())),
        ("random forest", ensemble.RandomForestRegressor(n_estimators=200, random_state=0)),
    ):
        found = _numbers(file, model=model)
        folds = np.array(column(found, "fold", "predictions"))
        wanted = {"RMSE": [], "MAE": [], "R squared": []}
        base = []
        for number in range(1, 5):
            train, test = folds != number, folds == number
            guess = plain.fit(x[train], y[train]).predict(x[test])
            assert np.array(column(found, "predicted yield [mg]", "predictions"))[test] == pytest.approx(guess)
            wanted["RMSE"].append(metrics.root_mean_squared_error(y[test], guess))
            wanted["MAE"].append(metrics.mean_absolute_error(y[test], guess))
            wanted["R squared"].append(metrics.r2_score(y[test], guess))
            base.append(metrics.root_mean_squared_error(y[test], np.full(test.sum(), y[train].mean())))
        assert column(found, "score") == list(wanted)
        assert column(found, "mean") == pytest.approx([np.mean(values) for values in wanted.values()])
        assert column(found, "baseline")[0] == pytest.approx(np.mean(base))
        assert found["r_squared"] == pytest.approx(np.mean(wanted["R squared"]))
        # t(0.975, 3) = 3.182446; the variance of the mean is var × (1/4 + 1/3), Nadeau and Bengio 2003.
        reach = 3.182446 * (np.var(wanted["RMSE"], ddof=1) * (1 / 4 + 1 / 3)) ** 0.5
        assert column(found, "upper")[0] - column(found, "mean")[0] == pytest.approx(reach, rel=1e-6)
        assert column(found, "unit") == ["mg", "mg", "1"]
    assert "baseline" in found["error"]
    assert found == _numbers(file, model="random forest")


def test_scores_of_classes_are_those_of_scikit_learn_on_the_same_folds(tmp_path: Path) -> None:
    from sklearn import linear_model, metrics, pipeline, preprocessing

    given = {"target": "kind", "features": ["width", "depth"], "model": "linear", "folds": 3}
    found = call("cross_validate_classes", table=csv(tmp_path, VALUES), **given)
    x, y = np.array([VALUES["width"], VALUES["depth"]]).T, np.array(VALUES["kind"])
    folds = np.array(column(found, "fold", "predictions"))
    auc, balanced = [], []
    plain = pipeline.make_pipeline(preprocessing.StandardScaler(), linear_model.LogisticRegression(max_iter=5000))
    for number in range(1, 4):
        train, test = folds != number, folds == number
        plain.fit(x[train], y[train])
        auc.append(metrics.roc_auc_score(y[test], plain.predict_proba(x[test])[:, 1]))
        balanced.append(metrics.balanced_accuracy_score(y[test], plain.predict(x[test])))
    assert (found["roc_auc"], found["balanced"]) == pytest.approx((np.mean(auc), np.mean(balanced)))
    assert column(found, "baseline") == [0.5, 0.5]
    assert set(column(found, "predicted kind", "predictions")) == {"high", "low"}


@pytest.mark.parametrize("split", ["identity", "scaffold"])
def test_one_molecule_is_never_in_training_and_test_rows(tmp_path: Path, split: str) -> None:
    values = {
        **VALUES,
        "smiles": [
            f"{one}c1ccc{'n' if place % 5 else 'c'}c1" if split == "scaffold" and place % 2 else one
            for place, one in enumerate(VALUES["smiles"])
        ],
    }
    if split == "scaffold":
        rings = ["c1ccccc1", "c1ccncc1", "C1CCCCC1", "C1CCNCC1", "c1ccsc1", "C1CCCC1"]
        values["smiles"] = [f"{'C' * (place % 7 + 1)}{rings[place % 6]}" for place in range(_ROWS)]
    found = _numbers(csv(tmp_path, values), split=split, folds=3)
    from rdkit import Chem
    from rdkit.Chem.Scaffolds.MurckoScaffold import MurckoScaffoldSmiles

    of: dict[str, set[int]] = {}
    for smiles, fold in zip(values["smiles"], column(found, "fold", "predictions"), strict=True):
        name = MurckoScaffoldSmiles(smiles) if split == "scaffold" else Chem.CanonSmiles(smiles)
        of.setdefault(name, set()).add(fold)
    assert all(len(folds) == 1 for folds in of.values())
    assert len(of) == found["groups"] < found["rows"] == _ROWS
    assert any("stay in one fold" in note for note in Table.load(Path(found["table"])).notes)


def test_rows_with_the_same_features_stay_together_without_molecules(tmp_path: Path) -> None:
    values = {name: VALUES[name][:40] * 2 for name in ("width", "depth", "yield [mg]")}
    found = _numbers(csv(tmp_path, values), features=["width", "depth"])
    folds = column(found, "fold", "predictions")
    assert folds[:40] == folds[40:]
    assert found["groups"] == 40


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "made", "reason"),
    [
        ("scaled", lambda y: [3 * value + 1 for value in y], "Pearson correlation 1.0000"),
        ("exponent", lambda y: [float(np.exp(value)) for value in y], "Spearman correlation 1.0000"),
        ("inverse", lambda y: [-value for value in y], "Pearson correlation -1.0000"),
        ("log yield mg", lambda y: [_CHANCE.random() for _ in y], "its name holds that of yield .mg."),
        ("folded", lambda y: [value if value < 10 else 1000 - value for value in y], "alone it reaches R squared"),
    ],
)
def test_a_feature_that_gives_the_target_away_is_named_and_left_out(
    tmp_path: Path, name: str, made: Any, reason: str
) -> None:
    values = {**VALUES, name: made(VALUES["yield [mg]"])}
    if name == "folded":  # more rows, so that steps are fine enough
        fine = [round(_CHANCE.gauss(10, 2), 5) for _ in range(600)]
        values = {"width": [_CHANCE.random() for _ in fine], "yield [mg]": fine, name: made(fine)}
    file = csv(tmp_path, values)
    found = _numbers(file, features=["width", name])
    (told,) = found["suspects"]
    assert told.startswith(f"{name} (left out): ")
    import re

    assert re.search(reason, told)
    without = _numbers(file, features=["width"])
    assert found["r_squared"] == pytest.approx(without["r_squared"])
    kept = _numbers(file, features=["width", name], keep=True)
    assert kept["suspects"][0].startswith(f"{name} (kept): ")
    with pytest.raises(ToolInputError, match="every feature gives"):
        _numbers(file, features=[name])


@pytest.mark.slow
def test_ordinary_features_are_not_suspected(tmp_path: Path) -> None:
    assert _numbers(csv(tmp_path, VALUES))["suspects"] == []
    given = {"target": "kind", "features": ["width", "depth", "wet"], "folds": 3}
    assert call("cross_validate_classes", table=csv(tmp_path, VALUES), **given)["suspects"] == []
    leak = call("cross_validate_classes", table=csv(tmp_path, VALUES), target="kind", features=["width", "yield [mg]"])
    assert "alone it reaches balanced accuracy" in leak["suspects"][0]


@pytest.mark.slow
def test_what_cannot_be_learned_is_refused(tmp_path: Path) -> None:
    file = csv(tmp_path, {**VALUES, "same": [3] * _ROWS, "odd": ["rare", *["usual"] * (_ROWS - 1)]})
    for arguments, why in (
        ({"features": ["width", "yield [mg]"]}, "it is what is foretold"),
        ({"features": ["width", "width"]}, "name each feature once"),
        ({"features": ["kind"]}, "a feature is a column of numbers, truth values or bits"),
        ({"features": []}, "0 features are named"),
        ({"target": "kind"}, "learn it as classes"),
        ({"target": "same"}, "there is nothing to learn"),
        ({"model": "x"}, "is no model"),
        ({"folds": 1}, "1 folds cannot be made"),
        ({"repeats": 30}, "are not 1 to 100 models"),
        ({"split": "time"}, "is no split"),
    ):
        with pytest.raises(ToolInputError, match=why):
            _numbers(file, **arguments)
    for arguments, why in (
        ({"target": "odd", "features": ["width"]}, "lacks a class"),
        ({"target": "smiles", "features": ["width"]}, "classes; 2 to 20 are learned"),
        ({"target": "width", "features": ["depth"]}, "learn it as numbers"),
    ):
        with pytest.raises(ToolInputError, match=why):
            call("cross_validate_classes", table=file, **arguments)
    few = csv(tmp_path, {name: values[:12] for name, values in VALUES.items()})
    with pytest.raises(ToolInputError, match="at least 20 are needed"):
        _numbers(few)


def test_molecules_that_cannot_be_read_are_no_reason_to_split_their_like(tmp_path: Path) -> None:
    broken = csv(tmp_path, {**VALUES, "smiles": ["C1CC", *VALUES["smiles"][1:]]})
    with pytest.raises(ToolInputError, match="is not valid SMILES"):
        _numbers(broken)
    with pytest.raises(ToolInputError, match="no column of SMILES"):
        _numbers(
            csv(tmp_path, {name: VALUES[name] for name in ("width", "depth", "wet", "yield [mg]")}), split="scaffold"
        )
