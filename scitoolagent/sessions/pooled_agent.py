"""An agent that is reused for one run after another, with the workspace, safety gate and conversation of each."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.conversation import Conversation
from scitoolagent.errors import PlanError, ToolInputError
from scitoolagent.executor.files import located
from scitoolagent.gate import ClosedGate, Gate, SafetyGate, as_field
from scitoolagent.llm import begin_spending, bound_spending, end_by
from scitoolagent.machine import LocalMachine
from scitoolagent.planner import Planner
from scitoolagent.records import Answer, AnyRecord, Finding, Plan, Query, Question, Usage
from scitoolagent.solver.hosted import Host, Submitted
from scitoolagent.summarizer import refusal
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace
from scitoolagent.turns import Turn

_MOST_RETOLD = 10

RecordStream = Iterator[AnyRecord]


class PooledAgent(Agent):
    """An agent that serves one run after another; `stop` may be called from any thread.

    Args:
        config: settings.
        workspace: where files are read until `enter` names another folder.
        planner: shared with other agents, since it keeps no state of a run.
    """

    def __init__(self, config: Config, workspace: Path, planner: Planner | None = None) -> None:
        self._ask_back: Callable[[Question], str | None] | None = None
        super().__init__(config, workspace, question=self._asked_back)
        self._executor.enter(ClosedGate())
        if planner is not None:
            self.planner = planner
        self._named: Callable[[str], None] = lambda trace: None
        self._host: Host | None = None

    def enter(
        self,
        workspace: Path,
        gate: Gate,
        named: Callable[[str], None],
        ask_back: Callable[[Question], str | None] | None = None,
    ) -> None:
        """Switch to another run.

        Args:
            workspace: the folder with its files.
            gate: its safety gate.
            named: called with the name of its trace.
            ask_back: asks the user what a model has to know; without it the question back is the answer.
        """
        self._executor.enter(gate, workspace)
        self._named, self._ask_back = named, ask_back

    def bound(self, config: Config) -> None:
        """Keep the bounds of these settings in the next runs: turns, tokens, money, time, steps, and rules first.

        Raises:
            ConfigError: there is a bound on the money, and a price is unknown.
        """
        if config is self.config:
            return
        bound_spending(self._models, config)
        self.config = config
        self._executor.bound(config)
        if self._solver is not None:
            self._solver.bound(config)

    def close(self) -> None:
        """End the worker processes."""
        if self._host is not None:
            self._host.close()
        super().close()

    def _asked_back(self, question: Question) -> str | None:
        return self._ask_back(question) if self._ask_back is not None else None

    def stop(self) -> None:
        """Cancel the running calls, which raise CancelledError, and replace their processes."""
        self._executor.cancel()

    def follow(self, query: Query, plan: Plan) -> RecordStream:
        """Carry out a plan that a person wrote or changed, as a stream of records; all of them are traced.

        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self.planner.check(query, plan)
        return self._traced(lambda run: self._carried_on(query, plan, (), run, ()))

    def program(self, asked: Submitted) -> RecordStream:
        """Run a program that the model of a host wrote, as a stream of records; what came of it is in `asked`.

        Raises:
            ToolInputError: a file is not there, or is none of data.
        """
        return self._traced(lambda run: self._programmed(asked, run))

    def _programmed(self, asked: Submitted, run: str) -> RecordStream:
        query = self._with_files(asked)
        yield query
        if refused := refusal(self._executor.screen(query)(), run):
            asked.answer = refused
            yield refused
            return
        if self._host is None:
            machine = LocalMachine(self._executor, self._store)
            self._host = Host(self.graph, self.config, machine)
        yield from self._host.run(asked, query, run)

    def _with_files(self, asked: Submitted) -> Query:
        """The question with the files that come with it, which stand in its text like those that it names itself."""
        for name in asked.files:
            located(self._executor.workspace, name)
        missing = [name for name in asked.files if name not in asked.question]
        query = self.recognise("\n".join([asked.question, *(f"File: {name}" for name in missing)]))
        known = {str(entity.value) for entity in query.entities if not entity.file}
        for name in asked.files:
            if name not in known:
                raise ToolInputError(f"the file {name!r} is not read as one of data: its name or its kind is not known")
        return query

    def _traced(self, records: Callable[[str], RecordStream], spent: Sequence[Usage] = ()) -> RecordStream:
        begin_spending(self._models, spent)
        end_by(self._models, self._executor.budget.deadline)
        trace = Trace(self.config.runs_dir)
        self._named(trace.run)
        try:
            for record in records(trace.run):
                trace.write(record)
                yield record
        finally:
            trace.close()


class SessionConversation(Conversation):
    """A conversation that any agent of the pool can continue."""

    def __init__(self) -> None:
        self._turns: list[Turn] = []

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The questions so far, as they were parsed, with their answers."""
        return tuple(self._turns)

    def recall(self, turns: tuple[Turn, ...]) -> None:
        """Replace the history by these turns."""
        self._turns = list(turns)

    def retell(self, questions: Sequence[str]) -> SessionConversation:
        """Record questions that were answered elsewhere and whose answers are unknown."""
        for question in questions[-_MOST_RETOLD:]:
            # A question that cannot be parsed adds no turn, as in a conversation held here.
            with contextlib.suppress(PlanError):
                self.note(self._with_earlier(question)[0], Answer(status="partial", text=""))
        return self

    def through(self, agent: Agent) -> SessionConversation:
        """Continue with this agent."""
        self._agent = agent
        return self


def gate_of(approved: frozenset[str], ask: Callable[[Sequence[Finding]], bool] | None) -> Gate:
    """The safety gate of one run."""
    return SafetyGate(load_graph(), approved, ask, as_field)
