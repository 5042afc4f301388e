"""Outcomes of the real agent, and the choice of agents."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.benchmarks.answering import AGENTS, make_answerer
from scitoolagent.config import Config, load_config
from scitoolagent.errors import ConfigError


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
    for name in ("model", "react", "reflexion"):
        with pytest.raises(ConfigError, match="needs a model"):
            make_answerer(AGENTS[name], Config(), tmp_path)
