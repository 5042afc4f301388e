"""What the generic ports of one call stand for: the type and the unit of the values that it is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.records import Column, Entity, Query, Reference, Step, StepResult
from scitoolagent.tool import unit_sign
from scitoolagent.tool.units import convertible, dimension, is_pure, is_understood, readings, unit_code
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_INTERVAL = "TemperatureInterval"

NUMBERS = ("number", "ratio")


@dataclass(frozen=True, slots=True)
class Given:
    """One value that a call is given.

    Attributes:
        text: how a message names it.
        type: its semantic type; empty for a bare number and for a quantity of the question.
        unit: its unit, None for one without.
        bare: it is a plain number, of which nobody says what it is.
        numbers: it is a column of numbers, whatever a tool gives of that type: pKa values are a list to a tool.
    """

    text: str
    type: str = ""
    unit: str | None = None
    bare: bool = False
    numbers: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """What a generic type stands for in one call: a semantic type and a unit."""

    type: str
    unit: str | None = None


def bind_generics(graph: ToolGraph, tool: ToolNode, given: Mapping[str, Sequence[Given]]) -> dict[str, Bound]:
    """What each generic type of a tool stands for in a call, by the broadest generic type of the port.

    Args:
        graph: the tool graph.
        tool: the tool that is called.
        given: for each input that is bound, its values.
    Raises:
        ToolInputError: the values do not go together, or an input does not take them; both are named.
    """
    found: dict[str, Bound] = {}
    for root, ports in _by_root(graph, tool.inputs).items():
        items = [(port.name, item) for port in ports for item in given.get(port.name, ())]
        kind = graph.types[root].generic
        for name, item in items:
            if item.type and not (item.numbers and kind in NUMBERS) and not graph.accepts(item.type, root):
                raise ToolInputError(f"{name} takes {_wanted(kind)}, {item.text} is {item.type}")
        if kind in NUMBERS:
            found[root] = _number(graph, root, kind, items)
        else:
            types = list(dict.fromkeys(item.type for _, item in items if item.type))
            found[root] = Bound(_common(graph, types) or root)
    return _one_unit(graph, found)


def bind_step(
    graph: ToolGraph, tool: ToolNode, step: Step, query: Query, results: Mapping[int, StepResult]
) -> dict[str, Bound]:
    """What the generic types of a tool stand for in a step that can run; nothing for a tool without any.

    Raises:
        ToolInputError: the values that the step refers to do not go together.
        KeyError: the question has no such entity, or no such step has given such an output yet.
    """
    if not graph.is_generic(tool):
        return {}
    given = {
        name: [_given(graph, item, query, results) for item in (value if isinstance(value, list) else [value])]
        for name, value in step.arguments.items()
    }
    return bind_generics(graph, tool, given)


def input_unit(graph: ToolGraph, port: PortNode, bound: Mapping[str, Bound]) -> str | None:
    """The unit that an input of a call is given in."""
    stands_for = bound.get(graph.generic_root(port.type))
    return stands_for.unit if stands_for else graph.types[port.type].unit


def output_of(graph: ToolGraph, port: PortNode, bound: Mapping[str, Bound]) -> Bound:
    """The type and unit of an output of a call whose generic types stand for `bound`."""
    node = graph.types[port.type]
    stands_for = bound.get(graph.generic_root(port.type))
    if stands_for is None:
        return Bound(port.type, node.unit)
    if node.generic == "difference" and _is_temperature(stands_for.unit):
        return Bound(port.type, node.unit)
    return stands_for


def can_be_in(graph: ToolGraph, port: PortNode, unit: str) -> bool:
    """Whether what an output gives can be told in a unit: a number of rings or rows is no share, so never in %."""
    own = graph.types[port.type].unit
    counted = port.python == "int" and is_pure(own)
    return own is not None and not counted and convertible(own, unit)


def is_difference(graph: ToolGraph, name: str) -> bool:
    """Whether values of a type are differences, for which the zeros of scales such as °C do not count."""
    return graph.types[name].generic == "difference" or graph.is_a(name, _INTERVAL)


def has_offset(unit: str | None) -> bool:
    """Whether the zero of a unit is no true zero, as that of °C: its ratios mean nothing."""
    return not is_pure(unit) and bool(readings(unit or "1")[0].offset)


def _given(graph: ToolGraph, value: Any, query: Query, results: Mapping[int, StepResult]) -> Given:
    reference = Reference.parse(value)
    if reference is None:
        return Given(str(value), bare=True)
    if reference.step is not None:
        output = results[reference.step].outputs[reference.name]
        if reference.column is not None:
            return column_given(str(reference), output.columns[reference.column])
        return Given(str(reference), output.type, output.unit)
    quantity = query.quantity(reference.name)
    if quantity is not None:
        return Given(quantity.shown, unit=quantity.unit)
    return entity_given(graph, query.entity(reference.name))


def column_given(text: str, column: Column) -> Given:
    """A column as a value of a call."""
    return Given(text, column.type, column.unit, numbers=column.kind in ("integer", "number"))


def entity_given(graph: ToolGraph, entity: Entity) -> Given:
    """An entity as a value of a call; one of a generic type is a value of a call that is made again.

    It is in the unit that it was bound in then.
    """
    node = graph.types.get(entity.type)
    if node is None or node.generic:
        return Given(entity.handle)
    return Given(entity.handle, node.name, node.unit)


def _is_temperature(unit: str | None) -> bool:
    """Whether a value and a difference of two differ in kind: 5 K more are no 5 K, and 5 °C are both."""
    return not is_pure(unit) and dimension(unit or "1") == dimension("K")


def _by_root(graph: ToolGraph, ports: Iterable[PortNode]) -> dict[str, list[PortNode]]:
    found: dict[str, list[PortNode]] = {}
    for port in ports:
        if root := graph.generic_root(port.type):
            found.setdefault(root, []).append(port)
    return found


def _number(graph: ToolGraph, root: str, kind: str, items: Sequence[tuple[str, Given]]) -> Bound:
    """One type and one unit for all numbers of a call."""
    typed = [item for _, item in items if item.type]
    for item in typed[1:]:
        if item.type != typed[0].type:
            raise ToolInputError(
                f"{typed[0].text} is {typed[0].type} and {item.text} is {item.type}; values of one call have one type"
            )
    measured = typed or [item for _, item in items if item.unit is not None]
    unit = measured[0].unit if measured else None
    if unit and not typed:
        unit = unit_code(unit)
    label = graph.types[typed[0].type].label if typed else "the first"
    for name, item in items:
        if item.bare and not is_pure(unit) and not is_understood(unit):
            raise ToolInputError(f"{name} is {item.text} without a unit, {label} is in {unit_sign(unit)}")
        if item.unit is not None and not convertible(item.unit, unit or "1"):
            raise ToolInputError(
                f"{name}: {item.text} is in {unit_sign(item.unit) or 'no unit'}, "
                f"{label} in {unit_sign(unit) or 'no unit'}"
            )
    if kind == "ratio" and has_offset(unit):
        raise ToolInputError(f"sums and ratios of values in {unit_sign(unit)} mean nothing, since 0 is no true zero")
    return Bound(typed[0].type if typed else root, unit)


def _one_unit(graph: ToolGraph, found: dict[str, Bound]) -> dict[str, Bound]:
    """Numbers of one call have one unit, that of the first, also where they are of several types."""
    numbers = [root for root in found if graph.types[root].generic in NUMBERS]
    for root in numbers[1:]:
        first, other = found[numbers[0]].unit, found[root].unit
        if not convertible(other or "1", first or "1"):
            raise ToolInputError(
                f"{found[numbers[0]].type} is in {unit_sign(first) or 'no unit'} and {found[root].type} in "
                f"{unit_sign(other) or 'no unit'}; they do not go together"
            )
        found[root] = replace(found[root], unit=first)
    return found


def _common(graph: ToolGraph, types: Sequence[str]) -> str:
    """The narrowest type that all are; empty when there is none."""
    if not types:
        return ""
    return next((broad for broad in graph.broader(types[0]) if all(graph.is_a(name, broad) for name in types)), "")


def _wanted(kind: str) -> str:
    return {"number": "numbers", "ratio": "numbers", "verdict": "truth values"}.get(kind, "values")
