"""Sessions with a model: a question back ends a run, and the reply is the next question; the chat goes on over it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scitoolagent import agent
from scitoolagent.config import Config
from scitoolagent.llm.replay import ScriptedModel
from scitoolagent.records import Answer, Program
from scitoolagent.sessions import Run, Sessions

SAME = '{"verdict": "same", "why": "it is what is asked"}'
HEAVY = "Say, how heavy would CCO be, would you think?"


def call(name: str, **arguments: Any) -> str:
    return json.dumps({"tool_calls": [{"name": name, "arguments": arguments}]})


ASKS = call("ask", question="Which mass?", choices=[{"label": "average mass"}, {"label": "monoisotopic mass"}])
MASS = call("program", code='{"x": molecular_weight(smiles1)}', answer={"text": "It is {x}."})


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., tuple[Sessions, ScriptedModel]]:
    def made(*replies: str) -> tuple[Sessions, ScriptedModel]:
        model = ScriptedModel(replies)
        monkeypatch.setattr(agent, "load_models", lambda config: {"planner": model})
        return Sessions(Config(data_dir=tmp_path / "data"), tmp_path / "users", running=1), model

    return made


def answer(run: Run) -> Answer:
    assert run.wait(60)
    assert run.answer is not None, run.error
    return run.answer


def test_the_records_of_a_program_reach_the_readers(answering: Callable[..., Any]) -> None:
    sessions, _ = answering(MASS, SAME)
    with sessions:
        run = sessions.open().ask(HEAVY)
        assert answer(run).status == "complete"
        kinds = [record.kind for record in run.records()]
    assert kinds == ["query", "program", "program", "plan", "step", "step", "answer"]


def test_the_reply_to_a_question_back_is_the_next_question(answering: Callable[..., Any]) -> None:
    sessions, model = answering(ASKS, MASS, SAME)
    with sessions:
        session = sessions.open()
        asked = answer(session.ask(HEAVY))
        assert asked.question is not None and asked.status == "partial"
        assert answer(session.ask("average mass")).status == "complete"
        (turn,) = session.conversation.turns[1:]
    assert isinstance(turn.program, Program) and "molecular_weight" in turn.program.code
    assert model.asked[1][1][-1].content.startswith(f"QUESTION\n{HEAVY}\naverage mass\n")


def test_a_chat_is_gone_on_with_by_another_agent(answering: Callable[..., Any]) -> None:
    sessions, model = answering(MASS, SAME, MASS, SAME)
    with sessions:
        session, other = sessions.open(), sessions.open()
        answer(session.ask(HEAVY))
        other.conversation.recall(session.conversation.turns)
        assert answer(other.ask("And would you call that a lot?")).status == "complete"
    assert [message.role for message in model.asked[2][1]] == ["system", "user", "assistant", "tool", "user"]


def test_a_chat_that_is_not_known_here_tells_its_questions_alone(answering: Callable[..., Any]) -> None:
    sessions, model = answering(MASS, SAME)
    with sessions:
        assert answer(sessions.open().ask("And would you call that a lot?", earlier=[HEAVY])).status == "complete"
    told = model.asked[0][1]
    assert next(message.content for message in told if message.role == "user") == HEAVY
    assert told[2].calls[0].arguments == {"text": "The answer was given elsewhere and is not known here."}
