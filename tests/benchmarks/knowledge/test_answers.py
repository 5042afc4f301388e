"""Answers in words are measured as it is said, and nothing that cannot be measured is a number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scitoolagent.benchmarks.knowledge.answers import Asked, Likeness, judged, named, nearest, read_asked, run
from scitoolagent.benchmarks.knowledge.mindmap import Table
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.llm.replay import ScriptedModel

FACTS = Table.of(open_graph("demo"), [("DB00945", "inhibits", "P35354"), ("DB00331", "treats", "DOID:9352")])


def test_likeness_is_one_for_the_same_and_less_for_another() -> None:
    near = Likeness()
    assert near("Take aspirin for pain.", "Take aspirin for pain.") == pytest.approx(1.0, abs=1e-5)
    alike, unlike = near("fever and cough", "cough with a high temperature"), near("fever and cough", "mortgage rates")
    assert unlike < alike < 1
    assert near("", "fever") == 0


def test_names_are_whole_words() -> None:
    assert named("A flux of ideas and a Chest X-ray.", ("flu", "chest x-ray")) == 0.5
    assert named("x", ()) == 0


def test_a_mark_that_cannot_be_read_is_none() -> None:
    assert judged(ScriptedModel(['{"score": 70}']), "a", "b") == 70
    assert judged(ScriptedModel(["no"]), "a", "b") is None


def test_one_row_for_each_who_answers(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    rows = [
        {
            "input": "What does metformin treat?",
            "output": "Metformin treats type 2 diabetes.",
            "output_KG": "Metformin",
        },
        {"input": "What does aspirin inhibit?", "output": "Aspirin inhibits COX-2.", "output_KG": "Aspirin"},
        {"input": "What is new?", "output": "Nothing.", "output_KG": ""},
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    graph = open_graph("demo")
    plain, near, other = run(graph, FACTS, read_asked(path))
    assert (plain["without an answer"], other["without an answer"]) == (1, 0)
    assert near["answer"] == "retrieved facts, in words"
    assert plain["supported"] == 1.0
    assert plain["beyond"] == 0.0
    # What another question's reference names is not in this one's map.
    assert other["supported"] == 0.0
    assert other["beyond"] > 0.5
    assert "judged" not in plain


def test_the_facts_nearest_to_a_question_are_an_answer() -> None:
    answer = nearest(FACTS)(0, Asked("What does aspirin inhibit?", "", ()))
    assert answer == "aspirin inhibits prostaglandin G/H synthase 2. metformin treats type 2 diabetes mellitus."


def test_a_model_is_held_against_the_map_that_it_was_shown() -> None:
    said = "Aspirin inhibits prostaglandin G/H synthase 2."
    answer = {"summary": said, "inference": [], "map": [], "own": []}
    model = ScriptedModel([json.dumps({"entities": ["aspirin"]}), json.dumps(answer), said])
    *_, shown, alone = run(open_graph("demo"), FACTS, [Asked("What is new?", said, ())], model)
    # The rules recognise nothing in the question, and so have no map; the model has.
    assert (shown["answer"], shown["supported"], shown["beyond"]) == ("scripted with the map", 1.0, 0.0)
    assert (alone["answer"], alone["supported"], alone["without an answer"]) == ("scripted alone", "", 0)
