"""Learn a column of a table from others, and say by cross-validation how well it can be foretold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._bits import bits_of, is_bits
from scitoolagent.tools.tables._learning import EACH, MODELS, Data, Validation, giveaways, validated
from scitoolagent.tools.tables._learning_groups import groups_by, groups_of
from scitoolagent.tools.tables._numbers import numbers_of
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, opened
from scitoolagent.tools.tables._scores import Given, predictions, scores, told
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.columns import RowsUsed
from scitoolagent.tools.tables.grouping import Seed

if TYPE_CHECKING:
    pass

_LEAST, _MOST_ROWS, _MOST_FEATURES, _MOST_CLASSES, _MOST_TRAINED = 20, 200_000, 2000, 20, 100
_MOST_FOLDS, _LEAST_HELD = 20, 5
_SPLITS = ("identity", "scaffold")

ModelName = Annotated[
    str,
    Semantic(
        "LearningModel",
        parent="Parameter",
        label="kind of model to learn",
        pattern="random forest|gradient boosting|AdaBoost|linear|least squares|nearest neighbours|support vectors|"
        "neural network",
        needs_context=True,
    ),
]
SplitName = Annotated[
    str,
    Semantic(
        "SplitOfRows",
        parent="Parameter",
        label="how rows are split into folds",
        pattern="identity|scaffold",
        needs_context=True,
    ),
]
Folds = Annotated[
    int, Semantic("NumberOfFolds", parent="Parameter", unit="1", label="number of folds", also=("folds",))
]
HeldOut = Annotated[
    float, Semantic("ShareHeldOut", parent="Parameter", unit="%", label="share of the rows that is held out")
]
Repeats = Annotated[int, Semantic("NumberOfRepeats", parent="Parameter", unit="1", label="number of repeats")]
KeepSuspects = Annotated[
    bool, Semantic("KeepSuspects", parent="Parameter", label="whether features that give the target away stay")
]
CrossRSquared = Annotated[
    float, Semantic("CrossValidatedRSquared", unit="1", label="cross-validated R squared", also=("cross-validated R²",))
]
CrossError = Annotated[
    str, Semantic("CrossValidatedError", label="cross-validated error of a model beside its baseline")
]
CrossAuc = Annotated[
    float, Semantic("CrossValidatedRocAuc", unit="1", label="cross-validated ROC-AUC", also=("cross-validated AUC",))
]
CrossBalanced = Annotated[
    float, Semantic("CrossValidatedBalancedAccuracy", unit="1", label="cross-validated balanced accuracy")
]
Suspects = Annotated[list[str], Semantic("SuspectFeatures", role="note", label="features that give the target away")]
Predictions = Annotated[Path, Semantic("PredictedRows", parent="Table", label="table with predictions")]
GroupsUsed = Annotated[
    int, Semantic("GroupsUsed", unit="1", role="note", label="number of groups that stay together in folds")
]


@dataclass(frozen=True)
class RegressionScores:
    """How well numbers can be foretold."""

    error: CrossError
    r_squared: CrossRSquared
    table: TableFolder
    predictions: Predictions
    suspects: Suspects
    groups: GroupsUsed
    rows: RowsUsed


@dataclass(frozen=True)
class ClassificationScores:
    """How well classes can be foretold."""

    roc_auc: CrossAuc
    balanced: CrossBalanced
    error: CrossError
    table: TableFolder
    predictions: Predictions
    suspects: Suspects
    groups: GroupsUsed
    rows: RowsUsed


@tool(
    Operation.PREDICTION,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": ASSAY,
        "target": "retention (min)",
        "features": ["first assay (nM)", "logD"],
        "model": "linear",
        "folds": 3,
    },
    seconds=600.0,
)
def cross_validate_numbers(
    table: TableFolder,
    target: ColumnName,
    features: list[OtherColumn],
    model: ModelName = "random forest",
    folds: Folds = 5,
    repeats: Repeats = 1,
    split: SplitName = "identity",
    grouped: GroupColumn = "",
    held: HeldOut = 0.0,
    keep: KeepSuspects = False,
    seed: Seed = 0,
) -> RegressionScores:
    """Learn a column of numbers from other columns and score it by cross-validation.

    Args:
        table: The table; 20 to 200,000 rows with all values.
        target: What a regression model is trained to foretell, a column of numbers, such as an activity for QSAR.
        features: From what, columns of numbers, truth values or bit fingerprints, of which each bit is a feature.
        model: random forest (200 trees), gradient boosting, AdaBoost, linear (ridge on standardised columns),
            least squares, nearest neighbours (5), support vectors or neural network (one layer of 100).
        folds: 2 to 20; 0 for one for each group.
        repeats: With other folds each, at most 100 models in all.
        split: identity, where rows of one molecule (or with the same features, where the table has no molecules) stay
            in one fold; or scaffold, where those of one Murcko scaffold do, all chains together being one.
        grouped: The column whose values make the groups that stay in one fold, in place of the split.
        held: The share of the groups of rows that is held out once, 5 to 50 %, in place of folds.
        keep: Whether features that give the target away stay; they are named in both cases.
        seed: Of folds and model.
    Returns:
        RMSE and MAE beside those of a baseline that foretells the mean of the training rows, and R squared; a table of
        the scores, each the mean over folds with a 95 % interval; the table with what was foretold for each row while
        it was held out; the features that give the target away, with the reason; numbers of groups and of rows.
    Raises:
        ToolInputError: a column does not fit, there are too few rows or groups, or no feature is left.
    Source: scikit-learn; intervals by Nadeau and Bengio 2003, doi:10.1023/A:1024068626366; scaffolds by Bemis and
        Murcko 1996, doi:10.1021/jm9602928.
    """
    given = prepared(table, target, features, split, keep, seed, classes=False, grouped=grouped)
    found = _validated(given, model, folds, repeats, seed, held)
    new = Column(name=f"predicted {target}", kind="number", unit=(unit := given.numbers.columns[0].unit))
    return RegressionScores(
        told(found, unit),
        next(score.mean for score in found.scores if score.name == "R squared"),
        scores(given, found, unit),
        predictions(given, new, found.predicted.tolist(), found),
        list(given.suspects),
        len(set(given.data.groups.tolist())),
        len(given.data.target),
    )


@tool(
    Operation.PREDICTION,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": ASSAY,
        "target": "soluble",
        "features": ["first assay (nM)", "retention (min)"],
        "model": "linear",
        "folds": 3,
    },
    also=("RandomForestClassifier", "MLPClassifier", "AdaBoostClassifier"),
    seconds=600.0,
)
def cross_validate_classes(
    table: TableFolder,
    target: ColumnName,
    features: list[OtherColumn],
    model: ModelName = "random forest",
    folds: Folds = 5,
    repeats: Repeats = 1,
    split: SplitName = "identity",
    grouped: GroupColumn = "",
    held: HeldOut = 0.0,
    keep: KeepSuspects = False,
    seed: Seed = 0,
) -> ClassificationScores:
    """Learn a column of classes from other columns and score it by cross-validation.

    Args:
        table: The table; 20 to 200,000 rows with all values.
        target: What the classification foretells, 2 to 20 classes in a column: texts, truth values or whole numbers.
        features: From what, columns of numbers, truth values or bit fingerprints, of which each bit is a feature.
        model: random forest (200 trees), gradient boosting, AdaBoost, linear (logistic regression on standardised
            columns), nearest neighbours (5), support vectors or neural network (one layer of 100).
        folds: 2 to 20, with the classes in about the same shares; 0 for one for each group.
        repeats: With other folds each, at most 100 models in all.
        split: identity, where rows of one molecule (or with the same features, where the table has no molecules) stay
            in one fold; or scaffold, where those of one Murcko scaffold do, all chains together being one.
        grouped: The column whose values make the groups that stay together, in place of the split.
        held: The share of the groups held out once, 5 to 50 %, in place of folds.
        keep: Whether features that give the target away stay; they are named in both cases.
        seed: Of folds and model.
    Returns:
        ROC-AUC (of several classes each against the rest) and balanced accuracy beside a baseline's; a table of them,
        with intervals; what was foretold for rows held out; features that give the target away; groups and rows.
    Raises:
        ToolInputError: a column does not fit, rows, groups or features are too few, or a fold lacks a class.
    Source: scikit-learn; intervals by Nadeau and Bengio 2003, doi:10.1023/A:1024068626366; scaffolds by Bemis and
        Murcko 1996, doi:10.1021/jm9602928.
    """
    given = prepared(table, target, features, split, keep, seed, classes=True, grouped=grouped)
    found = _validated(given, model, folds, repeats, seed, held)
    names = [given.data.classes[int(number)] for number in found.predicted]
    return ClassificationScores(
        found.scores[0].mean,
        found.scores[1].mean,
        told(found, "1"),
        scores(given, found, "1"),
        predictions(given, Column(name=f"predicted {target}"), names, found),
        list(given.suspects),
        len(set(given.data.groups.tolist())),
        len(given.data.target),
    )


def _validated(given: Given, model: str, folds: int, repeats: int, seed: int, held: float) -> Validation:
    if model not in MODELS:
        raise ToolInputError(f"{model!r} is no model; those are {', '.join(MODELS)}")
    if held:
        if not _LEAST_HELD <= held <= 50:
            raise ToolInputError(f"{held:g} % cannot be held out; {_LEAST_HELD} to 50 % can")
        return validated(given.data, model, folds, 1, seed, held / 100)
    if folds != EACH and not 2 <= folds <= _MOST_FOLDS:
        raise ToolInputError(f"{folds} folds cannot be made; from 2 to {_MOST_FOLDS}")
    if repeats < 1 or folds * repeats > _MOST_TRAINED or (folds == EACH and repeats > 1):
        raise ToolInputError(f"{folds} folds and {repeats} repeats are not 1 to {_MOST_TRAINED} models")
    return validated(given.data, model, folds, repeats, seed)


def prepared(
    table: Path,
    target: str,
    features: list[str],
    split: str,
    keep: bool,
    seed: int,
    classes: bool,
    grouped: str = "",
) -> Given:
    """The rows that take part, with their groups, and without the features that give the target away.

    Raises:
        ToolInputError: the columns do not fit, or there are too few rows.
    """
    from numpy import asarray

    whole = opened(table)
    wanted, *columns = _columns(whole, target, features)
    _check(wanted, columns, split, seed, classes)
    truths, prints = [one.name for one in columns if one.kind == "truth"], [one.name for one in columns if is_bits(one)]
    numbers = [column.name for column in columns if column.name not in (*truths, *prints)]
    molecules = _molecules(whole, split, bool(grouped))
    others = [*truths, *prints, *([target] if classes else []), *(name for name in (molecules, grouped) if name)]
    if grouped in (target, *features):
        raise ToolInputError(f"{grouped} makes the groups, so it is neither foretold nor learned from")
    given = numbers_of(whole, numbers if classes else [target, *numbers], _LEAST, others)
    if len(given.kept) > _MOST_ROWS:
        raise ToolInputError(f"{len(given.kept):,} rows are too many to learn from here; at most {_MOST_ROWS:,}")
    further = dict(zip(others, given.others, strict=True))
    values = given.values if classes else given.values[:, 1:]
    features_of, names = _features(
        values, numbers, *({name: further[name] for name in own} for own in (truths, prints))
    )
    groups, notes = groups_of(further[molecules] if molecules else None, features_of, split)
    if grouped:
        groups, notes = groups_by(grouped, further[grouped], groups if molecules else None)
    known = _known(further[target], target) if classes else ()
    own = [known.index(_class_name(value)) for value in further[target]] if classes else given.values[:, 0]
    wanted_values = asarray(own)
    _check_varied(target, [] if classes else own)
    # A bit that is made of the structure cannot be the target in other words.
    plain = len(numbers) + len(truths)
    found = giveaways(Data(features_of[:, :plain], wanted_values, groups, known), names[:plain], target, seed)
    stay = [place for place, name in enumerate(names) if keep or name not in found]
    if not stay:
        raise ToolInputError(f"every feature gives {target} away: {'; '.join(map(': '.join, found.items()))}")
    suspects = tuple(f"{name} ({'kept' if keep else 'left out'}): {reason}" for name, reason in found.items())
    data = Data(features_of[:, stay], wanted_values, groups, known)
    return Given(given, data, suspects, (*given.notes, *notes, *suspects), tuple(names[place] for place in stay))


def _columns(table: Table, target: str, features: Sequence[str]) -> list[Column]:
    try:
        return [table.column(name) for name in (target, *features)]
    except TableError as error:
        raise ToolInputError(str(error)) from error


def _features(
    values: Any, numbers: list[str], truths: Mapping[str, Any], prints: Mapping[str, Any]
) -> tuple[Any, tuple[str, ...]]:
    """A column for each number, truth value and bit, and what each is called."""
    import numpy as np

    bits = [bits_of(name, cells) for name, cells in prints.items()]
    flags = (np.array(held, dtype=float)[:, None] for held in truths.values())
    names = (*numbers, *truths, *(name for _, own in bits for name in own))
    return np.hstack([values, *flags, *(held for held, _ in bits)]), names


def _check(target: Column, features: list[Column], split: str, seed: int, classes: bool) -> None:
    if split not in _SPLITS:
        raise ToolInputError(f"{split!r} is no split; those are {', '.join(_SPLITS)}")
    if not 0 <= seed < 2**31:
        raise ToolInputError(f"a seed is a whole number from 0 to {2**31 - 1}, not {seed}")
    if not 1 <= len(features) <= _MOST_FEATURES:
        raise ToolInputError(f"{len(features)} features are named; 1 to {_MOST_FEATURES} are taken")
    if target in features or len({column.name for column in features}) < len(features):
        raise ToolInputError(f"name each feature once, and {target.name} not among them: it is what is foretold")
    if classes and target.kind == "number":
        raise ToolInputError(f"{target.name} holds numbers with a fraction, no classes; learn it as numbers")
    if not classes and not target.is_number:
        raise ToolInputError(f"{target.name} holds {target.kind}, no numbers; learn it as classes")
    if odd := next((column for column in features if column.kind == "text" and not is_bits(column)), None):
        held = odd.type or "text"
        raise ToolInputError(f"{odd.name} holds {held}; a feature is a column of numbers, truth values or bits")


def _check_varied(target: str, values: Any) -> None:
    if len(values) and min(values) == max(values):
        raise ToolInputError(f"{target} has one value in all rows; there is nothing to learn")


def _known(values: tuple[Any, ...], target: str) -> tuple[str, ...]:
    """The classes of a column.

    Raises:
        ToolInputError: there is one, or there are too many.
    """
    known = tuple(sorted({_class_name(value) for value in values}))
    if not 2 <= len(known) <= _MOST_CLASSES:
        raise ToolInputError(f"{target} has {len(known)} classes; 2 to {_MOST_CLASSES} are learned")
    return known


def _class_name(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _molecules(table: Table, split: str, grouped: bool) -> str:
    """The column that says which molecule a row is of; empty where the table has none.

    Raises:
        ToolInputError: there are several, or there is none and scaffolds are wanted.
    """
    from scitoolagent.tables.recognise import SMILES

    if grouped and split != "identity":
        raise ToolInputError(f"rows are kept together by a column or by {split}, not by both")
    found = [column.name for column in table.columns if column.type == SMILES]
    if len(found) > 1 and grouped:
        return ""
    if len(found) > 1:
        raise ToolInputError(f"{' and '.join(found)} hold SMILES; keep the one that says which molecule a row is of")
    if not found and split == "scaffold":
        raise ToolInputError("there is no column of SMILES, so there are no scaffolds")
    return found[0] if found else ""
