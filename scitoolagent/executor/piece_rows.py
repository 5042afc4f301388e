"""Rows of a table on their way through the workers, and the files that keep what came of them."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.executor.columns import held
from scitoolagent.tables import Column, Table
from scitoolagent.tables.store import PROBLEM, ROW, write_part

PIECE = re.compile(r"rows-(\d{12})-(\d{12})\.parquet")
STATE, FOUND = "row_state", "row_findings"
# A row is lost where its call may work another time: it took too long, or its process died.
OK, FAILED, STOPPED_ROW, LOST = range(4)
_READ_AT_ONCE = 4096

# For each tool of a map: its outputs, each with the column that it becomes.
Results = Sequence[Sequence[tuple[str, Column]]]


@dataclass(frozen=True, slots=True)
class Span:
    """Rows from `start` on to `end`, which stay on the disk."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def part(self, start: int, end: int) -> Span:
        """Some of the rows."""
        return Span(self.start + start, min(self.start + end, self.end))


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


def row_of(reply: dict[str, Any], row: int) -> Row:
    """What came of a row, as `run_rows` tells it."""
    problem = reply["problems"][row]
    failed = LOST if row in reply["lost"] else FAILED
    state = STOPPED_ROW if reply["stopped"][row] else failed if problem else OK
    return Row([one[row] for one in reply["outputs"]], problem, state, list(reply["findings"][row]))


def piece_name(start: int, end: int) -> str:
    """The name of the file of some finished rows."""
    return f"rows-{start:012}-{end:012}.parquet"


def write_rows(
    engine: Any, path: Path, columns: Sequence[Column], results: Results, task: Task, rows: Sequence[Row]
) -> None:
    """Keep rows with what came of them, as one file that is there whole or not at all.

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
    written: list[Column] = list(columns)
    values += [list(task.values[column.name]) for column in written]
    for number, outputs in enumerate(results):
        for name, column in outputs:
            given = [row.outputs[number] for row in rows]
            written.append(column)
            values.append([None if one is None else held(one[name], column) for one in given])
    values[len(names) :] = [
        [None if stop else value for value, stop in zip(given, stopped, strict=True)]
        if column.kind == "text"
        else given
        for column, given in zip(written, values[len(names) :], strict=True)
    ]
    names += [(f"c{place}", column.kind) for place, column in enumerate(written)]
    write_part(engine, path, names, values)


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


def missing_spans(rows: int, done: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """The rows that no piece holds, unread."""
    place = 0
    for start, end in sorted(done):
        if place < start:
            yield Span(place, start)
        place = max(place, end)
    if place < rows:
        yield Span(place, rows)
