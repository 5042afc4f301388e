"""A sentence takes a side of a claim only if it says it surely, of the same things and the same way round."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.knowledge.claims.check import Checker
from scitoolagent.knowledge.claims.corpus import Abstract, Corpus, read_abstracts
from scitoolagent.knowledge.claims.report import claim_of, claims_of
from scitoolagent.knowledge.claims.validators import Claim, GraphValidator, PublicationValidator, same_value
from scitoolagent.knowledge.claims.verification import ClaimVerifier
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

CORPUS = Corpus(
    [
        Abstract("1", "Lipids", ("Niacin raises HDL cholesterol.", "Flushing was common.")),
        Abstract("2", "Tobacco", ("Chewing tobacco raises the risk of oral cancer.",)),
        Abstract("3", "Open", ("It is unknown whether bepradol prevents migraine.", "Does camoxin cure scurvy?")),
        Abstract("4", "Kinases", ("ABC1 inhibits lisoril.",)),
        Abstract("5", "Gout", ("Lisoril treats gout well.",)),
        Abstract("6", "Gout again", ("Lisoril failed to treat gout.",)),
    ]
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Niacin raises HDL cholesterol", "Support"),
        ("Niacin raises LDL cholesterol", "NEI"),
        ("Chewing tobacco raises the risk of oral cancer", "Support"),
        ("Chewing tobacco raises the risk of bladder cancer", "NEI"),
        ("Oral cancer raises the risk of chewing tobacco", "NEI"),
        ("Bepradol prevents migraine", "NEI"),
        ("Camoxin cures scurvy", "NEI"),
        ("Lisoril inhibits ABC1", "NEI"),
        ("ABC1 inhibits lisoril", "Support"),
        ("Lisoril treats eczema", "NEI"),
    ],
)
def test_a_side_needs_the_same_things_said_surely(claim: str, verdict: str) -> None:
    found = ClaimVerifier(CORPUS).verify(claim)
    assert found.verdict == verdict, found


@pytest.fixture
def graph() -> DomainGraph:
    store, names, report = load_in_memory(
        (
            Predicate("inhibits", "inhibits"),
            Predicate("treats", "treats"),
            Entity("d1", "Drug", "lisoril", attributes={"halfLife": "12.50"}),
            Entity("d2", "Drug", "bepradol", attributes={"halfLife": "3"}),
            Entity("g1", "Gene", "ABC1"),
            Entity("s1", "Disease", "gout"),
            Relation("d2", "inhibits", "g1"),
            Relation("d1", "treats", "s1"),
        )
    )
    return DomainGraph(store, report.schema, names)


def test_abstracts_that_say_the_reverse_support_no_relation(graph: DomainGraph) -> None:
    judge = PublicationValidator(ClaimVerifier(CORPUS), graph)
    assert judge.judge(Claim("potential", "d1", "inhibits", "g1")).says == "unknown"


def test_equal_numbers_are_equal(graph: DomainGraph) -> None:
    assert GraphValidator(graph).judge(Claim("attribute", "d1", attribute="halfLife", value="12.5")).says == "supports"
    assert GraphValidator(graph).judge(Claim("attribute", "d1", attribute="halfLife", value="12.6")).says == "refutes"
    assert Checker(graph, []).check(Claim("attribute", "d1", attribute="halfLife", value="1.25e1")).in_graph
    assert not same_value("1.0", "10")


def test_relations_and_attributes_are_found_by_what_they_are_called(graph: DomainGraph) -> None:
    assert claim_of(graph, "lisoril", "TREATS", "gout") == Claim("relation", "d1", "treats", "s1")
    assert claim_of(graph, "gout", "treated by", "lisoril") == Claim("relation", "d1", "treats", "s1")
    assert claim_of(graph, "lisoril", attribute="half-life").attribute == "halfLife"


def test_a_table_of_triples_may_call_the_relation_predicate(graph: DomainGraph, tmp_path: Path) -> None:
    path = tmp_path / "claims.csv"
    path.write_text("subject,predicate,object\nlisoril,treats,gout\n", encoding="utf-8")
    assert list(claims_of(path, graph)) == [Claim("relation", "d1", "treats", "s1")]


def test_a_claim_is_told_by_names() -> None:
    assert Claim("node", "d1").in_words({"d1": "lisoril"}) == "lisoril (d1) exists"
    assert Claim("attribute", "d1", attribute="halfLife").in_words() == "d1 has a halfLife"


def test_a_broken_abstract_does_not_stop_the_others(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text('no json\n{"id": "1"}\n{"id": "2", "abstract": "Lisoril treats gout."}\n', encoding="utf-8")
    broken: list[str] = []
    assert [one.id for one in read_abstracts(path, broken)] == ["2"]
    assert [one.split(":")[0] for one in broken] == ["some.jsonl, line 1", "some.jsonl, line 2"]
