"""Learn a column of a table from others, and say by cross-validation how well it can be foretold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tables.added import of_rows, with_values
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import unit_sign
from scitoolagent.tools.tables._learning import MODELS, Data, Validation, giveaways, validated
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables.columns import RowsUsed
from scitoolagent.tools.tables.grouping import Seed

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST, _MOST_ROWS, _MOST_FEATURES, _MOST_CLASSES, _MOST_TRAINED = 20, 200_000, 2000, 20, 100
_MOST_FOLDS = 20
_WITH_UNIT = ("RMSE", "MAE")
_SPLITS = ("identity", "scaffold")

ModelName = Annotated[
    str,
    Semantic(
        "LearningModel",
        parent="Parameter",
        label="kind of model to learn",
        pattern="random forest|gradient boosting|linear",
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


@dataclass(frozen=True)
class _Given:
    numbers: Numbers
    data: Data
    suspects: tuple[str, ...]
    notes: tuple[str, ...]


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
    keep: KeepSuspects = False,
    seed: Seed = 0,
) -> RegressionScores:
    """Learn a column of numbers from other columns and score it by cross-validation.

    Args:
        table: The table; 20 to 200,000 rows with all values.
        target: What is foretold, a column of numbers.
        features: From what, columns of numbers or truth values.
        model: random forest (200 trees), gradient boosting or linear (ridge on standardised columns).
        folds: 2 to 20.
        repeats: With other folds each, at most 100 models in all.
        split: identity, where rows of one molecule (or with the same features, where the table has no molecules) stay
            in one fold; or scaffold, where those of one Murcko scaffold do, all chains together being one.
        keep: Whether features that give the target away stay. They are left out otherwise, and named in both cases.
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
    given = _prepared(table, target, features, split, keep, seed, classes=False)
    found = _validated(given, model, folds, repeats, seed)
    unit = given.numbers.columns[0].unit
    new = Column(name=f"predicted {target}", kind="number", unit=unit)
    r_squared = next(score.mean for score in found.scores if score.name == "R squared")
    return RegressionScores(
        _told(found, unit),
        r_squared,
        _scores(given, found, unit),
        _predictions(given, new, found.predicted.tolist(), found),
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
    keep: KeepSuspects = False,
    seed: Seed = 0,
) -> ClassificationScores:
    """Learn a column of classes from other columns and score it by cross-validation.

    Args:
        table: The table; 20 to 200,000 rows with all values.
        target: What is foretold, a column of 2 to 20 classes: texts, truth values or whole numbers.
        features: From what, columns of numbers or truth values.
        model: random forest (200 trees), gradient boosting or linear (logistic regression on standardised columns).
        folds: 2 to 20, with the classes in about the same shares.
        repeats: With other folds each, at most 100 models in all.
        split: identity, where rows of one molecule (or with the same features, where the table has no molecules) stay
            in one fold; or scaffold, where those of one Murcko scaffold do, all chains together being one.
        keep: Whether features that give the target away stay. They are left out otherwise, and named in both cases.
        seed: Of folds and model.
    Returns:
        ROC-AUC (of several classes the mean of each against the rest) and balanced accuracy, beside those of a baseline
        that foretells the most frequent class; a table of the scores, each the mean over folds with a 95 % interval;
        the table with what was foretold for each row while it was held out; the features that give the target away,
        with the reason; numbers of groups and of rows.
    Raises:
        ToolInputError: a column does not fit, there are too few rows or groups, a fold lacks a class, or no feature is
            left.
    Source: scikit-learn; intervals by Nadeau and Bengio 2003, doi:10.1023/A:1024068626366; scaffolds by Bemis and
        Murcko 1996, doi:10.1021/jm9602928.
    """
    given = _prepared(table, target, features, split, keep, seed, classes=True)
    found = _validated(given, model, folds, repeats, seed)
    names = [given.data.classes[int(number)] for number in found.predicted]
    auc, balanced = (score.mean for score in found.scores)
    return ClassificationScores(
        auc,
        balanced,
        _told(found, "1"),
        _scores(given, found, "1"),
        _predictions(given, Column(name=f"predicted {target}"), names, found),
        list(given.suspects),
        len(set(given.data.groups.tolist())),
        len(given.data.target),
    )


def _validated(given: _Given, model: str, folds: int, repeats: int, seed: int) -> Validation:
    if model not in MODELS:
        raise ToolInputError(f"{model!r} is no model; those are {', '.join(MODELS)}")
    if not 2 <= folds <= _MOST_FOLDS:
        raise ToolInputError(f"{folds} folds cannot be made; from 2 to {_MOST_FOLDS}")
    if repeats < 1 or folds * repeats > _MOST_TRAINED:
        raise ToolInputError(f"{folds} folds and {repeats} repeats are not 1 to {_MOST_TRAINED} models")
    return validated(given.data, model, folds, repeats, seed)


def _prepared(
    table: Path, target: str, features: list[str], split: str, keep: bool, seed: int, classes: bool
) -> _Given:
    """The rows that take part, with their groups, and without the features that give the target away.

    Raises:
        ToolInputError: the columns do not fit, or there are too few rows.
    """
    import numpy as np

    whole = opened(table)
    try:
        wanted, *columns = (whole.column(name) for name in (target, *features))
    except TableError as error:
        raise ToolInputError(str(error)) from error
    _check(wanted, columns, split, seed, classes)
    truths = [column.name for column in columns if column.kind == "truth"]
    numbers = [column.name for column in columns if column.kind != "truth"]
    molecules = _molecules(whole, split)
    others = [*truths, *([target] if classes else []), *([molecules] if molecules else [])]
    given = numbers_of(whole, numbers if classes else [target, *numbers], _LEAST, others)
    if len(given.kept) > _MOST_ROWS:
        raise ToolInputError(f"{len(given.kept):,} rows are too many to learn from here; at most {_MOST_ROWS:,}")
    further = dict(zip(others, given.others, strict=True))
    values = given.values if classes else given.values[:, 1:]
    parts = [values, *(np.array(further[name], dtype=float)[:, None] for name in truths)]
    names, features_of = (*numbers, *truths), np.hstack(parts)
    groups, notes = _groups(further[molecules] if molecules else None, features_of, split)
    known: tuple[str, ...] = ()
    if classes:
        known = tuple(sorted({_class_name(value) for value in further[target]}))
        if not 2 <= len(known) <= _MOST_CLASSES:
            raise ToolInputError(f"{target} has {len(known)} classes; 2 to {_MOST_CLASSES} are learned")
        wanted_values = np.array([known.index(_class_name(value)) for value in further[target]])
    else:
        wanted_values = given.values[:, 0]
        if not np.ptp(wanted_values):
            raise ToolInputError(f"{target} has one value in all rows; there is nothing to learn")
    data = Data(features_of, wanted_values, groups, known)
    found = giveaways(data, names, target, seed)
    stay = [place for place, name in enumerate(names) if keep or name not in found]
    if not stay:
        raise ToolInputError(f"every feature gives {target} away: {'; '.join(map(': '.join, found.items()))}")
    suspects = tuple(f"{name} ({'kept' if keep else 'left out'}): {reason}" for name, reason in found.items())
    data = Data(features_of[:, stay], wanted_values, groups, known)
    return _Given(given, data, suspects, (*given.notes, *notes, *suspects))


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
    if not classes and target.kind not in ("integer", "number"):
        raise ToolInputError(f"{target.name} holds {target.kind}, no numbers; learn it as classes")
    if odd := next((column for column in features if column.kind == "text"), None):
        raise ToolInputError(f"{odd.name} holds {odd.type or 'text'}; a feature is a column of numbers or truth values")


def _class_name(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _molecules(table: Table, split: str) -> str:
    """The column that says which molecule a row is of; empty where the table has none.

    Raises:
        ToolInputError: there are several, or there is none and scaffolds are wanted.
    """
    from scitoolagent.tables.recognise import SMILES

    found = [column.name for column in table.columns if column.type == SMILES]
    if len(found) > 1:
        raise ToolInputError(f"{' and '.join(found)} hold SMILES; keep the one that says which molecule a row is of")
    if not found and split == "scaffold":
        raise ToolInputError("there is no column of SMILES, so there are no scaffolds")
    return found[0] if found else ""


def _groups(
    molecules: tuple[Any, ...] | None, features: NDArray[Any], split: str
) -> tuple[NDArray[Any], tuple[str, ...]]:
    """The number of the group of each row, and what is to be told of the groups.

    Raises:
        ToolInputError: a molecule cannot be read.
    """
    import numpy as np

    if molecules is None:
        names = [row.tobytes() for row in features]
    else:
        names = [_identity(smiles, split) for smiles in molecules]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    groups, count = np.array([numbers[name] for name in names]), len(numbers)
    if count == len(names):
        return groups, ()
    what = {"identity": "molecules" if molecules is not None else "different sets of features", "scaffold": "scaffolds"}
    return groups, (f"the {len(names):,} rows are of {count:,} {what[split]}; those of one stay in one fold",)


def _identity(smiles: str, split: str) -> str:
    from rdkit import Chem, rdBase
    from rdkit.Chem.Scaffolds import MurckoScaffold

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        raise ToolInputError(f"{smiles[:80]!r} is not valid SMILES, so its row cannot be kept with its like")
    if split == "scaffold":
        return str(MurckoScaffold.MurckoScaffoldSmiles(mol=mol, includeChirality=False))
    return Chem.MolToSmiles(mol)


def _scores(given: _Given, found: Validation, unit: str | None) -> Path:
    names = ("mean", "lower", "upper", "baseline", "baseline lower", "baseline upper")
    columns = [Column(name="score"), *(Column(name=name, kind="number") for name in names), Column(name="unit")]
    rows = [
        [
            one.name, one.mean, one.lower, one.upper, one.baseline, one.baseline_lower, one.baseline_upper,
            "1" if one.name not in _WITH_UNIT else unit,
        ]
        for one in found.scores
    ]  # fmt: skip
    return made(lambda: of_rows(given.numbers.table, columns, rows, given.notes))


def _predictions(given: _Given, column: Column, predicted: list[Any], found: Validation) -> Path:
    columns = [column, Column(name="fold", kind="integer", unit="1")]
    values = [given.numbers.spread(predicted), given.numbers.spread(found.folds.tolist())]
    return made(lambda: with_values(given.numbers.table, columns, values, given.notes))


def _told(found: Validation, unit: str | None) -> str:
    shown = unit_sign(unit)
    parts = []
    for one in found.scores:
        sign = f" {shown}" if shown and one.name in _WITH_UNIT else ""
        known = one.lower is not None and one.upper is not None
        interval = f"[{one.lower:.4g}, {one.upper:.4g}]" if known else "(no interval, equal in all folds)"
        parts.append(f"{one.name} {one.mean:.4g}{sign} {interval}, baseline {one.baseline:.4g}")
    return "; ".join(parts)
