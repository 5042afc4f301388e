"""What endpoints of different makers answer: the shapes are theirs, written down from their documentation and bug reports."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ModelError
from scitoolagent.llm.client import EndpointModel
from scitoolagent.llm.protocol import Message

ASK = [Message("user", "How many?")]
SCHEMA = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}
GOOD = {"role": "assistant", "content": '{"n": 3}'}


def model_at(url: str, **settings: Any) -> EndpointModel:
    return EndpointModel(Config(model_url=url, model="m", model_seconds=5.0, model_attempts=2, **settings), "m")


def body(message: dict[str, Any], finish: str = "stop", **more: Any) -> str:
    usage = {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return json.dumps({"id": "x", "object": "chat.completion", "choices": [choice], "usage": usage, **more})


VLLM = body({**GOOD, "reasoning_content": "two and one", "tool_calls": []}, prompt_logprobs=None)
LLAMA_CPP = body(GOOD, timings={"prompt_n": 9, "predicted_n": 4}, system_fingerprint="b1")
OLLAMA = body(GOOD, system_fingerprint="fp_ollama")
OPENAI = body({**GOOD, "refusal": None, "annotations": []}, service_tier="default")
ANTHROPIC = body({"role": "assistant", "content": [{"type": "text", "text": '{"n": 3}'}]})
GEMINI = body({**GOOD, "extra_content": {"google": {"thought_signature": "x"}}})
THINKING = body({"role": "assistant", "content": '<think>{"n": 7} or rather\n</think>\n\n{"n": 3}'})


@pytest.mark.parametrize(
    "answer", [VLLM, LLAMA_CPP, OLLAMA, OPENAI, ANTHROPIC, GEMINI, THINKING],
    ids=["vllm", "llama.cpp", "ollama", "openai", "anthropic", "gemini", "thoughts in the text"],
)  # fmt: skip
def test_good_answers_of_all_makers_are_read(endpoint: Any, answer: str) -> None:
    endpoint.play(answer)
    reply = model_at(endpoint.url).complete("planner", ASK, SCHEMA)
    assert reply.data == {"n": 3}
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (9, 4)


def error(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


REASONING = [
    error(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        type="invalid_request_error", param="max_tokens", code="unsupported_parameter",
    ),
    error(
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        type="invalid_request_error", param="temperature", code="unsupported_value",
    ),
]  # fmt: skip
NO_SEED = [[{"error": {"code": 400, "message": 'Invalid JSON payload received. Unknown name \\"seed\\": Cannot find field.',
                       "status": "INVALID_ARGUMENT"}}]]  # fmt: skip


def test_options_that_a_model_does_not_take_are_called_otherwise_or_left_out(endpoint: Any) -> None:
    for refusal in REASONING:
        endpoint.play(json.dumps(refusal), 400)
    endpoint.play(OPENAI)
    model = model_at(endpoint.url)
    assert model.complete("planner", ASK, SCHEMA, max_tokens=70).data == {"n": 3}
    last = endpoint.asked[-1]
    assert last["max_completion_tokens"] == 70 and "max_tokens" not in last and "temperature" not in last
    # The schema was not at fault, and what was learnt is kept.
    assert last["response_format"]["type"] == "json_schema"
    model.complete("planner", ASK)
    assert len(endpoint.asked) == 4


def test_a_list_of_errors_is_read(endpoint: Any) -> None:
    endpoint.play(json.dumps(NO_SEED[0]), 400)
    endpoint.play(GEMINI)
    assert model_at(endpoint.url).complete("planner", ASK, SCHEMA).data == {"n": 3}
    assert "seed" not in endpoint.asked[-1] and endpoint.asked[-1]["temperature"] == 0


def test_an_endless_refusal_of_an_option_ends(endpoint: Any) -> None:
    endpoint.play(json.dumps(REASONING[1]), 400)
    with pytest.raises(ModelError, match="temperature"):
        model_at(endpoint.url).complete("planner", ASK)
    assert len(endpoint.asked) == 2


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            body({"role": "assistant", "content": None, "refusal": "I cannot help with that."}),
            "I cannot help with that",
        ),
        (body({"role": "assistant", "content": ""}, "content_filter"), "filter"),
    ],
)
def test_a_refusal_is_told_and_not_asked_again(endpoint: Any, waits: list[float], answer: str, why: str) -> None:
    endpoint.play(answer)
    with pytest.raises(ModelError, match=why):
        model_at(endpoint.url).complete("planner", ASK, SCHEMA)
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("content", ["", None, "<think>first I would look at"])
def test_thoughts_that_took_all_tokens_are_no_answer(endpoint: Any, waits: list[float], content: str | None) -> None:
    endpoint.play(body({"role": "assistant", "content": content, "reasoning_content": "hm"}, "length"))
    with pytest.raises(ModelError, match="spent its 50 tokens before it answered"):
        model_at(endpoint.url).complete("planner", ASK, SCHEMA, max_tokens=50)
    assert len(endpoint.asked) == 1


def test_errors_in_other_forms_are_told(endpoint: Any, waits: list[float]) -> None:
    # Ollama answers a model that is not there with a bare text or with an object of OpenAI's form.
    endpoint.play(json.dumps({"error": 'model "m" not found, try pulling it first'}), 404)
    with pytest.raises(ModelError, match="no such model"):
        model_at(endpoint.url).complete("planner", ASK)
    # Anthropic's status of an overloaded server.
    endpoint.plays.clear()
    endpoint.play(json.dumps({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}), 529)
    endpoint.play(ANTHROPIC)
    assert model_at(endpoint.url).complete("planner", ASK, SCHEMA).data == {"n": 3}
    assert len(waits) == 1
