"""The interface over a small graph: what is known, what is bounded, and what is said to be unknown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.bioverge.mesh import Tree
from scitoolagent.knowledge.bioverge.search import read_articles
from scitoolagent.knowledge.bioverge.store import MAX_PARTNERS, TripletStore
from scitoolagent.knowledge.store.formats.pubtator import read_pubtator
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Evidence, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory

FILE = """\
100|t|Oil and blood.
100|a|Fish oil lowers PTGS. Also NOS in humans.
100\t0\t3\tfish oil\tChemicalEntity\tC1
100\t4\t6\tPTGS\tGeneOrGeneProduct\tG1
100\t7\t8\tNOS\tGeneOrGeneProduct\tG2
100\t7\t8\thumans\tOrganismTaxon\t9606
100\tNegative_Correlation\tC1\tG1\tNovel
100\tAssociation\tC1\tG2\tNovel

99|t|An older one.
99|a|PTGS and fish oil.
99\t4\t6\tPTGS\tGeneOrGeneProduct\tG1
99\t0\t3\tmarine oil\tChemicalEntity\tC1
99\tNegative_Correlation\tG1\tC1\tNo

200|t|Raynaud.
200|a|PTGS in Raynaud disease.
200\t4\t6\tPTGS\tGeneOrGeneProduct\tG1
200\t0\t3\tRaynaud disease\tDiseaseOrPhenotypicFeature\tD1
200\tAssociation\tG1\tD1\tNovel
not a line
"""


def loaded(items: Iterator[Item] | list[Item]) -> DomainGraph:
    store, names, report = load_in_memory(items)
    return DomainGraph(store, report.schema, names, name="small")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "small.PubTator"
    file.write_text(FILE, encoding="utf-8")
    return file


@pytest.fixture
def store(path: Path) -> TripletStore:
    articles, broken = read_articles(path)
    assert broken == 1
    return TripletStore(loaded(read_pubtator(path)), articles)


def test_entities_by_name_synonym_and_kind(store: TripletStore) -> None:
    assert [one.id for one in store.get_entities("Marine Oil")] == ["C1"]
    assert store.get_entities("fish oil", "gene") == ()
    assert store.find("fish oil").id == "C1"
    with pytest.raises(GraphError, match="similar: fish oil"):
        store.find("fish")


def test_relations_of_one_and_of_two(store: TripletStore) -> None:
    assert store.get_relations("G1").known == (("Association", 1), ("Negative_Correlation", 2))
    two = store.get_relations("C1", "D1")
    assert two.known == ()
    assert two.possible == ("Association", "Positive_Correlation", "Negative_Correlation")


def test_a_symmetric_triplet_is_one_with_all_its_articles_oldest_first(store: TripletStore) -> None:
    (found,) = store.get_triplets("C1", "G1").found
    assert (found.subject, found.relation, found.object) == ("C1", "Negative_Correlation", "G1")
    # 99 is the older record though "100" comes first as text.
    assert found.pmids == ("99", "100")
    assert found.date == ""
    assert len(store.get_triplets("C1").found) == 2
    assert [one.object for one in store.get_triplets("C1", relation="association").found] == ["G2"]
    assert store.get_triplets("C1", limit=1).truncated


def test_the_earliest_date_is_given_where_dates_are_known() -> None:
    items: list[Item] = [
        Entity("C1", "Chemical", "one"),
        Entity("D1", "Disease", "two"),
        Relation("C1", "treat", "D1", (Evidence(("7",), "", "2021-03-05"), Evidence(("5",), "", "2019"))),
    ]
    (found,) = TripletStore(loaded(items)).get_triplets("C1").found
    assert (found.pmids, found.date) == (("5", "7"), "2019")


def test_articles_newest_first_and_of_two_entities(store: TripletStore) -> None:
    assert store.get_articles("G1").ids == ("200", "100", "99")
    assert store.get_articles("G1", "C1").ids == ("100", "99")
    assert store.get_articles("G1", limit=1).truncated
    assert store.browse_articles(["200"])[0].title == "Raynaud."
    with pytest.raises(GraphError, match="no article '1'"):
        store.browse_articles(["1"])


def test_without_texts_articles_are_those_behind_triplets(path: Path) -> None:
    store = TripletStore(loaded(read_pubtator(path)))
    assert store.get_articles("C1", "G1").ids == ("100", "99")
    with pytest.raises(GraphError, match="no texts of articles are loaded"):
        store.browse_articles(["100"])


def test_paths(store: TripletStore) -> None:
    found = store.get_shortest_entity_paths("C1", "D1").found
    # The relation of C1 and G1 was stated both ways, so there are two chains through the same entities.
    assert {tuple(frozenset((step.subject, step.object)) for step in path) for path in found} == {
        (frozenset(("C1", "G1")), frozenset(("G1", "D1")))
    }
    assert store.get_shortest_entity_paths("9606", "D1").found == ()


@pytest.mark.parametrize("ask", ["get_relations", "get_triplets", "get_articles", "get_mesh_parents"])
def test_unknown_ids_are_errors_and_never_empty(store: TripletStore, ask: str) -> None:
    with pytest.raises(GraphError, match="no entity 'X9'"):
        getattr(store, ask)("X9")


def test_the_hierarchy_is_unknown_without_a_tree(store: TripletStore, path: Path) -> None:
    for ask in (store.get_mesh_parents, store.get_mesh_children, store.get_mesh_siblings):
        with pytest.raises(GraphError, match="unknown"):
            ask("D1")
    tree = Tree({"D1": {"D0"}, "D0": set()}, {"D0": {"D1"}, "D1": set()}, {"D0": "Vascular Diseases"})
    assert TripletStore(store.graph, (), tree).get_mesh_parents("D1") == (("Vascular Diseases",), False)


def test_company_leaves_out_what_the_rules_do_not_speak_of(store: TripletStore) -> None:
    assert set(store.named_with("C1").ids) == {"G1", "G2"}


def test_a_hub_is_cut_but_what_is_known_is_still_known() -> None:
    count = 10_000
    items: list[Item] = [Predicate("associate", "associate", symmetric=True), Entity("HUB", "Gene", "hub")]
    items += [Entity(f"D{number:05d}", "Disease", f"disease {number}") for number in range(count + 1)]
    items += [Relation("HUB", "associate", f"D{number:05d}") for number in range(count)]
    store = TripletStore(loaded(items))
    found = store.partners("HUB")
    assert (len(found.ids), found.truncated) == (MAX_PARTNERS, True)
    last = next(f"D{number:05d}" for number in range(count) if f"D{number:05d}" not in found.ids)
    assert store.known("HUB", last)
    assert not store.known("HUB", f"D{count:05d}")
    assert store.get_triplets("HUB").truncated
    assert store.get_relations("HUB").truncated
