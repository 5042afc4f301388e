"""The folder that all tables are kept in."""

import os
import time
from pathlib import Path

import pytest

from scitoolagent.tables.store import new_folder

_DAY = 86_400


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
