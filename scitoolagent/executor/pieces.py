"""Pieces of a table on their way through the workers: handed over, read, and kept on disk one by one."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scitoolagent import errors
from scitoolagent.errors import SafetyError, ToolTimeoutError, WorkerDiedError
from scitoolagent.executor.columns import Binding, converted, held, located_files
from scitoolagent.executor.pool import WorkerPool
from scitoolagent.executor.rows import OF_ROW, STOPPED, RowCall
from scitoolagent.gate import FILE, Check, Gate, screen_many
from scitoolagent.tables import Column, Table
from scitoolagent.tables.store import PROBLEM, ROW, write_part
from scitoolagent.toolkg.graph import ToolGraph

PIECE = re.compile(r"rows-(\d{12})-(\d{12})\.parquet")
STATE, FOUND = "row_state", "row_findings"
# A row is lost where its call may work another time: it took too long, or its process died.
OK, FAILED, STOPPED_ROW, LOST = range(4)
_READ_AT_ONCE = 4096
_FIRST, _MOST = 32, 2048
# A piece takes about so long, so that a kill costs no more and the pieces are few.
_SECONDS = 4.0

# For each row: the arguments that the gate let pass, or why not; None where there is nothing to be called with.
_Clearances = list[dict[str, Any] | SafetyError | None]


@dataclass(frozen=True, slots=True)
class Places:
    """Where rows are worked on.

    Attributes:
        graph: the tool graph.
        pool: the workers.
        gate: of the run at hand.
        workers: how many there are.
        file: makes a path of the name of a file, or raises where there is none to be read.
        store: the folder of all tables.
        screened: how each column was screened, of which the same run has screened all rows.
    """

    graph: ToolGraph
    pool: WorkerPool
    gate: Gate
    workers: int
    file: Callable[[str], str]
    store: Path
    screened: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Task:
    """Rows from `start` on: their numbers, what is wrong with them, and the values of all columns."""

    start: int
    rows: Sequence[int]
    problems: Sequence[str | None]
    values: dict[str, Sequence[Any]]

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, start: int, end: int) -> Task:
        """Some of the rows."""
        values = {name: found[start:end] for name, found in self.values.items()}
        return Task(self.start + start, self.rows[start:end], self.problems[start:end], values)


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a row: the outputs of each tool, why there are none, and what the gate found."""

    outputs: Sequence[dict[str, Any] | None]
    problem: str
    state: int
    findings: Sequence[dict[str, Any]]


class Work:
    """One map under way: makes tasks of the size that takes a few seconds, and writes what they give."""

    def __init__(self, places: Places, table: Table, bindings: Sequence[Binding], folder: Path) -> None:
        self._graph, self._pool, self._gate = places.graph, places.pool, places.gate
        self._file, self._workers = places.file, places.workers
        self._table, self._bindings, self._folder = table, bindings, folder
        self._again: deque[Task] = deque()
        self._piece: Task | None = None
        self._size = max(1, min(_FIRST, table.rows // (4 * self._workers) or 1))
        self._cleared: dict[int, list[_Clearances]] = {}
        self._screened = places.screened

    def next_task(self, pieces: Iterator[Task]) -> Task | None:
        """Rows to be worked on; None when there are none left."""
        if self._again:
            return self._again.popleft()
        piece = self._piece or next(pieces, None)
        if piece is None:
            return None
        self._piece = piece.part(self._size, len(piece)) if len(piece) > self._size else None
        return piece.part(0, self._size)

    def submit(self, task: Task) -> Future[dict[str, Any]]:
        """Hand rows to a worker; those that the gate stops before a call go in without a value."""
        columns: list[Sequence[Any]] = []
        kinds: list[str | None] = []
        calls = []
        # Tools that take the same of a row share it: it is handed over and screened once.
        known: dict[tuple[Any, ...], int] = {}
        stops = self._before(task)
        for number, binding in enumerate(self._bindings):
            places = {}
            for port in binding.tool.inputs:
                if (column := binding.columns.get(port.name)) is None:
                    continue
                # What the tool takes the value for, or what it is where the tool takes anything.
                kind = self._graph.screen(port.type) or (self._graph.screen(column.type) if column.type else "")
                kind = FILE if port.python == "Path" else kind
                stopped = stops.get(number, [])
                key = (column.name, kind, port.python, binding.units.get(port.name), number if stopped else None)
                if key not in known:
                    known[key] = len(columns)
                    columns.append(self._values(task, binding, port.name, port.python, stopped))
                    kinds.append(self._unless_screened(column, kind))
                places[port.name] = known[key]
            tool = binding.tool
            calls.append(RowCall(tool.name, tool.module, places, binding.settings, tool.batch))
        for column in self._beside({name for name, *_ in known}):
            kind = self._graph.screen(column.type) if column.type else ""
            # A file that a row names is looked at when it is opened.
            kind = "" if kind == FILE else kind
            if self._unless_screened(column, kind) is not None:
                columns.append(task.values[column.name])
                kinds.append(kind)
        return self._pool.submit_rows([binding.tool for binding in self._bindings], [calls, kinds, columns], _SECONDS)

    def _unless_screened(self, column: Column, kind: str) -> str | None:
        """How a column is screened; None where this run has screened all its rows that way, and took out the blocked.

        A tool that is not open is asked about row by row besides.
        """
        return None if self._screened.get(column.name) == kind else kind

    def _beside(self, mapped: set[str]) -> list[Column]:
        """The columns of texts that no tool takes: what stands there is handed out with the row, so it counts too."""
        return [column for column in self._table.columns if column.kind == "text" and column.name not in mapped]

    def _values(self, task: Task, binding: Binding, name: str, python: str, stopped: _Clearances) -> list[Any]:
        """What goes into an input of a tool; None for the rows that the gate stopped."""
        column = binding.columns[name]
        values = converted(task.values[column.name], column.unit, binding.units.get(name, ""))
        # The files of a folder that was read as a table were looked at there.
        if python == "Path" and not column.type:
            values = located_files(values, self._file)
        elif python == "float":
            values = [float(value) if isinstance(value, int) else value for value in values]
        for row, stop in enumerate(stopped):
            if isinstance(stop, SafetyError):
                values[row] = None
        return values

    def _before(self, task: Task) -> dict[int, _Clearances]:
        """What the gate says of each row for the tools that are not open."""
        found: dict[int, _Clearances] = {}
        for number, binding in enumerate(self._bindings):
            if binding.tool.safety == "open":
                continue
            found[number] = []
            for row in range(len(task)):
                given = {name: task.values[column.name][row] for name, column in binding.columns.items()}
                if any(value is None for value in given.values()):
                    found[number].append(None)
                    continue
                try:
                    found[number].append(self._admitted(binding, {**binding.settings, **given}))
                except errors.SafetyDatabaseError:
                    raise
                except SafetyError as error:
                    found[number].append(error)
        self._cleared[task.start] = [found.get(number, []) for number in range(len(self._bindings))]
        return found

    def _admitted(self, binding: Binding, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments of a call that may be made; raises a SafetyError otherwise."""
        kinds = self._check(binding).inputs
        found = screen_many((kinds.get(name, ""), value) for name, value in arguments.items())
        self._gate.judge(binding.tool, arguments, found)
        return arguments

    def _check(self, binding: Binding) -> Check:
        return self._gate.check(binding.tool)

    def finish(self, engine: Any, task: Task, future: Future[dict[str, Any]], seconds: float) -> int:
        """Write what came of some rows; the number of those that are done. The others wait to be tried again."""
        clearances = self._cleared.pop(task.start, ())
        try:
            reply = self._pool.outcome(future, self._bindings[0].tool)
        except (ToolTimeoutError, WorkerDiedError) as error:
            if len(task) > 1:
                # One of them is to blame; alone, each stands for itself.
                self._again.extend(task.part(row, row + 1) for row in range(len(task)))
                return 0
            self._write(engine, task, [Row([None] * len(self._bindings), str(error), LOST, ())])
            return 1
        if "error" in reply:
            raise getattr(errors, reply["error"], errors.ToolFailedError)(reply["message"])
        rows = [self._row(clearances, reply, row) for row in range(len(reply["stopped"]))]
        done = task.part(0, len(rows))
        self._write(engine, done, rows)
        if len(rows) < len(task):
            self._again.append(task.part(len(rows), len(task)))
        else:
            rate = len(rows) / max(seconds / 2, 1e-3)
            most = max(1, min(_MOST, self._table.rows // (4 * self._workers) or 1))
            self._size = max(1, min(most, int(rate * _SECONDS / 2), 4 * self._size))
        return len(rows)

    def _row(self, cleared: Sequence[_Clearances], reply: dict[str, Any], row: int) -> Row:
        """What came of a row, after the gate has looked at what the tools gave."""
        outputs = [one[row] for one in reply["outputs"]]
        problem, findings = reply["problems"][row], list(reply["findings"][row])
        failed = LOST if row in reply["lost"] else FAILED
        state = STOPPED_ROW if reply["stopped"][row] else failed if problem else OK
        for number, clearances in enumerate(cleared):
            clearance = clearances[row] if clearances else None
            refused = clearance if isinstance(clearance, SafetyError) else None
            if isinstance(clearance, dict) and (output := outputs[number]) is not None:
                kinds, tool = self._check(self._bindings[number]).outputs, self._bindings[number].tool
                found = screen_many(((kinds.get(name, ""), value) for name, value in output.items()), "result")
                try:
                    findings += [one.model_dump() for one in self._gate.judge(tool, clearance, found)]
                except errors.SafetyDatabaseError:
                    raise
                except SafetyError as error:
                    refused = error
            if refused is not None:
                outputs[number], state, problem = None, STOPPED_ROW, f"{STOPPED}: {_told(refused)}"
                findings += [one.model_dump() for one in refused.findings]
        return Row(outputs, problem, state, findings)

    def _write(self, engine: Any, task: Task, rows: Sequence[Row]) -> None:
        """Keep the rows with what came of them, as one file that is there whole or not at all.

        Of a row that the gate stopped no text is kept, or whoever writes the table would hand it out, and convert it.
        """
        stopped = [row.state == STOPPED_ROW for row in rows]
        problems = [
            "; ".join(filter(None, ("" if stop else old, row.problem))) or None
            for old, row, stop in zip(task.problems, rows, stopped, strict=True)
        ]
        serious = [[one for one in row.findings if one["verdict"] in ("block", "confirm", "unknown")] for row in rows]
        shown = [
            [{**one, "subject": f"row {number}"} for one in found] if stop else found
            for number, found, stop in zip(task.rows, serious, stopped, strict=True)
        ]
        names: list[tuple[str, str]] = [(ROW, "integer"), (PROBLEM, "text"), (STATE, "integer"), (FOUND, "text")]
        found = [json.dumps(one, ensure_ascii=False) if one else None for one in shown]
        values: list[Sequence[Any]] = [list(task.rows), problems, [row.state for row in rows], found]
        columns: list[Column] = list(self._table.columns)
        values += [list(task.values[column.name]) for column in columns]
        for number, binding in enumerate(self._bindings):
            for name, column in binding.results.items():
                given = [row.outputs[number] for row in rows]
                columns.append(column)
                values.append([None if one is None else held(one[name], column) for one in given])
        values[len(names) :] = [
            [None if stop else value for value, stop in zip(given, stopped, strict=True)]
            if column.kind == "text"
            else given
            for column, given in zip(columns, values[len(names) :], strict=True)
        ]
        names += [(f"c{place}", column.kind) for place, column in enumerate(columns)]
        end = task.start + len(rows)
        write_part(engine, self._folder / f"rows-{task.start:012}-{end:012}.parquet", names, values)


def _told(refused: SafetyError) -> str:
    """Why the gate stopped a row, without the value itself: the reason stands in whatever is written of the row."""
    text = str(refused)
    for finding in refused.findings:
        if text.startswith(named := f"{finding.subject}: "):
            return f"{OF_ROW} {text.removeprefix(named)}"
    return text


def missing(table: Table, done: Sequence[tuple[int, int]]) -> Iterator[Task]:
    """The rows that no piece holds, some at a time."""
    start = 0
    waiting = deque(sorted(done))
    for chunk in table.chunks(_READ_AT_ONCE):
        piece = Task(start, chunk.rows, chunk.problems, dict(chunk.values))
        end, place = start + len(chunk), start
        while place < end:
            while waiting and waiting[0][1] <= place:
                waiting.popleft()
            begin, stop = waiting[0] if waiting else (end, end)
            if begin <= place:
                place = min(stop, end)
                continue
            upto = min(begin, end)
            yield piece.part(place - start, upto - start)
            place = upto
        start = end
