"""Run the plan or program of an earlier run again, without a model and the cache, and compare it step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.config import Config
from scitoolagent.errors import InvalidPlanError
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate
from scitoolagent.planner import check_plan
from scitoolagent.provenance.admission import admit_run
from scitoolagent.provenance.compare import Comparison, causes, changed_since, differences
from scitoolagent.provenance.consistency import unlike_plan, untrue_values
from scitoolagent.provenance.packed_tables import PackedTable
from scitoolagent.provenance.program_runs import made_again
from scitoolagent.provenance.recorded import Argument, GivenValue, RecordedRun
from scitoolagent.provenance.replay_program import ProgramComparer
from scitoolagent.provenance.row_comparison import RowComparison
from scitoolagent.provenance.tools import one_step
from scitoolagent.records import Answer, Entity, Finding, Plan, Query, Reference, Step, StepResult
from scitoolagent.solver.steps import label_of
from scitoolagent.summarizer import refusal
from scitoolagent.toolkg.graph import ToolGraph
from scitoolagent.toolkg.store import load_graph


@dataclass(frozen=True, slots=True)
class Replay:
    """A run and its replay.

    `gate` says whether the question was refused in one of them only. `changed` names the packages and data whose
    version differs from the run's, whether or not any value does. `untrue` says which values of the answer are not
    those of the steps, and `altered` what was changed in the page of the run after that was written.
    """

    run: str
    gate: str
    steps: tuple[Comparison, ...]
    changed: tuple[str, ...] = ()
    untrue: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether every step could be compared and gave the same result, and the answer tells what the steps gave."""
        return not (self.gate or self.untrue or self.altered) and all(step.verdict == "same" for step in self.steps)

    @property
    def first_difference(self) -> str:
        """The first thing that is not the same, with the step and both values; empty where all is."""
        if self.gate or self.same:
            return self.gate
        steps = (step for step in self.steps if step.verdict != "same")
        told = (f"step {step.step}, {label_of(step.tool)}: {step.differences[0]}" for step in steps if step.differences)
        return next(told, next(iter((*self.untrue, *self.altered)), ""))


def replay(
    recorded: RecordedRun,
    config: Config,
    workspace: Path | None = None,
    approved: Iterable[str] = (),
    ask: Callable[[Sequence[Finding]], bool] | None = None,
    tables: Mapping[str, PackedTable] | None = None,
) -> Replay:
    """Run the plan again with the values and tools of the run, under the safety gate.

    Args:
        recorded: the run.
        config: settings; the cache is not used.
        workspace: the folder with the files that the run read; the current one when left out.
        approved: digests of findings that the user confirms; confirmations of the original run do not count.
        ask: asks the user about the findings of a call.
        tables: rows of the run's tables, by their names, where they came with it.
    Raises:
        BlockedError: the trace names what is never worked on.
        SafetyDatabaseError: nothing can be screened.
    """
    graph = load_graph()
    # A trace is a file that anybody may have edited; what a run was refused for may stand in it.
    admit_run(graph, recorded)
    fresh = config.model_copy(update={"cache": False})
    executor = Executor(graph, fresh, workspace or Path.cwd(), SafetyGate(graph, approved, ask))
    changed = changed_since(recorded.environment)
    is_same_engine = not any(" duckdb " in line for line in changed)
    rows = RowComparison(fresh.cache_dir / "tables", tables, is_same_engine)
    try:
        refusing = refusal(executor.screen(recorded.query)(), recorded.run)
        if refusing is None and not _was_refused(recorded):
            if recorded.program is not None:
                now = made_again(graph, executor, fresh, recorded.query, recorded.program)
                program = ProgramComparer(graph, executor, recorded, now, changed, rows)
                return Replay(recorded.run, "", program.steps(), changed, tuple(program.untrue()))
            steps = _Comparer(graph, executor, recorded, changed, rows).steps()
            return Replay(recorded.run, "", steps, changed, tuple(untrue_values(recorded)))
        return Replay(recorded.run, _gate(recorded, refusing), (), changed)
    finally:
        executor.close()


def _was_refused(recorded: RecordedRun) -> bool:
    """Whether the question itself was refused, not the call of a step."""
    if recorded.answer is None or recorded.answer.status != "blocked" or recorded.program is not None:
        return False
    return all(result.status != "blocked" for result in recorded.results.values())


def _gate(recorded: RecordedRun, refusing: Answer | None) -> str:
    if refusing is None:
        return "safety gate: the question was refused in the run, and now it is not"
    if not _was_refused(recorded):
        return f"safety gate: the question was answered in the run, and now it is refused: {refusing.text}"
    return ""


class _Comparer:
    """Runs the runnable steps of a plan and compares every step."""

    def __init__(
        self,
        graph: ToolGraph,
        executor: Executor,
        recorded: RecordedRun,
        changed: tuple[str, ...],
        rows: RowComparison,
    ) -> None:
        self._rows = rows
        self._graph = graph
        self._executor = executor
        self._recorded = recorded
        self._changed = changed
        self._query, self._steps = as_carried_out(recorded, graph)

    def steps(self) -> tuple[Comparison, ...]:
        """The comparisons, in the order of the plan."""
        runnable, refused = self._runnable()
        now = {result.step: result for result in self._run(runnable)}
        stopped = _stopped(self._recorded.results) and _stopped(now)
        done: dict[int, Comparison] = {}
        for step in self._steps:
            if step.id in refused:
                found = Comparison(step.id, step.tool, "different", ("it cannot be run now",), (refused[step.id],))
            else:
                found = self._compare(step, now[step.id], done, stopped)
            done[step.id] = found
        return tuple(done.values())

    def _runnable(self) -> tuple[tuple[Step, ...], dict[int, str]]:
        """The steps that still type-check, and why the others do not; tools may have gone or changed since."""
        good: list[Step] = []
        bad: dict[int, str] = {}
        for step in self._steps:
            lost = [reference.step for reference in step.references() if reference.step in bad]
            try:
                if lost:
                    raise InvalidPlanError(f"step {lost[0]} cannot be run")
                check_plan(self._graph, self._query, Plan(steps=(*good, step), goals=()))
            except InvalidPlanError as error:
                bad[step.id] = f"{'input' if lost else 'tool'}: {error}"
            else:
                good.append(step)
        return tuple(good), bad

    def _run(self, steps: tuple[Step, ...]) -> Iterable[StepResult]:
        return self._executor.run(self._query, Plan(steps=steps, goals=())) if steps else ()

    def _compare(self, step: Step, now: StepResult, done: Mapping[int, Comparison], stopped: bool) -> Comparison:
        before = self._recorded.results.get(step.id)
        if before is None:
            return Comparison(step.id, step.tool, "unknown", ("the trace ends before this step",))
        # Which parallel steps finish before a block takes effect is not deterministic.
        if stopped and "skipped" in (before.status, now.status):
            return Comparison(step.id, step.tool, "same")
        found = (*unlike_plan(self._recorded.plan, before), *differences(before, now, self._rows))
        if not found:
            return Comparison(step.id, now.tool, "same")
        numbers = {reference.step for reference in step.references() if reference.step is not None}
        inputs = sorted(number for number in numbers if done[number].verdict != "same")
        why = [f"input: step {number} is not the same" for number in inputs] or self._causes(before, now)
        return Comparison(step.id, now.tool, "different", found, tuple(why))

    def _causes(self, before: StepResult, now: StepResult) -> list[str]:
        again = None
        columns = [one for one in map(Reference.parse, now.arguments.values()) if one and one.column is not None]
        if before.status == now.status == "ok" and not columns:
            query, plan = one_step(self._graph, now.tool, dict(now.arguments))
            again = next(iter(self._executor.run(query, plan))).model_copy(update={"step": now.step})
        return causes(before, now, self._graph.tool(now.tool), self._recorded.started, again, self._changed)


def _stopped(results: Mapping[int, StepResult]) -> bool:
    return any(result.status == "blocked" for result in results.values())


def as_carried_out(recorded: RecordedRun, graph: ToolGraph) -> tuple[Query, tuple[Step, ...]]:
    """The steps with the alternative tools and filled-in settings of the run, and a query with their values."""
    writer = _Writer(recorded.query, graph)
    calls = {call.step: call for call in recorded.calls(graph)}
    steps = []
    for step in recorded.plan.steps:
        result = recorded.results.get(step.id)
        if call := calls.get(step.id):
            given = {name: writer.write(call.tool, name, value) for name, value in call.arguments.items()}
            step = Step(id=step.id, tool=call.tool, arguments=given)
        elif result is not None:
            # A step without a result stays as planned; only filled-in settings are added.
            filled = {name: GivenValue(value) for name, value in result.arguments.items() if name not in step.arguments}
            given = {name: writer.write(step.tool, name, value) for name, value in filled.items()}
            step = step.model_copy(update={"arguments": {**step.arguments, **given}})
        steps.append(step)
    return recorded.query.model_copy(update={"entities": tuple(writer.entities)}), tuple(steps)


class _Writer:
    """Adds values to a query and returns references to them, so that a text such as `$2.smiles` is taken as a value."""

    def __init__(self, query: Query, graph: ToolGraph) -> None:
        self.entities = list(query.entities)
        # What is in a file of rows is known by the handle of the file.
        self._files = {str(query.entity(table.file).value): table.file for table in query.tables}
        self._graph = graph
        self._prefix = "given"
        while any(entity.handle.startswith(self._prefix) for entity in query.entities):
            self._prefix += "_"

    def write(self, tool: str, name: str, argument: Argument) -> Any:
        """An argument of a step in the form of a plan."""
        if isinstance(argument, tuple):
            return [self.write(tool, name, item) for item in argument]
        if isinstance(argument, Reference):
            return str(argument)
        ports = self._graph.tools[tool].inputs if tool in self._graph.tools else ()
        port = next((port for port in ports if port.name == name), None)
        kind = port.type if port else ""
        stands_for_rows = argument.file or (bool(kind) and self._graph.role(kind) == "rows")
        if stands_for_rows and (handle := self._files.get(str(argument.value))):
            return f"$query.{handle}"
        if port and port.many and isinstance(argument.value, list):
            return [self._handle(kind, item) for item in argument.value]
        return self._handle(argument.type or kind, argument.value)

    def _handle(self, kind: str, value: Any) -> str:
        handle = f"{self._prefix}{len(self.entities)}"
        self.entities.append(Entity(handle=handle, type=kind, value=value, text="", start=0, end=0))
        return f"$query.{handle}"
