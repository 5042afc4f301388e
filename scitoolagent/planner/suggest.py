"""Read a typed plan back as the few calls a model would write: conversions in between are left out."""

from __future__ import annotations

from scitoolagent.planner.prompt import Call
from scitoolagent.records import Plan, Reference, Step
from scitoolagent.toolkg.graph import ToolGraph


def suggested_calls(graph: ToolGraph, plan: Plan) -> tuple[Call, ...]:
    """One call for each step that gives a goal; equal calls on several handles are one."""
    goal_steps = {reference.step for goal in plan.goals if (reference := Reference.parse(goal.output)) is not None}
    used = {reference.step for step in plan.steps for reference in _ends(plan, step, goal_steps)}
    calls: list[Call] = []
    place: dict[int, int] = {}
    for step in plan.steps:
        if step.id not in goal_steps:
            continue
        of = tuple(
            reference.name if reference.step is None else f"step{place[reference.step]}"
            for reference in dict.fromkeys(_ends(plan, step, goal_steps))
        )
        merged = _merged(graph, calls, Call(step.tool, of)) if step.id not in used else None
        if merged is None:
            calls.append(Call(step.tool, of))
            place[step.id] = len(calls)
        else:
            calls[merged] = Call(step.tool, (*calls[merged].of, *of))
            place[step.id] = merged + 1
    return tuple(calls)


def _merged(graph: ToolGraph, calls: list[Call], call: Call) -> int | None:
    """The place of the call that this one can join: the last one, of a tool that takes one value."""
    ports = [port for port in graph.tools[call.tool].required if not graph.is_setting(port.type)]
    joins = len(ports) == 1 and not ports[0].many and bool(calls) and calls[-1].tool == call.tool
    handles = joins and not any(name.startswith("step") for name in (*calls[-1].of, *call.of))
    return len(calls) - 1 if handles else None


def _ends(plan: Plan, step: Step, goal_steps: set[int | None]) -> list[Reference]:
    """What a step draws on: entities and goal steps, through the conversions in between."""
    found: list[Reference] = []
    for reference in step.references():
        if reference.is_quantity:
            continue  # the rules bind quantities themselves, whoever chooses the calls
        if reference.step is None or reference.step in goal_steps:
            found.append(reference if reference.step is None else Reference(step=reference.step, name=""))
        else:
            found += _ends(plan, plan.step(reference.step), goal_steps)
    return found
