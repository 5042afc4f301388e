"""Score evidence: `python -m scitoolagent.benchmarks.knowledge.mindmap --triples FILE [--questions FILE] [--facts 30]`.

Printed is a table; `--out F.json` keeps it. Each method gives the same number of facts for a question; a relation and
its inverse are one fact for all of them. The entities of the facts are held against those of the reference answer:
recall and precision, the mean over questions, with the 95 % interval of a bootstrap; `gain` is by how much the recall
of mindmap is above a method's, question by question (a paired bootstrap). Methods:
- mindmap: the package's own, from the text of the question, without a model;
- kg: shortest paths between the same recognised entities, then their neighbours, nearest first (the KG retriever of the
  MindMap paper);
- bm25, embedding: facts as sentences, ranked against the question;
- bm25 documents, embedding documents: one document with all facts for each entity that is joined to three types or more
  (a disease with its symptoms, tests and medications, as the corpus of that paper); the facts of the best ones.
FILE has JSON lines with `input`, `input_KG`, `output_KG`. `--given` takes the entities of the question from `input_KG`
instead of recognising them. Without a file, questions are made from the graph itself (`--count`, `--seed`): symptoms
or the name of a thing with all that the graph says to do about it; the settings of the package were chosen on these.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scitoolagent.benchmarks.knowledge.intervals import bootstrap
from scitoolagent.benchmarks.knowledge.tables import keep, print_table
from scitoolagent.graph.iri import Vocabulary, identifier_of
from scitoolagent.knowledge.claims.corpus import Abstract, Corpus, Embedder
from scitoolagent.knowledge.mindmap.answer import MindMap
from scitoolagent.knowledge.mindmap.evidence import gather
from scitoolagent.knowledge.mindmap.recognise import Seed
from scitoolagent.knowledge.store.formats.triples import read_triples
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Relation
from scitoolagent.knowledge.store.writer import load_in_memory
from scitoolagent.language.vectors import StaticEmbedder

Pair = tuple[str, str]
Method = Callable[["Question"], Sequence[Pair]]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the ids of the entities it names and of those its answer names."""

    text: str
    given: tuple[str, ...]
    wanted: frozenset[str]


@dataclass(frozen=True, slots=True)
class Table:
    """All facts of the graph, each once, with their sentences."""

    triples: tuple[tuple[str, str, str], ...]
    pairs: tuple[Pair, ...]
    sentences: tuple[str, ...]
    names: Mapping[str, str]
    types: Mapping[str, str]

    @classmethod
    def of(cls, graph: DomainGraph, triples: Iterable[tuple[str, str, str]]) -> Table:
        """The facts of the triples; of a relation and its inverse the first is kept."""
        once: dict[frozenset[str], tuple[str, str, str]] = {}
        triples = tuple(dict.fromkeys(triples))
        for head, relation, tail in triples:
            once.setdefault(frozenset((head, tail)), (head, relation, tail))
        ids = list(dict.fromkeys(end for one in once.values() for end in (one[0], one[2])))
        entities = graph.entities(ids)
        names = {entity.id: entity.name for entity in entities}
        types = {entity.id: entity.type for entity in entities}
        said = tuple(f"{names[h]} {graph.schema.predicates[r].label} {names[t]}" for h, r, t in once.values())
        return cls(triples, tuple((h, t) for h, _, t in once.values()), said, names, types)


def graph_of(path: Path) -> tuple[DomainGraph, Table]:
    """The graph of a file of triples, and the table of its facts."""
    items = list(read_triples(path))
    store, names, report = load_in_memory(items)
    graph = DomainGraph(store, report.schema, names, name=path.name)
    return graph, Table.of(
        graph, ((one.subject, one.predicate, one.object) for one in items if isinstance(one, Relation))
    )


def read_questions(path: Path) -> list[Question]:
    """Questions from JSON lines; entities are separated by commas."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [
        Question(row["input"], tuple(row["input_KG"].split(",")), frozenset(row["output_KG"].split(",")))
        for row in rows
    ]


def make_questions(graph: DomainGraph, count: int, seed: int) -> list[Question]:
    """Questions about entities that have neighbours of at least three types, such as a disease.

    A third of them names the entity, the others two or three neighbours of its commonest type; names of several words
    lose one half of the time. The answer is the entity and its neighbours of the other types.
    """
    rng = random.Random(seed)
    around: dict[str, dict[str, list[Entity]]] = {}
    for identifier in _all(graph):
        steps, _ = graph.steps(identifier)
        ends = dict.fromkeys(step.object if step.subject == identifier else step.subject for step in steps)
        for entity in graph.entities(list(ends)):
            around.setdefault(identifier, {}).setdefault(entity.type, []).append(entity)
    rich = sorted(one for one, kinds in around.items() if len(kinds) >= 3)
    entities = {entity.id: entity for entity in graph.entities(rich)}
    made = []
    for number in range(count):
        one = rng.choice(rich)
        told = max(around[one], key=lambda kind: (len(around[one][kind]), kind))
        if number % 3 == 0:
            named = [entities[one]]
            text = rng.choice(("I may have {}. What should I do?", "I was told it is {}; what now?"))
        else:
            pool = around[one][told]
            named = rng.sample(pool, min(len(pool), rng.choice((2, 3))))
            text = rng.choice(("For some days I have {}. What could it be?", "There is {}, what can be done?"))
        wanted = {entity.id for kind, ends in around[one].items() if kind != told for entity in ends} | {one}
        said = " and ".join(_shortened(entity.name, rng).lower() for entity in named)
        made.append(Question(text.format(said), tuple(entity.id for entity in named), frozenset(wanted)))
    return made


def _all(graph: DomainGraph) -> list[str]:
    rows = graph.select("SELECT DISTINCT ?e WHERE { ?e a ?t }", 100_000).rows
    return sorted(identifier_of(Vocabulary().entity, row[0] or "") for row in rows)


def _shortened(name: str, rng: random.Random) -> str:
    words = name.split()
    if len(words) > 2 and rng.random() < 0.5:
        words.pop(rng.randrange(len(words)))
    return " ".join(words)


class Baselines:
    """What other retrievers give, with the same budget.

    Args:
        recognised: the entities of a question, the same that mindmap starts from.
    """

    def __init__(
        self,
        table: Table,
        embedder: Embedder,
        limit: int,
        recognised: Callable[[Question], list[str]],
    ) -> None:
        self._table, self._embedder, self._limit = table, embedder, limit
        self._recognised = recognised
        self._own: dict[str, list[int]] = {}
        for place, pair in enumerate(table.pairs):
            for end in pair:
                self._own.setdefault(end, []).append(place)
        pages = {
            end: f"{table.names[end]}. " + ". ".join(table.sentences[place] for place in places)
            for end, places in self._own.items()
            if len({table.types[other] for place in places for other in table.pairs[place] if other != end}) >= 3
        }
        self._steps: dict[str, list[tuple[str, str, str]]] = {}
        for head, relation, tail in sorted(table.triples, key=lambda one: (one[1], one[0], one[2])):
            self._steps.setdefault(head, []).append((head, relation, tail))
            if head != tail:
                self._steps.setdefault(tail, []).append((head, relation, tail))
        self._ends = list(pages)
        self._facts = Corpus(Abstract(str(n), "", (one,)) for n, one in enumerate(table.sentences))
        self._pages = Corpus(Abstract(end, "", (page,)) for end, page in pages.items())
        self._fact_vectors = embedder.embed(table.sentences)
        self._page_vectors = embedder.embed(list(pages.values()))

    def methods(self) -> dict[str, Method]:
        """The methods by name."""
        return {
            "kg": self.paths,
            "bm25": self.words,
            "bm25 documents": lambda one: self._first(
                hit.abstract.id for hit in self._pages.search(one.text, 50, "bm25")
            ),
            "embedding": self.vectors,
            "embedding documents": self.page_vectors,
        }

    def paths(self, question: Question) -> list[Pair]:
        """Shortest paths of up to three hops between all pairs of the entities, then their neighbours in turn."""
        ids = self._recognised(question)
        found: dict[frozenset[str], Pair] = {}
        for number, one in enumerate(ids):
            for other in ids[number + 1 :]:
                for pair in self._between(one, other):
                    found.setdefault(frozenset(pair), pair)
        around = [[self._table.pairs[place] for place in self._own.get(one, ())] for one in ids]
        for turn in range(max(map(len, around), default=0)):
            for own in around:
                if turn < len(own):
                    found.setdefault(frozenset(own[turn]), own[turn])
        return list(found.values())[: self._limit]

    def chains(self, question: Question) -> list[Pair]:
        """Shortest paths of up to three hops between all pairs of the entities, and nothing else."""
        ids = self._recognised(question)
        pairs = [
            pair for number, one in enumerate(ids) for other in ids[number + 1 :] for pair in self._between(one, other)
        ]
        return list({frozenset(pair): pair for pair in pairs}.values())[: self._limit]

    def _between(self, start: str, end: str, hops: int = 3, most: int = 20) -> list[Pair]:
        """The steps of the first `most` shortest paths, as `DomainGraph.paths` finds them, without asking the graph."""
        chains: list[tuple[str, tuple[Pair, ...]]] = [(start, ())]
        seen = {start}
        for _ in range(hops):
            longer = [
                (tail if head == node else head, (*chain, (head, tail)))
                for node, chain in chains
                for head, _, tail in self._steps.get(node, ())
            ]
            done = [chain for node, chain in longer if node == end][:most]
            if done:
                return [pair for chain in done for pair in chain]
            chains = [(node, chain) for node, chain in longer if node not in seen][:1_000]
            seen.update(node for node, _ in chains)
        return []

    def words(self, question: Question) -> list[Pair]:
        """The facts nearest by BM25."""
        hits = self._facts.search(question.text, self._limit, "bm25")
        return [self._table.pairs[int(hit.abstract.id)] for hit in hits]

    def vectors(self, question: Question) -> list[Pair]:
        """The facts nearest by embedding."""
        near = self._fact_vectors @ self._embedder.embed([question.text])[0]
        return [self._table.pairs[place] for place in np.argsort(-near, kind="stable")[: self._limit]]

    def page_vectors(self, question: Question) -> list[Pair]:
        """The facts of the documents nearest by embedding."""
        near = self._page_vectors @ self._embedder.embed([question.text])[0]
        return self._first(self._ends[place] for place in np.argsort(-near, kind="stable")[:50])

    def _first(self, ends: Iterable[str]) -> list[Pair]:
        places = dict.fromkeys(place for end in ends for place in self._own[end])
        return [self._table.pairs[place] for place in list(places)[: self._limit]]


@dataclass(frozen=True, slots=True)
class Scores:
    """Recall and precision of the entities of the facts, and how many facts, for each question."""

    recall: tuple[float, ...]
    precision: tuple[float, ...]
    facts: tuple[int, ...]

    def as_row(self, ours: Scores) -> dict[str, object]:
        """Means with intervals, and the gain of `ours` over this."""
        gain = [mine - other for mine, other in zip(ours.recall, self.recall, strict=True)]
        return {
            "recall": _shown(self.recall),
            "precision": _shown(self.precision),
            "facts": round(statistics.fmean(self.facts), 1),
            "gain": _shown(gain),
        }


def score(questions: Sequence[Question], method: Method) -> Scores:
    """What a method reaches on each question."""
    recalls, precisions, facts = [], [], []
    for question in questions:
        pairs = method(question)
        found = {end for pair in pairs for end in pair}
        right = len(found & question.wanted)
        recalls.append(right / max(len(question.wanted), 1))
        precisions.append(right / max(len(found), 1))
        facts.append(len(pairs))
    return Scores(tuple(recalls), tuple(precisions), tuple(facts))


def _shown(values: Sequence[float]) -> str:
    low, high = bootstrap(values)
    return f"{statistics.fmean(values):.3f} [{low:.3f}, {high:.3f}]"


def run(
    path: Path, questions: Sequence[Question] | None, limit: int, given: bool, count: int, seed: int
) -> dict[str, object]:
    """What was measured, with one row a method, mindmap first."""
    graph, table = graph_of(path)
    embedder = StaticEmbedder()
    questions = questions if questions is not None else make_questions(graph, count, seed)
    agent = MindMap(graph, embedder=embedder, facts=limit)
    recognised: dict[str, tuple[Seed, ...]] = {}

    def seeds(question: Question) -> tuple[Seed, ...]:
        if given:
            return tuple(Seed(one, 1.0, "name", one) for one in question.given)
        if question.text not in recognised:
            recognised[question.text] = agent.recognise(question.text)[0]
        return recognised[question.text]

    def mindmap(question: Question) -> list[Pair]:
        found = gather(graph, seeds(question), limit, asked=agent.asked(question.text))
        return [(fact.subject.id, fact.object.id) for fact in found.facts]

    def neighbours(question: Question) -> list[Pair]:
        found = gather(graph, seeds(question), limit, 1, agent.asked(question.text))
        return [(fact.subject.id, fact.object.id) for fact in found.facts]

    others = Baselines(table, embedder, limit, lambda one: [seed.entity for seed in seeds(one)])
    scored = {
        name: score(questions, method)
        for name, method in {
            "mindmap": mindmap,
            "neighbours only": neighbours,
            "paths only": others.chains,
            **others.methods(),
        }.items()
    }
    named = [len(set(one.given) & {seed.entity for seed in seeds(one)}) / max(len(one.given), 1) for one in questions]
    return {
        "benchmark": "mindmap",
        "triples": path.name,
        "questions": len(questions),
        "facts": limit,
        "entities": "given" if given else "recognised",
        "recall of the question's entities": _shown(named),
        "methods": [{"method": name, **one.as_row(scored["mindmap"])} for name, one in scored.items()],
    }


def main() -> None:
    """Read the command line, run, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=Path, required=True)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--facts", type=int, default=30)
    parser.add_argument("--given", action="store_true")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    told = parser.parse_args()
    questions = read_questions(told.questions) if told.questions else None
    found = run(told.triples, questions, told.facts, told.given, told.count, told.seed)
    print_table(found, "methods")
    keep(found, told.out)


if __name__ == "__main__":
    main()
