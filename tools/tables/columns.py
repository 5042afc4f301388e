"""Sum up the columns of a table: figures, groups, intervals, correlation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.column_units import SIGNS, computed_unit
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._ranks import correlations
from scitoolagent.tools.tables._rows import (
    ASSAY,
    EXAMPLE,
    ColumnName,
    OtherColumn,
    RowNumber,
    TableFolder,
    made,
    opened,
)

_MOST = 5_000_000
_ORDERS = ("by name", "ascending", "descending", "highest", "lowest")

MeasureName = Annotated[
    str,
    Semantic(
        "MeasureName",
        parent="Parameter",
        label="measure of a group",
        pattern="mean|median|sum|lowest|highest|standard deviation|standard error|coefficient of variation|count|"
        "number of different",
        needs_context=True,
    ),
]
GroupOrder = Annotated[
    str,
    Semantic(
        "GroupOrder",
        parent="Parameter",
        label="order of groups",
        pattern="by name|ascending|descending|highest|lowest",
        needs_context=True,
    ),
]
ColumnOperation = Annotated[
    str,
    Semantic(
        "ColumnOperation",
        parent="Parameter",
        label="operation on two columns",
        pattern="plus|minus|times|divided by",
        needs_context=True,
    ),
]
BinCount = Annotated[int, Semantic("NumberOfIntervals", parent="Parameter", unit="1", label="number of intervals")]
PearsonR = Annotated[
    float, Semantic("PearsonCorrelation", unit="1", label="Pearson correlation of two columns", also=("Pearson r",))
]
SpearmanRho = Annotated[
    float,
    Semantic("SpearmanCorrelation", unit="1", label="Spearman correlation of two columns", also=("Spearman rho",)),
]
PValue = Annotated[float, Semantic("PValue", unit="1", label="p-value of a test", also=("p value",))]
PearsonP = Annotated[
    float,
    Semantic(
        "PearsonPValue",
        parent="PValue",
        unit="1",
        label="p-value of the Pearson correlation",
        also=("p value", "Pearson p value", "p-value of Pearson's r"),
    ),
]
SpearmanP = Annotated[
    float,
    Semantic(
        "SpearmanPValue",
        parent="PValue",
        unit="1",
        label="p-value of the Spearman correlation",
        also=("p value", "Spearman p value", "p-value of Spearman's rho"),
    ),
]
TestStatistic = Annotated[float, Semantic("TestStatistic", unit="1", label="statistic of a test")]
RowsUsed = Annotated[int, Semantic("RowsUsed", unit="1", role="note", label="number of rows with all values")]


@dataclass(frozen=True)
class CorrelationResult:
    """How two columns go together."""

    pearson: PearsonR
    pearson_p: PearsonP
    spearman: SpearmanRho
    spearman_p: SpearmanP
    rows: RowsUsed


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE})
def describe_columns(table: TableFolder, column: OtherColumn = "") -> TableFolder:
    """Sum up each column of a table: what it holds, counts; of numbers mean, spread, quartiles.

    Args:
        table: The table.
        column: The one whose descriptive statistics are given; all of them when left out.
    Returns:
        The folder of a table with a row for each column: what it holds, its unit, how many values there are, are
        missing and differ; of numbers mean, sample standard deviation, lowest, quartiles by linear interpolation,
        highest, in the unit of the column.
    Raises:
        ToolInputError: the table has no rows, or no such column.
    Source: DuckDB's aggregates.
    """
    from scitoolagent.tables.describe import describe

    return made(lambda: describe(opened(table), only=column))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": EXAMPLE, "by": ["group"], "column": "mass (mg)", "measures": ["mean", "count"]},
)
def group_rows(
    table: TableFolder,
    by: list[ColumnName],
    column: OtherColumn = "",
    measures: tuple[MeasureName, ...] = (),
    order: GroupOrder = "by name",
) -> TableFolder:
    """Group the rows of a table, count them, and give measures of a column for each group.

    Args:
        table: The table.
        by: The columns whose values make a group.
        column: What is measured; the rows are only counted when left out.
        measures: mean, median, sum, lowest, highest, standard deviation, standard error (of the mean), coefficient of
            variation (percent), count, number of different (values, also of texts).
        order: by name; or ascending or descending by the first measure, or by the number of rows where there is none;
            or highest or lowest, where only the group at that end is wanted, or those that are equal there.
    Returns:
        The folder of a table with a row for each group and the number of its rows; groups without a value are the last.
    Raises:
        ToolInputError: a column is not there or holds no numbers, or there is no such measure or order.
    Source: DuckDB's aggregates.
    """
    from scitoolagent.tables.operations import group, sort, top, without_rows

    if order not in _ORDERS:
        raise ToolInputError(f"order is {order!r}; it must be one of {', '.join(_ORDERS)}")
    grouped = made(lambda: group(opened(table), by, column, measures))
    if order == "by name":
        return grouped
    found = opened(grouped)
    name = found.columns[len(by) + bool(measures)].name
    if order in ("highest", "lowest"):
        lowest = order == "lowest"
        # Rows that say no group are none, and so never the one with the highest value; a note tells of them.
        nameless = [row for row, key in enumerate(found.values(by[0]), 1) if key is None]
        found = without_rows(found, nameless) if nameless else found
        held = [value for value in found.values(name) if value is not None]
        if not held:
            raise ToolInputError(f"no group has a {name}")
        end = min(held) if lowest else max(held)
        return made(lambda: top(found, name, held.count(end), lowest))
    return made(lambda: sort(found, name, order == "descending"))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE, "by": "group"})
def describe_groups(table: TableFolder, by: ColumnName, column: OtherColumn = "") -> TableFolder:
    """Sum up each column of numbers of a table for each group: count, mean, spread, quartiles.

    Args:
        table: The table.
        by: The column whose values make the groups.
        column: The one that is summed up; all of them that hold numbers when left out.
    Returns:
        The folder of a table with a row for each column and group: how many values there are, are missing and differ,
        mean, sample standard deviation, lowest, quartiles by linear interpolation, highest, in the unit of the column.
    Raises:
        ToolInputError: there is no such column, or none holds numbers.
    Source: DuckDB's aggregates.
    """
    from scitoolagent.tables.describe import describe

    return made(lambda: describe(opened(table), by, column))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "operation": "minus", "other": "second assay (µM)"},
)
def calculate_column(
    table: TableFolder, column: ColumnName, operation: ColumnOperation, other: OtherColumn
) -> TableFolder:
    """Add, subtract, multiply or divide two columns of a table, row by row.

    Args:
        table: The table.
        column: One of numbers.
        operation: plus, minus, times or divided by.
        other: Another one of numbers; for sums and differences it is converted to the unit of the first.
    Returns:
        The folder of the table with a new column in the unit that follows; where a value is missing, or it is divided
        by zero, there is none, and the table tells how often.
    Raises:
        ToolInputError: a column holds no numbers, the units do not allow it, or one of two is not known.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.operations import calculated

    given = opened(table)
    try:
        one, two = given.column(column), given.column(other)
        unit, factor = computed_unit(one, operation, two)
    except (TableError, ValueError) as error:
        raise ToolInputError(str(error)) from error
    new = Column(name=f"{one.name} {operation} {two.name}", kind="number", unit=unit)
    return made(lambda: calculated(given, new, column, SIGNS[operation], other, factor))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE, "column": "mass (mg)", "bins": 3})
def histogram_of_column(table: TableFolder, column: ColumnName, bins: BinCount = 10) -> TableFolder:
    """Count how many values of a column lie in each of some intervals.

    Args:
        table: The table.
        column: One of numbers.
        bins: How many intervals of one width, from the lowest to the highest value.
    Returns:
        The folder of a table with both ends of each interval and the count; the highest value is in the last one.
    Raises:
        ToolInputError: the column holds no numbers.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.operations import histogram

    return made(lambda: histogram(opened(table), column, bins))


@tool(Operation.COMPARISON, Topic.GENERAL, Safety.OPEN, example={"table": EXAMPLE, "column": "mass (mg)", "row": 1})
def difference_to_row(table: TableFolder, column: ColumnName, row: RowNumber) -> TableFolder:
    """Compute how far each value of a column is above that of one row.

    Args:
        table: The table.
        column: One of numbers.
        row: The number of the row in the source of the table.
    Returns:
        The folder of the table with a new column; differences of °C are in K, those of °F in °R.
    Raises:
        ToolInputError: the column holds no numbers, or that row no value.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.operations import differences

    return made(lambda: differences(opened(table), column, row))


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": EXAMPLE, "column": "activity (nM)", "other": "mass (mg)"},
    also=("correlation", "correlation coefficient"),
)
def correlate_columns(table: TableFolder, column: ColumnName, other: OtherColumn) -> CorrelationResult:
    """Compute the Pearson and Spearman correlation of two columns.

    Args:
        table: The table.
        column: One of numbers.
        other: Another one of numbers.
    Returns:
        Pearson's r and Spearman's rho, each with its own two-sided p-value, and the number of rows that have both
        values.
    Raises:
        ToolInputError: a column holds no numbers, fewer than three rows have both, or one column is constant.
    Source: `pearsonr` and `spearmanr` of scipy.stats; of up to eight rows, Spearman's p-value counts all orders.
    """
    pairs = [pair for pair in _values(table, column, other) if None not in pair]
    if len(pairs) < 3:
        raise ToolInputError(f"{len(pairs)} rows have both {column} and {other}; at least 3 are needed")
    first, second = zip(*pairs, strict=True)
    if len(set(first)) == 1 or len(set(second)) == 1:
        raise ToolInputError(f"{column if len(set(first)) == 1 else other} has one value in all rows")
    return CorrelationResult(*correlations(first, second), len(pairs))


def _values(table: Path, *columns: str) -> list[tuple[float | None, ...]]:
    """The values of some columns of numbers, row by row.

    Raises:
        ToolInputError: there are too many rows, or a column is not there or of another kind.
    """
    given = opened(table)
    if given.rows > _MOST:
        raise ToolInputError(f"the table has {given.rows:,} rows; at most {_MOST:,} are taken at once")
    try:
        known = [given.column(name) for name in columns]
    except TableError as error:
        raise ToolInputError(str(error)) from error
    for column in known:
        if not column.is_number:
            raise ToolInputError(f"column {column.name!r} holds {column.kind}, no numbers")
    names = [column.name for column in known]
    chunks = given.chunks(columns=tuple(dict.fromkeys(names)))
    return [row for chunk in chunks for row in zip(*(chunk.values[name] for name in names), strict=True)]
