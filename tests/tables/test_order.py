"""A table in another order is another table."""

from __future__ import annotations

from pathlib import Path

from scitoolagent.tables import Options, read_table, table_of
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


def test_dates_have_ends_as_numbers_do(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text("run,day\na,13/01/2024\nb,02/03/2023\nc,\nd,02/03/2023\ne,28/02/2024\n", encoding="utf-8")
    given = read_table(path, Options(load_graph(), tmp_path / "held"))
    latest = top(given, "day", 1)
    assert list(latest.values("run")) == ["e"]
    assert "1 rows have no day and are left out" in latest.notes
    assert list(top(given, "day", 1, lowest=True).values("run")) == ["b", "d"], "both are of the earliest day"
