"""Run plans where the tools with bounds are installed, and the backends on which tests of the executor run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
_TOOLS = (HERE / "plugin", HERE / "row_plugin", HERE.parent / "plugin")
# A node that is gone is missed within two seconds, and Ray listens on loopback alone.
_RAY = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_failure_threshold": "4",
    "RAY_health_check_initial_delay_ms": "500",
}


@dataclass(frozen=True)
class Backend:
    """Where calls run: the setting, and what a process needs in its environment for it."""

    name: str
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Nodes:
    """Two nodes of Ray on this machine."""

    process: subprocess.Popen[str]
    backend: Backend

    def tell(self, command: str) -> None:
        """`kill` one of them, or `add` one."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline().strip() == command


@pytest.fixture(scope="session")
def nodes() -> Iterator[Nodes]:
    """A cluster of two nodes with one CPU each; tests that need it are skipped where Ray is not installed."""
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed; pip install 'scitoolagent[ray]'")
    # Not in the folder of pytest: the names of Ray's sockets would be too long.
    folder = tempfile.mkdtemp(prefix="ray-")
    environment = {**_RAY, "RAY_TMPDIR": folder}
    started = subprocess.Popen(
        [sys.executable, str(HERE / "ray_nodes.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **environment, "PYTHONPATH": os.pathsep.join(map(str, _TOOLS))},
    )
    try:
        assert started.stdout
        address = started.stdout.readline().strip()
        yield Nodes(started, Backend("ray", {**environment, "RAY_ADDRESS": address}))
        started.communicate(timeout=60)
    finally:
        started.kill()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module", params=["local", pytest.param("ray", marks=pytest.mark.slow)])
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each backend in turn."""
    found: Backend = request.getfixturevalue("nodes").backend if request.param == "ray" else Backend("local")
    return found


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
