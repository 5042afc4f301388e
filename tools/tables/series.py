"""What happens along time: rolling means, the first or last row of each subject, and changes between two levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tables.added import of_rows, with_values
from scitoolagent.tables.column_units import difference_unit
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._given import choice
from scitoolagent.tools.tables._moments import moments
from scitoolagent.tools.tables._rows import CONCENTRATIONS, ColumnName, OtherColumn, TableFolder, made, opened
from scitoolagent.tools.tables.by_group import GroupColumn
from scitoolagent.tools.tables.changes import ChangeFigure, change_columns, change_figures

_ENDS, _FIGURES = ("first", "last"), ("mean", "median", "sum", "lowest", "highest")

RollingWindow = Annotated[
    float, Semantic("RollingWindow", parent="Parameter", unit="d", label="window of a rolling mean", needs_context=True)
]
EndOfSeries = Annotated[
    str,
    Semantic("EndOfSeries", parent="Parameter", label="end of a series", pattern="|".join(_ENDS), needs_context=True),
]
SubjectColumn = Annotated[
    str, Semantic("SubjectColumnName", parent="ColumnName", label="column of subjects", needs_context=True)
]
FirstLevel = Annotated[
    float, Semantic("FirstLevel", parent="Parameter", unit="1", label="level before a change", needs_context=True)
]
SecondLevel = Annotated[
    float, Semantic("SecondLevel", parent="Parameter", unit="1", label="level behind a change", needs_context=True)
]


def _numbers(table: Table, name: str) -> tuple[Column, list[float | None]]:
    """A column of numbers with its values.

    Raises:
        ToolInputError: it is not there, or holds no numbers.
    """
    try:
        column = table.column(name)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if not column.is_number:
        raise ToolInputError(f"column {name!r} holds {column.kind}, no numbers")
    return column, list(table.values(column.name))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": CONCENTRATIONS, "column": "conc (mg/L)", "other": "time (h)", "window": 0.5, "by": "subject"},
    also=("moving average", "running mean"),
)
def rolling_mean(
    table: TableFolder, column: ColumnName, other: OtherColumn, window: RollingWindow, by: SubjectColumn = ""
) -> TableFolder:
    """Compute the rolling mean of a column over a span of time that ends at each row.

    Args:
        table: The table; its rows may stand in any order.
        column: One of numbers.
        other: When the rows were: dates, or numbers in a unit of time.
        window: The span over which the series is smoothed, in days: of 7 days, for daily rows, the row and the six
            in front of it.
        by: The column whose values make series of their own; all rows are one when left out.
    Returns:
        The folder of the table with the new column; a row whose span begins before the series has none, and neither
        has one without a value in its span. How many rows have none is told.
    Raises:
        ToolInputError: the column holds no numbers, the other one neither dates nor times, or the span is not above 0.
    Source: definition.
    """
    if window <= 0:
        raise ToolInputError(f"a span of {window:g} days is not above 0")
    given = opened(table)
    held, values = _numbers(given, column)
    told = moments(given, other, days=True)
    when = {place: one for place, one in enumerate(told) if one is not None}
    names: Sequence[Any] = list(given.values(by)) if by else [None] * len(values)
    found: list[float | None] = [None] * len(values)
    for places in _series(names, told):
        steps = sorted(when[b] - when[a] for a, b in pairwise(places) if when[b] > when[a])
        step = steps[len(steps) // 2] if steps else 0.0
        start = 0
        for number, place in enumerate(places):
            while when[places[start]] <= when[place] - window * (1 - 1e-9):
                start += 1
            inside = [values[one] for one in places[start : number + 1]]
            known = [one for one in inside if one is not None]
            whole = when[place] - when[places[0]] + step >= window * (1 - 1e-9)
            found[place] = sum(known) / len(known) if known and whole else None
    lost = found.count(None)
    new = Column(name=f"rolling mean {held.name}", kind="number", type=held.type, unit=held.unit)
    notes = [f"spans of {window:g} d that end at each row; {lost:,} rows have no whole span with a value"]
    return made(lambda: with_values(given, [new], [found], notes))


def _series(names: Sequence[Any], when: Sequence[Any]) -> list[list[int]]:
    """The places of the rows of each series in the order of time; rows without a time are in none."""
    found: dict[Any, list[int]] = {}
    for place, name in enumerate(names):
        if when[place] is not None:
            found.setdefault(name, []).append(place)
    return [sorted(places, key=lambda place: when[place]) for places in found.values()]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": CONCENTRATIONS, "column": "conc (mg/L)", "subject": "subject", "other": "time (h)"},
)
def figure_at_end_of_series(
    table: TableFolder,
    column: ColumnName,
    subject: SubjectColumn,
    other: OtherColumn,
    end: EndOfSeries = "last",
    figure: ChangeFigure = "mean",
    by: GroupColumn = "",
) -> TableFolder:
    """Compute the mean of a column at the first or last row (or visit) of each subject.

    Args:
        table: The table, with several rows for a subject.
        column: One of numbers.
        subject: The column that says whose the rows are.
        other: Their order: numbers of visits, times or dates.
        end: first or last.
        figure: mean, median, sum, lowest or highest of those rows, one of each subject.
        by: The column whose values make the groups; all subjects are one when left out.
    Returns:
        A table of one row, or one for each group: the subjects that have a value there, and the figure. A subject
        whose row at that end has no value is left out and told, and so are rows without an order.
    Raises:
        ToolInputError: a column is not there or holds no numbers, or a subject has two rows at that end.
    Source: definition.
    """
    choice("end", end, _ENDS)
    choice("figure", figure, _FIGURES)
    given = opened(table)
    held, values = _numbers(given, column)
    whose, when = _called(given, subject), moments(given, other)
    groups = _called(given, by) if by else [None] * len(values)
    kept: dict[Any, list[float]] = {}
    lacking: list[str] = []
    for places in _series(whose, [None if one is None else when[n] for n, one in enumerate(whose)]):
        last = places[-1] if end == "last" else places[0]
        if sum(when[place] == when[last] for place in places) > 1:
            raise ToolInputError(f"{subject} {whose[last]} has several rows with the {end} {other}")
        if (value := values[last]) is None or (by and groups[last] is None):
            lacking.append(str(whose[last]))
        else:
            kept.setdefault(groups[last], []).append(value)
    if not kept:
        raise ToolInputError(f"no {subject} has a {column} at the {end} {other}")
    order = sorted(kept.items(), key=lambda one: str(one[0]))
    rows = [[*([name] if by else []), len(own), change_figures(own, figure)[0]] for name, own in order]
    columns = [*([given.column(by)] if by else []), Column(name=f"different {subject}", kind="integer", unit="1")]
    title = f"{figure} {held.name} at the {end} {other}"
    columns.append(Column(name=title, kind="number", type=held.type, unit=held.unit))
    return made(lambda: of_rows(given, columns, rows, _lacked(f"{column} at the {end} {other}", lacking)))


def _lacked(what: str, lacking: list[str]) -> list[str]:
    return [f"no {what}: {', '.join(lacking[:8])}"] if lacking else []


def _called(table: Table, name: str) -> list[Any]:
    try:
        return list(table.values(name))
    except TableError as error:
        raise ToolInputError(str(error)) from error


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": CONCENTRATIONS,
        "column": "conc (mg/L)",
        "other": "time (h)",
        "first": 0.0,
        "second": 24.37,
        "subject": "subject",
    },
)
def change_between_levels(
    table: TableFolder,
    column: ColumnName,
    other: OtherColumn,
    first: FirstLevel,
    second: SecondLevel,
    subject: SubjectColumn,
    figure: ChangeFigure = "mean",
    by: GroupColumn = "",
) -> TableFolder:
    """Compute the mean change of a column between two levels of another, subject by subject.

    Args:
        table: The table, a row for each subject and level.
        column: One of numbers.
        other: The column of levels, numbers such as days.
        first: The level before, in the unit of that column.
        second: The level behind.
        subject: The column that says whose the rows are.
        figure: mean, median, sum, lowest or highest of the changes, second less first.
        by: The column whose values make the groups; all subjects are one when left out.
    Returns:
        A table of one row, or one for each group: the subjects that have a value at both levels, and the figure;
        beside a mean the sample standard deviation and its 95 % interval by Student's t. Subjects that lack one are
        left out and told.
    Raises:
        ToolInputError: a column is not there or holds no numbers, a subject has two rows at one level, or none has
            both.
    Source: definition; the interval by scipy.stats.
    """
    choice("figure", figure, _FIGURES)
    given = opened(table)
    held, values = _numbers(given, column)
    _, levels = _numbers(given, other)
    whose = _called(given, subject)
    groups = _called(given, by) if by else [None] * len(values)
    found: dict[Any, dict[float, tuple[float, Any]]] = {}
    for value, level, name, group in zip(values, levels, whose, groups, strict=True):
        if name is None or level not in (first, second):
            continue
        own = found.setdefault(name, {})
        if level in own:
            raise ToolInputError(f"{subject} {name} has several rows with {other} = {level:g}")
        if value is not None:
            own[level] = (value, group)
    return _changes(given, held, found, (first, second), (subject, other, by), figure)


def _changes(
    given: Table,
    held: Column,
    found: Mapping[Any, Mapping[float, tuple[float, Any]]],
    levels: tuple[float, float],
    names: tuple[str, str, str],
    figure: str,
) -> Path:
    """The table of the changes of those subjects that have both levels."""
    subject, other, by = names
    first, second = levels
    kept: dict[Any, list[float]] = {}
    for name, own in found.items():
        if first in own and second in own:
            if own[first][1] != own[second][1]:
                raise ToolInputError(f"{subject} {name} is of two groups of {by}")
            kept.setdefault(own[second][1], []).append(own[second][0] - own[first][0])
    if not kept:
        raise ToolInputError(f"no {subject} has a {held.name} at {other} {first:g} and at {second:g}")
    lacking = [str(name) for name, own in found.items() if len(own) < 2]
    rows = [
        [*([name] if by else []), len(own), *change_figures(own, figure)]
        for name, own in sorted(kept.items(), key=lambda one: str(one[0]))
    ]
    title = f"change of {held.name} from {other} {first:g} to {second:g}"
    columns = [*([given.column(by)] if by else []), Column(name=f"different {subject}", kind="integer", unit="1")]
    columns += change_columns(title, figure, difference_unit(held.unit))
    notes = [f"a value at one of both levels is missing: {', '.join(lacking[:8])}"] if lacking else []
    return made(lambda: of_rows(given, columns, rows, notes))
