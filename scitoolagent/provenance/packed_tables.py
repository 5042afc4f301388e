"""The rows of a table as they are carried away with a run: all of them, or the first where there are too many."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from scitoolagent.errors import TableError
from scitoolagent.gate import screen_each
from scitoolagent.records import Column, Record
from scitoolagent.tables import Table

MOST_CELLS = 20_000
# Of a larger table a person sees the beginning.
FIRST_ROWS = 50
_TABLE = re.compile(r"[0-9a-f]{16}")

Cell = str | int | float | bool | None


class PackedTable(Record):
    """The rows of a table that a step gave: all of them, or the first where there are too many."""

    columns: tuple[Column, ...]
    total: Annotated[int, Field(ge=0)]
    numbers: tuple[int, ...]
    cells: tuple[tuple[Cell, ...], ...]
    source: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether no row was left out."""
        return len(self.cells) == self.total


def packed_table(store: Path, name: str, most: int) -> PackedTable | None:
    """The rows of a table; only the first where it has more cells than `most`, None where it is not on the disk.

    What is never worked on is left out, as it is from every answer: nobody who opens a page has to meet it.
    """
    if not _TABLE.fullmatch(name):
        return None
    try:
        table = Table.load(store / name)
        is_small = table.rows * max(1, len(table.columns)) <= most
        head = table.head(max(1, table.rows) if is_small else FIRST_ROWS)
    except TableError:
        return None
    columns = [head.values[column.name] for column in table.columns]
    cells = [tuple(map(_cell, row)) for row in zip(*columns, strict=True)]
    stopped = stopped_texts(cells)
    return PackedTable(
        columns=table.columns,
        total=table.rows,
        numbers=head.rows,
        cells=tuple(tuple(None if cell in stopped else cell for cell in row) for row in cells),
        source=table.source,
    )


def stopped_texts(cells: Iterable[Iterable[Cell]]) -> set[Cell]:
    """The texts among the cells of a table that the safety gate never lets pass.

    Raises:
        SafetyDatabaseError: the hazard database cannot be used.
    """
    texts = list(dict.fromkeys(cell for row in cells for cell in row if isinstance(cell, str)))
    found = zip(texts, screen_each("", texts), strict=True)
    return {text for text, items in found if any(item.finding.verdict == "block" for item in items)}


def _cell(value: Any) -> Cell:
    """A value as JSON has it: what is no number in a column of numbers is none."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value if value is None or isinstance(value, str | int | float) else str(value)
