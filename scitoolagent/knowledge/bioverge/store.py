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
from scitoolagent.knowledge.bioverge.mesh import Tree
from scitoolagent.knowledge.bioverge.rules import Rules, rules_of
from scitoolagent.knowledge.store.formats.pubtator import abstracts
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Broken, Entity, Found, Match, Relation

MAX_PARTNERS = 500
MAX_TRIPLETS = 50
MAX_ARTICLES = 50
MAX_BROWSED = 5
MAX_HOPS = 3
_MOST_TEXT = 20_000
_MOST_CACHED = 20_000
_MOST_PATHS = 20
_MOST_COMPANY = 5_000


@dataclass(frozen=True, slots=True)
class Article:
    """An article with the ids of the entities that it names; `date` is empty where it is unknown."""

    pmid: str
    title: str
    text: str
    entities: tuple[str, ...] = ()
    date: str = ""


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


def read_articles(path: Path) -> tuple[list[Article], int]:
    """The articles of PubTator or BioRED files, and how many lines were broken.

    Raises:
        GraphError: there is no such file.
    """
    found: dict[str, Article] = {}
    broken = 0
    for abstract in abstracts(path):
        if isinstance(abstract, Broken):
            broken += 1
            continue
        ids = dict.fromkeys(one.strip() for ids, _, _ in abstract.mentions for one in ids.split(","))
        found[abstract.pmid] = Article(abstract.pmid, abstract.title, abstract.text[:_MOST_TEXT], tuple(ids))
    return list(found.values()), broken


class TripletStore:
    """What an agent may ask.

    Args:
        graph: the known relations.
        articles: the known articles; none when only the graph is at hand.
        tree: a hierarchy of the entities; without one their places are unknown.
    """

    def __init__(self, graph: DomainGraph, articles: Iterable[Article] = (), tree: Tree | None = None) -> None:
        self.graph, self.rules = graph, rules_of(graph.schema)
        self._articles = {article.pmid: article for article in articles}
        self._tree = tree
        self._naming: dict[str, list[str]] = {}
        for article in self._articles.values():
            for entity in article.entities:
                self._naming.setdefault(entity, []).append(article.pmid)
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
        return bool(self._articles)

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

    def get_relations(self, one: str, other: str = "") -> Relations:
        """The relations of an entity, or those between two and those that the rules would allow between them.

        Raises:
            GraphError: an entity is unknown.
        """
        first = self.entity(one)
        if other:
            second = self.entity(other)
            held = Counter(relation.predicate for relation in self.graph.between(one, other))
            return Relations(tuple(sorted(held.items())), self.rules.relations(first.type, second.type))
        steps, cut = self.graph.steps(one, MAX_PARTNERS)
        return Relations(tuple(sorted(Counter(step.predicate for step in steps).items())), (), cut)

    def get_triplets(self, one: str, other: str = "", relation: str = "", limit: int = MAX_TRIPLETS) -> Triplets:
        """The triplets of an entity or of two, of one relation if given, with their articles and dates.

        Raises:
            GraphError: an entity or the relation is unknown.
        """
        self.entity(one)
        wanted = self.rules.relation(relation) if relation else ""
        if other:
            self.entity(other)
            steps, cut = self.graph.between(one, other), False
        else:
            steps, cut = self.graph.steps(one, MAX_PARTNERS)
        chosen = [step for step in steps if not wanted or step.predicate == wanted]
        limit = min(limit, MAX_TRIPLETS)
        once: dict[tuple[str, str, str], Triplet] = {}
        for step in chosen:
            if len(once) >= limit:
                break
            self._merge(once, step)
        return Triplets(tuple(once.values()), cut or len(chosen) > limit)

    def _merge(self, once: dict[tuple[str, str, str], Triplet], step: Relation) -> None:
        """A symmetric relation that was stated both ways is one triplet."""
        ends = (step.subject, step.object)
        if self.graph.schema.predicates[step.predicate].symmetric:
            ends = (min(ends), max(ends))
        key = (ends[0], step.predicate, ends[1])
        if key in once:
            return
        grounds = self.graph.evidence(step.subject, step.predicate, step.object)
        if self.graph.schema.predicates[step.predicate].symmetric:
            grounds += self.graph.evidence(step.object, step.predicate, step.subject)
        pmids = {pmid for ground in grounds for one in ground.evidence for pmid in one.pmids}
        dates = sorted(one.date for ground in grounds for one in ground.evidence if one.date)
        once[key] = Triplet(*key, tuple(sorted(pmids, key=_age)), dates[0] if dates else "")

    def get_articles(self, one: str, other: str = "", limit: int = MAX_ARTICLES) -> Found:
        """PMIDs of the articles that name an entity, or two, newest first; without texts, of those behind triplets.

        Raises:
            GraphError: an entity is unknown.
        """
        self.entity(one)
        if other:
            self.entity(other)
        if self._articles:
            pmids = set(self._naming.get(one, ()))
            pmids &= set(self._naming.get(other, ())) if other else pmids
            cut = False
        else:
            known = self.get_triplets(one, other)
            pmids, cut = {pmid for triplet in known.found for pmid in triplet.pmids}, known.truncated
        ordered = sorted(pmids, key=_age, reverse=True)
        return Found(tuple(ordered[:limit]), cut or len(ordered) > limit)

    def browse_articles(self, pmids: Sequence[str]) -> tuple[Article, ...]:
        """The articles, with their texts.

        Raises:
            GraphError: no texts are at hand, one is unknown, or too many are asked for.
        """
        if not self._articles:
            raise GraphError("no texts of articles are loaded, so none can be read")
        if not 1 <= len(pmids) <= MAX_BROWSED:
            raise GraphError(f"1 to {MAX_BROWSED} articles can be read at once, not {len(pmids)}")
        missing = [pmid[:20] for pmid in pmids if pmid not in self._articles]
        if missing:
            raise GraphError(f"there is no article {missing[0]!r}; get_articles lists those there are")
        return tuple(self._articles[pmid] for pmid in pmids)

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
        return len(self._naming.get(one, ())) if self._articles else len(self.partners(one).ids)

    def named_with(self, one: str) -> Found:
        """Ids of the entities that some article names together with this one, bounded like `partners`.

        Entities that the rules say nothing of, such as species, are left out.
        """
        if one not in self._company:
            met = dict.fromkeys(end for pmid in self._naming.get(one, ()) for end in self._articles[pmid].entities)
            some = [end for end in list(met)[:_MOST_COMPANY] if end != one]
            self.meet(some)
            ends = [end for end in some if (found := self._met[end]) and self.rules.kind(found.type)]
            if len(self._company) >= _MOST_CACHED:
                self._company.clear()
            self._company[one] = Found(tuple(ends[:MAX_PARTNERS]), max(len(met) - 1, len(ends)) > MAX_PARTNERS)
        return self._company[one]


def _age(pmid: str) -> tuple[int, str]:
    # PMIDs are given out in turn, so a greater number is a later record.
    return (int(pmid), "") if pmid.isascii() and pmid.isdigit() and len(pmid) < 20 else (0, pmid)


def _once(rules: Rules, one: str, other: str) -> bool:
    return not rules.published or one <= other


def _named(tree: Tree, found: Found) -> tuple[tuple[str, ...], bool]:
    return tuple(tree.name(node) for node in found.ids), found.truncated


def _shown(match: Match) -> str:
    return f"{match.surface} ({match.entity}, {match.type})"
