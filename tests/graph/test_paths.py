"""Paths agree with networkx on random graphs, and say when a bound cut the search."""

from __future__ import annotations

import itertools
import random

import networkx as nx
import pytest

from scitoolagent.graph.paths import cheapest_path, shortest_paths


@pytest.mark.parametrize("seed", range(20))
def test_paths_agree_with_networkx(seed: int) -> None:
    rng = random.Random(seed)
    graph = nx.gnp_random_graph(30, 0.08, seed=seed, directed=True)
    for edge in graph.edges:
        graph.edges[edge]["weight"] = rng.randint(0, 5)
    for end in range(1, 30):
        found = cheapest_path(
            0, end.__eq__, lambda here: [(graph[here][to]["weight"], to, (here, to)) for to in graph[here]], 30
        )  # fmt: skip
        all_short, cut = shortest_paths(
            0, end, lambda here: ([(to, (here, to)) for to in graph[here]], False), most=30, width=1_000, limit=1_000
        )
        assert not cut
        if not nx.has_path(graph, 0, end):
            assert (found, all_short) == (None, ())
            continue
        assert found is not None
        assert sum(graph.edges[step]["weight"] for step in found) == nx.dijkstra_path_length(graph, 0, end)
        wanted = {tuple(itertools.pairwise(path)) for path in nx.all_shortest_paths(graph, 0, end)}
        assert set(all_short) == wanted


def _line(here: int) -> tuple[list[tuple[int, int]], bool]:
    return [(here + 1, here)], False


def test_the_start_may_be_the_end() -> None:
    assert cheapest_path(3, lambda here: here == 3, lambda here: [(1.0, here + 1, here)], 5) == ()


def test_a_path_longer_than_allowed_is_none() -> None:
    assert cheapest_path(0, lambda here: here == 5, lambda here: [(1.0, here + 1, here)], 5) == (0, 1, 2, 3, 4)
    assert cheapest_path(0, lambda here: here == 5, lambda here: [(1.0, here + 1, here)], 4) is None
    assert shortest_paths(0, 5, _line, most=5, width=9, limit=9) == (((0, 1, 2, 3, 4),), False)
    assert shortest_paths(0, 5, _line, most=4, width=9, limit=9) == ((), False)


def test_bounds_are_said() -> None:
    def wide(here: int) -> tuple[list[tuple[int, str]], bool]:
        return [(10 * here + digit, str(digit)) for digit in range(1, 9)], False

    assert shortest_paths(0, 55, wide, most=3, width=5, limit=9) == ((("5", "5"),), True)
    assert shortest_paths(0, 88, wide, most=3, width=5, limit=9) == ((), True)
    assert shortest_paths(0, 5, lambda here: ([(5, "a"), (5, "b")], False), most=1, width=5, limit=1) == (
        (("a",),),
        True,
    )
    assert shortest_paths(0, 5, lambda here: ([], True), most=2, width=5, limit=1) == ((), True)
