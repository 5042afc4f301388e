"""The agent's turns are bounded, its mistakes go back to it, and an answer is only what a handle holds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from scitoolagent.errors import ModelError
from scitoolagent.knowledge.graph_agent import MAX_TURNS, AgentAnswer, GraphAgent, steps_from
from scitoolagent.knowledge.store.catalogue import open_graph
from scitoolagent.knowledge.store.graph import DomainGraph
from scitoolagent.knowledge.store.records import Entity, Predicate, Relation
from scitoolagent.knowledge.store.writer import load_in_memory
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
STEP = {"action": "neighbours", "first": "#1", "step": "Protein that it inhibits"}


def test_a_chain_of_operations() -> None:
    found = run(
        FIND,
        STEP,
        {"action": "find", "name": "COX-2"},
        {"action": "union", "first": "#2", "second": "#3"},
        {"action": "intersection", "first": "#4", "second": "#3"},
        {"action": "finish", "first": "#5"},
    )
    told = [turn.observation for turn in found.turns]
    assert told[0].endswith("From here: Protein that it inhibits; Disease that it treats")
    assert "Compound that inhibits it" in told[1]
    assert found.answer.ids == ("P35354",)
    assert found.answer.turns == 6


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ({"action": "finish", "first": "#9"}, "no handle '#9'"),
        ({"action": "find", "name": "aspirine forte"}, "nothing has that name"),
        (
            {"action": "neighbours", "first": "#1", "step": "Planet that it eats"},
            "no step 'Planet that it eats' leads on from #1; there are Protein that it inhibits; Disease that it treats",
        ),
        ({"action": "neighbours", "first": "#1"}, "needs 'step'"),
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
    assert model.messages[-1].content.startswith("<data>#1 = 1 entities: aspirin (Compound). From here: Protein that")


def offered(schema: Any) -> dict[str, list[dict[str, list[str]]]]:
    """By operation, what each of its forms offers of each field."""
    found: dict[str, list[dict[str, list[str]]]] = {}
    for form in schema["anyOf"]:
        fields = {name: field.get("enum", []) for name, field in form["properties"].items()}
        assert form["required"] == list(fields)
        found.setdefault(fields.pop("action")[0], []).append(fields)
    return found


def test_only_what_can_be_done_is_offered() -> None:
    model = Script(FIND, STEP, {"action": "finish", "first": "#2"})
    GraphAgent(open_graph("demo"), model).answer("Which proteins does aspirin inhibit?")
    first, second, third = map(offered, model.schemas)
    assert first == {"find": [{"thought": [], "name": ["aspirin"]}]}
    # What the question names is followed before another name is thought of, and is no answer to it.
    steps = ["Protein that it inhibits", "Disease that it treats"]
    assert second == {"neighbours": [{"thought": [], "first": ["#1"], "step": steps}]}
    # What is asked for is reached: it is the answer, or the model says that it is not and goes on.
    assert third == {"finish": [{"thought": [], "first": ["#2"]}], "go_on": [{"thought": [], "first": ["#2"]}]}


def test_who_goes_on_is_offered_the_steps_that_were_not_taken() -> None:
    model = Script(FIND, STEP, {"action": "go_on", "first": "#2"}, {"action": "finish", "first": "#2"})
    GraphAgent(open_graph("demo"), model).answer("Which proteins does aspirin inhibit?")
    third = offered(model.schemas[3])
    assert third["find"] == [{"thought": [], "name": []}]
    assert third["neighbours"] == [
        {"thought": [], "first": ["#1"], "step": ["Disease that it treats"]},
        {"thought": [], "first": ["#2"], "step": ["Compound that inhibits it"]},
    ]
    assert third["finish"] == [{"thought": [], "first": ["#2"]}]
    assert third["intersection"] == third["union"] == [{"thought": [], "first": ["#1", "#2"], "second": ["#1", "#2"]}]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which drugs inhibit COX-2?", "Which drugs inhibit COX-2?\nWhat is asked for is of the type Compound."),
        ("What inhibits COX-2?", "What inhibits COX-2?"),
    ],
)
def test_the_type_that_is_asked_for_is_told_as_the_graph_calls_it(question: str, told: str) -> None:
    model = Script(FIND)
    GraphAgent(open_graph("demo"), model).answer(question)
    assert model.messages[1].content == told


def test_what_may_be_the_answer_is_of_the_type_asked_for_and_said_so() -> None:
    back = {"action": "neighbours", "first": "#2", "step": "Compound that inhibits it"}
    model = Script(FIND, STEP, back, {"action": "finish", "first": "#3"})
    found = GraphAgent(open_graph("demo"), model).answer("Which drugs inhibit a protein that aspirin inhibits?")
    finish = [[form["first"] for form in offered(schema).get("finish", [])] for schema in model.schemas]
    assert finish == [[], [], [], [["#3"]]]
    told = [one.content for one in model.messages if one.role == "user"]
    assert [one.endswith("If #3 holds what is asked for, finish with it.") for one in told] == [False] * 3 + [True]
    assert "DB01050" in found.answer.ids


def test_what_two_lists_share_may_be_the_answer() -> None:
    other = {"action": "neighbours", "first": "#3", "step": "Protein that it inhibits"}
    both = {"action": "intersection", "first": "#2", "second": "#4"}
    model = Script(
        FIND, STEP, {"action": "find", "name": "celecoxib"}, other, both, {"action": "finish", "first": "#5"}
    )
    found = GraphAgent(open_graph("demo"), model).answer("Which proteins do aspirin and celecoxib inhibit?")
    assert offered(model.schemas[-1])["finish"][0]["first"] == ["#2", "#4", "#5"]
    assert found.answer.ids == ("P35354",)


def test_names_are_offered_as_the_graph_writes_them_until_they_are_found() -> None:
    model = Script({"action": "find", "name": "Aspirin"}, {"action": "find", "name": "celecoxib"}, FIND, STEP)
    GraphAgent(open_graph("demo"), model).answer("What do celecoxib and ASPIRIN inhibit?")
    names = [[form["name"] for form in offered(schema).get("find", [])] for schema in model.schemas[:4]]
    assert names == [[["celecoxib", "aspirin"]], [["celecoxib", "aspirin"]], [["aspirin"]], []]


def test_a_step_is_told_with_its_relation_where_two_have_the_same_words() -> None:
    verbs = (Predicate("up", "regulates"), Predicate("down", "regulates"))
    items = [*verbs, Entity("a", "Gene", "a"), Entity("b", "Gene", "b")]
    items += [Relation("a", verb.id, "b") for verb in verbs]
    store, names, report = load_in_memory(items)
    graph = DomainGraph(store, report.schema, names)
    words = sorted(step.words for step in steps_from(graph, ["a"]))
    assert words == ["Gene that it regulates (down)", "Gene that it regulates (up)"]


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


def test_an_answer_without_what_the_question_says_is_refused() -> None:
    other = {"thought": "", "action": "neighbours", "first": "#1", "step": "Disease that it treats"}
    model = Script(FIND, other, {"action": "finish", "first": "#2"})
    found = GraphAgent(open_graph("demo"), model, 3).answer("What does aspirin inhibit?")
    assert found.answer.plan is None
    assert found.turns[-1].observation == "error: the question says 'inhibit', and no step to #2 does"
