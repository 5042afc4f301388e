"""A run with operations on values can be replayed and exported: what they worked on has the types of the run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scitoolagent.config import Config
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate
from scitoolagent.provenance.code import script
from scitoolagent.provenance.cwl import workflow
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.provenance.replay import replay
from scitoolagent.records import Entity, Plan, Quantity, Query, Step
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace

NAMES = ("caffeine", "theobromine", "xanthine")
SUBJECTS = [f"$query.name{place}" for place in (1, 2, 3)]
VALUES = [f"${place}.polar_surface_area" for place in (4, 5, 6)]
OPERATIONS = (
    ("sort_by_value", {"subjects": SUBJECTS, "values": VALUES, "order": "descending"}),
    ("filter_by_value", {"subjects": SUBJECTS, "values": VALUES, "relation": ">", "threshold": "$query.quantity1"}),
    ("pick_extreme", {"subjects": SUBJECTS, "values": VALUES}),
    ("name_to_cas", {"name": "$9.winner"}),
    ("signed_difference", {"values": VALUES[:2]}),
)


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    folder = tmp_path_factory.mktemp("generic")
    return Config(data_dir=folder, cache_dir=folder / "cache", workers=1)


@pytest.fixture(scope="module")
def recorded(config: Config) -> RecordedRun:
    graph = load_graph()
    entities = tuple(
        Entity(handle=f"name{place}", type="MoleculeName", value=name, text=name, start=0, end=0)
        for place, name in enumerate(NAMES, 1)
    )
    area = Quantity(handle="quantity1", value=0.7, unit="nm2", text="0.7 nm2", start=0, end=0)
    query = Query(text="x", entities=entities, quantities=(area,))
    calls = [("name_to_smiles", {"name": name}) for name in SUBJECTS]
    calls += [("polar_surface_area", {"smiles": f"${place}.smiles"}) for place in (1, 2, 3)]
    steps = [Step(id=n, tool=tool, arguments=given) for n, (tool, given) in enumerate([*calls, *OPERATIONS], 1)]
    plan = Plan(steps=tuple(steps), goals=())
    executor, trace = Executor(graph, config, Path.cwd(), SafetyGate(graph)), Trace(config.runs_dir)
    for record in (query, plan, *executor.run(query, plan)):
        trace.write(record)
    trace.close()
    executor.close()
    return load_run(config.runs_dir, trace.run)


def test_a_replay_gives_the_same_types_and_values(recorded: RecordedRun, config: Config) -> None:
    assert all(result.status == "ok" for result in recorded.results.values())
    assert recorded.results[9].outputs["winner"].type == "MoleculeName"
    made = replay(recorded, config)
    assert [step.differences for step in made.steps if step.verdict != "same"] == []


def test_a_script_makes_every_value_again(recorded: RecordedRun, tmp_path: Path) -> None:
    (tmp_path / "again.py").write_text(script(recorded, load_graph()), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "again.py"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith("every value is the same")


def test_a_workflow_hands_on_subjects_and_values(recorded: RecordedRun) -> None:
    graph = json.loads(workflow(recorded, load_graph()))["$graph"]
    main = next(part for part in graph if part["id"] == "main")
    assert main["inputs"]["step9_subjects_1"]["default"] == "caffeine"
    assert main["inputs"]["step8_threshold"]["default"] == pytest.approx(70)
    assert main["steps"]["step9"]["in"]["values"]["source"] == [
        f"step{place}/polar_surface_area" for place in (4, 5, 6)
    ]
