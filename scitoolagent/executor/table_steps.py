"""Steps of a plan that work on tables: read a file, map a tool over the rows, take a whole column."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from scitoolagent import errors
from scitoolagent.config import Config
from scitoolagent.errors import BusyError, TableError, ToolError, ToolInputError, ToolTimeoutError
from scitoolagent.executor.backends import Backend
from scitoolagent.executor.beside import has_more, with_found_beside
from scitoolagent.executor.budget import Budget
from scitoolagent.executor.files import MADE, check_columns, check_size
from scitoolagent.executor.plan_rows import ALL, columns_of, unscreened
from scitoolagent.executor.row_screening import MOST_FINDINGS, without_rows_of
from scitoolagent.gate import FILE, Found, Gate
from scitoolagent.records import Entity, Finding, Query, Schema, Step, StepResult, Value
from scitoolagent.toolkg.columns import MAPPED, is_reader, mapped_over, may_name, reader_of, reads_files
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

if TYPE_CHECKING:
    from scitoolagent.executor.columns import Binding
    from scitoolagent.executor.mapping import Progress
    from scitoolagent.tables import Chunk, Table

_NAME = re.compile(r"[0-9a-f]{16}")
# Many at once are screened twice as fast as few.
_SCREENED_AT_ONCE = 2048
_WAITS, _WAIT_SECONDS = 60, 0.5

Results = Mapping[int, StepResult]


class File(Protocol):
    """Makes a path of the name of a file."""

    def __call__(self, name: str, folders: bool = False, /) -> str: ...


@dataclass(frozen=True, slots=True)
class Given:
    """What the steps of one run are given: its gate, its bounds, and who is told how far it is.

    Of a table with more rows than `screens` none is screened; see `scitoolagent.executor.plan_rows`. What the run has
    screened once stands in `screened`: by the folder of a table, how each of its columns was.
    """

    gate: Gate
    budget: Budget
    progress: Progress | None = None
    screens: float = ALL
    screened: dict[str, dict[str, str]] = field(default_factory=dict)


class TableSteps:
    """Runs what a call in a worker alone cannot do.

    Args:
        graph: the tool graph.
        pool: the workers.
        config: where tables are kept, and how large a file may be.
        file: makes a path of the name of a file, or of a folder where that may be one; raises where there is none.
    """

    def __init__(self, graph: ToolGraph, pool: Backend, config: Config, file: File) -> None:
        self._graph, self._pool = graph, pool
        self._file, self._most_bytes = file, config.max_file_bytes
        self._store = (config.cache_dir / "tables").resolve()
        self.made = tuple(self._store.parent.joinpath(*parts) for parts in MADE)
        # Tables of files that were looked into, by the state of the file, until a step opens them.
        self._looked_in: dict[tuple[object, ...], Path] = {}

    def path(self, name: str) -> str:
        """The folder of a table that an earlier step made, which is none of the user's, or a file of rows."""
        known = self._store / name if _NAME.fullmatch(name) else Path(name).resolve()
        return str(known) if known.parent == self._store and known.is_dir() else self._file(name)

    def load(self, value: Value) -> Table:
        """The table that a step gave.

        Raises:
            ToolInputError: it is no longer on the disk.
        """
        from scitoolagent.tables import Table

        try:
            return Table.load(Path(self.path(str(value.value))))
        except (TableError, ToolInputError) as error:
            raise ToolInputError("the rows are no longer on the disk; ask again") from error

    def told(self, outputs: Mapping[str, Value]) -> dict[str, Value]:
        """The outputs of a call; a table by the name of its folder, with what is in it."""
        return {
            name: self._described(Path(str(value.value)), value.type)
            if self._graph.role(value.type) == "table" and isinstance(value.value, str)
            else value
            for name, value in outputs.items()
        }

    def _described(self, folder: Path, kind: str) -> Value:
        from scitoolagent.tables import Table

        table = Table.load(folder)
        return Value(type=kind, value=folder.name, columns=table.columns, rows=table.rows)

    def described(self, name: str) -> Value:
        """The table of that name as the output of a step.

        Raises:
            ToolInputError: it is no longer on the disk.
        """
        return self._described(Path(self.path(name)), MAPPED.type)

    def map(self, given: Given, table: Table, bindings: Sequence[Binding]) -> Table:
        """Map tools over the rows of a table; see `scitoolagent.executor.mapping`."""
        from scitoolagent.executor.mapping import Mapper
        from scitoolagent.executor.pieces import Places

        known = _known(given, table)
        places = Places(self._graph, self._pool, given.gate, self._file, self._store, known)
        return Mapper(places).map(table, bindings, given.progress)

    def schema(self, file: Entity, text: str = "") -> Schema:
        """What is in a file before a question (`text`) is read; one that cannot be read is told as a problem."""
        from scitoolagent.tables.classes import texts_of
        from scitoolagent.tables.sheets import meant_part

        name = str(file.value)
        sheets: tuple[str, ...] = ()
        try:
            sheets, sheet = meant_part(Path(self._file(name, True)), text, file.start, file.end)
            table = self._read(reader_of(self._graph), name, sheet)
            state = self._state(name, sheet)
            self._looked_in |= {state: table.folder} if state else {}
            said = texts_of(table, text, may_name(self._graph))
        except (ToolError, TableError) as error:
            return Schema(file=file.handle, problem=str(error), sheets=sheets)
        return Schema(file=file.handle, columns=table.columns, rows=table.rows, sheet=sheet, sheets=sheets, **said)

    def _opened(self, tool: ToolNode, name: str, sheet: str) -> Table:
        """The rows of a file; those that were read to look into it, where nobody has written it since."""
        from scitoolagent.tables import Table

        # The step may move the table or take rows out of it, so it is taken once.
        folder = self._looked_in.pop(self._state(name, sheet), None)
        return Table.load(folder) if folder is not None and folder.is_dir() else self._read(tool, name, sheet)

    def _state(self, name: str, sheet: str) -> tuple[object, ...]:
        """Which file a name stands for, and when it was written last; nothing of a folder, whose files may change."""
        path = Path(self._file(name, True))
        status = path.stat()
        return (path, sheet, status.st_ino, status.st_size, status.st_mtime_ns) if path.is_file() else ()

    def _read(self, tool: ToolNode, name: str, sheet: str = "") -> Table:
        path = self._file(name, True)
        check_size(Path(path), self._most_bytes)
        return self._made(tool, {tool.inputs[0].name: path, **({tool.inputs[1].name: sheet} if sheet else {})})

    def _made(self, tool: ToolNode, arguments: Mapping[str, Any]) -> Table:
        from scitoolagent.gate import Check
        from scitoolagent.tables import Table

        # The rows are screened one by one, so that one of them stops no other.
        unscreened = Check({}, {}, ())
        reply = self._pool.outcome(self._pool.submit(tool, dict(arguments), unscreened), tool)
        if "error" in reply:
            raise getattr(errors, reply["error"], errors.ToolFailedError)(reply["message"])
        return Table.load(Path(str(reply["outputs"][tool.outputs[0].name])))

    def runs(self, tool: ToolNode, step: Step) -> bool:
        """Whether a step is one of those that are run here."""
        return mapped_over(tool, step) is not None or is_reader(self._graph, tool)

    def run(
        self, given: Given, query: Query, tool: ToolNode, step: Step, results: Results, settings: Mapping[str, Any]
    ) -> StepResult:
        """Run a step.

        Args:
            given: of the run.
            query: the question.
            tool: of the step.
            step: what is called.
            results: of earlier steps.
            settings: the arguments that are no columns, as the tool takes them.
        Raises:
            ToolError: it cannot be run, or takes longer than the run may.
            SafetyError: the gate stops it.
        """
        started = time.perf_counter()
        bounded = replace(given, progress=_bounded(given))
        over = mapped_over(tool, step)
        try:
            if over is None:
                table, looked_at = self._read_rows(bounded, query, tool, step, settings)
                table, is_kept = table.settled(), False
            else:
                before = self.load(results[over.step or 0].outputs[over.name])
                (table, is_kept), looked_at = self._mapped(bounded, tool, step, before, settings), _known(given, before)
            # What a map adds is screened as it comes out; texts of later steps are screened before their tools.
            given.screened[table.folder.name] = looked_at
        except BusyError as error:
            raise ToolTimeoutError(str(error)) from error
        except TableError as error:
            raise ToolInputError(str(error)) from error
        name = MAPPED.name if over is not None else tool.outputs[0].name
        return StepResult(
            step=step.id,
            tool=tool.name,
            version=self._version(tool),
            status="ok",
            arguments={**settings, **{key: str(one) for key, one in columns_of(step)}},
            outputs={name: self._described(table.folder, MAPPED.type if over else tool.outputs[0].type)},
            findings=table.findings,
            source=tool.source,
            attempts=1,
            seconds=round(time.perf_counter() - started, 4),
            cached=is_kept,
        )

    def _read_rows(
        self, given: Given, query: Query, tool: ToolNode, step: Step, settings: Mapping[str, Any]
    ) -> tuple[Table, dict[str, str]]:
        """The rows of a file or a clause without those never worked on, and how each column was screened."""
        first = tool.inputs[0]
        if first.name not in settings:
            raise ToolInputError(f"{tool.name} needs {first.name} ({self._graph.types[first.type].label})")
        name = str(settings[first.name])
        is_file = reads_files(self._graph, tool)
        looked = self.screened_file(Path(self._file(name, True))) if is_file else ()
        whole = given.gate.judge(tool, dict(settings), looked)
        sheet = str(settings.get(tool.inputs[1].name, "")) if is_file else ""
        table = self._opened(tool, name, sheet) if is_file else self._made(tool, settings)
        check_columns(query, step, table)
        if table.rows > given.screens:
            return without_rows_of(unscreened(given.screens, table), (), whole), {}
        table = self._screened(given, tool, table)
        table = self.with_beside(Path(self._file(name, True)), table) if is_file else table
        return without_rows_of(table, (), whole), self._kinds(table)

    def _version(self, tool: ToolNode) -> str:
        from scitoolagent.tool.registry import load_tool
        from scitoolagent.tool.versions import versions_of

        return versions_of(load_tool(tool.name, tool.module)).code

    def _mapped(
        self, given: Given, tool: ToolNode, step: Step, table: Table, settings: Mapping[str, Any]
    ) -> tuple[Table, bool]:
        """The table with the results of a tool, and whether they are those of an earlier run."""
        from scitoolagent.executor.columns import bind_columns
        from scitoolagent.executor.kept_maps import KeptMaps

        columns = {name: table.columns[one.column or 0].name for name, one in columns_of(step)}
        own = {name: value for name, value in settings.items() if name not in columns}
        binding = bind_columns(self._graph, tool, table, columns, own)
        kept = KeptMaps(self._pool.cache_file, self._store, self._file)
        known = _known(given, table)
        return kept.made(
            table, binding, lambda: self._waited(given, table, [binding]), lambda one: self._passes(tool, one, known)
        )

    def _passes(self, tool: ToolNode, table: Table, known: Mapping[str, str]) -> bool:
        """Whether the safety gate stops no row of a table, of which the run has screened some columns already."""
        kinds = {name: kind for name, kind in self._kinds(table).items() if known.get(name) != kind}
        chunks = table.chunks(_SCREENED_AT_ONCE, tuple(kinds))
        return not any(any(reply["stopped"]) for _, reply in self._replies(tool, list(kinds.values()), chunks))

    def _waited(self, given: Given, table: Table, bindings: Sequence[Binding]) -> Table:
        for _ in range(_WAITS):
            try:
                return self.map(given, table, bindings)
            except BusyError:
                # Another process makes the same map; what it has finished by then is there.
                time.sleep(_WAIT_SECONDS)
        return self.map(given, table, bindings)

    def with_beside(self, path: Path, table: Table) -> Table:
        """A table with what is never worked on in its file beside its rows; see `executor.beside`.

        Raises:
            SafetyDatabaseError: the hazard database cannot be used.
        """
        return with_found_beside(table, self._found([(FILE, str(path))])) if has_more(path, table) else table

    def screened_file(self, path: Path) -> tuple[Found, ...]:
        """What is found in a file of coordinates, or in the features of one of sequences: its rows do not tell it.

        Raises:
            SafetyDatabaseError: the hazard database cannot be used.
        """
        from scitoolagent.gate.genbank import translations_of
        from scitoolagent.tables.feature_kinds import has_features
        from scitoolagent.tables.read import holds_coordinates

        if not path.is_file() or not (holds_coordinates(path.name) or has_features(path.name)):
            return ()
        values = [(FILE, str(path))] if holds_coordinates(path.name) else translations_of(path)
        return self._found(values)

    def _found(self, values: list[tuple[str, Any]]) -> tuple[Found, ...]:
        """What is found in values, by a worker."""
        reply = self._pool.outcome(self._pool.screen(values))
        if "error" in reply:
            raise getattr(errors, reply["error"], errors.SafetyDatabaseError)(reply["message"])
        return tuple(reply["found"])

    def _screened(self, given: Given, tool: ToolNode, table: Table) -> Table:
        """The table without the rows that are never worked on; they are counted and told."""
        known = self._kinds(table)
        kinds = list(known.values())
        chunks = table.chunks(_SCREENED_AT_ONCE, tuple(known))
        stopped: list[tuple[int, str]] = []
        found: dict[Finding, None] = {}
        done = 0
        for chunk, reply in self._replies(tool, kinds, chunks):
            for number, problem, is_stopped, findings in zip(
                chunk.rows, reply["problems"], reply["stopped"], reply["findings"], strict=False
            ):
                if is_stopped:
                    stopped.append((number, problem))
                if len(found) < MOST_FINDINGS:
                    found |= {Finding(**one): None for one in findings if one["verdict"] in _SERIOUS}
            done += len(chunk)
            if given.progress is not None:
                given.progress(done, table.rows)
        return without_rows_of(table, stopped, tuple(found))

    def _kinds(self, table: Table) -> dict[str, str]:
        """How each column of texts of a table is screened."""
        columns = [column for column in table.columns if column.kind == "text"]
        kinds = {column.name: self._graph.screen(column.type) if column.type else "" for column in columns}
        # A file that a row names is looked at when it is opened.
        return {name: "" if kind == FILE else kind for name, kind in kinds.items()}

    def _replies(
        self, tool: ToolNode, kinds: Sequence[str], chunks: Iterator[Chunk]
    ) -> Iterator[tuple[Chunk, dict[str, Any]]]:
        """The rows with what the workers found in them, in any order."""
        running: dict[Future[dict[str, Any]], Chunk] = {}
        while True:
            while kinds and len(running) < 2 * self._pool.workers and (chunk := next(chunks, None)) is not None:
                values = list(chunk.values.values())
                running[self._pool.submit_rows([tool], [[], list(kinds), values], _NO_END)] = chunk
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                chunk = running.pop(future)
                reply = self._pool.outcome(future, tool)
                if "error" in reply:
                    raise getattr(errors, reply["error"], errors.ToolFailedError)(reply["message"])
                yield chunk, reply

    def columns(self, tool: ToolNode, step: Step, results: Results) -> tuple[dict[str, list[Any]], int]:
        """The values of the whole columns that a step is given, and how many rows lack one of them."""
        given = dict(columns_of(step))
        if not given or mapped_over(tool, step) is not None:
            return {}, 0
        tables = {name: self.load(results[one.step or 0].outputs[one.name]) for name, one in given.items()}
        columns = {
            name: list(tables[name].values(tables[name].columns[one.column or 0].name)) for name, one in given.items()
        }
        rows = [row for row in zip(*columns.values(), strict=True) if None not in row]
        lacking = len(next(iter(columns.values()))) - len(rows)
        if not rows:
            raise ToolInputError("no row has a value")
        return dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True)), lacking


_SERIOUS = ("block", "confirm", "unknown")
# Rows are screened to their end, whatever time that takes.
_NO_END = 3600.0


def _bounded(given: Given) -> Progress:
    """Tells how far a step is, and ends it where the run may take no longer."""

    def tell(done: int, total: int) -> None:
        if given.progress is not None:
            given.progress(done, total)
        # The number of steps is no matter here: this one has begun.
        if given.budget.left == 0.0:
            raise ToolTimeoutError(given.budget.spent or "the run was to end")

    return tell


def _known(given: Given, table: Table) -> dict[str, str]:
    """How each column of a table was screened by the same run."""
    return given.screened.get(table.folder.name, {})
