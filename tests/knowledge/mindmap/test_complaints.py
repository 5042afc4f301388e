"""How people speak of their complaints: synonyms, compounds, spelling, denials, parts of the body."""

from __future__ import annotations

import pytest

from scitoolagent.knowledge.mindmap.complaints import concepts_of
from scitoolagent.knowledge.mindmap.recognise import Recogniser, parts_of
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity
from scitoolagent.knowledge.store.writer import load_in_memory

NAMES = (
    "Abdominal pain",
    "Knee pain",
    "Knee swelling",
    "Hand or finger pain",
    "Vomiting",
    "Fever",
    "Insomnia",
    "Diarrhea",
    "Decreased appetite",
    "Back pain",
    "Low back pain",
    "Earthquake (I-Deal)",
)
store, names, report = load_in_memory(Entity(name, "Symptom", name) for name in NAMES)
GRAPH = DomainGraph(store, report.schema, names)
RECOGNISER = Recogniser(GRAPH)


def found(text: str) -> set[str]:
    return {seed.entity for seed in RECOGNISER.recognise(text)[0] if seed.how != "guess"}


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("my tummy hurts", {"Abdominal pain"}),
        ("I have stomachache", {"Abdominal pain"}),
        ("I threw up all night", {"Vomiting"}),
        ("I've had diarhea since Monday", {"Diarrhea"}),
        ("I can't sleep", {"Insomnia"}),
        ("I can sleep", set()),
        ("I have no appetite", {"Decreased appetite"}),
        ("no fever", set()),
        ("I don't have a fever or knee pain", set()),
        ("no fever, but my knee hurts", {"Knee pain"}),
        ("No fever. My knee hurts", {"Knee pain"}),
        ("I haven't vomited", set()),
        ("pain and swelling in my knee", {"Knee pain", "Knee swelling"}),
        ("my finger is sore", {"Hand or finger pain"}),
        ("my knee is fine", set()),
        ("the pain is in my lower back", {"Low back pain"}),
        ("My knee is red. The pain has gone", set()),
        ("How am I to deal with this?", set()),
    ],
)
def test_what_people_say_is_linked(text: str, entities: set[str]) -> None:
    assert found(text) == entities


def test_names_of_alternatives_have_parts_with_several_concepts() -> None:
    assert parts_of("Hand or finger pain") == [(frozenset({"=hand", "=finger"}), frozenset({"=pain"}))]


@pytest.mark.parametrize("text", ["", "'t 't not t", "no " * 500, "a’t" * 300, "\n\n;;", "ear" * 2_000])
def test_odd_texts_are_read(text: str) -> None:
    concepts_of(text)
    RECOGNISER.recognise(text)
