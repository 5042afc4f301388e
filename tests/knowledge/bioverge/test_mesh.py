"""Trees from the three layouts; broken rows, circles and unknown places."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.bioverge.mesh import MAX_FOUND, read_tree

# Numbers as the MeSH tree of 2024 has them: Diabetes Mellitus C18.452.394.750 and C19.246, its two types below it.
NUMBERS = """id\ttree_number\tname
D044882\tC18.452.394\tGlucose Metabolism Disorders
D004700\tC19\tEndocrine System Diseases
D003920\tC18.452.394.750|C19.246\tDiabetes Mellitus
D003922\tC18.452.394.750.124\tDiabetes Mellitus, Type 1
D003924\tC18.452.394.750.149\tDiabetes Mellitus, Type 2
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "tree.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_tree_numbers(tmp_path: Path) -> None:
    tree = read_tree(written(tmp_path, NUMBERS))
    node = tree.find("MESH:D003920")
    assert tree.parents(node).ids == ("D004700", "D044882")
    assert tree.children(node).ids == ("D003922", "D003924")
    assert tree.siblings("D003922").ids == ("D003924",)
    assert tree.children("D044882", 2).ids == ("D003920", "D003922", "D003924")
    assert tree.name("D003924") == "Diabetes Mellitus, Type 2"


def test_the_file_of_mesh_itself_is_found_by_name(tmp_path: Path) -> None:
    text = "Diabetes Mellitus;C19.246\nEndocrine System Diseases;C19\nDiabetes Mellitus, Type 1;C19.246.267\n;;\n"
    tree = read_tree(written(tmp_path, text))
    assert tree.parents(tree.find("D003920", "diabetes mellitus")).ids == ("Endocrine System Diseases",)
    assert tree.broken == 1
    assert "line 4" in tree.first_broken


def test_a_circle_ends(tmp_path: Path) -> None:
    tree = read_tree(written(tmp_path, "id,parent,name\nA,B,one\nB,C,two\nC,A,three\nD,D,self\nE,B,five\n"))
    assert tree.parents("A", 20).ids == ("B", "C")
    assert tree.children("A", 20).ids == ("B", "C", "E")
    assert tree.siblings("A").ids == ("E",)
    assert tree.parents("D").ids == ()


def test_many_children_are_cut(tmp_path: Path) -> None:
    rows = "".join(f"N{number}\troot\n" for number in range(10_000))
    tree = read_tree(written(tmp_path, f"id\tparent\nroot\t\n{rows}"))
    found = tree.children("root")
    assert (len(found.ids), found.truncated) == (MAX_FOUND, True)


def test_broken_rows_are_counted_and_the_first_named(tmp_path: Path) -> None:
    tree = read_tree(written(tmp_path, NUMBERS + "D1\nD2\tnonsense\tname\n"))
    assert tree.broken == 2
    assert "line 7" in tree.first_broken


@pytest.mark.parametrize("text", ["", "a\tb\n1\t2\n", "id\ttree_number\n", "\x00\x01"])
def test_what_is_no_tree_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(GraphError):
        read_tree(written(tmp_path, text))


def test_an_unknown_place_is_unknown_and_not_empty(tmp_path: Path) -> None:
    tree = read_tree(written(tmp_path, NUMBERS))
    with pytest.raises(GraphError, match="its place in it is unknown"):
        tree.find("D999999", "nothing")
    with pytest.raises(GraphError, match="levels"):
        tree.parents("D003920", 1_000)
