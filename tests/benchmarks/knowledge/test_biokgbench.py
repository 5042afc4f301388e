"""The benchmark's own layouts are read and scored as it scores them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.benchmarks.knowledge.biokgbench import claims_in, items_of, kgqa, scored
from scitoolagent.errors import GraphError
from scitoolagent.knowledge.questions.answering import answer_question
from scitoolagent.knowledge.store.catalogue import open_graph

NAME = "Please check if the 'name' attribute of the node with type Protein and id {} in the knowledge graph is correct."


def given(task: str, data: Path, **more: Any) -> argparse.Namespace:
    told = {"graph": None, "corpus": None, "against": None, "online": False, **more}
    return argparse.Namespace(task=task, data=data, **told)


def test_questions_are_scored_by_names(tmp_path: Path) -> None:
    graph = open_graph("demo")
    path = tmp_path / "test.json"
    asked = "Which proteins does aspirin inhibit?"
    names = [entity.name for entity in graph.entities(answer_question(graph, asked).ids)]
    assert len(names) == 2
    rows = [
        {"question": asked, "answer": [{"answer": name} for name in names]},
        {"question": asked, "answer": [{"answer": names[0].upper()}]},
        {"question": "Which proteins sing?", "answer": [{"answer": names[0]}]},
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")
    found = kgqa(graph, items_of(path, ("question", "answer")), lambda text: answer_question(graph, text))
    # 1, then one right of two given (2/3), then nothing.
    assert found["F1"] == pytest.approx((1 + 2 / 3 + 0) / 3, abs=1e-3)
    assert found["EM"].startswith("33.3 %")
    assert found["executability"].startswith("66.7 %")


def test_claims_are_judged_by_the_corpus(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    abstracts = [
        {"pmid": 11, "title": "Aspirin and platelets", "abstract": "Aspirin inhibits platelet aggregation in adults."},
        {"pmid": 12, "title": "Wheat", "abstract": "Rust lowers the yield of wheat fields."},
    ]
    corpus.write_text("\n".join(map(json.dumps, abstracts)), encoding="utf-8")
    claims = tmp_path / "dev.jsonl"
    rows = [
        {"claim": "Aspirin inhibits platelet aggregation in adults.", "verdict": "SUPPORTS", "evidence": ["11"]},
        {"claim": "Aspirin inhibits platelet aggregation in adults.", "verdict": "REFUTES", "evidence": [12]},
    ]
    claims.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = scored(given("scv", claims, corpus=corpus), None)
    assert found["right"].startswith("50.0 %")
    assert found["wrong side"].startswith("50.0 %")
    assert found["right quotes"].startswith("50.0 %")


def test_instructions_are_read(tmp_path: Path) -> None:
    graph = open_graph("demo")
    (one,) = claims_in(graph, NAME.format("P23219"))
    assert (one.kind, one.subject, one.attribute) == ("attribute", "P23219", "name")
    (node,) = claims_in(graph, "Does the node with type Protein and id P23219 exist?")
    assert (node.kind, node.value) == ("node", "Protein")
    aspirin = next(match.entity for match in graph.link("aspirin"))
    pair = f"the node with type Compound and id {aspirin} and the node with type Protein and id P23219"
    assert [one.predicate for one in claims_in(graph, f"Please check the relation of {pair}.")] == ["inhibits"]
    with pytest.raises(GraphError, match="no node"):
        claims_in(graph, "Is everything right?")
    path = tmp_path / "dev.json"
    rows = [
        {"instruction": NAME.format("P23219"), "label": "support"},
        {"instruction": "Does the node with type Protein and id P00000 exist?", "label": "refute"},
        {"instruction": "Is everything right?", "label": "support"},
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")
    found = scored(given("kgcheck", path, graph="demo", against=["demo"]), None)
    assert found["EM"].startswith("66.7 %")
    assert found["instructions not read"] == 1


@pytest.mark.parametrize("text", ["{", "[1]", '[{"question": "x"}]', "[" * 100_000])
def test_files_of_another_layout_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "test.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GraphError, match=r"test\.json"):
        items_of(path, ("question", "answer"))


def test_what_a_task_needs_is_said(tmp_path: Path) -> None:
    path = tmp_path / "dev.jsonl"
    path.write_text("", encoding="utf-8")
    with pytest.raises(GraphError, match="needs --corpus"):
        scored(given("scv", path), None)
    with pytest.raises(GraphError, match="needs --graph"):
        scored(given("kgqa", path), None)
