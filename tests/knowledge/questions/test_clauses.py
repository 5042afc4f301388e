"""A clause is taken out of a question only where each of its words is used; the facts are those put in."""

from __future__ import annotations

import pytest

from scitoolagent.knowledge.questions.clauses import find_clause, read_clause
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

ITEMS: tuple[Item, ...] = (
    Predicate("inhibits", "inhibits"),
    Predicate("treats", "treats"),
    Predicate("associated", "is associated with"),
    *(Entity(f"c{n}", "Compound", name) for n, name in enumerate(("aspirin", "ibuprofen", "celecoxib", "omeprazole"))),
    Entity("p1", "Protein", "prostaglandin synthase 1", ("COX-1",)),
    Entity("p2", "Protein", "prostaglandin synthase 2", ("COX-2",)),
    Entity("d1", "Disease", "gout"),
    Entity("d2", "Disease", "peptic ulcer, recurrent"),
    *(Relation(c, "inhibits", p) for c, p in (("c0", "p1"), ("c0", "p2"), ("c1", "p1"), ("c1", "p2"), ("c2", "p2"))),
    *(Relation(c, "treats", d) for c, d in (("c1", "d1"), ("c2", "d1"), ("c3", "d2"))),
    Relation("d1", "associated", "p2"),
)


@pytest.fixture(scope="module")
def graph() -> DomainGraph:
    store, names, report = load_in_memory(ITEMS)
    return DomainGraph(store, report.schema, names)


@pytest.mark.parametrize(
    ("question", "said", "ids", "asks"),
    [
        ("Which drugs inhibit COX-2, and what are their QED?", "drugs inhibit COX-2", "c0 c1 c2", "rows"),
        ("What is the QED of the drugs that inhibit COX-1?", "drugs that inhibit COX-1", "c0 c1", ""),
        ("How many drugs treat gout?", "drugs treat gout", "c1 c2", "number"),
        ("How many of the drugs that treat gout are heavy?", "drugs that treat gout", "c1 c2", ""),
        ("Which drugs treat gout and have a TPSA below 60?", "drugs treat gout", "c1 c2", ""),
        ("Sort drugs treating peptic ulcer, recurrent by QED.", "drugs treating peptic ulcer, recurrent", "c3", ""),
        (
            "List the drugs that inhibit both COX-1 and COX-2.",
            "drugs that inhibit both COX-1 and COX-2",
            "c0 c1",
            "rows",
        ),
        ("Which drugs inhibit COX-1 or treat gout?", "drugs inhibit COX-1 or treat gout", "c0 c1 c2", "rows"),
        ("Which proteins does aspirin inhibit?", "proteins does aspirin inhibit", "p1 p2", "rows"),
        (
            "Which drugs inhibit proteins associated with gout, and what is their TPSA?",
            "drugs inhibit proteins associated with gout",
            "c0 c1 c2",
            "rows",
        ),
    ],
)
def test_clauses_are_found(graph: DomainGraph, question: str, said: str, ids: str, asks: str) -> None:
    clause = find_clause(graph, question)
    assert clause is not None
    assert (clause.text, clause.answer.ids, clause.asks) == (said, tuple(ids.split()), asks)
    assert question[clause.start : clause.end].endswith(said)


@pytest.mark.parametrize(
    "question",
    [
        # Words that change what is meant, in the clause, in front of it and behind it.
        "Which drugs do not inhibit COX-2, and what are their QED?",
        "Which drugs strongly inhibit COX-2?",
        "Which proteins are associated strongly with gout?",
        "Which protein is strongly associated with gout?",
        "Which drugs inhibit only COX-2?",
        "Which drugs inhibit all proteins associated with gout?",
        "Which drugs inhibit some proteins associated with gout?",
        "Which drugs inhibit COX-2 but not COX-1?",
        "Which drugs inhibit COX-2 or have a QED above 0.5?",
        "Which drugs inhibit COX-2 and are safe in pregnancy?",
        "Which drugs inhibit COX-1 and COX-2 or treat gout?",
        "What is the QED of most drugs that inhibit COX-2?",
        "What is the QED of the first drug that inhibits COX-2?",
        "Excluding aspirin, which drugs inhibit COX-2?",
        "Which non-drugs inhibit COX-2?",
        "Which drugs inhibit COX-2-like enzymes?",
        # A statement and a question that is answered by yes or no ask for no rows.
        "Drugs inhibit COX-2. What is their QED?",
        "Do drugs inhibit COX-2?",
        # Two kinds of things side by side, nothing that the graph names, a relation that it does not have.
        "Which drugs and proteins are associated with gout?",
        "Which drugs inhibit zorblax?",
        "Which drugs smell of gout?",
        "What is the QED of aspirin?",
        "",
    ],
)
def test_what_is_not_read_whole_is_left(graph: DomainGraph, question: str) -> None:
    assert find_clause(graph, question) is None


def test_of_two_clauses_none_is_taken(graph: DomainGraph) -> None:
    """ "Their" may be said of either, and answering for one of them would look like a whole answer."""
    assert find_clause(graph, "Which drugs inhibit COX-1, and which drugs treat gout? What are their QED?") is None


def test_long_questions_are_not_searched(graph: DomainGraph) -> None:
    assert find_clause(graph, "word " * 300 + "Which drugs treat gout?") is None


def test_a_clause_by_itself_says_why_it_is_not_answered(graph: DomainGraph) -> None:
    assert read_clause(graph, "drugs that treat gout").ids == ("c1", "c2")
    assert read_clause(graph, "drugs that often treat gout").reason == "'often' is not read"
    assert read_clause(graph, "gout").plan is None
