"""Which relation joins two given entities, without a model: what their types, each of them and their paths speak for.

The shares are those of a naive Bayes sum: how often the relation joins the two types, how often it joins each end to
the other's type, and what the signs of two-step chains amount to (twice lowered is raised). How much an entity and a
chain weigh was chosen on BioRED's oldest 360 articles with the next 120 to come, which no benchmark reports.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scitoolagent.knowledge.bioverge.hypothesis import MOST_SCORE, SOURCES, Turn
from scitoolagent.knowledge.bioverge.pairs import Attempt, Draft, Evaluation, open_relations
from scitoolagent.knowledge.bioverge.store import MAX_PARTNERS, TripletStore
from scitoolagent.knowledge.store.records import Entity, Relation
from scitoolagent.records import Usage

_OF_ENTITY, _OF_CHAIN, _CHAIN_WEIGHT = 3.0, 3.0, 0.5
_SIGNS = {
    "Positive_Correlation": 1, "positive_correlate": 1, "stimulate": 1, "cause": 1,
    "Negative_Correlation": -1, "negative_correlate": -1, "inhibit": -1, "treat": -1, "prevent": -1,
}  # fmt: skip
_UNSIGNED = ("Association", "associate")
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Likelihood:
    """A relation that may be proposed, with its share among all that may, 0 to 1, and what each source knows."""

    relation: str
    share: float
    of_types: tuple[int, int]
    of_ends: tuple[int, int]
    chains: int


def likelihoods(
    store: TripletStore, head: Entity, tail: Entity, sources: Sequence[str] = tuple(SOURCES)
) -> tuple[Likelihood, ...]:
    """The relations that may be proposed for a pair, likeliest first.

    Raises:
        GraphError: there is none.
    """
    may = open_relations(store, head, tail)
    types = _of_types(store, head, tail)
    ends = [Counter[str](), Counter[str]()]
    if {"relations", "triplets"} & set(sources):
        ends = [_of_end(store, head, tail.type), _of_end(store, tail, head.type)]
    chains = Counter(sign for _, sign in _chains(store, head, tail)) if "paths" in sources else Counter[str]()
    whole = types.total() + len(may)

    def logarithm(name: str) -> float:
        prior = (types[name] + 1) / whole
        told = math.log(prior)
        for own in ends:
            told += math.log((own[name] + _OF_ENTITY * prior) / (own.total() + _OF_ENTITY) / prior)
        joined = (chains[name] + _OF_CHAIN * prior) / (chains.total() + _OF_CHAIN)
        return told + _CHAIN_WEIGHT * math.log(joined / prior)

    weights = {name: math.exp(logarithm(name)) for name in may}
    found = [
        Likelihood(
            name,
            weights[name] / sum(weights.values()),
            (types[name], types.total()),
            (sum(own[name] for own in ends), sum(own.total() for own in ends)),
            chains[name],
        )
        for name in may
    ]
    return tuple(sorted(found, key=lambda one: -one.share))


def _of_types(store: TripletStore, head: Entity, tail: Entity) -> Counter[str]:
    kinds, found = {store.rules.kind(head.type), store.rules.kind(tail.type)}, Counter[str]()
    for link in store.graph.schema.links:
        if {store.rules.kind(link.subject_type), store.rules.kind(link.object_type)} == kinds:
            found[link.predicate] += link.count
    return found


def _of_end(store: TripletStore, one: Entity, other_type: str) -> Counter[str]:
    steps, _ = store.graph.steps(one.id, MAX_PARTNERS)
    kinds = {
        entity.id: store.rules.kind(entity.type)
        for entity in store.graph.entities([_far(step, one.id) for step in steps])
    }
    joined = {(_far(step, one.id), step.predicate) for step in steps}
    return Counter(name for far, name in joined if kinds.get(far) == store.rules.kind(other_type))


def _chains(store: TripletStore, head: Entity, tail: Entity) -> list[tuple[str, str]]:
    """Entities that a known relation joins to both, each with the relation that the two signs amount to."""
    if not store.rules.published:
        return []
    may = store.rules.relations(head.type, tail.type)
    signed = {sign: next((name for name in may if _SIGNS.get(name) == sign), "") for sign in (1, -1)}
    unsigned = next((name for name in may if name in _UNSIGNED), "")
    around = [_around(store, one) for one in (head, tail)]
    found = []
    for middle in sorted(around[0].keys() & around[1].keys() - {head.id, tail.id}):
        for first in around[0][middle]:
            for second in around[1][middle]:
                sign = _SIGNS.get(first, 0) * _SIGNS.get(second, 0)
                found.append((middle, signed[sign] if sign else unsigned))
    return [(middle, name) for middle, name in found if name]


def _around(store: TripletStore, one: Entity) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for far, name in sorted(
        {(_far(step, one.id), step.predicate) for step in store.graph.steps(one.id, MAX_PARTNERS)[0]}
    ):
        found.setdefault(far, []).append(name)
    return found


def _far(step: Relation, near: str) -> str:
    return step.object if step.subject == near else step.subject


class RuleProposer:
    """Plays by the likelihoods: proposes the likeliest relation that was not tried, and scores it by its share.

    Args:
        store: what is known.
        head: one end.
        tail: the other.
        sources: what may be looked at; without relations, triplets and paths only the two types speak.
    """

    name = "rules"
    failure = ""

    def __init__(
        self, store: TripletStore, head: Entity, tail: Entity, sources: Sequence[str] = tuple(SOURCES)
    ) -> None:
        self._store, self._head, self._tail, self._sources = store, head, tail, sources
        self._order = likelihoods(store, head, tail, sources)

    def propose(self, attempts: Sequence[Attempt]) -> Draft | None:
        """The likeliest relation that is left."""
        tried = {one.statement.relation for one in attempts}
        left = next((one for one in self._order if one.relation not in tried), None)
        return Draft(left.relation, self._described(left)) if left else None

    def evaluate(self, attempt: Attempt) -> Evaluation | None:
        """The share of the relation among all that may be proposed, of 100; of the only one it would say nothing."""
        if len(self._order) == 1:
            return None
        found = next(one for one in self._order if one.relation == attempt.statement.relation)
        new = not self._store.states(
            attempt.statement.subject.id, attempt.statement.relation, attempt.statement.object.id
        )
        told = (
            f"if the two are related at all: {found.of_types[0]} of {found.of_types[1]} known relations of their types"
        )
        told += " are of this kind"
        if found.of_ends[1]:
            told += f", of those of the two themselves {found.of_ends[0]} of {found.of_ends[1]}"
        if found.chains:
            told += f"; {found.chains} chains of two known relations agree"
        return Evaluation(new, told, round(MOST_SCORE * found.share))

    def choose(self, attempts: Sequence[Attempt]) -> int | None:
        """The scores decide."""
        return None

    def trace(self) -> tuple[tuple[Turn, ...], tuple[Usage, ...]]:
        """Nothing is asked of a model."""
        return (), ()

    def _described(self, one: Likelihood) -> str:
        said = one.relation.replace("_", " ").lower()
        told = [f"{self._head.name} and {self._tail.name} may be joined by {said}."]
        middles = (
            [middle for middle, _ in _chains(self._store, self._head, self._tail)] if "paths" in self._sources else []
        )
        shared = [entity.name for entity in self._store.graph.entities(list(dict.fromkeys(middles))[:_SHOWN])]
        if shared:
            told.append(f"Both are known to be related to {', '.join(shared)}.")
        elif {"relations", "triplets"} & set(self._sources):
            for end in (self._head, self._tail):
                partners = self._store.graph.entities(self._store.partners(end.id).ids[:_SHOWN])
                if partners:
                    told.append(f"{end.name} is known to be related to {', '.join(other.name for other in partners)}.")
        return " ".join(told)
