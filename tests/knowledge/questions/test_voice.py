"""Who does it, to whom and from what: a question that grammar turns round is not answered the other way."""

from __future__ import annotations

import pytest

from scitoolagent.knowledge.questions.answering import answer_question
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

ITEMS: tuple[Item, ...] = (
    Predicate("makes", "makes"),
    Predicate("consumes", "consumes"),
    Predicate("inhibits", "inhibits"),
    Predicate("binds", "binds"),
    Entity("e1", "enzyme", "urease"),
    Entity("e2", "enzyme", "arginase"),
    *(Entity(name[:3], "compound", name) for name in ("urea", "ammonia", "carbonate", "arginine", "ornithine")),
    Entity("aha", "compound", "acetohydroxamic acid"),
    Relation("e1", "consumes", "ure"),
    Relation("e1", "makes", "amm"),
    Relation("e1", "makes", "car"),
    Relation("e2", "consumes", "arg"),
    Relation("e2", "makes", "orn"),
    Relation("aha", "inhibits", "e1"),
    Relation("aha", "binds", "e1"),
)


@pytest.fixture(scope="module")
def graph() -> DomainGraph:
    store, names, report = load_in_memory(ITEMS)
    return DomainGraph(store, report.schema, names)


@pytest.mark.parametrize(
    "question",
    [
        # What something is made from is neither who makes it nor what is made; it had an empty answer.
        "what is made from urea",
        "What is urea made from?",
        "which enzymes make ammonia from urea",
        "which compounds are made from the arginine",
        "what is urea converted to",
        # The types would allow the other way alone, and it is not what is asked.
        "what does ammonia make",
        "which enzymes does ammonia make",
        "which enzymes are made by ammonia",
        "what is made by ammonia",
        "which compounds are inhibited by urease",
        "which compounds does urease inhibit",
        # Products are asked for and no enzymes.
        "which products are made by enzymes that consume urea",
    ],
)
def test_what_grammar_turns_round_is_not_answered(graph: DomainGraph, question: str) -> None:
    found = answer_question(graph, question)
    assert found.plan is None, (found.reading, found.ids)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("what is made by urease", {"amm", "car"}),
        ("what does the urease make", {"amm", "car"}),
        ("what makes ammonia", {"e1"}),
        ("which enzymes make ammonia", {"e1"}),
        ("what does acetohydroxamic acid inhibit", {"e1"}),
        ("which enzyme is inhibited by acetohydroxamic acid", {"e1"}),
        # Who binds is bound.
        ("which compounds are bound by urease", {"aha"}),
        ("which compounds does urease bind", {"aha"}),
        # What is asked for stands before the verb, and the enzyme on the way.
        ("what is made by the enzyme that consumes urea", {"amm", "car"}),
        ("what inhibits the enzyme that makes ammonia", {"aha"}),
        ("which compounds do the enzymes inhibited by acetohydroxamic acid make", {"amm", "car"}),
    ],
)
def test_what_grammar_allows_is_answered(graph: DomainGraph, question: str, wanted: set[str]) -> None:
    found = answer_question(graph, question)
    assert set(found.ids) == wanted, (found.reading, found.reason)
    assert found.unread == ()
