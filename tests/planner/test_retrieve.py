"""Tools are ranked as published: the most similar ones, and what can be chained to them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from scitoolagent.config import load_config
from scitoolagent.planner.ranking import Ranking
from scitoolagent.planner.retrieve import Retriever
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode


def node(name: str, summary: str, takes: str, gives: str) -> ToolNode:
    inputs, outputs = (PortNode("given", takes, "str"),), (PortNode("made", gives, "str"),)
    return ToolNode(name, summary, "Calculation", "General", "open", "tests", inputs, outputs)


# A chain alpha -> beta -> gamma -> delta, and a tool that stands alone.
GRAPH = ToolGraph(
    [
        node("alpha", "Weigh the sample on a balance.", "A", "B"),
        node("beta", "Prepare a slide.", "B", "C"),
        node("gamma", "Stain a slide.", "C", "D"),
        node("delta", "Photograph a slide.", "D", "E"),
        node("alone", "Prepare a balance sheet.", "X", "Y"),
    ],
    [TypeNode(name, name * 3) for name in "ABCDEXY"],
)


def rank(question: str, graph: ToolGraph = GRAPH, **settings: int) -> list[str]:
    config = load_config().model_copy(update={"top_k": 1, "hops": 1, "candidates": 10, **settings})
    return Retriever(graph, config, None).rank(question)


def test_the_tool_that_the_words_describe_comes_first() -> None:
    assert rank("weigh the sample", top_k=5)[0] == "alpha"
    assert rank("photograph it", top_k=5)[0] == "delta"


def test_a_rare_word_tells_more_than_a_common_one() -> None:
    # Three summaries hold "slide", one "stain".
    assert rank("stain a slide", top_k=3)[0] == "gamma"
    many = [node(f"slide{number}", "Move the slide.", "X", "Y") for number in range(8)]
    graph = ToolGraph([*GRAPH.tools.values(), *many], GRAPH.types.values())
    assert rank("slide, slide and stain", graph, top_k=5)[0] == "gamma"


@pytest.mark.parametrize(
    ("hops", "reached"),
    [(1, {"alpha", "beta"}), (2, {"alpha", "beta", "gamma"}), (3, {"alpha", "beta", "gamma", "delta"})],
)
def test_what_can_be_chained_within_d_hops_is_a_candidate(hops: int, reached: set[str]) -> None:
    assert set(rank("weigh", hops=hops)) == reached


def test_only_n_candidates_are_kept() -> None:
    assert rank("weigh the sample", hops=3, candidates=2)[0] == "alpha"
    assert len(rank("weigh the sample", hops=3, candidates=2)) == 2


class GivenSimilarity:
    """An embedder by which the question has a given similarity to each tool."""

    def __init__(self, similarities: dict[str, float]) -> None:
        self._similarities = similarities

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(texts) == 1:
            return np.array([[1.0, 0.0]], dtype=np.float32)
        rows = [[self._similarities[name], 0.0] for name in sorted(self._similarities)]
        return np.array(rows, dtype=np.float32)


def test_the_score_is_the_published_product() -> None:
    # Worked by hand: S'(Tj) = max over Ti of S(Ti)·(S(Ti) + S(Tj))/2, with k = 2, so Ti is alpha or gamma.
    # alpha: 0.8² = 0.64; gamma: 0.61² = 0.372; beta beside alpha: 0.8·(0.8 + 0.1)/2 = 0.36;
    # delta beside gamma: 0.61·(0.61 + 0.5)/2 = 0.339. By the pair alone delta (0.555) would pass beta (0.45).
    similarities = {"alpha": 0.8, "beta": 0.1, "gamma": 0.61, "delta": 0.5, "alone": 0.0}
    config = load_config().model_copy(update={"top_k": 2, "hops": 1, "candidates": 10})
    retriever = Retriever(GRAPH, config, GivenSimilarity(similarities), lexical=False)
    assert retriever.rank("anything") == ["alpha", "gamma", "beta", "delta"]


def test_a_tool_outside_the_ranking_comes_last() -> None:
    class Fixed:
        def rank(self, question: str) -> list[str]:
            return ["alpha", "beta"]

    ranking = Ranking(Fixed, "anything")
    assert [ranking.place(name) for name in ("alpha", "beta", "gamma")] == [0, 1, 2]
