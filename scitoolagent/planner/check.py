"""Type-check a plan against the tool graph before anything runs."""

from __future__ import annotations

from typing import Any

from scitoolagent.errors import InvalidPlanError
from scitoolagent.records import Plan, Query, Reference, Step
from scitoolagent.tool import unit_sign
from scitoolagent.tool.units import convertible
from scitoolagent.toolkg.graph import PortNode, ToolGraph

MAX_STEPS = 200


def check_plan(graph: ToolGraph, query: Query, plan: Plan, open_settings: bool = False) -> None:
    """Check that every tool exists, every argument has a source of the right type, and no step waits for itself.

    With `open_settings` a setting may be left out, since somebody fills it in when the step runs.

    Raises:
        InvalidPlanError: the first thing that is wrong, with the step.
    """
    if not plan.steps:
        raise InvalidPlanError("the plan has no steps")
    if len(plan.steps) > MAX_STEPS:
        raise InvalidPlanError(f"the plan has {len(plan.steps)} steps, at most {MAX_STEPS} are run")
    done: dict[int, Step] = {}
    for step in plan.steps:
        if step.id in done:
            raise InvalidPlanError(f"two steps have the number {step.id}")
        if step.tool not in graph.tools:
            raise InvalidPlanError(f"step {step.id}: no tool is called {step.tool!r}")
        _check_step(graph, query, step, done, open_settings)
        done[step.id] = step
    for goal in plan.goals:
        reference = Reference.parse(goal.output)
        if reference is None or reference.step not in done:
            raise InvalidPlanError(f"goal {goal.text!r}: {goal.output} is no output of a step")
        _output(graph, done[reference.step], reference, "goal " + goal.text)


def _check_step(graph: ToolGraph, query: Query, step: Step, done: dict[int, Step], open_settings: bool) -> None:
    tool = graph.tools[step.tool]
    ports = {port.name: port for port in tool.inputs}
    for name in step.arguments:
        if name not in ports:
            raise InvalidPlanError(f"step {step.id}: {step.tool} has no input {name!r}")
    for port in tool.required:
        left_open = open_settings and graph.is_setting(port.type)
        if port.name not in step.arguments and not left_open:
            raise InvalidPlanError(f"step {step.id}: {step.tool} needs {port.name} ({port.type})")
    for name, value in step.arguments.items():
        port = ports[name]
        items = value if isinstance(value, list) and port.many else [value]
        if port.many and not isinstance(value, list) and not _gives_many(graph, value, done):
            raise InvalidPlanError(f"step {step.id}: {name} takes a list")
        if isinstance(value, list) and not port.many and port.python != "list":
            raise InvalidPlanError(f"step {step.id}: {name} takes one value, not a list")
        for item in items:
            _check_item(graph, query, step, port, item, done)
            if isinstance(value, list) and _gives_many(graph, item, done):
                raise InvalidPlanError(f"step {step.id}: {name} takes a list of values, and {item} is a list itself")


def _gives_many(graph: ToolGraph, value: Any, done: dict[int, Step]) -> bool:
    reference = Reference.parse(value)
    if reference is None or reference.step not in done:
        return False
    return _output(graph, done[reference.step], reference, str(reference)).many


def _check_item(graph: ToolGraph, query: Query, step: Step, port: PortNode, item: Any, done: dict[int, Step]) -> None:
    reference = Reference.parse(item)
    if reference is None:
        if not graph.is_setting(port.type) and isinstance(item, str):
            raise InvalidPlanError(
                f"step {step.id}: {port.name} must refer to the question or to an earlier step, "
                f"not be typed out as {item[:40]!r}"
            )
        return
    if reference.step is None and (quantity := query.quantity(reference.name)) is not None:
        unit = graph.types[port.type].unit
        if quantity.problem or unit is None or not convertible(quantity.unit, unit):
            raise InvalidPlanError(
                f"step {step.id}: {port.name} takes {port.type} in {unit_sign(unit) or 'no unit'}, "
                f"{quantity.shown} is not that{': ' + quantity.problem if quantity.problem else ''}"
            )
        return
    if reference.step is None:
        try:
            given = query.entity(reference.name).type
        except KeyError:
            raise InvalidPlanError(f"step {step.id}: the question has no {reference.name}") from None
    else:
        if reference.step not in done:
            raise InvalidPlanError(f"step {step.id}: {reference} is not an earlier step")
        output = _output(graph, done[reference.step], reference, f"step {step.id}")
        given = output.type
        if output.many and not port.many:
            raise InvalidPlanError(f"step {step.id}: {port.name} takes one value, {reference} is a list")
    if not graph.is_a(given, port.type) and not _measures(graph, given, port):
        raise InvalidPlanError(f"step {step.id}: {port.name} takes {port.type}, {reference} is {given}")


def _measures(graph: ToolGraph, given: str, port: PortNode) -> bool:
    """Whether a computed value can serve as a setting: both have units, of the same dimension."""
    units = graph.types[given].unit, graph.types[port.type].unit
    if not graph.is_setting(port.type) or "1" in units or None in units:
        return False
    return convertible(units[0] or "1", units[1] or "1")


def _output(graph: ToolGraph, step: Step, reference: Reference, where: str) -> PortNode:
    try:
        return graph.tools[step.tool].output(reference.name)
    except KeyError:
        raise InvalidPlanError(f"{where}: {step.tool} has no output {reference.name!r}") from None
