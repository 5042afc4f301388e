"""A table: typed columns, and rows that stay on disk."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import re
import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from scitoolagent.errors import TableError
from scitoolagent.records import Column as Column
from scitoolagent.records import Finding, Record
from scitoolagent.records import Kind as Kind
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.store import PROBLEM, ROW, connected, identifier, scan

if TYPE_CHECKING:
    import pandas
    import polars

KINDS: tuple[Kind, ...] = get_args(Kind)
MANIFEST = "table.json"
CHUNK = 10_000
_NAMED = 12
_PART = re.compile(r"[a-z0-9-]+\.parquet")


class Chunk(Record):
    """Some rows of a table: the number of each in its source, why it is not whole (None where it is), and values."""

    rows: tuple[int, ...]
    problems: tuple[str | None, ...]
    values: dict[str, tuple[Any, ...]]

    def __len__(self) -> int:
        return len(self.rows)


class Odd(Record):
    """Values of a column of numbers that are none: how many, the first with its row, and why they are none."""

    column: str
    count: int
    first: str
    why: str = "cannot be read"


class Table(Record):
    """A table on disk.

    `malformed` rows of the source could not be read or only partly; of them `odd_rows` are complete except for the
    values listed in `odd`. `failed` rows got no result from a tool, `stopped` ones were stopped by the safety gate;
    the first of each is named. `findings` are those of the gate, at most the first hundred. In a table made from
    another one, all this includes what happened before. `source` names the file that the rows come from, `notes` say
    what a person should know.
    """

    folder: Path
    parts: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: int
    source: str = ""
    malformed: int = 0
    first_malformed: str = ""
    odd: tuple[Odd, ...] = ()
    odd_rows: int = 0
    failed: int = 0
    first_failed: str = ""
    stopped: int = 0
    first_stopped: str = ""
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return self.rows

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that hold the rows."""
        return tuple(self.folder / part for part in self.parts)

    def column(self, name: str) -> Column:
        """Return the column of that name, ignoring case if that identifies one.

        Raises:
            TableError: there is no such column, or several; names the existing ones.
        """
        found = [column for column in self.columns if column.name == name]
        found = found or [column for column in self.columns if column.name.casefold() == name.casefold()]
        if len(found) == 1:
            return found[0]
        why = f"no column {shown(name)!r}" if not found else f"{len(found)} columns {shown(name)!r}"
        listed = ", ".join(shown(one) for one in self.names[:_NAMED])
        raise TableError(f"there is {why} in {self.source or 'the table'}; it has {listed or 'none'}")

    def place(self, name: str) -> str:
        """Return the name of the column in the files."""
        return f"c{self.columns.index(self.column(name))}"

    def chunks(self, size: int = CHUNK, columns: tuple[str, ...] | None = None, start: int = 0) -> Iterator[Chunk]:
        """Yield the rows in their order, one chunk at a time, so that memory stays bounded.

        Args:
            size: rows of a chunk.
            columns: the columns to read; default: all.
            start: the number of rows to skip.
        """
        wanted = [self.column(name) for name in columns] if columns is not None else list(self.columns)
        listed = ", ".join(identifier(f"c{self.columns.index(column)}") for column in wanted)
        if not self.parts:
            return
        with connected(self.folder) as engine:
            query = f"SELECT {ROW}, {PROBLEM}{', ' if listed else ''}{listed} FROM {scan(self.paths)}"  # noqa: S608
            found = engine.execute(f"{query} OFFSET {int(start)}" if start else query)
            while fetched := found.fetchmany(size):
                rows, problems, *values = zip(*fetched, strict=True)
                names = [column.name for column in wanted]
                # Checked when they were written.
                yield Chunk.model_construct(rows=rows, problems=problems, values=dict(zip(names, values, strict=True)))

    def values(self, name: str) -> Iterator[Any]:
        """Iterate over the values of a column."""
        column = self.column(name)
        return chain.from_iterable(chunk.values[column.name] for chunk in self.chunks(columns=(column.name,)))

    def content(self) -> tuple[Any, ...]:
        """The same for the same rows, however they lie in the files; for no others but by an accident."""
        if not self.parts:
            return ()
        import duckdb

        hashed = f"hash({', '.join((ROW, PROBLEM, *(f'c{number}' for number in range(len(self.columns)))))})"
        with connected(self.folder) as engine:
            query = f"SELECT count(*), bit_xor({hashed}), sum({hashed}::HUGEINT) FROM {scan(self.paths)}"  # noqa: S608
            return (duckdb.__version__, *engine.execute(query).fetchone())

    def order(self) -> Any:
        """The same for rows in the same order: a sorted table is another one than what it was made of."""
        if not self.parts:
            return None
        with connected(self.folder) as engine:
            numbered = f"SELECT {ROW}, row_number() OVER () AS place FROM {scan(self.paths)}"  # noqa: S608
            query = f"SELECT sum(hash({ROW}, place)::HUGEINT) FROM ({numbered})"  # noqa: S608
            return engine.execute(query).fetchone()[0]

    def head(self, rows: int = 10) -> Chunk:
        """Return the first rows."""
        nothing = Chunk(rows=(), problems=(), values=dict.fromkeys(self.names, ()))
        return next(self.chunks(size=rows), nothing)

    def span(self, name: str) -> tuple[int, float, float, float]:
        """Return count, minimum, mean and maximum of a numeric column; NaN if it has no values."""
        if not self.parts:
            return 0, math.nan, math.nan, math.nan
        place = identifier(self.place(name))
        with connected(self.folder) as engine:
            query = f"SELECT count({place}), min({place}), avg({place}), max({place}) FROM {scan(self.paths)}"  # noqa: S608
            count, *rest = engine.execute(query).fetchone()
        least, mean, most = (math.nan if one is None else float(one) for one in rest)
        return count, least, mean, most

    def with_columns(self, *columns: Column) -> Table:
        """Return the same rows with new descriptions of some columns; each replaces the one of its name.

        Raises:
            TableError: there is no such column, or it has values of another kind.
        """
        given = {self.column(column.name).name: column for column in columns}
        for name, column in given.items():
            if column.kind != self.column(name).kind:
                raise TableError(f"the column {shown(name)!r} holds {self.column(name).kind}, not {column.kind}")
        return self.model_copy(update={"columns": tuple(given.get(one.name, one) for one in self.columns)})

    def save(self) -> Table:
        """Write the description next to the rows, so that `load` finds the table again."""
        written = self.folder / f"{MANIFEST}.new"
        written.write_text(self.model_dump_json(exclude={"folder"}), encoding="utf-8")
        written.replace(self.folder / MANIFEST)
        return self

    def settled(self) -> Table:
        """The same table in a folder that is named by what is in it: made again, it is in the same place.

        One that was broken there meanwhile is replaced.
        """
        place = self.folder.with_name(self._name())
        if place != self.folder:
            with contextlib.suppress(TableError):
                found = Table.load(place)
                if found._name() == place.name:
                    self.remove()
                    os.utime(place)
                    return found
            shutil.rmtree(place, ignore_errors=True)
            self.folder.rename(place)
        return self.model_copy(update={"folder": place})

    def _name(self) -> str:
        """What names a folder by its table: rows, their order, and the description."""
        described = self.model_dump_json(exclude={"folder", "parts"})
        return hashlib.sha256(f"{self.content()} {self.order()} {described}".encode()).hexdigest()[:16]

    @classmethod
    def load(cls, folder: Path | str) -> Table:
        """Return the table in a folder.

        Raises:
            TableError: there is no table, or its description is damaged.
        """
        folder = Path(folder)
        try:
            described = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            table = cls(**{**described, "folder": folder.resolve()})
        except (OSError, ValueError, TypeError) as error:
            raise TableError(f"{folder} holds no table: {error}") from error
        if odd := next((part for part in table.parts if not _PART.fullmatch(part)), None):
            raise TableError(f"{folder} holds no table: {shown(odd)!r} is no name of a part")
        return table

    def remove(self) -> None:
        """Take the rows off the disk; the table is of no use after that."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def to_pandas(self) -> pandas.DataFrame:
        """All rows as a data frame of pandas, with the number of each in its source as the index."""
        import pandas

        frames = [
            pandas.DataFrame(dict(chunk.values), index=pandas.Index(chunk.rows, name="row")) for chunk in self.chunks()
        ]
        return pandas.concat(frames) if frames else pandas.DataFrame(columns=list(self.names))

    def to_polars(self) -> polars.DataFrame:
        """All rows as a data frame of polars, with the number of each in its source in the column `row`.

        Raises:
            TableError: polars is not installed, or a column is called `row` already.
        """
        try:
            import polars
        except ImportError as error:
            raise TableError("polars is not installed; pip install 'scitoolagent[polars]'") from error
        if "row" in self.names:
            raise TableError("a column is called 'row', as the numbers of the rows would be; use to_pandas")
        if not self.parts:
            return polars.DataFrame({"row": [], **{name: [] for name in self.names}})
        places = [polars.col(f"c{place}").alias(name) for place, name in enumerate(self.names)]
        frames = [polars.read_parquet(path) for path in self.paths]
        return polars.concat(frames).select(polars.col(ROW).alias("row"), *places)
