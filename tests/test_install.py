"""The plain package alone, installed from a copy of the checkout into an empty environment: what an extra brings is missed
by nothing but the modules of that extra, and a question is answered.

With uv this takes ten seconds and belongs to `make test`; with pip it takes a minute, and only `.ci/run` asks for it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# What may not be imported without an extra: modules, or packages with all that is in them, by what they then lack.
NEED_EXTRAS = {
    "scitoolagent.mcp.client": ("anyio", "mcp"),
    "scitoolagent.mcp.server": ("anyio", "mcp"),
    "scitoolagent.mcp.stdio": ("anyio", "mcp"),
    "scitoolagent.mcp.http": ("anyio", "mcp"),
    "scitoolagent.mcp.wire": ("anyio", "mcp"),
    "scitoolagent.serving.app": ("starlette", "uvicorn"),
    "scitoolagent.serving.server": ("starlette", "uvicorn"),
    "scitoolagent.sessions.listening": ("uvicorn",),
    "scitoolagent.web": ("nicegui", "fastapi", "uvicorn"),
}
IMPORT_ALL = """
import importlib, json, pkgutil, sys, warnings
import scitoolagent
missed = {}
for info in pkgutil.walk_packages(scitoolagent.__path__, "scitoolagent."):
    if info.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(info.name)
    except ModuleNotFoundError as error:
        missed[info.name] = error.name.split(".")[0]
print(json.dumps(missed))
"""


def _run(*command: str, cwd: Path, **env: str) -> str:
    # Nothing of this checkout may be found by accident.
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env={**clean, **env})
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _install(folder: Path) -> Path:
    """The Python of a new environment with the plain package."""
    ignored = shutil.ignore_patterns(
        ".git", ".venv*", "build", "*.egg-info", "__pycache__", ".*_cache", "typings", "tests"
    )
    copy = shutil.copytree(ROOT, folder / "copy", ignore=ignored)
    python = folder / "venv" / "bin" / "python"
    constraints = ["-c", str(copy / "constraints.txt")]
    if _uv():
        _run("uv", "venv", "--quiet", "--python", sys.executable, str(folder / "venv"), cwd=folder)
        _run("uv", "pip", "install", "--quiet", "--python", str(python), *constraints, str(copy), cwd=folder)
    else:
        _run(sys.executable, "-m", "venv", str(folder / "venv"), cwd=folder)
        _run(str(python), "-m", "pip", "install", "--quiet", "--no-compile", *constraints, str(copy), cwd=folder)
    return python


def _may_lack(module: str) -> tuple[str, ...]:
    return next((lacks for home, lacks in NEED_EXTRAS.items() if module == home or module.startswith(f"{home}.")), ())


def _uv() -> bool:
    """Whether uv is there and runs; a name on the path may be an empty shim."""
    return (
        shutil.which("uv") is not None
        and subprocess.run(["uv", "--version"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.skipif(
    not _uv() and not os.environ.get("SCITOOLAGENT_TEST_INSTALL"),
    reason="without uv this takes a minute; SCITOOLAGENT_TEST_INSTALL=1 runs it with pip",
)
def test_the_plain_package_imports_and_answers(tmp_path: Path) -> None:
    python = _install(tmp_path)
    missed = json.loads(_run(str(python), "-c", IMPORT_ALL, cwd=tmp_path).splitlines()[-1])
    unexpected = {module: lacks for module, lacks in missed.items() if lacks not in _may_lack(module)}
    assert not unexpected
    assert "scitoolagent.web.server" in missed  # else something of an extra was there, and this test shows nothing
    question = "What is the TPSA of menthol?"
    command = [str(python), "-c", "from scitoolagent.cli import main; main()", "ask", "--json", question]
    home = {"SCITOOLAGENT_DATA_DIR": str(tmp_path / "data"), "SCITOOLAGENT_CACHE_DIR": str(tmp_path / "cache")}
    answer = json.loads(_run(*command, cwd=tmp_path, **home))
    # One hydroxyl: 20.23 Å², Ertl et al. 2000, table 1.
    assert answer["status"] == "complete"
    assert [value["value"] for value in answer["values"]] == [pytest.approx(20.23, abs=1e-6)]
