"""Scores of evidence, made questions, and the same budget for all methods."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from scitoolagent.benchmarks.knowledge.mindmap import (
    Baselines,
    Question,
    Scores,
    Table,
    make_questions,
    read_questions,
    run,
    score,
)
from scitoolagent.knowledge.store.formats.triples import read_triples
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Relation
from scitoolagent.knowledge.store.writer import load_in_memory
from scitoolagent.language.vectors import StaticEmbedder


@pytest.fixture
def triples(tmp_path: Path) -> Path:
    rows = []
    for number, word in enumerate(("Alder", "Birch", "Cedar", "Elm", "Fir", "Maple")):
        one = f"Pox_{number}"
        for part in ("bark", "leaf", "root"):
            sign = f"{word}{part}"
            rows += [(one, "has_symptom", sign), (sign, "possible_disease", one)]
        rows += [(one, "has_symptom", "Tiredness"), (one, "need_medical_test", f"Scan_{number}")]
        rows += [(one, "need_medication", f"Tea_{number}"), (f"Tea_{number}", "possible_cure_disease", one)]
    path = tmp_path / "t.tsv"
    path.write_text("".join("\t".join(row) + "\n" for row in rows))
    return path


def test_recall_and_precision_are_means_over_questions() -> None:
    """By hand: first 1 of 2 wanted among 3 found, second 2 of 2 among 2: recall 0.75, precision (1/3 + 1)/2."""
    questions = [Question("a", (), frozenset({"x", "y"})), Question("b", (), frozenset({"p", "q"}))]
    pairs = {"a": [("x", "k"), ("k", "l")], "b": [("p", "q")]}
    found = score(questions, lambda one: pairs[one.text])
    row = found.as_row(found)
    assert str(row["recall"]).startswith("0.750") and str(row["precision"]).startswith("0.667")
    assert row["facts"] == 1.5 and row["gain"] == "0.000 [0.000, 0.000]"


def test_the_gain_is_paired() -> None:
    """Two methods that differ by 0.2 on every question: the interval of the gain has no width."""
    ours, other = Scores((1.0, 0.5, 0.2), (1.0,) * 3, (1,) * 3), Scores((0.8, 0.3, 0.0), (1.0,) * 3, (1,) * 3)
    assert other.as_row(ours)["gain"] == "0.200 [0.200, 0.200]"


def test_made_questions_are_answered_by_the_graph(triples: Path) -> None:
    store, names, report = load_in_memory(list(read_triples(triples)))
    graph = DomainGraph(store, report.schema, names)
    questions = make_questions(graph, 12, 3)
    assert questions == make_questions(graph, 12, 3) and len(questions) == 12
    for question in questions:
        (disease,) = (one for one in question.wanted if one.startswith("Pox"))
        number = disease[-1]
        assert question.wanted == {disease, f"Scan_{number}", f"Tea_{number}"}


def test_all_methods_answer_with_the_same_budget(triples: Path) -> None:
    found = run(triples, None, 6, given=False, count=6, seed=1)
    assert (found["questions"], found["facts"]) == (6, 6)
    rows = found["methods"]
    assert isinstance(rows, list)
    methods = {row["method"]: row for row in rows}
    assert set(methods) == {
        "mindmap",
        "neighbours only",
        "paths only",
        "kg",
        "bm25",
        "bm25 documents",
        "embedding",
        "embedding documents",
    }
    assert all(0 < row["facts"] <= 6 for row in rows)
    assert float(methods["mindmap"]["recall"].split()[0]) == 1.0


def test_the_kg_baseline_has_the_paths_that_the_graph_has(triples: Path) -> None:
    items = list(read_triples(triples))
    store, names, report = load_in_memory(items)
    graph = DomainGraph(store, report.schema, names)
    table = Table.of(graph, [(one.subject, one.predicate, one.object) for one in items if isinstance(one, Relation)])
    ends = ["Pox_0", "Tea_3", "Scan_0"]
    wanted: dict[frozenset[str], None] = {}
    for one, other in combinations(ends, 2):
        for chain in graph.paths(one, other, 3, 20)[0]:
            wanted |= {frozenset((step.subject, step.object)): None for step in chain}
    baselines = Baselines(table, StaticEmbedder(), 100, lambda _: ends)
    found = [frozenset(pair) for pair in baselines.paths(Question("", (), frozenset()))]
    assert found[: len(wanted)] == list(wanted) and len(found) > len(wanted)


def test_questions_are_read(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps({"input": "q", "input_KG": "A,B", "output": "o", "output_KG": "C,C,D"}) + "\n\n")
    assert read_questions(path) == [Question("q", ("A", "B"), frozenset({"C", "D"}))]
