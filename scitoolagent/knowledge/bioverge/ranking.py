"""Hypotheses without a model: A is linked to B and B to C, so A may be linked to C (Swanson 1986).

Candidates are ranked by what they share (Adamic & Adar 2003, doi:10.1016/S0378-8733(03)00009-1; resource allocation:
Zhou et al. 2009, doi:10.1140/epjb/e2009-00335-8), weighted by how often C is met. "Linked" means named in one article
where there are texts, as in Swanson's own work, and joined by a relation where there are none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.bioverge.hypothesis import MAX_COUNT, Hypotheses, Hypothesis, stated
from scitoolagent.knowledge.bioverge.store import TripletStore
from scitoolagent.knowledge.store.records import Entity, Found

Around = Callable[[str], Found]
MOST_CANDIDATES = 2_000
_MOST_BETWEEN = 5
_SHOWN_PATHS = 3
# What a shared neighbour counts, by how many neighbours it has itself.
RANKINGS: Mapping[str, Callable[[int], float]] = {
    "shared neighbours": lambda degree: 1.0,
    "Adamic-Adar": lambda degree: 1 / math.log(max(degree, 2)),
    "resource allocation": lambda degree: 1 / max(degree, 1),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that shares neighbours with another; `between` are those that count most."""

    entity: str
    score: float
    between: tuple[str, ...]


def candidates(
    seed: str, around: Around, ranking: str = "Adamic-Adar", most: int = MOST_CANDIDATES
) -> tuple[tuple[Candidate, ...], bool]:
    """Entities two links away, best first, and whether a hub's links or the candidates beyond `most` were cut.

    Raises:
        GraphError: there is no such ranking.
    """
    if ranking not in RANKINGS:
        raise GraphError(f"there is no ranking {ranking[:40]!r}; there are {', '.join(RANKINGS)}")
    first, counts = around(seed), RANKINGS[ranking]
    cut, scores, through = first.truncated, dict[str, float](), dict[str, list[tuple[float, str]]]()
    for middle in first.ids:
        found = around(middle)
        cut |= found.truncated
        worth = counts(len(found.ids))
        for far in found.ids:
            if far != seed:
                scores[far] = scores.get(far, 0.0) + worth
                through.setdefault(far, []).append((-worth, middle))
    best = sorted(scores, key=lambda one: (-scores[one], one))
    return tuple(
        Candidate(one, scores[one], tuple(name for _, name in sorted(through[one])[:_MOST_BETWEEN]))
        for one in best[:most]
    ), cut or len(best) > most


def ranked(store: TripletStore, seed: str) -> tuple[tuple[Candidate, ...], bool]:
    """The candidates that a model-free run goes through: Adamic-Adar times how often the entity is met.

    The weight was chosen on BioRED with its oldest 360 articles known and the next 120 to come, which are not the
    articles that the benchmark reports.
    """
    found, cut = candidates(seed, store.named_with if store.has_articles else store.partners)
    weighed = [Candidate(one.entity, one.score * max(store.weight(one.entity), 1), one.between) for one in found]
    return tuple(sorted(weighed, key=lambda one: (-one.score, one.entity))), cut


def likeliest(store: TripletStore, one: Entity, other: Entity) -> str:
    """The relation that joins two types most often in the known graph, among those that may; empty when none may."""
    may = store.rules.relations(one.type, other.type)
    ends = {(one.type, other.type), (other.type, one.type)}
    counts = dict.fromkeys(may, 0)
    for link in store.graph.schema.links:
        if link.predicate in counts and (link.subject_type, link.object_type) in ends:
            counts[link.predicate] += link.count
    return max(counts, key=lambda name: (counts[name], name), default="")


def fitting(store: TripletStore, seed: Entity, found: tuple[Candidate, ...]) -> Iterator[Candidate]:
    """The candidates that some relation may join to the seed and that none does yet, in order."""
    store.meet([one.entity for one in found])
    linked = set(store.partners(seed.id).ids)
    for one in found:
        if one.entity not in linked and store.may_join(seed.type, one.entity):
            yield one


def by_rules(store: TripletStore, topic: Entity, count: int) -> Hypotheses:
    """Hypotheses about an entity without a model; `score` is the weighed Adamic-Adar sum, to compare within a run only.

    Raises:
        GraphError: the count is out of its range.
    """
    if not 1 <= count <= MAX_COUNT:
        raise GraphError(f"1 to {MAX_COUNT} hypotheses can be asked for, not {count}")
    order, cut = ranked(store, topic.id)
    made: list[Hypothesis] = []
    for one in fitting(store, topic, order):
        if len(made) == count:
            break
        other = store.entity(one.entity)
        try:
            statement = stated(store, topic, likeliest(store, topic, other), other, topic.id)
        except GraphError:
            # A hub's list of partners is cut; the gate asks the whole graph.
            continue
        middle = store.graph.entities(one.between)
        names = ", ".join(entity.name for entity in middle)
        way = "named in articles together with" if store.has_articles else "joined to"
        paths = store.get_shortest_entity_paths(topic.id, other.id).found[:_SHOWN_PATHS]
        reason = f"both are {way} {names}"
        made.append(Hypothesis(statement, reason, one.score, True, "ABC ranking", "", paths, middle))
    notes = ["a hub's links were cut, so some candidates may be missing"] if cut else []
    if len(made) < count:
        notes.append(f"only {len(made)} of {count} could be found")
    return Hypotheses(topic, tuple(made), note="; ".join(notes))
