"""Some of the planted faults are planted here as well; `python -m scitoolagent.benchmarks.faults` plants all of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scitoolagent.benchmarks.faults import problems
from scitoolagent.benchmarks.planted import Fault, planted

PLANTED = (
    "standard output on a full disk", "the disk is full after 400 bytes", "the cache folder is a file", "a trace empty",
    "a trace with bytes that are no UTF-8", "a trace cut within a letter", "an argument that is no UTF-8",
    "a deep list as an argument", "a structure file large.pdb", "a structure file loop.pdb", "terminal escapes in an argument",
    "a tool that exits", "a tool that forks", "a tool that escapes", "a hazard database that was cut",
)  # fmt: skip


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Fault]:
    folder = tmp_path_factory.mktemp("faults")
    patch = pytest.MonkeyPatch()
    patch.setenv("SCITOOLAGENT_CACHE_DIR", str(folder / "cache"))
    patch.setenv("SCITOOLAGENT_DATA_DIR", str(folder / "data"))
    found = {fault.name: fault for fault in planted(folder)}
    patch.undo()
    return found


def test_there_are_many_and_no_two_alike(faults: dict[str, Fault]) -> None:
    assert len(faults) >= 70


@pytest.mark.parametrize("name", PLANTED)
def test_a_fault_is_survived(faults: dict[str, Fault], tmp_path: Path, name: str) -> None:
    folders = {"SCITOOLAGENT_DATA_DIR": str(tmp_path / "data"), "SCITOOLAGENT_CACHE_DIR": str(tmp_path / "cache")}
    assert problems(faults[name], {**os.environ, **folders, "COLUMNS": "200"}) == []


def test_what_is_not_survived_is_told(tmp_path: Path) -> None:
    environment = {**os.environ, "SCITOOLAGENT_DATA_DIR": str(tmp_path), "SCITOOLAGENT_CACHE_DIR": str(tmp_path)}
    wrong = Fault("a list", ("tools", "servers"), codes=(7,), says=("no such words",))
    assert [one.split(",")[0] for one in problems(wrong, environment)][:2] == [
        "exit code 0",
        "does not say 'no such words'",
    ]
