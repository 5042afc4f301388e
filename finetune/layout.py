"""Lay out the calls of a program for the plan of a task: what is asked, what ports convert, what is one map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.records import Plan, Query, Reference, Step, StepResult
from scitoolagent.solver.stubs import converters
from scitoolagent.toolkg.graph import PortNode, ToolGraph

_MOST_LINKS = 2
# Operations that a program writes as an order of pairs, or as plain arithmetic.
PAIRED = frozenset({"pick_extreme", "sort_by_value"})
OF_VALUES = {
    "mean_of_values": "mean({})",
    "sum_of_values": "sum({})",
    "difference_of_values": "abs({} - {})",
    "ratio_of_values": "{} / {}",
}
# What an operation gives that a program does not say.
_UNSAID = frozenset({"tied"})


class Unprintable(Exception):
    """A plan that has no program here; says why."""


@dataclass(frozen=True, slots=True)
class Group:
    """Calls of one tool that differ in one port, which several things of the question are given to."""

    steps: tuple[Step, ...]
    port: str
    things: tuple[str, ...]

    def thing_of(self, number: int) -> str:
        """The thing that the call of a step is about."""
        return self.things[[step.id for step in self.steps].index(number)]


class Layout:
    """The calls of a program.

    Args:
        graph: the tool graph.
        query: the question.
        plan: its plan.
        results: what its steps gave.
    Raises:
        Unprintable: a goal is no output of a step that worked.

    Attributes:
        goals: the outputs that are asked for, each once, with what they are of.
        arguments: of each step; what a port converts stands unconverted.
        needed: the steps that the goals rest on.
        groups: the calls that are one map, by their steps.
        texts: the values of the question.
    """

    def __init__(self, graph: ToolGraph, query: Query, plan: Plan, results: Sequence[StepResult]) -> None:
        self.graph, self.plan = graph, plan
        self.steps = {step.id: step for step in plan.steps}
        self.results = {result.step: result for result in results}
        self.types = {entity.handle: entity.type for entity in query.entities}
        self.texts = {entity.handle: str(entity.value) for entity in query.entities}
        self.handles = [*self.types, *(quantity.handle for quantity in query.quantities)]
        self.goals = self._asked()
        self.arguments = {step.id: self._resolved(step) for step in plan.steps}
        self.needed = self._behind({step for step, _ in self.goals})
        self.groups = self._grouped()

    def uses(self, number: int) -> int:
        """How often the outputs of a step are used, by other steps and in the results."""
        others = Counter(one.step for other in self.needed for one in self._references(other))
        return others[number] + self.asked(number)

    def asked(self, number: int) -> int:
        """How many outputs of a step are asked for."""
        return sum(step == number for step, _ in self.goals)

    def is_single(self, number: int) -> bool:
        """Whether the tool of a step has one output, so that no field of it is named."""
        return len(self.graph.tools[self.steps[number].tool].outputs) == 1

    def _asked(self) -> dict[tuple[int, str], tuple[str, ...]]:
        """The outputs that are asked for, each once, with what they are of."""
        found: dict[tuple[int, str], tuple[str, ...]] = {}
        for goal in self.plan.goals:
            reference = Reference.parse(goal.output)
            if reference is None or reference.step is None or reference.column is not None:
                raise Unprintable("a goal is no output of a step")
            result = self.results.get(reference.step)
            if result is None or result.status != "ok" or reference.name not in result.outputs:
                raise Unprintable("a step gave nothing")
            if reference.name not in _UNSAID:
                found.setdefault((reference.step, reference.name), goal.about)
        if not found:
            raise Unprintable("nothing is asked")
        return found

    def _resolved(self, step: Step) -> dict[str, Any]:
        """The arguments of a step as references that a program names: what a port converts stands unconverted."""
        tool = self.graph.tools[step.tool]
        ports = {port.name: port for port in tool.inputs}
        return {
            name: [self._unconverted(item, ports[name]) for item in value]
            if isinstance(value, list)
            else self._unconverted(value, ports[name])
            for name, value in step.arguments.items()
        }

    def _unconverted(self, value: Any, port: PortNode) -> Any:
        """What a port is given before the conversions that it puts in by itself."""
        walked: list[str] = []
        reference, given = Reference.parse(value), value
        while reference is not None and reference.step is not None and len(walked) < _MOST_LINKS:
            step = self.steps[reference.step]
            if len(step.arguments) != 1:
                return value
            walked.insert(0, step.tool)
            (given,) = step.arguments.values()
            reference = Reference.parse(given)
            if reference is None:
                return value
            chain = converters(self.graph, self._type_of(reference), port.type)
            if chain and [link.tool for link in chain] == walked:
                return given
        return value

    def _type_of(self, reference: Reference) -> str:
        if reference.step is None:
            return self.types.get(reference.name, "")
        tool = self.graph.tools[self.steps[reference.step].tool]
        return tool.output(reference.name).type

    def _behind(self, waiting: set[int]) -> set[int]:
        """The steps that some steps rest on, themselves included."""
        found: set[int] = set()
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                waiting |= {one.step for one in self._references(number) if one.step is not None}
        return found

    def _references(self, number: int) -> list[Reference]:
        lists = (one if isinstance(one, list) else [one] for one in self.arguments[number].values())
        return [reference for items in lists for item in items if (reference := Reference.parse(item)) is not None]

    def _grouped(self) -> dict[int, Group]:
        """The calls that are one map, by their steps."""
        by_tool: dict[str, list[Step]] = {}
        for number in sorted(self.needed):
            by_tool.setdefault(self.steps[number].tool, []).append(self.steps[number])
        found: dict[int, Group] = {}
        for tool, steps in by_tool.items():
            group = None if tool in PAIRED | OF_VALUES.keys() else self._map_of(steps)
            if group is not None:
                found |= {step.id: group for step in group.steps}
        return found

    def _map_of(self, steps: list[Step]) -> Group | None:
        arguments = [self.arguments[step.id] for step in steps]
        if len(steps) < 2 or any(one.keys() != arguments[0].keys() for one in arguments):
            return None
        differing = [name for name, value in arguments[0].items() if any(one[name] != value for one in arguments)]
        if len(differing) != 1:
            return None
        (port,) = differing
        references = [Reference.parse(one[port]) for one in arguments]
        things = [one.name for one in references if one is not None and one.step is None]
        if len(set(things)) != len(steps) or len({self.texts.get(name, name) for name in things}) != len(steps):
            return None
        return Group(tuple(steps), port, tuple(things))
