"""A real model behind a real llama.cpp server. SCITOOLAGENT_TEST_GGUF names the model's file; any small one will do."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ModelError
from scitoolagent.llm.client import EndpointModel
from scitoolagent.llm.forms import Calls
from scitoolagent.llm.local import serve_gguf
from scitoolagent.llm.protocol import Message, ToolSpec

CONTEXT = 1024

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def model(model_file: Path) -> Iterator[EndpointModel]:
    with serve_gguf(model_file, context=CONTEXT, alias="small one") as url:
        yield EndpointModel(Config(model_url=url, model_seconds=300.0, model_attempts=2))


def test_the_only_model_is_found_by_its_alias(model: EndpointModel) -> None:
    assert model.name == "small one"


def test_a_schema_binds_the_model_whatever_it_would_say(model: EndpointModel) -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["tool", "of"],
        "properties": {
            "tool": {"enum": ["tool_q17", "tool_z4"]},
            "of": {"type": "array", "minItems": 1, "maxItems": 1, "items": {"enum": ["smiles1"]}},
        },
    }
    ask = [Message("system", "Answer in prose, never in JSON."), Message("user", "Tell me about the sea.")]
    reply = model.complete("planner", ask, schema, 64)
    assert reply.data is not None
    assert reply.data["tool"] in {"tool_q17", "tool_z4"}
    assert reply.data["of"] == ["smiles1"]
    usage = reply.usage
    assert (usage.role, usage.calls) == ("planner", 1)
    # Each of the eleven words sent is a token at least, and no more are given back than were allowed.
    assert usage.prompt_tokens > 10
    assert 0 < usage.completion_tokens <= 64


def test_an_answer_ends_at_a_stop(model: EndpointModel) -> None:
    ask = [Message("user", "Repeat exactly, with all numbers: 1 2 3 4 5 6 7 8 9")]
    free = model.complete("react", ask, None, 40).text
    assert "4" in free
    stopped = model.complete("react", ask, None, 40, ("4",)).text
    assert stopped == free[: free.index("4")]


def test_a_conversation_longer_than_the_context_is_named(model: EndpointModel) -> None:
    with pytest.raises(ModelError, match="too long for the model"):
        model.complete("planner", [Message("user", "ring " * CONTEXT * 2)], {"type": "object"}, 8)


def test_an_answer_longer_than_it_may_be_is_named(model: EndpointModel) -> None:
    schema = {"type": "object", "required": ["n"], "properties": {"n": {"type": "string", "minLength": 200}}}
    with pytest.raises(ModelError, match="cut off at 16 tokens"):
        model.complete("planner", [Message("user", "Write a long text.")], schema, 16)


def test_a_server_that_nobody_asked_ends_and_frees_its_port(model_file: Path) -> None:
    # It once waited for ever: llama.cpp's loop began after the server was told to end.
    with serve_gguf(model_file, context=CONTEXT) as url:
        address = urlsplit(url)
        with pytest.raises(ModelError, match="cannot serve"), serve_gguf(model_file, port=address.port or 0):
            raise AssertionError("two servers on one port")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", address.port or 0), timeout=5)


WEIGH = ToolSpec(
    "mass_q17",
    "Compute the mass of a molecule.",
    {"type": "object", "properties": {"of": {"enum": ["smiles1"]}}, "required": ["of"], "additionalProperties": False},
)
FIND = ToolSpec(
    "find_z4", "Find tools.", {"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]}
)


def test_a_model_calls_tools_and_reads_their_results(model: EndpointModel) -> None:
    ask = [Message("system", "Call a tool."), Message("user", "What is the mass of smiles1?")]
    first = model.complete("solver", ask, None, 200, tools=[WEIGH, FIND])
    assert 1 <= len(first.calls) <= 8
    assert {call.name for call in first.calls} <= {"mass_q17", "find_z4"}
    assert all(call.arguments == {"of": "smiles1"} for call in first.calls if call.name == "mass_q17")
    results = [Message("tool", "46.07 g/mol", call=call.id) for call in first.calls]
    then = [*ask, Message("assistant", first.text, first.calls), *results]
    assert model.complete("solver", then, None, 200, tools=[WEIGH, FIND]).calls
    assert model.complete("solver", [*then, Message("user", "Say it.")], None, 40).text


@pytest.mark.parametrize("way", ["json_schema", "flat", "json_object"])
def test_calls_are_written_as_json_where_tools_are_not_taken(
    model: EndpointModel, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    ways = Calls(()).ways
    monkeypatch.setattr(Calls, "ways", ways[ways.index(way) :])
    monkeypatch.setattr(model, "_ways", {})
    ask = [Message("system", "Call a tool."), Message("user", "What is the mass of smiles1?")]
    calls = model.complete("solver", ask, None, 100, tools=[WEIGH, FIND]).calls
    assert {call.name for call in calls} <= {"mass_q17", "find_z4"}
    assert calls
