"""Rank the tools for a question: similarity, then the typed neighbourhood of the best, as published.

S′(q, Tj) = max over Ti of S(q, Ti) · S(q, Ti⊕Tj), with Ti among the k most similar tools and Tj at most d hops of
`feeds` away from it. S is the mean of an embedding cosine and a normalised BM25 score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scitoolagent.config import Config
from scitoolagent.language.ranking import TermIndex
from scitoolagent.reading.phrases import reads_records
from scitoolagent.reading.words import EMPTY, label_words, read_words
from scitoolagent.toolkg.graph import ToolGraph, ToolNode


class Embedder(Protocol):
    """Turns texts into vectors of length one; sums of them stand for joined texts."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text."""
        ...


def tool_text(graph: ToolGraph, tool: ToolNode) -> str:
    """What a tool is for, in words: the functionality triples of the graph as one text."""
    made = [label for port in tool.outputs for label in (graph.types[port.type].label, *graph.types[port.type].also)]
    taken = [graph.types[port.type].label for port in tool.required]
    # The other names of a tool that reads records are those of its fields, a hundred words of which would bury its own.
    others = () if reads_records(graph, tool) else tool.also
    names = [" ".join(label_words(name, program=True)) for name in (tool.name, *others)]
    return ". ".join([tool.summary, ", ".join(names), "gives " + ", ".join(made), "from " + ", ".join(taken)])


class Retriever:
    """Ranks tools for a question; built once for a graph."""

    def __init__(self, graph: ToolGraph, config: Config, embedder: Embedder | None, lexical: bool = True) -> None:
        self._graph = graph
        self._config = config
        self._embedder = embedder
        self._lexical = lexical
        # What works on any value is near to nothing that is asked.
        tools = [tool for tool in graph.tools.values() if not graph.is_generic(tool)]
        self._names = [tool.name for tool in tools]
        self._place = {name: place for place, name in enumerate(self._names)}
        self._sides: dict[tuple[bool, str], list[int]] = {}
        self._ways = [
            [(True, port.type) for port in tool.outputs] + [(False, port.type) for port in tool.required]
            for tool in tools
        ]
        texts = [tool_text(graph, graph.tools[name]) for name in self._names]
        self._index = TermIndex([content_words(text) for text in texts])
        self._vectors = embedder.embed(texts) if embedder is not None and texts else None

    def similarity(self, question: str) -> NDArray[np.float32]:
        """S(q, T) for every tool, in the order of the graph."""
        if not self._lexical and self._embedder is not None and self._vectors is not None:
            return np.asarray(np.clip(self._vectors @ self._embedder.embed([question])[0], 0, None), dtype=np.float32)
        lexical = self._index.scores(dict.fromkeys(content_words(question), 1.0))
        lexical = np.asarray(lexical / max(1e-6, float(lexical.max(initial=0.0))), dtype=np.float32)
        if self._embedder is None or self._vectors is None:
            return lexical
        cosine: NDArray[np.float32] = self._vectors @ self._embedder.embed([question])[0]
        return np.asarray((2 * lexical + np.clip(cosine, 0, None)) / 3, dtype=np.float32)

    def nearest(self, text: str) -> list[str]:
        """All tools by S alone, best first."""
        return [self._names[int(place)] for place in np.argsort(-self.similarity(text), kind="stable")]

    def rank(self, question: str) -> list[str]:
        """The n best tools by S′, best first."""
        scores = self.similarity(question)
        best = np.argsort(-scores, kind="stable")[: self._config.top_k]
        reached: dict[int, float] = {}
        for first in best:
            for second, joint in self._neighbourhood(int(first), scores):
                reached[second] = max(reached.get(second, 0.0), float(scores[first]) * joint)
            reached[int(first)] = max(reached.get(int(first), 0.0), float(scores[first]) ** 2)
        ranked = sorted(reached, key=lambda place: (-reached[place], self._names[place]))
        return [self._names[place] for place in ranked[: self._config.candidates]]

    def _neighbourhood(self, start: int, scores: NDArray[np.float32]) -> list[tuple[int, float]]:
        """Tools within d hops, with S(q, Ti⊕Tj): the similarity of the two texts taken together.

        The joint text of two tools has the mean of their scores: both parts of S are sums over words, so the pair
        needs no embedding of its own and the cost stays with the tools, not with their square.
        """
        seen, edge = {start}, [start]
        expanded: set[tuple[bool, str]] = set()
        for _ in range(self._config.hops):
            following: list[int] = []
            for place in edge:
                for key in self._ways[place]:
                    # A type is walked once: with n tools on it the edges between them would be n².
                    if key not in expanded:
                        expanded.add(key)
                        following += [near for near in self._near(key) if near not in seen]
                        seen.update(following)
            edge = following
        return [(place, float(scores[start] + scores[place]) / 2) for place in seen if place != start]

    def _near(self, key: tuple[bool, str]) -> list[int]:
        """The tools on the other side of a type: those that take it, or those that give it."""
        if key not in self._sides:
            onwards, name = key
            tools = self._graph.consumers(name) if onwards else self._graph.producers(name)
            self._sides[key] = [self._place[tool.name] for tool in tools]
        return self._sides[key]


def content_words(text: str) -> list[str]:
    """The words of a text that carry meaning, comparable."""
    return [
        word.text for word in read_words(text) if word.text not in EMPTY and word.text.isalnum() and len(word.text) > 1
    ]
