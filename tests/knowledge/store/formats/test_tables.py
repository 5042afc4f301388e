"""Graphs published as tables: KGX, PrimeKG, Neo4j's import."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.catalogue import load_graph_files, open_graph
from scitoolagent.knowledge.store.formats.tables import read_kgx, read_neo4j, read_primekg
from scitoolagent.knowledge.store.records import Broken
from scitoolagent.knowledge.store.writer import load_in_memory


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def test_kgx(tmp_path: Path) -> None:
    write(
        tmp_path,
        my_nodes__tsv="id\tcategory\tname\tsynonym\nG:1\tbiolink:NamedThing|biolink:Gene\tACE2\tACEH|x\nD:1\tbiolink:Drug\tdrug\t\n\tbiolink:Gene\t\t\n",
        my_edges__tsv="id\tsubject\tpredicate\tobject\tpublications\tprimary_knowledge_source\n1\tD:1\tbiolink:affects\tG:1\tPMID:12|DOI:3\tinfores:x\n",
    )
    report = load_graph_files("kgx", "auto", tmp_path)
    assert report.source.startswith("kgx") and report.broken == 1
    assert dict(report.schema.types) == {"Drug": 1, "Gene": 1}
    graph = open_graph("kgx")
    assert graph.link("aceh")[0].entity == "G:1"
    evidence = graph.evidence("D:1", "affects", "G:1")[0].evidence[0]
    assert (evidence.pmids, evidence.source) == (("12",), "infores:x")


HEAD = "relation,display_relation,x_index,x_id,x_type,x_name,x_source,y_index,y_id,y_type,y_name,y_source\n"


def test_primekg(tmp_path: Path) -> None:
    rows = 'drug_protein,target,0,DB1,drug,"one, two",DrugBank,1,59272,gene/protein,ACE2,NCBI\n'
    back = "drug_protein,target,1,59272,gene/protein,ACE2,NCBI,0,DB1,drug,x,DrugBank\n"
    write(tmp_path, kg__csv=HEAD + rows + back + "a,b,0,,drug,x,y,1,2,z,w,v\n")
    report = load_graph_files("prime", "auto", tmp_path)
    assert report.source.startswith("primekg") and (report.entities, report.broken) == (2, 1)
    graph = open_graph("prime")
    assert graph.entity("DrugBank:DB1").name == "one, two"
    assert graph.schema.predicates["drug_protein"].label == "target"
    assert graph.holds("NCBI:59272", "drug_protein", "DrugBank:DB1")


def test_neo4j(tmp_path: Path) -> None:
    write(
        tmp_path,
        n__csv="id:ID,name,mass:float,:LABEL\n1,aspirin,180.2,Compound\n2,PTGS1,,Gene;Protein\n,x,,Gene\n",
        e__csv=":START_ID,:END_ID,:TYPE\n1,2,BINDS_CbG\n1,,BINDS_CbG\n",
    )
    report = load_graph_files("spoke", "auto", tmp_path)
    assert report.source.startswith("neo4j") and (report.entities, report.relations, report.broken) == (2, 1, 2)
    graph = open_graph("spoke")
    assert (
        dict(graph.entity("1").attributes) == {"id": "1", "mass": "180.2"}
        or graph.entity("1").attributes["mass"] == "180.2"
    )
    assert graph.holds("1", "BINDS_CbG", "2")


@pytest.mark.parametrize("read", [read_kgx, read_primekg, read_neo4j])
def test_a_folder_without_such_tables_is_refused(tmp_path: Path, read: object) -> None:
    (tmp_path / "other.txt").write_text("x\n")
    with pytest.raises(GraphError):
        load_in_memory(read(tmp_path))  # type: ignore[operator]


def test_an_id_of_two_types_is_named(tmp_path: Path) -> None:
    write(tmp_path, n__csv=":ID,:LABEL\n1,Gene\n1,Drug\n2,Gene\n", e__csv=":START_ID,:END_ID,:TYPE\n1,2,x\n")
    report = load_graph_files("twice", "auto", tmp_path)
    assert "1 is given as Gene and as Drug; Gene is kept" in report.notes


def test_an_id_of_two_names_is_named(tmp_path: Path) -> None:
    nodes = ":ID,name,:LABEL\n1,aspirin,Drug\n2,gene,Gene\n1,Aspirin,Drug\n1,ibuprofen,Drug\n"
    write(tmp_path, n__csv=nodes, e__csv=":START_ID,:END_ID,:TYPE\n1,2,x\n")
    report = load_graph_files("twice", "auto", tmp_path)
    (note,) = [one for one in report.notes if "another name" in one]
    assert note.startswith("1 times an id is given with another name")
    assert note.endswith("the first: 1, also ibuprofen")


def test_a_quote_that_is_not_closed_tells_which_lines_it_swallows(tmp_path: Path) -> None:
    nodes = ':ID,name,:LABEL\n1,aspirin,Drug\n2,"open,Gene\n3,c,Gene\n4,d,Gene\n'
    write(tmp_path, n__csv=nodes, e__csv=":START_ID,:END_ID,:TYPE\n1,1,x\n")
    found = [one for one in read_neo4j(tmp_path) if isinstance(one, Broken)]
    assert [one.line for one in found] == [3]
    assert "goes on to line 5: a quote in it may not be closed" in found[0].reason
