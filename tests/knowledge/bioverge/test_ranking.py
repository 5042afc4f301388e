"""ABC ranking against sums done by hand, and hypotheses without a model."""

from __future__ import annotations

import math

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.bioverge.ranking import by_rules, candidates, likeliest
from scitoolagent.knowledge.bioverge.search import Article
from scitoolagent.knowledge.bioverge.store import TripletStore
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Evidence, Found, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

# A is linked to three; X shares the two with two links, Y one of those and the one with four.
LINKS = {
    "A": ("b1", "b2", "b3"),
    "b1": ("A", "X"),
    "b2": ("A", "X"),
    "b3": ("A", "Y", "Z", "X"),
    "X": ("b1", "b2", "b3"),
    "Y": ("b3",),
    "Z": ("b3",),
}


def around(one: str) -> Found:
    return Found(tuple(sorted(LINKS[one])))


@pytest.mark.parametrize(
    ("ranking", "best", "next_"),
    [
        ("shared neighbours", 3.0, 1.0),
        ("Adamic-Adar", 2 / math.log(2) + 1 / math.log(4), 1 / math.log(4)),
        ("resource allocation", 2 * 0.5 + 0.25, 0.25),
    ],
)
def test_scores_are_the_sums_of_the_definitions(ranking: str, best: float, next_: float) -> None:
    found, cut = candidates("A", around, ranking)
    assert [one.entity for one in found] == ["X", "Y", "Z"]
    assert found[0].score == pytest.approx(best)
    assert found[1].score == pytest.approx(next_)
    assert not cut


def test_what_lies_between_comes_strongest_first() -> None:
    found, _ = candidates("A", around, "resource allocation")
    assert found[0].between == ("b1", "b2", "b3")


def test_an_unknown_ranking_is_refused() -> None:
    with pytest.raises(GraphError, match="no ranking 'luck'"):
        candidates("A", around, "luck")


def world(articles: bool) -> TripletStore:
    """Swanson's own case: fish oil and Raynaud's disease, which nothing joins, over what is known of both."""
    items: list[Item] = [
        Predicate("Association", "association", symmetric=True),
        Predicate("Negative_Correlation", "negative correlation", symmetric=True),
        Entity("C1", "ChemicalEntity", "fish oil"),
        Entity("C2", "ChemicalEntity", "nifedipine"),
        Entity("G1", "GeneOrGeneProduct", "PTGS1"),
        Entity("D1", "DiseaseOrPhenotypicFeature", "Raynaud disease"),
        Entity("D2", "DiseaseOrPhenotypicFeature", "thrombosis"),
        Entity("9606", "OrganismTaxon", "human"),
        Relation("C1", "Negative_Correlation", "G1", (Evidence(("1",)),)),
        Relation("C1", "Negative_Correlation", "D2", (Evidence(("1",)),)),
        Relation("C2", "Negative_Correlation", "D2", (Evidence(("4",)),)),
        Relation("G1", "Association", "D1", (Evidence(("2",)),)),
        Relation("G1", "Association", "D2", (Evidence(("2",)),)),
    ]
    store, names, report = load_in_memory(items)
    told = (Article("1", "", "", ("C1", "G1", "D2", "9606")), Article("2", "", "", ("G1", "D1", "D2", "9606")))
    return TripletStore(DomainGraph(store, report.schema, names), told if articles else ())


@pytest.mark.parametrize("articles", [False, True])
def test_the_pair_that_nothing_joins_is_found(articles: bool) -> None:
    store = world(articles)
    found = by_rules(store, store.entity("C1"), 5)
    pairs = [one.statement.pair for one in found.found]
    assert frozenset(("C1", "D1")) in pairs
    # Known, or about a species: neither is a hypothesis.
    assert not {frozenset(("C1", "G1")), frozenset(("C1", "D2")), frozenset(("C1", "9606"))} & set(pairs)
    one = next(one for one in found.found if one.statement.object.id == "D1")
    assert "G1" in [entity.id for entity in one.between]
    assert one.paths
    assert all(not store.known(*pair) for pair in pairs)
    assert "could be found" in found.note


def test_the_relation_is_the_commonest_one_that_joins_such_types() -> None:
    store = world(articles=False)
    chemical, disease, gene = (store.entity(one) for one in ("C1", "D1", "G1"))
    assert likeliest(store, chemical, disease) == "Negative_Correlation"
    assert likeliest(store, disease, gene) == "Association"
    assert likeliest(store, disease, store.entity("9606")) == ""


def test_the_number_asked_for_is_bounded() -> None:
    store = world(articles=False)
    for count in (0, 1_000_000):
        with pytest.raises(GraphError, match="1 to 100"):
            by_rules(store, store.entity("C1"), count)


def test_a_hub_ends_and_says_so() -> None:
    items: list[Item] = [Entity("HUB", "Gene", "hub"), Predicate("associate", "associate", symmetric=True)]
    items += [Entity(f"D{number}", "Disease", f"disease {number}") for number in range(10_000)]
    items += [Entity("C", "Chemical", "drug"), Relation("C", "associate", "HUB")]
    items += [Relation("HUB", "associate", f"D{number}") for number in range(10_000)]
    store, names, report = load_in_memory(items)
    hub = TripletStore(DomainGraph(store, report.schema, names))
    found = by_rules(hub, hub.entity("C"), 20)
    assert len({one.statement.pair for one in found.found}) == 20
    assert "a hub's links were cut" in found.note
