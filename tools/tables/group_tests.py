"""Tests whether groups of rows differ, of each two of them by Tukey, and whether a column is normally distributed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tables.column_units import difference_unit
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, rows_of_groups
from scitoolagent.tools.tables._rows import ASSAY, EXAMPLE, ColumnName, OtherColumn, TableFolder, made
from scitoolagent.tools.tables._samples import EachRow, Samples, UnitColumn, samples
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.columns import PValue, RowsUsed, TestStatistic
from scitoolagent.tools.tables.fitting import Confidence
from scitoolagent.tools.tables.testing import CorrectedFor

_MOST_GROUPS, _FEW, _MOST_NORMAL = 50, 3, 5000
_LONGEST_NOTE = 600

TestedGroups = Annotated[str, Semantic("TestedGroups", parent="Report", role="note", label="test and its groups")]
TestName = Annotated[
    str,
    Semantic(
        "TestOfDifference",
        parent="Parameter",
        label="test of a difference",
        pattern="usual|Welch|Student|Mann-Whitney|ANOVA|Kruskal-Wallis",
        needs_context=True,
    ),
]


@dataclass(frozen=True)
class DifferenceResult:
    """What a test found."""

    statistic: TestStatistic
    p_value: PValue
    rows: RowsUsed
    groups: TestedGroups


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
    example={"table": EXAMPLE, "column": "activity (nM)", "by": "group", "test": "Welch"},
)
def difference_between_groups(
    table: TableFolder,
    column: ColumnName,
    by: OtherColumn,
    test: TestName = "usual",
    unit: UnitColumn = "",
    each_row: EachRow = False,
) -> DifferenceResult:
    """Test whether the values of a column differ between groups of rows.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups.
        test: Welch, Student or Mann-Whitney for two groups, ANOVA or Kruskal-Wallis for two or more; the usual one is
            Welch for two groups and ANOVA for more.
        unit: The column of the units that were treated, such as litters or plates, whose means are compared; when left
            out, the one that the rows show, where each unit is in one group, each group has two and nothing else can
            be the units; else each row counts.
        each_row: Whether each row counts also where the rows are nested in units.
    Returns:
        The statistic (t, U, F or H; t and U of the group that comes first in the alphabet), the two-sided p-value, the
        number of rows that have both values, and a note with the test, the mean of each group, what was compared, and
        the p-value by rows where units were.
    Raises:
        ToolInputError: the column holds no numbers, there are too few or too many groups, or one has a single value.
    Source: `ttest_ind`, `mannwhitneyu`, `f_oneway` and `kruskal` of scipy.stats; means of units: Hurlbert 1984,
        doi:10.2307/1942661.
    """
    given = samples(table, column, by, unit, each_row)
    if test == "usual":
        test = "ANOVA" if len(given.groups) > 2 else "Welch"
    found = _tested(test, given, by, column)
    means = "; ".join(f"{name}: mean {own.mean():.6g} of {given.sized(name)}" for name, own in given.groups.items())
    note = "; ".join((test, means, *given.told))
    if given.unit:
        by_rows = _tested(test, Samples(given.given, given.rows, given.rows), by, column)
        note = f"{note}; by rows p would be {float(by_rows.pvalue):.3g}"
    return DifferenceResult(
        float(found.statistic), float(found.pvalue), sum(map(len, given.rows.values())), note[:_LONGEST_NOTE]
    )


def _tested(test: str, given: Samples, by: str, column: str) -> Any:
    """The result of a test.

    Raises:
        ToolInputError: there is no such test, it takes another number of groups, or the values allow none.
    """
    import scipy.stats

    stats: Any = scipy.stats
    groups = list(given.groups.values())
    tests = {
        "Welch": lambda: stats.ttest_ind(*groups, equal_var=False),
        "Student": lambda: stats.ttest_ind(*groups),
        "Mann-Whitney": lambda: stats.mannwhitneyu(*groups, alternative="two-sided"),
        "ANOVA": lambda: stats.f_oneway(*groups),
        "Kruskal-Wallis": lambda: stats.kruskal(*groups),
    }
    if test not in tests:
        raise ToolInputError(f"{test!r} is not a test; choose one of {', '.join(tests)}")
    several = test in ("ANOVA", "Kruskal-Wallis")
    if len(groups) < 2 or (len(groups) > 2 and not several):
        raise ToolInputError(f"{by} makes {len(groups)} groups; {test} takes {'two or more' if several else 'two'}")
    if short := next((name for name, own in given.groups.items() if len(own) < 2), None):
        what = f"{given.unit} of" if given.unit else "value of"
        raise ToolInputError(f"the group {short!r} has a single {what} {column}; at least 2 are needed")
    found = tests[test]()
    if found.pvalue != found.pvalue:
        raise ToolInputError(f"{column} has one value in all {given.unit or 'rows'} of each group")
    return found


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "by": "class"},
    also=("Tukey HSD test", "Tukey's honestly significant difference"),
)
def tukey_comparisons(
    table: TableFolder,
    column: ColumnName,
    by: OtherColumn,
    level: Confidence = 0.95,
    unit: UnitColumn = "",
    each_row: EachRow = False,
) -> TukeyResult:
    """Compare the means of each two groups of a table by Tukey's HSD test.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups, 2 to 50 of them.
        level: Of the intervals, which hold together, 0.95 for 95 %.
        unit: The column of the units that were treated, whose means are compared; when left out, the one that the
            rows show.
        each_row: Whether each row counts also where the rows are nested in units.
    Returns:
        A table with a row for each two groups: their numbers of rows, or of units where these are compared, the
        difference of the means with its interval, and the p-value corrected for all comparisons; how many these are,
        and the rows that have both values.
    Raises:
        ToolInputError: the column holds no numbers or does not vary within the groups, there are too few or too many
            groups, or one has a single value.
    Source: Tukey 1949, for groups of unequal size Kramer 1956, by `tukey_hsd` of scipy.stats.
    """
    import scipy.stats

    if not 0.5 <= level < 1:
        raise ToolInputError(f"a level of {level:g} makes no interval; give 0.5 to less than 1")
    given = samples(table, column, by, unit, each_row, 3)
    names, groups = _varied(given, by, column)
    stats: Any = scipy.stats
    found = stats.tukey_hsd(*groups)
    ends = found.confidence_interval(level)
    rows: list[list[Any]] = []
    for one, two in combinations(range(len(names)), 2):
        difference = float(groups[one].mean() - groups[two].mean())
        figures = (difference, float(ends.low[one, two]), float(ends.high[one, two]), float(found.pvalue[one, two]))
        rows.append([names[one], names[two], len(groups[one]), len(groups[two]), *figures])
    own, counted = given.given, given.unit or "rows"
    apart = difference_unit(own.columns[0].unit)
    columns = [Column(name="group"), Column(name="other group")]
    columns += [Column(name=name, kind="integer", unit="1") for name in (counted, f"other {counted}")]
    columns += [Column(name=name, kind="number", unit=apart) for name in ("difference of means", "lower", "upper")]
    columns.append(Column(name="p-value, Tukey", kind="number", unit="1"))
    notes = [*own.notes, *given.told, f"{len(rows)} comparisons, corrected for together by Tukey's HSD"]
    return TukeyResult(made(lambda: of_rows(own.table, columns, rows, notes)), len(rows), len(own.kept))


def _varied(given: Samples, by: str, column: str) -> tuple[list[str], list[Any]]:
    """The names of the groups, and the values of each.

    Raises:
        ToolInputError: there are too few or too many, one is too small, or none varies.
    """
    import numpy as np

    groups = given.groups
    if not 2 <= len(groups) <= _MOST_GROUPS:
        raise ToolInputError(f"{by} makes {len(groups)} groups; 2 to {_MOST_GROUPS} are compared")
    if short := next((name for name, own in groups.items() if len(own) < 2), None):
        what = f"{given.unit} of" if given.unit else "value of"
        raise ToolInputError(f"the group {short!r} has a single {what} {column}; at least 2 are needed")
    if not any(np.ptp(own) for own in groups.values()):
        raise ToolInputError(f"{column} has one value in all {given.unit or 'rows'} of each group")
    return list(groups), list(groups.values())


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
