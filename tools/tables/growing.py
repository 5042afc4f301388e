"""The fastest growth of each culture, by the steepest part of the logarithms."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.column_units import divided
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, rows_of_groups
from scitoolagent.tools.tables._rows import CULTURES, ColumnName, OtherColumn, TableFolder
from scitoolagent.tools.tables.by_group import GroupColumn

_LEAST = 3

WindowPoints = Annotated[
    int, Semantic("WindowPoints", parent="Parameter", unit="1", label="points of a window", needs_context=True)
]


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": CULTURES, "column": "OD600", "other": "time (h)", "by": "strain"},
    also=("maximum specific growth rate",),
)
def growth_rates(
    table: TableFolder, column: ColumnName, other: OtherColumn, by: GroupColumn = "", window: WindowPoints = 5
) -> TableFolder:
    """Compute the highest growth rate and doubling time of each culture, the fastest first.

    Args:
        table: The table, a row for each reading.
        column: Optical density or number of cells, a column of numbers.
        other: The time, a column of numbers.
        by: The column of strains or cultures; all rows are of one when left out.
        window: How many neighbouring times a line goes through; at least 3.
    Returns:
        A table with a row for each culture, by falling rate: its rows, the highest slope of the natural logarithm over
        so many neighbouring times, the doubling time, from when to when, and R squared. Readings at one time are
        averaged by their logarithms; those not above 0 are left out and told. A culture with too few times, or one
        that does not grow, has none and comes last.
    Raises:
        ToolInputError: a column holds no numbers, or the window is below 3.
    Source: Hall et al. 2014, doi:10.1093/molbev/mst187, as `fit_easylinear` of the R package growthrates without its
        extension of the window. No blank is subtracted.
    """
    if window < _LEAST:
        raise ToolInputError(f"a window of {window} points makes no growth rate; at least {_LEAST}")
    given = numbers_of(table, [column, other], 1, others=[by] if by else [])
    time = given.columns[1].unit
    units = {"growth rate": divided("1", time), "doubling time": time, "from time": time, "to time": time}
    new = [Column(name=name, kind="number", unit=unit) for name, unit in units.items()]
    new.append(Column(name="R squared", kind="number", unit="1"))

    def figures(own: Numbers) -> Figures:
        return _fastest(own, window)

    return rows_of_groups(given, by, new, figures, falling=True)


def _fastest(own: Numbers, window: int) -> Figures:
    """The steepest line through neighbouring times of one culture.

    Raises:
        ToolInputError: there are too few times, or it does not grow.
    """
    import numpy as np

    above = own.values[own.values[:, 0] > 0]
    times = np.unique(above[:, 1])
    if len(times) < window:
        raise ToolInputError(f"{len(times)} times have a value above 0; at least {window} are needed")
    logs = np.array([np.log(above[above[:, 1] == time, 0]).mean() for time in times])
    lines = []
    for start in range(len(times) - window + 1):
        x, y = times[start : start + window], logs[start : start + window]
        slope, constant = (float(one) for one in np.polyfit(x, y, 1))
        left, whole = float(((y - slope * x - constant) ** 2).sum()), float(((y - y.mean()) ** 2).sum())
        lines.append((slope, float(x[0]), float(x[-1]), 1 - left / whole if whole else None))
    # Of windows that are equally steep but for rounding the earliest.
    steepest = max(one[0] for one in lines)
    rate, start_time, end_time, explained = next(one for one in lines if one[0] >= steepest - 1e-9 * abs(steepest))
    if rate <= 0:
        raise ToolInputError(f"it does not grow: the steepest slope is {rate:.3g}")
    told = [f"the rate is that of {window} neighbouring times, no blank subtracted"]
    if gone := len(own.values) - len(above):
        told.append(f"{gone} values not above 0 are left out")
    if len(times) < len(above):
        told.append("values at one time are averaged by their logarithms")
    return [rate, math.log(2) / rate, start_time, end_time, explained], told
