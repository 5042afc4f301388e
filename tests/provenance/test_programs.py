"""A run by a program of a model: what is exported and replayed of it, and that the gate looks at its code again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.errors import BlockedError
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.provenance.admission import admitted_trace
from scitoolagent.provenance.export import EXPORT_FORMATS, export
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.records import Program
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import read_trace

SARIN = "CC(C)OP(C)(=O)F"
SAME = '{"verdict": "same", "why": "it is what is asked"}'
OF_VALUES = '{"a mean": mean([polar_surface_area(smiles1), polar_surface_area(smiles2)])}'


def call(name: str, **arguments: Any) -> str:
    return json.dumps({"tool_calls": [{"name": name, "arguments": arguments}]})


@pytest.fixture(scope="module")
def recorded(config: Config) -> RecordedRun:
    text = {"text": "On average it is {a mean}."}
    model = ScriptedModel([call("program", code=OF_VALUES, answer=text), SAME])
    with Agent(config, models={"planner": model}) as agent:
        answer = agent.run("What would you make of the surfaces of CCO and OCC(O)CO, taken together, so to speak?")
    assert answer.status == "complete", answer.text
    return load_run(config.runs_dir, answer.run)


@pytest.mark.parametrize("form", EXPORT_FORMATS)
def test_it_is_exported_in_every_form(recorded: RecordedRun, form: str, tmp_path: Path) -> None:
    assert export(recorded, load_graph(), form, None, tmp_path).exists()


def test_its_script_runs(recorded: RecordedRun, tmp_path: Path) -> None:
    written = export(recorded, load_graph(), "script", None, tmp_path)
    done = subprocess.run([sys.executable, str(written)], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "every value is the same" in done.stdout


def test_the_code_of_a_trace_is_screened(config: Config, recorded: RecordedRun, tmp_path: Path) -> None:
    lines = (config.runs_dir / f"{recorded.run}.jsonl").read_text(encoding="utf-8").splitlines()
    programs = [one for one in read_trace(config.runs_dir, recorded.run) if isinstance(one, Program)]
    assert [one.status for one in programs] == ["begun", "ok"]
    for field, value in (("code", f'smiles = "{SARIN}"'), ("printed", SARIN), ("results", {"x": ["made", SARIN]})):
        bad = programs[1].model_copy(update={field: value}).model_dump_json()
        edited = [bad if '"status":"ok"' in line and '"kind":"program"' in line else line for line in lines]
        assert edited != lines
        (tmp_path / f"{recorded.run}.jsonl").write_text("\n".join(edited), encoding="utf-8")
        with pytest.raises(BlockedError):
            admitted_trace(tmp_path, recorded.run)
