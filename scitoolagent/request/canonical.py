"""The one plain sentence of a request: what the answer shows, and what training data are made from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scitoolagent.request.conditions import (
    Both,
    Compare,
    Condition,
    Contains,
    Dated,
    Ends,
    Missing,
    Not,
    OneOf,
)
from scitoolagent.request.rows import (
    Contrast,
    Correlation,
    Count,
    Draw,
    Fold,
    Group,
    Listing,
    Rank,
    RowExpression,
    Rows,
    Share,
    Test,
)

FileName = Callable[[str], str]
_SIGNS = {"<": "below", "<=": "at most", ">": "above", ">=": "at least", "=": "is", "!=": "is not"}
_DATED = {"<": "before", "<=": "until", ">": "after", ">=": "since", "=": "in"}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_ORDINALS = {2: "second ", 3: "third "}


def sentence(result: RowExpression, name_of: FileName) -> str:
    """Return the plain sentence of a result.

    Args:
        result: the expression.
        name_of: gives the name of a file by its handle.
    """
    return f"{_asked(result)}{_rows(result.of, name_of)}"


def _asked(result: RowExpression) -> str:
    if isinstance(result, Fold):
        return f"{result.aggregate} of {result.column}"
    if isinstance(result, Count):
        return f"number of different values of {result.column}" if result.column else "number of rows"
    if isinstance(result, Share):
        return f"share of rows where {condition_in_words(result.meeting)}, among all rows"
    if isinstance(result, Group):
        return _grouped(result)
    if isinstance(result, Rank):
        return _ranked(result)
    if isinstance(result, Listing):
        what = " and ".join(result.columns) or "all columns"
        return f"different values of {what}" if result.different else what
    if isinstance(result, Contrast):
        figure = "number of rows" if result.aggregate == "count" else f"{result.aggregate} of {result.column}"
        return f"{result.form} of the {figure} between {result.by} {result.first} and {result.second}"
    if isinstance(result, Correlation):
        return f"correlation of {result.column} with {result.other}"
    if isinstance(result, Draw):
        return _drawn(result)
    assert isinstance(result, Test)  # noqa: S101  the union has no other
    return f"test whether {result.column} differs by {result.by}"


def _grouped(group: Group) -> str:
    figures = " and ".join(f"{one} of {group.column}" for one in group.aggregates) or "number of rows"
    by = " and ".join(group.by)
    return f"the {by} with the {group.end} {figures}" if group.end else f"{figures} for each {by}"


_PICTURES = {
    "scatter": "scatter plot", "lines": "line plot", "histogram": "histogram", "boxes": "box plot", "bars": "bar chart",
}  # fmt: skip


def _drawn(draw: Draw) -> str:
    figure = f"{draw.aggregate} of {draw.column}" if draw.aggregate else draw.column or "number of rows"
    along = f" against {draw.other}" if draw.other else ""
    return f"{_PICTURES[draw.form]} of {figure}{along}{f' for each {draw.by}' if draw.by else ''}"


def _ranked(rank: Rank) -> str:
    place = _ORDINALS.get(rank.place, f"{rank.place}th " if rank.place > 1 else "")
    rows = f"{rank.count} rows" if rank.count > 1 else "row"
    shown = f", showing {' and '.join(rank.shown)}" if rank.shown else ""
    return f"the {rows} with the {place}{rank.end} {rank.column}{shown}"


def _rows(rows: Rows, name_of: FileName) -> str:
    where = f", of rows where {condition_in_words(rows.where)}" if rows.where is not None else ""
    return f" in {name_of(rows.file)}{where}"


def condition_in_words(condition: Condition) -> str:
    """Return a condition in plain words."""
    if isinstance(condition, Compare):
        unit = f" {condition.unit}" if condition.unit else ""
        return f"{condition.column} {_SIGNS[condition.sign]} {_shown(condition.value)}{unit}"
    if isinstance(condition, OneOf):
        return f"{condition.column} is {' or '.join(map(_shown, condition.values))}"
    if isinstance(condition, Contains):
        return f"{condition.column} contains {condition.text}"
    if isinstance(condition, Ends):
        return f"{condition.column} {condition.is_} {condition.text}"
    if isinstance(condition, Dated):
        return f"{condition.column} {_DATED[condition.sign]} {_day(condition.value)}"
    if isinstance(condition, Missing):
        return f"{condition.column} is missing"
    if isinstance(condition, Not):
        return f"not ({condition_in_words(condition.of)})"
    assert isinstance(condition, Both)  # noqa: S101  the union has no other
    return (" and " if condition.is_ == "all" else " or ").join(map(condition_in_words, condition.of))


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _day(value: str) -> str:
    if value.startswith("--"):
        return MONTHS[int(value[2:]) - 1]
    return f"a {WEEKDAYS[int(value[2:]) - 1]}" if value.startswith("-W") else value
