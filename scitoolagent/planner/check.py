"""Type-check a plan against the tool graph before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scitoolagent.errors import InvalidPlanError, ToolInputError
from scitoolagent.records import Column, Plan, Quantity, Query, Reference, Step, StepResult
from scitoolagent.tool import unit_sign
from scitoolagent.tool.units import convertible
from scitoolagent.toolkg.columns import HELD, MAPPED, columns_after, mapped_over, takes
from scitoolagent.toolkg.generics import NUMBERS, Bound, Given, bind_generics, column_given, entity_given, output_of
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

MAX_STEPS = 200
_SHOWN = 40


def check_plan(graph: ToolGraph, query: Query, plan: Plan) -> None:
    """Check that every tool exists, every argument has a source of the right type, and no step waits for itself.

    Raises:
        InvalidPlanError: the first thing that is wrong, with the step.
    """
    if not plan.steps:
        raise InvalidPlanError("the plan has no steps")
    if len(plan.steps) > MAX_STEPS:
        raise InvalidPlanError(f"the plan has {len(plan.steps)} steps, at most {MAX_STEPS} are run")
    checked = _Checked(graph, query)
    for step in plan.steps:
        checked.add(step)
    handles = {entity.handle for entity in query.entities}
    for goal in plan.goals:
        reference = Reference.parse(goal.output)
        if reference is None or reference.step not in checked.done:
            raise InvalidPlanError(f"goal {goal.text!r}: {goal.output} is no output of a step")
        checked.output(reference, "goal " + goal.text)
        if stray := next((handle for handle in goal.about if handle not in handles), None):
            raise InvalidPlanError(f"goal {goal.text!r} is about {stray[:_SHOWN]!r}, which is no value of the question")


def may_be_of(graph: ToolGraph, step: Step, result: StepResult) -> bool:
    """Whether a step could have given a result; one of a file that anybody may edit may be of another tool or type."""
    tool = graph.tools.get(result.tool)
    asked = graph.tools.get(step.tool)
    if tool is None or asked is None or (tool != asked and tool not in graph.alternatives(asked)):
        return False
    names = ({port.name for port in tool.outputs}, {MAPPED.name})
    return result.outputs.keys() in names and all(one.type in graph.types for one in result.outputs.values())


class _Checked:
    """The steps that were found to be right so far, and what generic types stand for in each of them."""

    def __init__(self, graph: ToolGraph, query: Query) -> None:
        self._graph = graph
        self._query = query
        self.done: dict[int, Step] = {}
        self._bound: dict[int, Mapping[str, Bound]] = {}
        self._columns: dict[int, tuple[Column, ...]] = {}
        self._mapped: set[int] = set()

    def add(self, step: Step) -> None:
        """Check one more step."""
        if step.id in self.done:
            raise InvalidPlanError(f"two steps have the number {step.id}")
        if step.tool not in self._graph.tools:
            raise InvalidPlanError(f"step {step.id}: no tool is called {step.tool!r}")
        tool = self._graph.tools[step.tool]
        self._check_step(step, tool)
        self._bound[step.id] = self._generics(step, tool) if self._graph.is_generic(tool) else {}
        if mapped_over(tool, step) is not None:
            self._mapped.add(step.id)
        columns = columns_after(self._graph, tool, step, self._query, self._columns)
        if columns is not None:
            self._columns[step.id] = columns
        self.done[step.id] = step

    def output(self, reference: Reference, where: str) -> PortNode:
        """The output that a reference to an earlier step names."""
        step = self.done[reference.step or 0]
        if reference.column is not None:
            self._column(reference, where)
        if step.id in self._mapped and reference.name == MAPPED.name:
            return MAPPED
        try:
            if step.id in self._mapped:
                raise KeyError(reference.name)
            return self._graph.tools[step.tool].output(reference.name)
        except KeyError:
            raise InvalidPlanError(f"{where}: {step.tool} has no output {reference.name!r}") from None

    def _column(self, reference: Reference, where: str) -> Column:
        """The column of a table of an earlier step that a reference names."""
        columns = self._columns.get(reference.step or 0, ())
        if reference.column is None or reference.column >= len(columns):
            raise InvalidPlanError(f"{where}: {reference} is no column; step {reference.step} gives {len(columns)}")
        return columns[reference.column]

    def _check_step(self, step: Step, tool: ToolNode) -> None:
        ports = {port.name: port for port in tool.inputs}
        for name in step.arguments:
            if name not in ports:
                raise InvalidPlanError(f"step {step.id}: {step.tool} has no input {name!r}")
        for port in tool.required:
            if port.name not in step.arguments:
                raise InvalidPlanError(f"step {step.id}: {step.tool} needs {port.name} ({port.type})")
        for name, value in step.arguments.items():
            port = ports[name]
            items = value if isinstance(value, list) and port.many else [value]
            if port.many and not isinstance(value, list) and not self._gives_many(value):
                raise InvalidPlanError(f"step {step.id}: {name} takes a list")
            if isinstance(value, list) and not port.many and port.python != "list":
                raise InvalidPlanError(f"step {step.id}: {name} takes one value, not a list")
            for item in items:
                self._check_item(step, port, item)
                if isinstance(value, list) and self._gives_many(item):
                    raise InvalidPlanError(
                        f"step {step.id}: {name} takes a list of values, and {item} is a list itself"
                    )

    def _gives_many(self, value: Any) -> bool:
        reference = Reference.parse(value)
        if reference is None or reference.step not in self.done:
            return False
        return reference.column is not None or self.output(reference, str(reference)).many

    def _check_item(self, step: Step, port: PortNode, item: Any) -> None:
        reference = Reference.parse(item)
        if reference is None:
            if not self._graph.is_setting(port.type) and isinstance(item, str):
                raise InvalidPlanError(
                    f"step {step.id}: {port.name} must refer to the question or to an earlier step, "
                    f"not be typed out as {item[:_SHOWN]!r}"
                )
            return
        if reference.step is None and (quantity := self._query.quantity(reference.name)) is not None:
            self._check_quantity(step, port, quantity)
            return
        given = self._given(step, reference)
        if reference.column is not None:
            self._check_column(step, port, reference)
            return
        if reference.step is not None and not port.many and self._gives_many(item):
            raise InvalidPlanError(f"step {step.id}: {port.name} takes one value, {reference} is a list")
        # What a generic input takes is seen when all that it is given is known.
        if not self._graph.accepts(given.type, port.type) and not can_serve(self._graph, given.type, port):
            raise InvalidPlanError(f"step {step.id}: {port.name} takes {port.type}, {reference} is {given.type}")

    def _check_column(self, step: Step, port: PortNode, reference: Reference) -> None:
        """Check that an input takes the values of a column; where their meaning is unknown, such values at all."""
        column = self._column(reference, f"step {step.id}")
        held = column.kind if not column.type else ""
        wanted = HELD.get(port.python, "text")
        fits = (
            held == wanted or (held, wanted) == ("integer", "number") or (bool(held) and port.python == "object")
            if held
            else takes(self._graph, port, column) or self._reckons(column, port)
        )
        if not fits:
            what = column.type or column.kind
            raise InvalidPlanError(f"step {step.id}: {port.name} takes {port.type}, {reference} is {what}")

    def _reckons(self, column: Column, port: PortNode) -> bool:
        """Whether an input takes numbers of any kind, and a column holds such."""
        return column.is_number and self._graph.types[port.type].generic in NUMBERS

    def _check_quantity(self, step: Step, port: PortNode, quantity: Quantity) -> None:
        unit = self._graph.types[port.type].unit
        generic = self._graph.types[port.type].generic in NUMBERS
        if quantity.problem or not (generic or (unit is not None and convertible(quantity.unit, unit))):
            wanted = "a number" if generic else f"{port.type} in {unit_sign(unit) or 'no unit'}"
            raise InvalidPlanError(
                f"step {step.id}: {port.name} takes {wanted}, "
                f"{quantity.shown} is not that{': ' + quantity.problem if quantity.problem else ''}"
            )

    def _given(self, step: Step, reference: Reference) -> Given:
        """The type and unit of an entity, or of an output of an earlier step."""
        if reference.step is None:
            try:
                kind = self._query.entity(reference.name).type
            except KeyError:
                raise InvalidPlanError(f"step {step.id}: the question has no {reference.name}") from None
            node = self._graph.types.get(kind)
            return Given(str(reference), kind, node.unit if node else None)
        if reference.step not in self.done:
            raise InvalidPlanError(f"step {step.id}: {reference} is not an earlier step")
        port = self.output(reference, f"step {step.id}")
        if reference.column is not None:
            return column_given(str(reference), self._column(reference, f"step {step.id}"))
        made = output_of(self._graph, port, self._bound[reference.step])
        return Given(str(reference), made.type, made.unit)

    def _generics(self, step: Step, tool: ToolNode) -> Mapping[str, Bound]:
        """What the generic types of a tool stand for in this step."""
        given = {
            name: [self._generic_item(step, item) for item in (value if isinstance(value, list) else [value])]
            for name, value in step.arguments.items()
        }
        try:
            return bind_generics(self._graph, tool, given)
        except ToolInputError as error:
            raise InvalidPlanError(f"step {step.id}: {step.tool}: {error}") from error

    def _generic_item(self, step: Step, item: Any) -> Given:
        reference = Reference.parse(item)
        if reference is None:
            return Given(str(item)[:_SHOWN], bare=True)
        if reference.step is None and (quantity := self._query.quantity(reference.name)) is not None:
            return Given(quantity.shown, unit=quantity.unit)
        if reference.step is None:
            return entity_given(self._graph, self._query.entity(reference.name))
        return self._given(step, reference)


def can_serve(graph: ToolGraph, given: str, port: PortNode) -> bool:
    """Whether a computed value can serve as a setting: both have units, of the same dimension."""
    units = graph.types[given].unit, graph.types[port.type].unit
    # A difference of temperatures is no temperature.
    if not graph.is_setting(port.type) or graph.types[given].generic or "1" in units or None in units:
        return False
    return convertible(units[0] or "1", units[1] or "1")
