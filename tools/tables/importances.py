"""Say which columns a learned model leans on, by what shuffling them costs on rows that it has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._learning import MODELS, Data, estimator, fit, folds_of, score_change
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables._scores import Given
from scitoolagent.tools.tables.columns import RowsUsed
from scitoolagent.tools.tables.grouping import Seed
from scitoolagent.tools.tables.learning import Folds, ModelName, Suspects, prepared

_MOST_FEATURES, _MOST_FOLDS, _SHUFFLES = 100, 20, 5

ImportanceTable = Annotated[str, Semantic("ImportanceNote", role="note", label="what importance is measured by")]


@dataclass(frozen=True)
class Importances:
    """A row for each feature, the most important first."""

    table: TableFolder
    measure: ImportanceTable
    suspects: Suspects
    rows: RowsUsed


@tool(
    Operation.ANALYSIS,
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
def feature_importances(
    table: TableFolder,
    target: ColumnName,
    features: list[OtherColumn],
    model: ModelName = "random forest",
    folds: Folds = 5,
    seed: Seed = 0,
) -> Importances:
    """Rank features by how much worse a model foretells held-out rows when each one is shuffled.

    Args:
        table: The table; 20 to 200,000 rows with all values.
        target: What is foretold, a column of numbers, or one of classes: texts or truth values.
        features: From what, up to 100 columns of numbers or truth values.
        model: As for cross-validation.
        folds: 2 to 20; rows of one molecule stay in one fold.
        seed: Of folds, model and shuffling.
    Returns:
        A row for each feature, the most important first: the rise of RMSE (of classes the fall of balanced accuracy)
        when it is shuffled, five times a fold, mean, lowest and highest of the folds; features left out since they give
        the target away; the number of rows. Of two features that say the same, each may look unimportant.
    Raises:
        ToolInputError: a column does not fit, there are too few rows, or no feature is left.
    Source: Breiman 2001, doi:10.1023/A:1010933404324, on held-out rows.
    """
    if model not in MODELS or not 2 <= folds <= _MOST_FOLDS or len(features) > _MOST_FEATURES:
        raise ToolInputError(
            f"give 2 to {_MOST_FOLDS} folds, at most {_MOST_FEATURES} features, and a model of {MODELS}"
        )
    try:
        wanted = opened(table).column(target)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    classes = wanted.kind in ("text", "truth")
    given = prepared(table, target, features, "identity", False, seed, classes)
    data = given.data
    if len(given.names) > _MOST_FEATURES:
        raise ToolInputError(
            f"{len(given.names):,} features (each bit is one) are too many; {_MOST_FEATURES} are ranked"
        )
    lost = _lost(data, model, folds, seed)
    folder = _ranked(given, lost, "1" if classes else wanted.unit)
    measure = "fall of balanced accuracy" if classes else "rise of RMSE"
    told = f"{measure} on held-out rows when a feature is shuffled, mean of {folds} folds"
    return Importances(folder, told, list(given.suspects), len(data.target))


def _lost(data: Data, model: str, folds: int, seed: int) -> list[list[float]]:
    """How much worse each feature, shuffled, makes each fold."""
    import numpy as np

    chance = np.random.default_rng(seed)
    lost: list[list[float]] = []
    for train, test in folds_of(data, folds, seed):
        learned: Any = estimator(model, seed, bool(data.classes))
        fit(learned, data.features[train], data.target[train])
        lost.append(
            [
                score_change(learned, data, test, place, [chance.permutation(len(test)) for _ in range(_SHUFFLES)])
                for place in range(data.features.shape[1])
            ]
        )
    return lost


def _ranked(given: Given, lost: list[list[float]], unit: str | None) -> Path:
    """A row for each feature, the most important first."""
    import numpy as np

    means = np.mean(lost, axis=0)
    order = sorted(range(len(means)), key=lambda place: -means[place])
    numbers = [Column(name=name, kind="number", unit=unit) for name in ("importance", "lowest", "highest")]
    columns = [Column(name="feature"), *numbers, Column(name="rank", kind="integer", unit="1")]
    rows = [
        [
            given.names[place],
            float(means[place]),
            *(float(end([one[place] for one in lost])) for end in (min, max)),
            rank,
        ]
        for rank, place in enumerate(order, 1)
    ]
    return made(lambda: of_rows(given.numbers.table, columns, rows, given.notes))
