"""Read a run from its trace: the plan behind the answer, and every call with the sources of its values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scitoolagent.errors import ConfigError
from scitoolagent.provenance.attempts import attempts_of, explains, program_of, usage_of
from scitoolagent.records import Answer, AnyRecord, Plan, Program, Query, Reference, Step, StepResult, Usage
from scitoolagent.solver.steps import PROGRAM, is_tool, steps_behind
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.trace import list_runs, read_trace

_MOST_NAMED = 100
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class GivenValue:
    """A value that no step produced: from the question, or a setting.

    `file` marks the name of a file; `type` is that of the entity which an input for any value was given.
    """

    value: Any
    file: bool = False
    type: str = ""


Argument = GivenValue | Reference | tuple[GivenValue | Reference, ...]


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One call with a result; `tool` is the one that was called, which may be an alternative to the plan's."""

    step: int
    tool: str
    arguments: Mapping[str, Argument]
    result: StepResult


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run from its trace. `results` belong to `plan`, the last plan that led to the answer, and `query` is how it was
    read for that plan.

    `usage` is all that the run has told of its use of models: of replies on their way when it was killed it knows
    nothing. `version` is that of scitoolagent, `started` an ISO 8601 time; `environment` holds the versions of other
    dependencies; older traces name only this program.

    `programs` are those that a model wrote for the answer, and `program` is the one that it rests on; None where there
    is a plan of tools alone.
    """

    run: str
    version: str
    started: str
    query: Query
    plan: Plan
    results: Mapping[int, StepResult]
    answer: Answer | None
    environment: Mapping[str, str] = field(default_factory=dict)
    usage: tuple[Usage, ...] = ()
    program: Program | None = None
    programs: tuple[Program, ...] = ()

    def calls(self, graph: ToolGraph) -> tuple[RecordedCall, ...]:
        """The calls with a result, in an order in which they can be repeated."""
        return tuple(
            self._call(graph, step)
            for step in self.plan.steps
            if step.id in self.results and self.results[step.id].status == "ok"
        )

    def exported(self, graph: ToolGraph) -> tuple[RecordedCall, ...]:
        """The calls that an export repeats.

        Raises:
            ConfigError: there is none.
        """
        calls = self.calls(graph)
        if not calls or (self.program is not None and calls[-1].tool != PROGRAM):
            raise ConfigError(f"run {self.run} has no result that could be made again; `scitoolagent show` says why")
        return calls

    @property
    def began(self) -> datetime:
        """When the run began."""
        began = datetime.fromisoformat(self.started)
        return began if began.tzinfo else began.replace(tzinfo=UTC)

    @property
    def of_rows(self) -> bool:
        """Whether some step works on the rows of a table."""
        return any(output.columns for result in self.results.values() for output in result.outputs.values())

    def _call(self, graph: ToolGraph, step: Step) -> RecordedCall:
        result = self.results[step.id]
        if result.tool == PROGRAM:
            return RecordedCall(step.id, PROGRAM, {"steps": self._behind(result)}, result)
        node = graph.tools.get(result.tool)
        files = {port.name for port in node.inputs if port.python == "Path"} if node else set()
        generic = {port.name for port in node.inputs if graph.types[port.type].generic} if node else set()
        arguments = {
            name: self._argument(step.arguments.get(name), value, name in files, name in generic)
            for name, value in result.arguments.items()
        }
        return RecordedCall(step.id, result.tool, arguments, result)

    def _behind(self, result: StepResult) -> tuple[Reference, ...]:
        """What the steps gave that a program rests on."""
        behind = [number for number in steps_behind(self.plan.step(result.step)) if number in self.results]
        made = [self.results[number] for number in sorted(behind) if number != result.step]
        return tuple(Reference(step=one.step, name=name) for one in made if one.status == "ok" for name in one.outputs)

    def _argument(self, planned: Any, value: Any, file: bool, generic: bool) -> Argument:
        if isinstance(planned, list) and isinstance(value, list) and len(planned) == len(value):
            items = [self._item(before, after, file, generic) for before, after in zip(planned, value, strict=True)]
            apart = file or any(isinstance(item, Reference) or item.type for item in items)
            return tuple(items) if apart else GivenValue(value)
        return self._item(planned, value, file, generic)

    def _item(self, planned: Any, value: Any, file: bool, generic: bool) -> GivenValue | Reference:
        """A value of a call is the value of its reference, unless a model replaced it by a setting."""
        reference = Reference.parse(planned)
        if reference is None or reference.step is None:
            # The trace holds a file's full path, which is private and meaningless on other machines.
            named = planned if reference is None else self.query.text_of(reference.name)
            entity = generic and reference is not None and self.query.quantity(reference.name) is None
            kind = self.query.entity(reference.name).type if reference is not None and entity else ""
            return GivenValue(named if file else value, file, kind)
        if reference.column is not None:
            return reference
        made = self.results[reference.step].outputs[reference.name].value
        # A step of a program that no tool makes is given the reference itself.
        return reference if file or value in (made, planned) else GivenValue(value)


def input_id(call: RecordedCall, name: str, place: int | None = None) -> str:
    """The id of what a step was given, among the inputs of a workflow: step, argument, and index in a list."""
    return f"step{call.step}_{name}" + ("" if place is None else f"_{place + 1}")


def given(call: RecordedCall) -> dict[str, GivenValue]:
    """The arguments of a call that no step produced, by the ids of `input_id`."""
    found: dict[str, GivenValue] = {}
    for name, argument in call.arguments.items():
        items = argument if isinstance(argument, tuple) else (argument,)
        for place, item in enumerate(items):
            if isinstance(item, GivenValue):
                found[input_id(call, name, place if isinstance(argument, tuple) else None)] = item
    return found


def load_run(folder: Path, run: str) -> RecordedRun:
    """Load a run; `last` means the newest.

    Raises:
        ConfigError: there is no such run, its trace cannot be read, or nothing was planned in it.
    """
    records = list(read_trace(folder, run))
    run = list_runs(folder)[0] if run == "last" else run
    return run_of(run, _header(folder / f"{run}.jsonl"), records)


def run_of(run: str, header: Mapping[str, Any], records: Sequence[AnyRecord]) -> RecordedRun:
    """A run from the first line and the records of its trace, wherever they were kept.

    Raises:
        ConfigError: nothing was planned in it, or this program cannot have written it.
    """
    answers = [record for record in records if isinstance(record, Answer)]
    attempts = attempts_of(records)
    if not attempts:
        raise ConfigError(
            f"run {run} has no plan: {answers[-1].text if answers else 'it was stopped before, or its trace was cut'}"
        )
    answer = answers[-1] if answers else None
    chosen = next((made for made in reversed(attempts) if explains(made.results, answer)), attempts[-1])
    query, plan, results = chosen.query, chosen.plan, chosen.results
    _check(run, query, plan, results)
    try:
        started = datetime.fromisoformat(str(header.get("started"))).isoformat(timespec="seconds")
    except ValueError as error:
        raise ConfigError(f"run {run} does not say when it was made: {error}") from error
    return RecordedRun(
        run=run,
        version=str(header.get("scitoolagent", "")),
        started=started,
        query=query,
        plan=plan,
        results=results,
        answer=answer,
        environment=_environment(run, header),
        usage=usage_of(records),
        program=program_of(chosen, answer),
        programs=chosen.programs,
    )


def _header(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        try:
            header = json.loads(file.readline())
        except (ValueError, RecursionError) as error:
            raise ConfigError(f"the first line of {path} is no header of a run: {error}") from error
    if not isinstance(header, dict):
        raise ConfigError(f"the first line of {path} is no header of a run")
    return header


def _environment(run: str, header: Mapping[str, Any]) -> dict[str, str]:
    said = header.get("environment", {"scitoolagent": str(header.get("scitoolagent", ""))})
    if not isinstance(said, dict) or len(said) > _MOST_NAMED:
        raise ConfigError(f"run {run}: `environment` of its header is no list of versions")
    for name, version in said.items():
        if not isinstance(version, str) or max(len(name), len(version)) > _LONGEST_NAME or not version.isprintable():
            raise ConfigError(f"run {run}: {str(version)[:40]!r} is no version of {name[:40]!r}")
    return said


def _check(run: str, query: Query, plan: Plan, results: Mapping[int, StepResult]) -> None:
    """Refuse a trace that this program cannot have written: names end up in code, references must point backwards."""
    handles = {entity.handle for entity in query.entities} | {quantity.handle for quantity in query.quantities}
    handles |= {
        f"{one.handle}_{end}" for one in query.quantities if one.upper is not None for end in ("lower", "upper")
    }
    done: set[int] = set()
    for step in plan.steps:
        result = results.get(step.id)
        names = [step.tool, *step.arguments]
        if result is not None:
            # A program gives its results whatever names it likes; they are data wherever they are written.
            names += [result.tool, *result.arguments, *(result.outputs if is_tool(result.tool) else ())]
        for name in names:
            if not (name.isascii() and name.isidentifier()):
                raise ConfigError(f"run {run}, step {step.id}: {name[:40]!r} is no name of a tool or of its values")
        for reference in step.references():
            known = handles if reference.step is None else _outputs(results, reference.step, done)
            if result is not None and result.status == "ok" and reference.name not in known:
                raise ConfigError(f"run {run}, step {step.id}: {reference} is nothing that the run had by then")
        if step.id in done:
            raise ConfigError(f"run {run} has two steps {step.id}")
        done.add(step.id)


def _outputs(results: Mapping[int, StepResult], step: int, done: set[int]) -> set[str]:
    return set(results[step].outputs) if step in done and step in results else set()
