"""The executor keeps going: hangs, crashes, lies and missing files cost a step, never the run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import InvalidPlanError
from scitoolagent.executor import Executor
from scitoolagent.gate import SafetyGate
from scitoolagent.records import Plan, Query, Step
from scitoolagent.toolkg.store import load_graph

HERE = Path(__file__).parent
CONFIG = {"tool_seconds": 2.0, "tool_megabytes": 2048, "workers": 2}


def run_plans(
    folder: Path, *plans: list[dict[str, Any]], config: dict[str, Any] | None = None, backend: Any = None
) -> list[list[dict[str, Any]]]:
    runs = [
        {"plan": {"steps": [{"id": number, **step} for number, step in enumerate(plan, 1)], "goals": []}}
        for plan in plans
    ]
    given = {
        "config": {**CONFIG, "cache_dir": str(folder / "cache"), "data_dir": str(folder), **(config or {})},
        "workspace": str(folder),
        "runs": runs,
    }
    done = subprocess.run(
        [sys.executable, str(HERE / "drive.py")],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={
            **os.environ,
            **(backend.environment if backend else {}),
            "PYTHONPATH": str(HERE.parent / "plugin"),
            "SCITOOLAGENT_BACKEND": backend.name if backend else "local",
        },
    )
    assert done.returncode == 0, done.stderr
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return [sorted(results, key=lambda result: result["step"]) for results in found]


def step(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"tool": tool, "arguments": arguments or {"note": "hello"}}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory, backend: Any) -> list[list[dict[str, Any]]]:
    """One process for all plans that can share one."""
    folder = tmp_path_factory.mktemp("work")
    (folder / "table.csv").write_text("a,b\n1,2\n")
    return run_plans(
        folder,
        [step("hangs"), step("echo"), step("echo", note="$1.ticks")],
        [step("crashes"), step("echo")],
        [step("breaks"), step("lies"), step("echo", note="wrong"), step("echo")],
        [step("clock_away", note="four")],
        [step("counts_calls", note="a", folder=str(folder))],
        [step("counts_calls", note="a", folder=str(folder))],
        [
            step("file_size", table="table.csv"),
            step("file_size", table="absent.csv"),
            step("file_size", table="../../etc/passwd.csv"),
        ],
        [step("screened", name="x"), step("echo")],
        [step("echo", note=7)],
        backend=backend,
    )


@pytest.mark.slow
def test_a_hanging_tool_is_stopped_and_the_other_steps_are_kept(outcomes: list[list[dict[str, Any]]]) -> None:
    hung, echoed, after = outcomes[0]
    assert (hung["status"], hung["error"]["error"], hung["attempts"]) == ("failed", "ToolTimeoutError", 2)
    assert "2 s" in hung["error"]["message"]
    assert echoed["outputs"]["note"]["value"] == "hello"
    assert (after["status"], after["error"]["message"]) == ("skipped", "step 1 (hangs) gave no result")


def test_a_crash_costs_its_step_only(outcomes: list[list[dict[str, Any]]]) -> None:
    crashed, echoed = outcomes[1]
    assert (crashed["status"], crashed["error"]["error"]) == ("failed", "WorkerDiedError")
    assert "died" in crashed["error"]["message"]
    assert crashed["attempts"] == 3
    assert echoed["status"] == "ok"


@pytest.mark.slow
def test_a_tool_that_eats_memory_is_stopped(tmp_path: Path) -> None:
    # A long limit: on a busy machine the memory must be what ends the call, not the time.
    bounds = {"tool_seconds": 60.0, "tool_megabytes": 1024}
    ((ate, echoed),) = run_plans(tmp_path, [step("eats"), step("echo")], config=bounds)
    assert (ate["status"], ate["error"]["error"]) == ("failed", "ToolFailedError")
    assert "ran out of the memory" in ate["error"]["message"]
    assert echoed["status"] == "ok"


def test_errors_of_tools_become_failures_with_their_message(outcomes: list[list[dict[str, Any]]]) -> None:
    broken, lied, refused, echoed = outcomes[2]
    assert broken["error"] == {
        "error": "ToolFailedError",
        "message": "breaks broke: ZeroDivisionError: division by zero",
    }
    assert lied["error"]["error"] == "ToolFailedError" and "not a number" in lied["error"]["message"]
    assert refused["error"] == {"error": "ToolInputError", "message": "the note is 'wrong'; give another"}
    assert refused["attempts"] == broken["attempts"] == 1, "wrong input stays wrong; it is not tried again"
    assert echoed["status"] == "ok"


def test_an_alternative_from_the_graph_stands_in_for_a_tool_that_is_away(outcomes: list[list[dict[str, Any]]]) -> None:
    (stood_in,) = outcomes[3]
    assert (stood_in["status"], stood_in["tool"]) == ("ok", "clock_here")
    assert stood_in["outputs"]["tocks"] == {"type": "Tocks", "value": 4.0, "unit": "1"}


def test_the_same_call_is_answered_from_the_cache(outcomes: list[list[dict[str, Any]]]) -> None:
    (first,), (second,) = outcomes[4], outcomes[5]
    assert (first["cached"], second["cached"]) == (False, True)
    assert first["outputs"] == second["outputs"]


def test_files_must_be_there_and_inside_the_working_folder(outcomes: list[list[dict[str, Any]]]) -> None:
    here, absent, outside = outcomes[6]
    assert here["outputs"]["size"]["value"] == 8
    assert absent["error"]["error"] == "ToolInputError" and "absent.csv" in absent["error"]["message"]
    assert outside["error"]["error"] == "ToolInputError" and "outside the working folder" in outside["error"]["message"]


def test_a_screened_tool_is_called_where_nothing_is_found(outcomes: list[list[dict[str, Any]]]) -> None:
    assert (outcomes[7][0]["status"], outcomes[7][0]["findings"]) == ("ok", [])


def test_a_wrong_type_is_refused_with_the_value(outcomes: list[list[dict[str, Any]]]) -> None:
    (refused,) = outcomes[8]
    assert refused["error"]["error"] == "ToolInputError" and "7" in refused["error"]["message"]


@pytest.mark.slow
def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("12345")
    plan = [step("file_size", table="table.csv")]
    assert run_plans(tmp_path, plan)[0][0]["outputs"]["size"]["value"] == 5
    (tmp_path / "table.csv").write_text("123456789")
    assert run_plans(tmp_path, plan)[0][0]["outputs"]["size"]["value"] == 9


def test_a_step_that_waits_for_one_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    plan = Plan(steps=(Step(id=1, tool="qed", arguments={"smiles": "$2.smiles"}),), goals=())
    executor = Executor(load_graph(), Config(), tmp_path, SafetyGate(load_graph()))
    try:
        with pytest.raises(InvalidPlanError, match="never runs"):
            list(executor.run(Query(text="x"), plan))
    finally:
        executor.close()
