"""Screen what a trace says before any of it is shown or written: a trace is a file, and anybody may have edited it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.gate import SafetyGate, admitted, screen_many
from scitoolagent.provenance.recorded import RecordedRun
from scitoolagent.records import Answer, AnyRecord, Plan, Program, Query, Reference, StepResult
from scitoolagent.solver.running import texts_in, texts_of
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import read_trace


def admitted_trace(folder: Path, run: str) -> tuple[AnyRecord, ...]:
    """The records of a run, as `read_trace` gives them, once the safety gate let them pass.

    Raises:
        ConfigError: there is no such run, or a line is no record.
        BlockedError: they hold what is never worked on.
        SafetyDatabaseError: the hazard database cannot be used.
    """
    records = tuple(read_trace(folder, run))
    admit_records(load_graph(), records)
    return records


def admit_run(graph: ToolGraph, recorded: RecordedRun) -> None:
    """The same for a run that was loaded."""
    answer = () if recorded.answer is None else (recorded.answer,)
    admit_records(graph, (recorded.query, recorded.plan, *recorded.results.values(), *answer))
    said = [("", text) for entry in recorded.environment.items() for text in entry]
    admitted([item.finding for item in screen_many(said, "question")])


def admit_records(graph: ToolGraph, records: Sequence[AnyRecord]) -> None:
    """Screen the question, the values of the plan, and the arguments and results of a run.

    Where the gate has refused the run, the question and the plan name what was refused; only what was made counts.

    Raises:
        BlockedError: they hold what is never worked on.
        SafetyDatabaseError: the hazard database cannot be used.
    """
    answers = [record for record in records if isinstance(record, Answer)]
    refused = any(answer.status == "blocked" for answer in answers)
    subjects = [one for record in records for one in _subjects(graph, record, refused)]
    # The sentences of an answer name the rows that the gate has stopped.
    if not any(finding.verdict == "block" for answer in answers for finding in answer.findings):
        subjects += [("", text) for answer in answers for text in _sentences(answer)]
    admitted([item.finding for item in screen_many(subjects, "question")])


def _sentences(answer: Answer) -> Iterator[str]:
    yield from (answer.text, answer.conclusion, answer.design, *answer.unmet, *answer.notes, *answer.assumed)
    if answer.question is not None:
        yield answer.question.text
        yield from (text for choice in answer.question.choices for text in (choice.label, choice.gives))


def _subjects(graph: ToolGraph, record: AnyRecord, refused: bool) -> Iterator[tuple[str, Any]]:
    if isinstance(record, Query) and not refused:
        yield from SafetyGate(graph).subjects(record)
    elif isinstance(record, Plan) and not refused:
        for step in record.steps:
            yield from _arguments(graph, step.tool, step.arguments)
        yield from (("", text) for text in record.notes)
    elif isinstance(record, Program):
        said = texts_in(record.results) if refused else (record.code, record.error, record.printed, *texts_of(record))
        yield from (("", text) for text in dict.fromkeys(said) if text)
    elif isinstance(record, StepResult) and record.status == "ok":
        yield from _arguments(graph, record.tool, record.arguments)
        yield from ((_screen(graph, output.type), output.value) for output in record.outputs.values())
    elif isinstance(record, Answer):
        for value in record.values:
            yield from ((_screen(graph, value.type), value.value), ("", value.subject))
    yield from (("", text) for text in dict.fromkeys(_beside(record)) if text)


def _beside(record: AnyRecord) -> Iterator[str]:
    """What a record says of its values: units, sources, labels."""
    if isinstance(record, StepResult) and record.status == "ok":
        yield record.source
        yield from (output.unit or "" for output in record.outputs.values())
    elif isinstance(record, Answer):
        yield from (text for value in record.values for text in (value.label, value.unit or "", value.source))


def _arguments(graph: ToolGraph, name: str, arguments: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    tool = graph.tools.get(name)
    # The name of a file is a text; what it holds was screened when it was read.
    kinds = {port.name: _screen(graph, port.type) for port in tool.inputs if port.python != "Path"} if tool else {}
    for argument, value in arguments.items():
        items: Iterable[Any] = value if isinstance(value, list) else [value]
        yield from ((kinds.get(argument, ""), item) for item in items if Reference.parse(item) is None)


def _screen(graph: ToolGraph, kind: str) -> str:
    return graph.screen(kind) if kind in graph.types else ""
