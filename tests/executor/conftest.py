"""Run plans where the tools with bounds are installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def _run(folder: Path, *runs: dict[str, Any], **config: Any) -> list[list[dict[str, Any]]]:
    """The results of each run in the order of its steps; a run is `steps` and, where one is to be asked, `gate`."""
    given = {
        "config": {"workers": 1, "cache_dir": str(folder / "cache"), "data_dir": str(folder), **config},
        "workspace": str(folder),
        "runs": [
            {"plan": {"steps": [{"id": n, **one} for n, one in enumerate(run["steps"], 1)], "goals": []}, **run}
            for run in runs
        ],
    }
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCITOOLAGENT_TOOL")}
    done = subprocess.run(
        [sys.executable, str(HERE / "drive.py")],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**environment, "PYTHONPATH": str(HERE / "plugin")},
    )
    assert done.returncode == 0, done.stderr
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return [sorted(results, key=lambda result: result["step"]) for results in found]


@pytest.fixture
def run_plans() -> Callable[..., list[list[dict[str, Any]]]]:
    """Runs plans in a process of its own."""
    return _run
