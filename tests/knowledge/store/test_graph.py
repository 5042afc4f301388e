"""A loaded graph answers as the relations that went in demand; limits are kept and said."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.graph.iri import iri, literal
from scitoolagent.graph.store import EmbeddedStore
from scitoolagent.knowledge.store import catalogue
from scitoolagent.knowledge.store.graph import MAX_NEIGHBOURS, DomainGraph
from scitoolagent.knowledge.store.index import NameIndex
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Item, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory, load_into, report_as_json, report_from_json
from scitoolagent.language.text import normalise, words_of

ITEMS: tuple[Item, ...] = (
    Predicate("GiG", "interacts", True),
    Entity("G::1", "Gene", "IL-2", ("interleukin 2", 'odd "name"\nwith <signs> \\ and \x07'), {"taxon": "9606"}),
    Entity("G::2", "Gene", "TNFα"),
    Entity("G::3", "Gene", "WAS"),
    Entity("D 1/é", "Disease", "Crohn's disease"),
    Relation("G::1", "GiG", "G::2", (Evidence(("12", "34"), "A", "2001"), Evidence(("56",), "B")), {"score": "0.5"}),
    Relation("G::1", "linked to", "D 1/é"),
    Relation("G::3", "linked to", "D 1/é"),
)


def graph_of(items: Iterable[Item]) -> DomainGraph:
    store, names, report = load_in_memory(items)
    return DomainGraph(store, report.schema, names)


@pytest.fixture(scope="module")
def graph() -> DomainGraph:
    return graph_of(ITEMS)


def test_what_goes_in_comes_out(graph: DomainGraph) -> None:
    one = graph.entity("G::1")
    assert (one.type, one.name, one.attributes) == ("Gene", "IL-2", {"taxon": "9606"})
    assert 'odd "name"\nwith <signs> \\ and  ' in one.synonyms
    assert [entity.id for entity in graph.entities(["D 1/é", "nobody", "G::1"])] == ["D 1/é", "G::1"]


@pytest.mark.parametrize(
    ("text", "wanted", "how"),
    [
        ("il-2", "G::1", "name"),
        ("IL2", "G::1", "name"),
        ("Interleukin-2", "G::1", "synonym"),
        ("tnf alpha", "G::2", "name"),
        ("TNFalpha", "G::2", "name"),
        ("G::3", "G::3", "id"),
        ("crohn's  DISEASE", "D 1/é", "name"),
    ],
)
def test_names_link_whatever_their_case_and_signs(graph: DomainGraph, text: str, wanted: str, how: str) -> None:
    assert [(match.entity, match.how) for match in graph.link(text)] == [(wanted, how)]


def test_what_is_merely_near_is_said_to_be(graph: DomainGraph) -> None:
    assert [match.how for match in graph.link("interleukin")] == ["near"]
    assert graph.link("zzz") == graph.link("") == graph.link('" OR *') == ()
    with pytest.raises(GraphError, match="similar: interleukin 2"):
        graph.entity("interleukin receptor")


def test_symmetric_relations_hold_both_ways_and_others_do_not(graph: DomainGraph) -> None:
    assert graph.neighbours(["G::2"], "GiG", "outgoing").ids == ("G::1",)
    assert graph.neighbours(["G::2"], "GiG", "incoming").ids == ("G::1",)
    assert graph.holds("G::2", "GiG", "G::1")
    assert graph.neighbours(["G::1"], "linked to", "incoming").ids == ()
    assert graph.neighbours(["D 1/é"], "linked to", "incoming", "Gene").ids == ("G::1", "G::3")
    assert not graph.holds("D 1/é", "linked to", "G::1")
    assert graph.relations_of(["D 1/é"]) == (("linked to", "incoming"),)
    assert graph.neighbour_types(["G::1"], "linked to", "outgoing").ids == ("Disease",)
    assert [one.predicate for one in graph.between("D 1/é", "G::3")] == ["linked to"]


def test_each_evidence_comes_back_with_its_attributes(graph: DomainGraph) -> None:
    found = graph.evidence("G::1", "GiG", "G::2")
    assert {one.evidence[0] for one in found} == {Evidence(("12", "34"), "A", "2001"), Evidence(("56",), "B")}
    assert {one.attributes["score"] for one in found} == {"0.5"}
    assert graph.evidence("G::1", "linked to", "D 1/é") == ()


def test_unknown_words_are_named(graph: DomainGraph) -> None:
    with pytest.raises(GraphError, match="no relation 'nope'; it has GiG, linked to"):
        graph.neighbours(["G::1"], "nope", "outgoing")
    with pytest.raises(GraphError, match="no valid address"):
        graph.entity("http://x/> ?p ?o } #")
    with pytest.raises(GraphError, match="1 to"):
        graph.relations_of([])
    with pytest.raises(GraphError, match="only SELECT and ASK"):
        graph.select("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }")
    with pytest.raises(GraphError, match="the query failed"):
        graph.select("SELEKT")


def test_ids_cannot_leave_their_brackets() -> None:
    hostile = 'a> <b> "c" } INSERT'
    assert ">" not in iri("urn:x:", hostile)
    assert literal('x" . <a> <b> "').count('"') - literal('x" . <a> <b> "').count('\\"') == 2
    found = graph_of((Entity(hostile, "T", "n"),))
    assert found.entity(hostile).name == "n"


def test_a_hub_is_cut_and_said_to_be() -> None:
    spokes = MAX_NEIGHBOURS + 5
    items: list[Item] = [
        Entity("hub", "H", "hub"),
        *(Entity(f"s{number}", "S", f"s {number}") for number in range(spokes)),
    ]
    items += [Relation("hub", "has", f"s{number}") for number in range(spokes)]
    found = graph_of(items).neighbours(["hub"], "has", "outgoing")
    assert (len(found.ids), found.truncated) == (MAX_NEIGHBOURS, True)
    assert graph_of(items).neighbour_types(["hub"], "has", "outgoing").truncated
    steps, cut = graph_of(items).steps("hub", 100)
    assert (len(steps), cut) == (100, True)


def test_a_cyclic_ontology_ends() -> None:
    ring = [Entity(name, "Term", name) for name in "abcd"]
    edges = [Relation(one, "is a", other) for one, other in ("ab", "bc", "ca")]
    graph = graph_of([*ring, *edges])
    assert graph.paths("a", "d", 4) == ((), False)
    paths, _ = graph.paths("a", "c", 4)
    assert paths == ((Relation("c", "is a", "a"),),)
    with pytest.raises(GraphError, match="1 to 4 hops"):
        graph.paths("a", "b", 5)


def test_broken_rows_are_counted_or_refused(tmp_path: Path) -> None:
    items = (*ITEMS, Broken("f", 3, "odd"), Relation("G::1", "linked to", "nobody"), Entity("", "T", "n"))
    report = load_into(items, tmp_path / "g")
    assert (report.entities, report.relations, report.broken, report.first_broken) == (4, 3, 3, "f, line 3: odd")
    with pytest.raises(GraphError, match=r"f, line 3: odd; nothing was loaded because of --strict"):
        load_into(items, tmp_path / "g", strict=True)
    assert (tmp_path / "g" / "graph.json").is_file(), "a failed load must leave the graph that was there"
    assert [path.name for path in tmp_path.iterdir()] == ["g"]
    with pytest.raises(GraphError, match="no entity could be read"):
        load_into((Broken("f", 1, "odd"),), tmp_path / "none")


def test_a_graph_on_disk_is_the_same(tmp_path: Path) -> None:
    report = load_into(ITEMS, tmp_path / "g", source="here")
    assert report_from_json(report_as_json(report)) == report
    source, names = EmbeddedStore.open(tmp_path / "g" / "store"), NameIndex.open(tmp_path / "g" / "names.sqlite")
    graph = DomainGraph(source, report.schema, names)
    assert graph.neighbours(["D 1/é"], "linked to", "incoming").ids == ("G::1", "G::3")
    assert graph.link("WAS")[0].entity == "G::3"
    names.close()


def test_the_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text("Flu\thas_symptom\tFever\n")
    assert catalogue.graph_names() == ("demo",)
    catalogue.load_graph_files("mine", "triples", path)
    assert catalogue.graph_names() == ("demo", "mine")
    first = catalogue.open_graph("mine")
    assert first is catalogue.open_graph("mine")
    assert first.link("fever")[0].type == "Symptom"
    for name, told in (("../x", "no name"), ("none", "there are demo, mine"), ("demo/..", "no name")):
        with pytest.raises(GraphError, match=told):
            catalogue.open_graph(name)
    for arguments, told in ((("demo", "triples", path), "built in"), (("a", "xml", path), "no format")):
        with pytest.raises(GraphError, match=told):
            catalogue.load_graph_files(*arguments)
    (catalogue.graph_folder("mine") / "graph.json").write_text("[]")
    with pytest.raises(GraphError, match="broken"):
        catalogue.report_of("mine")


def test_the_demo_has_a_source_for_every_fact() -> None:
    graph = catalogue.open_graph()
    report = catalogue.report_of("demo")
    assert (report.broken, report.entities + report.relations <= 60) == (0, True)
    rows = graph.select(
        "SELECT ?s ?p ?o WHERE { ?s ?p ?o FILTER(STRSTARTS(STR(?p), 'urn:scitoolagent:relation:')) }"
    ).rows
    assert len(rows) == report.relations
    with_source = graph.select(
        "SELECT DISTINCT ?s ?p ?o WHERE { GRAPH ?g { ?s ?p ?o } ?g <urn:scitoolagent:evidence:source> ?x }"
    )
    assert set(with_source.rows) == set(rows)


def test_words() -> None:
    assert words_of("HAS_SYMPTOM") == words_of("hasSymptom") == words_of("has_symptom") == "has symptom"
    assert normalise("β-Catenin (Ser33)") == "beta catenin ser33"
    assert normalise("Sjögren") == "sjogren"
