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


POND: tuple[Item, ...] = (
    Predicate("eats", "eats"),
    Predicate("lives_in", "lives in"),
    Predicate("part_of", "part of"),
    *(Entity(name, "thing", name) for name in ("pike", "roach", "heron", "mayfly", "pond", "shallows")),
    Relation("pike", "eats", "roach"),
    Relation("heron", "eats", "roach"),
    Relation("roach", "eats", "mayfly"),
    Relation("roach", "lives_in", "shallows"),
    Relation("shallows", "part_of", "pond"),
)


@pytest.fixture(scope="module")
def pond() -> DomainGraph:
    store, names, report = load_in_memory(POND)
    return DomainGraph(store, report.schema, names)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        # What is said of the thing makes it another one.
        ("what eats young roach", "'young'"),
        ("what eats roach besides the pike", "'besides'"),
        ("what eats roach apart from the heron", "'apart'"),
        ("which things that are extinct eat roach", "'extinct'"),
        ("what percentage of things eat roach", "'percentage'"),
        ("which things eat roach more than mayfly", "'than'"),
        # Nothing lives in the pond itself, but its shallows are part of it: that is not nothing.
        ("what lives in the pond", "a kind or a whole"),
    ],
)
def test_what_would_be_another_question_is_refused(pond: DomainGraph, question: str, reason: str) -> None:
    found = answer_question(pond, question)
    assert found.plan is None, (found.reading, found.ids)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("the diet of the pike", {"roach"}),
        ("what is the prey of the heron", {"roach"}),
        ("predators of roach", {"pike", "heron"}),
        ("what might eat a roach", {"pike", "heron"}),
        ("what lives in the shallows", {"roach"}),
    ],
)
def test_nouns_turn_a_relation_the_way_they_mean(pond: DomainGraph, question: str, wanted: set[str]) -> None:
    assert set(answer_question(pond, question).ids) == wanted


def test_no_relation_is_supposed_where_another_is_said() -> None:
    """The graph has what treats and what resembles; between two diseases there is the second alone."""
    items: tuple[Item, ...] = (
        Predicate("treats", "treats"),
        Predicate("resembles", "resembles", True),
        Entity("d", "drug", "moss tea"),
        Entity("g", "disease", "greenpox"),
        Entity("r", "disease", "redpox"),
        Relation("d", "treats", "g"),
        Relation("g", "resembles", "r"),
    )
    store, names, report = load_in_memory(items)
    graph = DomainGraph(store, report.schema, names)
    assert answer_question(graph, "which diseases does greenpox treat").plan is None
    assert answer_question(graph, "which diseases resemble greenpox").ids == ("r",)
    assert answer_question(graph, "which diseases does moss tea treat").ids == ("g",)
