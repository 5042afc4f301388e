"""Two groups or two rows of a table against one another, shares within groups, and the rows nearest to a value."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tables.column_units import difference_unit
from scitoolagent.tables.recognise import is_logarithm
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._given import equal
from scitoolagent.tools.tables._rows import (
    ASSAY,
    EXAMPLE,
    ColumnName,
    OtherColumn,
    TableFolder,
    made,
    opened,
)
from scitoolagent.tools.tables._samples import EachRow, Samples, UnitColumn, samples
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.rows import RowCondition, RowCount

_FIGURES = ("mean", "median")
_CONFIDENCE = 0.95

ContrastFigure = Annotated[
    str,
    Semantic(
        "ContrastFigure",
        parent="Parameter",
        label="figure of two groups",
        pattern="|".join(_FIGURES),
        needs_context=True,
    ),
]
FirstRowName = Annotated[
    str, Semantic("FirstRowName", parent="Parameter", label="name of the first row", needs_context=True)
]
SecondRowName = Annotated[
    str, Semantic("SecondRowName", parent="Parameter", label="name of the second row", needs_context=True)
]
WantedNumber = Annotated[
    float, Semantic("WantedNumber", parent="Parameter", unit="1", label="number to be near to", needs_context=True)
]
NearestRows = Annotated[
    Path,
    Semantic(
        "NearestRows",
        parent="RowsOfTable",
        label="rows nearest to a value",
        shown="rows with {column} nearest to {value}",
    ),
]


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "retention (min)", "by": "batch"},
)
def difference_of_groups(
    table: TableFolder,
    column: ColumnName,
    by: GroupColumn,
    figure: ContrastFigure = "mean",
    unit: UnitColumn = "",
    each_row: EachRow = False,
) -> TableFolder:
    """Compare the mean of a column in two groups of rows: by how much, and how many times.

    Args:
        table: The table; its rows make exactly two groups.
        column: One of numbers.
        by: The column whose values make the groups.
        figure: mean or median.
        unit: The column of the units that were treated, whose means are compared; when left out, the figures are those
            of the rows, and the interval is that of the units which the rows show, where both have the same means.
        each_row: Whether each row counts also where the rows are nested in units.
    Returns:
        A table of one row: both groups, the one with the higher figure first, both figures, their difference and
        ratio; of means with at least two rows each also the 95 % interval of the difference by Welch. Differences
        of °C are in K, those of °F in °R; a ratio is left out where there is no true zero or a figure is not positive.
    Raises:
        ToolInputError: the column holds no numbers, or the rows do not make two groups.
    Source: definition; Welch 1947, doi:10.1093/biomet/34.1-2.28, by scipy.stats.
    """
    import numpy as np

    if figure not in _FIGURES:
        raise ToolInputError(f"figure is {figure!r}; it must be {' or '.join(_FIGURES)}")
    given = samples(table, column, by, unit, each_row)
    groups = given.groups if unit else given.rows
    if len(groups) != 2:
        raise ToolInputError(f"{by} makes {len(groups)} groups with a {column} ({_first(groups)}); two are compared")
    reckon = np.mean if figure == "mean" else np.median
    values = {name: float(reckon(own)) for name, own in groups.items()}
    high, low = sorted(groups, key=lambda name: -values[name])
    held = given.given.columns[0]
    notes = [
        *given.given.notes,
        *(f"{by} {one}: {given.sized(one)}{' rows' * (not given.unit)}" for one in (high, low)),
    ]
    # The interval of the means of units is none of those of rows where units have different numbers of rows.
    same = all(equal(float(own.mean()), float(groups[name].mean())) for name, own in given.groups.items())
    ends = _interval(given.groups[high], given.groups[low]) if figure == "mean" and same else None
    notes += _told_of(given, by, same) if figure == "mean" else []
    return _contrast(
        given.given.table, held, (high, low), (values[high], values[low]), f"{figure} {held.name}", ends, tuple(notes)
    )


def _told_of(given: Samples, by: str, same: bool) -> list[str]:
    if same:
        return list(given.told)
    return [f"no interval is given: each {given.unit} has one {by}; name it as the unit to compare its means"]


def _first(groups: Iterable[str]) -> str:
    return ", ".join(list(groups)[:5])


def _interval(high: Any, low: Any) -> tuple[float | None, float | None]:
    """The interval of the difference of two means; none where a group has one row, or neither varies."""
    from scipy import stats

    if min(len(high), len(low)) < 2 or (not high.std() and not low.std()):
        return None, None
    found = stats.ttest_ind(high, low, equal_var=False).confidence_interval(_CONFIDENCE)
    return float(found.low), float(found.high)


def _contrast(
    table: Any,
    column: Column,
    names: tuple[str, str],
    values: tuple[float, float],
    what: str,
    ends: tuple[float | None, float | None] | None,
    notes: tuple[str, ...],
) -> Path:
    """The table of one row that holds two values against one another, the higher one first."""
    high, low = values
    apart = difference_unit(column.unit)
    columns = [Column(name="compared", kind="text")]
    columns += [Column(name=f"{what} of {name}", kind="number", unit=column.unit) for name in names]
    columns.append(Column(name="difference", kind="number", unit=apart))
    row: list[Any] = [" and ".join(names), high, low, high - low]
    if apart == column.unit and low > 0 and not is_logarithm(column.name):
        columns.append(Column(name="ratio", kind="number", unit="1"))
        row.append(high / low)
    else:
        why = "a value is not above 0" if low <= 0 else "the scale has no true zero"
        notes = (*notes, f"no ratio is given: {why}")
    if ends is not None:
        columns += [
            Column(name=f"{end} end of the difference", kind="number", unit=apart) for end in ("lower", "upper")
        ]
        row += ends
        if None in ends:
            notes = (*notes, "no interval is given: a group has one row, or no spread")
    return made(lambda: of_rows(table, columns, [row], notes))


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": EXAMPLE, "column": "mass (mg)", "naming": "name", "first": "ethanol", "second": "benzene"},
)
def difference_of_rows(
    table: TableFolder, column: ColumnName, naming: OtherColumn, first: FirstRowName, second: SecondRowName
) -> TableFolder:
    """Compare the values of a column in two named rows: by how much, and how many times.

    Args:
        table: The table.
        column: One of numbers.
        naming: The column that says what the rows are called.
        first: What one row is called; its case does not count.
        second: What the other one is called.
    Returns:
        A table of one row: both names, the one with the higher value first, both values, their difference and ratio,
        as for groups.
    Raises:
        ToolInputError: the column holds no numbers, no row or several rows are called so, or one has no value.
    Source: definition.
    """
    rows = opened(table)
    try:
        held, called = rows.column(column), rows.column(naming)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if not held.is_number:
        raise ToolInputError(f"column {column!r} holds {held.kind}, no numbers")
    found: list[tuple[str, float]] = []
    for name in (first, second):
        pairs = zip(rows.values(called.name), rows.values(held.name), strict=True)
        own = [value for own, value in pairs if str(own).casefold() == name.casefold()]
        if len(own) != 1 or own[0] is None:
            told = (
                "no row is" if not own else f"{len(own)} rows are" if len(own) > 1 else "the row that has no value is"
            )
            raise ToolInputError(f"{told} called {name!r} in {naming}; one with a {column} is needed")
        found.append((name, float(own[0])))
    (one, two) = sorted(found, key=lambda pair: -pair[1])
    return _contrast(rows, held, (one[0], two[0]), (one[1], two[1]), held.name, None, ())


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": EXAMPLE,
        "condition": {"is": "compare", "column": "mass (mg)", "sign": ">", "value": 1.0},
        "by": ["group"],
    },
)
def shares_within_groups(table: TableFolder, condition: RowCondition, by: list[GroupColumn]) -> TableFolder:
    """Compute which share of the rows of each group meets a condition.

    Args:
        table: The table.
        condition: What must hold, as for the share of rows.
        by: The columns whose values make a group.
    Returns:
        A table with a row for each group: its rows, those that meet the condition, and their share in percent. A
        group in which a row has no value to compare has no share, and a note says so.
    Raises:
        ToolInputError: there is no row, a column is not there, or the condition does not fit the columns.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables import parse_condition
    from scitoolagent.tables.contrasts import shares_within

    return made(lambda: shares_within(opened(table), parse_condition(condition), by))


@tool(Operation.FILTERING, Topic.GENERAL, Safety.OPEN, example={"table": ASSAY, "column": "logD", "value": 1.5})
def nearest_rows(table: TableFolder, column: ColumnName, value: WantedNumber, count: RowCount = 1) -> NearestRows:
    """Find the rows of a table whose value of a column is nearest to a number.

    Args:
        table: The table.
        column: One of numbers.
        value: The number, in the unit of the column.
        count: How many rows; all that are as near as the last one come with it.
    Returns:
        The folder of a table with those rows, the nearest first. How many rows have no value is told.
    Raises:
        ToolInputError: the column holds no numbers, or no value.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.contrasts import nearest

    return made(lambda: nearest(opened(table), column, value, count))
