"""A place where one run at a time is worked on: an agent whose folder, gate and worker processes serve that run."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.conversation import Conversation, Turn
from scitoolagent.errors import PlanError
from scitoolagent.executor.gate import make_guard
from scitoolagent.executor.guard import ClosedGuard, Guard
from scitoolagent.planner import Planner
from scitoolagent.records import Answer, Finding, Plan, Query, StepResult
from scitoolagent.summarizer import refusal
from scitoolagent.toolkg.graph import ToolGraph, ToolNode
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace

_MOST_TURNS = 50
_MOST_RETOLD = 10

Records = Iterator[Query | Plan | StepResult | Answer]


class SlotGuard:
    """Passes every question on to the gate of the run at hand, so that approvals hold for that run only."""

    def __init__(self) -> None:
        self.gate: Guard = ClosedGuard()

    def subjects(self, query: Query) -> list[tuple[str, str]]:
        """What of a question is screened before anything is answered."""
        return self.gate.subjects(query)

    def before(self, tool: ToolNode, arguments: dict[str, Any]) -> tuple[Finding, ...]:
        """Check the arguments of a call; raises a SafetyError to stop it."""
        return self.gate.before(tool, arguments)

    def after(self, tool: ToolNode, outputs: dict[str, Any]) -> tuple[Finding, ...]:
        """Check what a call gave; raises as `before`."""
        return self.gate.after(tool, outputs)


class SlotAgent(Agent):
    """An agent that goes from one run to the next; `stop` ends what its processes do, from any thread.

    Args:
        config: settings.
        workspace: where files are read until `enter` names another folder.
        planner: shared with other slots; it holds nothing of a run.
    """

    def __init__(self, config: Config, workspace: Path, planner: Planner | None = None) -> None:
        self._slot_guard = SlotGuard()
        super().__init__(config, workspace, self._slot_guard)
        if planner is not None:
            self.planner = planner
        self._named: Callable[[str], None] = lambda trace: None

    def enter(self, workspace: Path, gate: Guard, named: Callable[[str], None]) -> None:
        """Work for another run from now on.

        Args:
            workspace: the folder in which its files lie.
            gate: its safety gate.
            named: is told the name of its trace.
        """
        self._executor.enter(workspace)
        self._slot_guard.gate = gate
        self._named = named

    def stop(self) -> None:
        """Stop the calls under way and end their processes; others take their place. Raises CancelledError there."""
        self._executor.cancel()

    def stream(self, question: str | Query) -> Records:
        """As the agent does; tells the name of the trace."""
        return self._traced(lambda run: self._records(question, run))

    def follow(self, query: Query, plan: Plan) -> Records:
        """Carry out a plan that a person wrote or changed, as a stream of records; all of them are traced.

        Raises:
            InvalidPlanError: the plan does not type-check.
        """
        self.planner.check(query, plan)
        return self._traced(lambda run: self._planned(query, plan, run))

    def _traced(self, records: Callable[[str], Records]) -> Records:
        trace = Trace(self.config.runs_dir)
        self._named(trace.run)
        try:
            for record in records(trace.run):
                trace.write(record)
                yield record
        finally:
            trace.close()

    def _planned(self, query: Query, plan: Plan, run: str) -> Records:
        yield query
        if refused := refusal(self._executor.screen(query)(), run):
            yield refused
            return
        yield plan
        results: list[StepResult] = []
        for result in self.execute(query, plan):
            results.append(result)
            yield result
        yield self.summarize(query, plan, results, run)


class Memory(Conversation):
    """A conversation that any slot may carry on."""

    def __init__(self) -> None:
        self._turns: list[Turn] = []

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The questions so far, as they were understood, with their answers."""
        return tuple(self._turns)

    def recall(self, turns: tuple[Turn, ...]) -> None:
        """Go on from these turns."""
        self._turns = list(turns)

    def note(self, query: Query, answer: Answer) -> None:
        """Remember a question that was answered in another way."""
        self._turns = [*self._turns[1 - _MOST_TURNS :], Turn(query, answer)]

    def retell(self, questions: Sequence[str]) -> Memory:
        """Remember questions that were answered elsewhere; of their answers nothing is known."""
        for question in questions[-_MOST_RETOLD:]:
            # One that could not be read then is no turn, just as it would have been here.
            with contextlib.suppress(PlanError):
                self.note(self.understand(question), Answer(status="failed", text=""))
        return self

    def through(self, agent: Agent) -> Memory:
        """Go on with this agent."""
        self._agent = agent
        return self


def gate_of(approved: frozenset[str], ask: Callable[[Sequence[Finding]], bool] | None) -> Guard:
    """The safety gate of one run."""
    graph: ToolGraph = load_graph()
    return make_guard(graph, approved, ask)
