"""ChemCrow's and CACTUS's styles: one text as the input of a tool, and an answer that ChemCrow has written anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from scitoolagent.benchmarks.answering import AGENTS, make_answerer
from scitoolagent.benchmarks.baselines import react
from scitoolagent.benchmarks.baselines.styles import CACTUS, CHEMCROW, StyledAgent, arguments_of
from scitoolagent.benchmarks.baselines.toolbox import Toolbox
from scitoolagent.config import load_config
from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.toolkg.store import load_graph

QUESTION = "How many rings has C1CCCCC1?"


@pytest.fixture
def make(toolbox: Toolbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    monkeypatch.setattr(react, "Toolbox", lambda *_: toolbox)

    def agent(style: str, turns: Sequence[str]) -> tuple[StyledAgent, ScriptedModel]:
        model = ScriptedModel(turns)
        return StyledAgent(load_config(), tmp_path, model, style), model

    return agent


def call(tool: str, text: str) -> str:
    return f"Thought: go on\nAction: {tool}\nAction Input: {text}"


def test_chemcrow_writes_the_answer_anew_from_the_work(make: Callable[..., Any]) -> None:
    agent, model = make(CHEMCROW, [call("ring_count", "C1CCCCC1"), "Final Answer: one", "It has 1 ring."])
    found = agent.answer(QUESTION)
    assert (found.status, found.answer.text, [value.value for value in found.answer.values]) == (
        "complete",
        "It has 1 ring.",
        [1],
    )
    role, last = model.asked[-1]
    assert role == CHEMCROW and "Observation:" in last[-1].content and "person who asked" in last[0].content
    # Each request counts, the last one too.
    assert found.usage[0].calls == 3


def test_cactus_answers_at_once_and_keeps_its_answer(make: Callable[..., Any]) -> None:
    agent, model = make(CACTUS, [call("ring_count", '"C1CCCCC1"'), "Final Answer: 1"])
    found = agent.answer(QUESTION)
    assert (found.status, found.answer.text, len(model.asked)) == ("complete", "1", 2)
    assert "cheminformatics" in model.asked[0][1][0].content
    assert "ring_count: Count the rings" in model.asked[0][1][1].content


def test_a_molecule_that_is_not_of_the_question_counts_as_altered(make: Callable[..., Any]) -> None:
    agent, _ = make(CACTUS, [call("ring_count", "C1CCCCCC1"), "Final Answer: 1"])
    assert agent.answer(QUESTION).altered == 1


def test_an_input_that_is_none_is_told_to_the_model(make: Callable[..., Any]) -> None:
    agent, model = make(CACTUS, [call("ring_count", "C1CCCCC1 ; 3"), "Final Answer: unknown"])
    assert agent.answer(QUESTION).status in ("abstained", "complete")
    assert "failed" in model.asked[1][1][-1].content


def test_pieces_go_to_the_inputs_in_their_order() -> None:
    graph = load_graph()
    assert arguments_of(graph.tools["ring_count"], "`CCO`") == {"smiles": "CCO"}
    assert arguments_of(graph.tools["tanimoto_similarity"], "CCO ; CCN") == {"smiles_a": "CCO", "smiles_b": "CCN"}
    found = arguments_of(graph.tools["molarity"], "0.1 mol ; 2")
    assert list(found.values()) == [0.1, 2.0]
    with pytest.raises(ModelError, match="takes"):
        arguments_of(graph.tools["tanimoto_similarity"], "CCO ; CCN ; CCC ; 1 ; 2 ; 3 ; 4 ; 5")
    with pytest.raises(ModelError, match="cannot be"):
        arguments_of(graph.tools["molarity"], "some ; 2")


@pytest.mark.parametrize("name", [CHEMCROW, CACTUS])
def test_the_agents_can_be_named(name: str, tmp_path: Path) -> None:
    assert AGENTS[name] == name
    with pytest.raises(ConfigError, match="needs a model"):
        make_answerer(AGENTS[name], load_config(), tmp_path)
