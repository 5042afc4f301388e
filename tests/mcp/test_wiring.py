"""Confirmed tools of other servers in the graph: in addition to ours, never instead of one; their results are not cached."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SERVER = """\
command = {command}

[[tools]]
name = "smiles_to_inchikey"
tool = "mcp_other_smiles_to_inchikey"
digest = "00000000000000000000000000000000"
confirmed = {confirmed}
summary = "Convert SMILES to InChIKey."
inputs = [{{ name = "smiles", port = "smiles", type = "Smiles", python = "str" }}]
outputs = [{{ name = "inchikey", port = "inchikey", type = "InChIKey", python = "str" }}]
"""
GRAPH = """
import json
from scitoolagent.config import load_config
from scitoolagent.planner import Planner
from scitoolagent.toolkg.store import load_graph
graph = load_graph()
planner = Planner(graph, load_config())
plan = planner.draft(planner.recognise("What is the InChIKey of CCO?"))
print(json.dumps([[name for name in graph.tools if name.startswith("mcp_")], [step.tool for step in plan.steps],
                  len(graph.tools), graph.digest]))
"""
CALL = """
import json, sys
from scitoolagent.executor.worker import run_tool
from scitoolagent.tool.registry import load_foreign
import scitoolagent.mcp.client as client
answers = iter([({}, "one"), ({}, "two")])
client.call = lambda *given: next(answers)
(spec,) = load_foreign()
print(json.dumps([run_tool(spec.name, spec.function.__module__, {"smiles": "CCO"}, sys.argv[1]) for _ in range(2)]))
"""


def process(folder: Path, code: str, *words: str) -> list:
    env = {**os.environ, "SCITOOLAGENT_MCP_DIR": str(folder)}
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def write(folder: Path, confirmed: str) -> Path:
    (folder / "other.toml").write_text(SERVER.format(command='["x"]', confirmed=confirmed))
    return folder


def test_a_confirmed_tool_stands_beside_ours_and_replaces_none(tmp_path: Path) -> None:
    shipped = process(tmp_path, GRAPH)
    assert process(write(tmp_path, "false"), GRAPH) == shipped
    names, planned, count, digest = process(write(tmp_path, "true"), GRAPH)
    assert names == ["mcp_other_smiles_to_inchikey"]
    assert planned == shipped[1] == ["smiles_to_inchikey"]
    assert count == shipped[2] + 1
    assert digest.startswith(shipped[3]) and digest != shipped[3]


def test_what_it_gives_is_not_kept_and_its_version_is_its_definition(tmp_path: Path) -> None:
    first, second = process(write(tmp_path, "true"), CALL, str(tmp_path / "cache.sqlite"))
    assert [first["outputs"], second["outputs"]] == [{"inchikey": "one"}, {"inchikey": "two"}]
    assert first["version"] == "0" * 32
    assert not first["cached"] and not second["cached"]
