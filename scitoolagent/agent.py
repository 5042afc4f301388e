"""The whole story: a question becomes a plan, the plan runs, the results become an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from scitoolagent.asynchronous import AsyncCalls
from scitoolagent.config import Config, load_config
from scitoolagent.direct import DirectCalls
from scitoolagent.errors import BlockedError, NoPathError
from scitoolagent.executor import Executor
from scitoolagent.gate import admitted
from scitoolagent.llm import begin_spending, load_models
from scitoolagent.outcome import unanswered, with_file, with_note, with_place
from scitoolagent.planner import Planner, may_be_of
from scitoolagent.reading.checked import checked
from scitoolagent.reading.folders import folders_in
from scitoolagent.records import (
    Answer,
    AnyRecord,
    Finding,
    Plan,
    Program,
    Query,
    Question,
    StepResult,
    Usage,
)
from scitoolagent.summarizer import refusal, summarize, with_hazards
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace

if TYPE_CHECKING:
    from scitoolagent.llm import LanguageModel, Message
    from scitoolagent.solver.loop import Solver

# Waits for what was found in a screening.
Hazards = Callable[[], tuple[Finding, ...]]


class Agent(DirectCalls, AsyncCalls):
    """Answers questions with real tools. Use it as a context manager, so that its worker processes are stopped.

    Args:
        config: settings; default: those of `load_config`.
        workspace: the folder for files named in a question; default: the current one.
        approved: digests of findings of the safety gate that a person confirms; each is used by the first run with it.
        ask: called to ask a person about the findings of a call; without it, what needs a confirmation is refused.
        models: a language model for each role (`planner`, `summarizer`); default: those of the settings, or none if the
            settings name no endpoint.
        question: called to ask a person what a model must know; without it, a question back is the answer.
    """

    def __init__(
        self,
        config: Config | None = None,
        workspace: str | Path | None = None,
        approved: Iterable[str] = (),
        ask: Callable[[Sequence[Finding]], bool] | None = None,
        models: Mapping[str, LanguageModel] | None = None,
        question: Callable[[Question], str | None] | None = None,
    ) -> None:
        self.config = config or load_config()
        self.graph = load_graph()
        by_role = load_models(self.config) if models is None else models
        self._approved, self._ask = frozenset(approved), ask
        gate = self._open_gate()
        self._workspace = Path(workspace) if workspace else Path.cwd()
        self._executor = Executor(self.graph, self.config, self._workspace, gate)
        self._executor.warm()
        # A model that drives programs leaves the rules as they are without one.
        reader = by_role.get("planner") if self.config.small_model else None
        self.planner = Planner(self.graph, self.config, reader)
        self._models = tuple(by_role.values())
        # What rules read whole reaches a model only where one is named for the wording.
        self._writer = by_role.get("summarizer") if self.config.summarizer_model or self.config.small_model else None
        self._solver = self._make_solver(by_role.get("planner"), question)
        # The name of the run under way, or of the last one; its trace is found by it.
        self.run_name = ""
        # Where the rows of the next answers are written to, besides what a question says.
        self.save_as = ""

    def _make_solver(
        self, model: LanguageModel | None, question: Callable[[Question], str | None] | None
    ) -> Solver | None:
        """The loop in which a model answers; none without a model, or for a small one."""
        if model is None or self.config.small_model:
            return None
        from scitoolagent.machine import LocalMachine
        from scitoolagent.solver.loop import Solver
        from scitoolagent.solver.sandbox import Sandbox

        machine = LocalMachine(self._executor, self._store)
        return Solver(self.graph, self.config, model, machine, Sandbox(), question)

    def __enter__(self) -> Agent:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def has_solver(self) -> bool:
        """Whether a model answers questions that the rules do not understand."""
        return self._solver is not None

    def reads(self, query: Query) -> bool:
        """Return whether the rules understand a question completely, so that no model is asked."""
        return self.config.rules and self.planner.is_planned(query)

    def approve(self, digests: Iterable[str]) -> None:
        """Confirm findings of the gate by their digests, each for the first run that meets it."""
        self._approved |= frozenset(digests)

    @property
    def progress(self) -> Callable[[int, int], None] | None:
        """The callback that receives the number of finished rows of a step, and of all its rows."""
        return self._executor.progress

    @progress.setter
    def progress(self, told: Callable[[int, int], None] | None) -> None:
        self._executor.progress = told

    def close(self) -> None:
        """Stop the run under way, and the worker processes."""
        self._end_runs()
        if self._solver is not None:
            self._solver.close()
        self._executor.close()

    def recognise(self, question: str) -> Query:
        """Return the question as the rules understand it, with the contents of the files that it names.

        Raises:
            PlanError: the question is empty or too long.
        """
        text = checked(question, self.config.max_question_characters)
        return self.planner.recognise(text, self._executor.look, folders_in(self._executor.workspace, text))

    def plan(self, question: str) -> tuple[Query, Plan]:
        """Return a question with its entities and goals, and the plan that reaches them.

        Raises:
            NoPathError: there is no safe plan; says what is missing and names the closest tools.
            PlanError: the question is empty or too long.
            BlockedError: the question names something that is refused in any case.
        """
        self._enter(self._open_gate())
        query = self.recognise(question)
        hazards = self._executor.screen(query)
        # A model is not asked before the verdict is there.
        if self._models:
            admitted(hazards())
        try:
            query, hazards = self._understood(query, hazards)
            return query, self.planner.draft(query)
        finally:
            admitted(hazards())

    def _understood(self, query: Query, hazards: Hazards) -> tuple[Query, Hazards]:
        """The question with what a model reads of it, and the screening of what it is about then."""
        read = self.planner.understand(query, self._executor.look)
        # A name that a model put into English is one that nobody has screened.
        return read, hazards if read.text == query.text else self._executor.screen(read)

    def execute(self, query: Query, plan: Plan) -> Iterator[StepResult]:
        """Run the steps of a plan, as a run of its own, and yield each result as it arrives.

        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self._enter(self._open_gate())
        self.planner.check(query, plan)
        return self._executor.run(query, plan)

    def summarize(self, query: Query, plan: Plan, results: Iterable[StepResult], run: str = "") -> Answer:
        """Return the answer, made from results only; a model words it if one is set up and all values can be traced."""
        return summarize(self.graph, query, plan, tuple(results), run, self._writer, self._executor.tables.load)

    def stream(self, question: str | Query, before: Sequence[Message] = ()) -> Iterator[AnyRecord]:
        """Answer a question as a stream of records, all of which are traced.

        Args:
            question: as text, or as returned by `recognise`.
            before: earlier turns of the chat that it continues, for a model, which then answers it without the rules.
        Raises:
            NoPathError: there is no safe plan.
        """
        return self._traced(lambda run: self._records(question, run, before))

    def resume(
        self, query: Query, plan: Plan, done: Sequence[StepResult], spent: Sequence[Usage] | None = None
    ) -> Iterator[AnyRecord]:
        """Continue a plan of which some steps have results, as a run of its own; all its records are traced.

        Args:
            query: the question.
            plan: its plan.
            done: the existing results. Those of open tools are screened and used; any other step is run again, since a
                confirmation ends with its run.
            spent: what the run has used of models so far, for the limit on its cost; default: what the plan states.
        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self.planner.check(query, plan)
        if spent is None:
            spent = plan.usage
        return self._traced(lambda run: self._carried_on(query, plan, done, run, spent), spent)

    def resume_programs(
        self, query: Query, programs: Sequence[Program], spent: Sequence[Usage] = ()
    ) -> Iterator[AnyRecord]:
        """Continue a run in which a model wrote programs, as a run of its own; all its records are traced.

        Its last program is run again; finished calls of open tools come from the cache. A model is asked only if the
        run was stopped before the text of an answer.

        Args:
            query: the question.
            programs: those of the run, as they ended or began.
            spent: what the run has used of models so far.
        Raises:
            NoPathError: the model gave no answer.
        """
        return self._traced(lambda run: self._gone_on(query, programs, run, spent), spent)

    def _gone_on(
        self, query: Query, programs: Sequence[Program], run: str, spent: Sequence[Usage]
    ) -> Iterator[AnyRecord]:
        from scitoolagent.machine import MachineAgain
        from scitoolagent.solver.again import resumed
        from scitoolagent.solver.running import files_of_code

        yield query
        if refused := refusal(self._executor.screen(query)(), run):
            yield refused
            return
        made = (name for program in programs for name in files_of_code(program.code))
        machine = MachineAgain(self._executor, self._store, keeps=True, made=made)
        try:
            if self._solver is not None:
                yield from self._solver.resume(query, programs, machine, run, spent)
            else:
                yield from resumed(self.graph, machine, query, programs, spent, run)
        except BlockedError as error:
            yield unanswered(error, query, run)
        except NoPathError as error:
            yield unanswered(error, query, run)
            raise

    def _traced(
        self, records: Callable[[str], Iterator[AnyRecord]], spent: Sequence[Usage] = ()
    ) -> Iterator[AnyRecord]:
        gate = self._open_gate()
        self._enter(gate)
        begin_spending(self._models, spent)
        trace = Trace(self.config.runs_dir)
        self.run_name = trace.run
        try:
            for record in records(trace.run):
                trace.write(record)
                yield record
        finally:
            trace.close()
            self._approved -= gate.used

    def _carried_on(
        self, query: Query, plan: Plan, done: Sequence[StepResult], run: str, spent: Sequence[Usage]
    ) -> Iterator[AnyRecord]:
        steps = {step.id: step for step in plan.steps}
        is_open = {name for name, tool in self.graph.tools.items() if tool.safety == "open"}
        kept = [one for one in done if one.status == "ok" and one.step in steps and one.tool in is_open]
        # What the run has used stays in its account.
        plan = plan.model_copy(update={"usage": tuple(spent)})
        yield query
        hazards = self._executor.screen(query, kept)
        if refused := refusal(hazards(), run):
            yield refused
            return
        kept = [one for one in kept if may_be_of(self.graph, steps[one.step], one)]
        yield from self._carried_out(query, plan, kept, hazards, run)

    def _records(self, question: str | Query, run: str, before: Sequence[Message] = ()) -> Iterator[AnyRecord]:
        query = question if isinstance(question, Query) else self.recognise(question)
        hazards = self._executor.screen(query)
        # Nothing of a question that is refused reaches a model; rules may plan meanwhile.
        refused = refusal(hazards(), run) if self._models else None
        if refused:
            yield query
            yield refused
            return
        if self._solver is not None:
            yield from self._solved(query, hazards, run, before)
            return
        query, hazards = self._understood(query, hazards)
        yield query
        yield from self._by_rules(query, hazards, run)

    def _by_rules(self, query: Query, hazards: Hazards, run: str) -> Iterator[AnyRecord]:
        """Plan what was read of a question, and carry it out.

        Raises:
            NoPathError: there is no safe plan.
        """
        try:
            plan = with_place(self.planner.draft(query), self.save_as, self._executor.workspace)
        except NoPathError as error:
            # The trace of a refused question must say why; the caller still gets the error.
            refused = refusal(hazards(), run, query.readings)
            yield refused or unanswered(error, query, run)
            if refused:
                return
            raise
        yield from self._carried_out(query, plan, (), hazards, run)

    def _solved(self, query: Query, hazards: Hazards, run: str, before: Sequence[Message]) -> Iterator[AnyRecord]:
        """Answer by rules what they read whole, and by programs of a model all else; what rules have comes second."""
        yield query
        by_rules: Answer | None = None
        if not before and self.reads(query):
            for record in self._by_rules(query, hazards, run):
                if isinstance(record, Answer) and record.status in ("partial", "failed"):
                    by_rules = record
                else:
                    yield record
            if by_rules is None:
                return
        assert self._solver is not None  # noqa: S101  the caller looked
        try:
            for made in self._solver.solve(query, run, before):
                yield self._better(made, by_rules) if isinstance(made, Answer) else made
        except NoPathError as error:
            if by_rules is not None:
                yield with_note(by_rules, str(error))
                return
            if before:
                yield unanswered(error, query, run)
                raise
            yield from self._without_model(query, hazards, run, error)

    def _without_model(self, query: Query, hazards: Hazards, run: str, error: NoPathError) -> Iterator[AnyRecord]:
        """What rules alone make of a question that a model gave no answer to."""
        try:
            for record in self._by_rules(query, hazards, run):
                yield with_note(record, str(error)) if isinstance(record, Answer) else record
        except NoPathError as refused:
            why = f"{error}; by rules: {refused}"
            raise NoPathError(
                why, refused.missing, refused.nearest, error.usage, refused.read, refused.question
            ) from error

    def _better(self, answer: Answer, by_rules: Answer | None) -> Answer:
        """Of two answers that are not complete the one that has values."""
        if by_rules is None or answer.values or not by_rules.values:
            return answer
        return with_note(by_rules.model_copy(update={"usage": answer.usage}), answer.text)

    def _carried_out(
        self, query: Query, plan: Plan, kept: Sequence[StepResult], hazards: Hazards, run: str
    ) -> Iterator[Plan | StepResult | Answer]:
        """Run a plan, and answer from its results."""
        yield plan
        results: list[StepResult] = []
        for result in self._executor.run(query, plan, kept):
            if refused := refusal(hazards(), run, query.readings):
                yield refused
                return
            results.append(result)
            yield result
        best = with_hazards(self.summarize(query, plan, results, run), hazards())
        yield with_file(self.graph, query, plan, results, best, self._store, self._executor.workspace)

    def run(self, question: str) -> Answer:
        """Answer a question.

        Raises:
            NoPathError: there is no safe plan; its text says why, and `outcome.unanswered` turns it into an answer.
        """
        return [record for record in self.stream(question) if isinstance(record, Answer)][-1]
