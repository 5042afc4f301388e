"""Map tools over the rows of a table: some rows at a time to the workers, each finished piece kept on disk.

A run that is killed goes on at the next piece when the same map is made again. Memory does not grow with the rows.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Any

from scitoolagent import errors
from scitoolagent.errors import BusyError
from scitoolagent.executor.columns import Binding
from scitoolagent.executor.piece_rows import (
    FAILED,
    FOUND,
    LOST,
    PIECE,
    STATE,
    STOPPED_ROW,
    Span,
    Task,
    missing,
    missing_spans,
)
from scitoolagent.executor.pieces import Places, Work
from scitoolagent.gate import admitted
from scitoolagent.records import Finding
from scitoolagent.tables import Table
from scitoolagent.tables.store import PROBLEM, ROW, connected, new_folder, scan
from scitoolagent.tool.registry import load_tool
from scitoolagent.tool.versions import versions_of

_FINDINGS = 100

Progress = Callable[[int, int], None]


class Mapper:
    """Maps tools over the rows of one table.

    Args:
        places: where rows are worked on.
    """

    def __init__(self, places: Places) -> None:
        self._places, self._store = places, places.store

    def map(self, table: Table, bindings: Sequence[Binding], progress: Progress | None = None) -> Table:
        """The table with the results of some tools as new columns; a row that fails keeps the reason.

        Raises:
            BlockedError: a setting, or the name of a column, is a hazard that is never worked on.
            SafetyDatabaseError: nothing can be screened.
            BusyError: another process makes the same map.
            TableError: the disk does not take the results.
        """
        self._screen_settings(table, bindings)
        folder = self._store / f"map-{_digest(table, bindings)}"
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            done = self._resumed(folder)
            self._run(table, bindings, folder, done, progress or (lambda done, total: None))
            return self._finished(table, bindings, folder)

    def _screen_settings(self, table: Table, bindings: Sequence[Binding]) -> None:
        """Settings, and the names of columns, are subjects of the run, as those of a question are."""
        subjects = [("", name) for name in table.names]
        subjects += [
            (kind, value)
            for binding in bindings
            for port in binding.tool.inputs
            if isinstance(value := binding.settings.get(port.name), str)
            for kind in [self._places.graph.screen(port.type)]
        ]
        reply = self._places.pool.outcome(self._places.pool.screen(subjects))
        if "error" in reply:
            raise getattr(errors, reply["error"], errors.SafetyDatabaseError)(reply["message"])
        admitted([one.finding for one in reply["found"]])

    def _resumed(self, folder: Path) -> list[tuple[int, int]]:
        """The rows that an earlier run finished; where the gate stopped one, they are done again."""
        # A person may agree this time.
        done = []
        with connected(folder) as engine:
            for path in sorted(folder.iterdir()):
                if match := PIECE.fullmatch(path.name):
                    stopped = f"SELECT count(*) FROM {scan([path])} WHERE {STATE} = {STOPPED_ROW}"  # noqa: S608
                    if engine.execute(stopped).fetchone()[0]:
                        path.unlink()
                    else:
                        done.append((int(match[1]), int(match[2])))
                elif path.name.endswith(".new"):
                    path.unlink()
        return done

    def _run(
        self, table: Table, bindings: Sequence[Binding], folder: Path, done: list[tuple[int, int]], progress: Progress
    ) -> None:
        finished = sum(end - start for start, end in done)
        progress(finished, table.rows)
        work = Work(self._places, table, bindings, folder)
        pieces = missing_spans(table.rows, done) if work.by_parts else missing(table, done)
        running: dict[Future[dict[str, Any]], tuple[Task | Span, float]] = {}
        with connected(folder, *dict.fromkeys(path.parent for path in table.paths)) as engine:
            try:
                while True:
                    while len(running) < 2 * self._places.pool.workers and (task := work.next_task(pieces)) is not None:
                        running[work.submit(engine, task)] = (task, time.perf_counter())
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        task, begun = running.pop(future)
                        finished += work.finish(engine, task, future, time.perf_counter() - begun)
                        progress(finished, table.rows)
            finally:
                for future in running:
                    future.cancel()

    def _finished(self, table: Table, bindings: Sequence[Binding], folder: Path) -> Table:
        """The table of all pieces, in a folder of its own."""
        parts = tuple(sorted(path.name for path in folder.iterdir() if PIECE.fullmatch(path.name)))
        counted: dict[int, tuple[int, str]] = {}
        findings: list[Finding] = []
        if parts:
            with connected(folder) as engine:
                rows = scan(folder / part for part in parts)
                query = f"SELECT {STATE}, count(*), min({ROW}), arg_min({PROBLEM}, {ROW}) FROM {rows} GROUP BY 1"  # noqa: S608
                for state, count, row, problem in engine.execute(query).fetchall():
                    counted[state] = (count, f"row {row}: {problem}")
                found = f"SELECT DISTINCT {FOUND} FROM {rows} WHERE {FOUND} IS NOT NULL LIMIT {_FINDINGS}"  # noqa: S608
                findings = [Finding(**one) for row in engine.execute(found).fetchall() for one in json.loads(row[0])]
        results = tuple(column for binding in bindings for column in binding.results.values())
        kept = new_folder(self._store)
        kept.rmdir()
        folder.rename(kept)
        stopped = counted.get(STOPPED_ROW, (0, ""))
        both = [one for state in (FAILED, LOST) if (one := counted.get(state))]
        failed = (sum(count for count, _ in both), both[0][1] if both else "")
        changed = {
            "folder": kept.resolve(),
            "parts": parts,
            "columns": (*table.columns, *results),
            "failed": table.failed + failed[0],
            "first_failed": table.first_failed or failed[1],
            "stopped": table.stopped + stopped[0],
            "first_stopped": table.first_stopped or stopped[1],
            "findings": tuple(dict.fromkeys((*table.findings, *findings)))[:_FINDINGS],
        }
        return table.model_copy(update=changed).save()


def _digest(table: Table, bindings: Sequence[Binding]) -> str:
    """Names a map by all that its results depend on: the rows, the tools, their versions, and the hazard database."""
    from scitoolagent.safety_db.store import folder, manifest

    digest = hashlib.sha256(f"{table.content()} {table.order()}".encode())
    digest.update(table.model_dump_json(exclude={"folder", "parts"}).encode())
    for binding in bindings:
        made_by = versions_of(load_tool(binding.tool.name, binding.tool.module))
        columns = {name: column.name for name, column in binding.columns.items()}
        said = [binding.tool.name, columns, binding.settings, binding.units, made_by.code, *made_by.libraries]
        digest.update(json.dumps(said, sort_keys=True, default=str).encode())
    digest.update(json.dumps(manifest(folder()), sort_keys=True, default=str).encode())
    return digest.hexdigest()[:16]


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep another process from making the same map at the same time, where the system can tell."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    path = folder.with_suffix(".lock")
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BusyError("another process is making the same map of the same rows; wait for it") from error
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
