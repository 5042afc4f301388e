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
        separator: between the values of a line; found out where empty.
        decimal: the decimal sign of numbers, `.` or `,`; found out where empty.
        header: whether the first row holds the names of the columns; found out when None.
        sheet: of a workbook; the first where empty. Of GenBank records the kind of feature whose rows are read.
        bounds: what is refused before it is read.
        progress: told how many rows are read, now and then.
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
