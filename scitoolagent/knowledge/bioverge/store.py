"""The programming interface of the BioVerge agent: entities, relations, triplets with PMIDs and dates, articles, paths.

Everything is read from a domain graph, from the texts of articles where they are given, and from a hierarchy where one
is given; what was not given is unknown and said to be so. All answers are bounded and ordered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.bioverge.mesh import Tree, read_tree
from scitoolagent.knowledge.bioverge.rules import Rules, rules_of
from scitoolagent.knowledge.bioverge.search import Article, ArticleIndex, Wanted, age, read_articles
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.hierarchy import hierarchy_of, reached
from scitoolagent.knowledge.store.records import Entity, Found, Match, Relation

MAX_PARTNERS = 500
MAX_TRIPLETS = 50
MAX_ARTICLES = 50
MAX_BROWSED = 5
MAX_HOPS = 3
_MOST_CACHED = 20_000
_MOST_PATHS = 20
_MOST_COMPANY = 5_000
ANY = Wanted()


@dataclass(frozen=True, slots=True)
class Triplet:
    """A relation with the articles that state it, oldest PMID first; `date` is the earliest known one, or empty."""

    subject: str
    relation: str
    object: str
    pmids: tuple[str, ...] = ()
    date: str = ""


@dataclass(frozen=True, slots=True)
class Triplets:
    """Triplets, and whether a limit cut them."""

    found: tuple[Triplet, ...]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Relations:
    """Relations that hold, with how many triplets each has, and those that might by the types of two entities."""

    known: tuple[tuple[str, int], ...]
    possible: tuple[str, ...] = ()
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Paths:
    """Shortest chains of relations, and whether a limit cut the search."""

    found: tuple[tuple[Relation, ...], ...]
    truncated: bool = False


class TripletStore:
    """What an agent may ask.

    Args:
        graph: the known relations.
        articles: the known articles; none when only the graph is at hand.
        tree: a hierarchy of the entities; without one their places are unknown.
    """

    def __init__(self, graph: DomainGraph, articles: Iterable[Article] = (), tree: Tree | None = None) -> None:
        self.graph, self.rules = graph, rules_of(graph.schema)
        self._index = ArticleIndex(articles)
        self._tree = tree
        self._partners: dict[str, Found] = {}
        self._joins: dict[tuple[str, str], bool] = {}
        self._company: dict[str, Found] = {}
        self._met: dict[str, Entity | None] = {}

    @property
    def rules_in_words(self) -> str:
        """The relations with the pairs of types that each may join."""
        return "; ".join(
            f"{name}: {', '.join(f'{one}-{other}' for one, other in sorted(pairs) if _once(self.rules, one, other))}"
            for name, pairs in self.rules.pairs.items()
        )

    @property
    def has_articles(self) -> bool:
        """Whether texts can be read."""
        return len(self._index) > 0

    def entity(self, identifier: str) -> Entity:
        """The entity with that id.

        Raises:
            GraphError: there is none; the message names the nearest.
        """
        return self.graph.entity(identifier)

    def may_join(self, entity_type: str, identifier: str) -> bool:
        """Whether the rules allow any relation between a type and an entity; never for one that the graph lacks."""
        if identifier not in self._met:
            self.meet([identifier])
        met = self._met[identifier]
        if met is None:
            return False
        ends = (entity_type, met.type)
        if ends not in self._joins:
            self._joins[ends] = bool(self.rules.relations(*ends))
        return self._joins[ends]

    def meet(self, identifiers: Sequence[str]) -> None:
        """Look up many entities at once, so that `may_join` need not do so one by one."""
        fresh = [one for one in dict.fromkeys(identifiers) if one not in self._met][:_MOST_CACHED]
        if len(self._met) + len(fresh) > _MOST_CACHED:
            self._met.clear()
        self._met.update(dict.fromkeys(fresh))
        self._met.update((entity.id, entity) for entity in self.graph.entities(fresh))

    def find(self, text: str) -> Entity:
        """The one entity of that id, name or synonym.

        Raises:
            GraphError: there is none, or several; names them.
        """
        exact = [match for match in self.graph.link(text, limit=20) if match.how != "near"]
        if not exact:
            near = ", ".join(_shown(match) for match in self.graph.link(text, limit=5))
            raise GraphError(f"no entity is called {text[:80]!r}; similar: {near or 'none'}")
        best = [match for match in exact if match.how == exact[0].how]
        if len(best) > 1:
            some = ", ".join(_shown(match) for match in best[:8])
            raise GraphError(f"{text[:80]!r} may be {len(best)} entities, give the id of one: {some}")
        return self.entity(best[0].entity)

    def get_entities(self, text: str, kind: str = "", limit: int = 10) -> tuple[Entity, ...]:
        """Entities that a text names, or that have a similar name when none does; of one type or kind if given."""
        matches = self.graph.link(text, limit=4 * limit)
        wanted = [one.entity for one in matches if not kind or kind in (one.type, self.rules.kind(one.type))]
        return self.graph.entities(wanted[:limit])

    def get_relations(self, one: str, other: str = "", wanted: Wanted = ANY) -> Relations:
        """The relations of an entity, or those between two and those that the rules would allow between them.

        Raises:
            GraphError: an entity is unknown.
        """
        first = self.entity(one)
        possible = self.rules.relations(first.type, self.entity(other).type) if other else ()
        steps, cut = (self.graph.between(one, other), False) if other else self.graph.steps(one, MAX_PARTNERS)
        passed = [step.predicate for step in steps if not wanted or self._grounds(step, wanted)]
        return Relations(tuple(sorted(Counter(passed).items())), possible, cut)

    def get_triplets(
        self, one: str, other: str = "", relation: str = "", limit: int = MAX_TRIPLETS, wanted: Wanted = ANY
    ) -> Triplets:
        """The triplets of an entity or of two, of one relation if given, with the articles that pass and their dates.

        Raises:
            GraphError: an entity or the relation is unknown.
        """
        self.entity(one)
        named = self.rules.relation(relation) if relation else ""
        if other:
            self.entity(other)
            steps, cut = self.graph.between(one, other), False
        else:
            steps, cut = self.graph.steps(one, MAX_PARTNERS)
        limit, once = min(limit, MAX_TRIPLETS), dict[tuple[str, str, str], Triplet]()
        for step in steps:
            key = self._key(step)
            if key in once or (named and step.predicate != named):
                continue
            grounds = self._grounds(step, wanted)
            if wanted and not grounds:
                continue
            if len(once) >= limit:
                return Triplets(tuple(once.values()), True)
            dates = sorted(date for _, date in grounds if date)
            pmids = sorted({pmid for pmid, _ in grounds if pmid}, key=age)
            once[key] = Triplet(*key, tuple(pmids), dates[0] if dates else "")
        return Triplets(tuple(once.values()), cut)

    def _key(self, step: Relation) -> tuple[str, str, str]:
        """A symmetric relation that was stated both ways is one triplet."""
        ends = (step.subject, step.object)
        if self.graph.schema.predicates[step.predicate].symmetric:
            ends = (min(ends), max(ends))
        return ends[0], step.predicate, ends[1]

    def _grounds(self, step: Relation, wanted: Wanted) -> list[tuple[str, str]]:
        """PMIDs and dates of what a relation stands on, as far as they pass."""
        grounds = self.graph.evidence(step.subject, step.predicate, step.object)
        if self.graph.schema.predicates[step.predicate].symmetric:
            grounds += self.graph.evidence(step.object, step.predicate, step.subject)
        return [found for ground in grounds for one in ground.evidence for found in self._index.passing(one, wanted)]

    def get_articles(
        self, one: str = "", other: str = "", limit: int = MAX_ARTICLES, text: str = "", wanted: Wanted = ANY
    ) -> Found:
        """PMIDs of the articles that name an entity, or two, newest first or those nearest to a text first.

        Without texts, those behind triplets are given, and no text can be looked for.

        Raises:
            GraphError: an entity is unknown, nothing is asked for, or a text without texts.
        """
        ends = [self.entity(end).id for end in (one, other) if end]
        if not ends and not text and not wanted:
            raise GraphError("articles are found by an entity, a text, PMIDs or dates; give one of them")
        if self.has_articles:
            ordered, cut = self._index.find(ends, wanted, text), False
        elif text or not ends:
            raise GraphError("no texts of articles are loaded, so none can be searched")
        else:
            known = self.get_triplets(ends[0], other if one else "", wanted=wanted)
            ordered = sorted({pmid for triplet in known.found for pmid in triplet.pmids}, key=age, reverse=True)
            cut = known.truncated
        return Found(tuple(ordered[:limit]), cut or len(ordered) > limit)

    def browse_articles(self, pmids: Sequence[str]) -> tuple[Article, ...]:
        """The articles, with their texts.

        Raises:
            GraphError: no texts are at hand, one is unknown, or too many are asked for.
        """
        if not self.has_articles:
            raise GraphError("no texts of articles are loaded, so none can be read")
        if not 1 <= len(pmids) <= MAX_BROWSED:
            raise GraphError(f"1 to {MAX_BROWSED} articles can be read at once, not {len(pmids)}")
        found = {pmid: self._index.get(pmid) for pmid in pmids}
        missing = [pmid[:20] for pmid, article in found.items() if article is None]
        if missing:
            raise GraphError(f"there is no article {missing[0]!r}; get_articles lists those there are")
        return tuple(article for article in found.values() if article)

    def get_shortest_entity_paths(self, one: str, other: str, hops: int = MAX_HOPS) -> Paths:
        """The shortest chains of known relations between two entities.

        Raises:
            GraphError: an entity is unknown.
        """
        self.entity(one)
        self.entity(other)
        return Paths(*self.graph.paths(one, other, min(hops, MAX_HOPS), _MOST_PATHS))

    def get_mesh_parents(self, one: str, levels: int = 1) -> tuple[tuple[str, ...], bool]:
        """Names above an entity in the hierarchy, and whether a limit cut them.

        Raises:
            GraphError: the entity or its place is unknown, or no hierarchy is loaded.
        """
        tree, node = self._place(one)
        return _named(tree, tree.parents(node, levels))

    def get_mesh_children(self, one: str, levels: int = 1) -> tuple[tuple[str, ...], bool]:
        """Names below an entity; as `get_mesh_parents`."""
        tree, node = self._place(one)
        return _named(tree, tree.children(node, levels))

    def get_mesh_siblings(self, one: str) -> tuple[tuple[str, ...], bool]:
        """Names beside an entity; as `get_mesh_parents`."""
        tree, node = self._place(one)
        return _named(tree, tree.siblings(node))

    def _place(self, one: str) -> tuple[Tree, str]:
        entity = self.entity(one)
        if self._tree is None:
            raise GraphError("no hierarchy is loaded, so parents, children and siblings are unknown; go on without")
        return self._tree, self._tree.find(entity.id, entity.name)

    def known(self, one: str, other: str) -> bool:
        """Whether any relation joins two entities, either way; asked of the whole graph, never of a cut list."""
        return bool(self.graph.between(one, other))

    def states(self, subject: str, relation: str, target: str) -> bool:
        """Whether that relation joins two entities; either way where the rules or the graph know no direction."""
        known = self.graph.schema.predicates.get(relation)
        turned = self.rules.published or (known is not None and known.symmetric)
        return any(
            step.predicate == relation and (turned or step.subject == subject)
            for step in self.graph.between(subject, target)
        )

    def goes_round(self, subject: str, relation: str, target: str) -> bool:
        """Whether a kind or a part would stand above itself: the graph has the target below the subject already."""
        if not any(relation in names for names in hierarchy_of(self.graph)):
            return False
        above, _ = reached(self.graph, target)
        return any(one.entity == subject for one in above)

    def partners(self, one: str) -> Found:
        """Ids of the entities that a relation joins to this one; a hub shows its first `MAX_PARTNERS`."""
        if one not in self._partners:
            if len(self._partners) >= _MOST_CACHED:
                self._partners.clear()
            steps, cut = self.graph.steps(one, MAX_PARTNERS)
            ends = {step.object if step.subject == one else step.subject for step in steps} - {one}
            self._partners[one] = Found(tuple(sorted(ends)[:MAX_PARTNERS]), cut or len(ends) > MAX_PARTNERS)
        return self._partners[one]

    def weight(self, one: str) -> int:
        """How often an entity is met: in how many articles, or without texts over how many relations, at most 500."""
        return len(self._index.naming(one)) if self.has_articles else len(self.partners(one).ids)

    def named_with(self, one: str) -> Found:
        """Ids of the entities that some article names together with this one, bounded like `partners`.

        Entities that the rules say nothing of, such as species, are left out.
        """
        if one not in self._company:
            naming = [self._index.get(pmid) for pmid in self._index.naming(one)]
            met = dict.fromkeys(end for article in naming if article for end in article.entities)
            some = [end for end in list(met)[:_MOST_COMPANY] if end != one]
            self.meet(some)
            ends = [end for end in some if (found := self._met[end]) and self.rules.kind(found.type)]
            if len(self._company) >= _MOST_CACHED:
                self._company.clear()
            self._company[one] = Found(tuple(ends[:MAX_PARTNERS]), max(len(met) - 1, len(ends)) > MAX_PARTNERS)
        return self._company[one]


def store_of(graph: DomainGraph, articles: Path | None, tree: Path | None) -> tuple[TripletStore, list[str]]:
    """A store from a graph, files of articles and the file of a hierarchy, and what of them was left out.

    Raises:
        GraphError: a file cannot be read.
    """
    read, broken = read_articles(articles) if articles else ([], 0)
    placed, notes = read_tree(tree) if tree else None, list[str]()
    if broken and articles:
        notes.append(f"{broken:,} lines of {articles.name} were broken and left out")
    if placed and placed.broken:
        notes.append(f"{placed.broken:,} rows of the hierarchy were left out; the first: {placed.first_broken}")
    return TripletStore(graph, read, placed), notes


def _once(rules: Rules, one: str, other: str) -> bool:
    return not rules.published or one <= other


def _named(tree: Tree, found: Found) -> tuple[tuple[str, ...], bool]:
    return tuple(tree.name(node) for node in found.ids), found.truncated


def _shown(match: Match) -> str:
    return f"{match.surface} ({match.entity}, {match.type})"
