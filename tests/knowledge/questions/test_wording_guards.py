"""What turns a question round, joins it unsurely or says no relation is not answered as if it did."""

from __future__ import annotations

import pytest

from scitoolagent.knowledge.questions.answering import answer_question
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

ITEMS: tuple[Item, ...] = (
    Predicate("treats", "treats"),
    Predicate("avoided_in", "contraindicated in"),
    Predicate("inhibits", "inhibits"),
    Predicate("interacts", "interacts with"),
    Predicate("linked", "associated with"),
    *(Entity(name, "Drug", name) for name in ("lisoril", "bepradol", "camoxin", "dufenac")),
    *(Entity(name, "Disease", name) for name in ("gout", "migraine", "asthma", "lactation")),
    *(Entity(name, "Gene", name) for name in ("ABC1", "XYZ2")),
    Relation("lisoril", "treats", "gout"),
    Relation("bepradol", "treats", "gout"),
    Relation("bepradol", "treats", "migraine"),
    Relation("camoxin", "treats", "asthma"),
    Relation("lisoril", "inhibits", "ABC1"),
    Relation("bepradol", "inhibits", "XYZ2"),
    Relation("camoxin", "inhibits", "ABC1"),
    Relation("dufenac", "interacts", "lisoril"),
    Relation("dufenac", "avoided_in", "lactation"),
    Relation("ABC1", "linked", "migraine"),
    Relation("XYZ2", "linked", "asthma"),
)
HARMS: tuple[Item, ...] = (
    Predicate("has_side_effect", "has side effect"),
    *(Entity(name, "Drug", name) for name in ("lisoril", "bepradol")),
    *(Entity(name, "SideEffect", name) for name in ("vertigo", "cough")),
    Relation("lisoril", "has_side_effect", "vertigo"),
    Relation("bepradol", "has_side_effect", "vertigo"),
    Relation("bepradol", "has_side_effect", "cough"),
)


def _graph(items: tuple[Item, ...]) -> DomainGraph:
    store, names, report = load_in_memory(items)
    return DomainGraph(store, report.schema, names)


@pytest.fixture(scope="module")
def graph() -> DomainGraph:
    return _graph(ITEMS)


@pytest.fixture(scope="module")
def harms() -> DomainGraph:
    return _graph(HARMS)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        # No word says the relation, or another one is said: the warning is no permission.
        ("Which drugs may be taken in lactation?", "no relation"),
        ("Which drugs are safe during lactation?", "safe"),
        ("Which drugs work with lisoril?", "no relation"),
        ("Which drugs cause gout?", "no relation"),
        # A verb that turns the next one round.
        ("Which drugs failed to treat gout?", "failed"),
        ("Which drugs hardly treat gout?", "hardly"),
        ("Which drugs stopped treating gout?", "stopped"),
        ("Which drugs fail against gout?", "fail"),
        # Alternatives beside conditions.
        ("Which drugs that treat gout or asthma inhibit ABC1?", "'or'"),
        ("Which drugs inhibit ABC1 and treat gout or asthma?", "'or'"),
        ("Which drugs that inhibit ABC1 or XYZ2 treat gout?", "'or'"),
        # Each of them or both of them.
        ("What do lisoril and bepradol treat?", "both"),
        # Half of a list, a number, a second condition.
        ("Which drugs treat gout or eczema?", "eczema"),
        ("Which drugs treat gout with a half-life over 10?", "10"),
        # Diseases treat nothing.
        ("Which diseases treat lisoril?", "no relation"),
        # A name that is nearly spelt so.
        ("What does lisorill treat?", "lisoril"),
    ],
)
def test_what_cannot_be_read_surely_is_refused(graph: DomainGraph, question: str, reason: str) -> None:
    found = answer_question(graph, question)
    assert found.plan is None, (found.reading, found.ids)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which drugs treat gout or asthma?", {"lisoril", "bepradol", "camoxin"}),
        ("Which drugs treat gout, migraine or asthma?", {"lisoril", "bepradol", "camoxin"}),
        ("Which drugs treat gout and inhibit ABC1?", {"lisoril"}),
        ("Which drugs treat both gout and migraine?", {"bepradol"}),
        # What stands between belongs to both.
        ("Which drugs treat diseases associated with ABC1 or XYZ2?", {"bepradol", "camoxin"}),
        # Stored one way, and true the other way.
        ("Which drugs does lisoril interact with?", {"dufenac"}),
        ("What does lisoril interact with?", {"dufenac"}),
        ("Which drugs does dufenac interact with?", {"lisoril"}),
        ("Which diseases does bepradol treat?", {"gout", "migraine"}),
    ],
)
def test_what_can_be_read_is_answered(graph: DomainGraph, question: str, wanted: set[str]) -> None:
    found = answer_question(graph, question)
    assert set(found.ids) == wanted, (found.reading, found.reason)


@pytest.mark.parametrize(
    "question",
    ["drugs for vertigo", "Which drugs help with vertigo?", "medicine against cough", "vertigo drugs"],
)
def test_the_only_relation_is_not_supposed_of_medicines(harms: DomainGraph, question: str) -> None:
    found = answer_question(harms, question)
    assert found.plan is None, (found.reading, found.ids)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("side effects of bepradol", {"vertigo", "cough"}),
        ("Which side effects does bepradol have?", {"vertigo", "cough"}),
        ("Which drugs have the side effect cough?", {"bepradol"}),
    ],
)
def test_a_type_with_the_name_of_a_relation_says_it(harms: DomainGraph, question: str, wanted: set[str]) -> None:
    found = answer_question(harms, question)
    assert set(found.ids) == wanted, (found.reading, found.reason)


def test_side_effects_of_two_are_not_those_of_both(harms: DomainGraph) -> None:
    assert "both" in answer_question(harms, "What are the side effects of lisoril and bepradol?").reason
