"""Compare learners, and ways to write molecules as numbers, on the same folds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tables.added import of_rows
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tool.units import unit_sign
from scitoolagent.tools.tables._learning import Data, estimator, fit, folds_of, interval, measures
from scitoolagent.tools.tables._learning_groups import groups_by, groups_of
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._paired import Pair, compared
from scitoolagent.tools.tables._representations import REPRESENTATIONS, read, represented
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.columns import RowsUsed
from scitoolagent.tools.tables.grouping import Seed
from scitoolagent.tools.tables.learning import Folds, ModelName, Repeats

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST, _MOST_ROWS, _MOST_COMPARED, _MOST_COLUMNS, _MOST_TRAINED = 20, 5000, 12, 4, 400
_SURE = 0.05
_BASELINE = "the mean of the training rows"
_SMILES: str = Smiles.__metadata__[0].name  # type: ignore[attr-defined]

RepresentationName = Annotated[
    str,
    Semantic(
        "MoleculeRepresentation",
        parent="Parameter",
        label="how molecules are written as numbers",
        pattern="|".join(REPRESENTATIONS),
        needs_context=True,
    ),
]
LearnersCompared = Annotated[
    str,
    Semantic(
        "LearnersCompared",
        label="comparison of learners",
        also=("comparison of models", "comparison of feature sets", "comparison of representations"),
    ),
]
SureDifferences = Annotated[
    str,
    Semantic("SureDifferences", label="differences between learners that are sure", also=("significant differences",)),
]
RepresentationsCompared = Annotated[
    str, Semantic("RepresentationsCompared", label="comparison of representations before other learners")
]
SureRepresentations = Annotated[
    str, Semantic("SureRepresentationDifferences", label="differences between representations that are sure")
]
BestRepresentation = Annotated[str, Semantic("BestRepresentation", label="representation with the least error")]
LeakNote = Annotated[list[str], Semantic("LeakNote", role="note", label="what the folds share")]


@dataclass(frozen=True)
class Comparison:
    """Which learner errs least, which differences are sure, and what was taken care of."""

    compared: LearnersCompared
    sure: SureDifferences
    table: TableFolder
    leaks: LeakNote
    rows: RowsUsed


@dataclass(frozen=True)
class ComparisonInTurn:
    """Which representation does best, which learner errs least on it, and which differences are sure."""

    representations: RepresentationsCompared
    sure_representations: SureRepresentations
    best: BestRepresentation
    compared: LearnersCompared
    sure: SureDifferences
    table: TableFolder
    leaks: LeakNote
    rows: RowsUsed


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": ASSAY,
        "target": "retention (min)",
        "molecules": ["smiles"],
        "representations": ["Morgan fingerprint", "descriptors"],
        "models": ["linear"],
        "folds": 3,
        "repeats": 1,
    },
    seconds=1800.0,
)
def compare_learners(
    table: TableFolder,
    target: ColumnName,
    representations: list[RepresentationName],
    models: list[ModelName],
    molecules: list[OtherColumn] = [],  # noqa: B006  it is never changed
    folds: Folds = 5,
    repeats: Repeats = 2,
    grouped: GroupColumn = "",
    seed: Seed = 0,
) -> Comparison:
    """Compare models and representations of molecules by cross-validation on a column.

    Args:
        table: The table; 20 to 5000 rows with all values.
        target: What the models are trained to foretell, a column of numbers, such as an activity for a QSAR model.
        representations: Morgan fingerprint or RDKit fingerprint (1024 bits each), descriptors (ten of RDKit), or
            electronic descriptors (eight by GFN2-xTB at a force-field geometry).
        models: Kinds of models, as in `cross_validate_numbers`; each is tried on each representation.
        molecules: Columns of SMILES, 1 to 4, all that there are when left out; the numbers of a row are those of its
            molecules side by side.
        folds: 2 to 20.
        repeats: With other folds each.
        grouped: The column whose values stay in one fold; without it rows with the same molecules do.
        seed: Of folds and models.
    Returns:
        RMSE with its 95 % interval of each, the least first, beside a baseline that foretells the mean of the training
        rows; the differences that are sure at 5 %, by a paired test on the same folds, corrected for shared training
        rows and for the number of pairs; a table of RMSE, MAE and R squared; what the folds share.
    Raises:
        ToolInputError: a column does not fit, a molecule cannot be computed, or there are too few rows or groups.
        ToolUnavailableError: electronic descriptors without the extra quantum.
    Source: scikit-learn; test and intervals by Nadeau and Bengio 2003, doi:10.1023/A:1024068626366; Holm 1979.
    """
    _check(molecules, representations, models, folds, repeats)
    given, smiles, groups, leaks = _read(table, target, molecules, grouped)
    unit = given.columns[0].unit
    features = _written(representations, smiles)
    errors, rows = _tried(given.values[:, 0], features, groups, models, (folds, repeats, seed), unit)
    folder = _table(given, rows, leaks)
    return Comparison(_words(rows, errors, unit), _sure(compared(errors, folds), unit), folder, leaks, len(given.kept))


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": ASSAY,
        "target": "retention (min)",
        "representations": ["Morgan fingerprint", "descriptors"],
        "models": ["linear"],
        "finalists": ["linear", "nearest neighbours"],
        "folds": 3,
        "repeats": 1,
    },
    seconds=1800.0,
)
def compare_learners_in_turn(
    table: TableFolder,
    target: ColumnName,
    representations: list[RepresentationName],
    models: list[ModelName],
    finalists: list[ModelName],
    molecules: list[OtherColumn] = [],  # noqa: B006  it is never changed
    folds: Folds = 5,
    repeats: Repeats = 2,
    grouped: GroupColumn = "",
    seed: Seed = 0,
) -> ComparisonInTurn:
    """Compare representations of molecules, then models on the best one, by cross-validation.

    Args:
        table: The table; 20 to 5000 rows with all values.
        target: What the models are trained to foretell, a column of numbers, such as an activity for a QSAR model.
        representations: As in `compare_learners`; the one with the least RMSE is the best.
        models: Kinds of models that the representations are compared with.
        finalists: Kinds of models that are compared on the best representation.
        molecules: Columns of SMILES, 1 to 4, all that there are when left out.
        folds: 2 to 20, the same in both comparisons.
        repeats: With other folds each.
        grouped: The column whose values stay in one fold; without it rows with the same molecules do.
        seed: Of folds and models.
    Returns:
        Both comparisons, each with RMSE, its 95 % interval, the mean of the training rows as a baseline and the
        differences that are sure at 5 %; the representation that was chosen; a table of all scores; what the folds
        share, and that the choice was made on the folds of the second comparison.
    Raises:
        ToolInputError: a column does not fit, a molecule cannot be computed, or there are too few rows or groups.
        ToolUnavailableError: electronic descriptors without the extra quantum.
    Source: as `compare_learners`; on choosing by the same folds Cawley and Talbot 2010, JMLR 11, 2079.
    """
    _check(molecules, representations, models, folds, repeats)
    _check(molecules, representations[:1], finalists, folds, repeats)
    given, smiles, groups, leaks = _read(table, target, molecules, grouped)
    unit, values, cut = given.columns[0].unit, given.values[:, 0], (folds, repeats, seed)
    features = _written(representations, smiles)
    first, rows = _tried(values, features, groups, models, cut, unit)
    learner = min((name for name in first if name != _BASELINE), key=lambda name: sum(first[name]))
    best = next(name for name in features if learner.endswith(f" on {name}"))
    then, more = _tried(values, {best: features[best]}, groups, finalists, cut, unit)
    told = {tuple(row[:3]) for row in rows}
    leaks = [*leaks, f"{best} was chosen on the folds of the second comparison, whose errors may be a little too low"]
    folder = _table(given, [*rows, *(row for row in more if tuple(row[:3]) not in told)], leaks)
    sure, sure_then = (_sure(compared(errors, folds), unit) for errors in (first, then))
    return ComparisonInTurn(
        _words(rows, first, unit), sure, best, _words(more, then, unit), sure_then, folder, leaks, len(given.kept)
    )


def _written(representations: list[str], smiles: list[tuple[str, ...]]) -> dict[str, NDArray[Any]]:
    return {name: represented(name, smiles) for name in dict.fromkeys(representations)}


def _table(given: Numbers, rows: list[list[Any]], leaks: Sequence[str]) -> Path:
    columns = [Column(name="model"), Column(name="representation"), Column(name="score")]
    columns += [Column(name=name, kind="number") for name in ("mean", "lower", "upper")] + [Column(name="unit")]
    return made(lambda: of_rows(given.table, columns, rows, (*given.notes, *leaks)))


def _tried(
    values: NDArray[Any],
    features: Mapping[str, NDArray[Any]],
    groups: NDArray[Any],
    models: list[str],
    cut: tuple[int, int, int],
    unit: str | None,
) -> tuple[dict[str, list[float]], list[list[Any]]]:
    """RMSE fold by fold of the baseline and of each learner, and the rows of the table of scores."""
    errors: dict[str, list[float]] = {}
    rows: list[list[Any]] = []
    folds, repeats, seed = cut
    for name, written in features.items():
        data = Data(written, values, groups)
        # The folds are cut by group alone, so that they are the same for all.
        cuts = [one for repeat in range(repeats) for one in folds_of(data, folds, seed + repeat)]
        if not errors:
            errors[_BASELINE], found = _baseline(values, cuts)
            rows += _told(_BASELINE, "", found, folds, unit)
        for model in dict.fromkeys(models):
            found = _scored(model, data, cuts, seed)
            errors[f"{model} on {name}"] = [one[0] for one in found]
            rows += _told(model, name, found, folds, unit)
    return errors, rows


def _check(molecules: list[str], representations: list[str], models: list[str], folds: int, repeats: int) -> None:
    if len(molecules) > _MOST_COLUMNS or len(set(molecules)) < len(molecules):
        raise ToolInputError(
            f"{len(molecules)} columns of molecules are named; 1 to {_MOST_COLUMNS} different ones are"
        )
    tried = len(set(representations)) * len(set(models))
    if not 1 <= tried <= _MOST_COMPARED:
        raise ToolInputError(f"{tried} learners would be compared; 1 to {_MOST_COMPARED} are")
    if not 2 <= folds <= 20 or repeats < 1 or tried * folds * repeats > _MOST_TRAINED:
        raise ToolInputError(
            f"{folds} folds and {repeats} repeats of {tried} learners are not 1 to {_MOST_TRAINED} models"
        )
    for model in models:
        estimator(model, 0, False)


def _read(
    table: Any, target: str, molecules: list[str], grouped: str
) -> tuple[Numbers, list[tuple[str, ...]], NDArray[Any], list[str]]:
    """The rows that take part, their molecules, the groups that stay together, and what the folds share."""
    whole: Table = opened(table)
    named, molecules = molecules, molecules or [one.name for one in whole.columns if one.type == _SMILES]
    if not 1 <= len(molecules) <= _MOST_COLUMNS:
        raise ToolInputError(f"the table has {len(molecules)} columns of SMILES; name 1 to {_MOST_COLUMNS} of them")
    others = [*molecules, *([grouped] if grouped and grouped not in molecules else [])]
    if target in others:
        raise ToolInputError(f"{target} is what is foretold, so it is neither learned from nor makes groups")
    given = numbers_of(whole, [target], _LEAST, others, varied=True)
    if len(given.kept) > _MOST_ROWS:
        raise ToolInputError(f"{len(given.kept):,} rows are too many to compare learners on; at most {_MOST_ROWS:,}")
    held = dict(zip(others, given.others, strict=True))
    for name in molecules:
        for smiles in set(held[name]):
            read(str(smiles))
    smiles = [tuple(map(str, held[name])) for name in molecules]
    if grouped:
        groups, notes = groups_by(grouped, held[grouped], None)
    else:
        import numpy as np

        groups, notes = groups_of(tuple(".".join(row) for row in zip(*smiles, strict=True)), np.empty(0), "identity")
    told = [*notes, *(_shared(name, held[name], groups) for name in molecules if name != grouped)]
    if not named:
        told.insert(0, f"learned from the molecules in {' and '.join(molecules)}, the columns of SMILES")
    return given, smiles, groups, [note for note in told if note]


def _shared(name: str, values: Sequence[Any], groups: NDArray[Any]) -> str:
    """What is to be told of molecules that stand in several groups: a model may know them from its training rows."""
    known: dict[Any, set[int]] = {}
    for value, group in zip(values, groups.tolist(), strict=True):
        known.setdefault(value, set()).add(group)
    apart = sum(len(known[value]) > 1 for value in values)
    return (
        f"{apart:,} of {len(values):,} rows have a value of {name} that other groups have, too: they are not new there"
        if apart
        else ""
    )


_Cuts = Sequence[tuple[Any, Any]]


def _scored(model: str, data: Data, cuts: _Cuts, seed: int) -> list[tuple[float, ...]]:
    """RMSE, MAE and R squared in each fold."""
    found = []
    for train, test in cuts:
        learned = estimator(model, seed, False)
        fit(learned, data.features[train], data.target[train])
        guess = (learned.predict(data.features[test]), None)
        found.append(tuple(measure(data.target[test], guess) for _, measure, _ in measures(False)))
    return found


def _baseline(values: NDArray[Any], cuts: _Cuts) -> tuple[list[float], list[tuple[float, ...]]]:
    import numpy as np

    found = []
    for train, test in cuts:
        guess = (np.full(len(test), values[train].mean()), None)
        found.append(tuple(measure(values[test], guess) for _, measure, _ in measures(False)))
    return [one[0] for one in found], found


def _told(model: str, name: str, found: list[tuple[float, ...]], folds: int, unit: str | None) -> list[list[Any]]:
    rows = []
    for place, (score, _, bounds) in enumerate(measures(False)):
        told = interval([one[place] for one in found], folds, bounds)
        rows.append([model, name or None, score, *told, "1" if score == "R squared" else unit])
    return rows


def _words(rows: list[list[Any]], errors: dict[str, list[float]], unit: str | None) -> str:
    """The errors, the least first."""
    sign = f" {shown}" if (shown := unit_sign(unit)) else ""
    told = {f"{row[0]} on {row[1]}" if row[1] else row[0]: row for row in rows if row[2] == "RMSE"}
    parts = []
    for name in sorted(errors, key=lambda name: told[name][3]):
        mean, lower, upper = told[name][3:6]
        known = lower is not None and upper is not None
        parts.append(f"{name} {mean:.4g}{sign} {f'[{lower:.4g}, {upper:.4g}]' if known else '(no interval)'}")
    return f"RMSE: {'; '.join(parts)}"


def _sure(pairs: list[Pair], unit: str | None) -> str:
    """Which learners err less than others beyond chance."""
    sign = f" {shown}" if (shown := unit_sign(unit)) else ""
    said = []
    for pair in (one for one in pairs if one.p < _SURE):
        better, worse = (pair.other, pair.one) if pair.difference > 0 else (pair.one, pair.other)
        said.append(f"{better} errs less than {worse} by {abs(pair.difference):.4g}{sign} (p = {pair.p:.2g})")
    alike = len(pairs) - len(said)
    rest = f"{alike} of {len(pairs)} pairs are not told apart" if alike else "all pairs differ"
    return "; ".join([*(said or ["none"]), rest])
