"""Which sentences of an answer stand on a fact, and what it names beyond the evidence."""

from __future__ import annotations

import pytest

from scitoolagent.knowledge.mindmap.evidence import gather
from scitoolagent.knowledge.mindmap.recognise import Seed
from scitoolagent.knowledge.mindmap.support import share_beyond, support_of
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

GRAPH = open_graph("demo")
EVIDENCE = gather(GRAPH, [Seed("DB00331", 1.0, "name", "metformin")], 5, 1)


@pytest.mark.parametrize(
    ("text", "held", "beyond"),
    [
        ("Metformin treats type 2 diabetes.", 1, ()),
        ("Metformin does not treat type 2 diabetes.", 0, ()),
        ("Metformin is like warfarin.", 0, ("warfarin",)),
        ("Metformin is well known.", 0, ()),
        ("", 0, ()),
    ],
)
def test_a_sentence_stands_on_a_fact_or_does_not(text: str, held: int, beyond: tuple[str, ...]) -> None:
    found = support_of(text, EVIDENCE, GRAPH)
    assert sum(bool(one.facts) for one in found.sentences) == held
    assert found.beyond == beyond


def test_the_share_of_what_is_named_beyond_the_evidence() -> None:
    found = [
        support_of(text, EVIDENCE, GRAPH) for text in ("Metformin and warfarin.", "Metformin, ibuprofen, aspirin.")
    ]
    assert share_beyond(found) == pytest.approx(3 / 5)  # by hand
    assert share_beyond([]) is None
    assert "1 of 2 things named are not in the evidence; not in the evidence: warfarin" in found[0].in_words()


def test_names_are_found_where_they_are_the_ids() -> None:
    store, names, report = load_in_memory(
        [
            Predicate("treats", "treats"),
            Entity("Aspirin", "Drug", "Aspirin"),
            Entity("Dry_cough", "Symptom", "Dry cough"),
            Entity("Wheeze", "Symptom", "Wheeze"),
            Relation("Aspirin", "treats", "Dry_cough"),
        ]
    )
    graph = DomainGraph(store, report.schema, names)
    evidence = gather(graph, [Seed("Aspirin", 1.0, "id", "aspirin")], 5, 1)
    found = support_of("Aspirin treats dry cough. Aspirin treats wheeze.", evidence, graph)
    assert [one.facts for one in found.sentences] == [(1,), ()]
    assert found.beyond == ("Wheeze",)
