"""Tests of equal variances, the exact test of two classes, and the rank correlation of Kendall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._numbers import numbers_of
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder
from scitoolagent.tools.tables._samples import EachRow, Samples, UnitColumn, samples
from scitoolagent.tools.tables.columns import PValue, RowsUsed, TestStatistic
from scitoolagent.tools.tables.group_tests import TestedGroups

_MOST_GROUPS, _FEWEST = 50, 2

VarianceTest = Annotated[
    str,
    Semantic(
        "TestOfVariances",
        parent="Parameter",
        label="test of equal variances",
        pattern="Brown-Forsythe|Levene|Bartlett",
        needs_context=True,
    ),
]
OddsOf = Annotated[str, Semantic("OddsOf", parent="Report", role="note", label="counts and odds ratio")]
KendallTau = Annotated[
    float, Semantic("KendallTau", unit="1", label="Kendall correlation of two columns", also=("Kendall's tau",))
]


@dataclass(frozen=True)
class VariancesResult:
    """What a test of equal variances found."""

    statistic: TestStatistic
    p_value: PValue
    rows: RowsUsed
    groups: TestedGroups


@dataclass(frozen=True)
class ExactResult:
    """What Fisher's exact test found."""

    p_value: PValue
    rows: RowsUsed
    odds_of: OddsOf


@dataclass(frozen=True)
class KendallResult:
    """How two columns go together by ranks."""

    tau: KendallTau
    p_value: PValue
    rows: RowsUsed


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "by": "class"},
    also=("Levene's test", "Brown-Forsythe test", "Bartlett's test", "homogeneity of variances"),
)
def equal_variances_test(
    table: TableFolder,
    column: ColumnName,
    by: OtherColumn,
    test: VarianceTest = "Brown-Forsythe",
    unit: UnitColumn = "",
    each_row: EachRow = False,
) -> VariancesResult:
    """Test whether groups have equal variances, by Levene, Brown-Forsythe or Bartlett.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups, 2 to 50 of them.
        test: Brown-Forsythe (from the medians), Levene (from the means), or Bartlett (of normal values).
        unit: The column of the units that were treated, whose means are compared; when left out, the one that the
            rows show.
        each_row: Whether each row counts also where the rows are nested in units.
    Returns:
        The statistic (F, or chi-squared of Bartlett), the p-value, the number of rows that have both values, and a note
        with the variance of each group.
    Raises:
        ToolInputError: the column holds no numbers, there are too few or too many groups, one has a single value, or
            none varies.
    Source: Brown and Forsythe 1974, doi:10.1080/01621459.1974.10482955; Bartlett 1937, doi:10.1098/rspa.1937.0109; by
        `levene` and `bartlett` of scipy.stats.
    """
    import scipy.stats

    stats: Any = scipy.stats
    given = samples(table, column, by, unit, each_row)
    groups = list(given.groups.values())
    tests = {
        "Brown-Forsythe": lambda: stats.levene(*groups, center="median"),
        "Levene": lambda: stats.levene(*groups, center="mean"),
        "Bartlett": lambda: stats.bartlett(*groups),
    }
    if test not in tests:
        raise ToolInputError(f"{test!r} is not a test of variances; choose one of {', '.join(tests)}")
    _comparable(given, column, by, test)
    found = tests[test]()
    told = "; ".join(
        f"{name}: variance {own.var(ddof=1):.6g} of {given.sized(name)}" for name, own in given.groups.items()
    )
    note = "; ".join((test, told, *given.told))
    return VariancesResult(float(found.statistic), float(found.pvalue), len(given.given.kept), note)


def _comparable(given: Samples, column: str, by: str, test: str) -> None:
    """Refuse groups that have no variances to compare.

    Raises:
        ToolInputError: there are too few or too many, one has a single value, or none varies.
    """
    import numpy as np

    groups = given.groups
    if not 2 <= len(groups) <= _MOST_GROUPS:
        raise ToolInputError(f"{by} makes {len(groups)} groups; 2 to {_MOST_GROUPS} are compared")
    if short := next((name for name, own in given.groups.items() if len(own) < _FEWEST), None):
        raise ToolInputError(f"the group {short!r} has a single value of {column}; at least 2 are needed")
    same = [name for name, own in given.groups.items() if not np.ptp(own)]
    if same and (test == "Bartlett" or len(same) == len(groups)):
        raise ToolInputError(f"{column} has one value in all rows of {', '.join(same)}; it has no variance")


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "batch", "other": "soluble"},
    also=("Fisher's exact test", "Fisher exact test"),
)
def exact_independence_test(table: TableFolder, column: ColumnName, other: OtherColumn) -> ExactResult:
    """Test by Fisher's exact test whether two columns of two classes each are independent.

    Args:
        table: The table.
        column: One with two classes: texts, truth values or whole numbers.
        other: Another one with two classes.
    Returns:
        The two-sided p-value, the number of rows that have both values, and a note with counts and odds ratio.
    Raises:
        ToolInputError: a column is not there or does not have two classes.
    Source: Fisher 1922, doi:10.2307/2340521, by `fisher_exact` of scipy.stats.
    """
    import scipy.stats

    stats: Any = scipy.stats
    given = numbers_of(table, [], 1, others=[column, other])
    pairs = list(zip(*given.others, strict=True))
    levels = [sorted({str(value) for value in held}) for held in given.others]
    for name, held in zip((column, other), levels, strict=True):
        if len(held) != 2:
            raise ToolInputError(f"{name} has {len(held)} classes; the exact test takes two (see independence_test)")
    counts = [
        [sum(str(one) == first and str(two) == second for one, two in pairs) for second in levels[1]]
        for first in levels[0]
    ]
    found = stats.fisher_exact(counts)
    below = counts[0][1] * counts[1][0]
    ratio = f"{counts[0][0] * counts[1][1] / below:.6g}" if below else "without bound"
    told = (
        f"counts {counts}; odds of {other} {levels[1][0]} with {column} {levels[0][0]} against {levels[0][1]}: {ratio}"
    )
    return ExactResult(float(found.pvalue), len(pairs), told)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "other": "logD"},
    also=("Kendall's tau", "Kendall correlation", "Kendall rank correlation"),
)
def kendall_correlation(table: TableFolder, column: ColumnName, other: OtherColumn) -> KendallResult:
    """Correlate two columns by Kendall's tau.

    Args:
        table: The table.
        column: One of numbers.
        other: Another one.
    Returns:
        Tau-b, which takes account of ties, its two-sided p-value (exact for few rows without ties), and the number of
        rows that have both values.
    Raises:
        ToolInputError: a column holds no numbers or one value, or fewer than four rows have both.
    Source: Kendall 1938, doi:10.2307/2332226, by `kendalltau` of scipy.stats.
    """
    import scipy.stats

    stats: Any = scipy.stats
    given = numbers_of(table, [column, other], 4, varied=True)
    found = stats.kendalltau(given.values[:, 0], given.values[:, 1])
    return KendallResult(float(found.statistic), float(found.pvalue), len(given.kept))
