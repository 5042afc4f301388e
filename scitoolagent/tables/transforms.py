"""New columns that follow from all values of one column, and the rows that stand out in it or repeat it."""

from __future__ import annotations

from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.identity import with_identity
from scitoolagent.tables.operations import derived, named_apart
from scitoolagent.tables.recognise import SMILES
from scitoolagent.tables.store import ROW, connected, scan
from scitoolagent.tables.table import Column, Table
from scitoolagent.tool.units import is_pure, readings, unit_sign

_FENCE = 1.5
_LONGEST_NAME = 100
_LOGARITHMS = {"log10": "log10", "ln": "ln", "log2": "log2"}
_SHARES = {"percent of total": "sum", "percent of highest": "max"}
TRANSFORMS = ("z-score", "rank", "cumulative sum", *_SHARES, *_LOGARITHMS)


def transformed(table: Table, column: str, transform: str) -> Table:
    """The rows with a new column that follows from a column of numbers; without a value there is none.

    Raises:
        TableError: the column holds no numbers, or the transform means nothing for its values.
    """
    given = _number(table, column)
    place = f"{table.place(given.name)}::DOUBLE"
    low, high, spread, total, low_count = _figures(table, place)
    unit, told = "1", list[str]()
    kind: Any = "number"
    if transform in _LOGARITHMS:
        made = f"CASE WHEN {place} > 0 THEN {_LOGARITHMS[transform]}({place}) END"
        told = [f"{low_count:,} rows are not above 0 and have no {transform}"] if low_count else []
        if not is_pure(given.unit or "1"):
            told.append(f"{transform} is of the number in {unit_sign(given.unit)}")
    elif transform == "z-score":
        if not spread:
            raise TableError(f"{shown(given.name)} has one value in all rows, or a single one; it has no spread")
        made = f"({place} - avg({place}) OVER ()) / stddev_samp({place}) OVER ()"
    elif transform == "rank":
        made = f"CASE WHEN {place} IS NOT NULL THEN rank() OVER (ORDER BY {place} DESC NULLS LAST) END"
        kind, told = "integer", ["rank 1 is the highest value; equal ones share the lower rank number"]
    elif transform in _SHARES:
        if low < 0 or not (whole := total if transform == "percent of total" else high):
            raise TableError(f"{shown(given.name)} goes from {low:g} to {high:g}; it has no {transform}")
        _true_zero(given)
        unit, made = "%", f"100 * {place} / {whole!r}::DOUBLE"
    elif transform == "cumulative sum":
        _true_zero(given)
        unit = given.unit or ""
        made = f"CASE WHEN {place} IS NOT NULL THEN sum({place}) OVER (ORDER BY {ROW} ROWS UNBOUNDED PRECEDING) END"
        told = ["summed up in the order of the rows"]
    else:
        raise TableError(f"{transform!r} is no transform; those are {', '.join(TRANSFORMS)}")
    new = Column(name=f"{transform} of {given.name}", kind=kind, unit=unit or given.unit)
    query = f"SELECT *, {made} AS c{len(table.columns)} FROM {scan(table.paths)} ORDER BY {ROW}"  # noqa: S608
    return derived(table, query, (), named_apart([*table.columns, new]), told)


# How a value is held against another one: what the new column is called, and its values in SQL.
AGAINST = {
    "divided by": ("{} divided by that of {}", "{} / ?::DOUBLE"),
    "minus": ("{} minus that of {}", "{} - ?::DOUBLE"),
    "percent of": ("{}, percent of {}", "100 * {} / ?::DOUBLE"),
    "percent below": ("{}, percent below {}", "100 * (1 - {} / ?::DOUBLE)"),
}


def relative(table: Table, column: str, naming: str, name: str, operation: str, unit: str | None) -> Table:
    """The rows with a new column: each value beside that of the row of a name, or the mean of those of a class.

    Args:
        table: the rows.
        column: one of numbers.
        naming: the column that says what rows are called.
        name: of the row or rows that the others are held against.
        operation: one of `AGAINST`.
        unit: of the new column.
    Raises:
        TableError: no row is called so, those have no value, or values are divided by 0.
    """
    given = _number(table, column)
    value, called = table.place(given.name), table.place(naming)
    if table.column(naming).kind != "text":
        raise TableError(f"{shown(naming)} holds no names")
    with connected(table.folder) as engine:
        query = (
            f"SELECT count(*), count({value}), avg({value}) FROM {scan(table.paths)} WHERE lower({called}) = lower(?)"  # noqa: S608
        )
        rows, known, mean = engine.execute(query, [name]).fetchone()
    if not rows:
        raise TableError(f"no row has {shown(name)!r} as {shown(naming)}")
    if mean is None or (not mean and operation != "minus"):
        raise TableError(f"{shown(name)} has {'no value' if mean is None else 'the value 0'} of {shown(column)}")
    title, formula = AGAINST[operation]
    new = Column(name=title.format(given.name, name), kind="number", unit=unit)
    made = f"{formula.format(f'{value}::DOUBLE')} AS c{len(table.columns)}"
    query = f"SELECT *, {made} FROM {scan(table.paths)} ORDER BY {ROW}"  # noqa: S608
    told = [f"the mean {given.name} of {known:,} rows with {naming} = {name} is {mean:.7g}"] if rows > 1 else []
    told += [f"{rows - known:,} of them have none"] if rows > known else []
    return derived(table, query, [float(mean)], named_apart([*table.columns, new]), told)


def outliers(table: Table, column: str) -> Table:
    """The rows beyond Tukey's fences of a column; the fences are told.

    Raises:
        TableError: the column holds no numbers, or fewer than four values.
    """
    given = _number(table, column)
    place = f"{table.place(given.name)}::DOUBLE"
    with connected(table.folder) as engine:
        quartiles = ", ".join(f"quantile_cont({place}, {share})" for share in (0.25, 0.75))
        query = f"SELECT {quartiles}, count({place}), count(*) - count({place}) FROM {scan(table.paths)}"  # noqa: S608
        lower, upper, count, missing = engine.execute(query).fetchone()
    if count < 4:
        raise TableError(f"{count} rows have a {shown(given.name)}; at least 4 are needed to call one far out")
    ends = [float(lower - _FENCE * (upper - lower)), float(upper + _FENCE * (upper - lower))]
    sign = f" {unit_sign(given.unit)}" if unit_sign(given.unit) else ""
    told = [f"outliers lie below {ends[0]:.6g}{sign} or above {ends[1]:.6g}{sign}, {_FENCE:g} times the box out"]
    told += [f"{missing:,} rows have no {given.name} and are left out"] if missing else []
    query = f"SELECT * FROM {scan(table.paths)} WHERE {place} < ? OR {place} > ? ORDER BY {ROW}"  # noqa: S608
    return derived(table, query, ends, table.columns, told)


def repeated(table: Table, column: str) -> Table:
    """The rows whose value of a column another row has, too, those of one value together."""
    held = table.column(column)
    with with_identity(table, held) as (rows, folder):
        counted = f"SELECT *, count(*) OVER (PARTITION BY identity) AS n, min({ROW}) OVER (PARTITION BY identity) AS f"
        query = f"SELECT * EXCLUDE (identity, n, f) FROM ({counted} FROM ({rows}) WHERE identity IS NOT NULL) "  # noqa: S608
        query += f"WHERE n > 1 ORDER BY f, {ROW}"
        with connected(table.folder, folder) as engine:
            figures = f"SELECT count(*) FILTER (WHERE identity IS NULL) FROM ({rows})"  # noqa: S608
            lost = engine.execute(figures).fetchone()[0]
        told = [f"{lost:,} rows have no {column} that can be compared"] if lost else []
        return derived(table, query, (), table.columns, told, (folder,))


def repeated_whole(table: Table) -> Table:
    """The rows that another row repeats in each column, equal ones together."""
    by = ", ".join(f"c{place}" for place in range(len(table.columns)))
    counted = f"SELECT *, count(*) OVER (PARTITION BY {by}) AS n, min({ROW}) OVER (PARTITION BY {by}) AS f"
    query = f"SELECT * EXCLUDE (n, f) FROM ({counted} FROM {scan(table.paths)}) WHERE n > 1 ORDER BY f, {ROW}"  # noqa: S608
    return derived(table, query, (), table.columns, [], ())


def beside_figure(table: Table, column: str, side: str, figure: str) -> Table:
    """The rows whose value of a column is above or below the mean, or the median, of all; that is told.

    Raises:
        TableError: the column holds no numbers, or no value.
    """
    given = _number(table, column)
    place = f"{table.place(given.name)}::DOUBLE"
    function = {"mean": "avg", "median": "median"}[figure]
    with connected(table.folder) as engine:
        query = f"SELECT {function}({place}), count(*) - count({place}) FROM {scan(table.paths)}"  # noqa: S608
        limit, missing = engine.execute(query).fetchone()
    if limit is None:
        raise TableError(f"no row has a {shown(given.name)}")
    sign = f" {unit_sign(given.unit)}" if unit_sign(given.unit) else ""
    told = [f"the {figure} of {given.name} is {limit:.6g}{sign}"]
    told += [f"{missing:,} rows have no {given.name} and are left out"] if missing else []
    query = f"SELECT * FROM {scan(table.paths)} WHERE {place} {'>' if side == 'above' else '<'} ? ORDER BY {ROW}"  # noqa: S608
    return derived(table, query, [float(limit)], table.columns, told)


def unreadable(table: Table, column: str) -> Table:
    """The rows that have a text in a column of SMILES which is none.

    Raises:
        TableError: the column holds something else.
    """
    held = table.column(column)
    if held.type != SMILES:
        raise TableError(f"column {shown(held.name)!r} holds no SMILES")
    place = table.place(held.name)
    with with_identity(table, held) as (rows, folder):
        query = f"SELECT * EXCLUDE (identity) FROM ({rows}) WHERE identity IS NULL "  # noqa: S608
        query += f"AND {place} IS NOT NULL ORDER BY {ROW}"
        with connected(table.folder, folder) as engine:
            figures = f"SELECT count(*) FILTER (WHERE {place} IS NULL) FROM ({rows})"  # noqa: S608
            missing = engine.execute(figures).fetchone()[0]
        told = [f"{missing:,} rows have no {held.name} at all"] if missing else []
        return derived(table, query, (), table.columns, told, (folder,))


def different_values(table: Table, column: str) -> tuple[int, int]:
    """How many different values a column holds, and how many rows have none that can be compared."""
    with with_identity(table, table.column(column)) as (rows, folder), connected(table.folder, folder) as engine:
        query = f"SELECT count(DISTINCT identity), count(*) FILTER (WHERE identity IS NULL) FROM ({rows})"  # noqa: S608
        found, lost = engine.execute(query).fetchone()
    return int(found), int(lost)


def _figures(table: Table, place: str) -> tuple[float, float, float | None, float, int]:
    """Lowest, highest, spread, sum, and how many are not above 0.

    Raises:
        TableError: there is no value.
    """
    if not table.parts:
        raise TableError(f"{table.source or 'the table'} has no rows")
    figures = f"min({place}), max({place}), stddev_samp({place}), sum({place}), count(*) FILTER (WHERE {place} <= 0)"
    with connected(table.folder) as engine:
        found = engine.execute(f"SELECT {figures} FROM {scan(table.paths)}").fetchone()  # noqa: S608
    if found[0] is None:
        raise TableError("no row has a value")
    return float(found[0]), float(found[1]), found[2], float(found[3]), int(found[4])


def _true_zero(column: Column) -> None:
    if column.unit is not None and readings(column.unit)[0].offset != 0:
        raise TableError(
            f"{shown(column.name)} is in {unit_sign(column.unit)}, which has no true zero; convert it to K"
        )


def _number(table: Table, name: str) -> Column:
    column = table.column(name)
    if not column.is_number:
        raise TableError(f"column {shown(column.name)!r} holds {column.kind}, no numbers")
    return column


def renamed(table: Table, column: str, name: str) -> Table:
    """The same rows, one column of which has another name.

    Raises:
        TableError: there is no such column, the name is taken, empty or too long.
    """
    given, name = table.column(column), name.strip()
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable():
        raise TableError(f"{shown(name)!r} is no name of a column: it has 1 to {_LONGEST_NAME} letters")
    if any(one.name.casefold() == name.casefold() and one is not given for one in table.columns):
        raise TableError(f"another column is called {shown(name)!r} already")
    columns = [one.model_copy(update={"name": name}) if one is given else one for one in table.columns]
    return derived(table, f"SELECT * FROM {scan(table.paths)} ORDER BY {ROW}", (), columns)  # noqa: S608
