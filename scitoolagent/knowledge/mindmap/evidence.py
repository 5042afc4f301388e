"""The evidence sub-graphs of a question: chains between its entities, and what lies around the likeliest of them.

MindMap (Wen et al. 2024, arXiv:2308.09729, appendix E) joins path-based and neighbour-based sub-graphs and lets a model
prune them. Here both come out of one search from the entities of the question (the seeds), and are pruned by how
likely an entity belongs to an answer:

1. A neighbour of seeds is a candidate, as a seed itself is. It gains from each seed it is joined to, more from a seed
   that is joined to little else; a candidate that explains more of the question is likelier.
2. A candidate spreads its likelihood over its neighbours, thinned by how many it has, and they become the candidates
   of the next hop, gaining from each candidate they are joined to.
3. A fact is worth what it adds: the entity further from the question that it leads to.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.mindmap.recognise import Seed
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Relation

MAX_HOPS = 4
_WIDTH = 12
_STEPS = 400
_MOST_PATHS = 20
# Among so many facts, or as many as are given, what is asked for comes first.
_POOL = 30
# How sharply the likeliest candidates are preferred, and how much a neighbour counts of a type already told.
_SHARP = 1.5
_SEED_FIRST = 1.5
_THINNED = 0.5
_TOLD, _ASKED = 0.3, 2.0

Only = Literal["paths", "neighbours"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation of the graph in words; `score` compares within one question, `hop` is its distance from it."""

    relation: Relation
    subject: Entity
    verb: str
    object: Entity
    score: float
    hop: int

    def in_words(self) -> str:
        """The fact as a sentence without its full stop."""
        return f"{self.subject.name} {self.verb} {self.object.name}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Facts, best first; `paths` are chains of their relations between two seeds; `cut` tells that a limit was met."""

    seeds: tuple[Seed, ...]
    facts: tuple[Fact, ...]
    paths: tuple[tuple[Relation, ...], ...]
    entities: Mapping[str, Entity]
    cut: bool = False


@dataclass(slots=True)
class _Search:
    graph: DomainGraph
    steps: dict[str, tuple[Relation, ...]] = field(default_factory=dict)
    worth: dict[str, float] = field(default_factory=dict)
    hop: dict[str, int] = field(default_factory=dict)
    cut: bool = False

    def around(self, node: str) -> dict[str, Relation]:
        """One relation for each neighbour; a relation and its inverse say the same."""
        if node not in self.steps:
            found, more = self.graph.steps(node, _STEPS)
            self.steps[node] = found
            self.cut |= more
        joined: dict[str, Relation] = {}
        for step in self.steps[node]:
            other = step.object if step.subject == node else step.subject
            if other != node and (other not in joined or step.subject == node):
                joined[other] = step
        return joined


def gather(
    graph: DomainGraph,
    seeds: Sequence[Seed],
    limit: int = 30,
    hops: int = 2,
    asked: frozenset[str] = frozenset(),
    only: Only | None = None,
) -> Evidence:
    """The `limit` facts around the seeds that say most.

    Args:
        limit: how many facts are kept; a relation and its inverse are one.
        hops: how far from the seeds the search goes, 1 to 4.
        asked: types that the question asks for.
        only: one half of the evidence, to see what the other does: `paths` from seed to seed, or `neighbours` of seeds.
    Raises:
        GraphError: `hops` is out of range, or the graph cannot be asked.
    """
    if not 1 <= hops <= MAX_HOPS:
        raise GraphError(f"the search may go 1 to {MAX_HOPS} hops, not {hops}")
    search = _Search(graph)
    known = {entity.id: entity for entity in graph.entities([seed.entity for seed in seeds])}
    seeds = tuple(seed for seed in seeds if seed.entity in known)
    front = _candidates(search, seeds)
    for hop in range(1, hops):
        front = _spread(search, front, hop + 1)
    known |= {entity.id: entity for entity in graph.entities([one for one in search.worth if one not in known])}
    facts = _facts(search, known, {seed.entity for seed in seeds}, asked)
    if only == "neighbours":
        ends = {seed.entity for seed in seeds}
        facts = [fact for fact in facts if ends & {fact.subject.id, fact.object.id}]
    elif only == "paths":
        said = {_key(step) for path in _paths(facts, seeds, hops) for step in path}
        facts = [fact for fact in facts if _key(fact.relation) in said]
    # What the question asks for is told first; what joins it to the question follows.
    pool = facts[: max(limit, _POOL)]
    kept = tuple(sorted(pool, key=lambda fact: not asked & {fact.subject.type, fact.object.type})[:limit])
    return Evidence(seeds, kept, _paths(kept, seeds, hops), known, search.cut)


def _key(one: Relation) -> tuple[str, str, str]:
    return one.subject, one.predicate, one.object


def _candidates(search: _Search, seeds: Sequence[Seed]) -> dict[str, float]:
    """The likelihoods of the seeds and their neighbours, the likeliest `_WIDTH` of them."""
    size = sum(search.graph.schema.types.values())
    gained: dict[str, float] = {}
    for seed in seeds:
        joined = search.around(seed.entity)
        telling = seed.weight * math.log(1 + size / (1 + len(joined)))
        gained[seed.entity] = gained.get(seed.entity, 0.0) + _SEED_FIRST * telling
        search.hop[seed.entity] = 0
        for other in joined:
            gained[other] = gained.get(other, 0.0) + telling
    for node in gained:
        search.hop.setdefault(node, 1)
    return _likely(search, gained)


def _likely(search: _Search, gained: Mapping[str, float]) -> dict[str, float]:
    if not gained:
        return {}
    most = max(gained.values())
    raised = {node: math.exp(_SHARP * (value - most)) for node, value in gained.items()}
    total = sum(raised.values())
    for node, value in raised.items():
        search.worth[node] = max(search.worth.get(node, 0.0), value / total)
    best = sorted(raised, key=lambda node: (-raised[node], node))[:_WIDTH]
    return {node: raised[node] / total for node in best}


def _spread(search: _Search, front: Mapping[str, float], hop: int) -> dict[str, float]:
    """What the candidates give their neighbours; those become the next candidates."""
    given: dict[str, float] = {}
    for node, likely in front.items():
        joined = search.around(node)
        for other in joined:
            given[other] = given.get(other, 0.0) + likely / (1 + len(joined)) ** _THINNED
    for node, value in given.items():
        search.hop.setdefault(node, hop)
        search.worth[node] = search.worth.get(node, 0.0) + value
    best = sorted(given, key=lambda node: (-given[node], node))[:_WIDTH]
    return {node: given[node] for node in best}


def _facts(search: _Search, known: Mapping[str, Entity], seeds: set[str], asked: frozenset[str]) -> list[Fact]:
    told = {known[seed].type for seed in seeds}
    labels = search.graph.schema.predicates

    def worth(node: str) -> float:
        kind = known[node].type
        weight = _ASKED if kind in asked else _TOLD if kind in told and node not in seeds else 1.0
        return search.worth.get(node, 0.0) * weight

    best: dict[frozenset[str], Fact] = {}
    for node in search.steps:
        for other, step in search.around(node).items():
            if other not in known or node not in known:
                continue
            near, far = sorted(
                (node, other), key=lambda one: (search.hop.get(one, 9), -search.worth.get(one, 0.0), one)
            )
            # The second factor tells apart facts that lead to one entity: the likelier its other end the better.
            score = worth(far) * (0.5 + 0.5 * _share(search, near)) if near != far else 0.0
            fact = Fact(
                step,
                known[step.subject],
                labels[step.predicate].label,
                known[step.object],
                score,
                search.hop.get(far, 9),
            )
            pair = frozenset((node, other))
            if pair not in best or _rank(fact) < _rank(best[pair]):
                best[pair] = fact
    return _fresh_first(sorted(best.values(), key=_rank))


def _share(search: _Search, node: str) -> float:
    most = max(search.worth.values(), default=0.0)
    return search.worth.get(node, 0.0) / most if most else 0.0


def _rank(fact: Fact) -> tuple[float, str, str, str]:
    return -fact.score, fact.relation.subject, fact.relation.predicate, fact.relation.object


def _fresh_first(facts: list[Fact]) -> list[Fact]:
    """Facts that lead to an entity no better fact has named come before those that only join what is named."""
    named: set[str] = set()
    fresh: list[Fact] = []
    again: list[Fact] = []
    for fact in facts:
        ends = {fact.subject.id, fact.object.id}
        (again if ends <= named else fresh).append(fact)
        named |= ends
    return fresh + again


def _paths(facts: Sequence[Fact], seeds: Sequence[Seed], hops: int) -> tuple[tuple[Relation, ...], ...]:
    """Chains of the facts from one seed to another, shortest first, through no third seed."""
    joined: dict[str, dict[str, Relation]] = {}
    for fact in facts:
        joined.setdefault(fact.subject.id, {})[fact.object.id] = fact.relation
        joined.setdefault(fact.object.id, {})[fact.subject.id] = fact.relation
    ends = {seed.entity for seed in seeds}
    found: list[tuple[Relation, ...]] = []
    for start in sorted(ends):
        open_chains: list[tuple[tuple[str, ...], tuple[Relation, ...]]] = [((start,), ())]
        for _ in range(hops):
            longer = [
                ((*nodes, other), (*chain, relation))
                for nodes, chain in open_chains
                for other, relation in sorted(joined.get(nodes[-1], {}).items())
                if other not in nodes
            ]
            found += [chain for nodes, chain in longer if nodes[-1] in ends and start < nodes[-1]]
            open_chains = [one for one in longer if one[0][-1] not in ends][:1_000]
    return tuple(sorted(found, key=len)[:_MOST_PATHS])
