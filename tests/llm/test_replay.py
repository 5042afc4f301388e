"""Recorded answers are replayed verbatim; anything else is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from scitoolagent.errors import ModelError
from scitoolagent.llm.protocol import Message
from scitoolagent.llm.replay import RecordingModel, ReplayModel, ResumingModel, ScriptedModel

ASK = [Message("user", "How many?")]
SCHEMA = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}


def test_a_script_answers_in_order_and_then_ends() -> None:
    model = ScriptedModel(["one", '{"n": 2}', "three"])
    assert model.complete("planner", ASK).text == "one"
    assert model.complete("planner", ASK, SCHEMA).data == {"n": 2}
    with pytest.raises(ModelError, match="no JSON"):
        model.complete("executor", ASK, SCHEMA)
    with pytest.raises(ModelError, match="no answer left"):
        model.complete("planner", ASK)
    assert [role for role, _ in model.asked] == ["planner", "planner", "executor", "planner"]


@pytest.mark.parametrize("text", ["plain", "line\u2028separators\x85and\x1cmore", 'quotes " and \\', "½ Å\n\n"])
def test_a_recording_is_replayed(tmp_path: Path, text: str) -> None:
    path = tmp_path / "recorded.jsonl"
    recorder = RecordingModel(ScriptedModel([text, '{"n": 7}']), path)
    first = recorder.complete("planner", ASK)
    second = recorder.complete("planner", ASK, SCHEMA)
    replayed = ReplayModel(path)
    assert replayed.complete("planner", ASK) == first
    assert replayed.complete("planner", ASK, SCHEMA) == second
    assert replayed.name == "scripted"


def test_another_conversation_was_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "recorded.jsonl"
    RecordingModel(ScriptedModel(["x"]), path).complete("planner", ASK)
    replayed = ReplayModel(path)
    for role, messages, schema, stop in (
        ("executor", ASK, None, ()),
        ("planner", [Message("user", "How many? ")], None, ()),
        ("planner", [Message("system", "How many?")], None, ()),
        ("planner", ASK, SCHEMA, ()),
        ("planner", ASK, None, ("\n",)),
    ):
        with pytest.raises(ModelError, match="record it again"):
            replayed.complete(role, messages, schema, None, stop)


@pytest.mark.parametrize(
    "text", ["nonsense", "[]", "{}", '{"key": "a", "text": "b", "usage": {"bad": 1}}', "[" * 100_000, "7"]
)
def test_a_file_that_is_no_recording(tmp_path: Path, text: str) -> None:
    path = tmp_path / "recorded.jsonl"
    path.write_text(text)
    with pytest.raises(ModelError, match="is no recording"):
        ReplayModel(path)
    with pytest.raises(ModelError, match="is no recording"):
        ReplayModel(tmp_path / "absent.jsonl")


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    others = [[Message("user", text)] for text in ("How many?", "And then?", "And last?")]
    first = ResumingModel(ScriptedModel(["1", "2"]), path)
    assert [first.complete("planner", one).text for one in others[:2]] == ["1", "2"]
    # What was being written when it was killed is asked again.
    path.write_text(path.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    model = ScriptedModel(["two", "three"])
    again = ResumingModel(model, path)
    assert [again.complete("planner", one).text for one in others] == ["1", "two", "three"]
    assert len(model.asked) == 2
    assert [ReplayModel(path).complete("planner", one).text for one in others] == ["1", "two", "three"]


def test_replies_of_another_model_are_not_mixed_in(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    ResumingModel(ScriptedModel(["1"]), path).complete("planner", ASK)
    other = ScriptedModel(["2"])
    other.name = "another"
    with pytest.raises(ModelError, match="recording of scripted, not of another"):
        ResumingModel(other, path)
