"""Tests of independence and of differences on columns of a table; several at once, with p-values corrected for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tables.added import of_rows
from scitoolagent.tables.column_units import difference_unit, factor_between
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._ranks import spearman
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables._samples import EachRow, Samples, UnitColumn, samples
from scitoolagent.tools.tables.columns import PValue, RowsUsed, TestStatistic

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_LEVELS, _MOST_GROUPS, _FEW_EXPECTED = 50, 50, 5.0

DegreesOfFreedom = Annotated[int, Semantic("DegreesOfFreedom", unit="1", label="degrees of freedom of a test")]
CramersV = Annotated[float, Semantic("CramersV", unit="1", label="Cramér's V of two columns", also=("Cramer's V",))]
LeastExpected = Annotated[float, Semantic("LeastExpectedCount", unit="1", role="note", label="lowest expected count")]
Continuity = Annotated[
    bool, Semantic("ContinuityCorrection", parent="Parameter", label="whether two by two counts are corrected")
]
PairedTest = Annotated[
    str,
    Semantic("PairedTest", parent="Parameter", label="test of pairs", pattern="t|Wilcoxon", needs_context=True),
]
PairsTest = Annotated[
    str,
    Semantic(
        "TestOfTwoGroups",
        parent="Parameter",
        label="test of two groups",
        pattern="Welch|Student|Mann-Whitney",
        needs_context=True,
    ),
]
Correction = Annotated[
    str,
    Semantic(
        "MultipleTestCorrection",
        parent="Parameter",
        label="correction for several tests",
        pattern="Holm|Bonferroni|Benjamini-Hochberg",
        needs_context=True,
    ),
]
CorrelationName = Annotated[
    str,
    Semantic(
        "CorrelationName",
        parent="Parameter",
        label="kind of correlation",
        pattern="Pearson|Spearman",
        needs_context=True,
    ),
]
CorrectedFor = Annotated[
    int, Semantic("NumberOfComparisons", unit="1", role="note", label="number of comparisons corrected for")
]


@dataclass(frozen=True)
class IndependenceResult:
    """What the test of two columns of classes found."""

    statistic: TestStatistic
    p_value: PValue
    freedom: DegreesOfFreedom
    strength: CramersV
    least_expected: LeastExpected
    rows: RowsUsed
    table: TableFolder


@dataclass(frozen=True)
class PairedResult:
    """What the test of two columns, row by row, found."""

    statistic: TestStatistic
    p_value: PValue
    rows: RowsUsed
    table: TableFolder


@dataclass(frozen=True)
class ComparisonsResult:
    """A row for each comparison, and how many there are."""

    table: TableFolder
    comparisons: CorrectedFor
    rows: RowsUsed


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "class", "other": "soluble"},
    also=("chi-squared test", "chi square test"),
)
def independence_test(
    table: TableFolder, column: ColumnName, other: OtherColumn, corrected: Continuity = True
) -> IndependenceResult:
    """Test by chi-squared whether the classes of two columns are independent.

    Args:
        table: The table.
        column: One of classes: texts, truth values or whole numbers.
        other: Another one of classes.
        corrected: Whether Yates' continuity correction is made where both have two classes.
    Returns:
        The statistic, its p-value and degrees of freedom, Cramér's V, the lowest expected count, the number of rows
        that have both values, and a table of observed and expected counts, with a note where an expected count is
        below 5, so that the p-value is not to be relied on.
    Raises:
        ToolInputError: a column is not there, holds no classes, one class or more than 50.
    Source: Pearson 1900, by `chi2_contingency` of scipy.stats; Cramér's V from the statistic without correction.
    """
    import scipy.stats

    stats: Any = scipy.stats
    found, levels, counts = _counted(opened(table), column, other)
    result = stats.chi2_contingency(counts, correction=corrected)
    plain = float(stats.chi2_contingency(counts, correction=False).statistic)
    strength = (plain / counts.sum() / (min(counts.shape) - 1)) ** 0.5
    rows = [
        [str(one), str(two), int(counts[i, j]), float(result.expected_freq[i, j])]
        for i, one in enumerate(levels[0])
        for j, two in enumerate(levels[1])
    ]
    least = float(result.expected_freq.min())
    notes = list(found.notes)
    if least < _FEW_EXPECTED:
        notes.append(f"the lowest expected count is {least:.2g}, below 5: the p-value is not to be relied on")
    columns = [Column(name=column), Column(name=other), Column(name="count", kind="integer", unit="1")]
    columns.append(Column(name="expected", kind="number", unit="1"))
    folder = made(lambda: of_rows(found.table, columns, rows, notes))
    total = int(counts.sum())
    return IndependenceResult(
        float(result.statistic), float(result.pvalue), int(result.dof), strength, least, total, folder
    )


def _counted(table: Table, column: str, other: str) -> tuple[Numbers, list[list[Any]], NDArray[Any]]:
    """The rows with both classes, the classes of each column, and how many rows have each two.

    Raises:
        ToolInputError: a column is not there, holds no classes, one class or too many.
    """
    import numpy as np

    try:
        kinds = [table.column(name).kind for name in (column, other)]
        same = table.place(column) == table.place(other)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if "number" in kinds or same:
        raise ToolInputError("name two different columns of classes; numbers with a fraction are none")
    found = numbers_of(table, [], 1, others=[column, other])
    levels = [sorted(set(values), key=str) for values in found.others]
    for name, one in zip((column, other), levels, strict=True):
        if not 2 <= len(one) <= _MOST_LEVELS:
            raise ToolInputError(f"{name} has {len(one)} classes; 2 to {_MOST_LEVELS} are compared")
    counts = np.zeros((len(levels[0]), len(levels[1])), dtype=int)
    for first, second in zip(*found.others, strict=True):
        counts[levels[0].index(first), levels[1].index(second)] += 1
    return found, levels, counts


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "other": "second assay (µM)"},
)
def paired_difference(
    table: TableFolder, column: ColumnName, other: OtherColumn, test: PairedTest = "t"
) -> PairedResult:
    """Test whether the values of two columns differ, row by row.

    Args:
        table: The table.
        column: One of numbers.
        other: Another one, in a unit that can be converted to that of the first.
        test: t or Wilcoxon.
    Returns:
        The statistic (t, or the lower sum of signed ranks), the two-sided p-value, the number of rows that have both
        values, and a table with the mean difference, its 95 % interval by Student's t, and its unit.
    Raises:
        ToolInputError: a column holds no numbers, fewer than three rows have both, all differences are equal, or the
            units cannot be converted.
    Source: `ttest_rel` and `wilcoxon` of scipy.stats.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    given = numbers_of(table, [column, other], 3)
    one, two = given.columns
    try:
        difference = given.values[:, 0] - given.values[:, 1] * factor_between(one, two)
    except ValueError as error:
        raise ToolInputError(f"the columns cannot be compared: {error}") from error
    if test not in ("t", "Wilcoxon"):
        raise ToolInputError(f"{test!r} is no test of pairs; those are t, Wilcoxon")
    if not np.ptp(difference):
        raise ToolInputError(f"{one.name} and {two.name} differ by the same in all rows")
    found = stats.ttest_1samp(difference, 0.0)
    interval = found.confidence_interval(0.95)
    if test == "Wilcoxon":
        found = stats.wilcoxon(difference)
    unit = difference_unit(one.unit)
    columns = [Column(name=f"mean of {one.name} less {two.name}", kind="number", unit=unit)]
    columns += [Column(name=name, kind="number", unit=unit) for name in ("lower", "upper")]
    row = [float(difference.mean()), float(interval.low), float(interval.high)]
    folder = made(lambda: of_rows(given.table, columns, [row], given.notes))
    return PairedResult(float(found.statistic), float(found.pvalue), len(difference), folder)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "by": "class"},
)
def pairwise_group_differences(
    table: TableFolder,
    column: ColumnName,
    by: OtherColumn,
    test: PairsTest = "Welch",
    correction: Correction = "Holm",
    unit: UnitColumn = "",
    each_row: EachRow = False,
) -> ComparisonsResult:
    """Test each two groups of a table for a difference, corrected for the number of tests.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups.
        test: Welch, Student or Mann-Whitney.
        correction: Holm, Bonferroni or Benjamini-Hochberg.
        unit: The column of the units that were treated, whose means are compared; when left out, the one that the
            rows show.
        each_row: Whether each row counts also where the rows are nested in units.
    Returns:
        A table with a row for each two groups: their numbers of rows, or of units where these are compared, the
        difference of the means, the statistic, the two-sided p-value and the corrected one; the number of comparisons,
        and of rows that have both values.
    Raises:
        ToolInputError: the column holds no numbers, there are fewer than 2 groups or more than 50, or one of them has a
            single value.
    Source: `ttest_ind` and `mannwhitneyu` of scipy.stats; Holm 1979; Benjamini and Hochberg 1995.
    """
    given, rows = _each_two(samples(table, column, by, unit, each_row, 4), column, by, test)
    larger = adjusted([row[-1] for row in rows], correction)
    columns = [Column(name="group"), Column(name="other group")]
    columns += [Column(name=name, kind="integer", unit="1") for name in _counted_as(given.unit)]
    own = given.given
    columns.append(Column(name="difference of means", kind="number", unit=difference_unit(own.columns[0].unit)))
    columns += [
        Column(name=name, kind="number", unit="1") for name in ("statistic", "p-value", f"p-value, {correction}")
    ]
    notes = [*own.notes, *given.told, f"{len(rows)} comparisons; p-values corrected for that by {correction}"]
    wide = [[*row, value] for row, value in zip(rows, larger, strict=True)]
    return ComparisonsResult(made(lambda: of_rows(own.table, columns, wide, notes)), len(rows), len(own.kept))


def _counted_as(unit: str) -> tuple[str, str]:
    return unit or "rows", f"other {unit or 'rows'}"


def _each_two(given: Samples, column: str, by: str, test: str) -> tuple[Samples, list[list[Any]]]:
    """What is compared; names, sizes, difference of means, statistic and p-value of each two groups.

    Raises:
        ToolInputError: there is no such test, there are too few or too many groups, or one is too small.
    """
    import scipy.stats

    stats: Any = scipy.stats
    tests = {
        "Welch": lambda one, two: stats.ttest_ind(one, two, equal_var=False),
        "Student": lambda one, two: stats.ttest_ind(one, two),
        "Mann-Whitney": lambda one, two: stats.mannwhitneyu(one, two, alternative="two-sided"),
    }
    if test not in tests:
        raise ToolInputError(f"{test!r} is no test of two groups; those are {', '.join(tests)}")
    groups = given.groups
    if not 2 <= len(groups) <= _MOST_GROUPS:
        raise ToolInputError(f"{by} makes {len(groups)} groups; 2 to {_MOST_GROUPS} are compared")
    for name in groups:
        if len(groups[name]) < 2:
            what = f"{given.unit} of" if given.unit else "value of"
            raise ToolInputError(f"the group {name!r} has a single {what} {column}; at least 2 are needed")
    rows: list[list[Any]] = []
    for one, two in combinations(groups, 2):
        first, second = groups[one], groups[two]
        found = tests[test](first, second)
        if found.pvalue != found.pvalue:
            raise ToolInputError(f"{column} has one value in all rows of the groups {one!r} and {two!r}")
        difference = float(first.mean() - second.mean())
        rows.append([one, two, len(first), len(second), difference, float(found.statistic), float(found.pvalue)])
    return given, rows


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "columns": ["first assay (nM)", "retention (min)", "logD"]},
)
def correlation_table(
    table: TableFolder,
    columns: list[ColumnName],
    kind: CorrelationName = "Pearson",
    correction: Correction = "Holm",
) -> ComparisonsResult:
    """Correlate each two of several columns of a table, corrected for the number of tests.

    Args:
        table: The table.
        columns: Two to fifty of numbers.
        kind: Pearson or Spearman.
        correction: Holm, Bonferroni or Benjamini-Hochberg.
    Returns:
        A table with a row for each two columns: the correlation, the two-sided p-value and the corrected one; the
        number of comparisons, and of rows that have all values.
    Raises:
        ToolInputError: a column holds no numbers or one value, or fewer than four rows have all.
    Source: `pearsonr` and `spearmanr` of scipy.stats; Holm 1979; Benjamini and Hochberg 1995.
    """
    import scipy.stats

    stats: Any = scipy.stats
    kinds = {"Pearson": stats.pearsonr, "Spearman": spearman}
    if kind not in kinds:
        raise ToolInputError(f"{kind!r} is no kind of correlation; those are {', '.join(kinds)}")
    if not 2 <= len(columns) <= _MOST_GROUPS:
        raise ToolInputError(f"{len(columns)} columns are named; 2 to {_MOST_GROUPS} are correlated")
    given = numbers_of(table, columns, 4, varied=True)
    rows: list[list[Any]] = []
    for one, two in combinations(range(len(columns)), 2):
        found = kinds[kind](given.values[:, one], given.values[:, two])
        names = [given.columns[one].name, given.columns[two].name]
        rows.append([*names, float(found.statistic), float(found.pvalue)])
    larger = adjusted([row[-1] for row in rows], correction)
    described = [Column(name="column"), Column(name="other column")]
    described += [Column(name=name, kind="number", unit="1") for name in (kind, "p-value", f"p-value, {correction}")]
    notes = [*given.notes, f"{len(rows)} comparisons; p-values corrected for that by {correction}"]
    wide = [[*row, value] for row, value in zip(rows, larger, strict=True)]
    return ComparisonsResult(made(lambda: of_rows(given.table, described, wide, notes)), len(rows), len(given.kept))


def adjusted(values: Sequence[float], correction: str) -> list[float]:
    """P-values of several tests, corrected for their number.

    Raises:
        ToolInputError: there is no such correction.
    """
    if correction not in ("Holm", "Bonferroni", "Benjamini-Hochberg"):
        raise ToolInputError(f"{correction!r} is no correction; those are Holm, Bonferroni, Benjamini-Hochberg")
    count = len(values)
    if correction == "Benjamini-Hochberg":
        import scipy.stats

        stats: Any = scipy.stats
        return [float(value) for value in stats.false_discovery_control(list(values))]
    if correction == "Bonferroni":
        return [min(1.0, count * value) for value in values]
    found, highest = [0.0] * count, 0.0
    for done, place in enumerate(sorted(range(count), key=lambda place: values[place])):
        highest = max(highest, min(1.0, values[place] * (count - done)))
        found[place] = highest
    return found
