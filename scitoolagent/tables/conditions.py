"""Conditions on rows: a small typed syntax tree, read from JSON and checked against the columns, never evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from scitoolagent.errors import TableError
from scitoolagent.request.conditions import (
    Both,
    Condition,
    Contains,
    Dated,
    Ends,
    Missing,
    Not,
    OneOf,
    Plain,
    columns_of,
)
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.store import connected, literal, scan
from scitoolagent.tables.table import Column, Table
from scitoolagent.tool.days import FORMATS, TIME
from scitoolagent.tool.differences import difference_in, says_difference
from scitoolagent.tool.units import UnitError, convert, unit_sign

_DEEPEST, _MOST = 12, 200
_FEW = 2
_SIGNS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "=", "!=": "<>"}
# Numbers that differ by less came out of another order of the same sum.
_SAME = 1e-9
_CONDITION: TypeAdapter[Any] = TypeAdapter(Condition)


def parse_condition(given: Any) -> Condition:
    """A condition as JSON has it.

    Raises:
        TableError: it is none; says where it is not.
    """
    _bounded(given)
    try:
        found: Condition = _CONDITION.validate_python(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise TableError(f"this is no condition: {place or 'it'}: {first['msg']}") from error
    return found


def _bounded(given: Any, depth: int = 0) -> int:
    """The number of values in it, however deep; refuses what is too deep or too much."""
    if depth > _DEEPEST:
        raise TableError(f"the condition is more than {_DEEPEST} levels deep")
    inner = given.values() if isinstance(given, dict) else given if isinstance(given, list | tuple) else ()
    count = 1 + sum(_bounded(one, depth + 1) for one in inner)
    if count > 10 * _MOST:
        raise TableError(f"the condition has more than {_MOST} parts")
    return count


def as_sql(condition: Condition, table: Table) -> tuple[str, list[Any]]:
    """A condition as SQL with places for its values, and these.

    Raises:
        TableError: a column is not there, holds values of another kind, or has a unit that does not fit.
    """
    if isinstance(condition, Not):
        text, values = as_sql(condition.of, table)
        return f"NOT ({text})", values
    if isinstance(condition, Both):
        parts = [as_sql(one, table) for one in condition.of]
        joined = (" AND " if condition.is_ == "all" else " OR ").join(f"({text})" for text, _ in parts)
        return joined, [value for _, values in parts for value in values]
    column, place = table.column(condition.column), table.place(condition.column)
    if isinstance(condition, Missing):
        return f"{place} IS NULL", []
    if isinstance(condition, Contains | Ends | Dated):
        return _of_text(condition, column, place)
    if isinstance(condition, OneOf):
        each = [_compared(column, place, "=", value, condition.unit) for value in condition.values]
        return " OR ".join(text for text, _ in each) or "false", [value for _, values in each for value in values]
    return _compared(column, place, condition.sign, condition.value, condition.unit)


def _of_text(condition: Contains | Ends | Dated, column: Column, place: str) -> tuple[str, list[Any]]:
    if column.kind != "text":
        raise TableError(f"column {shown(column.name)!r} holds {column.kind}, no text that could contain another")
    if isinstance(condition, Dated):
        if condition.value.startswith("--"):
            return f"month({_day(place)}) = ?", [int(condition.value[2:])]
        if condition.value.startswith("-W"):
            return f"isodow({_day(place)}) = ?", [int(condition.value[2:])]
        if condition.value.startswith("T"):
            hour, minute = map(int, condition.value[1:].split(":"))
            return f"{_second(place)} {_SIGNS[condition.sign]} ?", [3600 * hour + 60 * minute]
        return f"{_day(place)} {_SIGNS[condition.sign]} try_cast(? AS DATE)", [condition.value]
    name = {"contains": "contains", "starts with": "starts_with", "ends with": "ends_with"}[condition.is_]
    return f"{name}(lower({place}), lower(?))", [condition.text]


def _day(place: str) -> str:
    """The day that the text in a column is, in SQL, whatever the time of day behind it; NULL for any other text."""
    plain = f"regexp_replace(trim({place}), {literal(TIME)}, '')"
    return f"CAST(try_strptime({plain}, [{', '.join(map(literal, FORMATS))}]) AS DATE)"


def moment(place: str) -> str:
    """Return SQL for the moment that a text is: its day, and the time of day where one stands behind it."""
    return f"({_day(place)} + to_seconds(coalesce({_second(place)}, 0)))"


def _second(place: str) -> str:
    """The second of the day that the text in a column says behind a day, in SQL; NULL where it says none."""
    text = f"trim({place})"
    clock = literal(r"[T ](\d{1,2}):(\d{2})(?::(\d{2}))?")
    hour, minute, second = (f"try_cast(regexp_extract({text}, {clock}, {group}) AS INTEGER)" for group in (1, 2, 3))
    late = f"regexp_matches(lower({text}), '[0-9 ]pm$')"
    early = f"regexp_matches(lower({text}), '[0-9 ]am$')"
    hours = f"(CASE WHEN {late} THEN {hour} % 12 + 12 WHEN {early} THEN {hour} % 12 ELSE {hour} END)"
    known = f"{_day(place)} IS NOT NULL"
    return f"(CASE WHEN {known} THEN {hours} * 3600 + {minute} * 60 + coalesce({second}, 0) END)"


def _moment(condition: Dated, table: Table) -> str:
    """What a condition on dates looks at, in SQL: the day, or the time of it."""
    place = table.place(condition.column)
    return _second(place) if condition.value.startswith("T") else _day(place)


def _compared(column: Column, place: str, sign: str, value: Plain, unit: str) -> tuple[str, list[Any]]:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    fits = {"text": isinstance(value, str), "truth": isinstance(value, bool)}.get(column.kind, is_number)
    if not fits or (column.kind in ("text", "truth") and sign not in ("=", "!=")):
        raise TableError(f"column {shown(column.name)!r} holds {column.kind}; it cannot be {sign} {shown(value)!r}")
    if column.kind == "text":
        return f"lower({place}) {_SIGNS[sign]} lower(?)", [value]
    if column.kind == "truth":
        return f"{place} {_SIGNS[sign]} ?", [value]
    number = in_unit(float(value), unit, column)
    if sign in ("=", "!="):
        near = f"abs({place} - ?) <= {_SAME} * greatest(abs({place}), abs(?))"
        return near if sign == "=" else f"NOT ({near})", [number, number]
    return f"{place} {_SIGNS[sign]} ?", [number]


def in_unit(value: float, unit: str, column: Column) -> float:
    """A value in the unit of a column; one without a unit is in that already.

    Raises:
        TableError: the column's unit is not known, or is of another dimension.
    """
    if not unit:
        return value
    if column.unit is None:
        raise TableError(
            f"the header of column {shown(column.name)!r} says no unit, so {value:g} {unit} means nothing there"
        )
    try:
        return (difference_in if says_difference(column.name) else convert)(value, unit, column.unit)
    except UnitError as error:
        raise TableError(f"column {shown(column.name)!r} is in {unit_sign(column.unit) or '1'}: {error}") from error


def is_any_missing(condition: Condition, table: Table) -> str:
    """SQL that tells a row without a value that the condition needs; empty where it asks for missing ones itself."""
    wanted: Sequence[str] = columns_of(condition)
    known = [table.place(name) for name in wanted]
    dated = [f"{_moment(one, table)} IS NULL" for one in _dated(condition)]
    return " OR ".join([*(f"{place} IS NULL" for place in known), *dated])


def refuse_other_dates(condition: Condition, table: Table) -> None:
    """Refuse a condition on dates where most are written otherwise than 2024-03-31: of each nothing would be known.

    Raises:
        TableError: a column of dates holds others.
    """
    for one in _dated(condition):
        name, place = one.column, table.place(one.column)
        read = f"count({place}), count({_moment(one, table)}), min({place})"
        with connected(table.folder) as engine:
            held, known, first = engine.execute(f"SELECT {read} FROM {scan(table.paths)}").fetchone()  # noqa: S608
        if known * _FEW < held:
            wanted = "2024-03-31 14:30" if one.value.startswith("T") else "2024-03-31"
            told = f"{held - known:,} of {held:,} values of column {shown(name)!r} are no dates as {wanted} is"
            raise TableError(f"{told} (one is {shown(str(first))!r}); nothing is known of those")


def _dated(condition: Condition) -> tuple[Dated, ...]:
    """The conditions on dates in it."""
    if isinstance(condition, Not):
        return _dated(condition.of)
    if isinstance(condition, Both):
        return tuple(dict.fromkeys(inner for one in condition.of for inner in _dated(one)))
    return (condition,) if isinstance(condition, Dated) else ()
