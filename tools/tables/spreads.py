"""How far the values of a column lie apart, in all rows or in each group: variance, range, quartiles, interval."""

from __future__ import annotations

from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.column_units import difference_unit, multiplied
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general.statistics import MeanConfidence, half_width
from scitoolagent.tools.tables._given import choice
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, rows_of_groups
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, TableFolder
from scitoolagent.tools.tables.by_group import GroupColumn

_SPREADS = ("variance", "interquartile range", "range")

SpreadName = Annotated[
    str,
    Semantic(
        "SpreadName",
        parent="Parameter",
        label="measure of the spread of a column",
        pattern="|".join(_SPREADS),
        needs_context=True,
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "spread": "variance"},
)
def spread_of_column(table: TableFolder, column: ColumnName, spread: SpreadName, by: GroupColumn = "") -> TableFolder:
    """Compute the variance, interquartile range or range of a column, also of each group.

    Args:
        table: The table.
        column: One of numbers.
        spread: variance (n - 1 in the denominator), interquartile range (quartiles by linear interpolation), or range
            (the highest less the lowest value).
        by: The column whose values make the groups; all rows are one when left out.
    Returns:
        A table of one row, or one for each group: how many values there are, and the figure; a variance is in the
        square of the unit, and °C differ by K, °F by °R. A group with a single value has none, and a note says so.
    Raises:
        ToolInputError: the column holds no numbers, or fewer than two.
    Source: definition, by `var` and `percentile` of numpy.
    """
    import numpy as np

    choice("spread", spread, _SPREADS)
    given = numbers_of(table, [column], 1, others=[by] if by else [])
    unit = difference_unit(given.columns[0].unit)
    unit = multiplied(unit, unit) if spread == "variance" else unit

    def figures(own: Numbers) -> Figures:
        held: Any = own.values[:, 0]
        if len(held) < 2:
            raise ToolInputError(f"{len(held)} value of {column}; at least 2 are needed")
        if spread == "variance":
            return [float(held.var(ddof=1))], ()
        low, high = (25, 75) if spread == "interquartile range" else (0, 100)
        return [float(np.percentile(held, high) - np.percentile(held, low))], ()

    return rows_of_groups(given, by, [Column(name=f"{spread} {column}", kind="number", unit=unit)], figures)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)"},
)
def column_mean_interval(
    table: TableFolder, column: ColumnName, level: MeanConfidence = 95.0, by: GroupColumn = ""
) -> TableFolder:
    """Compute the mean of a column with its confidence interval, also of each group.

    Args:
        table: The table.
        column: One of numbers.
        level: Of the interval, in percent, above 0 and below 100.
        by: The column whose values make the groups; all rows are one when left out.
    Returns:
        A table of one row, or one for each group: how many values there are, their mean and sample standard deviation,
        and the ends of mean ± t s / √n. A group with a single value has no interval, and a note says so.
    Raises:
        ToolInputError: the column holds no numbers, or fewer than two, or the level is out of its bounds.
    Source: Student 1908, doi:10.1093/biomet/6.1.1, by `scipy.stats.t`.
    """
    if not 0 < level < 100:
        raise ToolInputError(f"a confidence level of {level:g} % is impossible; it lies between 0 % and 100 %")
    given = numbers_of(table, [column], 1, others=[by] if by else [])
    unit = given.columns[0].unit

    def figures(own: Numbers) -> Figures:
        held: Any = own.values[:, 0]
        if len(held) < 2:
            raise ToolInputError(f"{len(held)} value of {column}; at least 2 are needed")
        mean, deviation = float(held.mean()), float(held.std(ddof=1))
        half = half_width(level, deviation, len(held))
        return [mean, deviation, mean - half, mean + half], ()

    names = {f"mean {column}": unit, "standard deviation": difference_unit(unit)}
    ends = (f"lower end of the {level:g} % interval", f"upper end of the {level:g} % interval")
    made = [Column(name=name, kind="number", unit=one) for name, one in (names | dict.fromkeys(ends, unit)).items()]
    return rows_of_groups(given, by, made, figures)
