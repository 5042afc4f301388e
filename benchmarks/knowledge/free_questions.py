"""Score free questions: `python -m scitoolagent.benchmarks.knowledge.free_questions --graph NAME`, a loaded Hetionet.

`texts/hetionet.tsv` holds 60 questions of our own. Each gold is a chain from a name over relations, forward (`CbG>`),
backward (`<CbG`) or both ways (`GiG`), several joined by `&`, and is looked up by SPARQL; `-` means that no answer is
right. A question is right when exactly the gold is given, wrong when something else is, and otherwise not answered.
Beside it stands what answering nothing would score; `--model` lets the model of the settings answer the same questions,
on its own, with `--turns` turns for each, and tells how many a player would answer who says the first thing that is
offered, and one who knows the chain and has to say it in the same forms and turns.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import count
from pathlib import Path
from typing import Any

from scitoolagent.benchmarks.knowledge.tables import asked_model, keep, print_table
from scitoolagent.benchmarks.metrics import Share
from scitoolagent.config import load_config
from scitoolagent.errors import GraphError, ModelError
from scitoolagent.graph.iri import Vocabulary, identifier_of, iri
from scitoolagent.knowledge.graph_agent import MAX_TURNS, GraphAgent, steps_from
from scitoolagent.knowledge.questions.answering import GraphAnswer, answer_question
from scitoolagent.knowledge.questions.phrases import Lexicon
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.llm import Message, Reply, ToolSpec
from scitoolagent.llm.structured import read_object
from scitoolagent.records import Usage

_WORDS = Vocabulary()


def read_questions(path: Path | None = None) -> list[tuple[str, str]]:
    """Questions with their gold; those of this package when left out."""
    path = path or Path(str(resources.files("scitoolagent.benchmarks.knowledge") / "texts" / "hetionet.tsv"))
    with path.open(encoding="utf-8", newline="") as file:
        return [(row["question"], row["gold"]) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def gold_of(graph: DomainGraph, chains: str) -> frozenset[str] | None:
    """The ids that a gold stands for, by SPARQL alone; None where no answer is right.

    Raises:
        GraphError: the graph lacks an entity or a relation of it.
    """
    if chains == "-":
        return None
    found = [_chain(graph, one.strip()) for one in chains.split("&")]
    return frozenset.intersection(*found)


@dataclass(frozen=True, slots=True)
class Hop:
    """One relation of a chain, and the ways in which it may be gone."""

    relation: str
    forward: bool
    backward: bool


def parsed(graph: DomainGraph, chain: str) -> tuple[tuple[str, ...], tuple[Hop, ...]]:
    """The entities from which a chain starts, and its hops.

    Raises:
        GraphError: its name is that of no entity.
    """
    known = graph.schema.predicates
    hops = [word for word in chain.split() if {word, word[1:], word[:-1]} & set(known)]
    name = chain[: chain.index(f" {hops[0]}")]
    start = tuple(match.entity for match in graph.link(name) if match.how == "name")
    if not start:
        raise GraphError(f"{name!r} names no entity")
    return start, tuple(
        Hop(
            hop if hop in known else hop[1:] if hop.startswith("<") else hop[:-1],
            forward=not hop.startswith("<"),
            backward=hop.startswith("<") or hop in known,
        )
        for hop in hops
    )


class Knowing:
    """A player of the agent's turns who knows the chains of a gold: what the forms allow at all.

    It looks for its names among those that are offered, and a turn that it cannot say is an error.
    """

    name = "who knows the chain"

    def __init__(self, graph: DomainGraph, chains: str) -> None:
        self._moves = self._turns(graph, chains)

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """The next turn.

        Raises:
            ModelError: the schema does not let it be said.
        """
        said = next(self._moves, {"action": "nothing more to say"})
        move = json.dumps({"thought": "", **said})
        return Reply(move, read_object(move, schema or {}), Usage(role=role, model=self.name))

    def _turns(self, graph: DomainGraph, chains: str) -> Iterator[dict[str, str]]:
        """The calls for the chains, one after the other, each joined with those before."""
        handles = count(1)
        joined = ""
        for chain in () if chains == "-" else chains.split("&"):
            start, hops = parsed(graph, chain.strip())
            ids = start
            yield {"action": "find", "name": graph.entities(start[:1])[0].name}
            here = f"#{next(handles)}"
            for hop in hops:
                ways = {"outgoing"} if hop.forward else {"incoming"}
                step = next(
                    one for one in steps_from(graph, ids) if one.relation == hop.relation and one.direction in ways
                )
                ids = graph.neighbours(ids, step.relation, step.direction, step.kind).ids
                yield {"action": "neighbours", "first": here, "step": step.words}
                here = f"#{next(handles)}"
            if joined:
                yield {"action": "intersection", "first": joined, "second": here}
                here = f"#{next(handles)}"
            joined = here
        if joined:
            yield {"action": "finish", "first": joined}


class First:
    """A player who reads nothing and says the first thing that is offered: what the forms and the law give alone."""

    name = "first thing offered"

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """The next turn."""
        fields = ((schema or {}).get("anyOf") or [{"properties": {}}])[0]["properties"]
        move = {name: (one.get("enum") or [""])[0] for name, one in fields.items()}
        return Reply(json.dumps(move), move, Usage(role=role, model=self.name))


def _chain(graph: DomainGraph, chain: str) -> frozenset[str]:
    start, hops = parsed(graph, chain)
    steps = ["?from"]
    patterns = []
    for number, hop in enumerate(hops):
        here, there = steps[-1], f"?v{number}"
        edge = f"<{iri(_WORDS.predicate, hop.relation)}>"
        ways = [f"{{ {here} {edge} {there} }}"] * hop.forward + [f"{{ {there} {edge} {here} }}"] * hop.backward
        patterns.append(" UNION ".join(ways))
        steps.append(there)
    values = " ".join(f"<{iri(_WORDS.entity, one)}>" for one in start)
    query = f"SELECT DISTINCT {steps[-1]} WHERE {{ VALUES ?from {{ {values} }} {' '.join(patterns)} }}"
    ids = {identifier_of(_WORDS.entity, row[0] or "") for row in graph.source.select(query, 100_000).rows}
    return frozenset(ids - set(start))


def known_answer(graph: DomainGraph, chains: str, text: str, turns: int) -> GraphAnswer:
    """What a player answers who knows the chains; nothing where the forms do not let it."""
    try:
        return GraphAgent(graph, Knowing(graph, chains), turns).answer(text).answer
    except ModelError as error:
        return GraphAnswer(None, reason=str(error))


def main() -> None:
    """Print how many are right, wrong and not answered."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graph", required=True)
    parser.add_argument("--questions", type=Path, help="another table of questions")
    parser.add_argument("--show", action="store_true", help="print what is not right")
    parser.add_argument("--model", action="store_true", help="let the model of the settings answer, too")
    parser.add_argument("--count", type=int, help="ask only so many of them, drawn once for all")
    parser.add_argument("--replies", type=Path, help="keep the model's replies here; a killed run goes on with them")
    parser.add_argument("--turns", type=int, default=MAX_TURNS, help="of the model, for each question")
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    given = parser.parse_args()
    graph = open_graph(given.graph)
    lexicon = Lexicon(graph.schema)
    asked = [(text, gold_of(graph, chains)) for text, chains in read_questions(given.questions)]
    chains = dict(read_questions(given.questions))
    answers: dict[str, Callable[[str], GraphAnswer]] = {"rules": lambda text: answer_question(graph, text, lexicon)}
    if given.count is not None:
        asked = random.Random(1).sample(asked, min(given.count, len(asked)))
    if given.model:
        model = asked_model(load_config(), "planner", given.replies)
        if model is None:
            sys.exit("no model")
        agent = GraphAgent(graph, model, given.turns)
        answers[model.name] = lambda text: agent.answer(text).answer
        first = GraphAgent(graph, First(), given.turns)
        answers[First.name] = lambda text: first.answer(text).answer
        answers[Knowing.name] = lambda text: known_answer(graph, chains[text], text, given.turns)
    answers["no answer to anything"] = lambda _: GraphAnswer(None)
    rows = [_scored(name, answer, asked, given.show) for name, answer in answers.items()]
    found = {"benchmark": "free questions", "graph": given.graph, "questions": len(asked), "outcomes": rows}
    print_table(found, "outcomes")
    keep(found, given.out)


def _scored(
    name: str, answer: Callable[[str], GraphAnswer], asked: Sequence[tuple[str, frozenset[str] | None]], show: bool
) -> dict[str, str]:
    """How many questions somebody answers rightly, wrongly and not at all."""
    counts: Counter[str] = Counter()
    for text, gold in asked:
        found = answer(text)
        ids = frozenset(found.ids) if found.plan else None
        outcome = "right" if ids == gold else "not answered" if ids is None else "wrong"
        counts[outcome] += 1
        if show and outcome != "right" and name != "no answer to anything":
            print(f"{name}, {outcome}: {text}\n  {found.reading or found.reason}")
    return {"by": name} | {
        outcome: f"{counts[outcome]}: {_shown(counts[outcome], len(asked))}"
        for outcome in ("right", "wrong", "not answered")
    }


def _shown(count: int, total: int) -> str:
    one = Share(count, total).as_json()
    return f"{one['percent']} % [{one['low']}, {one['high']}]"


if __name__ == "__main__":
    main()
