"""What a model writes in a ReAct turn: the first call or answer counts, whatever it makes up behind it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.benchmarks.baselines.turns import ModelTurn, read_turn


@pytest.mark.parametrize(("text", "turn"), [
    ('Thought: a\nAction: ring_count\nAction Input: {"smiles": "CCO"}', ModelTurn("ring_count", {"smiles": "CCO"})),
    ('Action: ring_count\nAction Input: ```json\n{"smiles": "CCO"}\n```', ModelTurn("ring_count", {"smiles": "CCO"})),
    ('**Action:** `ring_count(smiles)`\n**Action Input:** {"n": 1}', ModelTurn("ring_count", {"n": 1})),
    ("Action: now\nAction Input: {}", ModelTurn("now", {})),
    # what a model makes up after its own call is not read
    ('Action: a\nAction Input: {"x": 1}\nObservation: {"y": 2}\nFinal Answer: 2', ModelTurn("a", {"x": 1})),
    ('Action: a\nAction Input: {"x": 1}\nAction: b\nAction Input: {"x": 2}', ModelTurn("a", {"x": 1})),
    ("Thought: done\nFinal Answer: It has 2 rings.\nBoth are aromatic.", ModelTurn(final="It has 2 rings.\nBoth are aromatic.")),
    ("Final Answer: two\nAction: a\nAction Input: {}", ModelTurn(final="two")),
    # an order inside a value is a value
    ('Action: a\nAction Input: {"x": "Final Answer: 3"}', ModelTurn("a", {"x": "Final Answer: 3"})),
])  # fmt: skip
def test_the_first_mark_counts(text: str, turn: ModelTurn) -> None:
    assert read_turn(text) == turn


@pytest.mark.parametrize(("text", "why"), [
    ("", "Action and Action Input"), ("I think it has two rings.", "Action and Action Input"),
    ("Final Answer:", "empty"), ("Action:\nAction Input: {}", "no tool"), ("Action: a", "no Action Input"),
    ("Action: a\nAction Input: CCO", "no JSON object"), ("Action: a\nAction Input: [1]", "no JSON object"),
    ("Action: a\nAction Input: {'x': 1}", "no JSON object"), ("Observation: 2\nFinal Answer: 2", "Action and Action Input"),
])  # fmt: skip
def test_what_cannot_be_read_says_why(text: str, why: str) -> None:
    turn = read_turn(text)
    assert why in turn.fault
    assert (turn.tool, turn.final) == ("", None)


@settings(deadline=None)
@given(
    st.text()
    | st.lists(st.sampled_from(["Action:", "Action Input:", "Final Answer:", "\n", "{}", "x", " "])).map("".join)
)
def test_any_text_is_a_turn_or_a_fault(text: str) -> None:
    turn = read_turn(text)
    assert bool(turn.tool) + (turn.final is not None) + bool(turn.fault) == 1
