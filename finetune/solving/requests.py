"""Closed requests about the rows of a random table, drawn at random: each has one meaning, and a plan."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Literal

from scitoolagent.finetune.solving.tables import RandomColumn, RandomTable
from scitoolagent.request.conditions import Compare, Condition, Missing, Not, OneOf, all_of
from scitoolagent.request.rows import (
    Aggregate,
    Contrast,
    Correlation,
    Count,
    End,
    Fold,
    Group,
    Listing,
    Rank,
    RowExpression,
    Rows,
    Share,
    Test,
)

_AGGREGATES: tuple[Aggregate, ...] = ("mean", "median", "sum", "lowest", "highest", "standard deviation", "range")
# How often each kind is drawn.
_WEIGHTS = {
    "fold": 20, "count": 14, "share": 8, "group": 16, "end": 8, "rank": 14, "listing": 8, "contrast": 8,
    "correlation": 5, "test": 4,
}  # fmt: skip
_WHERE_SHARE, _TWO_SHARE = 0.5, 0.25


def draw_request(table: RandomTable, file: str, rng: random.Random) -> RowExpression:
    """A random request about a table.

    Args:
        table: the table.
        file: the handle of its file.
        rng: draws.
    """
    kind = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
    return _MAKERS[kind](_Draw(table, file, rng))


class _Draw:
    """Draws the parts of a request."""

    def __init__(self, table: RandomTable, file: str, rng: random.Random) -> None:
        self.table, self.file, self.rng = table, file, rng

    def rows(self, without: str = "", share: float = _WHERE_SHARE) -> Rows:
        """All rows, or those that meet a condition on other columns than one."""
        if self.rng.random() > share:
            return Rows(file=self.file)
        first = self.condition(without)
        if self.rng.random() > _TWO_SHARE:
            return Rows(file=self.file, where=first)
        other = next((name for name in _columns(first)), "")
        second = self.condition(without, other)
        return Rows(file=self.file, where=all_of([first, second]))

    def condition(self, *without: str) -> Condition:
        """A condition on a column that is not one of some."""
        columns = [one for one in self.table.columns[1:] if one.header not in without]
        column = self.rng.choice(columns)
        return self._of_number(column) if column.is_number else self._of_text(column)

    def _of_number(self, column: RandomColumn) -> Condition:
        values = sorted(cell for cell in column.cells if cell is not None)
        # A limit that some rows meet and others do not.
        value = values[self.rng.randrange(1, len(values) - 1)]
        return Compare(column=column.header, sign=self.rng.choice(("<", "<=", ">", ">=")), value=value)

    def _of_text(self, column: RandomColumn) -> Condition:
        drawn = self.rng.random()
        if drawn < 0.15 and len(column.levels) > 2:
            return OneOf(column=column.header, values=tuple(self.rng.sample(column.levels, 2)))
        value = self.rng.choice(column.levels)
        return Compare(column=column.header, sign="!=" if drawn > 0.9 else "=", value=value)

    def number(self) -> RandomColumn:
        """A column of numbers."""
        return self.rng.choice(self.table.numbers)

    def group(self) -> RandomColumn:
        """A column that makes groups."""
        return self.rng.choice(self.table.groups)


def _columns(condition: Condition) -> tuple[str, ...]:
    return (condition.column,) if isinstance(condition, Compare | OneOf) else ()


def _fold(draw: _Draw) -> RowExpression:
    column = draw.number().header
    return Fold(of=draw.rows(column), aggregate=draw.rng.choice(_AGGREGATES), column=column)


def _count(draw: _Draw) -> RowExpression:
    holed = [one for one in draw.table.numbers if one.missing]
    if holed and draw.rng.random() < 0.4:
        missing: Condition = Missing(column=draw.rng.choice(holed).header)
        where = Not(of=missing) if draw.rng.random() < 0.3 else missing
        return Count(of=Rows(file=draw.file, where=where))
    if draw.rng.random() < 0.2:
        column = draw.group().header
        return Count(of=draw.rows(column), column=column)
    return Count(of=draw.rows(share=0.9))


def _share(draw: _Draw) -> RowExpression:
    return Share(
        of=Rows(file=draw.file), meeting=draw.condition(*(one.header for one in draw.table.numbers if one.missing))
    )


def _group(draw: _Draw) -> RowExpression:
    by, column = draw.group().header, draw.number().header
    if draw.rng.random() < 0.25:
        return Group(of=draw.rows(by), by=(by,))
    figures: tuple[Aggregate, ...] = (draw.rng.choice(("mean", "mean", "median", "sum", "highest")),)
    return Group(of=draw.rows(by, 0.3), by=(by,), column=column, aggregates=figures)


def _end(draw: _Draw) -> RowExpression:
    by, column = draw.group().header, draw.number().header
    figure: Aggregate = draw.rng.choice(("mean", "mean", "median", "sum"))
    end: End = draw.rng.choice(("highest", "lowest"))
    return Group(of=draw.rows(by, 0.2), by=(by,), column=column, aggregates=(figure,), end=end)


def _rank(draw: _Draw) -> RowExpression:
    column = draw.number().header
    count = draw.rng.choice((1, 1, 1, 3, 5))
    place = 2 if count == 1 and draw.rng.random() < 0.15 else 1
    end: End = draw.rng.choice(("highest", "lowest"))
    shown = (draw.table.key.header,)
    return Rank(of=draw.rows(column, 0.3), column=column, end=end, count=count, place=place, shown=shown)


def _listing(draw: _Draw) -> RowExpression:
    if draw.rng.random() < 0.25:
        return Listing(of=Rows(file=draw.file), columns=(draw.group().header,), different=True)
    return Listing(of=draw.rows(share=1.0), columns=(draw.table.key.header,))


def _contrast(draw: _Draw) -> RowExpression:
    by, column = draw.group(), draw.number().header
    first, second = draw.rng.sample(by.levels, 2)
    figure: Literal["mean", "median"] = draw.rng.choice(("mean", "median"))
    return Contrast(of=Rows(file=draw.file), aggregate=figure, column=column, by=by.header, first=first, second=second)


def _correlation(draw: _Draw) -> RowExpression:
    one, other = draw.rng.sample(draw.table.numbers, 2)
    return Correlation(of=Rows(file=draw.file), column=one.header, other=other.header)


def _test(draw: _Draw) -> RowExpression:
    return Test(of=Rows(file=draw.file), column=draw.number().header, by=draw.group().header)


_MAKERS: dict[str, Callable[[_Draw], RowExpression]] = {
    "fold": _fold,
    "count": _count,
    "share": _share,
    "group": _group,
    "end": _end,
    "rank": _rank,
    "listing": _listing,
    "contrast": _contrast,
    "correlation": _correlation,
    "test": _test,
}
