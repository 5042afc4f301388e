"""Bind the inputs of a tool to values at hand, putting conversions in between where the types ask for them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scitoolagent.records import Goal, Step
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_MOST_PAIRS = 45


@dataclass(frozen=True, slots=True)
class Source:
    """A value at hand: an entity or the output of a step; with `many` the output is a list of such values."""

    reference: str
    type: str
    about: tuple[str, ...]
    many: bool = False


@dataclass
class Sheet:
    """The plan being written; equal calls are one step."""

    steps: list[Step] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> int:
        """The number of the step with that call, which is written when it is not there yet."""
        for step in self.steps:
            if step.tool == tool and step.arguments == arguments:
                return step.id
        self.steps.append(Step(id=len(self.steps) + 1, tool=tool, arguments=dict(arguments)))
        return len(self.steps)

    def copy(self) -> Sheet:
        """A sheet that can be written on without changing this one."""
        return Sheet(list(self.steps), list(self.goals))


class Binder:
    """Writes calls of tools on a sheet."""

    def __init__(self, graph: ToolGraph) -> None:
        self._graph = graph

    def call(
        self, tool: ToolNode, sources: list[Source], arguments: Mapping[str, Any], sheet: Sheet
    ) -> list[tuple[int, tuple[str, ...]]] | str:
        """Call a tool with each source that fits, with all pairs of them or with all at once, as its inputs ask.

        Args:
            tool: the tool.
            sources: the values at hand.
            arguments: its settings, which are given as they are.
            sheet: the plan; conversions that are needed are written there too.
        Returns:
            The steps with the entities each is about, or what is missing.
        """
        ports = [port for port in tool.required if not self._graph.is_setting(port.type)]
        made: list[tuple[int, tuple[str, ...]]] = []
        for group in self._groups(ports, sources):
            chosen = self._bind(tool, ports, group, sheet)
            if isinstance(chosen, str):
                return chosen
            step = sheet.call(tool.name, {**{name: value for name, (value, _) in chosen.items()}, **arguments})
            made.append((step, tuple(dict.fromkeys(handle for _, handles in chosen.values() for handle in handles))))
        if not made and any(source.many for source in sources):
            return f"{tool.name} takes one {self._needs(ports)}, and the step before it gives several"
        return made or f"{tool.name} needs {self._needs(ports)}, which the question does not give"

    def convert(self, source: Source, wanted: str, sheet: Sheet) -> Source | None:
        """Append the cheapest chain from a source to a type; a list of values is taken as it is or not at all."""
        links = cheapest_chain(self._graph, source.type, wanted)
        if links is None or (links and source.many):
            return None
        for link in links:
            step = sheet.call(link.tool, {link.input: source.reference})
            source = Source(f"${step}.{link.output}", link.type, source.about)
        return source

    def leads(self, source: Source, port: PortNode) -> bool:
        """Whether a source can be turned into what an input takes."""
        if source.many:
            return port.many and self._graph.is_a(source.type, port.type)
        return cheapest_chain(self._graph, source.type, port.type) is not None

    def _needs(self, ports: list[PortNode]) -> str:
        return " and ".join(self._graph.types[port.type].label for port in ports) or "values"

    def _groups(self, ports: list[PortNode], sources: list[Source]) -> list[list[Source]]:
        """The sets of sources a tool is called with: each alone, all pairs, or all at once."""
        if not ports:
            return [[]]
        if any(port.many for port in ports):
            return [sources]
        fitting = [source for source in sources if any(self.leads(source, port) for port in ports)]
        if len(ports) == 1:
            return [[source] for source in fitting]
        if len({port.type for port in ports}) == 1 and len(fitting) > len(ports):
            return [list(group) for group in itertools.islice(itertools.combinations(fitting, len(ports)), _MOST_PAIRS)]
        return [fitting] if fitting else []

    def _bind(
        self, tool: ToolNode, ports: list[PortNode], group: list[Source], sheet: Sheet
    ) -> dict[str, tuple[Any, tuple[str, ...]]] | str:
        """Give each port its value, converting on the way; or say what is missing."""
        chosen: dict[str, tuple[Any, tuple[str, ...]]] = {}
        left = list(group)
        for port in ports:
            if port.many:
                several = next((source for source in left if source.many and self.leads(source, port)), None)
                if several is not None:
                    left.remove(several)
                    chosen[port.name] = (several.reference, several.about)
                    continue
                ends = [
                    end
                    for source in left
                    if not source.many and (end := self.convert(source, port.type, sheet)) is not None
                ]
                if len(ends) < 2:
                    return f"{tool.name} compares several values, the question gives {len(ends)}"
                chosen[port.name] = (
                    [end.reference for end in ends],
                    tuple(handle for end in ends for handle in end.about),
                )
                continue
            source = next((source for source in left if self.leads(source, port)), None)
            end = self.convert(source, port.type, sheet) if source else None
            if source is None or end is None:
                return f"{tool.name} needs {self._graph.types[port.type].label}, which the question does not give"
            left.remove(source)
            chosen[port.name] = (end.reference, end.about)
        return chosen
