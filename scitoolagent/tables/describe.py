"""What the columns of a table hold: kinds, units, counts, and figures of numbers."""

from __future__ import annotations

from scitoolagent.errors import TableError
from scitoolagent.tables.operations import derived, named_apart, rows_of
from scitoolagent.tables.store import PROBLEM, ROW, literal
from scitoolagent.tables.table import Column, Table

_FIGURES = (
    "count", "missing", "different values", "mean", "standard deviation", "lowest", "lower quartile", "median",
    "upper quartile", "highest",
)  # fmt: skip


def describe(table: Table, by: str = "", only: str = "") -> Table:
    """One row for each column: what it holds, how many values are there, are missing and differ; figures of numbers.

    Args:
        table: whose columns are summed up.
        by: the column whose values make groups; then there is a row for each column of numbers and group.
        only: the one column that is summed up.
    Raises:
        TableError: there is no such column, or none besides holds numbers to be told by group.
    """
    key = table.column(by) if by else None
    named = [table.column(only)] if only else table.columns
    chosen = [column for column in named if not key or (column.is_number and column != key)]
    if not chosen:
        raise TableError(f"no {'such ' if only else ''}column of {table.source or 'the table'} holds numbers")
    rows = []
    for row, column in enumerate(chosen, 1):
        grouped = table.place(key.name) if key else ""
        told = f"{literal(column.name)}, {literal(column.kind)}, {literal(column.unit) if column.unit else 'NULL'}"
        listed = f"{row} AS number, {grouped or 'NULL'} AS part, {told}, {_figures_of(table, column)}"
        rows.append(rows_of(table, listed) + (f" GROUP BY {grouped}" if grouped else ""))
    columns = ([key] if key else []) + [Column(name=title) for title in ("column", "kind", "unit")]
    columns += [Column(name=title, kind="integer", unit="1") for title in _FIGURES[:3]]
    # Each row has the unit of its column, so the columns here have none.
    columns += [Column(name=title, kind="number") for title in _FIGURES[3:]]
    first = 0 if key else 1
    names = ", ".join(("number", "part", *(f"c{place + 1 - first}" for place in range(len(columns) - 1 + first))))
    order = "ORDER BY number, part NULLS LAST"
    query = (
        f"SELECT row_number() OVER ({order}) AS {ROW}, NULL::VARCHAR AS {PROBLEM}, {'part AS c0, ' if key else ''}"  # noqa: S608
        f"* EXCLUDE (number, part) FROM ({' UNION ALL '.join(rows)}) AS figures({names}) {order}"
    )
    return derived(table, query, (), named_apart(columns), whole=False)


def _figures_of(table: Table, column: Column) -> str:
    """The figures of a column as SQL; what is told of numbers alone is missing of others."""
    place = table.place(column.name)
    counts = f"count({place}), count(*) - count({place}), count(DISTINCT {place})"
    if not column.is_number:
        return ", ".join((counts, *(["NULL::DOUBLE"] * len(_FIGURES[3:]))))
    quartiles = ", ".join(f"CAST(quantile_cont({place}, {share}) AS DOUBLE)" for share in (0.25, 0.5, 0.75))
    lowest, highest = (f"CAST({end}({place}) AS DOUBLE)" for end in ("min", "max"))
    return f"{counts}, avg({place}), stddev_samp({place}), {lowest}, {quartiles}, {highest}"
