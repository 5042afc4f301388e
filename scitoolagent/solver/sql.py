"""Run one SQL query over tables: bounded in time, rows and memory, and without a way to files, settings or the network.

A query is parsed before it runs. It may name the registered tables alone, so neither the catalogue of the engine, which
holds paths of this machine, nor a file or a variable of this process can be read. The engine refuses the same a second
time. Its bound on memory does not cover single texts of gigabytes; the process that calls has to be bounded, too.
"""

from __future__ import annotations

import json
import math
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.solver.sql_errors import explained
from scitoolagent.solver.sql_syntax import checked
from scitoolagent.tables import Table
from scitoolagent.tables.store import SQL_TYPES, file_literal, identifier, literal, scan

Rows = Sequence[Mapping[str, Any]]

_MEMORY, _SPILLED, _THREADS = "1GB", "4GB", 2
_MOST_CHARACTERS = 20_000_000
_POLLED = 0.05
_LARGEST = 2**63
# All that the columns of a plan need: the plan without the others still names what it reads.
_KEPT_OPTIMIZERS = ("unused_columns", "cte_inlining")


@dataclass(frozen=True, slots=True)
class SqlResult:
    """The rows of a query.

    Attributes:
        columns: the names of the columns in their order.
        rows: one dictionary for each row: int, float, str, bool, None, lists and dictionaries; dates are ISO texts.
        truncated: whether the query gives more rows than these.
    """

    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    truncated: bool = False


def run_sql(
    query: str, tables: Mapping[str, Table | Rows], most_rows: int = 10_000, seconds: float = 20.0
) -> SqlResult:
    """Return the rows that one SELECT, WITH, VALUES or DESCRIBE gives.

    Args:
        query: in the dialect of DuckDB; columns are called as in the header, in double quotes where that is no word.
        tables: those that the query may read, by name; a table may be given as rows, too.
        most_rows: how many rows are returned at most.
        seconds: how long the query may run.
    Raises:
        ToolInputError: the query is none that may run, is wrong, runs too long, or gives too much.
    """
    import duckdb

    try:
        with _engine(tables, seconds) as engine:
            statement = checked(engine, query, tuple(tables))
            # A comment at the end of the query would hide the bracket.
            bounded = f"SELECT * FROM (\n{statement}\n) LIMIT {int(most_rows) + 1}"  # noqa: S608
            engine.execute(f"CREATE TEMP TABLE result_of_query AS {bounded}")
            columns, fetched = _fetched(engine)
    except duckdb.InterruptException as error:
        raise ToolInputError(
            f"the query ran longer than {seconds:g} s and was stopped; filter or aggregate first, or join on equal keys"
        ) from error
    except (duckdb.Error, UnicodeError) as error:
        raise ToolInputError(explained(str(error), _named(tables))) from error
    rows = tuple(dict(zip(columns, map(_plain, row), strict=True)) for row in fetched[:most_rows])
    return SqlResult(columns, rows, len(fetched) > most_rows)


def columns_read(query: str, tables: Mapping[str, Table | Rows]) -> dict[str, set[str]] | None:
    """Return the columns of each table that the rows of a query rest on, or None where the engine cannot tell.

    The rows themselves are not read; a table that is only counted has an empty set.
    """
    import duckdb

    try:
        with _engine(tables, seconds=5.0, filled=False) as engine:
            statement = checked(engine, query, tuple(tables))
            plan = json.loads(engine.execute(f"EXPLAIN (FORMAT json) {statement}").fetchall()[0][1])
    except (duckdb.Error, ToolInputError, ValueError, LookupError):
        return None
    found: dict[str, set[str]] = {}
    listed = list(_named(tables).items())
    for table, places in _scans(plan):
        name, columns = listed[int(table.rpartition(".")[2].removeprefix("rows_"))]
        found.setdefault(name, set()).update(columns[int(place[1:])] for place in places)
    return found


def sql_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of columns as queries have to write them: one that differs in case alone gets a number."""
    taken: set[str] = set()
    found = []
    for name in names:
        wanted, number = name, 1
        while wanted.casefold() in taken:
            number += 1
            wanted = f"{name} ({number})"
        taken.add(wanted.casefold())
        found.append(wanted)
    return tuple(found)


def _named(tables: Mapping[str, Table | Rows]) -> dict[str, tuple[str, ...]]:
    """The columns of each table as queries call them."""
    return {
        name: sql_names(table.names if isinstance(table, Table) else _keys(table)) for name, table in tables.items()
    }


@contextmanager
def _engine(tables: Mapping[str, Table | Rows], seconds: float, filled: bool = True) -> Iterator[Any]:
    """Open DuckDB in memory with the tables as views; what is done in it is interrupted after some seconds."""
    import duckdb

    settings: dict[str, Any] = {
        "memory_limit": _MEMORY,
        "threads": _THREADS,
        "max_temp_directory_size": _SPILLED,
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    with (
        tempfile.TemporaryDirectory(prefix="sql-") as spilled,
        closing(duckdb.connect(config={**settings, "temp_directory": spilled})) as engine,
        _interrupted(engine, seconds),
    ):
        for number, (name, table) in enumerate(_distinct(tables).items()):
            _register(engine, number, name, table, filled)
        _lock(engine, tables, filled)
        yield engine


def _distinct(tables: Mapping[str, Table | Rows]) -> Mapping[str, Table | Rows]:
    known: dict[str, str] = {}
    for name in tables:
        if (other := known.setdefault(name.casefold(), name)) != name:
            raise ToolInputError(f"SQL cannot tell the tables {other!r} and {name!r} apart; rename one")
    return tables


def _register(engine: Any, number: int, name: str, table: Table | Rows, filled: bool) -> None:
    """Make a view of a table; `rows_0`, `rows_1`, … hold the rows of those that lie in no file."""
    columns = sql_names(table.names if isinstance(table, Table) else _keys(table))
    if not columns:
        raise ToolInputError(f"the table {name!r} has no columns")
    source = f"rows_{number}"
    if isinstance(table, Table) and table.parts and filled:
        source = scan(table.paths)
    elif isinstance(table, Table):
        declared = ", ".join(f"c{place} {SQL_TYPES[column.kind]}" for place, column in enumerate(table.columns))
        engine.execute(f"CREATE TABLE {source} ({declared})")
    else:
        _store(engine, source, table, filled)
    listed = ", ".join(f"c{place} AS {identifier(column)}" for place, column in enumerate(columns))
    engine.execute(f"CREATE VIEW {identifier(name)} AS SELECT {listed} FROM {source}")  # noqa: S608


def _keys(rows: Rows) -> tuple[str, ...]:
    """The keys of all rows in the order in which they come first."""
    if not all(isinstance(row, Mapping) for row in rows):
        raise ToolInputError("the rows of a table have to be dictionaries, one for each row")
    return tuple(dict.fromkeys(str(key) for row in rows for key in row))


def _store(engine: Any, source: str, rows: Rows, filled: bool) -> None:
    """Copy rows at hand into the engine."""
    kinds, lists = [], []
    for key in _keys(rows):
        values = [row.get(key) for row in rows]
        kind = _sql_type(values)
        kinds.append(kind)
        lists.append([_stored(value, kind) for value in values] if filled else [])
    listed = ", ".join(f"unnest(?::{kind}[]) AS c{place}" for place, kind in enumerate(kinds))
    engine.execute(f"CREATE TABLE {source} AS SELECT {listed}", lists)


def _sql_type(values: Sequence[Any]) -> str:
    """The type of the engine that holds all values; text where they are of several kinds."""
    found = {type(value) for value in values if value is not None}
    if found <= {list, tuple} and found:
        inner = _sql_type([item for value in values if value is not None for item in value])
        return f"{inner}[]" if "[" not in inner else "VARCHAR"
    if found == {bool}:
        return "BOOLEAN"
    if found == {int}:
        return "BIGINT" if all(value is None or -_LARGEST <= value < _LARGEST for value in values) else "DOUBLE"
    return "DOUBLE" if found and found <= {int, float} else "VARCHAR"


def _stored(value: Any, kind: str) -> Any:
    if value is None:
        return None
    if kind.endswith("[]"):
        return [_stored(item, kind[:-2]) for item in value]
    if kind == "DOUBLE":
        number = float(value) if abs(value) < 1e308 else math.copysign(math.inf, value)  # an int may be larger
        return None if math.isnan(number) else number
    if kind != "VARCHAR" or isinstance(value, str):
        return value
    plain = _plain(value)
    return json.dumps(plain, ensure_ascii=False) if isinstance(plain, list | dict | bool) else str(plain)


def _lock(engine: Any, tables: Mapping[str, Table | Rows], filled: bool) -> None:
    """Take all ways out of the engine but those to the folders of the tables."""
    import duckdb

    with suppress(duckdb.InvalidInputException):
        # It would write to standard output.
        engine.execute("SET enable_progress_bar = false")
    optimizers = "in_clause"
    if not filled:
        every = [name for (name,) in engine.execute("SELECT name FROM duckdb_optimizers()").fetchall()]
        optimizers = ",".join(name for name in every if name not in _KEPT_OPTIMIZERS)
    engine.execute(f"SET disabled_optimizers = {literal(optimizers)}")
    # Without external access no variable of this process is a table, either. Files are allowed one by one, so that a
    # query that got past the parser could read nothing beside them.
    paths = [path for table in tables.values() if isinstance(table, Table) for path in table.paths]
    allowed = dict.fromkeys(sign for path in paths for sign in (literal(str(path)), file_literal(path)))
    engine.execute(f"SET allowed_paths = [{', '.join(allowed)}]")
    engine.execute("SET enable_external_access = false")
    engine.execute("SET lock_configuration = true")


@contextmanager
def _interrupted(engine: Any, seconds: float) -> Iterator[None]:
    """Interrupt what an engine does after some seconds, and whatever it begins after that."""
    done = threading.Event()

    def watch() -> None:
        wait = seconds
        while not done.wait(wait):
            engine.interrupt()
            wait = _POLLED

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def _fetched(engine: Any) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The rows of the result, once it is known that they are no more than is taken."""
    columns = engine.execute("SELECT * FROM result_of_query LIMIT 0").description
    names = tuple(column[0] for column in columns)
    sizes = " + ".join(f"coalesce(sum(strlen(CAST({identifier(name)} AS VARCHAR))), 0)" for name in names)
    (characters,) = engine.execute(f"SELECT {sizes} FROM result_of_query").fetchone()  # noqa: S608
    if characters > _MOST_CHARACTERS:
        raise ToolInputError(
            f"the rows of the query have {characters:,} characters, at most {_MOST_CHARACTERS:,} are returned; "
            "select fewer columns or rows, or aggregate them"
        )
    return names, engine.execute("SELECT * FROM result_of_query").fetchall()


def _plain(value: Any) -> Any:
    """A value of the engine in plain types of Python."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        return None if math.isnan(value) else value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)


def _scans(plan: Any) -> Iterator[tuple[str, list[str]]]:
    """The tables that a plan reads, each with the places of the columns it takes."""
    for node in plan if isinstance(plan, list) else [plan]:
        extra = node.get("extra_info") or {}
        if "Table" in extra:
            places = extra.get("Projections") or []
            yield str(extra["Table"]), places.split() if isinstance(places, str) else list(places)
        yield from _scans(node.get("children") or [])
