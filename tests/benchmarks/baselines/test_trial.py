"""Only stated values count as given; a plan holds each call once, without failed calls that were corrected."""

from __future__ import annotations

from typing import Any

import pytest

from scitoolagent.benchmarks.baselines.toolbox import ToolCall
from scitoolagent.benchmarks.baselines.trial import Trial, outcome_of
from scitoolagent.records import Failure, Query, Step, StepResult, Usage, Value
from scitoolagent.toolkg.store import load_graph

QUERY = Query(text="TPSA of CCO?")


def call(
    number: int,
    smiles: str = "CCO",
    status: str = "ok",
    value: Any = 20.23,
    kind: str = "PolarSurfaceArea",
    altered: bool = False,
) -> ToolCall:
    step = Step(id=number, tool="polar_surface_area", arguments={"smiles": smiles})
    outputs = {"polar_surface_area": Value(type=kind, value=value, unit="Ao2")} if status == "ok" else {}
    error = None if status == "ok" else Failure(error="ToolInputError", message="not valid")
    return ToolCall(
        step,
        StepResult.model_validate(
            {"step": number, "tool": step.tool, "status": status, "outputs": outputs, "error": error, "seconds": 0.5}
        ),
        altered,
    )


def outcome(final: str | None, *calls: ToolCall) -> Any:
    return outcome_of(load_graph(), "react", QUERY, [Trial(calls=list(calls), final=final)])


@pytest.mark.parametrize(("value", "final", "stated"), [
    (20.23, "It is 20.23 Å².", True), (20.23, "It is 20.2 Å².", True), (20.23, "about 20", True),
    (20.23, "It is 20.32 Å².", False), (20.23, "It is 2.", False), (20.23, "It is 202.3", False), (20.23, "No idea.", False),
    (-1.5, "logP is -1.5", True), (-1.5, "logP is 1.5", False), (1234.5, "1,234.5 g", False), (1234.0, "1,234 g", True),
    (3, "3 rings", True), (3, "three rings", False), (2.5e-7, "2.5e-7 mol", True), (0.125, "0.13", True),
    ("C1CCCC1O", "The SMILES is C1CCCC1O.", True), ("C1CCCC1O", "The SMILES is C1CCCC1N.", False),
    (True, "yes", True), ([1, 2], "see above", True),
])  # fmt: skip
def test_what_an_answer_states(value: Any, final: str, stated: bool) -> None:
    found = outcome(final, call(1, value=value))
    assert [given.value for given in found.answer.values] == ([value] if stated else [])


def test_values_are_typed_as_the_tools_outputs_are() -> None:
    (value,) = outcome("20.23", call(4)).answer.values
    assert (value.type, value.unit, value.step, value.subject) == ("PolarSurfaceArea", "Ao2", 4, "CCO")
    assert outcome("20.23", call(1, kind="StereoNote")).answer.values == ()


def test_repeats_and_corrected_failures_are_no_steps() -> None:
    found = outcome("20.23", call(1, "C[", "failed"), call(2), call(3), call(4, "CCC"))
    assert [(step.id, step.arguments["smiles"]) for step in found.plan.steps] == [(3, "CCO"), (4, "CCC")]
    # A failure that was never put right is what the agent planned.
    assert len(outcome("unknown", call(1, "C[", "failed")).plan.steps) == 1
    assert (
        outcome(
            "20",
        ).plan
        is None
    )


@pytest.mark.parametrize(("trial", "status"), [
    (Trial(final="20.23", calls=[call(1)]), "complete"),
    (Trial(final="from memory: 20.23"), "complete"),
    (Trial(final="Unknown."), "abstained"),
    (Trial(calls=[call(1)]), "failed"),
    (Trial(calls=[call(1, status="blocked")]), "blocked"),
    (Trial(error="ModelError: down", final="20.23"), "error"),
])  # fmt: skip
def test_status(trial: Trial, status: str) -> None:
    found = outcome_of(load_graph(), "react", QUERY, [trial])
    assert found.status == status
    if status != "complete":
        assert not (found.answer and found.answer.values)


def test_all_attempts_are_paid_for_and_counted() -> None:
    usages = [
        Usage(role="x", model="m", prompt_tokens=100 * n, completion_tokens=n, seconds=1.0, dollars=0.5)
        for n in (1, 2, 3)
    ]
    trials = [
        Trial(usage=usages[:2], calls=[call(1, altered=True)]),
        Trial(usage=usages[2:], calls=[call(1, altered=True), call(2, "CCC")], final="20.23"),
    ]
    found = outcome_of(load_graph(), "reflexion", QUERY, trials)
    (usage,) = found.usage
    assert (usage.role, usage.calls, usage.prompt_tokens, usage.completion_tokens) == ("reflexion", 3, 600, 6)
    assert usage.dollars == pytest.approx(1.5)
    assert found.altered == 2
    assert found.tool_seconds == pytest.approx(1.5)
    assert len(found.plan.steps) == 2  # of the last attempt only
