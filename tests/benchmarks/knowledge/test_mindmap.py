"""Scores of evidence, made questions, and the same budget for all methods."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.benchmarks.knowledge.mindmap import Question, make_questions, read_questions, run, score
from scitoolagent.domain.graph import DomainGraph
from scitoolagent.domain.sparql import LocalSparql
from scitoolagent.domain.triples import read_triples
from scitoolagent.domain.writer import load_in_memory


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
    assert str(found["recall"]).startswith("0.750") and str(found["precision"]).startswith("0.667")
    assert found["facts"] == 1.5


def test_made_questions_are_answered_by_the_graph(triples: Path) -> None:
    store, names, report = load_in_memory(list(read_triples(triples)))
    graph = DomainGraph(LocalSparql(store), report.schema, names)
    questions = make_questions(graph, 12, 3)
    assert questions == make_questions(graph, 12, 3) and len(questions) == 12
    for question in questions:
        (disease,) = (one for one in question.wanted if one.startswith("Pox"))
        number = disease[-1]
        assert question.wanted == {disease, f"Scan_{number}", f"Tea_{number}"}


def test_all_methods_answer_with_the_same_budget(triples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(triples, None, 6, given=False, count=6, seed=1)
    about, *lines = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert about["questions"] == 6 and about["facts"] == 6
    methods = {line["method"]: line for line in lines}
    assert set(methods) == {"mindmap", "kg", "bm25", "bm25 documents", "embedding", "embedding documents"}
    assert all(line["facts"] <= 6 for line in lines)
    assert float(methods["mindmap"]["recall"].split()[0]) == 1.0


def test_questions_are_read(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps({"input": "q", "input_KG": "A,B", "output": "o", "output_KG": "C,C,D"}) + "\n\n")
    assert read_questions(path) == [Question("q", ("A", "B"), frozenset({"C", "D"}))]
