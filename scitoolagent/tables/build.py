"""Make a table of rows as they come: to disk in parts, then the kinds of its columns, where nobody declared them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import USUAL, Bounds, shown
from scitoolagent.tables.kinds import Held, held_as, stand_ins, with_kinds, with_units
from scitoolagent.tables.layout import NO_ROWS
from scitoolagent.tables.recognise import DATE, Types, is_measured, recognise
from scitoolagent.tables.store import PROBLEM, ROW, connected, literal, new_folder, scan, write_part
from scitoolagent.tables.summaries import measures_of, summing_rows
from scitoolagent.tables.table import Column, Odd, Table

_ROWS = 20_000
# A part is also written when it has many values, or long ones.
_CELLS = 1_000_000
_CHARACTERS = 64_000_000
_SAMPLED = 200
_LISTED = 6


class Builder:
    """Takes rows and keeps them on disk; use it as a context manager, so that nothing is left of a table that fails.

    Args:
        store: the folder of all tables.
        source: the name of the file that the rows come from.
        columns: those of the table. The kinds of `guessed` columns are found out from their texts.
        guessed: whether the columns hold texts as a file has them.
        strict: refuse the source at the first malformed row.
    """

    def __init__(
        self,
        store: Path,
        source: str,
        columns: Sequence[Column],
        *,
        guessed: bool = False,
        strict: bool = False,
        bounds: Bounds = USUAL,
    ) -> None:
        self.source, self.columns, self.guessed = source, tuple(columns), guessed
        if len(self.columns) > bounds.columns:
            raise TableError(f"{source} has {len(self.columns):,} columns, at most {bounds.columns:,} are read")
        self._strict, self._bounds = strict, bounds
        self.folder = new_folder(store)
        self._full = max(100, min(_ROWS, _CELLS // max(1, len(self.columns))))
        self._values: list[list[Any]] = [[] for _ in range(len(self.columns) + 2)]
        self._characters = 0
        self._parts: list[Path] = []
        self.rows = self.malformed = self.odd_rows = 0
        self.odd: tuple[Odd, ...] = ()
        self.first = ""
        # The places of columns that a header has no name for.
        self.unnamed: frozenset[int] = frozenset()
        self.notes: list[str] = []

    def __enter__(self) -> Builder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def append(self, number: int, values: Sequence[Any], problem: str = "") -> None:
        """Keep a row.

        Args:
            number: the row's in its source, from 1.
            values: one for each column, None where there is none.
            problem: why the row is not whole; it counts as malformed then.
        Raises:
            TableError: there are more rows than are taken, or a value is too long.
        """
        if problem:
            self.malform(number, problem)
        for value in values:
            if isinstance(value, str):
                self._characters += len(value)
                if len(value) > self._bounds.cell_characters:
                    raise TableError(f"row {number} of {self.source} has a value of {len(value):,} characters")
        for kept, value in zip(self._values, (number, problem or None, *values), strict=True):
            kept.append(value)
        self.rows += 1
        if self.rows > self._bounds.rows:
            raise TableError(f"{self.source} has more than {self._bounds.rows:,} rows")
        if len(self._values[0]) >= self._full or self._characters > _CHARACTERS:
            self._flush()

    def take(self, part: Path, rows: int) -> None:
        """Keep rows that were written into the folder of the table, by whoever read them."""
        self._parts.append(part)
        self.rows += rows

    def malform(self, number: int, problem: str) -> None:
        """Count a row that cannot be read, whether or not it is kept.

        Raises:
            TableError: such rows are not taken.
        """
        if self._strict:
            raise TableError(f"row {number} of {self.source}: {problem}")
        self.malformed += 1
        self.first = self.first or f"row {number}: {problem}"

    def _flush(self) -> None:
        if not self._values[0]:
            return
        path = self.folder / f"read-{len(self._parts):06}.parquet"
        names = [(ROW, "integer"), (PROBLEM, "text")]
        names += [(f"c{place}", column.kind) for place, column in enumerate(self.columns)]
        with connected(self.folder) as engine:
            write_part(engine, path, names, self._values)
        self._parts.append(path)
        self._values, self._characters = [[] for _ in self._values], 0

    def finish(self, types: Types, decimal: str = "") -> Table:
        """The table of all rows.

        Args:
            types: all semantic types.
            decimal: the decimal sign of numbers; found out where empty.
        """
        self._flush()
        columns, notes = list(self.columns), list(self.notes)
        mixed: tuple[Odd, ...] = ()
        lacking: list[Odd] = []
        if self.guessed and self._parts:
            self._drop_blank()
            columns = list(self.columns)
            with connected(self.folder) as engine:
                names = [column.name for column in columns]
                held = held_as(engine, self._parts, names, decimal, partial(is_measured, types))
                notes += [one.note for one in held if one.note]
                self.columns = with_units(columns, held)
                held = [replace(one, name=column.name) for one, column in zip(held, self.columns, strict=True)]
                mixed = tuple(self._units(engine, held))
                columns, recognised = self._recognised(engine, types, held)
                lacking = stand_ins(engine, self._parts, held)
            notes += recognised
            if any(one.kind != "text" or one.day for one in held):
                self._convert(held)
            notes += self._totals(held)
        table = Table(
            folder=self.folder,
            parts=tuple(path.name for path in self._parts),
            columns=tuple(columns),
            rows=self.rows,
            source=self.source,
            malformed=self.malformed,
            first_malformed=self.first,
            odd=(*self.odd, *mixed, *lacking),
            odd_rows=self.odd_rows,
            notes=tuple(dict.fromkeys(notes)),
        )
        return table.save()

    def _drop_blank(self) -> None:
        """Leave out columns without a name and without a value: what stands beside a table in a sheet."""
        if not self.unnamed:
            return
        with connected(self.folder) as engine:
            counted = ", ".join(f"count(c{place})" for place in range(len(self.columns)))
            counts = engine.execute(f"SELECT {counted} FROM {scan(self._parts)}").fetchone()  # noqa: S608
            kept = [place for place, count in enumerate(counts) if count or place not in self.unnamed]
            if not kept or len(kept) == len(self.columns):
                return
            listed = ", ".join(f"c{place} AS c{new}" for new, place in enumerate(kept))
            self._rewrite(engine, f"SELECT {ROW}, {PROBLEM}, {listed} FROM {scan(self._parts)}", "kept.parquet")  # noqa: S608
        self.columns = tuple(self.columns[place] for place in kept)

    def _rewrite(self, engine: Any, query: str, name: str) -> None:
        """Put the rows that a query gives in place of those that are there."""
        path = self.folder / name
        engine.execute(f"COPY ({query}) TO {literal(str(path))} (FORMAT parquet)")
        for part in self._parts:
            part.unlink()
        self._parts = [path]

    def _totals(self, held: Sequence[Held]) -> list[str]:
        """Leave out the last rows where they sum up the others; what is to be told of that."""
        with connected(self.folder) as engine:
            numbers, names = summing_rows(engine, self._parts, held)
            if numbers:
                listed = ", ".join(map(str, numbers))
                query = f"SELECT * FROM {scan(self._parts)} WHERE {ROW} NOT IN ({listed})"  # noqa: S608
                self._rewrite(engine, query, "others.parquet")
                self.rows -= len(numbers)
                told = ", ".join(repr(shown(name)) for name in names[:_LISTED]) + ", …" * (len(names) > _LISTED)
                many = "a line that sums" if len(names) == 1 else f"{len(names)} lines that sum"
                return [f"{self.source} holds {many} up the others ({told}), {NO_ROWS}"]
            texts = ", ".join(f"c{place}" for place, one in enumerate(held) if one.kind == "text")
            query = f"SELECT {texts} FROM {scan(self._parts)} ORDER BY {ROW} DESC LIMIT 1"  # noqa: S608
            cells = engine.execute(query).fetchone() if texts else ()
        first = next((value for value in cells or () if value), "")
        if not {"sum", "avg", "median"} & {*measures_of(first)} and "stddev_samp" not in measures_of(first):
            return []
        return [f"the last row is called {shown(first)!r}; it is taken as a row like the others"]

    def _units(self, engine: Any, held: Sequence[Held]) -> Iterator[Odd]:
        """The columns of numbers beside which another one says that their rows are in several units."""
        for place, column in enumerate(self.columns):
            words = column.name.casefold().replace("_", " ").split()
            numbers = [one for one in held if one.kind in ("integer", "number")]
            before = [one for one in held[:place] if one in numbers][-1:]
            named = [one for one in numbers if len(words) > 1 and one.name.casefold().startswith(" ".join(words[:-1]))]
            if words[-1] not in ("unit", "units") or not (named or before) or held[place].kind != "text":
                continue
            query = (
                f"SELECT c{place}, count(*), min({ROW}) FROM {scan(self._parts)} WHERE c{place} IS NOT NULL GROUP BY 1"  # noqa: S608
            )
            _, *others = sorted(engine.execute(query).fetchall(), key=lambda row: (-row[1], row[2])) or [()]
            if others:
                unit, _, row = min(others, key=lambda one: one[2])
                told = f"row {row}: column {shown(column.name)!r} says {shown(unit)}"
                count, why = sum(one[1] for one in others), "are in another unit than most, and taken as they stand"
                yield Odd(column=(named or before)[0].name, count=count, first=told, why=why)

    def _recognised(self, engine: Any, types: Types, held: Sequence[Held]) -> tuple[list[Column], list[str]]:
        """The columns with their meanings, and what is to be told about them."""
        columns: list[Column] = []
        notes: list[str] = []
        step = max(1, self.rows // _SAMPLED)
        for place, (column, kind) in enumerate(zip(self.columns, held, strict=True)):
            sample: Iterable[Any] = ()
            if kind.kind == "text":
                name = f"c{place}"
                query = f"SELECT {name} FROM {scan(self._parts)} WHERE {name} IS NOT NULL"  # noqa: S608
                sample = [
                    row[0] for row in engine.execute(f"{query} AND {ROW} % {step} = 0 LIMIT {_SAMPLED}").fetchall()
                ]
                sample = sample or [row[0] for row in engine.execute(f"{query} LIMIT {_SAMPLED}").fetchall()]
            found, told = recognise(types, column.name, kind.kind, list(sample))
            if kind.day:
                found = found.model_copy(update={"type": DATE})
            columns.append(found)
            notes += told
        return columns, notes

    def _convert(self, held: Sequence[Held]) -> None:
        """Write the rows anew with the kinds of the columns; what cannot be read so becomes a problem of its row."""
        path = self.folder / "rows.parquet"
        count, first, self.odd = with_kinds(self.folder, self._parts, path, held)
        if count and self._strict:
            raise TableError(f"{self.source}: row {first[0]}: {first[1]}")
        self.malformed += count
        self.odd_rows = count
        if count and not self.first:
            self.first = f"row {first[0]}: {shown(first[1])}"
        for part in self._parts:
            part.unlink()
        self._parts = [path]
