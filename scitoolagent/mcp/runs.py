"""Runs of a session as JSON, in the form of the server's schemas."""

from __future__ import annotations

from typing import Any

from scitoolagent import errors
from scitoolagent.outcome import unanswered
from scitoolagent.records import Answer, Failure, Goal, Plan, Query, Record, StepResult
from scitoolagent.sessions import Run
from scitoolagent.sessions.run import State
from scitoolagent.toolkg.graph import ToolGraph


class StepState(Record):
    """How far a step is."""

    step: int
    tool: str
    status: str


class RunState(Record):
    """How far a run is; one that has ended has an answer, also where an error ended it."""

    run: str
    state: State
    steps: tuple[StepState, ...]
    answer: Answer | None
    error: Failure | None


def run_json(run: Run) -> dict[str, Any]:
    """A run as JSON."""
    error, answer = run.error, run.answer
    records = run.so_far()
    if error is not None and answer is None:
        answer = unanswered(error, next((record for record in records if isinstance(record, Query)), None), run.trace)
    steps = (record for record in records if isinstance(record, StepResult))
    return RunState(
        run=run.id,
        state=run.state,
        steps=tuple(StepState(step=step.step, tool=step.tool, status=step.status) for step in steps),
        answer=answer,
        error=None if error is None else Failure(error=type(error).__name__, message=str(error)),
    ).model_dump(mode="json")


def with_goals(graph: ToolGraph, plan: Plan) -> Plan:
    """A plan of one call that asks for all its outputs, so that its trace holds an answer."""
    (step,) = plan.steps
    outputs = graph.tool(step.tool).outputs
    goals = (Goal(text=port.name, type=port.type, output=f"${step.id}.{port.name}") for port in outputs)
    return plan.model_copy(update={"goals": tuple(goals)})


def result_of(run: Run) -> StepResult:
    """The result of a run of one step.

    Raises:
        SciToolAgentError: there is none; says why.
    """
    run.wait()
    if run.error is not None:
        raise run.error
    result = next((record for record in run.so_far() if isinstance(record, StepResult)), None)
    if result is None:
        refused = errors.BlockedError(run.answer.text if run.answer else "the run was stopped")
        refused.findings = run.answer.findings if run.answer else ()
        raise refused
    if result.error is not None:
        error = getattr(errors, result.error.error, errors.ToolFailedError)(result.error.message)
        if isinstance(error, errors.SafetyError):
            error.findings = result.findings
        raise error
    return result
