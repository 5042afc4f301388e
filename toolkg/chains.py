"""The cheapest chain of conversions from what is given to what a tool takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scitoolagent.graph.paths import cheapest_path
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

# A chain longer than this is never what a scientist means by "convert".
MAX_LINKS = 5
# Steps that may be put in on the planner's own account: they change the notation, not the thing.
CONVERSION = "Conversion"
# Of two tools as cheap, the one that gives just what is wanted: a common name is no IUPAC name.
_NARROWER = 0.01
NETWORK = "network"
_NETWORK_COST = 3.0


@dataclass(frozen=True, slots=True)
class Link:
    """One conversion: the tool, its one required input and the output that goes on."""

    tool: str
    input: str
    output: str
    type: str


def cheapest_chain(
    graph: ToolGraph, start: str, wanted: str, allowed: Mapping[str, float] | None = None
) -> tuple[Link, ...] | None:
    """The cheapest conversions that turn a value of type `start` into one of type `wanted`.

    Args:
        graph: the tool graph.
        start: type of the value at hand.
        wanted: type that is needed; an empty chain when `start` already is one.
        allowed: tools that may be used though they are no conversions, with their cost each.
    Returns:
        The links in order, or None when no chain of at most `MAX_LINKS` exists.
    """
    costs = allowed or {}

    def links(here: str) -> Iterator[tuple[float, str, Link]]:
        for tool in graph.consumers(here):
            cost = _cost(tool, costs)
            if cost is None or (port := _taker(graph, tool, here)) is None:
                continue
            for output in tool.outputs:
                if not output.many:
                    narrower = output.type != wanted and graph.is_a(output.type, wanted)
                    yield cost + narrower * _NARROWER, output.type, Link(tool.name, port.name, output.name, output.type)

    return cheapest_path(start, lambda here: graph.is_a(here, wanted), links, MAX_LINKS)


def _cost(tool: ToolNode, allowed: Mapping[str, float]) -> float | None:
    if tool.name in allowed:
        return allowed[tool.name]
    if tool.operation != CONVERSION or tool.safety == "restricted":
        return None
    return 1.0 + (_NETWORK_COST if NETWORK in tool.requires else 0.0)


def _taker(graph: ToolGraph, tool: ToolNode, given: str) -> PortNode | None:
    required = tool.required
    if len(required) == 1 and not required[0].many and graph.is_a(given, required[0].type):
        return required[0]
    return None
