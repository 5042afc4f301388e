"""ReAct with handles: nothing is typed out, notations are converted, and the reply is held to a schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.benchmarks.baselines import react
from scitoolagent.benchmarks.baselines.toolbox import Toolbox
from scitoolagent.benchmarks.baselines.typed import TypedReactAgent
from scitoolagent.config import load_config
from scitoolagent.llm.replay import ScriptedModel

QUESTION = "How many rings has camphor, and what is its TPSA?"


@pytest.fixture
def make(toolbox: Toolbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    monkeypatch.setattr(react, "Toolbox", lambda *_: toolbox)

    def agent(turns: Sequence[dict[str, Any] | str], trials: int = 1) -> tuple[TypedReactAgent, ScriptedModel]:
        model = ScriptedModel([one if isinstance(one, str) else json.dumps(one) for one in turns])
        return TypedReactAgent(load_config(), tmp_path, model, trials, "react-typed"), model

    return agent


def turn(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"thought": "go on", "tool": tool, "arguments": arguments}


def test_a_name_is_converted_and_values_are_stated_by_their_handles(make: Callable[..., Any]) -> None:
    agent, model = make([
        turn("ring_count", smiles="moleculename1"),
        turn("polar_surface_area", smiles="moleculename1"),
        turn("finish", results=["step2.ring_count", "step3.polar_surface_area"]),
    ])  # fmt: skip
    found = agent.answer(QUESTION)
    # Camphor is bicyclic; RDKit 2026.09: CalcTPSA gives 17.07.
    assert found.status == "complete"
    assert [value.value for value in found.answer.values] == [2, 17.07]
    # The name is converted once, and the steps are those of one plan.
    assert [step.tool for step in found.plan.steps] == ["name_to_smiles", "ring_count", "polar_surface_area"]
    assert found.altered == 0
    said = [message.content for message in model.asked[2][1]]
    assert said[-1] == 'step3: {"polar_surface_area": "17.07 Å²"}' and not any("CC12CCC" in text for text in said)


def test_only_handles_that_there_are_can_be_given(make: Callable[..., Any]) -> None:
    agent, _ = make([turn("ring_count", smiles="CCO")])
    found = agent.answer(QUESTION)
    assert found.status == "error" and "does not fit" in found.message


def test_a_handle_that_leads_nowhere_is_told(make: Callable[..., Any]) -> None:
    agent, model = make([
        turn("ring_count", smiles="moleculename1"),
        turn("polar_surface_area", smiles="step2.ring_count"),
        turn("finish", results=[]),
    ])  # fmt: skip
    assert agent.answer(QUESTION).status == "abstained"
    assert "cannot be turned into that" in model.asked[2][1][-1].content


def test_the_same_call_again_and_again_ends_the_attempt(make: Callable[..., Any]) -> None:
    agent, model = make([turn("ring_count", smiles="moleculename1")] * 12)
    assert agent.answer(QUESTION).status == "failed"
    assert len(model.asked) == 4


def test_after_a_failure_reflexion_tries_again(make: Callable[..., Any]) -> None:
    agent, model = make([
        turn("finish", results=[]),
        "I gave up too early.",
        turn("ring_count", smiles="moleculename1"),
        turn("finish", results=["step2.ring_count"]),
    ], trials=2)  # fmt: skip
    found = agent.answer(QUESTION)
    assert (found.status, [value.value for value in found.answer.values]) == ("complete", [2])
    assert "I gave up too early." in model.asked[2][1][1].content
