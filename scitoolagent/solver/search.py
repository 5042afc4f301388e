"""Search of the tool graph for queries that are written without knowing its names.

Exact names come first, then tools by their similarity to the query and, as published, by the typed neighbourhood of
the most similar: S′(q, Tj) = max over Ti of S(q, Ti) · S(q, Ti⊕Tj), with Ti among the k most similar tools, Tj at most
d hops of `feeds` away from it, and S(q, Ti⊕Tj) the mean of the similarities of the two.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property
from itertools import zip_longest
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scitoolagent.config import Config
from scitoolagent.solver.index import Scores, Similarity, ToolIndex
from scitoolagent.solver.reach import Reach
from scitoolagent.toolkg.graph import ToolGraph, ToolNode
from scitoolagent.toolkg.imported import would_need

# The longest query that is read, in characters, and the most parts of one.
LONGEST_QUERY, MOST_PARTS = 2_000, 12
# Nothing fits a query unless coverage and cosine of a tool add up to this, and to as much more as the share of its
# words that are foreign to all tools, times the second figure. The third is for coverage without vectors.
LEAST_FIT, FOREIGN_WEIGHT, LEAST_COVERAGE = 0.8, 0.7, 0.35
# The least share of the best score with which a tool is returned.
LEAST_SHARE = 0.05
# What is left of S′ where a tool has it from a neighbour.
NEIGHBOUR = 0.4
# What is left of S′ where a tool can only be called after others, and where it cannot be with what is at hand.
IN_REACH, OUT_OF_REACH = 0.85, 0.6
# How much the query as a whole adds to the similarity of a tool to one part of it.
CONTEXT = 0.3

_SEPARATOR = re.compile(r",(?!\d)|[;\n\r]")
_SIGNS = re.compile(r"[\W_]+")
_CLAUSE = re.compile(r"[?!;\n]|[.:](?=\s)|,(?=\s)|\b(?:and|then)\b")
# A word or an abbreviation; what holds digits or signs of a notation is none.
_WORD = re.compile(r"(?<![\w.=#@/\\()\[\]+-])[^\W\d_]{2,}(?:-[^\W\d_]{2,})*(?![\w=#@/\\(\[])")
_LONGEST_QUESTION, _MOST_CLAUSES = 2_000, 6


class ToolSearch:
    """Find tools for a query; the index is built with the first one, once for a graph.

    Args:
        graph: the tool graph.
        config: k and d of the neighbourhood (`top_k`, `hops`), and whether there are word vectors (`embedder`).
    """

    def __init__(self, graph: ToolGraph, config: Config) -> None:
        self._graph = graph
        self._config = config
        self._neighbours: dict[int, NDArray[np.bool_]] = {}

    def around(self, question: str, at_hand: Collection[str] = (), most: int = 12) -> tuple[ToolNode, ...]:
        """Return the tools nearest to a question in free words, part by part; there are always some."""
        parts = _clauses(question)
        whole = self._index.similarity(" ".join(parts)).score
        best = np.max([self._index.similarity(part).score for part in parts], axis=0)
        scores = self._with_neighbours(np.asarray(whole + best, dtype=np.float32)) * self._reached(at_hand)
        names = [self._index.names[place] for place in np.argsort(-scores, kind="stable")[: max(0, most)]]
        return tuple(self._graph.tools[name] for name in names)

    def find(self, query: str, at_hand: Collection[str] = (), most: int = 12) -> tuple[ToolNode, ...]:
        """Return the tools that fit a query, the best first; none where nothing fits.

        Args:
            query: some words, the name of a tool, or several of both with commas or lines between.
            at_hand: the names of the semantic types that there are values of.
            most: how many tools are returned at most.
        """
        parts = _parts(query)
        exact = [name for part in parts for name in self._named.get(_key(part), ())]
        by_turns = zip_longest(*self._rankings(parts, at_hand))
        names = dict.fromkeys([*exact, *(name for turn in by_turns for name in turn if name is not None)])
        return tuple(self._graph.tools[name] for name in list(names)[: max(0, most)])

    def _rankings(self, parts: list[str], at_hand: Collection[str]) -> list[list[str]]:
        """The names of the tools that fit each part, the best first."""
        whole = self._index.similarity(" ".join(parts)).score if len(parts) > 1 else None
        reached = self._reached(at_hand)
        rankings = []
        for similarity in map(self._index.similarity, parts):
            if self._fits(similarity):
                own = similarity.score
                near = own if whole is None else np.asarray(own + CONTEXT * whole, dtype=np.float32)
                scores = self._with_neighbours(near) * reached
                order = np.argsort(-scores, kind="stable")
                least = LEAST_SHARE * scores.max(initial=0.0)
                rankings.append([self._index.names[place] for place in order if scores[place] > least])
        return rankings

    def _fits(self, similarity: Similarity) -> bool:
        """Whether any tool fits a query."""
        if not self._has_vectors:
            return bool(similarity.coverage.max(initial=0.0) > LEAST_COVERAGE + FOREIGN_WEIGHT * similarity.foreign)
        fit = (similarity.coverage + similarity.cosine).max(initial=0.0)
        return bool(similarity.coverage.any() and fit > LEAST_FIT + FOREIGN_WEIGHT * similarity.foreign)

    def _with_neighbours(self, scores: Scores) -> Scores:
        """S′ of each tool; that of a tool alone is the square of its similarity."""
        joint = scores**2
        for first in np.argsort(-scores, kind="stable")[: self._config.top_k]:
            through = NEIGHBOUR * scores[first] * (scores[first] + scores) / 2
            joint = np.where(self._near(int(first)), np.maximum(joint, through), joint)
        return np.asarray(joint, dtype=np.float32)

    def _near(self, place: int) -> NDArray[np.bool_]:
        """Which tools are in the neighbourhood of one."""
        if place not in self._neighbours:
            self._neighbours[place] = self._among(self._reach.neighbourhood(self._index.names[place]))
        return self._neighbours[place]

    def _reached(self, at_hand: Collection[str]) -> Scores:
        """The factor of each tool: 1 for one that can be called at once with what is at hand."""
        if not at_hand:
            return np.ones(len(self._index.names), dtype=np.float32)
        steps = self._reach.steps_to_call(at_hand)
        factors = {None: OUT_OF_REACH, 1: 1.0}
        return np.array([factors.get(steps.get(name), IN_REACH) for name in self._index.names], dtype=np.float32)

    def _among(self, names: frozenset[str]) -> NDArray[np.bool_]:
        return np.array([name in names for name in self._index.names], dtype=np.bool_)

    @property
    def _has_vectors(self) -> bool:
        return self._config.embedder != "none"

    @cached_property
    def _index(self) -> ToolIndex:
        built = self._graph.reckoned.setdefault("index of tools", {})
        if self._has_vectors not in built:
            built[self._has_vectors] = ToolIndex(self._graph, vectors=self._has_vectors)
        index: ToolIndex = built[self._has_vectors]
        return index

    @cached_property
    def _reach(self) -> Reach:
        return Reach(self._graph, self._config.hops)

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        """The tools of each name, those that have it as their own in front of those that have it as another."""
        own = [(_key(tool.name), tool.name) for tool in self._graph.tools.values()]
        others = [(_key(also), tool.name) for tool in self._graph.tools.values() for also in tool.also]
        named: dict[str, list[str]] = {}
        for key, name in dict.fromkeys([*own, *others]):
            named.setdefault(key, []).append(name)
        return named


def _parts(query: str) -> list[str]:
    """What commas and lines part, without what nobody prints, and without what stands there twice."""
    printable = "".join(
        sign if sign.isprintable() else "\n" if sign in "\n\r" else " " for sign in query[:LONGEST_QUERY]
    )
    parts = (" ".join(part.split()) for part in _SEPARATOR.split(printable))
    return list(dict.fromkeys(part for part in parts if part))[:MOST_PARTS]


def _key(name: str) -> str:
    """A name without what its spellings differ in: capitals, hyphens, blanks and underscores."""
    return _SIGNS.sub("", name).casefold()


def _clauses(question: str) -> list[str]:
    """The parts of a question that may each ask for something, without notations and numbers."""
    parts = [" ".join(_WORD.findall(part)) for part in _CLAUSE.split(question[:_LONGEST_QUESTION])]
    longest = sorted((part for part in parts if part), key=len, reverse=True)[:_MOST_CLAUSES]
    return [part for part in parts if part in longest] or [question[:_LONGEST_QUESTION]]


def not_installed(request: str, imported: Path | None) -> str:
    """Return a line on the imported tools that a request would need: an answer may name them, no program call them."""
    needed = would_need(request, imported)
    return f"\n{needed}; no program can call it, an answer may name it" if needed else ""
