"""What a step of a plan hands to its tool: references resolved, names of files made paths, one unit for an input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scitoolagent.records import Query, Reference, Step, StepResult, Value
from scitoolagent.tool.differences import difference_in
from scitoolagent.tool.units import convert
from scitoolagent.toolkg.generics import Bound, input_unit, is_difference, output_of
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

Results = Mapping[int, StepResult]


def bind_arguments(
    graph: ToolGraph,
    tool: ToolNode,
    step: Step,
    query: Query,
    results: Results,
    file: Callable[[str], str],
    bound: Mapping[str, Bound],
    table: Callable[[str], str] | None = None,
    columns: Mapping[str, list[Any]] | None = None,
) -> dict[str, Any]:
    """The arguments of a step as values, each in the unit of its input.

    Args:
        graph: for the units of the inputs.
        tool: the tool of the step.
        step: the step; its arguments refer to the question and to earlier steps.
        query: the question with its entities.
        results: what the earlier steps gave.
        file: makes a path of the name of a file, or raises where there is none to be read.
        bound: what the generic types of the tool stand for.
        table: as `file`, for tables.
        columns: the values of the arguments that are whole columns; a column whose rows are gone through is left out.
    Raises:
        UnitError: a value cannot be given in the unit of its input.
        KeyError: the question has no such entity, or no such step has given such an output yet.
    """
    inputs = {port.name: port for port in tool.inputs}
    found: dict[str, Any] = {}
    whole = columns or {}
    for name, value in step.arguments.items():
        reference = Reference.parse(value)
        if reference is not None and reference.column is not None and name not in whole:
            continue
        port = inputs.get(name)
        unit = input_unit(graph, port, bound) if port else None
        stands_for = bound.get(graph.generic_root(port.type)) if port else None
        meant = stands_for.type if stands_for is not None else port.type if port else None
        difference = meant is not None and is_difference(graph, meant)
        if reference is not None and name in whole:
            column = results[reference.step or 0].outputs[reference.name].columns[reference.column or 0]
            found[name] = whole[name] if unit is None else _in(whole[name], column.unit or unit, unit)
            continue
        given = _value(value, unit, query, results, difference)
        if port and port.python == "Path":
            many = isinstance(given, list)
            located = table if table is not None and graph.role(port.type) == "table" else file
            given = [located(str(item)) for item in given] if many else located(str(given))
        found[name] = given
    return found


def read_outputs(
    graph: ToolGraph, tool: ToolNode, bound: Mapping[str, Bound], arguments: Mapping[str, Any], outputs: dict[str, Any]
) -> dict[str, Value]:
    """The outputs of a call with the types and units that they have in this call."""
    found = {}
    for port in tool.outputs:
        value, stands_for = outputs[port.name], output_of(graph, port, bound)
        root = graph.generic_root(port.type)
        if root in bound:
            value = _difference(value, bound[root].unit, stands_for) if stands_for != bound[root] else value
            given = [arguments[one.name] for one in tool.inputs if one.name in arguments and one.type == root]
            value = _whole(value) if given and all(map(_is_whole, given)) else value
        found[port.name] = Value(type=stands_for.type, value=value, unit=stands_for.unit)
    return found


def _value(value: Any, unit: str | None, query: Query, results: Results, difference: bool) -> Any:
    """What an argument stands for; a number with a unit is converted to that of the input."""
    if isinstance(value, list):
        return [_value(item, unit, query, results, difference) for item in value]
    reference = Reference.parse(value)
    if reference is None:
        return value
    if reference.step is not None:
        output = results[reference.step].outputs[reference.name]
        return output.value if unit is None or output.unit in (None, unit) else _in(output.value, output.unit, unit)
    quantity = query.quantity(reference.name)
    if quantity is not None:
        exact = difference_in if difference else convert
        return exact(quantity.value, quantity.unit, unit or "1")
    return query.entity(reference.name).value


def _in(value: Any, unit: str, wanted: str) -> Any:
    if isinstance(value, list):
        return [_in(item, unit, wanted) for item in value]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return convert(value, unit, wanted) if is_number else value


def _difference(value: Any, unit: str | None, made: Bound) -> Any:
    """A difference of values whose scale has no true zero, in the unit of such differences."""
    return difference_in(value, unit or "1", made.unit or "1")


def _is_whole(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_is_whole, value))
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(value: Any) -> Any:
    """Counts as counts, although tools for any number work with floating-point numbers."""
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
