"""Run a plan: ready steps in parallel, errors decide what happens next, everything bounded."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scitoolagent import errors
from scitoolagent.config import Config
from scitoolagent.errors import (
    BlockedError,
    InvalidPlanError,
    SafetyDatabaseError,
    SafetyError,
    ToolError,
    ToolTimeoutError,
    ToolUnavailableError,
    WorkerDiedError,
)
from scitoolagent.executor.arguments import bind_arguments, read_outputs
from scitoolagent.executor.backends import open_backend
from scitoolagent.executor.budget import Budget
from scitoolagent.executor.files import located
from scitoolagent.executor.judging import judged
from scitoolagent.executor.plan_rows import ALL, rows_screened, without_columns
from scitoolagent.executor.table_steps import Given, TableSteps
from scitoolagent.gate import Found, Gate, admitted
from scitoolagent.records import Failure, Finding, Plan, Query, Step, StepResult
from scitoolagent.toolkg.columns import reads_files
from scitoolagent.toolkg.generics import Bound, bind_step
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

if TYPE_CHECKING:
    from scitoolagent.executor.columns import Binding
    from scitoolagent.executor.mapping import Progress
    from scitoolagent.tables import Table

_BACK_OFF_SECONDS = 0.2
# Errors after which the same call may work: a busy machine, a crashed process. Wrong input stays wrong, and a tool that
# raised will raise again.
_WORTH_RETRYING = (ToolTimeoutError, WorkerDiedError)


@dataclass
class _Call:
    """One step under way; `tool` changes when an alternative stands in, `is_cleared` when a person lets values pass.

    `bound` is what its generic types stand for, and `found` what the screening found in the values so far.
    """

    step: Step
    tool: ToolNode
    arguments: dict[str, Any]
    started: float
    found: tuple[Found, ...] = ()
    is_cleared: bool = False
    attempts: int = 1
    tried: tuple[str, ...] = ()
    bound: dict[str, Bound] = field(default_factory=dict)
    lacking: int = 0


class Executor:
    """Runs plans. One per agent; its worker processes live until `close`.

    Args:
        graph: the tool graph, for types, units and alternatives.
        config: bounds of time, memory, attempts and parallel workers.
        workspace: files named in a question must lie in this folder.
        gate: the safety gate of the run at hand; every call goes through it. `enter` puts that of another run there.
    """

    def __init__(self, graph: ToolGraph, config: Config, workspace: Path, gate: Gate) -> None:
        self._graph, self._config = graph, config
        self.workspace = workspace.resolve()
        self._gate, self.budget = gate, Budget(config)
        self._screened: tuple[Query, Callable[[], tuple[Finding, ...]]] | None = None
        self._pool = open_backend(config)
        self.tables = TableSteps(graph, self._pool, config, self._file)
        self.look, self._screens = self.tables.schema, ALL
        self._looked: dict[str, dict[str, str]] = {}  # how the run has screened each table
        self.progress: Progress | None = None

    def enter(self, gate: Gate, workspace: Path | None = None) -> None:
        """Work for another run from now on: with its gate, which knows nothing of what was confirmed before.

        Calls are taken again after `cancel`.

        Args:
            gate: the safety gate of that run.
            workspace: the folder with its files; the one so far when left out.
        """
        self._gate, self._screened, self._looked = gate, None, {}
        self.budget = Budget(self._config)
        if workspace is not None:
            self.workspace = workspace.resolve()
        self._pool.resume()

    def bound(self, config: Config) -> None:
        """Keep the bounds on time and steps of these settings from the next run on."""
        self._config = config

    def cancel(self) -> None:
        """Stop what the worker processes do, from any thread; a run under way ends with CancelledError."""
        self._pool.cancel()

    def warm(self) -> None:
        """Start the worker processes in the background while the question is being planned."""
        self._pool.warm()

    def close(self) -> None:
        """End the worker processes."""
        self._pool.close()

    def screen(self, query: Query, done: Sequence[StepResult] = ()) -> Callable[[], tuple[Finding, ...]]:
        """Start to screen a question, its words and its values; the function that is given back waits for the findings.

        That function raises a SafetyError when the hazard database cannot be used. Within a run a question is screened
        once. Results that are `done` already are screened with it.
        """
        if self._screened is not None and self._screened[0] is query and not done:
            return self._screened[1]
        outputs = [output for result in done for output in result.outputs.values()]
        subjects = [*self._gate.subjects(query), *((self._graph.screen(one.type), one.value) for one in outputs)]
        # In a thread, since the workers may still be starting and the question can be planned meanwhile.
        threads = ThreadPoolExecutor(1)
        future = threads.submit(lambda: self._findings(subjects))
        threads.shutdown(wait=False)
        findings = cache(future.result)
        self._screened = (query, findings)
        return findings

    def screen_texts(self, texts: Mapping[str, str]) -> tuple[Finding, ...]:
        """Screen texts of a program and its results, each with its semantic type or an empty one.

        What goes into a tool is screened again as its argument; a key that numbers are called by is no code: CL is a
        clearance before it is a conotoxin.

        Raises:
            SafetyDatabaseError: the hazard database cannot be used.
        """
        subjects = [
            (self._graph.screen(kind) if kind else "", text)
            for text, kind in texts.items()
            if kind or not self._graph.calls_quantity(text)
        ]
        return self._findings(subjects, "result")

    def _findings(self, subjects: Sequence[tuple[str, Any]], entry: str = "question") -> tuple[Finding, ...]:
        try:
            reply = self._pool.outcome(self._pool.screen(list(subjects), entry))
        except ToolError as error:
            raise SafetyDatabaseError(f"the question could not be screened: {error}") from error
        if "error" in reply:
            raise getattr(errors, reply["error"], SafetyDatabaseError)(reply["message"])
        return tuple(dict.fromkeys(item.finding for item in reply["found"]))

    def map(self, table: Table, bindings: Sequence[Binding], progress: Progress | None = None) -> Table:
        """Map tools over the rows of a table."""
        self._looked = {}
        return self.tables.map(self._given(progress), table, bindings)

    def _given(self, progress: Progress | None) -> Given:
        return Given(self._gate, self.budget, progress, self._screens, self._looked)

    def run(self, query: Query, plan: Plan, done: Sequence[StepResult] = ()) -> Iterator[StepResult]:
        """Run the steps; gives each result as it arrives. A block by the safety gate ends the run.

        Nothing is given before the question itself is screened, whoever planned it.

        Args:
            query: the question.
            plan: its plan.
            done: results of an earlier run of this plan, of open tools only; they are screened like the question, and
                given first.
        Raises:
            InvalidPlanError: a step waits for one that is not there.
        """
        results = {result.step: result for result in done}
        self._screens, self._looked = rows_screened(self._graph, plan), {}
        hazards = self.screen(query, done)
        waiting = [step for step in plan.steps if step.id not in results]
        for result in done:
            admitted(hazards())
            yield result
        yield from self._run(query, waiting, results, hazards)

    def call(self, query: Query, steps: Sequence[Step], results: Mapping[int, StepResult]) -> Iterator[StepResult]:
        """Run steps of a program, side by side where they do not wait for one another; gives each result as it arrives.

        Args:
            query: the question, which is screened once in a run.
            steps: those to run now.
            results: of the steps that the program has made so far.
        Raises:
            InvalidPlanError: a step waits for one that is not there.
        """
        # A plan before it may have had rows that need no screening; a program may show any.
        self._screens = ALL
        yield from self._run(query, list(steps), dict(results), self.screen(query))

    def _run(
        self,
        query: Query,
        waiting: list[Step],
        results: dict[int, StepResult],
        hazards: Callable[[], tuple[Finding, ...]],
    ) -> Iterator[StepResult]:
        running: dict[Future[dict[str, Any]], _Call] = {}
        while waiting or running:
            before = (len(waiting), len(results))
            for result in self._advance(query, waiting, running, results):
                try:
                    admitted(hazards())
                except BlockedError as error:
                    result = _refused(result, error)
                results[result.step] = result
                yield result
                if result.status == "blocked":
                    rest = [*waiting, *(call.step for call in running.values())]
                    for future in running:
                        future.cancel()
                    yield from self._abandon([step for step in rest if step.id not in results], result.step)
                    return
            if (len(waiting), len(results)) == before and not running:
                raise InvalidPlanError(f"step {waiting[0].id} waits for a step that never runs")

    def _advance(
        self,
        query: Query,
        waiting: list[Step],
        running: dict[Future[dict[str, Any]], _Call],
        results: dict[int, StepResult],
    ) -> Iterator[StepResult]:
        """Start what is ready, then read what has finished."""
        for step in [step for step in waiting if all(one.step in (None, *results) for one in step.references())]:
            waiting.remove(step)
            reason = self.budget.begin()
            started = _skipped(step, reason) if reason else self._start(query, step, results, running)
            if started is not None:
                yield started
        finished = wait(running, self.budget.left, FIRST_COMPLETED).done if running else set()
        if running and not finished:
            for future in list(running):
                future.cancel()
                yield _skipped(running.pop(future).step, self.budget.spent)
        for future in finished:
            result = self._finish(query, running.pop(future), future, running)
            if result is not None:
                yield result

    def _start(
        self, query: Query, step: Step, results: dict[int, StepResult], running: dict[Future[dict[str, Any]], _Call]
    ) -> StepResult | None:
        """Submit a step; gives its result at once when it cannot be run."""
        for reference in step.references():
            if reference.step is not None and results[reference.step].status != "ok":
                return _skipped(step, f"step {reference.step} ({results[reference.step].tool}) gave no result")
        tool = self._graph.tool(step.tool)
        call = _Call(step, tool, {}, time.perf_counter())
        try:
            call.bound = bind_step(self._graph, tool, step, query, results)
            columns, call.lacking = self.tables.columns(tool, step, results)
            file = partial(self._file, folders=reads_files(self._graph, tool))
            call.arguments = bind_arguments(
                self._graph, tool, step, query, results, file, call.bound, self.tables.path, columns
            )
            if self.tables.runs(tool, step):
                given = self._given(self.progress)
                return self.tables.run(given, query, tool, step, results, call.arguments)
            running[self._submit(call)] = call
        except (ToolError, SafetyError) as error:
            return self._failed(call, error)
        return None

    def _submit(self, call: _Call) -> Future[dict[str, Any]]:
        """Hand a call to a worker, which screens its values and holds it back where the gate says so."""
        check = self._gate.check(call.tool)
        if call.is_cleared:
            check = replace(check, held=("block",))
        return self._pool.submit(call.tool, call.arguments, check)

    def _file(self, name: str, folders: bool = False) -> str:
        return located(self.workspace, name, folders, self.tables.made)

    def _finish(
        self, query: Query, call: _Call, future: Future[dict[str, Any]], running: dict[Future[dict[str, Any]], _Call]
    ) -> StepResult | None:
        """Read a finished call; None when it goes on, as a retry or with an alternative."""
        try:
            try:
                reply = self._pool.outcome(future, call.tool)
                call.found = reply["found"]
                if "error" in reply:
                    raise getattr(errors, reply["error"], errors.ToolFailedError)(reply["message"])
            except ToolError as error:
                if not self._again(call, error):
                    return self._failed(call, error)
                running[self._submit(call)] = call
                return None
            told = judged(self._gate, self._graph, call.tool, call.arguments, call.found, reply.get("outputs", {}))
            if "held" in reply:
                call.is_cleared = True
                running[self._submit(call)] = call
                return None
        except SafetyError as error:
            return self._failed(call, error)
        return StepResult(
            step=call.step.id,
            tool=call.tool.name,
            version=reply["version"],
            status="ok",
            arguments=without_columns(call.step, call.arguments),
            outputs=self.tables.told(read_outputs(self._graph, call.tool, call.bound, call.arguments, told.outputs)),
            findings=told.findings,
            withheld=told.withheld,
            source=call.tool.source,
            attempts=call.attempts,
            seconds=round(time.perf_counter() - call.started, 4),
            cached=reply["cached"],
            lacking=call.lacking,
        )

    def _again(self, call: _Call, error: ToolError) -> bool:
        """Whether to call once more; may put an alternative tool in the place of the one that is unavailable.

        Raises:
            SafetyError: the gate stops what would be called. It is not asked about yet another tool instead:
                a block stays a block, and a person decides on what needs a confirmation.
        """
        if call.attempts >= self._config.attempts:
            return False
        if isinstance(error, ToolUnavailableError):
            return self._replace(call)
        if not isinstance(error, _WORTH_RETRYING):
            return False
        # Code in the box that ran for too long does so again; another tool may have waited for a busy machine.
        if isinstance(error, ToolTimeoutError) and (call.attempts > 1 or "box" in call.tool.requires):
            return False
        time.sleep(_BACK_OFF_SECONDS * call.attempts)
        call.attempts += 1
        return True

    def _replace(self, call: _Call) -> bool:
        """Let an alternative of the same inputs and outputs stand in, where the graph has one; the gate looks at it.

        It must take every argument of the call: one that is left out would be a setting of the question ignored.
        """
        call.tried = (*call.tried, call.tool.name)
        given = {port.name: port.type for port in call.tool.inputs if port.name in call.arguments}
        for other in self._graph.alternatives(call.tool):
            takes = {port.name: port.type for port in other.inputs}
            needs = {port.name for port in other.required}
            if other.name not in call.tried and given.items() <= takes.items() and needs <= given.keys():
                call.tool, call.is_cleared = other, False
                call.attempts += 1
                return True
        return False

    def _failed(self, call: _Call, error: ToolError | SafetyError) -> StepResult:
        return StepResult(
            step=call.step.id,
            tool=call.tool.name,
            status="blocked" if isinstance(error, SafetyError) else "failed",
            arguments=call.arguments,
            error=Failure(error=type(error).__name__, message=str(error)),
            findings=self._told(call, error),
            source=call.tool.source,
            attempts=call.attempts,
            seconds=round(time.perf_counter() - call.started, 4),
        )

    def _told(self, call: _Call, error: ToolError | SafetyError) -> tuple[Finding, ...]:
        """What is told of a call without a result."""
        if isinstance(error, SafetyError):
            findings: tuple[Finding, ...] = error.findings
            return findings
        return self._gate.findings(call.tool, call.arguments, call.found)

    def _abandon(self, steps: list[Step], blocked: int) -> Iterator[StepResult]:
        yield from (_skipped(step, f"the safety gate stopped the run at step {blocked}") for step in steps)


def _skipped(step: Step, reason: str) -> StepResult:
    return StepResult(step=step.id, tool=step.tool, status="skipped", error=Failure(error="Skipped", message=reason))


def _refused(result: StepResult, error: BlockedError) -> StepResult:
    """A result that is not given, since the question names what is never worked on."""
    failure = Failure(error=type(error).__name__, message=str(error))
    return StepResult(step=result.step, tool=result.tool, status="blocked", error=failure, findings=error.findings)
