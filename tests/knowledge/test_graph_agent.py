"""The agent's turns are bounded, its mistakes go back to it, and an answer is only what a handle holds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from scitoolagent.errors import ModelError
from scitoolagent.knowledge.graph_agent import MAX_TURNS, AgentAnswer, GraphAgent
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.llm import Message, Reply
from scitoolagent.records import Usage


class Script:
    """A model that says what it was told to say, and then the last of it for ever."""

    name = "script"

    def __init__(self, *calls: dict[str, str] | str) -> None:
        self.calls, self.seen = list(calls), 0
        self.schemas: list[Any] = []
        self.messages: list[Message] = []

    def complete(self, role: str, messages: Sequence[Message], *rest: Any, **__: Any) -> Reply:
        self.schemas += rest[:1]
        call = self.calls[min(self.seen, len(self.calls) - 1)]
        self.seen, self.messages = self.seen + 1, list(messages)
        text = call if isinstance(call, str) else json.dumps(call)
        return Reply(text, None if isinstance(call, str) else dict(call), Usage(role=role, model=self.name))


def run(*calls: dict[str, str] | str) -> AgentAnswer:
    return GraphAgent(open_graph("demo"), Script(*calls)).answer("Which proteins does aspirin inhibit?")


FIND = {"action": "find", "name": "aspirin"}
STEP = {"action": "neighbours", "first": "#1", "relation": "inhibits", "direction": "outgoing", "kind": "Protein"}


def test_a_chain_of_operations() -> None:
    found = run(
        FIND,
        {"action": "relations", "first": "#1"},
        {"action": "types", "first": "#1", "relation": "inhibits", "direction": "outgoing"},
        STEP,
        {"action": "find", "name": "COX-2"},
        {"action": "union", "first": "#2", "second": "#3"},
        {"action": "intersection", "first": "#4", "second": "#3"},
        {"action": "finish", "first": "#5"},
    )
    told = [turn.observation for turn in found.turns]
    assert "inhibits outgoing (inhibits, Protein); treats outgoing (treats, Disease)" in told
    assert "Protein" in told
    assert found.answer.ids == ("P35354",)
    assert found.answer.turns == 8


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ({"action": "finish", "first": "#9"}, "no handle '#9'"),
        ({"action": "find", "name": "aspirine forte"}, "nothing has that name"),
        ({"action": "neighbours", "first": "#1", "relation": "eats", "direction": "outgoing"}, "no relation 'eats'"),
        ({**STEP, "kind": "Planet"}, "no type 'Planet'"),
        ({"action": "neighbours", "first": "#1"}, "needs 'relation'"),
        ({"action": "dance", "first": "#1"}, "no action 'dance'"),
        ("I think it is COX-2.", "no action ''"),
        ("[" * 10_000, "no action ''"),
        (FIND, "done before"),
    ],
)
def test_mistakes_go_back_to_the_model(call: dict[str, str] | str, told: str) -> None:
    found = run(FIND, call, STEP, {"action": "finish", "first": "#2"})
    assert told in found.turns[1].observation
    assert not found.turns[1].good
    assert found.answer.ids == ("P23219", "P35354")


def test_talking_to_itself_ends() -> None:
    model = Script("Let me think about that.")
    found = GraphAgent(open_graph("demo"), model).answer("Which?")
    assert (model.seen, found.answer.plan) == (MAX_TURNS, None)
    assert "no answer in 15 turns" in found.answer.reason


def test_what_the_graph_says_stays_data() -> None:
    model = Script(FIND, {"action": "finish", "first": "#1"})
    GraphAgent(open_graph("demo"), model).answer("q")
    assert model.messages[-1].content.startswith("<data>#1 = 1 entities: aspirin (Compound). From here: inhibits")


def test_only_what_can_be_done_is_offered() -> None:
    model = Script(FIND, STEP, {"action": "finish", "first": "#2"})
    GraphAgent(open_graph("demo"), model).answer("Which proteins does aspirin inhibit?")
    actions = [[form["properties"]["action"]["enum"][0] for form in schema["anyOf"]] for schema in model.schemas]
    assert actions[0] == ["find"]
    assert actions[1] == ["find", "relations", "types", "neighbours", "intersection", "union", "finish"]
    steps = [form for form in model.schemas[2]["anyOf"] if form["properties"]["action"]["enum"] == ["neighbours"]]
    # Of each handle the relations that lead on from what it holds, and the ways in which they do.
    ends = [tuple(form["properties"][name]["enum"] for name in ("first", "relation", "direction")) for form in steps]
    proteins = (["#2"], ["inhibits"], ["incoming"])
    assert ends == [(["#1"], ["inhibits", "treats"], ["outgoing"]), proteins]
    step = steps[0]
    assert step["properties"]["kind"]["enum"][-1] == "any"
    assert step["required"] == ["thought", "action", "first", "relation", "direction", "kind"]


def test_any_kind_of_neighbour() -> None:
    found = run(FIND, {**STEP, "kind": "any"}, {"action": "finish", "first": "#2"})
    assert found.answer.ids == ("P23219", "P35354")


def test_a_model_that_says_the_same_again_and_again_ends() -> None:
    model = Script(FIND)
    found = GraphAgent(open_graph("demo"), model).answer("Which?")
    assert (model.seen, found.answer.plan) == (4, None)
    assert found.answer.reason == "the model said the same 4 times running"


def test_a_model_that_cannot_be_reached_is_an_error_and_no_answer() -> None:
    class Down(Script):
        def complete(self, *_: Any, **__: Any) -> Reply:
            self.seen += 1
            raise ModelError("cannot be reached")

    model = Down()
    with pytest.raises(ModelError, match="reached"):
        GraphAgent(open_graph("demo"), model).answer("Which?")
    assert model.seen == 3
