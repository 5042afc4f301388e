"""Rows that are read from the files of a table, worked on and written to a file, all in one worker.

Whoever asks for them is told how many there are and what the file is called; no value passes through its process.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol

from scitoolagent.errors import SciToolAgentError, TableError, class_name
from scitoolagent.executor.piece_rows import Span, Task, piece_name, row_of, write_rows
from scitoolagent.executor.row_layout import Taken, values_of
from scitoolagent.executor.rows import RowCall, run_rows
from scitoolagent.tables import Column
from scitoolagent.tables.store import PROBLEM, ROW, connected, scan
from scitoolagent.tool.registry import load_tool
from scitoolagent.tool.versions import versions_of

_WRITTEN = re.compile(r"rows-\d{12}-\d{12}\.parquet\.[0-9a-f]{16}\.new")
_SHOWN_WITHIN = 10.0


@dataclass(frozen=True, slots=True)
class Slice:
    """Some rows of one file: from the row `start` of the file to its row `end`."""

    file: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of a table, and what is done with them.

    Attributes:
        start: the place of the first row in the table.
        slices: where the rows are.
        columns: all columns of the table.
        taken: those that tools take, or that are screened.
        kinds: how each of these is screened, as `run_rows` takes it.
        calls: the tools, which take columns by their places in `taken`.
        results: of each tool, its outputs with the columns that they become.
        made_by: the version of each tool's code.
        folder: where the file is written.
    """

    start: int
    slices: tuple[Slice, ...]
    columns: tuple[Column, ...]
    taken: tuple[Taken, ...]
    kinds: tuple[str | None, ...]
    calls: tuple[RowCall, ...]
    results: tuple[tuple[tuple[str, Column], ...], ...]
    made_by: tuple[str, ...]
    folder: str


class Files:
    """The files of a table with the rows that each holds.

    Args:
        engine: as `connected` gives it.
        paths: of the files, in their order.
    """

    def __init__(self, engine: Any, paths: Sequence[Path]) -> None:
        self._paths = [str(path) for path in paths]
        counts = [rows_in(engine, path) for path in paths]
        self._ends = list(accumulate(counts))

    def slices(self, start: int, end: int) -> tuple[Slice, ...]:
        """Where some rows of the table are."""
        found, first = [], 0
        for path, last in zip(self._paths, self._ends, strict=True):
            if first < end and start < last:
                found.append(Slice(path, max(start, first) - first, min(end, last) - first))
            first = last
        return tuple(found)


def rows_in(engine: Any, path: Path) -> int:
    """How many rows a file holds, by its own account."""
    # `scan` writes the name, in brackets, as the engine reads it.
    name = scan([path]).removeprefix("read_parquet")
    return int(engine.execute(f"SELECT num_rows FROM parquet_file_metadata{name}").fetchone()[0])  # noqa: S608


def read_slices(engine: Any, start: int, slices: Sequence[Slice], columns: Sequence[Column]) -> Task:
    """Some rows of a table with all their values."""
    listed = ", ".join((ROW, PROBLEM, *(f"c{place}" for place in range(len(columns)))))
    rows: list[tuple[Any, ...]] = []
    for one in slices:
        files = scan([Path(one.file)]).removesuffix(")")
        query = f"SELECT {listed} FROM {files}, file_row_number = true) WHERE file_row_number BETWEEN ? AND ?"  # noqa: S608
        rows += engine.execute(f"{query} ORDER BY file_row_number", [one.start, one.end - 1]).fetchall()
    numbers, problems, *values = zip(*rows, strict=True)
    return Task(start, numbers, problems, dict(zip((column.name for column in columns), values, strict=True)))


class _Named(Protocol):
    """A tool, or a call of one."""

    @property
    def name(self) -> str: ...
    @property
    def module(self) -> str: ...


def code_of(tool: _Named) -> str:
    """The version of a tool's code, as this process has it."""
    return versions_of(load_tool(tool.name, tool.module)).code


def run_part(part: Part, seconds: float) -> dict[str, Any]:
    """Read some rows, call tools on them within `seconds`, as `run_rows`, and write what comes of it.

    Returns:
        `rows`, how many were worked on, `file`, the name of theirs, and `seconds`; or `error` and `message`.
    """
    begun = time.perf_counter()
    try:
        for call, code in zip(part.calls, part.made_by, strict=True):
            if code_of(call) != code:
                return _another_version(call.name)
        folders = dict.fromkeys(Path(one.file).parent for one in part.slices)
        with connected(Path(part.folder), *folders) as engine:
            task = read_slices(engine, part.start, part.slices, part.columns)
            columns = [values_of(task.values[one.name], one) for one in part.taken]
            reply = run_rows(part.calls, part.kinds, columns, seconds)
            if "error" in reply:
                return reply
            rows = [row_of(reply, row) for row in range(len(reply["stopped"]))]
            name = f"{piece_name(part.start, part.start + len(rows))}.{secrets.token_hex(8)}.new"
            write_rows(engine, Path(part.folder) / name, part.columns, part.results, task.part(0, len(rows)), rows)
    except SciToolAgentError as error:
        return {"error": class_name(error), "message": str(error)}
    return {"rows": len(rows), "file": name, "seconds": time.perf_counter() - begun}


def _another_version(tool: str) -> dict[str, Any]:
    import platform

    told = f"{platform.node()} has another version of {tool} than the program that asks; install the same on both"
    return {"error": "ConfigError", "message": told}


def keep_part(engine: Any, folder: Path, span: Span, reply: dict[str, Any]) -> int:
    """Put the file of some rows among the finished ones; the number of rows.

    It is put there by the one process that makes the map: a part that is done twice, since its machine was taken for
    lost, counts once.

    Raises:
        TableError: there is no such file, or it holds other rows.
    """
    rows, name = int(reply["rows"]), str(reply["file"])
    whole = piece_name(span.start, span.start + rows)
    if not 0 < rows <= len(span) or not _WRITTEN.fullmatch(name) or not name.startswith(f"{whole}."):
        raise TableError(f"a worker tells of rows that it was not given: {name[:80]!r}")
    path = folder / name
    # A folder that several machines share may show a file a little later.
    deadline = time.monotonic() + _SHOWN_WITHIN
    while not path.is_file() and time.monotonic() < deadline:
        time.sleep(0.05)
    if not path.is_file():
        raise TableError(f"the rows that a worker wrote do not show up in {folder}; all machines have to share it")
    if rows_in(engine, path) != rows:
        raise TableError(f"the file of a worker holds another number of rows than it tells: {name}")
    path.rename(folder / whole)
    return rows
