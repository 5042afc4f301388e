"""An agent that is reused for one run after another, with the workspace, safety gate and conversation of each."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.conversation import Conversation
from scitoolagent.errors import PlanError
from scitoolagent.gate import ClosedGate, Gate, SafetyGate, as_field
from scitoolagent.llm import begin_spending, end_by
from scitoolagent.planner import Planner
from scitoolagent.records import Answer, Finding, Plan, Query, StepResult, Usage
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace
from scitoolagent.turns import Turn

_MOST_RETOLD = 10

RecordStream = Iterator[Query | Plan | StepResult | Answer]


class PooledAgent(Agent):
    """An agent that serves one run after another; `stop` may be called from any thread.

    Args:
        config: settings.
        workspace: where files are read until `enter` names another folder.
        planner: shared with other agents, since it keeps no state of a run.
    """

    def __init__(self, config: Config, workspace: Path, planner: Planner | None = None) -> None:
        super().__init__(config, workspace)
        self._executor.enter(ClosedGate())
        if planner is not None:
            self.planner = planner
        self._named: Callable[[str], None] = lambda trace: None

    def enter(self, workspace: Path, gate: Gate, named: Callable[[str], None]) -> None:
        """Switch to another run.

        Args:
            workspace: the folder with its files.
            gate: its safety gate.
            named: called with the name of its trace.
        """
        self._executor.enter(gate, workspace)
        self._named = named

    def stop(self) -> None:
        """Cancel the running calls, which raise CancelledError, and replace their processes."""
        self._executor.cancel()

    def stream(self, question: str | Query) -> RecordStream:
        """As `Agent.stream`, reporting the name of the trace."""
        return self._traced(lambda run: self._records(question, run))

    def follow(self, query: Query, plan: Plan) -> RecordStream:
        """Carry out a plan that a person wrote or changed, as a stream of records; all of them are traced.

        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self.planner.check(query, plan)
        return self._traced(lambda run: self._carried_on(query, plan, (), run, ()))

    def _traced(self, records: Callable[[str], RecordStream], spent: Sequence[Usage] = ()) -> RecordStream:
        begin_spending(self._models, spent)
        end_by(self._models, self._executor.budget.deadline)
        trace = Trace(self.config.runs_dir, self.config.max_rounds)
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
                self.note(self.understand(question), Answer(status="partial", text=""))
        return self

    def through(self, agent: Agent) -> SessionConversation:
        """Continue with this agent."""
        self._agent = agent
        return self


def gate_of(approved: frozenset[str], ask: Callable[[Sequence[Finding]], bool] | None) -> Gate:
    """The safety gate of one run."""
    return SafetyGate(load_graph(), approved, ask, as_field)
