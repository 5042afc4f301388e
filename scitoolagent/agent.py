"""The whole story: a question becomes a plan, the plan runs, the results become an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from scitoolagent.config import Config, load_config
from scitoolagent.errors import BlockedError, NoPathError
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate, admitted, screen_many
from scitoolagent.llm import begin_spending, end_by, load_models, used_apart
from scitoolagent.outcome import unanswered, with_note
from scitoolagent.planner import Attempt, Planner, known, may_be_of
from scitoolagent.reading.checked import checked
from scitoolagent.reading.folders import folders_in
from scitoolagent.records import Answer, Failure, Finding, Plan, Query, Step, StepResult, Usage
from scitoolagent.summarizer import best_answer, refusal, summarize
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace

if TYPE_CHECKING:
    from scitoolagent.llm import LanguageModel
    from scitoolagent.tables import Table

# Waits for what was found in a screening.
Hazards = Callable[[], tuple[Finding, ...]]
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
        workspace: str | Path | None = None,
        approved: Iterable[str] = (),
        ask: Callable[[Sequence[Finding]], bool] | None = None,
        models: Mapping[str, LanguageModel] | None = None,
    ) -> None:
        self.config = config or load_config()
        self.graph = load_graph()
        by_role = load_models(self.config) if models is None else models
        self._approved, self._ask = frozenset(approved), ask
        gate = self._open_gate()
        self._workspace = Path(workspace) if workspace else Path.cwd()
        self._executor = Executor(self.graph, self.config, self._workspace, gate, by_role.get("executor"))
        self._executor.warm()
        self.planner = Planner(self.graph, self.config, by_role.get("planner"))
        self._models = tuple(by_role.values())
        self._has_models = bool(by_role)
        self._writer = by_role.get("summarizer")
        # The name of the run under way, or of the last one; its trace is found by it.
        self.run_name = ""
        # Where the rows of the next answers are written to, besides what a question says.
        self.save_as = ""

    def __enter__(self) -> Agent:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def progress(self) -> Callable[[int, int], None] | None:
        """Told how many rows of a step are done, and of how many."""
        return self._executor.progress

    @progress.setter
    def progress(self, told: Callable[[int, int], None] | None) -> None:
        self._executor.progress = told

    def warm(self) -> None:
        """Start the worker processes in the background."""
        self._executor.warm()

    def close(self) -> None:
        """End the worker processes."""
        self._executor.close()

    def recognise(self, question: str) -> Query:
        """The question as the rules read it, with what is in the files that it names.

        Raises:
            PlanError: the question is empty or too long.
        """
        text = checked(question, self.config.max_question_characters)
        return self.planner.recognise(text, self._executor.look, folders_in(self._executor.workspace, text))

    def plan(self, question: str) -> tuple[Query, Plan]:
        """Find the entities and goals of a question and the chain of tools that reaches them.

        Raises:
            NoPathError: no safe plan; says what is missing and names the nearest tools.
            PlanError: the question is empty or too long.
            BlockedError: it names what is never worked on.
        """
        self._enter(self._open_gate())
        query = self.recognise(question)
        hazards = self._executor.screen(query)
        # A model is not asked before the verdict is there.
        if self._has_models:
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
        """Run the steps of a plan, as a run of its own; gives each result as it arrives.

        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self._enter(self._open_gate())
        self.planner.check(query, plan)
        return self._executor.run(query, plan)

    def _enter(self, gate: SafetyGate) -> None:
        """Begin a run: with a gate and a time of its own, which bounds its steps and what it asks of models."""
        self._executor.enter(gate)
        end_by(self._models, self._executor.budget.deadline)

    def _open_gate(self) -> SafetyGate:
        """The gate of a new run: nobody has confirmed anything there yet."""
        return SafetyGate(self.graph, self._approved, self._ask)

    def summarize(self, query: Query, plan: Plan, results: Iterable[StepResult], run: str = "") -> Answer:
        """Make the answer, from results only; in a model's words where one is set up and every word can be traced."""
        return summarize(self.graph, query, plan, tuple(results), run, self._writer, self._executor.tables.load)

    def stream(self, question: str | Query) -> Iterator[Query | Plan | StepResult | Answer]:
        """Answer a question, or one that was already read, as a stream of records; all of them are traced.

        Raises:
            NoPathError: no safe plan.
        """
        return self._traced(lambda run: self._records(question, run))

    def resume(
        self, query: Query, plan: Plan, done: Sequence[StepResult], spent: Sequence[Usage] | None = None
    ) -> Iterator[Query | Plan | StepResult | Answer]:
        """Go on with a plan of which some steps have results, as a run of its own; all its records are traced.

        Args:
            query: the question.
            plan: its plan.
            done: the results that are there. Those of open tools are taken as they are and screened; any other step is
                run again, since a confirmation ended with its run.
            spent: all that the run has used of models so far, for the bound on its cost; what plan and results tell
                when left out.
        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self.planner.check(query, plan)
        if spent is None:
            spent = (*plan.usage, *(usage for one in done for usage in one.usage))
        most = self.config.max_rounds
        return self._traced(lambda run: self._carried_on(query, plan, done, run, spent, most), spent)

    def _traced(
        self, records: Callable[[str], Iterator[Query | Plan | StepResult | Answer]], spent: Sequence[Usage] = ()
    ) -> Iterator[Query | Plan | StepResult | Answer]:
        gate = self._open_gate()
        self._enter(gate)
        begin_spending(self._models, spent)
        trace = Trace(self.config.runs_dir, self.config.max_rounds)
        self.run_name = trace.run
        try:
            for record in records(trace.run):
                trace.write(record)
                yield record
        finally:
            trace.close()
            self._approved -= gate.used

    def _carried_on(
        self, query: Query, plan: Plan, done: Sequence[StepResult], run: str, spent: Sequence[Usage], most: int = 0
    ) -> Iterator[Query | Plan | StepResult | Answer]:
        steps = {step.id: step for step in plan.steps}
        is_open = {name for name, tool in self.graph.tools.items() if tool.safety == "open"}
        kept = [one for one in done if one.status == "ok" and one.step in steps and one.tool in is_open]
        # What the run has used stays in its account: with the results that stand, and all else with the plan.
        plan = plan.model_copy(update={"usage": used_apart(spent, (usage for one in kept for usage in one.usage))})
        yield query
        hazards = self._executor.screen(query, kept)
        if refused := refusal(hazards(), run):
            yield refused
            return
        kept = [one for one in kept if may_be_of(self.graph, steps[one.step], one)]
        yield from self._rounds(query, plan, kept, hazards, run, most)

    def _records(self, question: str | Query, run: str) -> Iterator[Query | Plan | StepResult | Answer]:
        query = question if isinstance(question, Query) else self.recognise(question)
        hazards = self._executor.screen(query)
        # Nothing of a question that is refused reaches a model; rules may plan meanwhile.
        refused = refusal(hazards(), run) if self._has_models else None
        if not refused:
            query, hazards = self._understood(query, hazards)
        yield query
        if refused:
            yield refused
            return
        try:
            plan = self._checked(self.planner.draft(query))
        except NoPathError as error:
            # The trace of a refused question must say why; the caller still gets the error.
            refused = refusal(hazards(), run, query.readings)
            yield refused or unanswered(error, query, run)
            if refused:
                return
            raise
        yield from self._rounds(query, plan, (), hazards, run, self.config.max_rounds or _REPLANS)

    def _rounds(
        self,
        query: Query,
        plan: Plan,
        kept: Sequence[StepResult],
        hazards: Hazards,
        run: str,
        most: int,
    ) -> Iterator[Query | Plan | StepResult | Answer]:
        """Run a plan, and at most so many more that come of its results, until nothing is left to ask."""
        attempts: list[Attempt] = []
        answers: list[Answer] = []
        why = ""
        while True:
            yield plan
            results: list[StepResult] = []
            for result in self._executor.run(query, plan, kept):
                if refused := refusal(hazards(), run, query.readings):
                    yield refused
                    return
                results.append(result)
                yield result
            answers.append(self.summarize(query, plan, results, run))
            attempts.append(Attempt(plan, tuple(results), answers[-1].unmet))
            is_open = answers[-1].status in ("partial", "failed") and not self._executor.budget.spent
            if not is_open or len(attempts) > most:
                break
            try:
                query, plan = self._next(query, attempts)
                kept = known(attempts[-1].plan, attempts[-1].results, plan)
                yield query
            except NoPathError as error:
                answers[-1] = answers[-1].model_copy(update={"usage": (*answers[-1].usage, *error.usage)})
                why = str(error) if self.config.max_rounds else ""
                break
        best = best_answer(answers, hazards())
        yield self._saved(with_note(best, why) if why else best, plan)

    def _next(self, query: Query, attempts: Sequence[Attempt]) -> tuple[Query, Plan]:
        """What a model reads after results that leave something: the next round, or the same question otherwise.

        Raises:
            NoPathError: nothing more.
        """
        if self.config.max_rounds:
            return self.planner.onward(query, attempts[-1], self._executor.tables.load)
        return self.planner.redraft(query, attempts)

    def _checked(self, plan: Plan) -> Plan:
        """A plan whose answer can be saved where it is to be; told before the work, not after it.

        Raises:
            NoPathError: it cannot.
        """
        from scitoolagent.errors import TableError

        if self.save_as:
            if plan.save not in ("", self.save_as):
                why = f"the question says {plan.save}, and the setting {self.save_as}; name one file"
                raise NoPathError(f"no safe plan: {why}", (why,), ())
            plan = plan.model_copy(update={"save": self.save_as})
        if plan.save:
            from scitoolagent.summarizer.saving import target

            try:
                target(self._executor.workspace, plan.save)
            except TableError as error:
                raise NoPathError(f"no safe plan: {error}", (str(error),), ()) from error
        return plan

    def _saved(self, answer: Answer, plan: Plan) -> Answer:
        if not plan.save or answer.status in ("blocked", "failed"):
            return answer
        from scitoolagent.summarizer.saving import not_saved, saved

        if plan.missing:
            # A file with a part of what was to be in it would be taken for all of it.
            return not_saved(answer, "a part of what was asked for is missing")
        store, units = self.config.cache_dir / "tables", {goal.unit for goal in plan.goals if goal.unit}
        return saved(self.graph, answer, store, self._executor.workspace, plan.save, units)

    def table(self, source: str | Path | Mapping[str, Sequence[Any]] | Iterable[Any], **how: Any) -> Table:
        """Read a file or folder as a table, or make one of values at hand, a data frame of pandas among them.

        Args:
            source: the name of a file, columns by name, or the values of one column.
            how: fields of `scitoolagent.tables.Options`, such as `strict=True`.
        Raises:
            TableError: it is not there, or cannot be read.
            BlockedError: a file of coordinates holds what is never worked on; other rows are screened where they are
                worked on.
        """
        from scitoolagent.tables import Options, read_table, table_of

        if isinstance(source, str | Path):
            found = self._executor.tables.screened_file(self._workspace / source)
            admitted([one.finding for one in found])

        options = Options(self.graph, self.config.cache_dir / "tables", **how)
        if isinstance(source, str | Path):
            path = self._workspace / source
            made = self._executor.tables.with_beside(path, read_table(path, options))
        else:
            made = table_of(source, options)
        # What a column is called is shown where something is wrong with it.
        admitted([one.finding for one in screen_many([("", column.name) for column in made.columns], "file")])
        return made

    def map(
        self,
        tool: str | Sequence[str],
        table: Table | str | Path | Mapping[str, Sequence[Any]] | Iterable[Any],
        columns: str | Mapping[str, str] | None = None,
        progress: Callable[[int, int], None] | None = None,
        **settings: Any,
    ) -> Table:
        """Map a tool, or several, over the rows of a table; the results are new columns.

        Args:
            tool: its name, or several names.
            table: a table, or what `table` makes one of.
            columns: the column that goes in, or the column of each input; found by type when left out.
            progress: told how many rows are done, and of how many.
            settings: the other inputs, for all rows; numbers with a unit as text.
        Raises:
            TableError: a column is not there or does not fit.
        """
        from scitoolagent.executor.columns import bind_tools
        from scitoolagent.tables import Table

        # The workers import their libraries while the file is read.
        self.warm()
        given = table if isinstance(table, Table) else self.table(table)
        bindings = bind_tools(self.graph, [tool] if isinstance(tool, str) else tool, given, columns, settings)
        gate = self._open_gate()
        self._enter(gate)
        try:
            return self._executor.map(given, bindings, progress)
        finally:
            self._approved -= gate.used

    def tool(self, name: str) -> Callable[..., Any]:
        """A tool as a function of Python, called in a worker and through the gate: `agent.tool("qed")("CCO")`."""
        from scitoolagent.executor.single import as_function

        return as_function(self.graph.tool(name), self._call)

    def _call(self, query: Query, step: Step) -> StepResult:
        self._enter(self._open_gate())
        refused = refusal(self._executor.screen(query)(), "")
        if refused is not None:
            error = Failure(error=BlockedError.__name__, message=refused.text)
            return StepResult(step=1, tool=step.tool, status="blocked", error=error, findings=refused.findings)
        return next(iter(self._executor.run(query, Plan(steps=(step,), goals=()))))

    def run(self, question: str) -> Answer:
        """Answer a question.

        Raises:
            NoPathError: no safe plan; its text says why, and `outcome.unanswered` makes an answer of it.
        """
        return [record for record in self.stream(question) if isinstance(record, Answer)][-1]
