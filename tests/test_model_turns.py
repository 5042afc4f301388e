"""A follow-up that rules do not read goes to a model with the turns before it; what rules read stays with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from scitoolagent.agent import Agent
from scitoolagent.conversation import Conversation
from scitoolagent.errors import NoPathError
from scitoolagent.llm import Message
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.model_turns import going_on
from scitoolagent.records import Answer, Choice, Entity, Program, Quantity, Query, Question
from scitoolagent.turns import Turn

SAME = '{"verdict": "same", "why": "it is what is asked"}'
FIRST = "If somebody were curious, how polar might CCO look on its surface?"
NEXT = "Hm, and would you say OCC(O)CO is more so, compared with the former?"
CHOICES = [{"label": "average mass", "gives": "46.07"}, {"label": "monoisotopic mass"}]


def call(name: str, **arguments: Any) -> str:
    return json.dumps({"tool_calls": [{"name": name, "arguments": arguments}]})


def program(code: str, text: str = "It is {x}.") -> str:
    return call("program", code=code, answer={"text": text})


def chat(agent: Agent, *questions: str) -> list[Answer]:
    """The last answer to each question."""
    conversation, found = Conversation(agent), []
    for question in questions:
        found.append([one for one in conversation.stream(question) if isinstance(one, Answer)][-1])
    return found


def parts(messages: Sequence[Message]) -> list[tuple[str, str]]:
    """The turns before a question, each with its role and its text or its call."""
    found = []
    for message in messages[1:-1]:
        (made,) = message.calls or (None,)
        found.append((message.role, f"{made.name} {json.dumps(made.arguments)}" if made else message.content))
    return found


def test_the_earlier_program_and_its_answer_are_told_under_names_that_agree() -> None:
    more = '{"x": polar_surface_area(smiles1), "more": polar_surface_area(smiles1) > polar_surface_area(smiles2)}'
    model = ScriptedModel([program('{"x": polar_surface_area(smiles1)}'), SAME, program(more), SAME])
    with Agent(models={"planner": model}) as agent:
        first, second = chat(agent, FIRST, NEXT)
    assert first.status == second.status == "complete", second.text
    # Three OH at 20.23 Å² each against one (Ertl 2000, table 3).
    assert [value.value for value in second.values] == [pytest.approx(60.69), True]
    question, made, answered = parts(model.asked[2][1])
    assert question == ("user", FIRST)
    # What was `smiles1` is so no more, since the follow-up has a molecule of its own.
    assert made[0] == "assistant" and "polar_surface_area(smiles2)" in made[1]
    assert answered[0] == "tool" and "20.23" in answered[1]
    assert "smiles2: Smiles  # CCO (of an earlier question)" in model.asked[2][1][-1].content
    assert f"Before: {FIRST}" in model.asked[3][1][-1].content, "the second reader sees what the question goes on with"


def test_values_of_earlier_questions_need_not_be_used() -> None:
    one = program('{"x": polar_surface_area(smiles1)}')
    model = ScriptedModel([one, SAME, one, SAME])
    with Agent(models={"planner": model}) as agent:
        assert chat(agent, FIRST, "Well then, what would you make of OCC(O)CO in that respect?")[1].status == "complete"


def test_what_rules_read_stays_with_them() -> None:
    model = ScriptedModel([program('{"x": polar_surface_area(smiles1)}'), SAME])
    with Agent(models={"planner": model}) as agent:
        answers = chat(
            agent, "How many rings has camphor?", "And what about thymol?", FIRST, "What is the TPSA of CCN?"
        )
    assert [answer.drafter for answer in answers] == ["symbolic", "symbolic", "scripted", "symbolic"]
    told = parts(model.asked[0][1])
    assert [role for role, _ in told] == ["user", "assistant", "tool"] * 2
    assert told[0][1] == "How many rings has camphor?"
    assert len(model.asked) == 2


def test_a_reply_goes_on_with_the_question_that_was_asked_back() -> None:
    asks = call("ask", question="Which mass?", choices=CHOICES)
    model = ScriptedModel([asks, program('{"x": molecular_weight(smiles1)}'), SAME])
    question = "Say, how heavy would CCO be, would you think?"
    with Agent(models={"planner": model}) as agent:
        asked, answer = chat(agent, question, "1")
    assert asked.question is not None and asked.text.splitlines()[1] == "1. average mass: 46.07"
    assert answer.status == "complete", answer.text
    told = parts(model.asked[1][1])
    assert told[0] == ("user", question)
    assert told[1][1].startswith("ask ") and told[2] == ("tool", "The person says: average mass")
    assert f"QUESTION\n{question}\naverage mass\n" in model.asked[1][1][-1].content


def test_a_question_of_its_own_is_no_reply() -> None:
    model = ScriptedModel([call("ask", question="Which mass?", choices=CHOICES)])
    with Agent(models={"planner": model}) as agent:
        _, answer = chat(agent, "Say, how heavy would CCO be, would you think?", "What is the TPSA of OCC(O)CO?")
    assert answer.drafter == "symbolic"
    assert [value.value for value in answer.values] == [pytest.approx(60.69)]


def test_what_is_not_clear_by_rules_is_asked_of_the_model() -> None:
    model = ScriptedModel([program('{"x": polar_surface_area(smiles1)}'), SAME])
    with Agent(models={"planner": model}) as agent:
        answers = chat(agent, "What is the TPSA of CCO?", "And what of the second of the two?")
    assert answers[1].drafter == "scripted"


def test_without_a_model_that_answers_a_follow_up_fails_with_the_reason() -> None:
    with Agent(models={"planner": ScriptedModel([])}) as agent:
        conversation = Conversation(agent)
        list(conversation.stream("What is the TPSA of CCO?"))
        with pytest.raises(NoPathError, match="the script has no answer left"):
            list(conversation.stream("And what of the second of the two?"))


def test_nothing_that_was_refused_is_told_again() -> None:
    refused = Turn(Query(text="sarin"), Answer(status="blocked", text="no"))
    failed = Turn(Query(text="football"), Answer(status="failed", text="no safe plan"))
    problem = Turn(Query(text="the colour"), Answer(status="failed", text="there is no such column", drafter="m"))
    _, messages = going_on(Query(text="and?"), [refused, failed, problem])
    assert [message.content for message in messages if message.role == "user"] == ["the colour"]


def test_only_the_last_question_back_is_told() -> None:
    back = Answer(
        status="partial", text="?", question=Question(text="which?", choices=(Choice(label="a"),)), drafter="m"
    )
    answered = Turn(Query(text="q\na"), Answer(status="complete", text="it is so", drafter="m"))
    _, messages = going_on(Query(text="and?"), [Turn(Query(text="q"), back), answered])
    assert [message.content for message in messages if message.role == "user"] == ["q\na"]


def test_names_in_use_are_not_given_twice() -> None:
    def smiles(handle: str, value: str, start: int) -> Entity:
        return Entity(handle=handle, type="Smiles", value=value, text=value, start=start, end=start + len(value))

    def kelvin(value: float, start: int) -> Quantity:
        return Quantity(handle="quantity1", value=value, unit="K", text=f"{value} K", start=start, end=start + 5)

    made = Program(code='{"x": f(smiles1, smiles2, quantity1, other.smiles1)}', model="m", status="ok")
    turn = Turn(
        Query(text="C and CC at 300 K", entities=(smiles("smiles1", "C", 0), smiles("smiles2", "CC", 6)),
              quantities=(kelvin(300, 12),)),
        Answer(status="complete", text="so", drafter="m"),
        made,
    )  # fmt: skip
    asked = Query(text="CC and CCC at 310 K", entities=(smiles("smiles1", "CC", 0), smiles("smiles2", "CCC", 7)),
                  quantities=(kelvin(310, 14),))  # fmt: skip
    query, messages = going_on(asked, [turn])
    assert {one.handle: one.value for one in query.entities} == {"smiles1": "CC", "smiles2": "CCC", "smiles3": "C"}
    assert {one.handle: one.value for one in query.quantities} == {"quantity1": 310, "quantity2": 300}
    assert all(one.start > len(query.text) for one in (query.entities[-1], query.quantities[-1]))
    assert messages[1].calls[0].arguments["code"] == '{"x": f(smiles3, smiles1, quantity2, other.smiles1)}'
