"""Cancelling ends the processes of that run and of no other; a crash fails one step; no process is left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(HERE / "drive.py"), str(tmp_path_factory.mktemp("stopping"))],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env={**os.environ, "PYTHONPATH": str(HERE / "plugin")},
    )
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


@pytest.mark.slow
def test_a_cancelled_run_has_no_process_left_and_no_result(found: dict[str, Any]) -> None:
    assert found["cancelled"] == ["cancelled", []]


def test_the_run_of_another_session_goes_on_in_its_own_process(found: dict[str, Any]) -> None:
    assert (found["other still runs"], found["left"]) == ("running", 1)


def test_the_next_run_of_the_session_is_served(found: dict[str, Any]) -> None:
    assert found["behind"] == [True, ["ok"]]


def test_a_crash_costs_its_step_only(found: dict[str, Any]) -> None:
    assert found["crash"] == [["failed"], ["ok"]]


def test_closing_a_session_and_the_server_stops_what_runs(found: dict[str, Any]) -> None:
    assert found["closed"] == found["after the end"] == "cancelled"
    assert (found["health"]["finished"], found["health"]["failed"]) == (3, 0)
