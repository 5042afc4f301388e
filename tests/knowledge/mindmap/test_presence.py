"""What a patient has now, and what he does not: denials and their ends, what is gone, past, another's or measured."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from scitoolagent.cli.knowledge import app
from scitoolagent.errors import GraphError
from scitoolagent.knowledge.mindmap.answer import MindMap, about
from scitoolagent.knowledge.mindmap.draw import as_html, as_json
from scitoolagent.knowledge.mindmap.measures import measured_in
from scitoolagent.knowledge.mindmap.recognise import Recogniser
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

SIGNS = (
    "Fever", "Nausea", "Knee pain", "Vomiting", "Itching of skin", "Increased heart rate", "Decreased heart rate", "Wheezing",
    "Chills", "Frequent urination", "Painful urination", "Decreased appetite", "Symptoms of the testes",
)  # fmt: skip
ITEMS = [
    *(Entity(name, "Symptom", name) for name in SIGNS),
    Entity("Moss pox", "Disease", "Moss pox"),
    Entity("Moss tea", "Medication", "Moss tea (Mossol)"),
    Entity("Moss scan", "Test", "Moss scan"),
    Predicate("shows", "shows"),
    Predicate("needs", "needs"),
    Predicate("takes", "takes"),
    *(Relation("Moss pox", "shows", name) for name in SIGNS[:5]),
    Relation("Moss pox", "needs", "Moss scan"),
    Relation("Moss pox", "takes", "Moss tea"),
]
store, names, report = load_in_memory(ITEMS)
GRAPH = DomainGraph(store, report.schema, names, name="moss")
RECOGNISER = Recogniser(GRAPH)


def found(text: str) -> set[str]:
    return {seed.entity for seed in RECOGNISER.read(text).seeds if seed.how != "guess"}


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("He denies nausea, complains of wheezing and vomiting.", {"Wheezing", "Vomiting"}),
        ("Denies fever, chills, nausea, itchy skin, pain in the knee, wheezing. Reports vomiting.", {"Vomiting"}),
        ("neither wheezing nor nausea, only chills", {"Chills"}),
        ("no nausea any more, just wheezing", {"Wheezing"}),
        ("not merely nausea but chills as well", {"Nausea", "Chills"}),
        ("not one week without vomiting", {"Vomiting"}),
        ("I cannot recall having any nausea, though I wheeze", {"Wheezing"}),
        ("nausea (no), wheezing (yes)", {"Wheezing"}),
        ("nausea: none; wheezing: present", {"Wheezing"}),
        ("Nausea? No. Wheezing? Yes.", {"Wheezing"}),
        ("The vomiting has stopped, but I wheeze", {"Wheezing"}),
        ("Nausea and vomiting are gone, my knee hurts", {"Knee pain"}),
        ("I have chills and the nausea is gone", {"Chills"}),
        ("I was vomiting yesterday but it went away", set()),
        ("I had nausea and chills, but none of these today", set()),
        ("My appetite has gone", {"Decreased appetite"}),
        ("I used to have chills; now I have nausea", {"Nausea"}),
        ("I had wheezing as a child. Today I have chills", {"Chills"}),
        ("I have had chills since I was a child", {"Chills"}),
        ("My brother is wheezing, I have nausea", {"Nausea"}),
        ("Family history of wheezing. I have nausea", {"Nausea"}),
        ("My mother is wheezing", {"Wheezing"}),
        ("My daughter is wheezing and I do not know why", {"Wheezing"}),
        ("my knee hurts and I pee a lot", {"Knee pain", "Frequent urination"}),
        ("Which tests are there for chills?", {"Chills"}),
    ],
)
def test_only_what_is_had_now_is_linked(text: str, entities: set[str]) -> None:
    assert found(text) == entities


@pytest.mark.parametrize(
    ("text", "concepts"),
    [
        ("a temperature of 36.5 °C", [""]),
        ("temperature 39,4 C", ["fever"]),
        ("temp 103 F", ["fever"]),
        ("temp 96 F", [""]),
        ("temperature 38.6", ["fever"]),
        ("a fever of 101 degrees F", ["fever"]),
        ("temperature over 39", ["fever"]),
        ("temperature below 37.5", [""]),
        ("temperature never above 38.5", [""]),
        ("temperature of 70", []),
        ("pulse 48 bpm", ["slowheart"]),
        ("heart rate is 72", [""]),
        ("HR: 128/min", ["fastheart"]),
        ("BP 118/76", [""]),
        ("blood pressure was 172/104 mmHg", ["highbloodpressure"]),
        ("blood pressure 82/50", ["lowbloodpressure"]),
        ("pulse 130, temp 36.9", ["fastheart", ""]),
        ("temperature 33.8 °C", ["lowtemperature"]),
        ("saturation 86 %", ["lowsaturation"]),
        ("I am 39 and have a temperature", []),
        ("no fever for 39 days", []),
    ],
)
def test_vital_signs_are_held_against_what_is_usual(text: str, concepts: list[str]) -> None:
    assert [one.concept for one in measured_in(text)] == concepts


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("a temperature of 35.5 °C and chills", {"Chills"}),
        ("temp 103 F", {"Fever"}),
        ("pulse of 44", {"Decreased heart rate"}),
        ("pulse of 140 and no nausea", {"Increased heart rate"}),
        ("no nausea, pulse 140", {"Increased heart rate"}),
        ("no fever above 38", set()),
        ("blood pressure 170/105, chills", {"Chills"}),
        ("I have a temperature", {"Fever"}),
        ("his temperature is normal, he has chills", {"Chills"}),
    ],
)
def test_a_measured_sign_means_what_its_number_says(text: str, entities: set[str]) -> None:
    assert found(text) == entities


def test_what_was_set_apart_and_not_used_is_told() -> None:
    answer = MindMap(GRAPH).answer("61 year old, wheezing and itchy skin, no nausea, BP 170/105. My father had chills.")
    assert [(one.words, one.why) for one in answer.apart] == [("nausea", "denied"), ("chills", "another's")]
    assert "BP 170/105" in answer.unused and "61" in answer.unused[0]
    assert about(answer) == "Itching of skin (by its words), Wheezing"
    told = as_json(answer)
    assert told["apart"][0] == ["nausea", "denied"] and "BP 170/105" in told["unused"]
    assert "ruled out: nausea" in as_html(answer)
    with pytest.raises(GraphError, match="ruled out: nausea"):
        MindMap(GRAPH).answer("no nausea")


def test_what_is_asked_for_is_told_first() -> None:
    for word, wanted in (("medication", "Moss tea"), ("tests", "Moss scan")):
        answer = MindMap(GRAPH, facts=2).answer(f"I have chills and a fever, which {word} do I need?")
        assert answer.evidence.facts[0].object.id == wanted
        assert {seed.entity for seed in answer.evidence.seeds} == {"Chills", "Fever"} and not answer.unused


def test_the_command_tells_names_from_guesses() -> None:
    done = CliRunner().invoke(app, ["evidence", "demo", "aspirin 7x, no headache"], catch_exceptions=False)
    assert "about: aspirin" in done.output and "not used: 7x" in done.output
