"""The values of columns that hold classes: what a question may name rows by."""

from __future__ import annotations

from scitoolagent.tables.store import connected, scan
from scitoolagent.tables.table import Table

_MOST, _LONGEST, _COLUMNS = 50, 60, 100
_BINARY = 2


def classes_of(table: Table) -> dict[str, tuple[str, ...]]:
    """The different values of each column of few short texts, or of two whole numbers, in their order."""
    found: dict[str, tuple[str, ...]] = {}
    if not table.parts:
        return found
    with connected(table.folder) as engine:
        for place, column in enumerate(table.columns[:_COLUMNS]):
            most = {"text": _MOST, "integer": _BINARY}.get(column.kind, 0)
            if not most or (column.kind == "text" and column.type):
                continue
            query = f"SELECT DISTINCT c{place} FROM {scan(table.paths)} WHERE c{place} IS NOT NULL LIMIT {most + 1}"  # noqa: S608
            values = [str(row[0]) for row in engine.execute(query).fetchall()]
            whole = column.kind == "integer" and len(values) != _BINARY
            if values and not whole and len(values) <= most and all(len(value) <= _LONGEST for value in values):
                found[column.name] = tuple(sorted(values))
    return found
