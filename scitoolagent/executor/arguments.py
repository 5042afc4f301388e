"""What a step of a plan hands to its tool: references resolved, names of files made paths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scitoolagent.records import Query, Reference, Step, StepResult, resolve
from scitoolagent.tool.units import convert
from scitoolagent.toolkg.graph import ToolGraph, ToolNode


def bind_arguments(
    graph: ToolGraph,
    tool: ToolNode,
    step: Step,
    query: Query,
    results: Mapping[int, StepResult],
    file: Callable[[str], str],
) -> dict[str, Any]:
    """The arguments of a step as values, each in the unit of its input.

    Args:
        graph: for the units of the inputs.
        tool: the tool of the step.
        step: the step; its arguments refer to the question and to earlier steps.
        query: the question with its entities.
        results: what the earlier steps gave.
        file: makes a path of the name of a file, or raises where there is none to be read.
    Raises:
        UnitError: a value cannot be given in the unit of its input.
        KeyError: the question has no such entity, or no such step has given such an output yet.
    """
    inputs = {port.name: port for port in tool.inputs}
    files = {port.name for port in tool.inputs if port.python == "Path"}
    bound: dict[str, Any] = {}
    for name, value in step.arguments.items():
        unit = graph.types[inputs[name].type].unit if name in inputs else None
        measured = _measured(value, unit, query, results)
        found = resolve(value, query, results) if measured is None else measured
        if name in files:
            found = [file(str(item)) for item in found] if isinstance(found, list) else file(str(found))
        bound[name] = found
    return bound


def _measured(value: Any, unit: str | None, query: Query, results: Mapping[int, StepResult]) -> float | None:
    """A quantity of the question, or an output in another unit, converted to the unit of the input; else None."""
    reference = Reference.parse(value)
    if reference is None or unit is None:
        return None
    if reference.step is None:
        quantity = query.quantity(reference.name)
        return convert(quantity.value, quantity.unit, unit) if quantity else None
    output = results[reference.step].outputs[reference.name]
    if output.unit in (None, unit) or not isinstance(output.value, (int, float)):
        return None
    return convert(output.value, output.unit or "1", unit)
