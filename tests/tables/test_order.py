"""A table in another order is another table."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.tables import Options, table_of
from scitoolagent.tables.operations import sort, top
from scitoolagent.toolkg.store import load_graph


def test_a_sorted_table_is_not_the_unsorted_one(tmp_path: Path) -> None:
    given = table_of({"x": [2, 3, 1]}, Options(load_graph(), tmp_path)).settled()
    assert list(sort(given, "x").settled().values("x")) == [1, 2, 3]
    assert list(given.values("x")) == [2, 3, 1]
    again = table_of({"x": [2, 3, 1]}, Options(load_graph(), tmp_path)).settled()
    assert again.folder == given.folder


def test_the_first_place_may_be_left_out(tmp_path: Path) -> None:
    given = table_of({"x": [5, 9, 9, 1, 7]}, Options(load_graph(), tmp_path))
    assert list(top(given, "x", 2, place=3).values("x")) == [7, 5]
    second = top(given, "x", 1, place=2)
    assert list(second.values("x")) == [9]
    assert any("same value as the first" in note for note in second.notes), "the highest is another 9"
    assert list(top(given, "x", 2, lowest=True, place=2).values("x")) == [5, 7]
