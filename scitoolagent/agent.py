"""The whole story: a question becomes a plan, the plan runs, the results become an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

from scitoolagent.config import Config, load_config
from scitoolagent.errors import NoPathError
from scitoolagent.executor import Executor, Guard
from scitoolagent.executor.gate import make_guard
from scitoolagent.planner import Planner
from scitoolagent.records import Answer, Plan, Query, StepResult
from scitoolagent.summarizer import summarize
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace


class Agent:
    """Answers questions with real tools. Use it as a context manager, so that its worker processes end.

    Args:
        config: settings; those of `load_config` when left out.
        workspace: the folder in which files named in a question must lie; the current one when left out.
        guard: the safety gate; the one over the hazard database when left out.
        approved: digests of findings of the gate that a person confirms.
    """

    def __init__(
        self,
        config: Config | None = None,
        workspace: Path | None = None,
        guard: Guard | None = None,
        approved: Iterable[str] = (),
    ) -> None:
        self.config = config or load_config()
        self.graph = load_graph()
        self._executor = Executor(
            self.graph, self.config, workspace or Path.cwd(), guard or make_guard(self.graph, approved)
        )
        self._executor.warm()
        self._planner = Planner(self.graph, self.config)

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
        """
        query = self._planner.recognise(question)
        return query, self._planner.draft(query)

    def execute(self, query: Query, plan: Plan) -> Iterator[StepResult]:
        """Run the steps of a plan; gives each result as it arrives.

        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self._planner.check(query, plan)
        return self._executor.run(query, plan)

    def summarize(self, query: Query, plan: Plan, results: Iterable[StepResult], run: str = "") -> Answer:
        """Make the answer, from results only."""
        return summarize(self.graph, query, plan, tuple(results), run)

    def stream(self, question: str) -> Iterator[Query | Plan | StepResult | Answer]:
        """Answer a question as a stream of records; all of them are traced.

        Raises:
            NoPathError: no safe plan.
        """
        trace = Trace(self.config.runs_dir)
        try:
            for record in self._records(question, trace.run):
                trace.write(record)
                yield record
        finally:
            trace.close()

    def _records(self, question: str, run: str) -> Iterator[Query | Plan | StepResult | Answer]:
        query = self._planner.recognise(question)
        yield query
        try:
            plan = self._planner.draft(query)
        except NoPathError as error:
            # The trace of a refused question must say why; the caller still gets the error.
            yield Answer(status="failed", text=str(error), unmet=error.missing, run=run)
            raise
        yield plan
        results: list[StepResult] = []
        for result in self.execute(query, plan):
            results.append(result)
            yield result
        yield self.summarize(query, plan, results, run)

    def run(self, question: str) -> Answer:
        """Answer a question.

        Raises:
            NoPathError: no safe plan.
        """
        answer = Answer(status="failed", text="")
        for record in self.stream(question):
            if isinstance(record, Answer):
                answer = record
        return answer
