"""What lies above or below an entity over `is_a` and `part_of`, however often the hierarchy goes round; bounded.

`is_a` passes on what it meets: a part of something that is a kind of X is a part of X, and a kind of something that is
a part of X is a part of X. So a chain with one `part_of` in it is `part_of`, and one of `is_a` alone is `is_a`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Direction

MAX_REACHED = 10_000
_KINDS = ("is_a", "is a", "subclassof", "subclass of")
_PARTS = ("part_of", "part of")


@dataclass(frozen=True, slots=True)
class Reached:
    """An entity above or below another: over which relation that holds, and how many steps away."""

    entity: str
    relation: str
    steps: int


def hierarchy_of(graph: DomainGraph) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The predicates of a graph that say `is_a`, and those that say `part_of`."""
    named = {name: {name.lower(), one.label.lower()} for name, one in graph.schema.predicates.items()}
    kinds = tuple(name for name, said in named.items() if said & set(_KINDS))
    return kinds, tuple(name for name, said in named.items() if said & set(_PARTS))


def reached(
    graph: DomainGraph, identifier: str, down: bool = False, most: int = MAX_REACHED
) -> tuple[tuple[Reached, ...], bool]:
    """All above an entity, or below it, nearest first, and whether a limit cut the search.

    An entity that is reached both by `is_a` alone and through `part_of` is given with both. The entity itself is never
    among them, also where the hierarchy goes round.

    Raises:
        GraphError: there is no such entity, or the graph has no hierarchy.
    """
    graph.entity(identifier)
    kinds, wholes = hierarchy_of(graph)
    if not kinds and not wholes:
        raise GraphError(f"{graph.name} has no relation that says is_a or part_of")
    direction: Direction = "incoming" if down else "outgoing"
    found: dict[tuple[str, str], Reached] = {}
    front = {("is_a", identifier)}
    steps, cut = 0, False
    while front and len(found) < most:
        steps += 1
        following: set[tuple[str, str]] = set()
        for so_far in ("is_a", "part_of"):
            ids = sorted(one for relation, one in front if relation == so_far)
            for predicates, relation in ((kinds, so_far), (wholes, "part_of")):
                ends, more = _ends(graph, ids, predicates, direction, most)
                cut |= more
                following |= {(relation, end) for end in ends if end != identifier and (relation, end) not in found}
        for relation, end in sorted(following):
            found[relation, end] = Reached(end, relation, steps)
        front = following
    kept = sorted(found.values(), key=lambda one: (one.steps, one.relation, one.entity))
    return tuple(kept[:most]), cut or len(kept) > most or bool(front)


def _ends(
    graph: DomainGraph, ids: Sequence[str], predicates: Sequence[str], direction: Direction, most: int
) -> tuple[set[str], bool]:
    found: set[str] = set()
    cut = False
    for predicate in predicates if ids else ():
        near = graph.neighbours(ids[:MAX_REACHED], predicate, direction, limit=most)
        found |= set(near.ids)
        cut |= near.truncated
    return found, cut
