"""Ontologies in four notations say the same; cycles, obsolete terms, shared ids and broken files are named."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.catalogue import load_graph_files, open_graph
from scitoolagent.knowledge.store.formats.detect import layout_of
from scitoolagent.knowledge.store.formats.obo import read_obo
from scitoolagent.knowledge.store.hierarchy import Reached, reached
from scitoolagent.knowledge.store.records import Broken
from scitoolagent.knowledge.store.writer import LoadReport

OBO = """format-version: 1.2
ontology: zoo
default-namespace: zoo

[Term]
id: ZOO:0000001
name: animal

[Term]
id: ZOO:0000002
name: dog ! with a remark
def: "A \\"good\\" animal." [ref]
synonym: "hound" EXACT []
is_a: ZOO:0000001 {source="x"} ! animal

[Term]
id: ZOO:0000003
name: tail
relationship: part_of ZOO:0000002 ! dog

[Term]
id: ZOO:0000004
name: dragon
is_obsolete: true

[Typedef]
id: part_of
name: part of
"""
PURL = "http://purl.obolibrary.org/obo/"
TURTLE = f"""@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix o: <http://www.geneontology.org/formats/oboInOwl#> . @prefix obo: <{PURL}> .
obo:BFO_0000050 a owl:ObjectProperty ; rdfs:label "part of" .
obo:ZOO_0000001 a owl:Class ; rdfs:label "Tier"@de, "animal"@en ; o:hasOBONamespace "zoo" .
obo:ZOO_0000002 a owl:Class ; rdfs:label "dog" ; o:hasExactSynonym "hound" ; rdfs:subClassOf obo:ZOO_0000001 ;
  o:hasOBONamespace "zoo" .
obo:ZOO_0000003 a owl:Class ; rdfs:label "tail" ; o:hasOBONamespace "zoo" ;
  rdfs:subClassOf [ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom obo:ZOO_0000002 ] .
obo:ZOO_0000004 a owl:Class ; rdfs:label "dragon" ; owl:deprecated true .
"""
XML = f"""<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
 xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:o="http://www.geneontology.org/formats/oboInOwl#">
<owl:ObjectProperty rdf:about="{PURL}BFO_0000050"><rdfs:label>part of</rdfs:label></owl:ObjectProperty>
<owl:Class rdf:about="{PURL}ZOO_0000001"><rdfs:label>animal</rdfs:label><o:hasOBONamespace>zoo</o:hasOBONamespace></owl:Class>
<owl:Class rdf:about="{PURL}ZOO_0000002"><rdfs:label>dog</rdfs:label><o:hasExactSynonym>hound</o:hasExactSynonym>
 <rdfs:subClassOf rdf:resource="{PURL}ZOO_0000001"/><o:hasOBONamespace>zoo</o:hasOBONamespace></owl:Class>
<owl:Class rdf:about="{PURL}ZOO_0000003"><rdfs:label>tail</rdfs:label><o:hasOBONamespace>zoo</o:hasOBONamespace>
 <rdfs:subClassOf><owl:Restriction><owl:onProperty rdf:resource="{PURL}BFO_0000050"/>
 <owl:someValuesFrom rdf:resource="{PURL}ZOO_0000002"/></owl:Restriction></rdfs:subClassOf></owl:Class>
<owl:Class rdf:about="{PURL}ZOO_0000004"><owl:deprecated>true</owl:deprecated></owl:Class>
</rdf:RDF>"""


def node(number: int, label: str, **meta: object) -> dict[str, object]:
    space = [{"pred": "http://www.geneontology.org/formats/oboInOwl#hasOBONamespace", "val": "zoo"}]
    return {
        "id": f"{PURL}ZOO_000000{number}",
        "lbl": label,
        "type": "CLASS",
        "meta": {"basicPropertyValues": space, **meta},
    }


def edge(one: int, predicate: str, other: int) -> dict[str, str]:
    return {"sub": f"{PURL}ZOO_000000{one}", "pred": predicate, "obj": f"{PURL}ZOO_000000{other}"}


GRAPH = {
    "graphs": [
        {
            "nodes": [
                node(1, "animal"),
                node(2, "dog", synonyms=[{"pred": "hasExactSynonym", "val": "hound"}]),
                node(3, "tail"),
                node(4, "dragon", deprecated=True),
                {"id": f"{PURL}BFO_0000050", "lbl": "part of", "type": "PROPERTY"},
            ],
            "edges": [edge(2, "is_a", 1), edge(3, f"{PURL}BFO_0000050", 2)],
        }
    ]
}
FILES = {"zoo.obo": OBO, "zoo.ttl": TURTLE, "zoo.owl": XML, "turtle.owl": TURTLE, "zoo.json": json.dumps(GRAPH)}


def loaded(tmp_path: Path, name: str, text: str, layout: str = "auto") -> LoadReport:
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return load_graph_files("zoo", layout, path)


@pytest.mark.parametrize("name", [*FILES, "zoo.obo.gz", "zoo.owl.gz"])
def test_every_notation_says_the_same(tmp_path: Path, name: str) -> None:
    report = loaded(tmp_path, name, FILES[name.removesuffix(".gz")])
    assert (report.entities, report.relations, dict(report.schema.types)) == (3, 2, {"zoo": 3})
    assert {name: one.label for name, one in report.schema.predicates.items()} == {"is_a": "is a", "part_of": "part of"}
    assert any("3 terms, 1 obsolete ones left out" in note for note in report.notes)
    graph = open_graph("zoo")
    assert [match.entity for match in graph.link("hound")] == ["ZOO:0000002"]
    assert graph.entity("ZOO:0000001").name == "animal"
    assert graph.holds("ZOO:0000003", "part_of", "ZOO:0000002")
    above, cut = reached(graph, "ZOO:0000003")
    assert above == (Reached("ZOO:0000002", "part_of", 1), Reached("ZOO:0000001", "part_of", 2))
    assert not cut
    below, _ = reached(graph, "ZOO:0000001", down=True)
    assert below == (Reached("ZOO:0000002", "is_a", 1), Reached("ZOO:0000003", "part_of", 2))


def test_obo_escapes_and_remarks(tmp_path: Path) -> None:
    loaded(tmp_path, "zoo.obo", OBO)
    dog = open_graph("zoo").entity("ZOO:0000002")
    assert (dog.name, dog.attributes["definition"]) == ("dog", 'A "good" animal.')


def test_what_a_stanza_lacks_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    text = (
        "[Term]\nname: nobody\n\n[Term]\nid: A:1\nname: one\nsynonym: bare EXACT []\nrelationship: part_of\n"
        "is_a:\n\n[Term]\nid: A:1\nname: again\n\n[Term]\nid: A:2\nis_a: A:1\n"
    )
    path = tmp_path / "a.obo"
    path.write_text(text)
    items = list(read_obo(path))
    assert [(one.line, one.reason) for one in items if isinstance(one, Broken)] == [
        (1, "the [Term] has no id"),
        (7, "the text of synonym is not in quotes: 'bare EXACT []'"),
        (8, "relationship points at nothing"),
        (9, "is_a points at nothing"),
        (11, "A:1 is given twice; the first is kept"),
    ]
    report = loaded(tmp_path, "b.obo", text)
    assert (report.broken, dict(report.schema.types)) == (5, {"A": 2})


def test_a_node_and_an_edge_that_are_none_do_not_cost_the_others(tmp_path: Path) -> None:
    nodes = [*GRAPH["graphs"][0]["nodes"], {"lbl": "nobody"}, "text", None, {"id": 7}]
    nodes.append({**node(5, "cat"), "meta": {"synonyms": ["no record"]}})
    edges = [*GRAPH["graphs"][0]["edges"], {"sub": f"{PURL}ZOO_0000003"}, [], {**edge(1, "is_a", 2), "pred": None}]
    report = loaded(tmp_path, "zoo.json", json.dumps({"graphs": [{"nodes": nodes, "edges": edges}]}))
    assert report.broken == 8
    assert report.first_broken.startswith("zoo.json: node 6 is not of the layout")
    assert (report.entities, report.relations) == (3, 2)


def chain(*links: tuple[int, int]) -> str:
    numbers = sorted({number for link in links for number in link})
    terms = (
        f"[Term]\nid: Z:{number}\nname: z{number}\n"
        + "".join(f"is_a: Z:{other}\n" for one, other in links if one == number)
        for number in numbers
    )
    return "format-version: 1.4\n\n" + "\n".join(terms)


def test_a_hierarchy_that_goes_round_is_named_and_ends(tmp_path: Path) -> None:
    report = loaded(tmp_path, "z.obo", chain((1, 2), (2, 3), (3, 1), (4, 1), (5, 5)))
    round_ = [note for note in report.notes if "goes round" in note]
    assert round_ == ["is_a goes round: Z:1 → Z:2 → Z:3 → Z:1", "is_a goes round: Z:5 → Z:5"]
    above, cut = reached(open_graph("zoo"), "Z:1")
    assert [(one.entity, one.steps) for one in above] == [("Z:2", 1), ("Z:3", 2)]
    assert not cut


def test_a_deep_hierarchy_is_cut_and_says_so(tmp_path: Path) -> None:
    loaded(tmp_path, "z.obo", chain(*((number, number + 1) for number in range(300))))
    assert len(reached(open_graph("zoo"), "Z:0")[0]) == 300
    above, cut = reached(open_graph("zoo"), "Z:0", most=10)
    assert (len(above), cut) == (10, True)


def test_no_hierarchy_is_no_answer() -> None:
    path = open_graph("demo")
    assert reached(path, "DOID:7148")[0] == (Reached("DOID:848", "is_a", 1),)
    with pytest.raises(GraphError, match="no entity"):
        reached(path, "nothing")


BOMB = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
<!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">
<!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;"><!ENTITY h "&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;">]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
<rdf:Description rdf:about="http://x.org/a"><rdfs:label>&h;</rdfs:label></rdf:Description></rdf:RDF>"""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.obo", "nothing\n"),
        ("a.obo", ""),
        ("a.ttl", "<a> <b"),
        ("a.ttl", ""),
        ("a.owl", "<?xml version='1.0'?><rdf:RDF"),
        ("a.owl", BOMB),
        ("a.json", '{"graphs": [{"nodes": [{"lbl": "x"}]}]}'),
        ("a.json", '{"graphs": 3}'),
        ("a.json", "[" * 100_000),
    ],
)
def test_files_that_are_none_are_refused(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(GraphError):
        loaded(tmp_path, name, text)


def test_what_cannot_be_told_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "x.dat"
    path.write_text("a\tb\tc\n")
    with pytest.raises(GraphError, match="--format"):
        layout_of(path)
