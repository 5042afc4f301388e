"""Read a run from its trace: the plan behind the answer, and every call with the sources of its values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from scitoolagent.config import MOST_ROUNDS
from scitoolagent.errors import ConfigError
from scitoolagent.records import Answer, AnswerValue, Plan, Query, Reference, Step, StepResult, Usage
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
    nothing. `rounds` are those of a model that it had left. `version` is that of scitoolagent, `started` an ISO 8601
    time; `environment` holds the versions of other dependencies; older traces name only this program.
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
    rounds: int = 0

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
        if not calls:
            raise ConfigError(f"run {self.run} has no result that could be made again; `scitoolagent show` says why")
        return calls

    @property
    def of_rows(self) -> bool:
        """Whether some step works on the rows of a table."""
        return any(output.columns for result in self.results.values() for output in result.outputs.values())

    def _call(self, graph: ToolGraph, step: Step) -> RecordedCall:
        result = self.results[step.id]
        node = graph.tools.get(result.tool)
        files = {port.name for port in node.inputs if port.python == "Path"} if node else set()
        generic = {port.name for port in node.inputs if graph.types[port.type].generic} if node else set()
        arguments = {
            name: self._argument(step.arguments.get(name), value, name in files, name in generic)
            for name, value in result.arguments.items()
        }
        return RecordedCall(step.id, result.tool, arguments, result)

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
        return reference if file or made == value else GivenValue(value)


def load_run(folder: Path, run: str) -> RecordedRun:
    """Load a run; `last` means the newest.

    Raises:
        ConfigError: there is no such run, its trace cannot be read, or nothing was planned in it.
    """
    records = list(read_trace(folder, run))
    run = list_runs(folder)[0] if run == "last" else run
    header = _header(folder / f"{run}.jsonl")
    answers = [record for record in records if isinstance(record, Answer)]
    attempts = _attempts(records)
    if not attempts:
        raise ConfigError(
            f"run {run} has no plan: {answers[-1].text if answers else 'it was stopped before, or its trace was cut'}"
        )
    answer = answers[-1] if answers else None
    query, plan, results = next((made for made in reversed(attempts) if _explains(made[2], answer)), attempts[-1])
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
        usage=_usage(records),
        rounds=_rounds_left(header, len(attempts) - 1),
    )


def _attempts(
    records: Sequence[Query | Plan | StepResult | Answer],
) -> list[tuple[Query, Plan, dict[int, StepResult]]]:
    """The plans of a run, each with how the question was read for it, and with its results."""
    query: Query | None = None
    found: list[tuple[Query, Plan, dict[int, StepResult]]] = []
    for record in records:
        if isinstance(record, Query):
            query = record
        elif isinstance(record, Plan) and query is not None:
            found.append((query, record, {}))
        elif isinstance(record, StepResult) and found:
            found[-1][2][record.step] = record
    return found


def _rounds_left(header: Mapping[str, Any], done: int) -> int:
    """The rounds that a run had left; none where its header names no number that this program may have written."""
    rounds = header.get("rounds", 0)
    known = isinstance(rounds, int) and not isinstance(rounds, bool) and rounds <= MOST_ROUNDS
    return max(rounds - done, 0) if known else 0


def _usage(records: Sequence[Query | Plan | StepResult | Answer]) -> tuple[Usage, ...]:
    """What a run has used of models; a plan holds what reading the question took, and an answer all of it."""
    last = records[-1]
    if isinstance(last, Answer):
        return last.usage
    told = [one for one in records if isinstance(one, Plan | StepResult) or one is last]
    return tuple(usage for one in told for usage in one.usage)


def _header(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        try:
            header = json.loads(file.readline())
        except (ValueError, RecursionError) as error:
            raise ConfigError(f"the first line of {path} is no header of a run: {error}") from error
    if not isinstance(header, dict):
        raise ConfigError(f"the first line of {path} is no header of a run")
    return header


def _environment(run: str, header: dict[str, Any]) -> dict[str, str]:
    said = header.get("environment", {"scitoolagent": str(header.get("scitoolagent", ""))})
    if not isinstance(said, dict) or len(said) > _MOST_NAMED:
        raise ConfigError(f"run {run}: `environment` of its header is no list of versions")
    for name, version in said.items():
        if not isinstance(version, str) or max(len(name), len(version)) > _LONGEST_NAME or not version.isprintable():
            raise ConfigError(f"run {run}: {str(version)[:40]!r} is no version of {name[:40]!r}")
    return said


def _explains(results: Mapping[int, StepResult], answer: Answer | None) -> bool:
    """Whether these results hold all values of the answer; a run may have had several plans.

    A value that the answer gives in another unit, or in the words of the question, is known by its tool only.
    """
    return answer is None or all(
        value.step in results and results[value.step].tool == value.tool and _is_told(results[value.step], value)
        for value in answer.values
    )


def _is_told(result: StepResult, value: AnswerValue) -> bool:
    alike = [made for made in result.outputs.values() if (made.type, made.unit) == (value.type, value.unit)]
    return not alike or any(made.value == value.value for made in alike)


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
            names += [result.tool, *result.arguments, *result.outputs]
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
