"""The free questions: how many there are, and that a gold is looked up by SPARQL alone."""

from __future__ import annotations

import pytest

from scitoolagent.benchmarks.knowledge.free_questions import gold_of, read_questions
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
