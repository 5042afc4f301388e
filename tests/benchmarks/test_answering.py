"""Outcomes of the real agent, and the choice of agents."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent import llm
from scitoolagent.benchmarks.answering import AGENTS, make_answerer
from scitoolagent.config import Config, load_config
from scitoolagent.errors import ConfigError
from scitoolagent.llm.replay import ScriptedModel


def test_the_symbolic_agent_answers_and_abstains(tmp_path: Path) -> None:
    config = load_config().model_copy(update={"workers": 1, "cache": False, "data_dir": tmp_path})
    with make_answerer("symbolic", config, tmp_path) as agent:
        found = agent.answer("How many rings has C1CCCCC1C?")
        assert found.status == "complete"
        assert found.query
        assert found.plan
        assert found.answer
        assert [value.value for value in found.answer.values] == [1]
        assert found.tool_seconds > 0
        silent = agent.answer("What is the meaning of C1CCCCC1C?")
        assert silent.status == "abstained"
        assert silent.plan is None
        assert silent.message
        empty = agent.answer("  ")
        assert empty.status == "error"
        assert empty.message.startswith("PlanError")


def test_agents_with_a_model_need_one(tmp_path: Path) -> None:
    for name in ("model", "planner", "react", "reflexion"):
        with pytest.raises(ConfigError, match="needs a model"):
            make_answerer(AGENTS[name], Config(), tmp_path)


@pytest.mark.parametrize(("name", "tools"), [("first-tool", {1}), ("all-tools", {6, 7, 8})])
def test_constant_policies_ask_for_what_they_are_shown_first(name: str, tools: set[int], tmp_path: Path) -> None:
    with make_answerer(AGENTS[name], Config(data_dir=tmp_path), tmp_path) as agent:
        found = agent.answer("How many rings has C1CCCCC1C?")
    assert found.plan
    assert len({step.tool for step in found.plan.steps}) in tools


def test_plans_of_the_model_alone_are_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = ['{"asks":[{"words":"How many rings","tool":"ring_count","of":["smiles1"]}]}', '{"asks":[]}']
    model = ScriptedModel(said)
    monkeypatch.setattr(llm, "model_for", lambda config, role: model)
    config = Config(model_url="http://127.0.0.1:9/v1", model="tiny", data_dir=tmp_path)
    with make_answerer("planner", config, tmp_path) as agent:
        found = agent.answer("How many rings has C1CCCCC1C?")
        assert found.plan
        assert [step.tool for step in found.plan.steps] == ["ring_count"]
        # The rules know the answer; the model does not, and it is the model that is asked.
        silent = agent.answer("How many rings has C1CCCCC1C?")
        assert (silent.status, silent.plan) == ("abstained", None)
    assert "read:" not in model.asked[0][1][-1].content
