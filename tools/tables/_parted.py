"""Figures of each group of rows, or of all rows as one, where a group without a figure keeps its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tables.added import of_rows
from scitoolagent.tool import Semantic
from scitoolagent.tools.tables._given import named
from scitoolagent.tools.tables._numbers import Numbers
from scitoolagent.tools.tables._rows import made

_MOST_GROUPS = 1000
# What a group has, value by value, None for what it has not; and what is to be told of it.
Figures = tuple[Sequence[Any], Sequence[str]]

ClassName = Annotated[
    str, Semantic("ClassName", parent="Parameter", label="class of a column of a table", needs_context=True)
]


def rows_of_groups(
    given: Numbers, by: str, new: Sequence[Column], figures: Callable[[Numbers], Figures], falling: bool = False
) -> Path:
    """A table with a row for each group: how many rows it has, and its figures.

    Args:
        given: the rows, with the column of groups as the first of the others where there is one.
        by: that column; all rows are one group when empty.
        new: the columns of the figures.
        figures: computes them; a group that it refuses has none, and a note says why.
        falling: whether the group with the highest first figure comes first; those without one are last.
    """
    rows: list[list[Any]] = []
    # What is told of several groups is told once.
    notes: dict[str, list[str]] = {}
    for name, own in parted(given, by):
        try:
            found, told = figures(own)
        except ToolInputError as error:
            if not by:
                raise
            found, told = [None] * len(new), [str(error)]
        for one in told:
            notes.setdefault(one, []).append(str(name))
        rows.append([*([name] if by else []), len(own.kept), *found])
    if falling:
        first = len(rows[0]) - len(new) if rows else 0
        rows.sort(key=lambda row: (row[first] is None, -(row[first] or 0)))
    columns = [*([key_of(given.table, by)] if by else []), Column(name="rows", kind="integer", unit="1"), *new]
    listed = [f"{by} {named(names)}: {one}" if by else one for one, names in notes.items()]
    return made(lambda: of_rows(given.table, columns, rows, [*given.notes, *listed]))


def parted(given: Numbers, by: str) -> Iterator[tuple[Any, Numbers]]:
    """The rows of each group by its name, also of those that have none; all rows where no column makes groups.

    Raises:
        ToolInputError: there are too many groups.
    """
    import numpy as np

    if not by:
        yield None, given
        return
    names = sorted(_names(given.table, by))
    if len(names) > _MOST_GROUPS:
        raise ToolInputError(f"{by} makes {len(names):,} groups; at most {_MOST_GROUPS:,} are taken")
    keys, *rest = given.others
    for name in names:
        places = [place for place, one in enumerate(keys) if one == name]
        inside = np.array(places, dtype=int)
        others = tuple(tuple(values[place] for place in places) for values in rest)
        yield name, replace(given, values=given.values[inside], kept=given.kept[inside], others=others)


def key_of(table: Table, by: str) -> Column:
    """The column of groups.

    Raises:
        ToolInputError: there is none.
    """
    try:
        return table.column(by)
    except TableError as error:
        raise ToolInputError(str(error)) from error


def _names(table: Table, by: str) -> set[Any]:
    """All that stands in a column, in rows without numbers, too."""
    return {value for chunk in table.chunks(columns=(by,)) for value in chunk.values[by] if value is not None}
