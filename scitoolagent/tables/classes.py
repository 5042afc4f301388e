"""The values of columns that hold classes: what a question may name rows by."""

from __future__ import annotations

from scitoolagent.language.words import word_list
from scitoolagent.tables.store import connected, scan
from scitoolagent.tables.table import Column, Table

_MOST, _LONGEST, _COLUMNS = 50, 60, 100
_BINARY = 2


def classes_of(table: Table) -> dict[str, tuple[str, ...]]:
    """The different values of each column of few short texts, of two whole numbers, or of models, in their order."""
    found: dict[str, tuple[str, ...]] = {}
    if not table.parts:
        return found
    with connected(table.folder) as engine:
        for place, column in enumerate(table.columns[:_COLUMNS]):
            most = _most(column)
            if not most:
                continue
            query = f"SELECT DISTINCT c{place} FROM {scan(table.paths)} WHERE c{place} IS NOT NULL LIMIT {most + 1}"  # noqa: S608
            values = [str(one) for one in sorted(row[0] for row in engine.execute(query).fetchall())]
            whole = column.kind == "integer" and most == _BINARY and len(values) != _BINARY
            if values and not whole and len(values) <= most and all(len(value) <= _LONGEST for value in values):
                found[column.name] = tuple(values)
    return found


def _most(column: Column) -> int:
    """How many different values a column may hold that are classes; none where it holds things of their own."""
    if column.kind == "text":
        return 0 if column.type else _MOST
    if column.kind != "integer":
        return 0
    return _MOST if column.name in word_list("tables", "model_column") else _BINARY
