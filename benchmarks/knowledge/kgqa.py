"""Score graph questions: `python -m scitoolagent.benchmarks.knowledge.kgqa --graph hetionet [--count 600] [--seed 1]`.

F1 and EM are over sets of ids; a question that is not answered scores 0. Executability is the share that is answered.
Every set of wording is scored, and each kind of question; `--wording FILE` scores somebody else's, so that who writes
it need not have seen the reader. `--questions FILE` scores questions of JSON lines with
`kind`, `text` and `gold` instead; `--write FILE` keeps those that were made.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from scitoolagent.benchmarks.knowledge.intervals import bootstrap, share_interval
from scitoolagent.benchmarks.knowledge.questions import GraphQuestion, QuestionMaker
from scitoolagent.benchmarks.knowledge.wording import STYLES, style_of
from scitoolagent.knowledge.questions.answering import GraphAnswer, answer_question
from scitoolagent.knowledge.questions.phrases import Lexicon
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.graph import DomainGraph


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question, its answer and its F1."""

    question: GraphQuestion
    answer: GraphAnswer
    f1: float


def f1_of(found: Iterable[str], gold: Iterable[str]) -> float:
    """The harmonic mean of precision and recall of a set; 0 when nothing is right."""
    given, wanted = set(found), set(gold)
    right = len(given & wanted)
    return 2 * right / (len(given) + len(wanted)) if right else 0.0


def score(graph: DomainGraph, questions: Iterable[GraphQuestion]) -> list[Outcome]:
    """Answer every question without a model."""
    lexicon = Lexicon(graph.schema)
    outcomes = []
    for question in questions:
        answer = answer_question(graph, question.text, lexicon)
        outcomes.append(Outcome(question, answer, f1_of(answer.ids, question.gold)))
    return outcomes


def summary(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """F1, EM and executability with 95 % intervals."""
    exact = sum(1 for one in outcomes if set(one.answer.ids) == set(one.question.gold))
    answered = sum(1 for one in outcomes if one.answer.plan is not None)
    scores = [one.f1 for one in outcomes]
    count = len(outcomes)
    return {
        "count": count,
        "F1": _shown(statistics.fmean(scores) if scores else 0.0, bootstrap(scores)),
        "EM": _shown(exact / max(count, 1), share_interval(exact, count)),
        "executability": _shown(answered / max(count, 1), share_interval(answered, count)),
        "wrong": sum(1 for one in outcomes if one.answer.plan is not None and one.f1 < 1),
    }


def _shown(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.3f} [{interval[0]:.3f}, {interval[1]:.3f}]"


def main() -> None:
    """Print one line a style of wording, and one a kind of question."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graph", required=True, help="a graph that `scitoolagent knowledge load` made")
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--style", choices=[style.name for style in STYLES], help="this set of wording only")
    parser.add_argument("--wording", type=Path, help="score this set of wording only, a JSON file as `Style`")
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--failures", type=int, default=0, help="print so many questions that went wrong")
    given = parser.parse_args()
    graph = open_graph(given.graph)
    if given.questions:
        rows = [json.loads(line) for line in given.questions.read_text(encoding="utf-8").splitlines() if line]
        sets = {given.questions.name: [GraphQuestion(row["kind"], row["text"], tuple(row["gold"]), "") for row in rows]}
    else:
        styles = [style for style in STYLES if given.style in (None, style.name)]
        if given.wording:
            styles = [style_of(given.wording)]
        sets = {style.name: list(QuestionMaker(graph, style, given.seed).make(given.count)) for style in styles}
    if given.write:
        made = [json.dumps(asdict(question)) for questions in sets.values() for question in questions]
        given.write.write_text("\n".join(made) + "\n", encoding="utf-8")
    for name, questions in sets.items():
        start = time.perf_counter()
        outcomes = score(graph, questions)
        each = (time.perf_counter() - start) / max(len(outcomes), 1) * 1000
        print(json.dumps({"wording": name, "kind": "all", **summary(outcomes), "ms": round(each, 1)}))
        for kind in dict.fromkeys(one.question.kind for one in outcomes):
            print(
                json.dumps(
                    {"wording": name, "kind": kind, **summary([one for one in outcomes if one.question.kind == kind])}
                )
            )
        for one in [one for one in outcomes if one.f1 < 1][: given.failures]:
            print(json.dumps({"text": one.question.text, "gold": len(one.question.gold), "f1": round(one.f1, 2),
                              "read": one.answer.reading or one.answer.reason}))  # fmt: skip


if __name__ == "__main__":
    main()
