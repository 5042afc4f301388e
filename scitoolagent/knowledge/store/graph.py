"""A domain graph to ask: entities by id and name, neighbours, evidence, paths. All answers are bounded and ordered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scitoolagent.errors import GraphError
from scitoolagent.graph.iri import Vocabulary, identifier_of, iri, literal
from scitoolagent.graph.paths import shortest_paths
from scitoolagent.graph.sparql import Rows, SparqlSource, count_of
from scitoolagent.graph.store import EmbeddedStore
from scitoolagent.knowledge.store.index import NameIndex
from scitoolagent.knowledge.store.records import Direction, Entity, Evidence, Found, Match, Relation, Schema

MAX_NEIGHBOURS = 10_000
MAX_IDS = 1_000
MAX_PATH = 4
_BATCH = 200
_SECONDS = 30.0
# Fewer rows than this no endpoint cuts of its own accord.
_SUSPECT = 100


class DomainGraph:
    """A graph behind a SPARQL source.

    Args:
        source: where SPARQL is asked.
        schema: its types, predicates and the links between them.
        names: the index of names; without one (a remote graph) names are asked of the source, case for case.
        vocabulary: where the graph's IRIs begin.
        name: what messages call it.
    """

    def __init__(
        self,
        source: SparqlSource,
        schema: Schema,
        names: NameIndex | None = None,
        vocabulary: Vocabulary | None = None,
        name: str = "graph",
    ) -> None:
        self.source, self.schema, self.names, self.name = source, schema, names, name
        self._words = vocabulary or Vocabulary()

    def entity(self, identifier: str) -> Entity:
        """The entity with that id.

        Raises:
            GraphError: there is none; the message names the nearest.
        """
        found = self.entities([identifier])
        if not found:
            near = self.names.near(identifier, 3) if self.names else ()
            hint = f"; similar: {', '.join(f'{match.surface} ({match.entity})' for match in near)}" if near else ""
            raise GraphError(f"{self.name} has no entity {identifier[:80]!r}{hint}")
        return found[0]

    def entities(self, identifiers: Sequence[str]) -> tuple[Entity, ...]:
        """The entities with those ids, in that order; ids that are not there are left out."""
        facts: dict[str, dict[str, list[str]]] = {}
        wanted = list(dict.fromkeys(identifiers))
        for start in range(0, len(wanted), _BATCH):
            values = " ".join(self._entity(identifier) for identifier in wanted[start : start + _BATCH])
            told = f"isLiteral(?v) || ?p = <{self._words.is_a}>"
            query = f"SELECT ?e ?p ?v WHERE {{ VALUES ?e {{ {values} }} ?e ?p ?v FILTER({told}) }}"
            for entity, predicate, value in self.source.select(query).rows:
                facts.setdefault(entity or "", {}).setdefault(predicate or "", []).append(value or "")
        found = []
        for identifier in wanted:
            own = facts.get(iri(self._words.entity, identifier))
            if own and self._words.is_a in own:
                found.append(self._as_entity(identifier, own))
        return tuple(found)

    def _as_entity(self, identifier: str, own: dict[str, list[str]]) -> Entity:
        words = self._words
        return Entity(
            identifier,
            identifier_of(words.type, sorted(own[words.is_a])[0]),
            sorted(own.get(words.label, [identifier]))[0],
            tuple(sorted(own.get(words.synonym, ()))),
            {
                identifier_of(words.attribute, predicate): "; ".join(sorted(values))
                for predicate, values in sorted(own.items())
                if predicate.startswith(words.attribute)
            },
        )

    def link(self, text: str, kind: str | None = None, limit: int = 10) -> tuple[Match, ...]:
        """Entities that `text` may stand for, by id, name or synonym; those merely near when nothing fits."""
        if self.names is None:
            found = self._link_remotely(text, limit)
        else:
            found = self.names.exact(text) or self.names.near(text, limit)
        return tuple(match for match in found if kind is None or match.type == kind)[:limit]

    def similar(self, text: str, limit: int = 10) -> tuple[Match, ...]:
        """Entities with names that are spelt nearly as `text`, or else share words with it; for suggestions alone."""
        return () if self.names is None else self.names.misspelt(text, limit) or self.names.near(text, limit)

    def _link_remotely(self, text: str, limit: int) -> tuple[Match, ...]:
        words = self._words
        spellings = " ".join(
            literal(one) for one in dict.fromkeys((text, text.lower(), text.capitalize(), text.upper()))
        )
        query = (
            f"SELECT DISTINCT ?e ?t ?n ?p WHERE {{ VALUES ?w {{ {spellings} }} "
            f"VALUES ?p {{ <{words.label}> <{words.synonym}> }} ?e ?p ?n . "
            f"FILTER(STR(?n) = ?w) ?e <{words.is_a}> ?t }} LIMIT {int(limit)}"
        )
        return tuple(
            Match(
                identifier_of(words.entity, entity or ""),
                identifier_of(words.type, kind or ""),
                name or "",
                "name" if predicate == words.label else "synonym",
            )
            for entity, kind, name, predicate in self.source.select(query, limit).rows
        )

    def relations_of(self, identifiers: Sequence[str]) -> tuple[tuple[str, Direction], ...]:
        """Predicates that leave (`outgoing`) or enter (`incoming`) any of the entities; a symmetric one is outgoing."""
        found: list[tuple[str, Direction]] = []
        for predicate, known in self.schema.predicates.items():
            directions: tuple[Direction, ...] = ("outgoing",) if known.symmetric else ("outgoing", "incoming")
            for direction in directions:
                if self._holds(f"ASK {{ {self._around(identifiers, predicate, direction)} }}"):
                    found.append((predicate, direction))  # noqa: PERF401  typed as it stands
        return tuple(found)

    def neighbour_types(self, identifiers: Sequence[str], predicate: str, direction: Direction) -> Found:
        """Types of the neighbours over a predicate; a hub is judged by its first `MAX_NEIGHBOURS`."""
        around = self._around(identifiers, predicate, direction)
        inner = f"SELECT ?o WHERE {{ {around} }} LIMIT {MAX_NEIGHBOURS + 1}"
        query = f"SELECT ?t (COUNT(?o) AS ?n) WHERE {{ {{ {inner} }} ?o <{self._words.is_a}> ?t }} GROUP BY ?t"
        rows = self.source.select(query).rows
        kinds = sorted(identifier_of(self._words.type, kind or "") for kind, _ in rows)
        return Found(tuple(kinds), sum(count_of(count) for _, count in rows) > MAX_NEIGHBOURS)

    def neighbours(
        self,
        identifiers: Sequence[str],
        predicate: str,
        direction: Direction,
        kind: str | None = None,
        limit: int = MAX_NEIGHBOURS,
    ) -> Found:
        """Ids of the neighbours of any of the entities over a predicate, of one type when `kind` is given."""
        if len(identifiers) > MAX_NEIGHBOURS:
            raise GraphError(f"{len(identifiers)} ids are too many; at most {MAX_NEIGHBOURS} are taken")
        typed = f"?o <{self._words.is_a}> <{iri(self._words.type, kind)}> ." if kind is not None else ""
        found, cut = set[str](), False
        for start in range(0, len(identifiers), _BATCH):
            around = self._around(identifiers[start : start + _BATCH], predicate, direction, typed)
            query = f"SELECT DISTINCT ?o WHERE {{ {around} }} LIMIT {limit + 1}"
            rows = self.source.select(query, limit + 1).rows
            found.update(identifier_of(self._words.entity, row[0] or "") for row in rows)
            if len(found) > limit:
                return Found(tuple(sorted(found)[:limit]), True)
            cut |= self._is_short(around, len(rows))
        return Found(tuple(sorted(found)), cut)

    def _is_short(self, around: str, given: int) -> bool:
        """Whether somebody's endpoint gave other than it counts: many cut long answers at a size of their own."""
        if isinstance(self.source, EmbeddedStore) or given < _SUSPECT:
            return False
        (row, *_) = self.source.select(f"SELECT (COUNT(DISTINCT ?o) AS ?n) WHERE {{ {around} }}").rows or ((None,),)
        return count_of(row[0]) != given

    def between(self, one: str, other: str) -> tuple[Relation, ...]:
        """All relations that join two entities, in both directions."""
        words, found = self._words, []
        for subject, target in dict.fromkeys(((one, other), (other, one))):
            rows = self.source.select(
                f"SELECT DISTINCT ?p WHERE {{ {self._entity(subject)} ?p {self._entity(target)} }}"
            ).rows
            names = sorted(identifier_of(words.predicate, row[0] or "") for row in rows)
            found += [Relation(subject, name, target) for name in names]
        return tuple(found)

    def evidence(self, subject: str, predicate: str, target: str, limit: int = 1_000) -> tuple[Relation, ...]:
        """The relation once for each evidence it has; nothing when it has none or is not there."""
        words = self._words
        triple = f"{self._entity(subject)} <{iri(words.predicate, predicate)}> {self._entity(target)}"
        rows = self.source.select(f"SELECT ?g ?p ?v WHERE {{ GRAPH ?g {{ {triple} }} ?g ?p ?v }}", limit).rows
        facts: dict[str, dict[str, list[str]]] = {}
        for graph, name, value in rows:
            facts.setdefault(graph or "", {}).setdefault(name or "", []).append(value or "")
        return tuple(_with_evidence(subject, predicate, target, own, words) for _, own in sorted(facts.items()))

    def holds(self, subject: str, predicate: str, target: str) -> bool:
        """Whether the relation is in the graph; a symmetric one in either direction."""
        same = f"FILTER(?o = {self._entity(target)})"
        return self._holds(f"ASK {{ {self._around([subject], predicate, 'outgoing', same)} }}")

    def paths(
        self, start: str, end: str, hops: int = 3, limit: int = 100
    ) -> tuple[tuple[tuple[Relation, ...], ...], bool]:
        """Shortest chains of relations between two entities, all of one length, and whether a limit cut the search."""
        if not 1 <= hops <= MAX_PATH:
            raise GraphError(f"a path may have 1 to {MAX_PATH} hops, not {hops}")

        def onward(node: str) -> tuple[list[tuple[str, Relation]], bool]:
            found, more = self.steps(node)
            return [(step.object if step.subject == node else step.subject, step) for step in found], more

        return shortest_paths(start, end, onward, most=hops, width=MAX_IDS, limit=limit)

    def steps(self, identifier: str, limit: int = 500) -> tuple[tuple[Relation, ...], bool]:
        """Relations that leave or enter an entity, and whether a limit cut them."""
        words, own, found, cut = self._words, self._entity(identifier), [], False
        for pattern, outgoing in ((f"{own} ?p ?o", True), (f"?o ?p {own}", False)):
            told = f"isIRI(?o) && ?p != <{words.is_a}>"
            query = f"SELECT DISTINCT ?p ?o WHERE {{ {pattern} FILTER({told}) }} LIMIT {limit + 1}"
            rows = self.source.select(query, limit)
            cut |= rows.truncated
            for predicate, other in rows.rows:
                name, far = identifier_of(words.predicate, predicate or ""), identifier_of(words.entity, other or "")
                if name in self.schema.predicates:
                    found.append(Relation(identifier, name, far) if outgoing else Relation(far, name, identifier))
        return tuple(sorted(found, key=lambda step: (step.predicate, step.subject, step.object))), cut

    def select(self, query: str, limit: int = 1_000) -> Rows:
        """Run SPARQL of the caller's own, for half a minute at most."""
        if isinstance(self.source, EmbeddedStore):
            return self.source.select(query, limit, _SECONDS)
        return self.source.select(query, limit)

    def _entity(self, identifier: str) -> str:
        return f"<{iri(self._words.entity, identifier)}>"

    def _values(self, identifiers: Sequence[str]) -> str:
        if not 1 <= len(identifiers) <= MAX_IDS:
            raise GraphError(f"1 to {MAX_IDS} ids can be asked at once, not {len(identifiers)}")
        return f"VALUES ?e {{ {' '.join(self._entity(identifier) for identifier in identifiers)} }}"

    def _around(self, identifiers: Sequence[str], predicate: str, direction: Direction, tail: str = "") -> str:
        """The pattern that binds ?o to the neighbours of the entities."""
        known = self.schema.predicates.get(predicate)
        if known is None:
            raise GraphError(f"{self.name} has no relation {predicate[:60]!r}; it has {_some(self.schema.predicates)}")
        verb, values = f"<{iri(self._words.predicate, predicate)}>", self._values(identifiers)
        forward, backward = f"{values} ?e {verb} ?o . {tail}", f"{values} ?o {verb} ?e . {tail}"
        if known.symmetric:
            # The ids stand in both branches, so that each is a look-up and neither a scan of the predicate.
            return f"{{ {forward} }} UNION {{ {backward} }}"
        return forward if direction == "outgoing" else backward

    def _holds(self, query: str) -> bool:
        return self.source.select(query).rows == (("true",),)


def _some(names: Iterable[str]) -> str:
    shown = list(names)
    return ", ".join(shown[:30]) + (f" and {len(shown) - 30} more" if len(shown) > 30 else "")


def _with_evidence(subject: str, predicate: str, target: str, own: dict[str, list[str]], words: Vocabulary) -> Relation:
    pmids = tuple(sorted(own.get(words.evidence + "pmid", ())))
    source, date = (", ".join(sorted(own.get(words.evidence + name, ()))) for name in ("source", "date"))
    attributes = {
        identifier_of(words.attribute, name): "; ".join(sorted(values))
        for name, values in sorted(own.items())
        if name.startswith(words.attribute)
    }
    known = (Evidence(pmids, source, date),) if pmids or source or date else ()
    return Relation(subject, predicate, target, known, attributes)
