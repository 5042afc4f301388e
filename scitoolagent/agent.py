"""The whole story: a question becomes a plan, the plan runs, the results become an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from scitoolagent.config import Config, load_config
from scitoolagent.errors import NoPathError
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate, admitted
from scitoolagent.llm import load_models
from scitoolagent.outcome import unanswered
from scitoolagent.planner import Attempt, Planner
from scitoolagent.records import Answer, Finding, Plan, Query, StepResult
from scitoolagent.summarizer import best_answer, refusal, summarize
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace

if TYPE_CHECKING:
    from scitoolagent.llm import LanguageModel

_REPLANS = 3


class Agent:
    """Answers questions with real tools. Use it as a context manager, so that its worker processes end.

    Args:
        config: settings; those of `load_config` when left out.
        workspace: the folder in which files named in a question must lie; the current one when left out.
        approved: digests of findings of the gate that a person confirms; each holds for the first run that meets it.
        ask: asks a person about the findings of a call; without it, what needs a confirmation is refused.
        models: a language model for each role (`planner`, `executor`, `summarizer`); those of the settings when left
            out, and none at all when the settings name no endpoint.
    """

    def __init__(
        self,
        config: Config | None = None,
        workspace: Path | None = None,
        approved: Iterable[str] = (),
        ask: Callable[[Sequence[Finding]], bool] | None = None,
        models: Mapping[str, LanguageModel] | None = None,
    ) -> None:
        self.config = config or load_config()
        self.graph = load_graph()
        by_role = load_models(self.config) if models is None else models
        self._approved, self._ask = frozenset(approved), ask
        gate = self._open_gate()
        self._executor = Executor(self.graph, self.config, workspace or Path.cwd(), gate, by_role.get("executor"))
        self._executor.warm()
        self.planner = Planner(self.graph, self.config, by_role.get("planner"))
        self._has_models = bool(by_role)
        self._writer = by_role.get("summarizer")

    def __enter__(self) -> Agent:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the worker processes."""
        self._executor.close()

    def plan(self, question: str) -> tuple[Query, Plan]:
        """Find the entities and goals of a question and the chain of tools that reaches them.

        Raises:
            NoPathError: no safe plan; says what is missing and names the nearest tools.
            PlanError: the question is empty or too long.
            BlockedError: it names what is never worked on.
        """
        query = self.planner.recognise(question)
        self._executor.enter(self._open_gate())
        hazards = self._executor.screen(query)
        # A model is not asked before the verdict is there.
        if self._has_models:
            admitted(hazards())
        try:
            return query, self.planner.draft(query)
        finally:
            admitted(hazards())

    def execute(self, query: Query, plan: Plan) -> Iterator[StepResult]:
        """Run the steps of a plan, as a run of its own; gives each result as it arrives.

        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self._executor.enter(self._open_gate())
        return self._execute(query, plan)

    def _execute(self, query: Query, plan: Plan) -> Iterator[StepResult]:
        self.planner.check(query, plan)
        return self._executor.run(query, plan)

    def _open_gate(self) -> SafetyGate:
        """The gate of a new run: nobody has confirmed anything there yet."""
        return SafetyGate(self.graph, self._approved, self._ask)

    def summarize(self, query: Query, plan: Plan, results: Iterable[StepResult], run: str = "") -> Answer:
        """Make the answer, from results only; in a model's words where one is set up and every word can be traced."""
        return summarize(self.graph, query, plan, tuple(results), run, self._writer)

    def stream(self, question: str | Query) -> Iterator[Query | Plan | StepResult | Answer]:
        """Answer a question, or one that was already read, as a stream of records; all of them are traced.

        Raises:
            NoPathError: no safe plan.
        """
        return self._traced(lambda run: self._records(question, run))

    def resume(
        self, query: Query, plan: Plan, done: Sequence[StepResult]
    ) -> Iterator[Query | Plan | StepResult | Answer]:
        """Go on with a plan of which some steps have results, as a run of its own; all its records are traced.

        Args:
            query: the question.
            plan: its plan.
            done: the results that are there. Those of open tools are taken as they are and screened; any other step is
                run again, since a confirmation ended with its run.
        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self.planner.check(query, plan)
        return self._traced(lambda run: self._carried_on(query, plan, done, run))

    def _traced(
        self, records: Callable[[str], Iterator[Query | Plan | StepResult | Answer]]
    ) -> Iterator[Query | Plan | StepResult | Answer]:
        gate = self._open_gate()
        self._executor.enter(gate)
        trace = Trace(self.config.runs_dir)
        try:
            for record in records(trace.run):
                trace.write(record)
                yield record
        finally:
            trace.close()
            self._approved -= gate.used

    def _carried_on(
        self, query: Query, plan: Plan, done: Sequence[StepResult], run: str
    ) -> Iterator[Query | Plan | StepResult | Answer]:
        steps = {step.id for step in plan.steps}
        is_open = {name for name, tool in self.graph.tools.items() if tool.safety == "open"}
        kept = [one for one in done if one.status == "ok" and one.step in steps and one.tool in is_open]
        yield query
        hazards = self._executor.screen(query, kept)
        if refused := refusal(hazards(), run):
            yield refused
            return
        yield plan
        results: list[StepResult] = []
        for result in self._executor.run(query, plan, kept):
            results.append(result)
            yield result
        yield best_answer([self.summarize(query, plan, results, run)], hazards())

    def _records(self, question: str | Query, run: str) -> Iterator[Query | Plan | StepResult | Answer]:
        query = question if isinstance(question, Query) else self.planner.recognise(question)
        yield query
        hazards = self._executor.screen(query)
        # Nothing of a question that is refused reaches a model; rules may plan meanwhile.
        if self._has_models and (refused := refusal(hazards(), run)):
            yield refused
            return
        try:
            plan = self.planner.draft(query)
        except NoPathError as error:
            # The trace of a refused question must say why; the caller still gets the error.
            refused = refusal(hazards(), run)
            yield refused or unanswered(error, query, run)
            if refused:
                return
            raise
        attempts: list[Attempt] = []
        answers: list[Answer] = []
        while True:
            yield plan
            results: list[StepResult] = []
            for result in self._execute(query, plan):
                if refused := refusal(hazards(), run):
                    yield refused
                    return
                results.append(result)
                yield result
            answers.append(self.summarize(query, plan, results, run))
            attempts.append(Attempt(plan, tuple(results), answers[-1].unmet))
            is_open = answers[-1].status in ("partial", "failed") and not self._executor.budget.spent
            if not is_open or len(attempts) > _REPLANS:
                break
            try:
                plan = self.planner.redraft(query, attempts)
            except NoPathError as error:
                answers[-1] = answers[-1].model_copy(update={"usage": (*answers[-1].usage, *error.usage)})
                break
        yield best_answer(answers, hazards())

    def run(self, question: str) -> Answer:
        """Answer a question.

        Raises:
            NoPathError: no safe plan.
        """
        return [record for record in self.stream(question) if isinstance(record, Answer)][-1]
