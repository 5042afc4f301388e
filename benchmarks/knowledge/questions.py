"""Make questions with answers from any loaded graph: one hop, several hops, and conjunctions, 56 : 29 : 15.

The proportions are those of BioKGBench (Lin et al. 2024, arXiv:2407.00466). The answers come from SPARQL written here,
by no code of the planner. A path does not come back to where it began: its beginning is no answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from scitoolagent.benchmarks.knowledge.wording import GENERIC, Style, Wording, plural
from scitoolagent.graph.iri import IS_A, LABEL, Vocabulary, identifier_of, iri, literal
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Link
from scitoolagent.language.text import words_of

SHARES = (("one-hop", 0.56), ("multi-hop", 0.29), ("conjunction", 0.15))
MOST_ANSWERS = 1_000
_SAMPLE = 3_000
_TRIES = 60
_WORDS = Vocabulary()


@dataclass(frozen=True, slots=True)
class GraphQuestion:
    """A question, the SPARQL that means the same, and the ids it gives."""

    kind: str
    text: str
    gold: tuple[str, ...]
    sparql: str


@dataclass(frozen=True, slots=True)
class _Step:
    """A link as seen from one end: asked for its subject, or for its object."""

    link: Link
    asks_subject: bool

    @property
    def known_type(self) -> str:
        return self.link.object_type if self.asks_subject else self.link.subject_type

    @property
    def asked_type(self) -> str:
        return self.link.subject_type if self.asks_subject else self.link.object_type


class QuestionMaker:
    """Makes questions from a graph in one style of wording."""

    def __init__(self, graph: DomainGraph, style: Style, seed: int = 1) -> None:
        self._graph, self._style, self._rng = graph, style, random.Random(seed)
        self._steps = [_Step(link, asks) for link in graph.schema.links if link.count > 0 for asks in (True, False)]
        self._pairs: dict[Link, list[tuple[str, str]]] = {}

    def make(self, count: int) -> Iterator[GraphQuestion]:
        """So many questions, no text twice."""
        seen: set[str] = set()
        made = 0
        makers = {"one-hop": self._one_hop, "multi-hop": self._multi_hop, "conjunction": self._conjunction}
        for number, (kind, share) in enumerate(SHARES):
            wanted = count - made if number == len(SHARES) - 1 else round(count * share)
            for _ in range(wanted * _TRIES):
                question = makers[kind]()
                if question is not None and question.text not in seen:
                    seen.add(question.text)
                    made += 1
                    wanted -= 1
                    yield question
                if not wanted:
                    break

    def _one_hop(self) -> GraphQuestion | None:
        step = self._rng.choice(self._steps)
        entity = self._entity(step)
        if entity is None:
            return None
        patterns = self._pattern(f"<{iri(_WORDS.entity, entity[0])}>", step, "?a")
        frame, clause = self._whole(step, entity[1]) or (
            self._rng.choice(self._style.frames),
            self._clause(step, entity[1]),
        )
        return self._question("one-hop", frame, step, clause, patterns, [entity])

    def _whole(self, step: _Step, name: str) -> tuple[str, str] | None:
        """A complete question, as a frame that takes only the type and the name."""
        wording = self._style.whole.get(self._graph.schema.predicates[step.link.predicate].label)
        if wording is None or self._rng.random() < 0.5:
            return None
        template = self._rng.choice(wording.subject if step.asks_subject else wording.object)
        return template.replace("{x}", "{c}"), name

    def _multi_hop(self) -> GraphQuestion | None:
        steps = [self._rng.choice(self._steps)]
        for _ in range(1 if self._rng.random() < 0.8 else 2):
            after = [
                step
                for step in self._steps
                if step.known_type == steps[-1].asked_type and step.link is not steps[-1].link
            ]
            if not after:
                return None
            steps.append(self._rng.choice(after))
        entity = self._entity(steps[0])
        if entity is None:
            return None
        text, place, patterns = entity[1], f"<{iri(_WORDS.entity, entity[0])}>", ""
        for number, step in enumerate(steps):
            last = number == len(steps) - 1
            node = "?a" if last else f"?m{number}"
            patterns += self._pattern(place, step, node)
            text, place = self._clause(step, text), node
            if not last:
                text = f"{self._type(step.asked_type)} that {text}"
        return self._question("multi-hop", self._rng.choice(self._style.chains), steps[-1], text, patterns, [entity])

    def _conjunction(self) -> GraphQuestion | None:
        """Two relations that one entity has, found from that entity, so that there is an answer."""
        first = self._rng.choice(self._steps)
        others = [step for step in self._steps if step.asked_type == first.asked_type and step.link is not first.link]
        if not others:
            return None
        second = self._rng.choice(others)
        answers = self._ends(first, asked=True)
        answer = self._rng.choice(answers) if answers else None
        one, other = (self._known(step, answer) if answer else None for step in (first, second))
        if one is None or other is None or one[0] == other[0]:
            return None
        patterns = "".join(
            self._pattern(f"<{iri(_WORDS.entity, entity[0])}>", step, "?a")
            for step, entity in ((first, one), (second, other))
        )
        clauses = [self._clause(step, entity[1]) for step, entity in ((first, one), (second, other))]
        text = self._rng.choice(self._style.ands).format(a=clauses[0], b=clauses[1])
        return self._question("conjunction", self._rng.choice(self._style.frames), first, text, patterns, [one, other])

    def _question(
        self, kind: str, frame: str, step: _Step, clause: str, patterns: str, entities: list[tuple[str, str]]
    ) -> GraphQuestion | None:
        own = ", ".join(f"<{iri(_WORDS.entity, entity)}>" for entity, _ in entities)
        sparql = f"SELECT DISTINCT ?a WHERE {{ {patterns} FILTER(?a NOT IN ({own})) }}"
        rows = self._graph.select(sparql, MOST_ANSWERS + 1).rows
        if not 1 <= len(rows) <= MOST_ANSWERS:
            return None
        gold = tuple(sorted(_id(row[0]) for row in rows))
        return GraphQuestion(kind, frame.format(t=self._type(step.asked_type), c=clause), gold, sparql)

    def _pattern(self, known: str, step: _Step, asked: str) -> str:
        verb = f"<{iri(_WORDS.predicate, step.link.predicate)}>"
        if self._graph.schema.predicates[step.link.predicate].symmetric:
            verb = f"({verb}|^{verb})"
        subject, target = (asked, known) if step.asks_subject else (known, asked)
        return f"{subject} {verb} {target} . {asked} a <{iri(_WORDS.type, step.asked_type)}> . "

    def _clause(self, step: _Step, text: str) -> str:
        label = self._graph.schema.predicates[step.link.predicate].label
        wording: Wording = self._style.relations.get(label, GENERIC)
        template = self._rng.choice(wording.subject if step.asks_subject else wording.object)
        return template.format(x=text, label=label)

    def _type(self, kind: str) -> str:
        return self._style.types.get(kind) or plural(words_of(kind))

    def _entity(self, step: _Step) -> tuple[str, str] | None:
        ends = self._ends(step, asked=False)
        return self._named(self._rng.choice(ends), step.known_type) if ends else None

    def _ends(self, step: _Step, *, asked: bool) -> list[str]:
        if step.link not in self._pairs:
            verb = iri(_WORDS.predicate, step.link.predicate)
            first, last = (iri(_WORDS.type, kind) for kind in (step.link.subject_type, step.link.object_type))
            query = f"SELECT ?s ?o WHERE {{ ?s <{verb}> ?o . ?s a <{first}> . ?o a <{last}> }} LIMIT {_SAMPLE}"
            self._pairs[step.link] = [(_id(one), _id(other)) for one, other in self._graph.select(query, _SAMPLE).rows]
        return [pair[0 if step.asks_subject == asked else 1] for pair in self._pairs[step.link]]

    def _known(self, step: _Step, answer: str) -> tuple[str, str] | None:
        pattern = self._pattern("?k", step, f"<{iri(_WORDS.entity, answer)}>")
        query = f"SELECT DISTINCT ?k WHERE {{ {pattern} ?k a <{iri(_WORDS.type, step.known_type)}> }} LIMIT 500"
        found = sorted(_id(row[0]) for row in self._graph.select(query, 500).rows)
        return self._named(self._rng.choice(found), step.known_type) if found else None

    def _named(self, entity: str, kind: str) -> tuple[str, str] | None:
        """The entity with its name; none when another of its type has that name too, since no answer could be right."""
        name = self._graph.entity(entity).name
        query = f"SELECT ?e WHERE {{ ?e <{LABEL}> {literal(name)} ; <{IS_A}> <{iri(_WORDS.type, kind)}> }}"
        return (entity, name) if len(self._graph.select(query, 2).rows) == 1 else None


def _id(address: str | None) -> str:
    return identifier_of(_WORDS.entity, address or "")
