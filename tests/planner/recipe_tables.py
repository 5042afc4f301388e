"""Made-up tables that fit the lines by which a recipe describes its table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import product
from random import Random
from typing import Any

# A cell without a value is None.
Row = dict[str, Any]

_NUMBER_LINE = re.compile(r"'([^']*)': number from (\S+) to (\S+?)(?:, (\d+) missing)?")
_TEXT_LINE = re.compile(r"'([^']*)': text, (?:(\d+) values: )?('[^']*'(?:, '[^']*')*)(, …)?(?:, (\d+) missing)?")
_QUOTED = re.compile(r"'([^']*)'")
_COUNTED = re.compile(r"(.*?)(\d+)(\D*)")
_TIMES = ("%Y-%m-%d", "%Y-%m-%d %H:%M")
# A description lists the values of a column only where they are no more than these.
_MOST_LISTED = 6


@dataclass(frozen=True)
class Column:
    """One line of a description; it has either values or limits."""

    name: str
    values: tuple[str, ...] = ()
    low: float = 0
    high: float = 0
    decimals: int = 0
    missing: int = 0

    def number(self, rng: Random) -> float:
        if self.decimals == 0:
            return rng.randint(int(self.low), int(self.high))
        return round(rng.uniform(self.low, self.high), self.decimals)


@dataclass(frozen=True)
class Layout:
    """What a table has to be like beyond its description, so that its question has one clear answer.

    Args:
        keys: columns of which each combination of values is in the table.
        repeats: rows for each combination of the keys.
        rows: how many rows there are without keys; any number from 36 to 60 by default.
        values: the values of a column, for a column of numbers or in place of the text continued by counting.
        adjust: changes the rows before they are rounded, e.g. makes them follow a law.
    """

    keys: tuple[str, ...] = ()
    repeats: int = 1
    rows: int | None = None
    values: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    adjust: Callable[[list[Row], Random], None] | None = None


def read_column(line: str) -> Column:
    if match := _NUMBER_LINE.fullmatch(line):
        name, low, high, missing = match.groups()
        decimals = max(len(limit.partition(".")[2]) for limit in (low, high))
        return Column(name, (), float(low), float(high), decimals, int(missing or 0))
    match = _TEXT_LINE.fullmatch(line)
    assert match, f"not the line of a column: {line}"
    name, count, listed, more, missing = match.groups()
    values = tuple(_QUOTED.findall(listed))
    assert bool(count) == bool(more), f"either a count and more values, or neither: {line}"
    if count:
        assert int(count) > _MOST_LISTED, f"so few values are all listed: {line}"
        values = _continued(values, int(count))
    else:
        assert len(values) <= _MOST_LISTED, f"so many values are counted: {line}"
    return Column(name, values, missing=int(missing or 0))


def _continued(first: Sequence[str], count: int) -> tuple[str, ...]:
    """Goes on from the first values to so many: by the step of times, or by counting."""
    for form in _TIMES:
        try:
            times = [datetime.strptime(text, form) for text in first]
        except ValueError:
            continue
        step = times[1] - times[0] if len(times) > 1 else timedelta(days=1)
        return tuple((times[0] + place * step).strftime(form) for place in range(count))
    match = _COUNTED.fullmatch(first[0])
    assert match, f"cannot go on from {first}"
    before, number, after = match.groups()
    return tuple(f"{before}{int(number) + place:0{len(number)}}{after}" for place in range(count))


def make_rows(lines: Sequence[str], layout: Layout, rng: Random) -> list[Row]:
    """Rows in random order that fit the lines and the layout."""
    columns = [read_column(line) for line in lines]
    unknown = {*layout.keys, *layout.values} - {column.name for column in columns}
    assert not unknown, f"no such columns: {unknown}"
    rows = _filled(columns, layout, rng)
    if layout.adjust is not None:
        layout.adjust(rows, rng)
    for column in columns:
        _tidy(column, rows)
        if column.values and column.name not in layout.values:
            lost = set(column.values) - {row[column.name] for row in rows}
            assert not lost, f"{column.name}: no row has {lost}"
        _take_out(column, rows, rng)
    rng.shuffle(rows)
    return [{column.name: row[column.name] for column in columns} for row in rows]


def _filled(columns: Sequence[Column], layout: Layout, rng: Random) -> list[Row]:
    domains = {column.name: layout.values.get(column.name, column.values) for column in columns}
    if layout.keys:
        combinations = product(*(domains[key] for key in layout.keys))
        keyed = [dict(zip(layout.keys, values, strict=True)) for values in combinations]
        rows = [dict(row) for row in keyed for _ in range(layout.repeats)]
    else:
        rows = [{} for _ in range(layout.rows or rng.randint(36, 60))]
    for column in columns:
        if column.name in layout.keys:
            continue
        for row, value in zip(rows, _drawn(column, domains[column.name], len(rows), rng), strict=True):
            row[column.name] = value
    return rows


def _drawn(column: Column, domain: Sequence[Any], count: int, rng: Random) -> list[Any]:
    """Values for so many rows: each value of the domain at least once where there are rows enough."""
    if not domain:
        return [column.number(rng) for _ in range(count)]
    drawn = [*domain[:count], *(rng.choice(domain) for _ in range(count - len(domain)))]
    rng.shuffle(drawn)
    return drawn


def _tidy(column: Column, rows: list[Row]) -> None:
    """Rounds numbers as the description shows them, which says nothing of values outside its limits."""
    if column.values:
        return
    for row in rows:
        if row[column.name] is None:
            continue
        number = round(float(row[column.name]), column.decimals)
        assert column.low <= number <= column.high, f"{column.name}: {number} is outside the limits"
        row[column.name] = number if column.decimals else int(number)


def _take_out(column: Column, rows: list[Row], rng: Random) -> None:
    """Leaves so many values missing as the description says, unless the layout has done it."""
    if column.missing and all(row[column.name] is not None for row in rows):
        for row in rng.sample(rows, column.missing):
            row[column.name] = None
    missing = sum(row[column.name] is None for row in rows)
    assert missing == column.missing, f"{column.name}: {missing} values are missing, not {column.missing}"
