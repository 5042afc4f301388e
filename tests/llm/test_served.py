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
from scitoolagent.llm.local import serve_gguf
from scitoolagent.llm.protocol import Message

CONTEXT = 1024

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def model(model_file: Path) -> Iterator[EndpointModel]:
    with serve_gguf(model_file, context=CONTEXT, alias="small one") as url:
        yield EndpointModel(Config(model_url=url, model_seconds=300.0, model_attempts=1))


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
