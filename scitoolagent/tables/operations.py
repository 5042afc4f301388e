"""What is done with the rows of a table: each gives another table, beside it on disk, and keeps types and units."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.request.conditions import Condition
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.column_units import difference_unit
from scitoolagent.tables.conditions import as_sql, is_any_missing, moment, refuse_other_dates
from scitoolagent.tables.identity import with_identity
from scitoolagent.tables.measures import COUNTS, MEASURES, aggregate, measured
from scitoolagent.tables.recognise import DATE
from scitoolagent.tables.store import PROBLEM, ROW, connected, literal, new_folder, scan
from scitoolagent.tables.table import Column, Table

_PART = "rows.parquet"
_MOST_BINS = 1000


def derived(
    table: Table,
    query: str,
    values: Sequence[Any],
    columns: Sequence[Column],
    notes: Sequence[str] = (),
    others: Sequence[Path] = (),
    whole: bool = True,
) -> Table:
    """The table that a query gives.

    Args:
        table: what it is made of.
        query: gives the row numbers, the problems and `c0`, `c1`, … of the new table.
        values: for the places in the query.
        columns: of the new table.
        notes: what is to be told besides what the table itself tells.
        others: further folders that the query reads.
        whole: whether the rows are those of the table, with their failures.
    """
    folder = new_folder(table.folder.parent)
    try:
        with connected(folder, table.folder, *others) as engine:
            engine.execute(f"COPY ({query}) TO {literal(str(folder / _PART))} (FORMAT parquet)", list(values))
            counted = f"SELECT count(*) FROM {scan([folder / _PART])}"  # noqa: S608
            rows = engine.execute(counted).fetchone()[0]
    except TableError:
        # On a disk that is full what is half there would be in the way.
        shutil.rmtree(folder, ignore_errors=True)
        raise
    kept = table if whole else Table(folder=folder, parts=(), columns=(), rows=0, source=table.source)
    changed = {
        "folder": folder, "parts": (_PART,), "columns": tuple(columns), "rows": rows,
        "findings": table.findings, "notes": tuple(dict.fromkeys((*table.notes, *notes))),
    }  # fmt: skip
    return kept.model_copy(update=changed).save()


def rows_of(table: Table, selected: str = "*") -> str:
    if not table.parts:
        raise TableError(f"{table.source or 'the table'} has no rows")
    return f"SELECT {selected} FROM {scan(table.paths)}"  # noqa: S608


def _number(table: Table, name: str) -> Column:
    column = table.column(name)
    if not column.is_number:
        raise TableError(f"column {shown(column.name)!r} holds {column.kind}, no numbers")
    return column


def rows_without(table: Table, place: str) -> int:
    """How many rows have no value in the place of a column, as `Table.place` gives it."""
    with connected(table.folder) as engine:
        return int(engine.execute(f"{rows_of(table, 'count(*)')} WHERE {place} IS NULL").fetchone()[0])


def select(table: Table, columns: Sequence[str]) -> Table:
    """Some of the columns, in the order given.

    Raises:
        TableError: there is no such column, or it is named twice.
    """
    kept = [table.column(name) for name in columns]
    if not kept or len({column.name for column in kept}) < len(kept):
        raise TableError("name each column that is wanted once, at least one")
    listed = ", ".join(f"{table.place(column.name)} AS c{number}" for number, column in enumerate(kept))
    return derived(table, rows_of(table, f"{ROW}, {PROBLEM}, {listed}"), (), kept)


def where(table: Table, condition: Condition) -> Table:
    """The rows for which a condition holds; how many have no value that it could look at is told.

    Raises:
        TableError: the condition does not fit the columns.
    """
    text, values = as_sql(condition, table)
    unknown = is_any_missing(condition, table)
    refuse_other_dates(condition, table)
    with connected(table.folder) as engine:
        query = f"{rows_of(table, 'count(*)')} WHERE ({unknown}) AND ({text}) IS NULL"
        left_out = engine.execute(query, values).fetchone()[0]
    told = [f"{left_out:,} rows have no value to compare and are left out"] if left_out else []
    return derived(table, f"{rows_of(table)} WHERE {text}", values, table.columns, told)


def without_rows(table: Table, numbers: Sequence[int]) -> Table:
    """The rows less those of some numbers in the source."""
    query = f"{rows_of(table)} WHERE NOT list_contains(?::BIGINT[], {ROW})"
    return derived(table, query, [list(numbers)], table.columns)


def sort(table: Table, column: str, descending: bool = False) -> Table:
    """The rows in the order of a column; those without a value come last, and equal ones stay as they were."""
    place = table.place(column)
    order = f"{place} {'DESC' if descending else 'ASC'} NULLS LAST, {ROW}"
    return derived(table, f"{rows_of(table)} ORDER BY {order}", (), table.columns)


def at_end(table: Table, count: int, last: bool) -> Table:
    """The first or the last rows of a table, in its order.

    Raises:
        TableError: fewer than one is wanted.
    """
    if count < 1:
        raise TableError(f"{count} rows cannot be taken; at least 1")
    held = f"{rows_of(table)} ORDER BY {ROW} {'DESC' if last else 'ASC'} LIMIT {int(count)}"
    return derived(table, f"SELECT * FROM ({held}) ORDER BY {ROW}", (), table.columns)  # noqa: S608


def top(table: Table, column: str, count: int, lowest: bool = False, place: int = 1) -> Table:
    """The rows with the highest or the lowest values; what is equal to the first or the last of them is told.

    Where one is wanted, all are taken that have the same value: there is no single oldest of two that are 70.

    Args:
        table: the rows.
        column: one of numbers, or of dates.
        count: how many rows.
        lowest: take the lowest.
        place: of the first row that is taken: 2 leaves out the highest.
    Raises:
        TableError: the column holds neither numbers nor dates, or a number is below one.
    """
    if count < 1 or place < 1:
        raise TableError(f"{count} rows from place {place} on cannot be taken; at least 1 from 1 on")
    given = table.column(column)
    held = moment(table.place(given.name)) if given.type == DATE else table.place(_number(table, column).name)
    ordered = f"{held} {'ASC' if lowest else 'DESC'}, {ROW}"
    there = f"{rows_of(table)} WHERE {held} IS NOT NULL"
    taken = f"{there} ORDER BY {ordered} LIMIT {int(count)} OFFSET {int(place) - 1}"
    told: list[str] = []
    best, worst = ("min", "max") if lowest else ("max", "min")
    with connected(table.folder) as engine:
        if count == place == 1:
            end = f"SELECT {best}({held}) FROM {scan(table.paths)}"  # noqa: S608
            shared = f"SELECT count(*) FILTER (WHERE {held} = ({end})) FROM ({there})"  # noqa: S608
            count = max(1, engine.execute(shared).fetchone()[0])
            taken = f"{there} ORDER BY {ordered} LIMIT {count}"
            told += [f"{count:,} rows have this value"] if count > 1 else []
        ends = engine.execute(f"SELECT {best}({held}), {worst}({held}), count(*) FROM ({taken})").fetchone()  # noqa: S608
        for end, which, rank in ((ends[0], "first", place), (ends[1], "last", place + count)):
            better = f"{held} {'<' if lowest else '>'} ?"
            query = f"SELECT count(*) FILTER (WHERE {better}), count(*) FILTER (WHERE {held} = ?) FROM ({there})"  # noqa: S608
            before, same = engine.execute(query, [end, end]).fetchone()
            equal = place - 1 - before if which == "first" else before + same - (rank - 1)
            if ends[2] and equal > 0:
                told.append(f"{equal:,} more rows have the same value as the {which} of the {count}")
    missing = rows_without(table, held)
    told += [f"{missing:,} rows have no {column} and are left out"] if missing else []
    return derived(table, taken, (), table.columns, told)


def group(table: Table, by: Sequence[str], column: str, measures: Sequence[str]) -> Table:
    """One row for each value of some columns, with measures of another column in it, and how many rows there are.

    Raises:
        TableError: a column is not there, or holds no numbers and more than a count is wanted.
    """
    if unknown := next((measure for measure in measures if measure not in MEASURES), None):
        raise TableError(f"{unknown!r} is no measure; those are {', '.join(MEASURES)}")
    keys = [table.column(name) for name in by]
    if not column and not measures:
        column, measures = by[0], ()
    wanted = table.column(column) if set(measures) <= set(COUNTS) else _number(table, column)
    place = table.place(wanted.name)
    listed = [f"{table.place(key.name)} AS c{number}" for number, key in enumerate(keys)]
    listed.append(f"count(*) AS c{len(keys)}")
    listed += [
        f"{aggregate(table, wanted, measure)} AS c{number}" for number, measure in enumerate(measures, len(keys) + 1)
    ]
    names = ", ".join(table.place(key.name) for key in keys)
    grouped = f"{rows_of(table, ', '.join(listed))} GROUP BY {names}"
    order = ", ".join(f"c{number} NULLS LAST" for number in range(len(keys)))
    query = (
        f"SELECT row_number() OVER (ORDER BY {order}) AS {ROW}, CAST(NULL AS VARCHAR) AS {PROBLEM}, * FROM ({grouped})"  # noqa: S608
    )
    columns = [*keys, Column(name="rows", kind="integer", unit="1"), *(measured(wanted, one) for one in measures)]
    told = [
        f"{lost:,} rows have no {key.name} and are a group of their own"
        for key in keys
        if (lost := rows_without(table, table.place(key.name)))
    ]
    told += [note for key in keys if key.kind == "text" for note in _written_apart(table, key)]
    if measures and (lost := rows_without(table, place)):
        told.append(f"{lost:,} of {table.rows:,} rows have no {wanted.name} and count in no {' or '.join(measures)}")
    return derived(table, f"{query} ORDER BY {ROW}", (), named_apart(columns), told, whole=False)


def _written_apart(table: Table, key: Column) -> list[str]:
    """What is to be told of groups whose names differ in capitals and blanks alone."""
    place = table.place(key.name)
    query = f"{rows_of(table, f'list(DISTINCT {place}) AS names')} WHERE {place} IS NOT NULL "
    query += f"GROUP BY lower(trim({place})) HAVING count(DISTINCT {place}) > 1 LIMIT 3"
    with connected(table.folder) as engine:
        found = [sorted(map(shown, row[0])) for row in engine.execute(query).fetchall()]
    return [
        f"{' and '.join(map(repr, names))} are groups of their own, since they are written apart" for names in found
    ]


def join(left: Table, right: Table, on: str, other: str = "", keep: bool = False) -> Table:
    """The rows of two tables that have the same value in a column, side by side.

    Molecules and sequences are compared by what they are, not by how they are written.

    Args:
        left: whose rows come first.
        right: what is put beside them.
        on: the column of the first table.
        other: that of the second; of the same name when left out.
        keep: whether rows of the first table stay that have no partner.
    Raises:
        TableError: a column is not there, or the two hold values of different kinds.
    """
    one, two = left.column(on), right.column(other or on)
    if one.kind != two.kind and not (one.is_number and two.is_number):
        raise TableError(
            f"{shown(one.name)!r} holds {one.kind} and {shown(two.name)!r} {two.kind}; they have no value in common"
        )
    if one.unit != two.unit:
        raise TableError(f"{shown(one.name)!r} and {shown(two.name)!r} are in different units")
    added = [column for column in right.columns if column.name != two.name]
    with with_identity(left, one) as (mine, folder), with_identity(right, two) as (theirs, beside):
        places = [f"a.c{number}" for number in range(len(left.columns))]
        places += [f"b.{right.place(column.name)} AS c{number}" for number, column in enumerate(added, len(places))]
        how = "LEFT JOIN" if keep else "JOIN"
        query = (
            f"SELECT a.{ROW}, concat_ws('; ', a.{PROBLEM}, b.{PROBLEM}) AS {PROBLEM}, {', '.join(places)} "  # noqa: S608
            f"FROM ({mine}) a {how} ({theirs}) b ON a.identity = b.identity ORDER BY a.{ROW}, b.{ROW}"
        )
        query = f"SELECT * REPLACE (nullif({PROBLEM}, '') AS {PROBLEM}) FROM ({query})"  # noqa: S608
        return derived(
            left, query, (), named_apart([*left.columns, *added]), right.notes, (folder, right.folder, beside)
        )


def distinct(table: Table, column: str) -> Table:
    """The first row of each value of a column; molecules and sequences count by what they are. Says how many go.

    Rows without a value, and those of a molecule that cannot be read, each stay.
    """
    with with_identity(table, table.column(column)) as (rows, folder):
        ranked = f"row_number() OVER (PARTITION BY identity ORDER BY {ROW}) AS place"
        query = f"SELECT * EXCLUDE (identity, place) FROM (SELECT *, {ranked} FROM ({rows})) "  # noqa: S608
        query += f"WHERE place = 1 OR identity IS NULL ORDER BY {ROW}"
        found = derived(table, query, (), table.columns, others=(folder,))
        with connected(table.folder, folder) as engine:
            (unknown,) = engine.execute(f"SELECT count(*) FROM ({rows}) WHERE identity IS NULL").fetchone()  # noqa: S608
    gone = table.rows - found.rows
    told = [f"{gone:,} of {table.rows:,} rows repeat the {column} of an earlier one and are left out"] if gone else []
    if unknown:
        # Who counts what is left counts these as well.
        told.append(f"{unknown:,} of {table.rows:,} rows have no {column} that can be read; each of them stays")
    return found.model_copy(update={"notes": (*found.notes, *told)}).save()


def histogram(table: Table, column: str, bins: int = 10) -> Table:
    """How many values of a column lie in each of some intervals of one width; the upper end belongs to the last.

    Raises:
        TableError: the column holds no numbers, or there are too many intervals.
    """
    given = _number(table, column)
    if not 1 <= bins <= _MOST_BINS:
        raise TableError(f"{bins} intervals cannot be made; from 1 to {_MOST_BINS}")
    place = table.place(given.name)
    with connected(table.folder) as engine:
        low, high = engine.execute(
            rows_of(table, f"CAST(min({place}) AS DOUBLE), CAST(max({place}) AS DOUBLE)")
        ).fetchone()
    if low is None:
        raise TableError(f"column {shown(given.name)!r} holds no value")
    width = (high - low) / bins or 1.0
    # Without its type a number with a point is a decimal one to the engine.
    start, step = f"{low!r}::DOUBLE", f"{width!r}::DOUBLE"
    number = f"least(CAST(floor(({place} - {start}) / {step}) AS BIGINT), {bins - 1})"
    counted = f"SELECT {number} AS bin, count(*) AS n FROM ({rows_of(table)}) WHERE {place} IS NOT NULL GROUP BY 1"  # noqa: S608
    query = (
        f"SELECT i + 1 AS {ROW}, NULL::VARCHAR AS {PROBLEM}, {start} + i * {step} AS c0, "  # noqa: S608
        f"{start} + (i + 1) * {step} AS c1, coalesce(n, 0) AS c2 "
        f"FROM (SELECT unnest(range({bins})) AS i) LEFT JOIN ({counted}) ON bin = i ORDER BY i"
    )
    ends = [Column(name=name, kind="number", type=given.type, unit=given.unit) for name in ("from", "to")]
    return derived(table, query, (), [*ends, Column(name="count", kind="integer", unit="1")], whole=False)


def differences(table: Table, column: str, row: int) -> Table:
    """A new column: how far the value of each row is above that of one row, by its number in the source.

    Raises:
        TableError: the column holds no numbers, or there is no value in such a row.
    """
    given = _number(table, column)
    place = table.place(given.name)
    with connected(table.folder) as engine:
        found = engine.execute(f"{rows_of(table, place)} WHERE {ROW} = ?", [row]).fetchall()
    if len(found) != 1 or found[0][0] is None:
        raise TableError(
            f"there is no {shown(given.name)} in row {row}" if not found else f"row {row} has no single value"
        )
    new = Column(name=f"{given.name} above row {row}", kind=given.kind, unit=difference_unit(given.unit))
    query = rows_of(table, f"*, {place} - ? AS c{len(table.columns)}")
    return derived(table, query, [found[0][0]], named_apart([*table.columns, new]))


def calculated(table: Table, column: Column, first: str, sign: str, second: str, factor: float) -> Table:
    """A new column of two columns of numbers; where one has no value, or something is divided by zero, it has none.

    Args:
        table: whose rows they are.
        column: the new one.
        first: the name of a column.
        sign: `+`, `-`, `*` or `/`.
        second: the name of another column.
        factor: what its values are multiplied with first.
    Raises:
        TableError: a column holds no numbers.
    """
    places = [table.place(_number(table, name).name) for name in (first, second)]
    one, two = f"{places[0]}::DOUBLE", f"({places[1]}::DOUBLE * ?::DOUBLE)"
    two = f"nullif({two}, 0)" if sign == "/" else two
    query = rows_of(table, f"*, {one} {sign} {two} AS c{len(table.columns)}")
    told = []
    if sign == "/":
        with connected(table.folder) as engine:
            zeros = engine.execute(f"{rows_of(table, 'count(*)')} WHERE {places[1]} = 0").fetchone()[0]
        told = [f"{zeros:,} rows divide by zero and have no {column.name}"] if zeros else []
    return derived(table, query, [factor], named_apart([*table.columns, column]), told)


def with_column(
    table: Table, column: Column, made: str, values: Sequence[float], used: Sequence[str], notes: Sequence[str] = ()
) -> Table:
    """The rows with a new column that SQL makes of others; it tells how many rows have none.

    Args:
        table: whose rows they are.
        column: the new one.
        made: gives its values; made here of places of columns, never of what somebody wrote.
        values: for the places in that.
        used: the columns that it is made of.
        notes: what is to be told of it.
    """
    places = [table.place(_number(table, name).name) for name in used]
    finite = f"CASE WHEN isfinite({made}) THEN {made} END"
    query = rows_of(table, f"*, {finite} AS c{len(table.columns)}")
    both = [*values, *values]
    given = " AND ".join(f"{place} IS NOT NULL" for place in places)
    with connected(table.folder) as engine:
        counted = rows_of(table, f"count(*) FILTER (NOT ({given})), count(*) FILTER ({given} AND {finite} IS NULL)")
        without, undefined = engine.execute(counted, both).fetchone()
    told = [f"{without:,} rows lack a value and have no {shown(column.name)}"] if without else []
    why = "divide by zero or leave what is defined"
    told += [f"{undefined:,} rows {why}, and have no {shown(column.name)}"] if undefined else []
    return derived(table, query, both, named_apart([*table.columns, column]), [*told, *notes])


def named_apart(columns: Sequence[Column]) -> list[Column]:
    """Columns with one name each."""
    found: list[Column] = []
    for column in columns:
        name, number = column.name, 1
        while any(name == one.name for one in found):
            number += 1
            name = f"{column.name} ({number})"
        found.append(column.model_copy(update={"name": name}))
    return found
