"""Cross-validation with groups that stay together, scores with intervals, and a look for features that give it away."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MODELS = (
    "random forest", "gradient boosting", "AdaBoost", "linear", "least squares", "nearest neighbours",
    "support vectors", "neural network",
)  # fmt: skip
_TREES = 200
_LAYER, _SHRINK, _ROUNDS = (100,), 1.0, 2000
_WHAT = {True: "classes", False: "numbers"}
# A feature that follows the target so closely is the target, written otherwise.
_SAME, _ALONE, _NAMED_ALIKE = 0.99, 0.98, 0.6
_LEAF, _FEW = 5, 2
# As many folds as there are groups.
EACH, _MOST_GROUPS = 0, 20


@dataclass(frozen=True)
class Data:
    """What is learned from.

    Attributes:
        features: a row for each row that takes part.
        target: the values, or the number of the class.
        groups: rows of one group are never apart.
        classes: the names of the classes; empty for numbers.
    """

    features: NDArray[Any]
    target: NDArray[Any]
    groups: NDArray[Any]
    classes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Score:
    """A score over all folds, of the model and of a baseline that has seen no feature.

    The interval is that of the mean over folds, wider for the rows that their training sets share.
    """

    name: str
    mean: float
    lower: float | None
    upper: float | None
    baseline: float
    baseline_lower: float | None
    baseline_upper: float | None


@dataclass(frozen=True)
class Validation:
    """Scores, and what the first repeat predicts for each row while it is held out, and in which fold."""

    scores: tuple[Score, ...]
    predicted: NDArray[Any]
    folds: NDArray[Any]


def estimator(name: str, seed: int, classes: bool) -> Any:
    """A model that has seen nothing yet.

    Raises:
        ToolInputError: there is none of that name.
    """
    from sklearn import ensemble, linear_model, neighbors, neural_network, svm
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    if name not in MODELS or (classes and name == "least squares"):
        known = [one for one in MODELS if not (classes and one == "least squares")]
        raise ToolInputError(f"{name!r} is no model for {_WHAT[classes]}; those are {', '.join(known)}")
    made: Any
    if name == "random forest":
        made = ensemble.RandomForestClassifier if classes else ensemble.RandomForestRegressor
        return made(n_estimators=_TREES, random_state=seed)
    if name == "gradient boosting":
        made = ensemble.HistGradientBoostingClassifier if classes else ensemble.HistGradientBoostingRegressor
        return made(random_state=seed)
    if name == "AdaBoost":
        made = ensemble.AdaBoostClassifier if classes else ensemble.AdaBoostRegressor
        return made(random_state=seed)
    if name == "nearest neighbours":
        made = (neighbors.KNeighborsClassifier if classes else neighbors.KNeighborsRegressor)()
    elif name == "support vectors":
        made = (svm.SVC if classes else svm.SVR)()
    elif name == "neural network":
        made = neural_network.MLPClassifier if classes else neural_network.MLPRegressor
        # On few rows it learns in whole batches, which needs no rate of its own.
        made = made(hidden_layer_sizes=_LAYER, solver="lbfgs", alpha=_SHRINK, max_iter=_ROUNDS, random_state=seed)
    elif name == "least squares":
        made = linear_model.LinearRegression()
    else:
        made = linear_model.LogisticRegression(max_iter=5000) if classes else linear_model.Ridge()
    return make_pipeline(StandardScaler(), made)


def folds_of(data: Data, folds: int, seed: int) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """Rows to train on and rows to test on, fold by fold, with no group in both.

    Raises:
        ToolInputError: there are fewer groups than folds, or a fold would lack a class.
    """
    import warnings

    import numpy as np
    from sklearn.model_selection import GroupKFold, StratifiedGroupKFold

    groups = len(np.unique(data.groups))
    if folds == EACH:
        folds = groups
        if not 2 <= groups <= _MOST_GROUPS:
            raise ToolInputError(f"{groups:,} groups make no fold each; 2 to {_MOST_GROUPS} do")
    if groups < folds:
        raise ToolInputError(f"{groups} groups of rows make no {folds} folds; give fewer")
    cut: Any = (StratifiedGroupKFold if data.classes else GroupKFold)(folds, shuffle=True, random_state=seed)
    with warnings.catch_warnings():
        # A class with few rows is told below, in the words of the question.
        warnings.simplefilter("ignore", UserWarning)
        try:
            found = list(cut.split(data.features, data.target, data.groups))
        except ValueError as error:
            raise ToolInputError(f"the rows make no {folds} folds: {error}") from error
    for place, (train, test) in enumerate(found, 1):
        if not len(train) or not len(test):
            raise ToolInputError(
                f"fold {place} of {folds} is empty, since large groups stay together; give fewer folds"
            )
        for part in (train, test):
            if data.classes and len(set(data.target[part].tolist())) < len(data.classes):
                raise ToolInputError(
                    f"fold {place} of {folds} lacks a class; give fewer folds, or more rows of each class"
                )
    return found


def held_out(data: Data, share: float, seed: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Rows to train on, and those of a share of the groups to test on.

    Raises:
        ToolInputError: one of both is empty or lacks a class.
    """
    from sklearn.model_selection import GroupShuffleSplit

    try:
        cut = GroupShuffleSplit(1, test_size=share, random_state=seed)
        ((train, test),) = cut.split(data.features, data.target, data.groups)
    except ValueError as error:
        raise ToolInputError(f"{share:.0%} of the rows cannot be held out: {error}") from error
    for part in (train, test):
        if len(part) < _FEW or (data.classes and len(set(data.target[part].tolist())) < len(data.classes)):
            raise ToolInputError("what is held out, or what is left, has too few rows or lacks a class; take folds")
    return train, test


def validated(data: Data, model: str, folds: int, repeats: int, seed: int, held: float = 0.0) -> Validation:
    """Train and test in each fold, or once on a share of the groups that is held out.

    Raises:
        ToolInputError: the rows do not make such folds.
    """
    import numpy as np
    from sklearn.dummy import DummyClassifier, DummyRegressor

    scored = measures(bool(data.classes))
    found: list[list[tuple[float, float]]] = []
    predicted = np.zeros(len(data.target))
    numbers = np.zeros(len(data.target), dtype=int)
    for repeat in range(repeats):
        made = [held_out(data, held, seed)] if held else folds_of(data, folds, seed + repeat)
        for fold, (train, test) in enumerate(made, 1):
            learned = estimator(model, seed + repeat, bool(data.classes))
            fit(learned, data.features[train], data.target[train])
            dummy = (DummyClassifier(strategy="prior") if data.classes else DummyRegressor()).fit(
                data.features[train], data.target[train]
            )
            truth = data.target[test]
            guessed = [_guess(one, data.features[test], bool(data.classes)) for one in (learned, dummy)]
            found.append([(measure(truth, guessed[0]), measure(truth, guessed[1])) for _, measure, _ in scored])
            if repeat == 0:
                predicted[test] = guessed[0][0]
                numbers[test] = fold
    scores = []
    for place, (name, _, bounds) in enumerate(scored):
        ours, theirs = ([one[place][which] for one in found] for which in (0, 1))
        count = max(len(found) // repeats, 2)
        scores.append(Score(name, *interval(ours, count, bounds), *interval(theirs, count, bounds)))
    return Validation(tuple(scores), predicted, numbers)


_Guess = tuple[Any, Any]


def _guess(model: Any, features: NDArray[Any], classes: bool) -> _Guess:
    """What a model says of each row, and with which shares of the classes."""
    if not classes:
        return model.predict(features), None
    if hasattr(model, "predict_proba"):
        return model.predict(features), model.predict_proba(features)
    # Support vectors tell how far a row is on the side of a class, which orders rows as shares do.
    import numpy as np

    far = np.asarray(model.decision_function(features))
    far = np.column_stack([-far, far]) if far.ndim == 1 else far
    raised = np.exp(far - far.max(axis=1, keepdims=True))
    return model.predict(features), raised / raised.sum(axis=1, keepdims=True)


def fit(model: Any, features: NDArray[Any], target: NDArray[Any]) -> None:
    """Train a model; one that is still changing after its last round is taken as it is."""
    import warnings

    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(features, target)


def score_change(model: Any, data: Data, test: NDArray[Any], place: int, orders: Sequence[NDArray[Any]]) -> float:
    """How much worse a model foretells some rows when a feature of theirs is put into other orders, in the mean."""
    measure, sign = (_balanced, -1.0) if data.classes else (_rmse, 1.0)
    truth, rows = data.target[test], data.features[test]
    before = measure(truth, _guess(model, rows, bool(data.classes)))
    changes = []
    for order in orders:
        shuffled = rows.copy()
        shuffled[:, place] = rows[order, place]
        changes.append(sign * (measure(truth, _guess(model, shuffled, bool(data.classes))) - before))
    return sum(changes) / len(changes)


def _rmse(truth: Any, guess: _Guess) -> float:
    return float((((truth - guess[0]) ** 2).mean()) ** 0.5)


def _mae(truth: Any, guess: _Guess) -> float:
    return float(abs(truth - guess[0]).mean())


def _r_squared(truth: Any, guess: _Guess) -> float:
    from sklearn.metrics import r2_score

    return float(r2_score(truth, guess[0]))


def _roc_auc(truth: Any, guess: _Guess) -> float:
    from sklearn.metrics import roc_auc_score

    shares = guess[1]
    if shares.shape[1] == 2:
        return float(roc_auc_score(truth, shares[:, 1]))
    return float(roc_auc_score(truth, shares, multi_class="ovr", average="macro"))


def _balanced(truth: Any, guess: _Guess) -> float:
    from sklearn.metrics import balanced_accuracy_score

    return float(balanced_accuracy_score(truth, guess[0]))


_Measures = tuple[tuple[str, Callable[[Any, _Guess], float], tuple[float, float]], ...]
_NUMBER_MEASURES: _Measures = (
    ("RMSE", _rmse, (0.0, math.inf)),
    ("MAE", _mae, (0.0, math.inf)),
    ("R squared", _r_squared, (-math.inf, 1.0)),
)
_CLASS_MEASURES: _Measures = (("ROC-AUC", _roc_auc, (0.0, 1.0)), ("balanced accuracy", _balanced, (0.0, 1.0)))


def measures(classes: bool) -> _Measures:
    """The scores of classes or of numbers: name, measure, and the bounds of what it can be."""
    return _CLASS_MEASURES if classes else _NUMBER_MEASURES


def interval(
    values: Sequence[float], folds: int, bounds: tuple[float, float]
) -> tuple[float, float | None, float | None]:
    """The mean over folds and repeats with its 95 % interval, corrected for training sets that overlap.

    Where all folds give the same there is no spread to tell an interval from. Source: Nadeau and Bengio 2003,
    doi:10.1023/A:1024068626366.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    mean, count = float(np.mean(values)), len(values)
    if count < 2:
        return mean, None, None
    spread = float(np.var(values, ddof=1)) * (1 / count + 1 / (folds - 1))
    if not spread:
        return mean, None, None
    reach = float(stats.t.ppf(0.975, count - 1)) * spread**0.5
    return mean, max(bounds[0], mean - reach), min(bounds[1], mean + reach)


def giveaways(data: Data, names: Sequence[str], target: str, seed: int) -> dict[str, str]:
    """The features that give the target away, each with the reason."""
    found: dict[str, str] = {}
    for place, name in enumerate(names):
        values = data.features[:, place]
        if reason := _named_alike(name, target) or _same(values, data) or _alone(values, data, seed):
            found[name] = reason
    return found


def _named_alike(name: str, target: str) -> str:
    one, two = (re.findall(r"[^\W_]+", text.casefold()) for text in (name, target))
    if _holds(one, two):
        return f"its name holds that of {target}"
    if len(one) > 1 and _holds(two, one):
        return f"the name of {target} holds its own"
    shared = {*one} & {*two}
    alike = len(shared) > 1 and len(shared) >= _NAMED_ALIKE * min(len({*one}), len({*two}))
    return f"its name has most words of {target}" if alike else ""


def _holds(words: list[str], others: list[str]) -> bool:
    size = len(others)
    return size > 0 and any(words[start : start + size] == others for start in range(len(words) - size + 1))


def _same(values: NDArray[Any], data: Data) -> str:
    """Whether a feature is a transform of the target: on a line with it, or in the same order."""
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    if len(data.classes) > 2 or not np.ptp(values):
        return ""
    for name, measure in (("Pearson", stats.pearsonr), ("Spearman", stats.spearmanr)):
        r = float(measure(values, data.target).statistic)
        if abs(r) > _SAME:
            return f"{name} correlation {r:.4f} with the target"
    return ""


def _alone(values: NDArray[Any], data: Data, seed: int) -> str:
    """Whether a small tree on this feature alone is close to perfect on rows it has not seen."""
    import numpy as np
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    kind: Any = DecisionTreeClassifier if data.classes else DecisionTreeRegressor
    column, scores = values.reshape(-1, 1), []
    for train, test in folds_of(data, min(3, len(np.unique(data.groups))), seed):
        tree = kind(min_samples_leaf=_LEAF, random_state=seed).fit(column[train], data.target[train])
        guess = _guess(tree, column[test], bool(data.classes))
        scores.append((_balanced if data.classes else _r_squared)(data.target[test], guess))
    score = float(np.mean(scores))
    what = "balanced accuracy" if data.classes else "R squared"
    return f"alone it reaches {what} {score:.3f}" if score > _ALONE else ""
