"""Tukey's comparison of each two groups of a table, and the test whether a column is normally distributed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tables.column_units import difference_unit
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, parted, rows_of_groups
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, made
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.columns import RowsUsed
from scitoolagent.tools.tables.fitting import Confidence
from scitoolagent.tools.tables.testing import CorrectedFor

_MOST_GROUPS, _FEW, _MOST_NORMAL = 50, 3, 5000


@dataclass(frozen=True)
class TukeyResult:
    """A row for each two groups, and how many there are."""

    table: TableFolder
    comparisons: CorrectedFor
    rows: RowsUsed


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "by": "class"},
    also=("Tukey HSD test", "Tukey's honestly significant difference"),
)
def tukey_comparisons(table: TableFolder, column: ColumnName, by: OtherColumn, level: Confidence = 0.95) -> TukeyResult:
    """Compare the means of each two groups of a table by Tukey's HSD test.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups, 2 to 50 of them.
        level: Of the intervals, which hold together, 0.95 for 95 %.
    Returns:
        A table with a row for each two groups: their numbers of rows, the difference of the means with its interval,
        and the p-value corrected for all comparisons; how many these are, and the rows that have both values.
    Raises:
        ToolInputError: the column holds no numbers or does not vary within the groups, there are too few or too many
            groups, or one has a single value.
    Source: Tukey 1949, for groups of unequal size Kramer 1956, by `tukey_hsd` of scipy.stats.
    """
    import scipy.stats

    if not 0.5 <= level < 1:
        raise ToolInputError(f"a level of {level:g} makes no interval; give 0.5 to less than 1")
    given = numbers_of(table, [column], 3, others=[by])
    names, groups = _groups(given, by, column)
    stats: Any = scipy.stats
    found = stats.tukey_hsd(*groups)
    ends = found.confidence_interval(level)
    rows: list[list[Any]] = []
    for one, two in combinations(range(len(names)), 2):
        difference = float(groups[one].mean() - groups[two].mean())
        figures = (difference, float(ends.low[one, two]), float(ends.high[one, two]), float(found.pvalue[one, two]))
        rows.append([names[one], names[two], len(groups[one]), len(groups[two]), *figures])
    unit = difference_unit(given.columns[0].unit)
    columns = [Column(name="group"), Column(name="other group")]
    columns += [Column(name=name, kind="integer", unit="1") for name in ("rows", "other rows")]
    columns += [Column(name=name, kind="number", unit=unit) for name in ("difference of means", "lower", "upper")]
    columns.append(Column(name="p-value, Tukey", kind="number", unit="1"))
    notes = [*given.notes, f"{len(rows)} comparisons, corrected for together by Tukey's HSD"]
    return TukeyResult(made(lambda: of_rows(given.table, columns, rows, notes)), len(rows), len(given.kept))


def _groups(given: Numbers, by: str, column: str) -> tuple[list[str], list[Any]]:
    """The names of the groups, and the values of each.

    Raises:
        ToolInputError: there are too few or too many, one is too small, or none varies.
    """
    import numpy as np

    found = [(str(name), own.values[:, 0]) for name, own in parted(given, by) if len(own.kept)]
    if not 2 <= len(found) <= _MOST_GROUPS:
        raise ToolInputError(f"{by} makes {len(found)} groups; 2 to {_MOST_GROUPS} are compared")
    if short := next((name for name, own in found if len(own) < 2), None):
        raise ToolInputError(f"the group {short!r} has a single value of {column}; at least 2 are needed")
    if not any(np.ptp(own) for _, own in found):
        raise ToolInputError(f"{column} has one value in all rows of each group")
    return [name for name, _ in found], [own for _, own in found]


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)"},
    also=("Shapiro-Wilk test",),
)
def normality_test(table: TableFolder, column: ColumnName, by: GroupColumn = "") -> TableFolder:
    """Test by Shapiro and Wilk whether the values of a column are normally distributed.

    Args:
        table: The table.
        column: One of numbers, with 3 to 5000 values.
        by: The column whose values make the groups that are tested each for itself; all rows are one when left out.
    Returns:
        A table of one row, or one for each group: its rows, W and the p-value; a low one speaks against a normal
        distribution, a high one is no proof of it. A group with too few or too many values, or with one value in all
        rows, has none, and a note says why.
    Raises:
        ToolInputError: the column holds no numbers, too few or too many, or one value in all rows.
    Source: Shapiro and Wilk 1965, doi:10.1093/biomet/52.3-4.591, by `shapiro` of scipy.stats.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    given = numbers_of(table, [column], 1, others=[by] if by else [])
    new = [Column(name="Shapiro-Wilk W", kind="number", unit="1"), Column(name="p-value", kind="number", unit="1")]

    def figures(own: Numbers) -> Figures:
        held = own.values[:, 0]
        if not _FEW <= len(held) <= _MOST_NORMAL:
            raise ToolInputError(f"{len(held)} values of {column}; {_FEW} to {_MOST_NORMAL} can be tested")
        if not np.ptp(held):
            raise ToolInputError(f"{column} has one value in all {len(held)} rows")
        found = stats.shapiro(held)
        return [float(found.statistic), float(found.pvalue)], ()

    return rows_of_groups(given, by, new, figures)
