"""Survival: the Kaplan–Meier estimate, the log-rank test and Cox regression on columns of times and of states."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._parted import Figures, rows_of_groups
from scitoolagent.tools.tables._rows import SURVIVAL, ColumnName, OtherColumn, TableFolder, made
from scitoolagent.tools.tables._survival import checked_times, cox, estimate, event_of, log_rank
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.columns import PValue, RowsUsed, TestStatistic
from scitoolagent.tools.tables.testing import DegreesOfFreedom

_MOST_GROUPS, _MOST_ROWS, _MOST_COVARIATES = 50, 20_000, 20
_NORMAL = 1.959963984540054
_TIME = "time (weeks)"

StateColumn = Annotated[
    str,
    Semantic("StateColumn", parent="ColumnName", label="column of states at the end of times", needs_context=True),
]
EventState = Annotated[
    str, Semantic("EventState", parent="Parameter", label="state that means an observed event", needs_context=True)
]
TimeAsked = Annotated[
    float, Semantic("TimeAsked", parent="Parameter", unit="1", label="time of a survival share", needs_context=True)
]
EventsObserved = Annotated[int, Semantic("EventsObserved", unit="1", role="note", label="number of observed events")]


@dataclass(frozen=True)
class LogRankResult:
    """What the log-rank test found."""

    statistic: TestStatistic
    p_value: PValue
    freedom: DegreesOfFreedom
    events: EventsObserved
    rows: RowsUsed
    table: TableFolder


@dataclass(frozen=True)
class CoxResult:
    """What the Cox regression found; the p-value is that of all covariates together."""

    table: TableFolder
    p_value: PValue
    events: EventsObserved
    rows: RowsUsed


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": SURVIVAL, "column": _TIME, "state": "state", "event": "relapsed", "by": "group"},
    also=("Kaplan-Meier estimate", "Kaplan-Meier survival", "median survival", "survival curve", "survival rate"),
)
def kaplan_meier(
    table: TableFolder,
    column: ColumnName,
    state: StateColumn,
    event: EventState = "",
    by: GroupColumn = "",
    at: TimeAsked = 0.0,
) -> TableFolder:
    """Estimate the median survival, and the share alive at a time, by Kaplan and Meier.

    Args:
        table: The table, a row for each subject.
        column: Of times from the start to the event, or to the end of observation.
        state: The column that says whether the event was observed at that time.
        event: The value of it that means so; all others mean that it was not. May be left out for words such as dead
            and alive, not for 0 and 1.
        by: The column whose values make the groups; all rows are one when left out.
        at: A time, in the unit of the column, at which the share is wanted; none when 0.
    Returns:
        A table of one row, or one for each group: rows, observed events, rows without (censored), the median with its
        95 % interval, and the share at the time asked with its interval and how many were at risk. The median is the
        first time at which the share is a half or less; it is missing where that is not reached, as is an end of an
        interval.
    Raises:
        ToolInputError: the column holds no numbers or a time below zero, or it is not clear which value is the event.
    Source: Kaplan and Meier 1958, doi:10.2307/2281868, by `ecdf` of scipy.stats; Greenwood's variance on the scale
        log(-log S); interval of the median: Brookmeyer and Crowley 1982, doi:10.2307/2530286.
    """
    given, happened = _given(table, column, state, event, [by] if by else [])
    new = _columns(given.columns[0].unit, at)

    def figures(own: Numbers) -> Figures:
        import numpy as np

        times = own.values[:, 0]
        observed = np.array([str(one) == happened for one in own.others[-1]])
        found = estimate(times, observed)
        medians = [found.median(one) for one in (found.shares, found.low, found.high)]
        values: list[Any] = [int(observed.sum()), int((~observed).sum()), *medians]
        told = [_event_told(state, happened)]
        told += [] if medians[0] is not None else ["the median is not reached: more than a half live on to the end"]
        if at:
            # Behind the last time nothing is known, but where all have had the event.
            late = at > times.max() and found.shares[-1] > 0
            shares = [None] * 3 if late else [found.at(one, at) for one in (found.shares, found.low, found.high)]
            values += [*shares, int((times >= at).sum())]
            told += [f"nobody was observed for {at:g}"] if late else []
        return values, told

    return rows_of_groups(given, by, new, figures)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": SURVIVAL, "column": _TIME, "state": "state", "event": "relapsed", "by": "group"},
    also=("log-rank test", "logrank test", "Mantel-Cox test"),
)
def log_rank_test(
    table: TableFolder, column: ColumnName, state: StateColumn, by: GroupColumn, event: EventState = ""
) -> LogRankResult:
    """Test by log-rank whether the survival of groups differs.

    Args:
        table: The table, a row for each subject.
        column: Of times from the start to the event, or to the end of observation.
        state: The column that says whether the event was observed at that time.
        by: The column whose values make the groups, 2 to 50 of them.
        event: The value of the state that means an observed event, as for `kaplan_meier`.
    Returns:
        Chi-squared, its p-value and degrees of freedom, the numbers of events and of rows, and a table of the rows,
        and the observed and expected events of each group.
    Raises:
        ToolInputError: as `kaplan_meier`, there are too few or too many groups, or no event was observed.
    Source: Mantel 1966; Peto and Peto 1972, doi:10.2307/2344317; p by `chi2` of scipy.stats.
    """
    import numpy as np
    from scipy.stats import chi2

    given, happened = _given(table, column, state, event, [by])
    times, observed = given.values[:, 0], np.array([str(one) == happened for one in given.others[-1]])
    names = sorted({str(one) for one in given.others[0]})
    if not 2 <= len(names) <= _MOST_GROUPS:
        raise ToolInputError(f"{by} makes {len(names)} groups; 2 to {_MOST_GROUPS} are compared")
    groups = np.array([names.index(str(one)) for one in given.others[0]])
    seen, expected, statistic = log_rank(times, observed, groups, len(names))
    columns = [Column(name=by), *(Column(name=name, kind="integer", unit="1") for name in ("rows", "events"))]
    columns.append(Column(name="expected events", kind="number", unit="1"))
    rows = [
        [name, int((groups == place).sum()), int(seen[place]), float(expected[place])]
        for place, name in enumerate(names)
    ]
    freedom = len(names) - 1
    notes = [*given.notes, _event_told(state, happened)]
    folder = made(lambda: of_rows(given.table, columns, rows, notes))
    p = float(chi2.sf(statistic, freedom))
    return LogRankResult(statistic, p, freedom, int(observed.sum()), len(times), folder)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": SURVIVAL, "column": _TIME, "state": "state", "others": ["group"], "event": "relapsed"},
    also=("Cox regression", "Cox proportional hazards", "hazard ratio"),
)
def cox_regression(
    table: TableFolder, column: ColumnName, state: StateColumn, others: list[OtherColumn], event: EventState = ""
) -> CoxResult:
    """Estimate hazard ratios by Cox regression.

    Args:
        table: The table, a row for each subject, at most 20,000.
        column: Of times from the start to the event, or to the end of observation.
        state: The column that says whether the event was observed at that time.
        others: The covariates: columns of numbers, or of classes, of which the first in the alphabet is compared with.
        event: The value of the state that means an observed event, as for `kaplan_meier`.
    Returns:
        A table with a row for each covariate: the coefficient with its standard error, the hazard ratio with its 95 %
        interval, and the two-sided p-value of Wald; the p-value of the likelihood ratio of all of them; the numbers of
        events and of rows with all values. Hazards are taken to be proportional, which is not tested.
    Raises:
        ToolInputError: as `kaplan_meier`, the covariates are not independent, or one parts the rows with an event from
            the others.
    Source: Cox 1972, doi:10.1111/j.2517-6161.1972.tb00899.x; ties: Efron 1977, doi:10.1080/01621459.1977.10480613.
    """
    import numpy as np
    from scipy.stats import chi2, norm

    if not 1 <= len(others) <= _MOST_COVARIATES:
        raise ToolInputError(f"{len(others)} covariates are named; 1 to {_MOST_COVARIATES} are taken")
    given, happened = _given(table, column, state, event, others)
    times, observed = given.values[:, 0], np.array([str(one) == happened for one in given.others[-1]])
    if len(times) > _MOST_ROWS:
        raise ToolInputError(f"{len(times):,} rows have all values; at most {_MOST_ROWS:,} are taken")
    covariates = [
        one for name, held in zip(others, given.others, strict=False) for one in _covariates(given, name, held)
    ]
    design = np.array([values for _, values in covariates], dtype=float).T
    found = cox(times, observed, design)
    columns = [Column(name="covariate")]
    columns += [
        Column(name=name, kind="number", unit="1")
        for name in ("coefficient", "standard error", "hazard ratio", "lower", "upper", "p-value")
    ]
    rows: list[list[Any]] = []
    for (name, _), value, error in zip(covariates, found.coefficients, found.errors, strict=True):
        ratio, low, high = (float(np.exp(value + shift * error)) for shift in (0, -_NORMAL, _NORMAL))
        p = float(2 * norm.sf(abs(value / error)))
        rows.append([name, float(value), float(error), ratio, low, high, p])
    notes = [*given.notes, _event_told(state, happened), "the hazards are taken to be proportional"]
    folder = made(lambda: of_rows(given.table, columns, rows, notes))
    whole = float(chi2.sf(2 * (found.likelihood - found.null), len(covariates)))
    return CoxResult(folder, whole, int(observed.sum()), len(times))


def _given(table: Path, column: str, state: str, event: str, others: list[str]) -> tuple[Numbers, str]:
    """The rows that have a time, a state (the last of the others) and all else, and the value that is the event.

    Raises:
        ToolInputError: a column is not there or of another kind, a time is below zero, no value is plainly the event,
            or no row has it.
    """
    given = numbers_of(table, [column], 1, others=[*others, state])
    checked_times(given.values[:, 0], column)
    return given, event_of(given.others[-1], event, state)


def _covariates(given: Numbers, name: str, held: tuple[Any, ...]) -> list[tuple[str, list[float]]]:
    """A column of numbers as it is; of classes one column for each but the first.

    Raises:
        ToolInputError: it has one value, or too many classes.
    """
    if len(set(held)) < 2:
        raise ToolInputError(f"{name} has one value in all {len(held)} rows; leave it out")
    if given.table.column(name).is_number:
        return [(name, [float(one) for one in held])]
    levels = sorted({str(one) for one in held})
    if len(levels) > _MOST_COVARIATES:
        raise ToolInputError(f"{name} has {len(levels)} classes; at most {_MOST_COVARIATES} are taken")
    return [(f"{name}: {one} against {levels[0]}", [float(str(own) == one) for own in held]) for one in levels[1:]]


def _columns(unit: str | None, at: float) -> list[Column]:
    """The columns of an estimate; those of the share at a time only where one is asked for."""
    new = [Column(name=name, kind="integer", unit="1") for name in ("events", "censored")]
    new += [Column(name=name, kind="number", unit=unit) for name in ("median", "median, lower", "median, upper")]
    if at:
        new += [Column(name=f"{name} {at:g}", kind="number", unit="1") for name in ("share at", "lower at", "upper at")]
        new.append(Column(name=f"at risk at {at:g}", kind="integer", unit="1"))
    return new


def _event_told(state: str, happened: str) -> str:
    return f"{state} {happened} is taken for the event, any other {state} for the end of observation"
