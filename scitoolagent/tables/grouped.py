"""What is done with the rows of each group of a table: its ends, and its share of the whole."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.measures import MEASURES, VARIATION, aggregate, measured
from scitoolagent.tables.operations import derived, group, named_apart
from scitoolagent.tables.store import PROBLEM, ROW, connected, scan
from scitoolagent.tables.table import Column, Table

_MOST_SPREAD, _THREE = 100, 3


def top_of_groups(table: Table, column: str, by: str, count: int, lowest: bool = False) -> Table:
    """The rows with the highest or the lowest values in each group, group by group; equal ones left out are told.

    Raises:
        TableError: the column holds no numbers, a column is not there, or the number is below one.
    """
    held, key = _number(table, column), table.column(by)
    if count < 1:
        raise TableError(f"{count} rows of each group cannot be taken; at least 1")
    if held == key or not table.parts:
        raise TableError(f"name another column than {shown(by)!r}, of a table with rows")
    value, name = table.place(held.name), table.place(key.name)
    order = f"PARTITION BY {name} ORDER BY {value} {'ASC' if lowest else 'DESC'}"
    there = f"SELECT * FROM {scan(table.paths)} WHERE {value} IS NOT NULL AND {name} IS NOT NULL"  # noqa: S608
    ranked = f"SELECT *, row_number() OVER ({order}, {ROW}) AS place, rank() OVER ({order}) AS alike FROM ({there})"  # noqa: S608
    query = f"SELECT * EXCLUDE (place, alike) FROM ({ranked}) WHERE place <= {int(count)} ORDER BY {name}, place"  # noqa: S608
    with connected(table.folder) as engine:
        cut = f"FROM ({ranked}) WHERE place > {int(count)} AND alike <= {int(count)}"
        equal, groups = engine.execute(f"SELECT count(*), count(DISTINCT {name}) {cut}").fetchone()
        few = f"SELECT {name} FROM ({there}) GROUP BY {name} HAVING count(*) < {int(count)} ORDER BY {name}"  # noqa: S608
        short = [str(found[0]) for found in engine.execute(few).fetchall()]
        lost = [
            (one, engine.execute(f"SELECT count(*) FROM {scan(table.paths)} WHERE {place} IS NULL").fetchone()[0])  # noqa: S608
            for one, place in ((held.name, value), (key.name, name))
        ]
    told = [f"{number:,} rows have no {one} and are left out" for one, number in lost if number]
    told += [f"{equal:,} more rows of {groups:,} groups have the same value as the last one taken"] if equal else []
    told += [f"fewer than {count} rows have a value in {', '.join(map(shown, short[:8]))}"] if short else []
    return derived(table, query, (), table.columns, told)


def shares(table: Table, by: Sequence[str], column: str = "") -> Table:
    """One row for each group: how many rows it has, or its sum of a column, and the share of the whole in percent.

    Raises:
        TableError: a column is not there or holds no numbers, a value is below 0, or the sum is 0.
    """
    held = _number(table, column) if column else None
    grouped = group(table, by, column, ("sum",) if column else ())
    value = grouped.place(measured(held, "sum").name if held else "rows")
    with connected(table.folder, grouped.folder) as engine:
        if held is not None:
            place = table.place(held.name)
            low = engine.execute(f"SELECT min({place}) FROM {scan(table.paths)}").fetchone()[0]  # noqa: S608
            if low is not None and low < 0:
                raise TableError(f"{shown(held.name)} has values below 0, of which there are no shares")
        total = engine.execute(f"SELECT sum({value}) FROM {scan(grouped.paths)}").fetchone()[0]  # noqa: S608
    if not total:
        raise TableError(f"the sum of {shown(column or 'rows')} is {total}; there are no shares of it")
    new = Column(name=f"share of {f'the sum of {held.name}' if held else 'rows'}", kind="number", unit="%")
    places = ", ".join(f"c{number}" for number in range(len(grouped.columns)))
    listed = f"{ROW}, {PROBLEM}, {places}, 100 * {value}::DOUBLE / ?::DOUBLE AS c{len(grouped.columns)}"
    query = f"SELECT {listed} FROM {scan(grouped.paths)} ORDER BY {ROW}"  # noqa: S608
    return derived(grouped, query, [float(total)], [*grouped.columns, new])


def pivot(table: Table, by: str, spread: str, column: str, measure: str) -> Table:
    """One row for each value of a column and one column for each value of another, with a measure of a third.

    Raises:
        TableError: a column is not there or named twice, the third holds no numbers, or there are too many columns.
    """
    if measure == VARIATION or measure not in MEASURES:
        known = ", ".join(one for one in MEASURES if one != VARIATION)
        raise TableError(f"a pivot has no {shown(measure)}; it has {known}")
    key, across, held = table.column(by), table.column(spread), _number(table, column)
    if len({key.name, across.name, held.name}) < _THREE or not table.parts:
        raise TableError("name three different columns, of a table with rows")
    places = [table.place(one.name) for one in (key, across, held)]
    with connected(table.folder) as engine:
        listed = f"SELECT DISTINCT {places[1]} FROM {scan(table.paths)} WHERE {places[1]} IS NOT NULL ORDER BY 1"  # noqa: S608
        names = [found[0] for found in engine.execute(listed).fetchall()]
        counted = ", ".join(f"count(*) - count({place})" for place in places)
        lost = engine.execute(f"SELECT {counted} FROM {scan(table.paths)}").fetchone()  # noqa: S608
    if len(names) > _MOST_SPREAD:
        raise TableError(f"{shown(spread)} has {len(names):,} values; a pivot has at most {_MOST_SPREAD} columns")
    figure = aggregate(table, held, measure)
    made = ", ".join(f"{figure} FILTER (WHERE {places[1]} = ?) AS c{n}" for n in range(1, len(names) + 1))
    kept = f"FROM {scan(table.paths)} WHERE {places[0]} IS NOT NULL GROUP BY {places[0]}"
    rows = f"SELECT {places[0]} AS c0, {made} {kept}"
    numbered = f"row_number() OVER (ORDER BY c0) AS {ROW}, CAST(NULL AS VARCHAR) AS {PROBLEM}"
    new = [measured(held, measure).model_copy(update={"name": f"{measure} {held.name}, {name}"}) for name in names]
    missing = zip((key, across, held), lost, strict=True)
    told = [f"{n:,} rows have no {one.name} and are left out" for one, n in missing if n]
    query = f"SELECT {numbered}, * FROM ({rows}) ORDER BY {ROW}"  # noqa: S608
    return derived(table, query, names, named_apart([key, *new]), told, whole=False)


def _number(table: Table, name: str) -> Column:
    column = table.column(name)
    if not column.is_number:
        raise TableError(f"column {shown(column.name)!r} holds {column.kind}, no numbers")
    return column
