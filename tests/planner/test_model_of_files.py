"""What a model that reads alone is told of files, and what it may ask of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.config import load_config
from scitoolagent.errors import NoPathError
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.records import Plan

QUESTION = "What is the TPSA of each molecule in m.csv?"
TOOL = "polar_surface_area"


def planned(folder: Path, question: str, *asks: dict[str, Any]) -> tuple[Plan | None, ScriptedModel]:
    """The plan of a model that reads alone, and what it was asked; no plan where there is none."""
    (folder / "m.csv").write_text("smiles,batch\nCCO,1\nc1ccccc1O,2\n", encoding="utf-8")
    model = ScriptedModel([json.dumps({"asks": list(asks)})] * 3)
    config = load_config().model_copy(update={"rules": False})
    with Agent(config, folder, models={"planner": model}) as agent:
        try:
            return agent.plan(question)[1], model
        except NoPathError:
            return None, model


@pytest.mark.parametrize("of", ["csvfile1", "column1"])
def test_a_tool_of_one_column_may_be_asked_of_the_file(tmp_path: Path, of: str) -> None:
    plan, _ = planned(tmp_path, QUESTION, {"words": "TPSA", "tool": TOOL, "of": [of]})
    assert plan is not None
    assert [step.tool for step in plan.steps] == ["read_rows", TOOL]


def test_a_file_is_called_by_its_own_handle_and_columns_by_their_headers(tmp_path: Path) -> None:
    _, model = planned(tmp_path, QUESTION, {"words": "TPSA", "tool": TOOL, "of": ["csvfile1"]})
    told = model.asked[0][1][1].content
    assert "in [csvfile1]?" in told
    assert 'column1 (column "smiles" of csvfile1: ' in told


def test_what_need_not_be_done_with_values_is_told_to_be_left_out(tmp_path: Path) -> None:
    question = "What are the molecule descriptions of camphor and menthol?"
    mean = [{"do": "mean_of_values"}]
    asked = {"words": "molecule descriptions", "tool": "molecule_description", "of": ["moleculename1", "moleculename2"]}
    plan, model = planned(tmp_path, question, {**asked, "then": mean})
    assert plan is None
    assert 'leave out "then"' in model.asked[1][1][-1].content
    assert planned(tmp_path, question, asked)[0] is not None
