"""Score evidence: `python -m scitoolagent.benchmarks.knowledge.mindmap --triples FILE [--questions FILE] [--facts 30]`.

Each method gives the same number of facts for a question; a relation and its inverse are one fact for all of them. The
entities of the facts are held against those of the reference answer: recall and precision, the mean over questions,
with the 95 % interval of a bootstrap. Methods:
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
from scitoolagent.domain.graph import DomainGraph
from scitoolagent.domain.naming import Vocabulary, identifier_of
from scitoolagent.domain.records import Entity, Relation
from scitoolagent.domain.sparql import LocalSparql
from scitoolagent.domain.triples import read_triples
from scitoolagent.domain.writer import load_in_memory
from scitoolagent.knowledge.corpus import Abstract, Corpus, Embedder
from scitoolagent.knowledge.mindmap import MindMap
from scitoolagent.knowledge.mindmap_evidence import gather
from scitoolagent.knowledge.mindmap_recognise import Seed
from scitoolagent.planner.embedding import StaticEmbedder

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

    pairs: tuple[Pair, ...]
    sentences: tuple[str, ...]
    names: Mapping[str, str]
    types: Mapping[str, str]

    @classmethod
    def of(cls, graph: DomainGraph, triples: Iterable[tuple[str, str, str]]) -> Table:
        """The facts of the triples; of a relation and its inverse the first is kept."""
        once: dict[frozenset[str], tuple[str, str, str]] = {}
        for head, relation, tail in triples:
            once.setdefault(frozenset((head, tail)), (head, relation, tail))
        ids = list(dict.fromkeys(end for one in once.values() for end in (one[0], one[2])))
        entities = graph.entities(ids)
        names = {entity.id: entity.name for entity in entities}
        types = {entity.id: entity.type for entity in entities}
        said = tuple(f"{names[h]} {graph.schema.predicates[r].label} {names[t]}" for h, r, t in once.values())
        return cls(tuple((h, t) for h, _, t in once.values()), said, names, types)


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
        graph: DomainGraph,
        table: Table,
        embedder: Embedder,
        limit: int,
        recognised: Callable[[Question], list[str]],
    ) -> None:
        self._graph, self._table, self._embedder, self._limit = graph, table, embedder, limit
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
        """Shortest paths between all pairs of the entities, then their neighbours in turn."""
        ids = self._recognised(question)
        found: dict[frozenset[str], Pair] = {}
        for number, one in enumerate(ids):
            for other in ids[number + 1 :]:
                for chain in self._graph.paths(one, other, 3, 20)[0]:
                    for step in chain:
                        found.setdefault(frozenset((step.subject, step.object)), (step.subject, step.object))
        around = [[self._table.pairs[place] for place in self._own.get(one, ())] for one in ids]
        for turn in range(max(map(len, around), default=0)):
            for own in around:
                if turn < len(own):
                    found.setdefault(frozenset(own[turn]), own[turn])
        return list(found.values())[: self._limit]

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


def score(questions: Sequence[Question], method: Method) -> dict[str, object]:
    """Recall and precision of the entities of the facts."""
    recalls, precisions, facts = [], [], []
    for question in questions:
        pairs = method(question)
        found = {end for pair in pairs for end in pair}
        right = len(found & question.wanted)
        recalls.append(right / max(len(question.wanted), 1))
        precisions.append(right / max(len(found), 1))
        facts.append(len(pairs))
    return {
        "recall": _shown(recalls),
        "precision": _shown(precisions),
        "facts": round(statistics.fmean(facts), 1),
    }


def _shown(values: Sequence[float]) -> str:
    low, high = bootstrap(values)
    return f"{statistics.fmean(values):.3f} [{low:.3f}, {high:.3f}]"


def run(path: Path, questions: Sequence[Question] | None, limit: int, given: bool, count: int, seed: int) -> None:
    """Print one line a method."""
    items = list(read_triples(path))
    store, names, report = load_in_memory(items)
    graph = DomainGraph(LocalSparql(store), report.schema, names, name=path.name)
    triples = [(one.subject, one.predicate, one.object) for one in items if isinstance(one, Relation)]
    table, embedder = Table.of(graph, triples), StaticEmbedder()
    questions = questions if questions is not None else make_questions(graph, count, seed)
    agent = MindMap(graph, embedder=embedder, facts=limit)

    def seeds(question: Question) -> tuple[Seed, ...]:
        if given:
            return tuple(Seed(one, 1.0, "name", one) for one in question.given)
        return agent.recognise(question.text)[0]

    def mindmap(question: Question) -> list[Pair]:
        found = gather(graph, seeds(question), limit, asked=agent.asked(question.text))
        return [(fact.subject.id, fact.object.id) for fact in found.facts]

    others = Baselines(graph, table, embedder, limit, lambda one: [seed.entity for seed in seeds(one)])
    named = [len(set(one.given) & {seed.entity for seed in seeds(one)}) / max(len(one.given), 1) for one in questions]
    about = {"questions": len(questions), "facts": limit, "entities": "given" if given else "recognised"}
    print(json.dumps({**about, "recall of the question's entities": _shown(named)}))
    for name, method in {"mindmap": mindmap, **others.methods()}.items():
        print(json.dumps({"method": name, **score(questions, method)}), flush=True)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=Path, required=True)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--facts", type=int, default=30)
    parser.add_argument("--given", action="store_true")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    questions = read_questions(told.questions) if told.questions else None
    run(told.triples, questions, told.facts, told.given, told.count, told.seed)


if __name__ == "__main__":
    main()
