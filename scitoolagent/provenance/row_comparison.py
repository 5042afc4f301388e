"""Compare a table of a run with the one that a step gives now: cell by cell where the rows of the run are at hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scitoolagent.provenance.packed_tables import MOST_CELLS, Cell, PackedTable, packed_table
from scitoolagent.records import Value

_SHOWN = 60


def size_of(value: Value) -> str:
    """How large a table is, as people read it."""
    rows, columns = value.rows or 0, len(value.columns)
    return f"{rows:,} row{'s' * (rows != 1)} × {columns} column{'s' * (columns != 1)}"


class RowComparison:
    """Names the first difference between two tables.

    Args:
        store: the folder of the tables that are made now; those of the run may lie there, too.
        packed: the rows of tables of the run, by their names.
        is_same_engine: whether the names of equal tables are equal: they are digests that DuckDB makes.
    """

    def __init__(
        self, store: Path, packed: Mapping[str, PackedTable] | None = None, is_same_engine: bool = True
    ) -> None:
        self._store, self._packed, self._is_same_engine = store, packed or {}, is_same_engine

    def difference(self, name: str, before: Value, after: Value) -> str:
        """What differs between the table of the run and the one that is made now; empty where nothing does.

        Args:
            name: of the output.
            before: the table of the run.
            after: the table that is made now.
        """
        if (before.rows, before.columns) != (after.rows, after.columns):
            named = _columns(before, after)
            return f"{name}: {size_of(before)} in the run, {size_of(after)} now{named}"
        is_named_alike = before.value == after.value
        packed = self._packed.get(str(before.value))
        if packed is None and not is_named_alike:
            packed = packed_table(self._store, str(before.value), MOST_CELLS)
        if packed is None:
            return "" if is_named_alike else f"{name}: {size_of(before)} both times, but not the same rows"
        now = packed_table(self._store, str(after.value), MOST_CELLS)
        if now is None:
            return f"{name}: the {size_of(after)} that are made now cannot be read"
        if packed.columns != now.columns or len(packed.cells) > (now.total if packed.is_whole else len(now.cells)):
            return f"{name}: the record of its rows is not that of a table of {size_of(before)}"
        if found := _first(packed, now):
            return f"{name}, {found}"
        if is_named_alike or (packed.is_whole and not self._is_same_engine):
            return ""
        what = "what is noted of its rows" if packed.is_whole else f"a row behind the first {len(packed.cells)}"
        return f"{name}: {what} differs, or the name of the table in the run is not its own"


def _columns(before: Value, after: Value) -> str:
    old, new = ([column.name for column in value.columns] for value in (before, after))
    gone, come = [name for name in old if name not in new], [name for name in new if name not in old]
    told = [f"without {name[:_SHOWN]!r}" for name in gone[:1]] + [f"with {name[:_SHOWN]!r}" for name in come[:1]]
    return f", {' and '.join(told)}" if told else ""


def _first(before: PackedTable, now: PackedTable) -> str:
    """The first cell that differs, by the number of its row, what the row is called, and the header."""
    rows = zip(before.numbers, before.cells, now.numbers, now.cells, strict=False)
    for number, old, other, new in rows:
        called = next((cell for cell in new if isinstance(cell, str) and cell), "")
        row = f"row {other}" + (f" ({called[:_SHOWN]})" if called else "")
        if number != other:
            return f"row {number} in the run, {row} in its place now"
        if len(old) != len(new):
            return f"{row}: {len(old)} cells in the run, {len(new)} now"
        for column, one, another in zip(before.columns, old, new, strict=True):
            if not _is_same(one, another):
                return f"{row}, {column.name[:_SHOWN]}: {_shown(one)} in the run, {_shown(another)} now"
    return ""


def _is_same(one: Cell, other: Cell) -> bool:
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def _shown(cell: Cell) -> str:
    return "nothing" if cell is None else repr(cell)[:_SHOWN]
