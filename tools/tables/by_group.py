"""Figures of two columns, and choices of rows, for each group that the values of another column make."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.column_units import difference_unit, divided
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._by_groups import by_groups
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._ranks import correlations
from scitoolagent.tools.tables._rows import ASSAY, EXAMPLE, ColumnName, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables.columns import MeasureName
from scitoolagent.tools.tables.fitting import fitted
from scitoolagent.tools.tables.rows import RowCount, RowExtreme

GroupColumn = Annotated[
    str, Semantic("GroupColumnName", parent="ColumnName", label="column of groups", needs_context=True)
]
TopOfGroups = Annotated[
    Path,
    Semantic(
        "TopRowsOfGroups",
        parent="RowsOfTable",
        label="rows at an end of a column in each group",
        shown="{extreme} {column} of each {by}",
    ),
]


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "retention (min)", "other": "logD", "by": "class"},
)
def correlate_groups(table: TableFolder, column: ColumnName, other: OtherColumn, by: GroupColumn) -> TableFolder:
    """Compute the Pearson and Spearman correlation of two columns in each group of rows.

    Args:
        table: The table.
        column: One of numbers.
        other: Another one of numbers.
        by: The column whose values make the groups; at most 1000.
    Returns:
        A table with a row for each group: its rows with both values, Pearson's r and Spearman's rho with their
        two-sided p-values; of a group with fewer than three rows, or in which a column is constant, there is none, and
        a note says so.
    Raises:
        ToolInputError: a column holds no numbers, or there are too many groups or no rows.
    Source: `pearsonr` and `spearmanr` of scipy.stats.
    """
    titles = ("Pearson r", "Pearson p-value", "Spearman rho", "Spearman p-value")

    def figures(own: Numbers) -> tuple[list[float], tuple[str, ...]]:
        one, two = own.values.T
        return list(correlations(one, two)), ()

    given = numbers_of(table, [column, other], 1, others=[by])
    new = [Column(name=title, kind="number", unit="1") for title in titles]
    return by_groups(given, by, new, figures)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "retention (min)", "others": ["logD"], "by": "class"},
)
def fit_groups(table: TableFolder, column: ColumnName, others: list[OtherColumn], by: GroupColumn) -> TableFolder:
    """Fit a column by a linear function of other columns in each group of rows.

    Args:
        table: The table.
        column: What is explained, a column of numbers.
        others: By what it is explained, one or more columns of numbers.
        by: The column whose values make the groups; at most 1000.
    Returns:
        A table with a row for each group: its rows with all values, the constant, the slope of each column with its
        standard error, R squared and the p-value of the F test; of a group with too few rows, or in which a column is
        constant, there is none, and a note says so.
    Raises:
        ToolInputError: a column holds no numbers, or there are too many groups or no rows.
    Source: ordinary least squares by `numpy.linalg.lstsq`, the p-value by scipy.stats.
    """
    if not others:
        raise ToolInputError("name at least one column to explain it by")
    given = numbers_of(table, [column, *others], 1, others=[by])
    explained, *columns = given.columns
    new = [Column(name="constant", kind="number", unit=explained.unit)]
    for one in columns:
        unit = divided(difference_unit(explained.unit), difference_unit(one.unit))
        new += [Column(name=f"{what} of {one.name}", kind="number", unit=unit) for what in ("slope", "standard error")]
    new += [Column(name=title, kind="number", unit="1") for title in ("R squared", "p-value")]

    def figures(own: Numbers) -> tuple[list[float], tuple[str, ...]]:
        fit = fitted(own)
        constant, *slopes = map(float, fit.estimates)
        errors = [float(error) for error in fit.errors[1:]]
        pairs = [value for pair in zip(slopes, errors, strict=True) for value in pair]
        return [constant, *pairs, fit.explained, fit.p_value], ()

    return by_groups(given, by, new, figures, len(others) + 2)


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "retention (min)", "by": "class", "count": 2},
)
def top_rows_of_groups(
    table: TableFolder, column: ColumnName, by: GroupColumn, count: RowCount = 1, extreme: RowExtreme = "highest"
) -> TopOfGroups:
    """Take the rows with the highest or lowest values of a column in each group of rows.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups.
        count: How many rows of each group.
        extreme: highest or lowest.
    Returns:
        The folder of the new table, group by group; it tells in how many groups an equal row is left out, which have
        fewer rows, and how many rows lack the value or the group.
    Raises:
        ToolInputError: the column holds no numbers, there is no such column of groups or no such extreme.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.grouped import top_of_groups

    if extreme not in ("highest", "lowest"):
        raise ToolInputError(f"extreme is {extreme!r}; it must be highest or lowest")
    return made(lambda: top_of_groups(opened(table), column, by, count, extreme == "lowest"))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "by": "class", "spread": "batch", "column": "logD"},
)
def pivot_rows(
    table: TableFolder, by: GroupColumn, spread: OtherColumn, column: ColumnName, measure: MeasureName = "mean"
) -> TableFolder:
    """Make a pivot table: a row for each value of one column, a column for each of another.

    Args:
        table: The table.
        by: The column whose values make the rows.
        spread: The column whose values make the columns, at most 100.
        column: What is measured, a column of numbers.
        measure: mean, median, sum, lowest, highest, standard deviation or count.
    Returns:
        The folder of the new table; where no row has both values there is none. Rows without a value are counted.
    Raises:
        ToolInputError: a column is not there, named twice or holds no numbers, or there are too many columns.
    Source: DuckDB's aggregates.
    """
    from scitoolagent.tables.grouped import pivot

    return made(lambda: pivot(opened(table), by, spread, column, measure))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": EXAMPLE, "by": ["group"], "column": "mass (mg)"},
)
def shares_of_groups(table: TableFolder, by: list[GroupColumn], column: OtherColumn = "") -> TableFolder:
    """Compute which share of all rows, or of the sum of a column, each group of rows has.

    Args:
        table: The table.
        by: The columns whose values make a group.
        column: One of numbers, none below 0, whose sum is shared out; the rows are when left out.
    Returns:
        The folder of a table with a row for each group: its rows, the sum of the column, and the share in percent.
    Raises:
        ToolInputError: a column is not there or holds no numbers, one is below 0, or the sum is 0.
    Source: definition, by DuckDB.
    """
    from scitoolagent.tables.grouped import shares

    return made(lambda: shares(opened(table), by, column))
