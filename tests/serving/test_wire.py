"""Requests as a client may write them, and the names by which a conversation is known again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.errors import ModelError, NoPathError, SafetyDatabaseError, ToolInputError
from scitoolagent.records import Answer, Choice, Plan, Program, Query, Question, Step, StepResult, Usage
from scitoolagent.serving.wire import Chat, progress, read_chat, text_of, told_beside, usage_of


def chat(*turns: tuple[str, str], **more: Any) -> Chat:
    messages = [{"role": role, "content": text} for role, text in turns]
    return read_chat(json.dumps({"model": "m", "messages": messages, **more}).encode())


def test_the_question_is_the_last_of_the_user() -> None:
    read = chat(("system", "s"), ("user", "1"), ("assistant", "a"), ("tool", "t"), ("user", "2"), ("assistant", "…"))
    assert read.question == "2"
    assert read.earlier == (("user", "1"), ("assistant", "a"))
    assert read.questions == ("1",)


def test_a_message_may_have_no_content() -> None:
    read = read_chat(
        b'{"model":"m","messages":[{"role":"assistant","content":null,"tool_calls":[]},{"role":"user","content":"q"}]}'
    )
    assert (read.question, read.earlier) == ("q", (("assistant", ""),))


def test_a_conversation_is_known_again_by_what_was_said() -> None:
    first = chat(("user", "1"))
    again = chat(("user", "1"), ("assistant", "the answer\n"), ("user", "2"))
    assert again.key() == first.key_after("the answer")
    others = [
        chat(("user", "1"), ("assistant", "another"), ("user", "2")),
        chat(("user", "1"), ("user", "the answer"), ("user", "2")),
        chat(("user", "1the answer"), ("assistant", ""), ("user", "2")),
    ]
    assert not [other for other in others if other.key() == again.key()]


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_whatever_is_sent_is_read_or_refused(value: Any) -> None:
    for body in (
        value,
        {"model": "m", "messages": value},
        {"model": "m", "messages": [{"role": "user", "content": value}]},
    ):
        try:
            assert isinstance(read_chat(json.dumps(body).encode()), Chat)
        except ToolInputError as error:
            assert len(str(error)) < 500


def test_that_there_is_no_plan_is_an_answer_and_a_broken_server_is_not() -> None:
    assert text_of(None, NoPathError("no safe plan")) == "no safe plan"
    assert text_of(Answer(status="blocked", text="refused"), None) == "refused"
    # The agent gives an answer before it raises; the words are the same.
    assert text_of(Answer(status="failed", text="no safe plan"), NoPathError("no safe plan")) == "no safe plan"
    with pytest.raises(ModelError):
        text_of(None, ModelError("gone"))
    with pytest.raises(SafetyDatabaseError):
        text_of(Answer(status="complete", text="6"), SafetyDatabaseError("altered"))


def test_the_tokens_of_all_roles_are_added() -> None:
    used = (Usage(role="planner", model="m", prompt_tokens=5, completion_tokens=2),)
    used += (Usage(role="summarizer", model="m", prompt_tokens=10, completion_tokens=1),)
    found = usage_of(Answer(status="complete", text="", usage=used))
    assert found == {"prompt_tokens": 15, "completion_tokens": 3, "total_tokens": 18}


def test_programs_are_progress_and_steps_of_theirs_have_plain_names() -> None:
    begun = Program(code="x = 1\nx", model="m")
    assert progress(begun) == "program:\n```python\nx = 1\nx\n```\n"
    assert progress(begun.model_copy(update={"status": "ok"})) == "program: ran\n"
    assert progress(begun.model_copy(update={"status": "failed", "error": "line 1"})) == "program: failed: line 1\n"
    steps = tuple(Step(id=number, tool=tool, arguments={}) for number, tool in ((1, "ring_count"), (2, "program")))
    assert progress(Plan(steps=steps, goals=())) == "plan: ring_count → the program\n"
    assert progress(StepResult(step=2, tool="program", status="ok")) == "step 2, the program: ok\n"
    many = Plan(steps=steps[:1] * 100, goals=())
    assert progress(many).endswith("… (100 steps)\n") and progress(many).count("→") == 39


def test_a_question_back_is_told_to_programs_and_nothing_else_changes() -> None:
    answer = Answer(status="partial", text="?")
    back = Question(text="which?", choices=(Choice(label="a", gives="b"),))
    assert "question" not in told_beside(answer)
    told = told_beside(answer.model_copy(update={"question": back}))
    assert told["question"] == {"text": "which?", "choices": [{"label": "a", "gives": "b"}]}


def test_only_plans_and_steps_are_progress() -> None:
    assert progress(Query(text="x")) == progress(Answer(status="complete", text="x")) == ""
    assert progress(Plan(steps=(), goals=())).endswith("\n")
