"""The phrases of a cover, sorted by their kinds, and what stands in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from scitoolagent.chart.edges import ONE_ROW, Edge
from scitoolagent.chart.grammar import Pair
from scitoolagent.request.conditions import Compare
from scitoolagent.request.rows import RowExpression

# What may stand alone in a cover and adds nothing to the request.
_SILENT = {"verb", "row", "list", "which", "quantifier"}
Results = tuple[RowExpression, ...]
Reading = tuple[Results, float]


@dataclass(frozen=True)
class Phrases:
    """The phrases of a cover by their kinds."""

    edges: tuple[Edge, ...]
    by_kind: dict[str, list[Edge]] = field(default_factory=dict)

    @classmethod
    def of(cls, edges: Sequence[Edge]) -> Phrases:
        """Sort edges by their kinds."""
        found: dict[str, list[Edge]] = {}
        for edge in edges:
            found.setdefault(edge.kind, []).append(edge)
        return cls(tuple(edges), found)

    def values(self, kind: str) -> list[Any]:
        """The values of the phrases of a kind."""
        return [edge.value for edge in self.by_kind.get(kind, ())]

    def has_only(self, *kinds: str) -> bool:
        """Whether there is nothing beside phrases of some kinds, and what is silent."""
        return set(self.by_kind) <= {*kinds, *_SILENT, "condition"}

    def has(self, *kinds: str) -> bool:
        """Whether there are phrases of each of some kinds."""
        return all(kind in self.by_kind for kind in kinds)


def follows(edges: Sequence[Edge], before: str, after: str) -> bool:
    """Whether an edge of a kind stands right behind one of another, `different` between them aside."""
    kinds = [edge.kind for edge in edges if edge.kind != "different"]
    return any(pair == (before, after) for pair in pairwise(kinds))


def counted(phrases: Phrases) -> bool:
    """Whether rows are named in the plural: "the most potent" counts none in `pot.csv`."""
    return any(value != ONE_ROW for value in phrases.values("row"))


def paired(phrases: Phrases) -> Phrases:
    """Phrases with the two values of one column before and behind `minus` as a pair: "A's mean minus B's mean"."""
    signs = phrases.by_kind.get("difference", [])
    if len(signs) != 1:
        return phrases
    values = [
        edge
        for edge in phrases.by_kind.get("condition", ())
        if isinstance(edge.value, Compare) and edge.value.sign == "="
    ]
    before = [edge for edge in values if edge.end <= signs[0].start]
    after = [edge for edge in values if edge.start >= signs[0].end]
    found = [
        (one, other)
        for one in before
        for other in after
        if one.value.column == other.value.column and one.value.value != other.value.value
    ]
    if len(found) != 1:
        return phrases
    one, other = found[0]
    pair = Pair(one.value.column, one.value.value, other.value.value)
    rest = [edge for edge in phrases.edges if edge not in (one, other)]
    return Phrases.of([*rest, Edge("pair", one.start, other.end, pair, one.score + other.score)])
