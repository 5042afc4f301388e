"""The cheapest chain of conversions from what is given to what a tool takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

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
# Chains kept at once: the questions of a chat or of a server ask for the same few hundred.
_MOST_KEPT = 10_000


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
    costs = dict(allowed or {})
    known = graph.reckoned.setdefault("chains", {})
    key = (start, wanted, *costs.items())
    if key not in known:
        if len(known) >= _MOST_KEPT:
            known.clear()
        known[key] = _search(graph, start, wanted, costs)
    return cast("tuple[Link, ...] | None", known[key])


def _search(graph: ToolGraph, start: str, wanted: str, costs: dict[str, float]) -> tuple[Link, ...] | None:
    def links(here: str) -> Iterator[tuple[float, str, Link]]:
        for own_cost, link in _links_from(graph, here, among_all=bool(costs)):
            cost = costs.get(link.tool, own_cost)
            if cost is not None:
                narrower = link.type != wanted and graph.is_a(link.type, wanted)
                yield cost + narrower * _NARROWER, link.type, link

    return cheapest_path(start, lambda here: graph.is_a(here, wanted), links, MAX_LINKS)


def _links_from(graph: ToolGraph, given: str, among_all: bool) -> tuple[tuple[float | None, Link], ...]:
    """The links of tools that take one value alone, with the cost of a conversion; of conversions only, or of all."""
    known: dict[tuple[str, bool], tuple[tuple[float | None, Link], ...]] = graph.reckoned.setdefault("links", {})
    if (given, among_all) not in known:
        found = tuple(
            (_cost(tool), Link(tool.name, port.name, output.name, output.type))
            for tool in graph.consumers(given)
            if (port := _taker(graph, tool, given)) is not None
            for output in tool.outputs
            if not output.many
        )
        known[given, True] = found
        known[given, False] = tuple(item for item in found if item[0] is not None)
    return known[given, among_all]


def _cost(tool: ToolNode) -> float | None:
    if tool.operation != CONVERSION or tool.safety == "restricted":
        return None
    return 1.0 + (_NETWORK_COST if NETWORK in tool.requires else 0.0)


def _taker(graph: ToolGraph, tool: ToolNode, given: str) -> PortNode | None:
    required = tool.required
    if len(required) == 1 and not required[0].many and graph.is_a(given, required[0].type):
        return required[0]
    return None
