"""How tools follow on one another by `feeds`: what is near a tool, and what can be called with the types at hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from functools import cached_property

from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode


class Reach:
    """The tools of a graph as they feed one another, within some hops."""

    def __init__(self, graph: ToolGraph, hops: int) -> None:
        self._graph = graph
        self._hops = hops
        self._ends: dict[tuple[bool, str], frozenset[str]] = {}

    def neighbourhood(self, name: str) -> frozenset[str]:
        """Return the names of the tools that a tool feeds or is fed by within the hops, itself excluded."""
        seen, edge = {name}, [self._graph.tools[name]]
        walked: set[tuple[bool, str]] = set()
        for _ in range(self._hops):
            # A type is walked once: with n tools on it the edges between them would be n².
            ways = {way for tool in edge for way in _ways(tool)} - walked
            walked |= ways
            near = {other for way in ways for other in self._beyond(way)} - seen
            edge = [self._graph.tools[other] for other in near]
            seen |= near
        return frozenset(seen - {name})

    def _beyond(self, way: tuple[bool, str]) -> frozenset[str]:
        """The tools at the other end of a way."""
        if way not in self._ends:
            onwards, kind = way
            tools = self._graph.consumers(kind) if onwards else self._graph.producers(kind)
            self._ends[way] = frozenset(tool.name for tool in tools)
        return self._ends[way]

    def steps_to_call(self, at_hand: Collection[str]) -> dict[str, int]:
        """Return in how many steps, 1 to the hops, each tool can be called; one that cannot be is left out.

        A name that is no type of the graph counts for nothing.
        """
        reached = {broad for name in at_hand if name in self._graph.types for broad in self._graph.broader(name)}
        steps = {name: 1 for name, needs in self._needs.items() if not needs}
        edge = reached
        for step in range(1, self._hops + 1):
            near = {name for kind in edge for name in self._users.get(kind, ())} - steps.keys()
            following = {name for name in near if self._needs[name] <= reached}
            steps |= dict.fromkeys(following, step)
            edge = {kind for name in following for kind in self._made(self._graph.tools[name])} - reached
            reached = reached | edge
        return steps

    @cached_property
    def _needs(self) -> dict[str, frozenset[str]]:
        return {
            tool.name: frozenset(port.type for port in tool.required if self._is_needed(port))
            for tool in self._graph.tools.values()
        }

    @cached_property
    def _users(self) -> dict[str, list[str]]:
        users: defaultdict[str, list[str]] = defaultdict(list)
        for name, needs in self._needs.items():
            for need in needs:
                users[need].append(name)
        return dict(users)

    def _made(self, tool: ToolNode) -> set[str]:
        return {broad for port in tool.outputs for broad in self._graph.broader(port.type)}

    def _is_needed(self, port: PortNode) -> bool:
        """Whether an input needs a value that nobody just writes down, as one does a number or a setting."""
        node = self._graph.types[port.type]
        written = port.python in ("int", "float", "bool") or self._graph.is_setting(port.type)
        return not (written or node.unit is not None or node.generic)


def _ways(tool: ToolNode) -> list[tuple[bool, str]]:
    """The types of a tool, each with whether the way goes on to those that take it, or back to those that give it."""
    return [(True, port.type) for port in tool.outputs] + [(False, port.type) for port in tool.required]
