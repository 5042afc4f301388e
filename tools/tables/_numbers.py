"""The columns of numbers that a computation takes, row by row, with what is left out counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tools.tables._given import named
from scitoolagent.tools.tables._rows import opened

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_VALUES = 50_000_000


@dataclass(frozen=True)
class Numbers:
    """Rows that have a number in each of some columns.

    Attributes:
        table: the table they are of.
        columns: the columns.
        values: a row of the array for each row that is whole.
        kept: the place of each of these among all rows of the table, from 0.
        others: the values of further columns in these rows.
    """

    table: Table
    columns: tuple[Column, ...]
    values: NDArray[Any]
    kept: NDArray[Any]
    others: tuple[tuple[Any, ...], ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """How many rows are left out, where any are."""
        gone = self.table.rows - len(self.kept)
        listed = named([column.name for column in self.columns]) if self.columns else "what is compared"
        return (f"{gone:,} of {self.table.rows:,} rows lack a value ({listed}) and are left out",) if gone else ()

    def spread(self, found: Sequence[Any]) -> list[Any]:
        """One value for each row of the table: those found, and None for rows that are left out."""
        values: list[Any] = [None] * self.table.rows
        for place, value in zip(self.kept, found, strict=True):
            values[int(place)] = value
        return values


def numbers_of(
    table: Path | Table, names: Sequence[str], least: int, others: Sequence[str] = (), varied: bool = False
) -> Numbers:
    """The rows of a table that have a number in each column named.

    Args:
        table: a table.
        names: columns of numbers.
        least: how many such rows are needed.
        others: further columns of any kind, in which these rows must have a value, too.
        varied: whether a column with one value in all rows is refused.
    Raises:
        ToolInputError: a column is not there, is named twice, holds no numbers or one value; there are too many values
            or too few rows.
    """
    import numpy as np

    given = table if isinstance(table, Table) else opened(table)
    known, beside = _known(given, names, others)
    if given.rows * (len(known) + len(beside)) > _MOST_VALUES:
        raise ToolInputError(f"the table has {given.rows:,} rows; at most {_MOST_VALUES:,} values are taken at once")
    wanted = tuple(dict.fromkeys(column.name for column in (*known, *beside)))
    found: list[list[float]] = []
    kept: list[int] = []
    further: list[tuple[Any, ...]] = []
    place = 0
    for chunk in given.chunks(columns=wanted):
        columns = [chunk.values[column.name] for column in known]
        more = [chunk.values[column.name] for column in beside]
        for row in range(len(chunk)):
            values = [column[row] for column in columns]
            rest = tuple(column[row] for column in more)
            if None not in values and None not in rest and all(map(_is_finite, values)):
                found.append(values)
                kept.append(place)
                further.append(rest)
            place += 1
    if len(found) < least:
        listed = named([column.name for column in (*known, *beside)])
        raise ToolInputError(f"{len(found)} rows have a value of {listed}; at least {least} are needed")
    array = np.array(found, dtype=float).reshape(len(found), len(known))
    if varied and (same := [column.name for column, values in zip(known, array.T, strict=True) if not np.ptp(values)]):
        raise ToolInputError(f"{same[0]} has one value in all {len(found)} rows; leave it out")
    return Numbers(given, known, array, np.array(kept, dtype=int), tuple(zip(*further, strict=True)))


def _known(table: Table, names: Sequence[str], others: Sequence[str]) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    try:
        known = tuple(table.column(name) for name in names)
        beside = tuple(table.column(name) for name in others)
    except TableError as error:
        raise ToolInputError(str(error)) from error
    if twice := next((column.name for column in known if known.count(column) > 1), None):
        raise ToolInputError(f"{twice} is named twice; name each column once")
    for column in known:
        if not column.is_number:
            raise ToolInputError(f"column {column.name!r} holds {column.kind}, no numbers")
    return known, beside


def _is_finite(value: float) -> bool:
    return value - value == 0
