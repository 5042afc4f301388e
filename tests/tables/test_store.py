"""The engine under the tables: what it may touch, and what it leaves."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from scitoolagent.errors import TableError
from scitoolagent.tables import Options, table_of
from scitoolagent.tables.store import connected, new_folder, write_part

_DAY = 86_400


def test_the_engine_touches_only_the_folders_of_the_table(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "a.csv").write_text("x\n1\n")
    for query in (
        f"SELECT * FROM read_csv('{outside}/a.csv')",
        f"COPY (SELECT 1) TO '{outside}/b.parquet'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "SET memory_limit = '64GB'",
    ):
        with pytest.raises(TableError), connected(inside) as engine:
            engine.execute(query)
    assert [path.name for path in outside.iterdir()] == ["a.csv"]
    assert list(inside.iterdir()) == []


def test_the_engine_writes_nothing_to_the_terminal(tmp_path: Path) -> None:
    with connected(tmp_path) as engine:
        assert engine.execute("SELECT current_setting('enable_progress_bar')").fetchone() == (False,)


def test_a_part_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(TableError), connected(tmp_path) as engine:
        write_part(engine, tmp_path / "a.parquet", [("x", "integer")], [["no number"]])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_same_rows_have_the_same_content_and_others_another(options: Options) -> None:
    """Parquet files of many rows are written by several threads and differ from time to time."""
    values = {"x": list(range(300_000)), "y": ["a"] * 300_000}
    tables = [table_of(values, options) for _ in range(2)]
    assert tables[0].content() == tables[1].content()
    assert table_of({**values, "y": ["a"] * 299_999 + ["b"]}, options).content() != tables[0].content()


def _aged(folder: Path, days: float) -> Path:
    folder.mkdir(exist_ok=True)
    os.utime(folder, (time.time() - days * _DAY,) * 2)
    return folder


def test_tables_that_nobody_used_for_a_month_go(tmp_path: Path) -> None:
    store = tmp_path / "tables"
    store.mkdir()
    old, young = _aged(store / "old", 31), _aged(store / "young", 29)
    made = new_folder(store)
    assert (made.is_dir(), young.is_dir(), old.exists()) == (True, True, False)


@pytest.mark.parametrize(("days", "looked"), [(0.5, False), (1.5, True), (-3, True)])
def test_old_tables_are_looked_for_once_a_day(tmp_path: Path, days: float, looked: bool) -> None:
    store = tmp_path / "tables"
    new_folder(store)
    mark = tmp_path / "tables.pruned"
    # A mark of tomorrow is of a clock that was ahead.
    os.utime(mark, (time.time() - days * _DAY,) * 2)
    old = _aged(store / "old", 31)
    new_folder(store)
    assert old.exists() != looked
