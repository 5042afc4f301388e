"""Shortest paths through graphs that are too large to hold: the steps from a node are asked for when it is reached."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)
Step = TypeVar("Step")


def cheapest_path(
    start: Node,
    reached: Callable[[Node], bool],
    steps: Callable[[Node], Iterable[tuple[float, Node, Step]]],
    most: int,
) -> tuple[Step, ...] | None:
    """The path of least cost to a node that is `reached` (Dijkstra 1959, doi:10.1007/BF01386390).

    Args:
        start: where it begins; an empty path when that is reached already.
        reached: whether a node is one that is sought.
        steps: cost, far end and name of each step from a node; costs are at least zero. Of equal paths the one whose
            steps were given first is taken.
        most: the most steps.
    Returns:
        The steps in order, or None when there is no such path.
    """
    queue: list[tuple[float, int, Node, tuple[Step, ...]]] = [(0.0, 0, start, ())]
    done: set[Node] = set()
    count = 0
    while queue:
        cost, _, here, path = heapq.heappop(queue)
        if reached(here):
            return path
        if here in done or len(path) >= most:
            continue
        done.add(here)
        for price, there, step in steps(here):
            if there not in done:
                count += 1
                heapq.heappush(queue, (cost + price, count, there, (*path, step)))
    return None


def shortest_paths(
    start: Node,
    end: Node,
    steps: Callable[[Node], tuple[Iterable[tuple[Node, Step]], bool]],
    *,
    most: int,
    width: int,
    limit: int,
) -> tuple[tuple[tuple[Step, ...], ...], bool]:
    """All paths with the fewest steps between two nodes, and whether a limit cut the search.

    A node is never passed twice, so a graph with circles ends the search like any other.

    Args:
        start: where they begin.
        end: where they end.
        steps: far end and name of each step from a node, and whether there are more that were left out.
        most: the most steps of a path.
        width: how many nodes are looked at in one round.
        limit: the most paths.
    """
    ends: list[tuple[Node, tuple[Step, ...]]] = [(start, ())]
    seen, cut = {start}, False
    for _ in range(most):
        further: list[tuple[Node, tuple[Step, ...]]] = []
        for node, path in ends:
            found, more = steps(node)
            cut |= more
            further += [(there, (*path, step)) for there, step in found]
        done = [path for node, path in further if node == end]
        if done:
            return tuple(done[:limit]), cut or len(done) > limit
        ends = [(node, path) for node, path in further if node not in seen]
        seen.update(node for node, _ in ends)
        cut |= len(ends) > width
        ends = ends[:width]
    return (), cut
