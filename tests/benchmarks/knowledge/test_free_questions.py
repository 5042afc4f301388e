"""The free questions: how many there are, and that a gold is looked up by SPARQL alone."""

from __future__ import annotations

import pytest

from scitoolagent.benchmarks.knowledge.free_questions import gold_of, known_answer, read_questions
from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.catalogue import open_graph


def test_there_are_sixty_different_questions() -> None:
    rows = read_questions()
    assert len({text for text, _ in rows}) == 60
    assert all(gold for _, gold in rows)


def test_a_gold_is_a_chain_of_relations() -> None:
    graph = open_graph("demo")
    assert gold_of(graph, "aspirin inhibits") == {"P23219", "P35354"}
    assert gold_of(graph, "aspirin inhibits> <inhibits") == {"DB01050", "DB00482"}
    assert gold_of(graph, "prostaglandin G/H synthase 2 <inhibits & osteoarthritis <treats") == {"DB01050", "DB00482"}
    assert gold_of(graph, "-") is None
    with pytest.raises(GraphError, match="names no entity"):
        gold_of(graph, "nothing inhibits>")


@pytest.mark.parametrize(
    ("question", "chains"),
    [
        ("Which proteins does aspirin inhibit?", "aspirin inhibits>"),
        ("What inhibits a protein that aspirin inhibits?", "aspirin inhibits> <inhibits"),
        (
            "Which drugs inhibit prostaglandin G/H synthase 2 and treat osteoarthritis?",
            "prostaglandin G/H synthase 2 <inhibits & osteoarthritis <treats",
        ),
    ],
)
def test_who_knows_the_chain_can_say_it_in_the_turns_of_a_model(question: str, chains: str) -> None:
    graph = open_graph("demo")
    found = known_answer(graph, chains, question, 6)
    assert found.plan is not None
    assert frozenset(found.ids) >= (gold_of(graph, chains) or {"?"})
    assert known_answer(graph, chains, question, 2).plan is None


def test_who_cannot_say_the_chain_answers_nothing() -> None:
    graph = open_graph("demo")
    # The question names something else, so the name of the chain is not offered.
    assert known_answer(graph, "aspirin inhibits>", "Which proteins does celecoxib inhibit?", 6).plan is None
    assert known_answer(graph, "-", "Which planets does aspirin orbit?", 6).plan is None
