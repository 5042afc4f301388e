"""Pieces of a table on their way through the workers: handed over, read, and kept on disk one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scitoolagent import errors
from scitoolagent.errors import SafetyError, ToolTimeoutError, WorkerDiedError
from scitoolagent.executor.backends import Backend
from scitoolagent.executor.columns import Binding, located_files
from scitoolagent.executor.part_rows import Files, Part, Slice, code_of, keep_part, read_slices
from scitoolagent.executor.piece_rows import LOST, STOPPED_ROW, Row, Span, Task, piece_name, row_of, write_rows
from scitoolagent.executor.row_layout import Taken, layout_of, values_of
from scitoolagent.executor.rows import OF_ROW, STOPPED
from scitoolagent.gate import Check, Gate, screen_many
from scitoolagent.tables import Table
from scitoolagent.toolkg.graph import ToolGraph

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
        file: makes a path of the name of a file, or raises where there is none to be read.
        store: the folder of all tables.
        screened: how each column was screened, of which the same run has screened all rows.
    """

    graph: ToolGraph
    pool: Backend
    gate: Gate
    file: Callable[[str], str]
    store: Path
    screened: Mapping[str, str] = field(default_factory=dict)


class Work:
    """One map under way: makes tasks of the size that takes a few seconds, and writes what they give."""

    def __init__(self, places: Places, table: Table, bindings: Sequence[Binding], folder: Path) -> None:
        self._graph, self._pool, self._gate = places.graph, places.pool, places.gate
        self._file = places.file
        self._table, self._bindings, self._folder = table, bindings, folder
        self._again: deque[Task | Span] = deque()
        self._piece: Task | Span | None = None
        self._size = min(_FIRST, self._most)
        self._cleared: dict[int, list[_Clearances]] = {}
        self._layout = layout_of(self._graph, table, bindings, places.screened)
        self._results = tuple(tuple(binding.results.items()) for binding in bindings)
        self._made_by = tuple(code_of(binding.tool) for binding in bindings)
        self._files: Files | None = None
        # A person may be asked about a row of another tool, and a file may be on this machine alone.
        paths = any(port.python == "Path" for binding in bindings for port in binding.tool.inputs)
        self.by_parts = self._pool.takes_parts and not paths and all(one.tool.safety == "open" for one in bindings)

    @property
    def _most(self) -> int:
        """The most rows that go to a worker at once, so that each gets some."""
        return max(1, min(_MOST, self._table.rows // (4 * self._pool.workers) or 1))

    def next_task(self, pieces: Iterator[Task | Span]) -> Task | Span | None:
        """Rows to be worked on; None when there are none left."""
        if self._again:
            return self._again.popleft()
        piece = self._piece or next(pieces, None)
        if piece is None:
            return None
        self._piece = piece.part(self._size, len(piece)) if len(piece) > self._size else None
        return piece.part(0, self._size)

    def submit(self, engine: Any, task: Task | Span) -> Future[dict[str, Any]]:
        """Hand rows to a worker; those that the gate stops before a call go in without a value."""
        tools, layout = [binding.tool for binding in self._bindings], self._layout
        if isinstance(task, Span):
            return self._pool.submit_part(tools, self._part(engine, task), _SECONDS)
        stops = self._before(task)
        columns = [
            self._values(task, column, stops.get(owner, []) if owner is not None else [])
            for column, owner in zip(layout.taken, layout.owners, strict=True)
        ]
        return self._pool.submit_rows(tools, [list(layout.calls), list(layout.kinds), columns], _SECONDS)

    def _part(self, engine: Any, span: Span) -> Part:
        return Part(
            span.start,
            self._slices(engine, span),
            self._table.columns,
            self._layout.taken,
            self._layout.kinds,
            self._layout.calls,
            self._results,
            self._made_by,
            str(self._folder),
        )

    def _slices(self, engine: Any, span: Span) -> tuple[Slice, ...]:
        """The files in which some rows are, which are counted once."""
        if self._files is None:
            self._files = Files(engine, self._table.paths)
        return self._files.slices(span.start, span.end)

    def _values(self, task: Task, column: Taken, stopped: _Clearances) -> list[Any]:
        """What goes into an input of a tool; None for the rows that the gate stopped."""
        values = values_of(task.values[column.name], column)
        if column.python == "Path":
            values = located_files(values, self._file)
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

    def finish(self, engine: Any, task: Task | Span, future: Future[dict[str, Any]], seconds: float) -> int:
        """Keep what came of some rows; the number of those that are done. The others wait to be tried again."""
        clearances = self._cleared.pop(task.start, ())
        try:
            reply = self._pool.outcome(future, self._bindings[0].tool)
        except (ToolTimeoutError, WorkerDiedError) as error:
            if len(task) > 1:
                # One of them is to blame; alone, each stands for itself.
                self._again.extend(task.part(row, row + 1) for row in range(len(task)))
                return 0
            self._write(engine, self._read(engine, task), [Row([None] * len(self._bindings), str(error), LOST, ())])
            return 1
        if "error" in reply:
            raise getattr(errors, reply["error"], errors.ToolFailedError)(reply["message"])
        if isinstance(task, Span):
            done, seconds = keep_part(engine, self._folder, task, reply), float(reply["seconds"])
        else:
            rows = [self._row(clearances, reply, row) for row in range(len(reply["stopped"]))]
            self._write(engine, task.part(0, len(rows)), rows)
            # It waited for about as long as it took.
            done, seconds = len(rows), seconds / 2
        if done < len(task):
            self._again.append(task.part(done, len(task)))
        else:
            rate = done / max(seconds, 1e-3)
            self._size = max(1, min(self._most, int(rate * _SECONDS / 2), 4 * self._size))
        return done

    def _read(self, engine: Any, task: Task | Span) -> Task:
        if isinstance(task, Task):
            return task
        return read_slices(engine, task.start, self._slices(engine, task), self._table.columns)

    def _row(self, cleared: Sequence[_Clearances], reply: dict[str, Any], row: int) -> Row:
        """What came of a row, after the gate has looked at what the tools gave."""
        came = row_of(reply, row)
        outputs, problem, state, findings = list(came.outputs), came.problem, came.state, list(came.findings)
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
        """Keep the rows with what came of them."""
        path = self._folder / piece_name(task.start, task.start + len(rows))
        write_rows(engine, path, self._table.columns, self._results, task, rows)


def _told(refused: SafetyError) -> str:
    """Why the gate stopped a row, without the value itself: the reason stands in whatever is written of the row."""
    text = str(refused)
    for finding in refused.findings:
        if text.startswith(named := f"{finding.subject}: "):
            return f"{OF_ROW} {text.removeprefix(named)}"
    return text
