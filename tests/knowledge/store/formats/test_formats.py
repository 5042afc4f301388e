"""Each layout is read to the last row, and rows that are broken are counted, named and left out, or refused."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.catalogue import FORMATS
from scitoolagent.knowledge.store.formats.ckg import read_ckg
from scitoolagent.knowledge.store.formats.hetionet import read_hetionet
from scitoolagent.knowledge.store.formats.mapped import read_mapped
from scitoolagent.knowledge.store.formats.pubtator import abstracts, read_pubtator
from scitoolagent.knowledge.store.formats.triples import read_triples
from scitoolagent.knowledge.store.records import Broken, Entity, Evidence, Item, Predicate, Relation


def entities(items: list[Item]) -> dict[str, Entity]:
    return {item.id: item for item in items if isinstance(item, Entity)}


def relations(items: list[Item]) -> list[Relation]:
    return [item for item in items if isinstance(item, Relation)]


def broken(items: list[Item]) -> list[Broken]:
    return [item for item in items if isinstance(item, Broken)]


def hetionet(folder: Path, nodes: str, edges: str) -> list[Item]:
    (folder / "x-nodes.tsv").write_text("id\tname\tkind\n" + nodes)
    with gzip.open(folder / "x-edges.sif.gz", "wt") as stream:
        stream.write("source\tmetaedge\ttarget\n" + edges)
    return list(read_hetionet(folder))


def test_hetionet(tmp_path: Path) -> None:
    items = hetionet(
        tmp_path,
        "Gene::9\tNAT1\tGene\nDisease::DOID:1\tcold\tDisease\n",
        "Disease::DOID:1\tDaG\tGene::9\nGene::9\tGiG\tGene::9\n",
    )
    assert set(entities(items)) == {"Gene::9", "Disease::DOID:1"}
    assert relations(items)[0] == Relation("Disease::DOID:1", "DaG", "Gene::9")
    # Himmelstein et al. 2017, table 2: interacts and covaries have no direction, regulates has.
    both = {item.id for item in items if isinstance(item, Predicate) and item.symmetric}
    assert {"GiG", "GcG", "CrC", "DrD"} == both


def test_hetionet_names_broken_rows(tmp_path: Path) -> None:
    items = hetionet(
        tmp_path,
        "Gene::9\tNAT1\tGene\nGene::10\tNAT2\nX\tname\tGene\n",
        "Gene::9\tXyZ\tGene::9\n",
    )
    assert [str(one) for one in broken(items)] == [
        "x-nodes.tsv, line 3: it has 2 cells instead of 3",
        "x-nodes.tsv, line 4: 'X' is no id of a Gene",
        "x-edges.sif.gz, line 2: 'XyZ' is no metaedge of Hetionet",
    ]


def test_triples_get_their_types_from_the_relations(tmp_path: Path) -> None:
    path = tmp_path / "kg.tsv"
    path.write_text("Flu\thas_symptom\tHigh_fever\nHigh_fever\tpossible_disease\tFlu\nFlu\tlikes\tWinter\nbad row\n")
    items = list(read_triples(path))
    found = entities(items)
    assert {one: found[one].type for one in found} == {"Flu": "Disease", "High_fever": "Symptom", "Winter": "Entity"}
    assert found["High_fever"].name == "High fever"
    assert [one.line for one in broken(items)] == [4]
    assert len(relations(items)) == 3


PUBTATOR = """\
123|t|Aspirin and fever.
123|a|Acetylsalicylic acid lowers fever.
123\t0\t7\tAspirin\tChemicalEntity\tD001241
123\t12\t17\tfever\tDiseaseOrPhenotypicFeature\tD005334
123\t19\t39\tAcetylsalicylic acid\tChemicalEntity\tD001241
123\t0\t3\tAsp\tChemicalEntity\t-
123\tNegative_Correlation\tD001241\tD005334\tNovel

124|t|Empty.
124|a|
999\tAssociation\tA\tB\tNo
124\tx\ty
"""


def test_pubtator_in_a_zip(tmp_path: Path) -> None:
    path = tmp_path / "corpus.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("BioRED/Dev.PubTator", PUBTATOR)
    items = list(read_pubtator(path))
    assert entities(items)["D001241"].name == "Aspirin"
    assert entities(items)["D001241"].synonyms == ("Acetylsalicylic acid",)
    relation = Relation(
        "D001241", "Negative_Correlation", "D005334", (Evidence(("123",), "corpus.zip"),), {"novelty": "Novel"}
    )
    assert relations(items) == [relation]
    assert [one.line for one in broken(items)] == [11, 12]
    assert [one.text for one in abstracts(path) if not isinstance(one, Broken)] == [
        "Acetylsalicylic acid lowers fever.",
        "",
    ]


def test_pubtator_dump_of_relations(tmp_path: Path) -> None:
    path = tmp_path / "relation2pubtator3"
    path.write_text("11\tassociate\tChemical|MESH:D001241\tDisease|MESH:D005334\n")
    items = list(read_pubtator(path))
    assert entities(items)["MESH:D005334"].type == "Disease"
    assert relations(items)[0].evidence[0].pmids == ("11",)


def test_ckg_tables(tmp_path: Path) -> None:
    (tmp_path / "ontologies").mkdir()
    (tmp_path / "ontologies" / "Disease.tsv").write_text(
        "ID\t:LABEL\tname\tdescription\ttype\tsynonyms\nDOID:1\tDisease\tflu\ta virus\t-26\tgrippe,influenza\n"
    )
    (tmp_path / "uniprot_Protein.tsv").write_text("ID\tname\nP1\tone\n\tnameless\n")
    (tmp_path / "Protein_disgenet_associated_with.tsv").write_text(
        "START_ID\tEND_ID\tscore\tsource\nP1\tDOID:1\t0.5\tDisGeNET\n"
    )
    (tmp_path / "x_interacts_with.tsv").write_text(
        "START_ID\tEND_ID\tTYPE\tpublications\tsource\nP1\tP1\tCURATED_INTERACTS_WITH\t11|12\tintact\nP1\n"
    )
    items = list(read_ckg(tmp_path))
    found = entities(items)
    assert (found["DOID:1"].type, found["DOID:1"].synonyms) == ("Disease", ("grippe", "influenza"))
    assert found["P1"].type == "Protein"
    assert set(relations(items)[0].attributes.items()) == {("score", "0.5")}
    assert relations(items)[0].predicate == "ASSOCIATED_WITH"
    assert relations(items)[1].evidence == (Evidence(("11", "12"), "intact"),)
    assert len(broken(items)) == 2


NODE = {
    "type": "node",
    "id": "7",
    "labels": ["Protein"],
    "properties": {"id": "P1", "name": "one", "synonyms": ["A", "B"]},
}
EDGE = {
    "type": "relationship",
    "label": "ACTS_ON",
    "start": {"id": "7"},
    "end": {"id": "7"},
    "properties": {"score": 1},
}


def test_ckg_exported_as_json(tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    lost = {**EDGE, "end": {"id": "8"}}
    path.write_text("\n".join(map(json.dumps, (NODE, EDGE, lost))) + "\nnot json\n[]\n" + "[" * 5000 + "\n")
    items = list(read_ckg(path))
    assert entities(items)["P1"].synonyms == ("A", "B")
    assert [(one.subject, one.predicate, one.object) for one in relations(items)] == [("P1", "ACTS_ON", "P1")]
    assert [one.line for one in broken(items)] == [3, 4, 5, 6]


def test_ckg_exported_as_csv(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    path.write_text('_id,_labels,id,name,_start,_end,_type,score\n7,:Protein,P1,"one, two",,,,\n,,,,7,7,ACTS_ON,0.1\n')
    items = list(read_ckg(path))
    assert entities(items)["P1"].name == "one, two"
    assert relations(items)[0].attributes == {"score": "0.1"}


def mapping(folder: Path, text: str) -> Path:
    (folder / "genes.tsv").write_text("gene\tlabel\talso\nG1\tone\tuno|eins\n\tnone\t\n")
    (folder / "edges.csv").write_text("a,b,pubmed\nG1,D1,5;6\n")
    (folder / "map.toml").write_text(text)
    return folder / "map.toml"


GOOD = """
[[entities]]
file = "genes.tsv"
id = "gene"
name = "label"
synonyms = "also"
type = "Gene"
[[relations]]
file = "edges.csv"
delimiter = ","
subject = "a"
object = "b"
object_type = "Disease"
predicate = "is linked to"
pmids = "pubmed"
"""


def test_mapping(tmp_path: Path) -> None:
    items = list(read_mapped(mapping(tmp_path, GOOD)))
    assert entities(items)["G1"].synonyms == ("uno", "eins")
    assert entities(items)["D1"].type == "Disease"
    assert relations(items)[0] == Relation("G1", "is linked to", "D1", (Evidence(("5", "6")),))
    assert len(broken(items)) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GOOD.replace('"label"', '"nam"'), "no column 'nam'"),
        (GOOD.replace("pmids", "pmidz"), "pmidz"),
        (GOOD.replace('type = "Gene"', ""), "either type or type_column"),
        (GOOD.replace("genes.tsv", "nothing.tsv"), "nothing.tsv cannot be read"),
        ("[[", "cannot be read"),
    ],
)
def test_a_wrong_mapping_says_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(GraphError, match=told):
        list(read_mapped(mapping(tmp_path, text)))


@pytest.mark.parametrize("layout", FORMATS)
def test_foreign_bytes_end_in_our_error(tmp_path: Path, layout: str) -> None:
    for name in ("junk.zip", "junk.tsv.gz", "junk.json"):
        path = tmp_path / name
        path.write_bytes(bytes(range(256)) * 40)
        try:
            assert not relations(list(FORMATS[layout](path)))
        except GraphError as error:
            assert str(error)
