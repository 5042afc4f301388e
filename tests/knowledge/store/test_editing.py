"""A kept graph with changes: its triples, its names and its counts go together, or nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.graph.iri import Vocabulary, literal
from scitoolagent.knowledge.store.catalogue import change_graph, load_graph_files, open_graph
from scitoolagent.knowledge.store.editing import Change

WORDS = Vocabulary()


def entity(name: str) -> str:
    return f"<{WORDS.entity}{name}>"


def kind(name: str) -> str:
    return f"<{WORDS.type}{name}>"


HAS, IS, LABEL = f"<{WORDS.predicate}has_symptom>", f"<{WORDS.is_a}>", f"<{WORDS.label}>"


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "t.tsv"
    path.write_text("Flu\thas_symptom\tFever\nCold\thas_symptom\tFever\n")
    load_graph_files("mine", "triples", path)
    return "mine"


def test_names_relations_and_counts_go_together(mine: str) -> None:
    report = change_graph(
        mine,
        "other",
        [
            Change(False, entity("Cold"), HAS, entity("Fever")),
            Change(False, entity("Cold"), LABEL, literal("Cold")),
            Change(False, entity("Cold"), IS, kind("Disease")),
            Change(False, entity("Flu"), LABEL, literal("Flu")),
            Change(True, entity("Flu"), LABEL, literal("influenza")),
        ],
    )
    assert (report.entities, report.relations, dict(report.schema.types)) == (2, 1, {"Disease": 1, "Symptom": 1})
    graph = open_graph("other")
    assert [match.entity for match in graph.link("influenza")] == ["Flu"]
    assert graph.link("Cold") == ()
    assert not graph.holds("Cold", "has_symptom", "Fever")
    assert open_graph(mine).holds("Cold", "has_symptom", "Fever")


def test_a_type_that_changes_moves_its_relations(mine: str) -> None:
    changes = [Change(False, entity("Flu"), IS, kind("Disease")), Change(True, entity("Flu"), IS, kind("Virus"))]
    report = change_graph(mine, mine, changes)
    ends = {(link.subject_type, link.object_type): link.count for link in report.schema.links}
    assert ends == {("Disease", "Symptom"): 1, ("Virus", "Symptom"): 1}
    assert open_graph(mine).entity("Flu").type == "Virus"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (Change(False, entity("Flu"), HAS, entity("Cough")), "does not have"),
        (Change(True, entity("Flu"), HAS, entity("Fever")), "already has"),
        (Change(True, entity("Flu"), HAS, entity("Cough")), "is no entity"),
        (Change(False, entity("Flu"), IS, kind("Disease")), "no type any more"),
        (Change(True, entity("Flu"), IS, kind("Virus")), "two types"),
        (Change(True, entity("Flu"), LABEL, '"x" } ; CLEAR ALL ; INSERT DATA { <a:b> <a:b> "y"'), "no address"),
        (Change(True, "<a:b> <c:d> <e:f> . <g:h>", LABEL, '"x"'), "no address"),
    ],
)
def test_what_does_not_fit_changes_nothing(mine: str, change: Change, why: str) -> None:
    with pytest.raises(GraphError, match=why):
        change_graph(mine, mine, [change])
    graph = open_graph(mine)
    assert graph.holds("Flu", "has_symptom", "Fever")
    assert graph.entity("Flu").type == "Disease"


def test_the_built_in_graph_stays() -> None:
    with pytest.raises(GraphError, match="built in"):
        change_graph("demo", "mine", [])
