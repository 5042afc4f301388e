"""How the values of a column are distributed: skewness and kurtosis, modes, tests of normality and between groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tools.tables._normality import anderson_darling, lilliefors
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, key_of, parted, rows_of_groups
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, made
from scitoolagent.tools.tables._samples import EachRow, Samples, UnitColumn, samples
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.group_tests import DifferenceResult
from scitoolagent.tools.tables.testing import Continuity

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_MOST_GROUPS, _LONGEST_NOTE = 50, 600
# Above that many pairs of values the exact distribution of the largest distance takes too long.
_MOST_EXACT = 1_000_000
_FEW_ANDERSON, _FEW_LILLIEFORS = 8, 5


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)"},
    also=("skewness", "kurtosis", "excess kurtosis", "sample skewness", "skew"),
)
def skewness_and_kurtosis(table: TableFolder, column: ColumnName, by: GroupColumn = "") -> TableFolder:
    """Compute the skewness and the excess kurtosis of a column, also of each group.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups; all rows are one when left out.
    Returns:
        A table of one row, or one for each group: how many values there are, the skewness G1 and the excess kurtosis
        G2, both corrected for bias as in Excel, SAS and SPSS and without unit; a normal distribution has 0 and 0. Three
        values have no G2, fewer neither, and a note says so, as it does of a group with one value in all rows.
    Raises:
        ToolInputError: the column holds no numbers, fewer than three, or one value in all rows.
    Source: Joanes and Gill 1998, doi:10.1111/1467-9884.00122, by `skew` and `kurtosis` of scipy.stats.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    given = numbers_of(table, [column], 1, others=[by] if by else [])
    new = [Column(name=f"{what} {column}", kind="number", unit="1") for what in ("skewness", "excess kurtosis")]

    def figures(own: Numbers) -> Figures:
        held: Any = own.values[:, 0]
        if len(held) < 3:
            raise ToolInputError(f"{len(held)} values of {column}; at least 3 are needed for the skewness")
        if not np.ptp(held):
            raise ToolInputError(f"{column} has one value in all {len(held)} rows, so its distribution has no shape")
        # Both are those of the values less their mean, of which no digits are lost.
        apart = (held - held.mean()) / held.std()
        skewness = float(stats.skew(apart, bias=False))
        if len(held) < 4:
            return [skewness, None], ("3 values have no corrected kurtosis; at least 4 are needed",)
        return [skewness, float(stats.kurtosis(apart, bias=False))], ()

    return rows_of_groups(given, by, new, figures)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "class"},
    also=("mode of a column", "modes of a column", "most frequent value", "most common value"),
)
def modes_of_column(table: TableFolder, column: ColumnName, by: GroupColumn = "") -> TableFolder:
    """Find the modes of a column, which are its most frequent values, also of each group.

    Args:
        table: The table.
        column: One of numbers, texts or truth values.
        by: The column whose values make the groups; all rows are one when left out.
    Returns:
        A table with a row for each mode, in the unit of the column: the value, in how many rows it stands, and how many
        rows have a value; several values that stand in equally many rows are all modes. A group in which each value
        stands in one row has none, and a note says so.
    Raises:
        ToolInputError: a column is not there or holds no value, or each value stands in a single row.
    Source: definition, by Python's `collections.Counter`.
    """
    given = numbers_of(table, [], 1, others=[*([by] if by else []), column])
    rows: list[list[Any]] = []
    notes = list(given.notes)
    for name, own in parted(given, by):
        held, group = own.others[-1], [name] if by else []
        found = Counter(held)
        most = max(found.values(), default=0)
        if most > 1:
            # Values of one kind have an order; a table has them in it.
            rows += [[*group, value, most, len(held)] for value in sorted(found) if found[value] == most]
            continue
        why = f"each of the {len(held)} values of {column} stands in one row" if held else f"no row has a {column}"
        if not by:
            raise ToolInputError(f"{why}, so none is the most frequent; see histogram_of_column for intervals")
        notes.append(f"{by} {name}: {why}, so there is no mode")
        rows.append([*group, None, None, len(held)])
    source = given.table.column(column)
    columns = [*([key_of(given.table, by)] if by else []), source]
    columns += [Column(name=name, kind="integer", unit="1") for name in ("rows with the mode", "rows")]
    return made(lambda: of_rows(given.table, columns, rows, notes))


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)"},
    also=("Anderson-Darling test", "Anderson-Darling normality test"),
)
def anderson_darling_test(table: TableFolder, column: ColumnName, by: GroupColumn = "") -> TableFolder:
    """Test by Anderson and Darling whether the values of a column are normally distributed.

    Args:
        table: The table.
        column: One of numbers, with at least 8 values.
        by: The column whose values make the groups that are tested each for itself; all rows are one when left out.
    Returns:
        A table of one row, or one for each group: its rows, A² and the p-value, where mean and standard deviation are
        those of the values; a low one speaks against a normal distribution, a high one is no proof of it. A group with
        too few values, or with one value in all rows, has none, and a note says why.
    Raises:
        ToolInputError: the column holds no numbers, too few, or one value in all rows.
    Source: Anderson and Darling 1954, doi:10.1080/01621459.1954.10501232; p-value: D'Agostino and Stephens 1986,
        Goodness-of-Fit Techniques, table 4.9; doi:10.1201/9780203753064.
    """
    return _tested(table, column, by, "Anderson-Darling A²", anderson_darling, _FEW_ANDERSON)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)"},
    also=("Lilliefors test", "Lilliefors normality test", "Kolmogorov-Smirnov test of normality"),
)
def lilliefors_test(table: TableFolder, column: ColumnName, by: GroupColumn = "") -> TableFolder:
    """Test by Lilliefors whether the values of a column are normally distributed.

    Args:
        table: The table.
        column: One of numbers, with at least 5 values.
        by: The column whose values make the groups that are tested each for itself; all rows are one when left out.
    Returns:
        A table of one row, or one for each group: its rows, D (the largest distance from the normal distribution that
        has the mean and the standard deviation of the values) and the p-value, approximate above 0.1; a low one speaks
        against a normal distribution, a high one is no proof of it. A group with too few values, or with one value in
        all rows, has none, and a note says why.
    Raises:
        ToolInputError: the column holds no numbers, too few, or one value in all rows.
    Source: Lilliefors 1967, doi:10.1080/01621459.1967.10482916; p-value to 0.1: Dallal and Wilkinson 1986,
        doi:10.1080/00031305.1986.10475419; above: Abdi and Molin 2007, doi:10.4135/9781412952644.
    """
    return _tested(table, column, by, "Lilliefors D", lilliefors, _FEW_LILLIEFORS)


def _tested(
    table: Path, column: str, by: str, name: str, test: Callable[[NDArray[Any]], tuple[float, float]], few: int
) -> Path:
    """Return a table of a test of normality, a row for each group.

    Raises:
        ToolInputError: the column holds no numbers, too few, or one value in all rows.
    """
    import numpy as np

    given = numbers_of(table, [column], 1, others=[by] if by else [])

    def figures(own: Numbers) -> Figures:
        held = own.values[:, 0]
        if len(held) < few:
            raise ToolInputError(f"{len(held)} values of {column}; at least {few} are needed")
        if not np.ptp(held):
            raise ToolInputError(f"{column} has one value in all {len(held)} rows")
        return list(test(held)), ()

    return rows_of_groups(given, by, [Column(name=one, kind="number", unit="1") for one in (name, "p-value")], figures)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "by": "soluble"},
    also=("Kolmogorov-Smirnov test", "two-sample Kolmogorov-Smirnov test", "KS test", "K-S test"),
)
def kolmogorov_smirnov_test(
    table: TableFolder, column: ColumnName, by: OtherColumn, unit: UnitColumn = "", each_row: EachRow = False
) -> DifferenceResult:
    """Test by Kolmogorov and Smirnov whether a column has the same distribution in two groups.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the two groups.
        unit: The column of the units that were treated, whose means are compared; when left out, the one that the
            rows show.
        each_row: Whether each row counts also where the rows are nested in units.
    Returns:
        D, the largest distance of both cumulative distributions, from 0 to 1; the two-sided p-value, exact for up to a
        million pairs of values without ties; the number of rows that have both values, and a note with the size and the
        median of each group, and whether values are tied, by which the p-value is too high.
    Raises:
        ToolInputError: the column holds no numbers, there are not two groups, or one has a single value.
    Source: Hodges 1958, doi:10.1007/BF02589501, by `ks_2samp` of scipy.stats.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    given = samples(table, column, by, unit, each_row)
    one, two = _grouped(given, column, by, 2)
    exact = len(one) * len(two) <= _MOST_EXACT
    found = stats.ks_2samp(one, two, method="exact" if exact else "asymp")
    notes = [f"Kolmogorov-Smirnov, p-value {'exact' if exact else 'of many values'}", _medians(given)]
    if len(np.unique(np.concatenate((one, two)))) < len(one) + len(two):
        notes.append("values are tied, so that the p-value is too high rather than too low")
    return _result(given, float(found.statistic), float(found.pvalue), notes)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "by": "class"},
    also=("Mood's median test", "median test", "Brown-Mood test"),
)
def median_test(
    table: TableFolder,
    column: ColumnName,
    by: OtherColumn,
    corrected: Continuity = True,
    unit: UnitColumn = "",
    each_row: EachRow = False,
) -> DifferenceResult:
    """Test by Mood's median test whether groups have the same median.

    Args:
        table: The table.
        column: One of numbers.
        by: The column whose values make the groups, 2 to 50 of them.
        corrected: Whether Yates' continuity correction is made where there are two groups.
        unit: The column of the units that were treated, whose means are compared; when left out, the one that the
            rows show.
        each_row: Whether each row counts also where the rows are nested in units.
    Returns:
        Chi-squared of the counts above the median of all values, and not above it; the p-value, the number of rows that
        have both values, and a note with that median, the degrees of freedom, the counts and the median of each group.
    Raises:
        ToolInputError: the column holds no numbers, there are too few or too many groups, one has a single value, or no
            value is above the median of all.
    Source: Brown and Mood 1951, Proceedings of the Second Berkeley Symposium, 159-166, by `median_test` of scipy.stats.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    given = samples(table, column, by, unit, each_row)
    groups = _grouped(given, column, by, _MOST_GROUPS)
    middle = float(np.median(np.concatenate(groups)))
    if not any((own > middle).any() for own in groups):
        raise ToolInputError(f"no value of {column} is above the median of all, {middle:.6g}; the test needs some")
    found = stats.median_test(*groups, ties="below", correction=corrected)
    counts = "; ".join(
        f"{name}: {int(above)} above, {int(below)} not above"
        for name, above, below in zip(given.groups, *found.table, strict=True)
    )
    told = f"Mood's median test, {len(groups) - 1} degrees of freedom; median of all {middle:.6g}"
    return _result(given, float(found.statistic), float(found.pvalue), [told, counts, _medians(given)])


def _grouped(given: Samples, column: str, by: str, most: int) -> list[NDArray[Any]]:
    """Return the values of each group.

    Raises:
        ToolInputError: there are too few or too many groups, or one has a single value.
    """
    groups = given.groups
    if not 2 <= len(groups) <= most:
        taken = "2" if most == 2 else f"2 to {most}"
        raise ToolInputError(f"{by} makes {len(groups)} groups; {taken} are compared")
    if short := next((name for name, own in groups.items() if len(own) < 2), None):
        what = f"{given.unit} of" if given.unit else "value of"
        raise ToolInputError(f"the group {short!r} has a single {what} {column}; at least 2 are needed")
    return list(groups.values())


def _medians(given: Samples) -> str:
    import numpy as np

    return "; ".join(
        f"{name}: median {float(np.median(own)):.6g} of {given.sized(name)}" for name, own in given.groups.items()
    )


def _result(given: Samples, statistic: float, p_value: float, notes: list[str]) -> DifferenceResult:
    note = "; ".join((*notes, *given.told, *given.given.notes))
    return DifferenceResult(statistic, p_value, len(given.given.kept), note[:_LONGEST_NOTE])
