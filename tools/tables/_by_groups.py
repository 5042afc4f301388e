"""Figures of each group of rows, as the rows of a new table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.added import of_rows
from scitoolagent.tools.tables._numbers import Numbers
from scitoolagent.tools.tables._rows import made

_MOST_GROUPS, _FEW = 1000, 3


def by_groups(
    given: Numbers,
    by: str,
    new: Sequence[Column],
    figures: Callable[[Numbers], tuple[list[float], tuple[str, ...]]],
    least: int = _FEW,
) -> Path:
    """A table with figures of each group of rows.

    Args:
        given: the rows, with the column of groups as the first of the others.
        by: the column of groups.
        new: the columns of the figures.
        figures: computes them, and what is to be told of the group.
        least: how many rows a group needs.
    """
    import numpy as np

    key = given.table.column(by)
    notes = list(given.notes)
    rows: list[list[Any]] = []
    for name, own in _groups(given, by):
        count = len(own.kept)
        same = next((one.name for one, held in zip(own.columns, own.values.T, strict=True) if not np.ptp(held)), "")
        problem = f"{count} rows have all values; at least {least} are needed" if count < least else ""
        problem = problem or (f"{same} has one value in all {count} rows" if same else "")
        found: list[Any] = [None] * len(new)
        told: tuple[str, ...] = ()
        try:
            found, told = (found, ()) if problem else figures(own)
        except ToolInputError as error:
            problem = str(error)
        notes += [f"{by} {name}: {one}" for one in ([problem] if problem else told)]
        rows.append([name, count, *found])
    columns = [key, Column(name="rows", kind="integer", unit="1"), *new]
    return made(lambda: of_rows(given.table, columns, rows, notes))


def _groups(given: Numbers, by: str) -> Iterator[tuple[Any, Numbers]]:
    """The rows of each group, by its name.

    Raises:
        ToolInputError: there are too many.
    """
    import numpy as np

    names = sorted(set(given.others[0]))
    if len(names) > _MOST_GROUPS:
        raise ToolInputError(f"{by} makes {len(names):,} groups; at most {_MOST_GROUPS:,} are taken")
    for name in names:
        inside = np.array([one == name for one in given.others[0]])
        yield name, replace(given, values=given.values[inside], kept=given.kept[inside], others=())
