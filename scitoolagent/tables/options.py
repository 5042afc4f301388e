"""How a file is to be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scitoolagent.tables.bounds import USUAL, Bounds
from scitoolagent.tables.build import Builder
from scitoolagent.tables.recognise import Types
from scitoolagent.tables.table import Column


def _untold(rows: int) -> None:
    """For who wants to hear nothing."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a file is to be read.

    Attributes:
        types: all semantic types; the tool graph.
        store: the folder of all tables.
        strict: refuse the file at its first malformed row.
        separator: between the values of a line; detected if empty.
        decimal: the decimal sign of numbers, `.` or `,`; detected if empty.
        header: whether the first row has the names of the columns; detected if None.
        sheet: of a workbook; the first if empty. For GenBank records, the kind of feature whose rows are read.
        bounds: the limits that are checked before reading.
        progress: called with the number of rows read so far.
    """

    types: Types
    store: Path
    strict: bool = False
    separator: str = ""
    decimal: str = ""
    header: bool | None = None
    sheet: str = ""
    bounds: Bounds = USUAL
    progress: Callable[[int], None] = _untold

    def builder(self, source: str, columns: Sequence[Column], guessed: bool = False) -> Builder:
        """Takes the rows of a file."""
        return Builder(self.store, source, columns, guessed=guessed, strict=self.strict, bounds=self.bounds)


TOLD_EVERY = 50_000
