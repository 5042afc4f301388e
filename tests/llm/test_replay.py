"""Recorded answers are replayed verbatim; anything else is an error."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from scitoolagent.errors import ModelError
from scitoolagent.llm.protocol import Message, ToolCall, ToolSpec
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


FIND = ToolSpec(
    "find", "Find tools.", {"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]}
)
CALL = '{"name": "find", "arguments": {"words": "mass"}}'


def test_a_script_calls_tools() -> None:
    two = json.dumps({"tool_calls": [json.loads(CALL)] * 2})
    model = ScriptedModel([CALL, two, "I am done.", CALL, '{"name": "lose", "arguments": {}}'])
    reply = model.complete("solver", ASK, tools=[FIND])
    assert (reply.text, reply.calls) == ("", (ToolCall("find", {"words": "mass"}, "call00000"),))
    after = [*ASK, Message("assistant", "", reply.calls), Message("tool", "nothing", call=reply.calls[0].id)]
    assert [call.id for call in model.complete("solver", after, tools=[FIND]).calls] == ["call00001", "call00002"]
    assert model.complete("solver", ASK, tools=[FIND]).text == "I am done."
    # Without tools it is a text like any other.
    plain = model.complete("solver", ASK)
    assert (plain.text, plain.calls) == (CALL, ())
    with pytest.raises(ModelError, match="there is no tool 'lose'"):
        model.complete("solver", ASK, tools=[FIND])


def test_calls_are_recorded_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "recorded.jsonl"
    recorder = RecordingModel(ScriptedModel([f"So: {CALL}", "Done."]), path)
    first = recorder.complete("solver", ASK, tools=[FIND])
    after = [*ASK, Message("assistant", first.text, first.calls), Message("tool", "nothing", call=first.calls[0].id)]
    last = recorder.complete("solver", after, tools=[FIND])
    replayed = ReplayModel(path)
    assert replayed.complete("solver", ASK, tools=[FIND]) == first
    assert replayed.complete("solver", after, tools=[FIND]) == last
    other = ToolSpec("find", "Find other tools.", FIND.parameters)
    wrong = ToolCall("find", {"words": "other"}, first.calls[0].id)
    for messages, tools in (
        (ASK, ()),
        (ASK, (other,)),
        (ASK, (FIND, other)),
        ([*after[:-1], Message("tool", "nothing", call="x")], (FIND,)),
        ([after[0], Message("assistant", first.text, (wrong,)), after[2]], (FIND,)),
    ):
        with pytest.raises(ModelError, match="record it again"):
            replayed.complete("solver", messages, tools=tools)
    again = ResumingModel(ScriptedModel([]), path)
    assert again.complete("solver", ASK, tools=[FIND]) == first


def test_a_recording_from_before_there_were_tools_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "recorded.jsonl"
    said = json.dumps(["planner", [["user", "How many?"]], SCHEMA, "\n"], sort_keys=True)
    line = {
        "key": hashlib.sha256(said.encode()).hexdigest(),
        "text": '{"n": 3}',
        "usage": {"role": "planner", "model": "old"},
    }
    path.write_text(json.dumps(line) + "\n")
    reply = ReplayModel(path).complete("planner", ASK, SCHEMA, None, ("\n",))
    assert (reply.data, reply.calls, reply.usage.model) == ({"n": 3}, (), "old")


@pytest.mark.parametrize("calls", [7, [7], [{}], [{"name": "find", "arguments": 7, "id": "a"}]])
def test_a_recording_of_calls_that_are_none(tmp_path: Path, calls: object) -> None:
    path = tmp_path / "recorded.jsonl"
    usage = {"role": "solver", "model": "old"}
    path.write_text(json.dumps({"key": "a", "text": "", "usage": usage, "calls": calls}) + "\n")
    with pytest.raises(ModelError, match="is no recording"):
        ReplayModel(path)
