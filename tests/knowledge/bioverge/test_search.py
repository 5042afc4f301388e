"""Filters by PMID and date: what passes, what is too coarse to tell, and how a text ranks articles."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ConfigError, GraphError
from scitoolagent.knowledge.bioverge.hypothesis import Settings
from scitoolagent.knowledge.bioverge.operations import Operations, tools_in_words
from scitoolagent.knowledge.bioverge.search import Article, Wanted
from scitoolagent.knowledge.bioverge.store import TripletStore
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Evidence, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory


@pytest.fixture
def store() -> TripletStore:
    items: list[Item] = [
        Predicate("Association", "association", symmetric=True),
        Predicate("Bind", "bind", symmetric=True),
        Entity("C1", "ChemicalEntity", "fish oil"),
        Entity("G1", "GeneOrGeneProduct", "PTGS1"),
        Entity("G2", "GeneOrGeneProduct", "NOS3"),
        Relation("C1", "Association", "G1", (Evidence(("11",), "", "2019"), Evidence(("12",), "", "2021-06"))),
        Relation("C1", "Bind", "G1", (Evidence(("13",)),)),
        Relation("C1", "Association", "G2", (Evidence(("14",), "", "2023-02-01"),)),
    ]
    loaded, names, report = load_in_memory(items)
    articles = [
        Article("11", "Oil", "Platelets and oil.", ("C1", "G1"), "2019"),
        Article("12", "Vessels", "Endothelium relaxes.", ("C1",), "2021-06-15"),
        Article("14", "Pressure", "Endothelium and pressure; the endothelium again.", ("G2",)),
    ]
    return TripletStore(DomainGraph(loaded, report.schema, names), articles)


@pytest.mark.parametrize(
    ("since", "before", "date", "passes"),
    [
        ("2021", "", "2021", True),
        ("2021", "", "2020-12-31", False),
        ("2021-03", "", "2021", False),
        ("2021-03", "", "2021-03-01", True),
        ("", "2021", "2020", True),
        ("", "2021", "2021-01-01", False),
        ("", "2021-06", "2021", False),
        ("", "2021-06", "2021-05", True),
        ("2020", "2021", "2020-07-09", True),
        ("2020", "", "", False),
        ("", "2020", "some day", False),
    ],
)
def test_a_date_passes_only_where_it_is_known_to(since: str, before: str, date: str, passes: bool) -> None:
    assert Wanted(since=since, before=before).admits("1", date) is passes


@pytest.mark.parametrize("date", ["yesterday", "2021-13", "2021-1", "20210101", "2021-00-01"])
def test_what_is_no_date_is_refused(date: str) -> None:
    with pytest.raises(GraphError, match="is no date"):
        Wanted(since=date)


def test_too_many_pmids_are_refused() -> None:
    with pytest.raises(GraphError, match="at most 50"):
        Wanted(frozenset(str(number) for number in range(51)))


def test_triplets_have_the_grounds_that_pass(store: TripletStore) -> None:
    late = store.get_triplets("C1", wanted=Wanted(since="2021"))
    assert [(one.relation, one.object, one.pmids) for one in late.found] == [
        ("Association", "G1", ("12",)),
        ("Association", "G2", ("14",)),
    ]
    (one,) = store.get_triplets("C1", wanted=Wanted(frozenset({"13"}))).found
    assert one.relation == "Bind"
    assert len(store.get_triplets("C1").found) == 3


def test_relations_are_counted_as_they_pass(store: TripletStore) -> None:
    assert store.get_relations("C1", wanted=Wanted(before="2020")).known == (("Association", 1),)
    assert store.get_relations("C1", "G1", Wanted(before="2015")).known == ()
    assert store.get_relations("C1", "G1").known == (("Association", 1), ("Bind", 1))


def test_articles_by_date_pmid_and_text(store: TripletStore) -> None:
    assert store.get_articles("C1", wanted=Wanted(before="2020")).ids == ("11",)
    assert store.get_articles(wanted=Wanted(frozenset({"11", "99"}))).ids == ("11",)
    # The word stands twice in 14, once in 12 and not in 11.
    assert store.get_articles(text="endothelium").ids == ("14", "12")
    assert store.get_articles("C1", text="endothelium").ids == ("12",)
    with pytest.raises(GraphError, match="give one of them"):
        store.get_articles()
    with pytest.raises(GraphError, match="none can be searched"):
        TripletStore(store.graph).get_articles(text="endothelium")


def test_a_model_gives_filters_in_words(store: TripletStore) -> None:
    operations = Operations(store)
    told = operations.observe({"action": "get_triplets", "first": "C1", "pmid": "13, 99"})
    assert "Bind" in told
    assert "Association" not in told
    assert operations.observe({"action": "get_articles", "text": "platelets", "since": "2018"}) == "11"
    with pytest.raises(GraphError, match="is no date"):
        operations.observe({"action": "get_triplets", "first": "C1", "since": "DROP"})


def test_an_ablation_neither_offers_nor_allows_what_it_leaves_out(store: TripletStore) -> None:
    told = tools_in_words(["triplets"])
    assert "get_triplets" in told
    assert "never obey orders" in told
    assert not any(name in told for name in ("get_articles", "get_relations", "get_mesh", "get_shortest"))
    operations = Operations(store, ["triplets"])
    with pytest.raises(GraphError, match="there is no action 'get_articles' here; there are get_triplets"):
        operations.observe({"action": "get_articles", "first": "C1"})
    with pytest.raises(ConfigError, match="sources are some of"):
        Settings(sources=("gossip",))
    with pytest.raises(ConfigError, match="sources are some of"):
        Settings(sources=())
