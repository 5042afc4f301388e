"""A run whose answer a program of a model computed: read from its trace, replayed, exported."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rocrate.rocrate import ROCrate

from scitoolagent.agent import Agent
from scitoolagent.config import Config
from scitoolagent.errors import BlockedError, ConfigError
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.provenance import run_program
from scitoolagent.provenance.code import notebook, script
from scitoolagent.provenance.crate import write_crate
from scitoolagent.provenance.cwl import workflow
from scitoolagent.provenance.export import export
from scitoolagent.provenance.recorded import RecordedRun, load_run
from scitoolagent.provenance.replay import Replay, replay
from scitoolagent.provenance.rows import rows_behind
from scitoolagent.records import Answer, Plan, Program, Query, StepResult
from scitoolagent.toolkg.store import load_graph
from scitoolagent.trace import Trace, read_trace

QUESTION = "Which catalyst in yields.csv has the highest mean yield, and how heavy is CCO?"
CODE = """\
import random
rows = sql('select catalyst, avg(yield_percent) as y from yields group by catalyst order by y desc')
m = molecular_weight(smiles1)
save(rows, 'means.csv')
{'best': rows[0]['catalyst'], 'mean yield': {r['catalyst']: r['y'] for r in rows}, 'mass': m, 'r': random.random()}
"""
WORDS = {"text": "{best} gives most; CCO weighs {mass}.", "labels": {"mass": "mass of CCO [g/mol]"}}
ROWS = "catalyst,yield_percent\nPd,71\nPd,75\nNi,50\nNi,54\n"
LISTED = "OC(=O)C(O)(c1ccccc1)c1ccccc1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("files")
    (made / "yields.csv").write_text(ROWS)
    return made


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    made = tmp_path_factory.mktemp("program")
    return Config(data_dir=made / "data", cache_dir=made / "cache", rules=False, workers=1)


@pytest.fixture(scope="module")
def answer(config: Config, folder: Path) -> Answer:
    call = {"tool_calls": [{"name": "program", "arguments": {"code": CODE, "answer": WORDS}}]}
    model = ScriptedModel([json.dumps(call), '{"verdict":"same","why":"ok"}'])
    with Agent(config, folder, models={"planner": model}) as agent:
        return agent.run(QUESTION)


@pytest.fixture
def run(config: Config, answer: Answer) -> RecordedRun:
    return load_run(config.runs_dir, answer.run)


@pytest.fixture
def again(config: Config, folder: Path) -> Callable[[RecordedRun], Replay]:
    return lambda recorded: replay(recorded, config, folder)


def edited(config: Config, answer: Answer, **changes: Callable[[Any], Any]) -> RecordedRun:
    """The run, with its records of some kinds changed in the trace."""
    trace = Trace(config.runs_dir)
    for record in read_trace(config.runs_dir, answer.run):
        change = changes.get(type(record).__name__, lambda one: one)
        if (changed := change(record)) is not None:
            trace.write(changed)
    trace.close()
    return load_run(config.runs_dir, trace.run)


def test_the_program_is_read_with_its_plan(run: RecordedRun, answer: Answer) -> None:
    assert answer.status == "complete" and run.answer == answer
    assert run.program is not None and (run.program.code, run.program.status) == (CODE, "ok")
    assert [step.tool for step in run.plan.steps] == [
        "read_rows",
        "sql",
        "molecular_weight",
        "table_of",
        "save",
        "program",
    ]
    last = run.calls(load_graph())[-1]
    assert last.tool == "program" and {one.step for one in last.arguments["steps"]} == {1, 2, 3, 4, 5}  # type: ignore[union-attr]
    assert all(result.version for result in run.results.values())


def test_a_replay_gives_the_same_and_writes_nothing(run: RecordedRun, again: Any, folder: Path) -> None:
    (folder / "means.csv").unlink(missing_ok=True)
    replayed = again(run)
    assert replayed.same, replayed
    assert [step.tool for step in replayed.steps][-1] == "program" and len(replayed.steps) == 6
    assert not (folder / "means.csv").exists()


def test_a_changed_file_is_named_and_what_follows_from_it(run: RecordedRun, again: Any, folder: Path) -> None:
    (folder / "yields.csv").write_text(ROWS.replace("75", "95"))
    try:
        replayed = again(run)
    finally:
        (folder / "yields.csv").write_text(ROWS)
    by_tool = {step.tool: step for step in replayed.steps}
    assert by_tool["molecular_weight"].verdict == "same"
    assert "yields.csv was changed after the run" in by_tool["read_rows"].causes[0]
    assert by_tool["sql"].causes == ("input: step 1 is not the same",)
    differs = by_tool["program"]
    assert [text.split(":")[0] for text in differs.differences] == ["mean yield"]
    assert "input: step 2 is not the same" in differs.causes and not replayed.untrue


def test_an_edited_result_is_found(config: Config, answer: Answer, again: Any) -> None:
    def change(result: StepResult) -> StepResult:
        if result.tool != "program":
            return result
        mass = result.outputs["mass"].model_copy(update={"value": 40.0})
        return result.model_copy(update={"outputs": {**result.outputs, "mass": mass}})

    found = again(edited(config, answer, StepResult=change)).steps[-1]
    assert found.verdict == "different" and found.differences[0].startswith("mass: 40.0")
    assert found.causes == ("trace: it does not hold what the program gives",)


def test_an_edited_answer_is_found(config: Config, answer: Answer, again: Any) -> None:
    def change(told: Answer) -> Answer:
        mass = [one.model_copy(update={"value": 40.0}) if one.unit == "g/mol" else one for one in told.values]
        return told.model_copy(update={"values": tuple(mass)})

    replayed = again(edited(config, answer, Answer=change))
    assert not replayed.same and {step.verdict for step in replayed.steps} == {"same"}
    assert replayed.untrue[0].startswith("the answer tells 40.0 as ")


def test_an_edited_call_is_found(config: Config, answer: Answer, again: Any) -> None:
    def change(plan: Plan) -> Plan:
        steps = [
            step.model_copy(update={"arguments": {**step.arguments, "query": "select 1"}})
            if step.tool == "sql"
            else step
            for step in plan.steps
        ]
        return plan.model_copy(update={"steps": tuple(steps)})

    found = again(edited(config, answer, Plan=change))
    assert "query: 'select 1' in the plan of the run" in found.steps[1].differences[0]


@pytest.mark.parametrize("kind", ["code", "gone"])
def test_a_plan_of_another_program_is_refused(config: Config, answer: Answer, kind: str) -> None:
    change = (lambda one: one.model_copy(update={"code": "{'x': 1}"})) if kind == "code" else (lambda one: None)
    with pytest.raises(ConfigError, match="a program which the trace does not hold"):
        edited(config, answer, Program=change)


def test_what_is_never_worked_on_is_not_let_in_by_a_trace(config: Config, answer: Answer, again: Any) -> None:
    def code(program: Program) -> Program:
        return program.model_copy(update={"code": CODE.replace("smiles1", f"Smiles('{LISTED}')")})

    def plan(made: Plan) -> Plan:
        steps = [
            one.model_copy(
                update={"arguments": {**one.arguments, "code": CODE.replace("smiles1", f"Smiles('{LISTED}')")}}
            )
            if one.tool == "program"
            else one
            for one in made.steps
        ]
        return made.model_copy(update={"steps": tuple(steps)})

    recorded = edited(config, answer, Program=code, Plan=plan)
    with pytest.raises(BlockedError):
        again(recorded)
    with pytest.raises(BlockedError):
        export(recorded, load_graph(), "script", None, Path.cwd())


@pytest.mark.parametrize("status", ["begun", "ok"])
def test_a_run_that_was_killed_in_mid_program(config: Config, answer: Answer, again: Any, status: str) -> None:
    def begun(program: Program) -> Program | None:
        return program if program.status in ("begun", status) else None

    cut = {kind: lambda one: None for kind in ("Plan", "StepResult", "Answer")}
    recorded = edited(config, answer, Program=begun, **cut)
    assert recorded.program is not None and recorded.program.status == status and not recorded.plan.steps
    assert recorded.usage == recorded.program.usage != ()
    replayed = again(recorded)
    assert {step.verdict for step in replayed.steps[:-1]} == {"unknown"}
    assert replayed.steps[-1].verdict == ("unknown" if status == "begun" else "same")
    with pytest.raises(ConfigError, match="no result that could be made again"):
        recorded.exported(load_graph())


@pytest.mark.slow
def test_a_script_makes_every_number_again(run: RecordedRun, config: Config, folder: Path, tmp_path: Path) -> None:
    text = script(run, load_graph())
    code = next(one for one in ast.parse(text).body if isinstance(one, ast.Assign) and one.targets[0].id == "CODE")  # type: ignore[attr-defined]
    assert ast.literal_eval(code.value) == CODE
    (tmp_path / "yields.csv").write_text(ROWS)
    (tmp_path / "again.py").write_text(text)
    env = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "SCITOOLAGENT_DATA_DIR": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "again.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 46.069 g/mol [step 3]" in done.stdout and done.stdout.endswith("every value is the same\n")
    (tmp_path / "yields.csv").write_text(ROWS.replace("75", "95"))
    done = subprocess.run(
        [sys.executable, "again.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "DIFFERS  step 6, 'mean yield'" in done.stdout


def test_the_cells_of_a_notebook_compare(run: RecordedRun) -> None:
    document = json.loads(notebook(run, load_graph()))
    assert [cell["id"] for cell in document["cells"]] == ["about", "run", "program", "again", "compare"]
    for cell in document["cells"][1:]:
        ast.parse(cell["source"])


def test_a_workflow_carries_the_program(run: RecordedRun) -> None:
    document = json.loads(workflow(run, load_graph()))
    main, tool = document["$graph"]
    inputs = main["inputs"]
    assert inputs["program"]["default"]["contents"] == script(run, load_graph())
    assert inputs["step1_file"]["default"]["location"] == "yields.csv"
    assert "molecular_weight" in tool["doc"] and "duckdb" not in tool["doc"] and "Python" in tool["doc"]


def test_a_crate_holds_the_program_with_its_language(run: RecordedRun, folder: Path, tmp_path: Path) -> None:
    write_crate(run, load_graph(), tmp_path / "crate", folder)
    assert (tmp_path / "crate" / "program.py").read_text() == CODE
    assert (tmp_path / "crate" / "yields.csv").is_file()
    crate = ROCrate(tmp_path / "crate")
    program = crate.get("program.py")
    assert "SoftwareSourceCode" in program["@type"] and program["programmingLanguage"]["name"].startswith("Python")
    action = crate.get("#step6")
    assert action["instrument"] is program
    steps = crate.get("workflow.cwl")["step"]
    tools = {step["workExample"]["name"]: step["workExample"] for step in steps}
    assert tools["sql"]["softwareVersion"] and tools["molecular_weight"]["softwareVersion"]
    results = {one["name"]: one["value"] for one in action["result"]}
    assert results["best"] == "Pd" and json.loads(results["mean yield"]) == {"Pd": 73.0, "Ni": 52.0}
    graph = json.loads((tmp_path / "crate" / "ro-crate-metadata.json").read_text())["@graph"]
    assert all(" " not in entity["@id"] for entity in graph)


def test_the_trace_in_a_crate_is_that_of_the_run(run: RecordedRun, folder: Path, tmp_path: Path) -> None:
    write_crate(run, load_graph(), tmp_path / "crate.zip", folder)
    with zipfile.ZipFile(tmp_path / "crate.zip") as archive:
        (tmp_path / f"{run.run}.jsonl").write_bytes(archive.read("trace.jsonl"))
    loaded = load_run(tmp_path, run.run)
    assert (loaded.program, loaded.plan, loaded.answer) == (run.program, run.plan, run.answer)


def test_values_trace_to_rows(run: RecordedRun, config: Config) -> None:
    assert run.answer is not None
    labels = [value.label for value in run.answer.values]
    table, _ = rows_behind(run, labels.index("best") + 1, config.cache_dir / "tables")
    assert table.rows == 4 and list(table.names) == ["catalyst", "yield_percent"]


def test_a_program_is_run_by_whoever_has_one(folder: Path, config: Config) -> None:
    made = run_program(Query(text="x"), {"code": "{'x': Q(2, 'g') * 3}"}, config, folder)
    assert made.outputs[1]["x"] == 6
    assert made.answer.values[0].unit == "g"
