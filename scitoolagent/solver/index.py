"""An index of the texts of tools: BM25 on four fields of each, and static word vectors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scitoolagent.language.ranking import TermIndex
from scitoolagent.language.text import tokens
from scitoolagent.language.vectors import StaticEmbedder
from scitoolagent.language.words import everyday, word_list
from scitoolagent.solver.vocabulary import Vocabulary, stems, terms
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

Scores = NDArray[np.float32]


class Field(NamedTuple):
    """What a field of a tool adds to its score, how much a long one is held back, and whether it has a vector."""

    weight: float
    b: float
    embedded: bool


FIELDS = {
    "names": Field(1.0, 0.5, embedded=True),
    "results": Field(1.0, 0.5, embedded=True),
    "summary": Field(0.8, 0.5, embedded=True),
    "details": Field(0.5, 0.75, embedded=False),
}
# "Compute" and "structure" tell little of what is looked for.
EMPTY_WEIGHT = 0.15
PAIR_WEIGHT = 0.5
VECTOR_WEIGHT = 0.35
# How much of the score hangs on the share of the query that a tool covers: one rare word is not the whole query.
COVERAGE_WEIGHT = 0.4

_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z][A-Za-z])")
_ADDRESS = re.compile(r"https?://\S+|doi:\S+")
_PROGRAM_NAME = re.compile(r"[A-Z][a-z]+[A-Za-z]*[A-Z][A-Za-z]*")


class Similarity(NamedTuple):
    """How near each tool is to a query.

    Attributes:
        score: what the tools are ranked by, 0 to 1.
        coverage: the share of the query, by how rare its words are, that a tool has.
        cosine: the cosine of the word vectors.
        foreign: the share of the words of the query that are frequent in English, but in the text of no tool.
    """

    score: Scores
    coverage: Scores
    cosine: Scores
    foreign: float


class ToolIndex:
    """Compares queries with all tools of a graph.

    Args:
        graph: the tool graph.
        lexical, vectors: whether words are compared, and word vectors; one of the two at least.
    """

    def __init__(self, graph: ToolGraph, lexical: bool = True, vectors: bool = True) -> None:
        self.names = list(graph.tools)
        self._lexical = lexical
        texts = [fields_of(graph, tool) for tool in graph.tools.values()]
        read = {field: [_terms(text[field]) for text in texts] for field in FIELDS}
        self._terms = {
            field: TermIndex([[*words, *pairs] for words, pairs in read[field]], b=FIELDS[field].b) for field in FIELDS
        }
        both = [both for tools in read.values() for both in tools]
        self._vocabulary = Vocabulary(
            (word for words, _ in both for word in words), (pair for _, pairs in both for pair in pairs)
        )
        self._embedder = StaticEmbedder() if vectors else None
        embedded = [field for field in FIELDS if FIELDS[field].embedded]
        self._vectors = (
            [self._embedder.embed([". ".join(text[field][:3]) for text in texts]) for field in embedded]
            if self._embedder is not None and texts
            else []
        )

    def nearest(self, query: str) -> list[str]:
        """Return the names of all tools, the most similar first."""
        return [self.names[place] for place in np.argsort(-self.similarity(query).score, kind="stable")]

    def similarity(self, query: str) -> Similarity:
        """Compare a query with each tool."""
        cosine, foreign = self._cosines(query), self._foreign(query)
        if not self._lexical:
            return Similarity(cosine, cosine, cosine, foreign)
        lexical, coverage = self._lexical_scores(query)
        lexical /= max(float(lexical.max(initial=0.0)), 1e-6)
        share = VECTOR_WEIGHT if self._embedder is not None else 0.0
        score = ((1 - share) * lexical + share * cosine) * (1 - COVERAGE_WEIGHT + COVERAGE_WEIGHT * coverage)
        return Similarity(np.asarray(score, dtype=np.float32), coverage, cosine, foreign)

    def _foreign(self, query: str) -> float:
        words = [word for word, _, _ in tokens(query) if _weight(stems(word)[0])]
        strange = [word for word in words if word in everyday() and not any(map(self._vocabulary.has, stems(word)))]
        return len(strange) / max(1, len(words))

    def _cosines(self, query: str) -> Scores:
        """The cosine with the field of a tool that is nearest."""
        if self._embedder is None or not self._vectors:
            return self._zeros()
        wanted = self._embedder.embed([query])[0]
        return np.asarray(np.clip(np.max([rows @ wanted for rows in self._vectors], axis=0), 0, None), np.float32)

    def _lexical_scores(self, query: str) -> tuple[Scores, Scores]:
        total, covered, whole = self._zeros(), self._zeros(), 0.0
        words, pairs = terms(query)
        for word in dict.fromkeys(words):
            weight = _weight(word)
            expanded = self._vocabulary.expand(word)
            scores = self._field_scores(expanded)
            total += weight * scores
            rarity = weight * self._rarity(expanded)
            whole += rarity
            covered += np.float32(rarity * max(expanded.values(), default=0.0)) * (scores > 0)
        for pair in dict.fromkeys(pairs):
            total += PAIR_WEIGHT * self._field_scores({pair: 1.0})
        return total, np.asarray(covered / max(whole, 1e-6), dtype=np.float32)

    def _field_scores(self, weights: dict[str, float]) -> Scores:
        scores = self._zeros()
        for name, field in FIELDS.items():
            scores += field.weight * self._terms[name].scores(weights)
        return scores

    def _rarity(self, weights: dict[str, float]) -> float:
        """The inverse document frequency, in the field that has it most, of the most frequent of some terms."""
        having = max((index.having(term) for term in weights for index in self._terms.values()), default=0)
        return float(np.log(1 + (len(self.names) - having + 0.5) / (having + 0.5)))

    def _zeros(self) -> Scores:
        return np.zeros(len(self.names), dtype=np.float32)


def fields_of(graph: ToolGraph, tool: ToolNode) -> dict[str, list[str]]:
    """Return the texts of a tool by field."""
    results = [port for port in tool.outputs if not graph.is_note(port.type)]
    ports = (*tool.inputs, *tool.outputs)
    return {
        "names": [_spaced(tool.name), *map(_spaced, tool.also)],
        "results": [label for port in results for label in _labels(graph, port)],
        "summary": [tool.summary],
        "details": [
            *(text for port in ports for text in (_spaced(port.name), port.text)),
            *(label for port in tool.inputs for label in _labels(graph, port)),
            *(choice for port in tool.inputs for choice in graph.types[port.type].choices),
            _ADDRESS.sub(" ", tool.source),
            tool.operation,
            tool.topic,
            # A module is named for its field: `chemistry.quantum`, `biology.epidemics`.
            *map(_spaced, tool.module.split(".")[-2:]),
        ],
    }


def _labels(graph: ToolGraph, port: PortNode) -> tuple[str, ...]:
    node = graph.types[port.type]
    return (node.label, *node.also)


def _spaced(name: str) -> str:
    spaced = _CAPITALS.sub(" ", name) if _PROGRAM_NAME.fullmatch(name) else name
    return spaced.replace("_", " ")


def _terms(texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """The stems and the pairs of a field; no pair runs over from one text to the next."""
    read = [terms(text) for text in texts]
    return [word for words, _ in read for word in words], [pair for _, pairs in read for pair in pairs]


def _weight(word: str) -> float:
    """What the stem of a word counts for in a query."""
    empty, without = _empty_stems()
    return 0.0 if word in without else EMPTY_WEIGHT if word in empty else 1.0


@lru_cache(maxsize=1)
def _empty_stems() -> tuple[frozenset[str], frozenset[str]]:
    """The stems of words that tell little, and those of words that tell nothing."""
    groups = word_list("labels", "empty"), {*word_list("labels", "small"), "and", "or"}
    little, nothing = (frozenset(part for word in group for part in stems(word)) for group in groups)
    return little, nothing
