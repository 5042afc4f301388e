"""How much of a graph another one holds, by type and by relation, counted on a sample.

A reference that is not said to be complete refutes nothing it merely lacks. But where it holds nearly all statements of
a kind that the graph under check makes, the few that it lacks are worth a look: they are doubted, not refuted.
"""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.graph.iri import Vocabulary, identifier_of, iri
from scitoolagent.intervals import wilson
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, share_a_name
from scitoolagent.language.text import normalise

# The lower end of the 95 % interval of the share has to reach this; below, what is lacking is ordinary.
ENOUGH = 0.7
# The first rows of a store are a fair sample: it orders addresses by their hashes.
_SAMPLE = 200
# Ids of which surely fewer than this agree come from two counts of things, not from one with slips in it.
_AGREE = 0.5
_WORDS = Vocabulary()


class Coverage:
    """What share of the statements of `checked` the graph `reference` holds.

    Args:
        checked: the graph under check.
        reference: the graph that is believed.
        enough: the least share at which what is lacking is doubted.
    """

    def __init__(self, checked: DomainGraph, reference: DomainGraph, enough: float = ENOUGH) -> None:
        self._checked, self._reference, self._enough = checked, reference, enough
        self._told: dict[tuple[str, str], str] = {}
        self._stranger: str | None = None

    def of_type(self, kind: str) -> str:
        """What to say where an entity of that type is lacking; empty when too few are held to say anything."""
        return self._once("type", kind)

    def of_predicate(self, predicate: str) -> str:
        """The same for a relation, among entities that both graphs have."""
        return self._once("predicate", predicate)

    def _once(self, what: str, name: str) -> str:
        if (what, name) not in self._told:
            held, seen = self._type(name) if what == "type" else self._predicate(name)
            enough = seen > 0 and wilson(held, seen)[0] >= self._enough
            kind = f"{name} entities" if what == "type" else f"relations {name!r}"
            self._told[what, name] = (
                f"{self._reference.name} holds {held} of {seen} {kind} of {self._checked.name} that were looked at"
                if enough
                else ""
            )
        return self._told[what, name]

    def stranger(self) -> str:
        """What to say where ids of one graph mean other things in the other; empty where they agree or do not meet.

        Of a sample of ids that both have, most are of other names; what has no name agrees in its type.
        """
        if self._stranger is None:
            query = f"SELECT ?e WHERE {{ ?e <{_WORDS.is_a}> ?t }} LIMIT {_SAMPLE}"
            rows = self._checked.source.select(query, _SAMPLE).rows
            ids = [identifier_of(_WORDS.entity, row[0] or "") for row in rows]
            own = {one.id: one for one in self._checked.entities(ids)}
            met = [(own[one.id], one) for one in self._reference.entities(ids) if one.id in own]
            alike = sum(_alike(one, other) for one, other in met)
            self._stranger = (
                f"ids mean other things in {self._reference.name}: of {len(met)} that both have, {alike} agree"
                if met and wilson(alike, len(met))[1] < _AGREE
                else ""
            )
        return self._stranger

    def another(self, ids: Sequence[str]) -> str:
        """What to say where one of some ids is another thing there: of another type, without a common name.

        A wrong type beside the right name is an error of the graph, and so is a wrong name beside the right type. A
        type that the other graph does not have may be another word for the same.
        """
        own = {one.id: one for one in self._checked.entities(ids)}
        for there in self._reference.entities(ids):
            here = own.get(there.id)
            if here is None or here.type == there.type or here.type not in self._reference.schema.types:
                continue
            if not _alike(here, there):
                return (
                    f"{here.id} is {here.name[:60]}, a {here.type[:40]}, and in {self._reference.name} "
                    f"{there.name[:60]}, a {there.type[:40]}"
                )
        return ""

    def _type(self, kind: str) -> tuple[int, int]:
        if kind not in self._checked.schema.types:
            return 0, 0
        query = f"SELECT ?e WHERE {{ ?e <{_WORDS.is_a}> <{iri(_WORDS.type, kind)}> }} LIMIT {_SAMPLE}"
        ids = [identifier_of(_WORDS.entity, row[0] or "") for row in self._checked.source.select(query, _SAMPLE).rows]
        return sum(one.type == kind for one in self._reference.entities(ids)), len(ids)

    def _predicate(self, predicate: str) -> tuple[int, int]:
        if predicate not in self._checked.schema.predicates or predicate not in self._reference.schema.predicates:
            return 0, 0
        query = f"SELECT DISTINCT ?s ?o WHERE {{ ?s <{iri(_WORDS.predicate, predicate)}> ?o }} LIMIT {_SAMPLE}"
        rows = self._checked.source.select(query, _SAMPLE).rows
        pairs = [(identifier_of(_WORDS.entity, s or ""), identifier_of(_WORDS.entity, o or "")) for s, o in rows]
        there = {one.id for one in self._reference.entities([end for pair in pairs for end in pair])}
        both = [(one, other) for one, other in pairs if one in there and other in there]
        return sum(self._reference.holds(one, predicate, other) for one, other in both), len(both)


def _alike(one: Entity, other: Entity) -> bool:
    """Whether two entities of one id may be one thing: they share a name, or a word of it and the type."""
    if share_a_name(one, other):
        return True
    nameless = one.id in (one.name, other.name)
    words = set(normalise(one.name).split()) & set(normalise(other.name).split())
    return one.type == other.type and (nameless or bool(words))
