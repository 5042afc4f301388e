"""Bare triples with tabs or as CSV, with a header or without."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.formats.detect import layout_of
from scitoolagent.knowledge.store.formats.rdf import read_rdf
from scitoolagent.knowledge.store.formats.triples import read_triples
from scitoolagent.knowledge.store.records import Broken, Entity, Relation


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("some.csv", 'subject,predicate,object\nalder,grows_by,"brook, river"\n'),
        ("some.csv", 'Head,Relation,Tail\nalder,grows_by,"brook, river"\n'),
        ("some.tsv", "subject\tpredicate\tobject\nalder\tgrows_by\tbrook, river\n"),
        ("some.tsv", "alder\tgrows_by\tbrook, river\n"),
    ],
)
def test_a_header_is_no_triple(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert layout_of(path) == "triples"
    items = list(read_triples(path))
    assert [one for one in items if isinstance(one, Relation)] == [Relation("alder", "grows_by", "brook, river")]
    assert {one.id for one in items if isinstance(one, Entity)} == {"alder", "brook, river"}


def test_a_row_of_other_cells_is_told(tmp_path: Path) -> None:
    path = tmp_path / "some.csv"
    path.write_text("subject,predicate,object\na,b,c\na,b\n", encoding="utf-8")
    assert [one.line for one in read_triples(path) if isinstance(one, Broken)] == [3]


def test_an_empty_file_is_called_empty(tmp_path: Path) -> None:
    path = tmp_path / "none.tsv"
    path.touch()
    with pytest.raises(GraphError, match=r"none\.tsv is empty"):
        layout_of(path)


def test_entities_in_other_files_are_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "some.owl"
    path.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY x SYSTEM "file:///none">]>\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>\n',
        encoding="utf-8",
    )
    with pytest.raises(GraphError, match="stand in other files"):
        list(read_rdf(path))
