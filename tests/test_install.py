"""The wheel of a copy of the checkout, installed into an empty environment as pipx and uvx do: it is built without a
warning, what an extra brings is missed by nothing but the modules of that extra, questions are answered, and MCP clients
are served.

With uv this takes ten seconds and belongs to `make test-all`; with pip it takes minutes, and only `.ci/run` asks for it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
# What may not be imported without an extra: modules, or packages with all that is in them, by what they then lack.
NEED_EXTRAS = {
    "scitoolagent.finetune.reader.network": ("torch", "safetensors"),
    "scitoolagent.finetune.reader.train": ("torch", "safetensors"),
    "scitoolagent.mcp.client": ("anyio", "mcp"),
    "scitoolagent.mcp.elicitation": ("anyio", "mcp"),
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
    return done.stdout + (done.stderr if {"wheel", "build"} & {*command} else "")


def _build(folder: Path) -> Path:
    """A wheel of a copy of the checkout, built without a warning."""
    ignored = shutil.ignore_patterns(
        ".git", ".venv*", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", "typings", "tests"
    )
    copy = shutil.copytree(ROOT, folder / "copy", ignore=ignored)
    if _uv():
        told = _run("uv", "build", "--wheel", "--out-dir", str(folder), str(copy), cwd=folder)
    else:
        told = _run(
            sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "--wheel-dir", str(folder), str(copy), cwd=folder
        )
    assert not [line for line in told.splitlines() if "absent from" in line or "Deprecat" in line]
    (wheel,) = folder.glob("scitoolagent-*.whl")
    return wheel


def _install(python: Path, *needs: str) -> None:
    constraints = ["-c", str(ROOT / "constraints.txt")]
    folder = python.parents[2]
    if _uv():
        _run("uv", "pip", "install", "--quiet", "--python", str(python), *constraints, *needs, cwd=folder)
    else:
        _run(str(python), "-m", "pip", "install", "--quiet", "--no-compile", *constraints, *needs, cwd=folder)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The Python of a new environment with the plain package, and the wheel that it was installed from."""
    folder = tmp_path_factory.mktemp("install")
    python = folder / "venv" / "bin" / "python"
    if _uv():
        _run("uv", "venv", "--quiet", "--python", sys.executable, str(folder / "venv"), cwd=folder)
    else:
        _run(sys.executable, "-m", "venv", str(folder / "venv"), cwd=folder)
    wheel = _build(folder)
    _install(python, str(wheel))
    return python, wheel


def _may_lack(module: str) -> tuple[str, ...]:
    return next((lacks for home, lacks in NEED_EXTRAS.items() if module == home or module.startswith(f"{home}.")), ())


def _uv() -> bool:
    """Whether uv is there and runs; a name on the path may be an empty shim."""
    return (
        shutil.which("uv") is not None
        and subprocess.run(["uv", "--version"], capture_output=True, check=False).returncode == 0
    )


pytestmark = pytest.mark.skipif(
    not _uv() and not os.environ.get("SCITOOLAGENT_TEST_INSTALL"),
    reason="without uv this takes minutes; SCITOOLAGENT_TEST_INSTALL=1 runs it with pip",
)


def test_the_plain_package_imports_and_answers(installed: tuple[Path, Path], tmp_path: Path) -> None:
    python, _ = installed
    missed = json.loads(_run(str(python), "-c", IMPORT_ALL, cwd=tmp_path).splitlines()[-1])
    unexpected = {module: lacks for module, lacks in missed.items() if lacks not in _may_lack(module)}
    assert not unexpected
    assert "scitoolagent.web.server" in missed  # else something of an extra was there, and this test shows nothing
    command = [str(python.with_name("scitoolagent")), "ask", "--json", "What is the TPSA of menthol?"]
    answer = json.loads(_run(*command, cwd=tmp_path, **_home(tmp_path)))
    # One hydroxyl: 20.23 Å², Ertl et al. 2000, table 1.
    assert answer["status"] == "complete"
    assert [value["value"] for value in answer["values"]] == [pytest.approx(20.23, abs=1e-6)]


def test_the_command_serves_mcp_clients(installed: tuple[Path, Path], tmp_path: Path) -> None:
    python, wheel = installed
    _install(python, f"{wheel}[mcp]")
    client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    call = {"name": "run_tool", "arguments": {"name": "polar_surface_area", "arguments": {"smiles": "OCC(O)CO"}}}
    requests = [
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "tools/call", "params": call},
    ]
    lines = [json.dumps({"jsonrpc": "2.0", **request}) for request in requests]
    command = [str(python.with_name("scitoolagent")), "mcp"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path, env={**os.environ, **_home(tmp_path)}
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write("".join(f"{line}\n" for line in lines).encode())
        server.stdin.flush()
        replies = [json.loads(server.stdout.readline()) for _ in range(3)]
        server.stdin.close()
        assert server.wait(60) == 0
    assert [reply["id"] for reply in replies] == [1, 2, 3]
    assert len(replies[1]["result"]["tools"]) == 8
    outputs = replies[2]["result"]["structuredContent"]["outputs"]
    assert outputs["polar_surface_area"]["value"] == pytest.approx(60.69)


def _home(folder: Path) -> dict[str, str]:
    return {"SCITOOLAGENT_DATA_DIR": str(folder / "data"), "SCITOOLAGENT_CACHE_DIR": str(folder / "cache")}
