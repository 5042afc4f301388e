"""Write what is done with the values of an ask: the calls of the tools that sort, compare, choose and average."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from scitoolagent.planner.writing import PlanDraft, Source
from scitoolagent.records import Ask, Goal, Operation, Quantity, Query, Reference
from scitoolagent.tool import unit_sign
from scitoolagent.tool.units import is_pure, is_understood
from scitoolagent.toolkg.graph import PortNode, ToolGraph, TypeNode

_NUMBERS = ("number", "ratio", "difference")
_LIMITS = ("threshold", "lower", "upper")


def operate(
    graph: ToolGraph, query: Query, ask: Ask, reached: list[Source], draft: PlanDraft, chosen: Sequence[Source] = ()
) -> list[Source] | str:
    """Write the operations of an ask behind the calls that reach its values, with the goals they give.

    `chosen` are the things that other conditions leave.

    Returns:
        The values that the last operation gives, or why it cannot be done.
    """
    for operation in ask.then:
        if operation.tool == "count_items":
            reached = _counted(graph, ask, operation, reached, draft)
            continue
        if operation.tool == "things_in_both":
            both = _in_both(graph, ask, operation, [*chosen, *reached], draft)
            if isinstance(both, str):
                return both
            reached = both
            continue
        parted = _parted(query, _fitting(graph, operation, reached), ask.of)
        if isinstance(parted, str):
            return parted
        if not parted:
            return "nothing that can be compared or reckoned with comes of it"
        done = _call(graph, query, ask, operation, parted, draft)
        if isinstance(done, str):
            return done
        reached = done
    return reached


def _in_both(
    graph: ToolGraph, ask: Ask, operation: Operation, chosen: Sequence[Source], draft: PlanDraft
) -> list[Source] | str:
    """The things that two conditions leave; what each of them leaves is no longer asked for."""
    if len(chosen) != 2 or not all(source.many for source in chosen):
        return "it is not clear what is to meet all conditions"
    references = [source.reference for source in chosen]
    draft.goals = [goal for goal in draft.goals if goal.output not in references]
    tool = graph.tools[operation.tool]
    ports = [port.name for port in tool.inputs]
    step = draft.call(tool.name, dict(zip(ports, references, strict=True)))
    found: list[Source] = []
    for output in tool.outputs:
        if output.name in operation.outputs:
            kind = chosen[0].type if graph.types[output.type].generic == "any" else output.type
            reference = f"${step}.{output.name}"
            draft.goals.append(Goal(text=ask.text, type=kind, output=reference, about=chosen[0].about))
            found.append(Source(reference, kind, chosen[0].about, output.many))
    return found


def _counted(
    graph: ToolGraph, ask: Ask, operation: Operation, reached: Sequence[Source], draft: PlanDraft
) -> list[Source]:
    """The number of items of each list."""
    (output,) = graph.tools[operation.tool].outputs
    found: list[Source] = []
    for source in reached:
        step = draft.call(operation.tool, {"items": source.reference})
        reference = f"${step}.{output.name}"
        draft.goals.append(Goal(text=ask.text, type=output.type, output=reference, about=source.about))
        found.append(Source(reference, output.type, source.about))
    return found


def _fitting(graph: ToolGraph, operation: Operation, reached: Sequence[Source]) -> list[Source]:
    """The values that an operation can work on: of a verdict with its reasons the verdict."""
    tool = graph.tools.get(operation.tool)
    ports = [port for port in tool.inputs if port.required and port.name != "subjects"] if tool else []
    return [
        source
        for source in reached
        if not graph.is_note(source.type) and any(graph.accepts(source.type, port.type) for port in ports)
    ]


def _parted(query: Query, reached: Sequence[Source], of: Sequence[str]) -> list[tuple[str, Source]] | str:
    """The values by their subjects: of the entities of each the one that the others do not have."""
    if any(source.many for source in reached):
        return "each thing has several values, and one is needed"
    shared = Counter(handle for source in reached for handle in set(source.about))
    found: list[tuple[str, Source]] = []
    for source in reached:
        own = [handle for handle in source.about if shared[handle] == 1 or len(reached) == 1]
        if len(own) != 1:
            return "it is not clear whose value each is"
        found.append((own[0], source))
    # In the order in which they are asked about: "is A heavier than B".
    places = {entity.handle: (len(of), entity.start) for entity in query.entities}
    places |= {handle: (number, 0) for number, handle in enumerate(of)}
    return sorted(found, key=lambda item: places.get(item[0], (0, 0)))


def _call(
    graph: ToolGraph,
    query: Query,
    ask: Ask,
    operation: Operation,
    parted: Sequence[tuple[str, Source]],
    draft: PlanDraft,
) -> list[Source] | str:
    tool = graph.tools.get(operation.tool)
    if tool is None:
        return f"no tool here is called {operation.tool}"
    arguments: dict[str, Any] = {}
    for port in tool.inputs:
        if port.name in operation.settings:
            arguments[port.name] = operation.settings[port.name]
        elif port.name == "subjects":
            arguments[port.name] = [f"$query.{handle}" for handle, _ in parted]
        elif port.required:
            references = [source.reference for _, source in parted]
            if not port.many and len(references) > 1:
                return f"{operation.tool} takes one value"
            arguments[port.name] = references if port.many else references[0]
    problem = _without_unit(graph.types[parted[0][1].type], operation, draft)
    if problem:
        return problem
    for value in operation.settings.values():
        reference = Reference.parse(value)
        if reference is not None and reference.is_quantity:
            draft.used.add(Quantity.handle_of(reference.name))
    step = draft.call(tool.name, arguments)
    about = tuple(handle for handle, _ in parted)
    found: list[Source] = []
    for output in tool.outputs:
        if graph.is_note(output.type) or (operation.outputs and output.name not in operation.outputs):
            continue
        kind = _type(graph, query, output, parted)
        reference_text = f"${step}.{output.name}"
        goal = Goal(text=ask.text, type=kind, output=reference_text, about=about, rounding=ask.rounding)
        if graph.types[output.type].generic in _NUMBERS:
            goal = goal.model_copy(update={"unit": ask.unit})
        draft.goals.append(goal)
        found.append(Source(reference_text, kind, about, output.many))
    return found


def _without_unit(node: TypeNode, operation: Operation, draft: PlanDraft) -> str:
    """Why a bare number cannot be a limit of values with a unit; told where their unit goes without saying."""
    for value in (operation.settings.get(name) for name in _LIMITS):
        if not isinstance(value, (int, float)) or is_pure(node.unit or "1"):
            continue
        if not is_understood(node.unit, value):
            return f"{value:g} has no unit; {node.label} is in {unit_sign(node.unit)}"
        draft.notes.append(f"{value:g} was read as {value:g} {unit_sign(node.unit)}, the unit of {node.label}")
    return ""


def _type(graph: ToolGraph, query: Query, output: PortNode, parted: Sequence[tuple[str, Source]]) -> str:
    """The type of an output: that of the values, or of their subjects, where the tool works on any."""
    generic = graph.types[output.type].generic
    if generic in _NUMBERS:
        return parted[0][1].type
    if generic == "any":
        return query.entity(parted[0][0]).type
    return output.type
