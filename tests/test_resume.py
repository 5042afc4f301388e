"""A run that was ended goes on: what is finished is not run again, and nothing slips past the gate on the way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError, InvalidPlanError
from scitoolagent.executor.budget import Budget
from scitoolagent.provenance.recorded import load_run
from scitoolagent.records import Answer, StepResult, Usage, Value
from scitoolagent.trace import Trace

QUESTION = "What is the TPSA of menthol and how many rings has camphor?"
LISTED = "OC(=O)C(O)(c1ccccc1)c1ccccc1"


def agent(folder: Path, **bounds: float) -> Agent:
    settings = {"data_dir": folder, "cache": False, "workers": 2, **bounds}
    return Agent(load_config().model_copy(update=settings), models={})


def steps(records: Iterator[object]) -> tuple[dict[int, StepResult], Answer]:
    found = list(records)
    answer = found[-1]
    assert isinstance(answer, Answer)
    return {one.step: one for one in found if isinstance(one, StepResult)}, answer


def test_finished_steps_are_not_run_again(tmp_path: Path) -> None:
    with agent(tmp_path, max_steps=2) as first:
        before, answer = steps(first.stream(QUESTION))
    assert [one.status for one in before.values()].count("ok") == 2
    assert answer.status == "failed" and any("max_steps" in reason for reason in answer.unmet)
    recorded = load_run(tmp_path / "runs", "last")
    with agent(tmp_path) as second:
        after, answer = steps(second.resume(recorded.query, recorded.plan, tuple(recorded.results.values())))
    assert answer.status == "complete"
    assert {one.value for one in answer.values} == {20.23, 2}
    for number, one in before.items():
        assert (after[number] == one) == (one.status == "ok"), "a finished step is the very same record"
    # The resumed run has a trace of its own, which is whole.
    assert load_run(tmp_path / "runs", "last").answer == answer


def test_a_run_is_ended_by_time_and_not_planned_anew(tmp_path: Path) -> None:
    with agent(tmp_path, max_seconds=1e-6) as hurried:
        found, answer = steps(hurried.stream(QUESTION))
    assert {one.status for one in found.values()} == {"skipped"}
    assert "max_seconds" in answer.text and len(found) == 4


def test_kept_results_are_screened(tmp_path: Path) -> None:
    with agent(tmp_path) as one:
        query, plan = one.plan(QUESTION)
        done, _ = steps(one.resume(query, plan, ()))
        name, output = next(iter(done[1].outputs.items()))
        edited = done[1].model_copy(update={"outputs": {name: Value(type=output.type, value=LISTED)}})
        found, answer = steps(one.resume(query, plan, (edited,)))
    assert (found, answer.status) == ({}, "blocked")
    assert answer.findings[0].verdict == "block"


@pytest.mark.parametrize(
    "edited",
    [
        {"outputs": {}},
        {"tool": "ring_count"},
        {"outputs": {"x": Value(type="nothing", value=1)}},
        {"lacking": 3},
    ],
)
def test_a_result_that_its_step_could_not_have_given_is_made_again(tmp_path: Path, edited: dict[str, object]) -> None:
    with agent(tmp_path) as one:
        query, plan = one.plan(QUESTION)
        done, whole = steps(one.resume(query, plan, ()))
        last = max(number for number in done if done[number].tool == "polar_surface_area")
        kept = [done[number] for number in done if number != last]
        found, answer = steps(one.resume(query, plan, (*kept, done[last].model_copy(update=edited))))
    assert answer.values == whole.values and found[last].tool == "polar_surface_area"


def test_a_goal_about_nothing_of_the_question_is_refused(tmp_path: Path) -> None:
    with agent(tmp_path) as one:
        query, plan = one.plan(QUESTION)
        goals = (plan.goals[0].model_copy(update={"about": ("x",)}), *plan.goals[1:])
        with pytest.raises(InvalidPlanError, match="no value of the question"):
            one.resume(query, plan.model_copy(update={"goals": goals}), ())


def test_a_step_of_a_screened_tool_is_asked_about_again(tmp_path: Path) -> None:
    with agent(tmp_path) as one:
        query, plan = one.plan("List the stereoisomers of CC(O)c1ccccc1N(CCCl)CCCl.")
        done = StepResult(step=1, tool="stereoisomers", status="ok", outputs={"x": Value(type="Report", value="x")})
        found, answer = steps(one.resume(query, plan, (done,)))
    assert (found[1].status, answer.status) == ("blocked", "blocked")


def test_what_a_run_used_of_a_model_stays_in_its_account(tmp_path: Path) -> None:
    read, worded = (
        Usage(role=role, model="m", prompt_tokens=size, completion_tokens=1, dollars=size / 1000)
        for role, size in (("planner", 1), ("summarizer", 2))
    )
    with agent(tmp_path) as one:
        query, plan = one.plan(QUESTION)
        plan = plan.model_copy(update={"usage": (read,)})
        done, answer = steps(one.resume(query, plan, ()))
    trace = Trace(tmp_path / "runs")
    for record in (query, plan, done[1], answer.model_copy(update={"usage": (read, worded)})):
        trace.write(record)
    trace.close()
    recorded = load_run(tmp_path / "runs", "last")
    assert recorded.usage == (read, worded)
    with agent(tmp_path) as other:
        _, answer = steps(other.resume(recorded.query, recorded.plan, (done[1],), recorded.usage))
    # Each is counted once.
    assert sorted(one.prompt_tokens for one in answer.usage) == [1, 2]
    again = load_run(tmp_path / "runs", "last")
    assert sorted(one.prompt_tokens for one in again.usage) == [1, 2]
    killed = Trace(tmp_path / "runs")
    for record in (query, plan, done[1]):
        killed.write(record)
    killed.close()
    assert load_run(tmp_path / "runs", "last").usage == (read,)


def test_a_bound_on_the_cost_can_be_given_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with agent(tmp_path, max_steps=2) as first:
        steps(first.stream(QUESTION))
    monkeypatch.setenv("SCITOOLAGENT_DATA_DIR", str(tmp_path))
    command = [sys.executable, "-m", "scitoolagent.cli", "resume", "last", "--max-cost", "0.01"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1 and "prompt_price" in done.stderr, "a bound without prices cannot be kept"
    for name in ("PROMPT_PRICE", "COMPLETION_PRICE"):
        monkeypatch.setenv(f"SCITOOLAGENT_{name}", "1")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "spent so far: $0.0000 in 0 replies" in done.stderr


def test_a_budget_counts_what_it_lets_start() -> None:
    config = load_config().model_copy(update={"max_steps": 2, "max_seconds": None})
    budget = Budget(config)
    assert [bool(budget.begin()) for _ in range(3)] == [False, False, True]
    assert "resume" in budget.spent and budget.left is None
    assert Budget(load_config()).spent == ""


@pytest.mark.parametrize("bounds", [(0.0, None), (-1.0, None), (None, 0), (float("nan"), None)])
def test_a_bound_of_nothing_is_refused(bounds: tuple[float | None, int | None]) -> None:
    from scitoolagent.cli.ask import bounded

    with pytest.raises(ConfigError, match="larger than 0"):
        bounded(load_config(), *bounds)
