"""How two columns go together where others are held constant: partial correlation, and an odds ratio over strata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general.statistics import ConfidenceHigh, ConfidenceLow
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, made
from scitoolagent.tools.tables._strata import Strata, homogeneity, pooled
from scitoolagent.tools.tables.class_tests import OddsOf
from scitoolagent.tools.tables.columns import PValue, RowsUsed, TestStatistic
from scitoolagent.tools.tables.testing import Continuity, CorrelationName, DegreesOfFreedom

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_MOST_HELD, _MOST_STRATA, _UNEQUAL = 20, 1000, 0.05
# Far above the noise of a least-squares fit, far below any share of the spread that data resolve.
_NOTHING_LEFT = 1e-9

HeldColumn = Annotated[
    str, Semantic("HeldColumnName", parent="ColumnName", label="column held constant", needs_context=True)
]
StratumColumn = Annotated[
    str, Semantic("StratumColumnName", parent="GroupColumnName", label="column of strata", needs_context=True)
]
PartialR = Annotated[
    float,
    Semantic(
        "PartialCorrelation",
        unit="1",
        label="partial correlation of two columns",
        also=("partial correlation", "partial correlation coefficient"),
    ),
]
WhatIsHeld = Annotated[str, Semantic("WhatIsHeld", parent="Report", role="note", label="what is held constant")]
PooledOddsRatio = Annotated[
    float,
    Semantic(
        "PooledOddsRatio",
        unit="1",
        label="pooled odds ratio over strata",
        also=("Mantel-Haenszel odds ratio", "common odds ratio", "pooled odds ratio"),
    ),
]
HomogeneityP = Annotated[
    float,
    Semantic(
        "HomogeneityPValue",
        parent="PValue",
        unit="1",
        label="p-value of equal odds ratios of the strata",
        also=("Breslow-Day p-value", "p-value of homogeneity"),
    ),
]


@dataclass(frozen=True)
class PartialResult:
    """How two columns go together where others are held constant."""

    correlation: PartialR
    p_value: PValue
    freedom: DegreesOfFreedom
    rows: RowsUsed
    held: WhatIsHeld


@dataclass(frozen=True)
class PooledOddsResult:
    """The odds ratio that strata have in common, and whether they have one."""

    ratio: PooledOddsRatio
    low: ConfidenceLow
    high: ConfidenceHigh
    statistic: TestStatistic
    p_value: PValue
    homogeneity_p: HomogeneityP
    rows: RowsUsed
    odds_of: OddsOf
    table: TableFolder


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "other": "logD", "held": ["retention (min)"]},
    also=("partial correlation", "correlation controlling for other columns", "partial Spearman correlation"),
)
def partial_correlation(
    table: TableFolder,
    column: ColumnName,
    other: OtherColumn,
    held: list[HeldColumn],
    kind: CorrelationName = "Pearson",
) -> PartialResult:
    """Correlate two columns while one or more other columns are held constant.

    Args:
        table: The table.
        column: One of numbers.
        other: Another one of numbers.
        held: The columns of numbers that are held constant (controlled for), at most 20.
        kind: Pearson, or Spearman, which takes ranks of all columns.
    Returns:
        The correlation of what linear fits on the columns held constant leave of both, from -1 to 1; its two-sided
        p-value by Student's t, the degrees of freedom (rows less 2 less the columns held constant, of which one that
        follows from the others does not count), the number of rows that have all values, and a note with what is held
        constant and how many rows are left out.
    Raises:
        ToolInputError: no column or too many are held constant, a column holds no numbers or one value, too few rows
            have all values, or one of the two follows exactly from the columns held constant.
    Source: Kim 2015, doi:10.5351/CSAM.2015.22.6.665, by `numpy.linalg.lstsq`; p by `t` of scipy.stats.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    if kind not in ("Pearson", "Spearman"):
        raise ToolInputError(f"{kind!r} is not a kind of correlation; choose one of Pearson, Spearman")
    if not 1 <= len(held) <= _MOST_HELD:
        raise ToolInputError(f"{len(held)} columns are to be held constant; name 1 to {_MOST_HELD}")
    given = numbers_of(table, [column, other, *held], len(held) + 3, varied=True)
    values = given.values if kind == "Pearson" else np.apply_along_axis(stats.rankdata, 0, given.values)
    rests, rank = _what_is_left(values)
    for name, share in zip((column, other), np.linalg.norm(rests, axis=0) / np.sqrt(len(values)), strict=True):
        if share < _NOTHING_LEFT:
            ranks = "the ranks of " if kind == "Spearman" else ""
            raise ToolInputError(
                f"{ranks}{name} follow{'' if ranks else 's'} exactly from {', '.join(held)}; leave out"
            )
    one, two = rests.T
    # Rounding may carry a perfect correlation beyond 1.
    found = float(np.clip(one @ two / np.linalg.norm(one) / np.linalg.norm(two), -1, 1))
    freedom = len(values) - rank - 1
    t = found * np.sqrt(freedom / max(1 - found**2, np.finfo(float).tiny))
    note = "; ".join((f"{kind}; held constant: {', '.join(held)}", *given.notes))
    return PartialResult(found, float(2 * stats.t.sf(abs(t), freedom)), freedom, len(values), note)


def _what_is_left(values: NDArray[Any]) -> tuple[NDArray[Any], int]:
    """Return what a linear fit on the columns behind the first two leaves of these, and the rank of the fit.

    Each column is taken in its own standard deviation, so that a rest is a share of the spread.
    """
    import numpy as np

    scaled = (values - values.mean(axis=0)) / values.std(axis=0)
    design = np.column_stack((np.ones(len(values)), scaled[:, 2:]))
    fitted, _, rank, _ = np.linalg.lstsq(design, scaled[:, :2], rcond=None)
    return scaled[:, :2] - design @ fitted, int(rank)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "batch", "other": "soluble", "by": "class"},
    also=(
        "Mantel-Haenszel test",
        "Cochran-Mantel-Haenszel test",
        "CMH test",
        "Mantel-Haenszel odds ratio",
        "pooled odds ratio",
        "stratified odds ratio",
    ),
)
def pooled_odds_ratio(
    table: TableFolder,
    column: ColumnName,
    other: OtherColumn,
    by: StratumColumn,
    corrected: Continuity = True,
) -> PooledOddsResult:
    """Pool the odds ratio of two columns over strata by Mantel and Haenszel, and test it.

    Args:
        table: The table.
        column: One with two classes, such as whether somebody was exposed.
        other: Another one with two classes, such as whether somebody fell ill.
        by: The column whose values make the strata, 2 to 1000 of them.
        corrected: Whether the statistic is corrected for continuity by a half.
    Returns:
        The odds ratio that the strata have in common, both ends of its 95 % interval; chi-squared with one degree of
        freedom and its p-value for a ratio of 1; the p-value of Breslow and Day for equal odds ratios of the strata;
        the number of rows that have all values; a note with what the odds are of; and a table with the counts and the
        odds ratio of each stratum, which is missing where it has no bound.
    Raises:
        ToolInputError: a column is not there or does not have two classes, there are too few or too many strata, or
            these give no odds ratio above 0 with a bound.
    Source: Mantel and Haenszel 1959, doi:10.1093/jnci/22.4.719; interval: Robins, Breslow and Greenland 1986,
        doi:10.2307/2531052; Breslow and Day 1980, The Analysis of Case-Control Studies, ISBN 978-92-832-1132-7.
    """
    import scipy.stats

    stats: Any = scipy.stats
    given = numbers_of(table, [], 1, others=[column, other, by])
    strata, levels = _counted(given, column, other, by)
    try:
        found = pooled(strata.counts, corrected)
    except ValueError as error:
        raise ToolInputError(f"{error}; see exact_independence_test for all rows together") from error
    unequal, freedom = homogeneity(strata.counts, found.ratio)
    unequal_p = float(stats.chi2.sf(unequal, freedom))
    (first, second), (yes, no) = levels
    notes = [f"odds of {other} {yes} rather than {no}, with {column} {first} against {second}"]
    if empty := len(strata.counts) - freedom - 1:
        notes.append(f"{empty} of {len(strata.counts)} strata have one class only, and so have no say")
    if unequal_p < _UNEQUAL:
        notes.append("the odds ratios of the strata differ, so that one ratio describes them badly")
    cells = [f"{column} {one}, {other} {two}" for one in (first, second) for two in (yes, no)]
    folder = _listed(given, by, strata, cells, notes)
    p_value, note = float(stats.chi2.sf(found.statistic, 1)), "; ".join((*notes, *given.notes))
    ends = (found.low, found.high)
    return PooledOddsResult(found.ratio, *ends, found.statistic, p_value, unequal_p, len(given.kept), note, folder)


def _listed(given: Numbers, by: str, strata: Strata, cells: list[str], notes: list[str]) -> Path:
    """Return a table of the counts and the odds ratio of each stratum."""
    columns = [given.table.column(by), *(Column(name=name, kind="integer", unit="1") for name in cells)]
    columns.append(Column(name="odds ratio", kind="number", unit="1"))
    rows = [[name, *own, ratio] for name, own, ratio in strata.rows()]
    return made(lambda: of_rows(given.table, columns, rows, [*given.notes, *notes]))


def _counted(given: Numbers, column: str, other: str, by: str) -> tuple[Strata, list[list[str]]]:
    """Return the counts of each stratum, and both classes of each column.

    Raises:
        ToolInputError: a column does not have two classes, two columns are one, or there are too few or too many
            strata.
    """
    if len({column, other, by}) < 3:
        raise ToolInputError(f"{column}, {other} and {by} are not three different columns; name three")
    levels = [sorted({str(value) for value in values}) for values in given.others[:2]]
    for name, own in zip((column, other), levels, strict=True):
        if len(own) != 2:
            raise ToolInputError(f"{name} has {len(own)} classes; an odds ratio takes two")
    names = sorted(set(given.others[2]))
    if not 2 <= len(names) <= _MOST_STRATA:
        raise ToolInputError(
            f"{by} makes {len(names):,} strata; 2 to {_MOST_STRATA:,} are pooled (see exact_independence_test for one)"
        )
    found = {name: [0, 0, 0, 0] for name in names}
    for one, two, stratum in zip(*given.others, strict=True):
        found[stratum][2 * levels[0].index(str(one)) + levels[1].index(str(two))] += 1
    return Strata(names, list(found.values())), levels
