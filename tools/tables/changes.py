"""By how much a subject changes from one column, or from one level of a column, to another: on average, by groups."""

from __future__ import annotations

from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.column_units import difference_unit, factor_between
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general.statistics import half_width
from scitoolagent.tools.tables._given import choice
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, rows_of_groups
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder
from scitoolagent.tools.tables.by_group import GroupColumn

_FIGURES = ("mean", "median", "sum", "lowest", "highest")
# Of the interval of a mean, in percent.
_CONFIDENCE = 95.0

ChangeFigure = Annotated[
    str,
    Semantic(
        "ChangeFigure",
        parent="Parameter",
        label="figure of a change",
        pattern="|".join(_FIGURES),
        needs_context=True,
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "other": "second assay (µM)"},
)
def mean_difference_of_columns(
    table: TableFolder, column: ColumnName, other: OtherColumn, figure: ChangeFigure = "mean", by: GroupColumn = ""
) -> TableFolder:
    """Compute the mean of one column less another, row by row, also of each group.

    Args:
        table: The table.
        column: One of numbers.
        other: What is subtracted from it, in a unit that can be converted to that of the first.
        figure: mean, median, sum, lowest or highest of the differences.
        by: The column whose values make the groups; all rows are one when left out.
    Returns:
        A table of one row, or one for each group: the rows that have both values, and the figure of the differences;
        beside a mean the sample standard deviation and its 95 % interval by Student's t, where there are two rows.
    Raises:
        ToolInputError: a column holds no numbers, no row has both, or the units cannot be converted.
    Source: definition; the interval by scipy.stats.
    """
    choice("figure", figure, _FIGURES)
    given = numbers_of(table, [column, other], 1, others=[by] if by else [])
    one, two = given.columns
    try:
        factor = 1.0 if one.unit == two.unit else factor_between(one, two)
    except ValueError as error:
        raise ToolInputError(f"the columns cannot be compared: {error}") from error
    unit = difference_unit(one.unit)
    title = f"{one.name} less {two.name}"

    def figures(own: Numbers) -> Figures:
        if not len(own.kept):
            raise ToolInputError(f"no row has both {one.name} and {two.name}")
        return change_figures(own.values[:, 0] - own.values[:, 1] * factor, figure), ()

    return rows_of_groups(given, by, change_columns(title, figure, unit), figures)


def change_columns(title: str, figure: str, unit: str | None) -> list[Column]:
    """The columns of the figures of some differences."""
    names = [f"{figure} of {title}"]
    names += ["standard deviation", "lower end of the mean", "upper end of the mean"] if figure == "mean" else []
    return [Column(name=name, kind="number", unit=unit) for name in names]


def change_figures(values: Any, figure: str) -> list[float | None]:
    """The figure of some differences, and of a mean its spread and its interval."""
    import numpy as np

    reckon: dict[str, Any] = {"mean": np.mean, "median": np.median, "sum": np.sum, "lowest": np.min, "highest": np.max}
    found = float(reckon[figure](values))
    if figure != "mean":
        return [found]
    if len(values) < 2:
        return [found, None, None, None]
    spread = float(np.std(values, ddof=1))
    half = half_width(_CONFIDENCE, spread, len(values))
    return [found, spread, found - half, found + half]
