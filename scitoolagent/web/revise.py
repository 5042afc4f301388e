"""Apply a user's changes to a plan before it runs again. The planner checks the resulting plan."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.records import Entity, Goal, Plan, Query, Reference, Step
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_LONGEST = 20_000


def read_value(port: PortNode, text: str) -> Any:
    """Parse what a user typed for an input: a reference, a text, a number, or JSON for lists and tables.

    Raises:
        ToolInputError: the input takes another kind of value.
    """
    text = text.strip()
    if len(text) > _LONGEST:
        raise ToolInputError(f"{port.name} has {len(text):,} characters; at most {_LONGEST:,} can be typed in")
    if Reference.parse(text) is not None or (port.python in ("str", "Path") and not port.many):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        kind = (
            "a list in JSON" if port.many else {"int": "a whole number", "float": "a number"}.get(port.python, "JSON")
        )
        raise ToolInputError(f"{port.name} takes {kind}, not {text[:60]!r}") from error


def write_value(value: Any) -> str:
    """Write an argument as text that `read_value` can parse."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def with_arguments(plan: Plan, number: int, arguments: dict[str, Any]) -> Plan:
    """The plan with other arguments of one step."""
    steps = tuple(
        step.model_copy(update={"arguments": arguments}) if step.id == number else step for step in plan.steps
    )
    return _by_hand(plan, steps, plan.goals)


def without_step(plan: Plan, number: int) -> Plan:
    """The plan without a step, the steps that depend on it, and the goals that they reached."""
    gone = {number}
    for step in plan.steps:
        if any(reference.step in gone for reference in step.references()):
            gone.add(step.id)
    goals = tuple(goal for goal in plan.goals if _step_of(goal) not in gone)
    return _by_hand(plan, tuple(step for step in plan.steps if step.id not in gone), goals)


def with_tool(graph: ToolGraph, plan: Plan, number: int, name: str) -> Plan:
    """The plan with another tool in a step; inputs and outputs are matched by type, in order.

    Raises:
        ToolInputError: the new tool's inputs or outputs do not match those that the plan uses.
    """
    old, new = graph.tool(plan.step(number).tool), graph.tool(name)
    inputs, outputs = _match(old, new, "inputs"), _match(old, new, "outputs")

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(item) for item in value]
        reference = Reference.parse(value)
        if reference is None or reference.step != number:
            return value
        return f"${number}.{outputs.get(reference.name, reference.name)}"

    steps = []
    for step in plan.steps:
        if step.id == number:
            given = {inputs[key]: value for key, value in step.arguments.items() if key in inputs}
            steps.append(Step(id=number, tool=name, arguments=given))
        else:
            moved = {key: renamed(value) for key, value in step.arguments.items()}
            steps.append(step.model_copy(update={"arguments": moved}))
    goals = tuple(goal.model_copy(update={"output": renamed(goal.output)}) for goal in plan.goals)
    return _by_hand(plan, tuple(steps), goals)


def with_step(graph: ToolGraph, query: Query, plan: Plan, name: str) -> Plan:
    """The plan with a further step, which takes the latest values of the types that it needs; what it gives is asked.

    An input for which there is no value is left for the user.
    """
    tool = graph.tool(name)
    number = max((step.id for step in plan.steps), default=0) + 1
    given = [(f"$query.{one.handle}", one.type, False) for one in query.entities if not one.file]
    for step in plan.steps:
        made = graph.tools.get(step.tool)
        given += [(f"${step.id}.{port.name}", port.type, port.many) for port in (made.outputs if made else ())]
    arguments = {}
    for port in tool.inputs:
        fitting = [text for text, kind, many in reversed(given) if graph.is_a(kind, port.type) and many == port.many]
        if port.required and fitting:
            arguments[port.name] = fitting[0]
    output = tool.outputs[0]
    goal = Goal(text=graph.types[output.type].label, type=output.type, output=f"${number}.{output.name}")
    step = Step(id=number, tool=name, arguments=arguments)
    return _by_hand(plan, (*plan.steps, step), (*plan.goals, goal))


def put_in_query(graph: ToolGraph, query: Query, plan: Plan) -> tuple[Query, Plan]:
    """Move what a person typed into the query, where the safety check looks at it before anything runs.

    Settings stay in the plan; the planner accepts no other literal values there.
    """
    entities = list(query.entities)
    names = {entity.handle for entity in entities}

    def handle(port: PortNode, value: Any) -> Any:
        if not isinstance(value, str) or Reference.parse(value) is not None or graph.is_setting(port.type):
            return value
        name = next(f"typed{number}" for number in count(1) if f"typed{number}" not in names)
        names.add(name)
        place = len(query.text)
        entities.append(Entity(handle=name, type=port.type, value=value, text=value, start=place, end=place))
        return f"$query.{name}"

    steps = []
    for step in plan.steps:
        ports = {port.name: port for port in graph.tool(step.tool).inputs}
        moved = {
            name: [handle(ports[name], item) for item in value]
            if isinstance(value, list) and ports[name].many
            else handle(ports[name], value)
            for name, value in step.arguments.items()
            if name in ports
        }
        steps.append(step.model_copy(update={"arguments": moved}))
    moved_plan = plan.model_copy(update={"steps": tuple(steps)})
    goals = tuple(goal.model_copy(update={"about": _about(goal, moved_plan)}) for goal in plan.goals)
    return query.model_copy(update={"entities": tuple(entities)}), moved_plan.model_copy(update={"goals": goals})


def _about(goal: Goal, plan: Plan) -> tuple[str, ...]:
    """The values of the question that a goal still depends on: the original ones and those typed in their place."""
    reached: list[str] = []
    waiting = [_step_of(goal)]
    for number in waiting:
        for reference in plan.step(number).references() if number else ():
            if reference.step is None:
                reached.append(reference.name)
            elif reference.step not in waiting:
                waiting.append(reference.step)
    return tuple(dict.fromkeys(name for name in reached if name in goal.about or name.startswith("typed")))


def _match(old: ToolNode, new: ToolNode, side: str) -> dict[str, str]:
    left: list[PortNode] = list(getattr(new, side))
    found = {}
    for port in getattr(old, side):
        other = next((one for one in left if (one.type, one.many) == (port.type, port.many)), None)
        if other is not None:
            left.remove(other)
            found[port.name] = other.name
        elif side == "inputs" and port.required:
            raise ToolInputError(f"{new.name} does not take a {port.type}, as {old.name} does")
    return found


def _step_of(goal: Goal) -> int | None:
    reference = Reference.parse(goal.output)
    return reference.step if reference else None


def _by_hand(plan: Plan, steps: tuple[Step, ...], goals: tuple[Goal, ...]) -> Plan:
    return plan.model_copy(update={"steps": steps, "goals": goals, "drafter": "a person", "usage": ()})
