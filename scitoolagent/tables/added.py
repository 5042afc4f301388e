"""Tables of values that were computed outside the engine: columns beside those of a table, or rows of their own."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.tables.build import Builder
from scitoolagent.tables.operations import derived, named_apart
from scitoolagent.tables.store import connected, new_folder, scan, write_part
from scitoolagent.tables.table import CHUNK, Column, Table


class _NoTypes:
    """Declared columns are not recognised."""

    types: dict[str, Any] = {}  # noqa: RUF012

    def role(self, name: str, /) -> str:
        return "value"

    def is_a(self, name: str, broader: str, /) -> bool:
        return name == broader


def with_values(
    table: Table, columns: Sequence[Column], values: Sequence[Sequence[Any]], notes: Sequence[str] = ()
) -> Table:
    """The rows of a table with further columns.

    Args:
        table: whose rows they are.
        columns: of the new values; names that are there already get a number.
        values: for each new column one value a row, None where there is none.
        notes: what is to be told.
    Raises:
        TableError: there is not one value for each row.
    """
    if any(len(given) != table.rows for given in values):
        raise TableError(f"the table has {table.rows:,} rows, the new columns {sorted({*map(len, values)})}")
    folder = new_folder(table.folder.parent)
    try:
        parts: list[Path] = []
        names = [(f"n{place}", column.kind) for place, column in enumerate(columns)]
        for start in range(0, table.rows, CHUNK):
            path = folder / f"added-{len(parts):06}.parquet"
            with connected(folder) as engine:
                write_part(engine, path, names, [given[start : start + CHUNK] for given in values])
            parts.append(path)
        listed = ", ".join(f"b.n{place} AS c{len(table.columns) + place}" for place in range(len(columns)))
        query = f"SELECT a.*, {listed} FROM {scan(table.paths)} a POSITIONAL JOIN {scan(parts)} b"  # noqa: S608
        return derived(table, query, (), named_apart([*table.columns, *columns]), notes, (folder,))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def of_rows(
    beside: Table, columns: Sequence[Column], rows: Iterable[Sequence[Any]], notes: Sequence[str] = (), most: int = 0
) -> Table:
    """A table of rows of its own, which are numbered; memory holds some of them.

    Args:
        beside: the table it is made of; its source and its notes stay.
        columns: of the new table.
        rows: their values.
        notes: what is to be told.
        most: how many rows are taken; no bound when 0.
    Raises:
        TableError: there are more.
    """
    with Builder(beside.folder.parent, beside.source, named_apart(columns)) as builder:
        for number, row in enumerate(rows, 1):
            if most and number > most:
                raise TableError(f"there are more than {most:,} rows in the result; ask for less")
            builder.append(number, row)
        builder.notes += dict.fromkeys((*beside.notes, *notes))
        made = builder.finish(_NoTypes())
    return made.model_copy(update={"findings": beside.findings}).save() if beside.findings else made
