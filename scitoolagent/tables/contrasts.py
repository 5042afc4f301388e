"""Rows and groups against one another: the shares in each group, the rows nearest to a value."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.errors import TableError
from scitoolagent.request.conditions import Condition
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.conditions import as_sql, refuse_other_dates
from scitoolagent.tables.operations import derived, named_apart
from scitoolagent.tables.store import PROBLEM, ROW, connected, scan
from scitoolagent.tables.table import Column, Table


def shares_within(table: Table, condition: Condition, by: Sequence[str]) -> Table:
    """One row for each group: how many rows it has, how many of them meet a condition, and which share that is.

    A group in which some row has no value to compare has no share, which is told.

    Raises:
        TableError: a column is not there, the condition does not fit the columns, or there are no rows.
    """
    keys = [table.column(name) for name in by]
    text, values = as_sql(condition, table)
    refuse_other_dates(condition, table)
    if not table.parts:
        raise TableError("there are no rows, so there are no shares of them")
    names = ", ".join(table.place(key.name) for key in keys)
    listed = ", ".join(f"{table.place(key.name)} AS c{number}" for number, key in enumerate(keys))
    first = len(keys)
    held = f"SELECT *, ({text}) AS held FROM {scan(table.paths)}"  # noqa: S608
    counts = f"count(*) AS c{first}, count(*) FILTER (WHERE held) AS c{first + 1}"
    unknown = "count(*) FILTER (WHERE held IS NULL)"
    share = f"CASE WHEN {unknown} = 0 THEN 100.0::DOUBLE * count(*) FILTER (WHERE held) / count(*) END AS c{first + 2}"
    order = ", ".join(f"c{number} NULLS LAST" for number in range(first))
    grouped = f"SELECT {listed}, {counts}, {share} FROM ({held}) GROUP BY {names}"  # noqa: S608
    lacking = f"CASE WHEN c{first + 2} IS NULL THEN 'share: some of its rows have no value to compare' END"
    query = f"SELECT row_number() OVER (ORDER BY {order}) AS {ROW}, {lacking} AS {PROBLEM}, * "
    query += f"FROM ({grouped}) ORDER BY {ROW}"
    with connected(table.folder) as engine:
        asked = f"SELECT count(*) FILTER (WHERE held IS NULL) FROM ({held})"  # noqa: S608
        lost = engine.execute(asked, values).fetchone()[0]
        nameless = " OR ".join(f"{table.place(key.name)} IS NULL" for key in keys)
        apart = engine.execute(f"SELECT count(*) FROM {scan(table.paths)} WHERE {nameless}").fetchone()[0]  # noqa: S608
    told = [f"{lost:,} rows have no value to compare, and their groups no share"] if lost else []
    told += [f"{apart:,} rows have no {' or '.join(by)} and are a group of their own"] if apart else []
    new = [Column(name=name, kind="integer", unit="1") for name in ("rows", "rows that meet it")]
    columns = named_apart([*keys, *new, Column(name="share", kind="number", unit="%")])
    return derived(table, query, values, columns, told, whole=False)


def nearest(table: Table, column: str, value: float, count: int) -> Table:
    """The rows whose value of a column is nearest to a number, the nearest first; as many more as are equally near.

    Raises:
        TableError: the column holds no numbers, or no value, or the number of rows is below one.
    """
    given = table.column(column)
    if not given.is_number:
        raise TableError(f"column {shown(given.name)!r} holds {given.kind}, no numbers")
    if count < 1:
        raise TableError(f"{count} rows cannot be taken; at least 1")
    place = f"{table.place(given.name)}::DOUBLE"
    far = f"abs({place} - ?::DOUBLE)"
    ranked = f"SELECT *, rank() OVER (ORDER BY {far}) AS away FROM {scan(table.paths)} WHERE {place} IS NOT NULL"  # noqa: S608
    query = f"SELECT * EXCLUDE (away) FROM ({ranked}) WHERE away <= {int(count)} ORDER BY away, {ROW}"  # noqa: S608
    with connected(table.folder) as engine:
        counted = f"SELECT count(*), count({place}) FROM {scan(table.paths)}"  # noqa: S608
        rows, known = engine.execute(counted).fetchone()
    if not known:
        raise TableError(f"no row has a {shown(given.name)}")
    told = [f"{rows - known:,} rows have no {given.name} and are left out"] if rows > known else []
    return derived(table, query, [value], table.columns, told)
