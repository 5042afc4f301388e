"""The tool graph: read∘write is the identity, rules agree with SPARQL, chains are the cheapest."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.errors import GraphError
from scitoolagent.graph.snapshot import digest_of
from scitoolagent.tool.registry import load_registry
from scitoolagent.toolkg.build import graph_of, turtle
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode
from scitoolagent.toolkg.snapshot import keep, read_kept
from scitoolagent.toolkg.store import open_store, query_names, read_query, read_turtle, select, validate

TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30)


def node(
    name: str, takes: list[str], gives: list[str], operation: str = "Conversion", requires: tuple[str, ...] = ()
) -> ToolNode:
    inputs = tuple(PortNode(f"in{place}", kind, "str") for place, kind in enumerate(takes))
    outputs = tuple(PortNode(f"out{place}", kind, "str") for place, kind in enumerate(gives))
    return ToolNode(name, f"Make {name}.", operation, "General", "open", "tests", inputs, outputs, (), requires)


SMALL = ToolGraph(
    [
        node("name_to_smiles", ["Name"], ["Smiles"]),
        node("smiles_to_inchi", ["Smiles"], ["InChI"]),
        node("far_away", ["Name"], ["InChI"], requires=("network",)),
        node("mass", ["Smiles"], ["Mass"], "Calculation"),
        node("edit", ["Smiles"], ["FlatSmiles"], "Generation"),
        node("both", ["Name", "Mass"], ["Note"]),
    ],
    [
        TypeNode("Name", "name"),
        TypeNode("Smiles", "SMILES"),
        TypeNode("InChI", "InChI"),
        TypeNode("Mass", "mass", unit="u"),
        TypeNode("FlatSmiles", "flat SMILES", parent="Smiles"),
        TypeNode(
            "Note",
            "note",
            role="note",
            announced=("remark",),
            needs_context=True,
            recogniser="a:b",
            speller="a:d",
            finder="a:c",
            generic="any",
            screen="name",
        ),
    ],
)


def test_reading_what_was_written_gives_the_same_graph() -> None:
    graph = graph_of(load_registry())
    assert read_turtle(turtle(graph)) == graph


@given(TEXT, TEXT, st.one_of(st.none(), st.integers(), TEXT, st.floats(allow_nan=False, allow_infinity=False)))
def test_any_text_survives_turtle(summary: str, label: str, default: object) -> None:
    port = PortNode("note", "Note", "str", required=False, default=default, text=summary)
    made = ToolNode(
        "a_tool", summary, "Analysis", "General", "open", label, (port,), (PortNode("note", "Note", "str"),), (label,)
    )
    graph = ToolGraph([made], [TypeNode("Note", label, also=(summary,), pattern=label)])
    assert read_turtle(turtle(graph)) == graph


def test_a_snapshot_is_the_graph_or_nothing(tmp_path: Path) -> None:
    folder, digest = tmp_path / "new", digest_of(b"turtle")
    graph = graph_of(load_registry())
    graph.digest = digest
    assert read_kept(folder, digest) is None
    keep(folder, graph)
    found = read_kept(folder, digest)
    assert found == graph
    assert found is not None
    assert found.digest == digest
    assert read_kept(folder, digest_of(b"another")) is None
    for broken in (b"", b"{", b"[]", b'{"types": [["A"]], "tools": []}'):
        next(folder.iterdir()).write_bytes(broken)
        assert read_kept(folder, digest) is None


def test_broken_turtle_is_an_error() -> None:
    with pytest.raises(GraphError, match="kg build"):
        read_turtle("this is not turtle")


def test_rules_and_sparql_agree() -> None:
    """`feeds` is computed twice, by Python over the hierarchy and by SPARQL; both must give the same edges."""
    names, rows = select(open_store(SMALL), "SELECT ?from ?to WHERE { ?from sta:feeds ?to }")
    assert names == ["from", "to"]
    assert sorted(map(tuple, rows)) == sorted(SMALL.edges())
    assert ("edit", "mass") in SMALL.edges(), "a flat SMILES is a SMILES"
    assert ("mass", "name_to_smiles") not in SMALL.edges()


def test_alternatives_have_the_same_signature() -> None:
    graph = ToolGraph(
        [node("one", ["Name"], ["Mass"]), node("two", ["Name"], ["Mass"]), node("other", ["Smiles"], ["Mass"])],
        [TypeNode("Name", "name"), TypeNode("Mass", "mass"), TypeNode("Smiles", "SMILES")],
    )
    assert [tool.name for tool in graph.alternatives(graph.tools["one"])] == ["two"]
    _, rows = select(open_store(graph), read_query("alternatives"))
    assert rows == [["one", "two"]]


@pytest.mark.slow
def test_the_real_graph_keeps_its_shapes_and_a_broken_one_does_not() -> None:
    good, report = validate()
    assert good, report
    bad = ToolGraph([node("silent", ["Name"], [])], [TypeNode("Name", "name")])
    assert not validate(bad)[0]


@pytest.mark.parametrize("name", query_names())
def test_shipped_queries_run(name: str) -> None:
    names, rows = select(open_store(), read_query(name))
    assert names
    assert all(len(row) == len(names) for row in rows)


@pytest.mark.parametrize("query", ["SELECT", "DROP ALL", "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"])
def test_a_query_that_cannot_be_shown_is_refused(query: str) -> None:
    with pytest.raises(GraphError):
        select(open_store(SMALL), query)


def test_a_query_name_is_no_path() -> None:
    with pytest.raises(GraphError, match="no query"):
        read_query("../ontology/core")


def test_chains() -> None:
    def chain(start: str, wanted: str) -> list[str] | None:
        links = cheapest_chain(SMALL, start, wanted)
        return None if links is None else [link.tool for link in links]

    assert chain("Smiles", "Smiles") == []
    assert chain("FlatSmiles", "Smiles") == []
    assert chain("Name", "InChI") == ["name_to_smiles", "smiles_to_inchi"], "two steps here beat one over the network"
    assert chain("Name", "Mass") is None, "a calculation is no conversion"
    assert chain("Name", "Note") is None, "a tool that needs a second value cannot be put in unasked"
    assert chain("InChI", "Name") is None


def test_dead_ends_are_named() -> None:
    unused, unmade = SMALL.dead_ends()
    assert unused == ("InChI", "Note")
    assert unmade == ("Name",)


@pytest.mark.parametrize(
    ("tools", "types", "message"),
    [
        ([node("a", ["Gone"], [])], [], "does not know"),
        ([], [TypeNode("A", "a", parent="B"), TypeNode("B", "b", parent="A")], "cycle"),
        ([], [TypeNode("A", "a", parent="Gone")], "does not know"),
    ],
)
def test_inconsistent_graphs_are_refused(tools: list[ToolNode], types: list[TypeNode], message: str) -> None:
    with pytest.raises(GraphError, match=message):
        ToolGraph(tools, types)


def test_every_edam_link_is_a_term_of_the_slice() -> None:
    query = "SELECT ?type WHERE { ?type sta:edam ?term . FILTER NOT EXISTS { ?term rdfs:label ?label } }"
    assert select(open_store(), query)[1] == []


def test_edam_terms_mean_what_the_types_mean() -> None:
    """A wrong number is a wrong meaning; these pairs were read in EDAM 1.25."""
    _, rows = select(open_store(), "SELECT ?type ?name WHERE { ?type sta:edam ?term . ?term rdfs:label ?name }")
    names = dict(map(tuple, rows))
    expected = {
        "Smiles": "SMILES string",
        "InChI": "InChI",
        "InChIKey": "InChIKey",
        "CasNumber": "CAS number",
        "ProteinSequence": "Protein sequence",
        "DnaSequence": "DNA sequence",
        "RnaSequence": "RNA sequence",
        "PdbId": "PDB ID",
        "UniProtAccession": "UniProt accession",
        "PubChemCid": "PubChem CID",
        "MolecularFormula": "Chemical formula",
        "FastaFile": "FASTA",
        "SdfFile": "SDF",
        "CsvFile": "CSV",
    }
    assert {name: names.get(name) for name in expected} == expected


def test_links_follow_the_hierarchy_of_types() -> None:
    def names(tools: tuple[ToolNode, ...]) -> list[str]:
        return [tool.name for tool in tools]

    # A flat SMILES is a SMILES: who makes one makes both, and who takes a SMILES takes both.
    assert names(SMALL.producers("Smiles")) == ["edit", "name_to_smiles"]
    assert names(SMALL.producers("FlatSmiles")) == ["edit"]
    assert (
        names(SMALL.consumers("FlatSmiles")) == names(SMALL.consumers("Smiles")) == ["edit", "mass", "smiles_to_inchi"]
    )
    assert names(SMALL.feeds(SMALL.tool("edit"))) == ["mass", "smiles_to_inchi"]
    assert names(SMALL.fed_by(SMALL.tool("mass"))) == ["edit", "name_to_smiles"]


def test_a_tool_for_several_values_is_no_alternative_to_one_for_a_single_value() -> None:
    def named(name: str, many: bool) -> ToolNode:
        inputs, outputs = (PortNode("given", "Smiles", "str", many=many),), (PortNode("made", "Mass", "float"),)
        return ToolNode(name, "Weigh.", "Calculation", "General", "open", "tests", inputs, outputs)

    graph = ToolGraph([named("one", False), named("another", False), named("several", True)], SMALL.types.values())
    assert [tool.name for tool in graph.alternatives(graph.tool("one"))] == ["another"]
    assert graph.alternatives(graph.tool("several")) == ()


def test_role_and_screening_come_from_the_nearest_ancestor_that_has_one() -> None:
    graph = ToolGraph(
        [],
        [
            TypeNode("Setting", "setting", role="setting"),
            TypeNode("Depth", "depth", parent="Setting"),
            TypeNode("Remark", "remark", parent="Setting", role="note"),
            TypeNode("Sequence", "sequence", screen="sequence"),
            TypeNode("Peptide", "peptide", parent="Sequence", screen="protein"),
            TypeNode("Loop", "loop", parent="Peptide"),
        ],
    )
    assert [graph.role(name) for name in ("Depth", "Remark", "Loop")] == ["setting", "note", "value"]
    assert graph.is_setting("Depth") and not graph.is_setting("Remark") and graph.is_note("Remark")
    assert [graph.screen(name) for name in ("Loop", "Sequence", "Depth")] == ["protein", "sequence", ""]
