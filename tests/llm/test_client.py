"""An endpoint that is down, slow or faulty leads to an error that says so, never to a hang, a crash or a leaked key."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
import traceback
from typing import Any

import pytest
from pydantic import SecretStr

from scitoolagent.config import Config
from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.llm import load_models, wire
from scitoolagent.llm.client import EndpointModel
from scitoolagent.llm.protocol import Message, Reply

KEY = "sk-secret-4711"
ASK = [Message("system", "Be short."), Message("user", "How many?")]
SCHEMA = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}


def model_at(url: str, **settings: Any) -> EndpointModel:
    values = {"model": "tiny", "model_key": SecretStr(KEY), "model_seconds": 5.0, "model_attempts": 3, **settings}
    config = Config(model_url=url, **values)
    return EndpointModel(config, config.model)


def ask(url: str, schema: dict[str, Any] | None = None, **settings: Any) -> Reply:
    return model_at(url, **settings).complete("planner", ASK, schema)


def test_an_answer_with_its_account(endpoint: Any) -> None:
    endpoint.say('{"n": 3}', prompt=2_000_000, completion=500_000)
    reply = ask(endpoint.url, SCHEMA, prompt_price=0.5, completion_price=2.0)
    assert reply.data == {"n": 3}
    usage = reply.usage
    assert (usage.role, usage.model, usage.calls) == ("planner", "tiny", 1)
    assert (usage.prompt_tokens, usage.completion_tokens) == (2_000_000, 500_000)
    assert usage.dollars == pytest.approx(2.0)  # 2 × 0.50 + 0.5 × 2.00
    asked = endpoint.asked[0]
    assert asked["messages"] == [{"role": "system", "content": "Be short."}, {"role": "user", "content": "How many?"}]
    assert asked["response_format"]["json_schema"]["schema"] == SCHEMA
    assert asked["temperature"] == 0
    assert endpoint.headers[0]["authorization"] == f"Bearer {KEY}"


def test_stops_and_lengths_are_passed_on(endpoint: Any) -> None:
    endpoint.say("four")
    model_at(endpoint.url).complete("react", ASK, max_tokens=33, stop=("\nObservation:",))
    assert (endpoint.asked[0]["stop"], endpoint.asked[0]["max_tokens"]) == (["\nObservation:"], 33)
    assert "response_format" not in endpoint.asked[0]


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (401, "refuses the key"),
        (403, "refuses the key"),
        (404, "no such model"),
        (405, "status 405"),
        (413, "too long"),
    ],
)
def test_a_refusal_that_stays_is_not_asked_again(endpoint: Any, waits: list[float], status: int, says: str) -> None:
    endpoint.fail(status, f"Incorrect key {KEY}")
    with pytest.raises(ModelError, match=says) as caught:
        ask(endpoint.url, SCHEMA)
    assert len(endpoint.asked) == 1
    assert waits == []
    assert KEY not in "".join(traceback.format_exception(caught.value))


def test_slowing_down_waits_as_long_as_the_server_says(endpoint: Any, waits: list[float]) -> None:
    endpoint.fail(429, **{"retry-after": "7"})
    endpoint.fail(429, **{"retry-after": "40"})
    endpoint.say("ok")
    reply = ask(endpoint.url, model_seconds=60.0)
    assert (reply.text, reply.usage.calls) == ("ok", 3)
    assert waits == [7.0, 40.0]


@pytest.mark.parametrize(("after", "told"), [("86400", "86,400"), ("6", "6"), ("999999999999", "999,999,999,999")])
def test_a_wait_longer_than_a_call_may_take_is_told_at_once(
    endpoint: Any, waits: list[float], after: str, told: str
) -> None:
    endpoint.fail(429, **{"retry-after": after})
    with pytest.raises(ModelError, match=f"asks to slow down for {told} s, and a call may take 5 s"):
        ask(endpoint.url)
    assert (len(endpoint.asked), waits) == (1, [])


@pytest.mark.parametrize("after", ["soon", "-5", "\xb2", "Wed, 21 Oct 2026 07:28:00 GMT", "1e9", "nan"])
def test_a_retry_after_that_is_no_number_is_the_usual_wait(endpoint: Any, waits: list[float], after: str) -> None:
    endpoint.fail(429, **{"retry-after": after})
    endpoint.say("ok")
    assert ask(endpoint.url).text == "ok"
    assert waits == [0.5]


def test_a_server_that_failed_twice_is_asked_a_third_time(endpoint: Any, waits: list[float]) -> None:
    endpoint.fail(500)
    endpoint.fail(503)
    endpoint.say("ok")
    assert ask(endpoint.url).usage.calls == 3
    assert waits == [0.5, 1.0]


def test_attempts_are_bounded(endpoint: Any, waits: list[float]) -> None:
    endpoint.fail(502)
    with pytest.raises(ModelError, match="status 502"):
        ask(endpoint.url)
    assert len(endpoint.asked) == 3
    assert len(waits) == 2  # not after the last one


def test_a_server_that_hangs_is_given_up(endpoint: Any, waits: list[float]) -> None:
    endpoint.play("{}", wait=1.0)
    with pytest.raises(ModelError, match="in time; raise SCITOOLAGENT_MODEL_SECONDS"):
        ask(endpoint.url, model_seconds=0.1, model_attempts=2)
    assert len(endpoint.asked) == 2


def test_a_server_that_drips_is_given_up(endpoint: Any, waits: list[float]) -> None:
    # A byte now and then keeps a socket's time-out away for ever; here for four seconds.
    endpoint.play("x" * 200, drip=0.02)
    started = time.monotonic()
    with pytest.raises(ModelError, match="in time"):
        ask(endpoint.url, model_seconds=0.2, model_attempts=1)
    assert time.monotonic() - started < 3


def test_a_server_that_is_down(waits: list[float]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(ModelError, match=r"cannot be reached.*is the server up"):
        ask(f"http://127.0.0.1:{port}/v1")
    assert len(waits) == 2


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize(("location", "host"), [
    ("http://localhost:{port}/other/v1?token=hunter2", "http://localhost:{port}"),
    ("http://me:hunter2@localhost:{port}/x", "http://localhost:{port}"),
    ("/v1/chat/completions", "http://127.0.0.1:{port}"),  # itself: a loop
    ("http://[", "an address that is none"),
])  # fmt: skip
def test_a_redirect_is_told_and_not_followed(
    endpoint: Any, waits: list[float], status: int, location: str, host: str
) -> None:
    port = endpoint.url.rpartition(":")[2].partition("/")[0]
    endpoint.play("", status, headers={"location": location.format(port=port)})
    with pytest.raises(ModelError, match="which is not followed") as caught:
        ask(endpoint.url)
    assert f"sends requests on to {host.format(port=port)}, which" in str(caught.value)
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("sent", [b"", b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{", b"HTTP/1.1 200 OK\r\nconte"])
def test_a_connection_that_breaks_off_is_told_as_such(waits: list[float], sent: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def break_off() -> None:
            for _ in range(2):
                connection, _address = server.accept()
                connection.recv(65_536)
                connection.sendall(sent)
                connection.close()

        thread = threading.Thread(target=break_off)
        thread.start()
        with pytest.raises(ModelError, match="was reached and broke the connection off"):
            ask(f"http://127.0.0.1:{server.getsockname()[1]}/v1", model_attempts=2)
        thread.join()


@pytest.mark.parametrize("body", [
    "<html><body>It works!</body></html>", "", "{", '"a text"', "[1]", "null", "[" * 100_000, b"\xff\xfe\x00",
    "{}", '{"choices": []}', '{"choices": "many"}', '{"choices": [7]}', '{"choices": [{"message": "hi"}]}',
    '{"choices": [{"message": {"content": null}}]}', '{"choices": [{"message": {"content": ["a"]}}]}',
    '{"choices": [{"message": {"content": "  "}}]}', '{"choices": {"0": {}}}',
])  # fmt: skip
def test_what_is_no_answer_is_an_error(endpoint: Any, waits: list[float], body: str | bytes) -> None:
    endpoint.play(body)
    with pytest.raises(ModelError, match=r"no JSON|no OpenAI-compatible|gave no text"):
        ask(endpoint.url)
    assert len(endpoint.asked) == 3


def test_html_with_a_web_servers_header(endpoint: Any, waits: list[float]) -> None:
    endpoint.play("<html>login</html>", headers={"content-type": "text/html"})
    with pytest.raises(ModelError, match="no JSON"):
        ask(endpoint.url)


@pytest.mark.parametrize("count", ["many", -4, 2.5, True, None, {"n": 1}, 10**30])
def test_an_account_that_is_none_counts_as_nothing(endpoint: Any, count: Any) -> None:
    endpoint.say("ok", prompt=count, completion=count)
    usage = ask(endpoint.url).usage
    assert (usage.prompt_tokens, usage.completion_tokens) == (0, 0)


def test_a_schema_that_is_refused_is_asked_for_in_other_ways(endpoint: Any) -> None:
    endpoint.fail(400, "response_format json_schema is not supported")
    endpoint.fail(422, "response_format is not supported")
    endpoint.say('Sure: ```json\n{"n": 4}\n```')
    model = model_at(endpoint.url)
    assert model.complete("planner", ASK, SCHEMA).data == {"n": 4}
    formats = [asked.get("response_format", {}).get("type") for asked in endpoint.asked]
    assert formats == ["json_schema", "json_object", None]
    assert json.dumps(SCHEMA) in endpoint.asked[2]["messages"][-1]["content"]
    # What the server takes is remembered.
    model.complete("planner", ASK, SCHEMA)
    assert len(endpoint.asked) == 4
    assert "response_format" not in endpoint.asked[3]
    # Without a schema nothing is said about one.
    model.complete("planner", ASK)
    assert endpoint.asked[-1]["messages"][-1]["content"] == "How many?"


def test_a_refusal_for_another_reason_leaves_the_strict_way_in_use(endpoint: Any) -> None:
    for _ in range(3):
        endpoint.fail(400, "bad luck")
    endpoint.say('{"n": 5}')
    model = model_at(endpoint.url)
    with pytest.raises(ModelError, match="bad luck"):
        model.complete("planner", ASK, SCHEMA)
    assert model.complete("planner", ASK, SCHEMA).data == {"n": 5}
    assert endpoint.asked[-1]["response_format"]["type"] == "json_schema"


def test_a_conversation_that_is_too_long_is_not_asked_again(endpoint: Any, waits: list[float]) -> None:
    # The words of llama.cpp's server.
    endpoint.fail(400, "the request exceeds the available context size, try increasing it")
    with pytest.raises(ModelError, match="too long for the model"):
        ask(endpoint.url, SCHEMA)
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("status", [200, 400, 500])
def test_a_huge_body_is_not_read(endpoint: Any, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    monkeypatch.setattr(wire, "LONGEST_BODY", 100_000)
    endpoint.play("x" * 300_000, status)
    with pytest.raises(ModelError, match="more than 100,000 bytes"):
        ask(endpoint.url)
    assert len(endpoint.asked) == 1


def test_a_packed_body_is_not_unpacked(endpoint: Any) -> None:
    endpoint.play(b"\x1f\x8b", headers={"content-type": "application/json", "content-encoding": "gzip"})
    with pytest.raises(ModelError, match="packed"):
        ask(endpoint.url)
    assert endpoint.headers[0]["accept-encoding"] == "identity"


def test_an_answer_that_does_not_fit_is_asked_for_once_more(endpoint: Any, waits: list[float]) -> None:
    endpoint.say('{"n": "three"}')
    endpoint.say('{"n": 3}')
    reply = ask(endpoint.url, SCHEMA, model_attempts=10)
    assert reply.data == {"n": 3}
    # Both answers were paid for.
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.completion_tokens) == (2, 22, 10)
    # The second time it is told what was wrong.
    *_, before, told = endpoint.asked[1]["messages"]
    assert before == {"role": "assistant", "content": '{"n": "three"}'}
    assert told["role"] == "user"
    assert "does not fit: n:" in told["content"]
    endpoint.plays.clear()
    endpoint.say("I would rather not.")
    with pytest.raises(ModelError, match="no JSON object"):
        ask(endpoint.url, SCHEMA, model_attempts=10)
    assert len(endpoint.asked) == 4


def test_an_answer_that_was_cut_off_says_so(endpoint: Any) -> None:
    endpoint.say('{"n": 3, "why": "bec', finish_reason="length")
    with pytest.raises(ModelError, match="cut off at 64 tokens; raise SCITOOLAGENT_MODEL_TOKENS"):
        ask(endpoint.url, SCHEMA, model_tokens=64)
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("text", ['{"n": 3, "why": "bec', ""])
@pytest.mark.parametrize("setting", [16, 50, 4096])
def test_the_callers_own_bound_is_no_setting(endpoint: Any, text: str, setting: int) -> None:
    endpoint.say(text, finish_reason="length")
    with pytest.raises(ModelError, match=r"50 tokens.*; this kind of answer may have no more") as caught:
        model_at(endpoint.url, model_tokens=setting).complete("planner", ASK, SCHEMA, max_tokens=50)
    assert "raise" not in str(caught.value)


def test_half_a_character_does_not_travel_on(endpoint: Any) -> None:
    endpoint.say("a\ud800b")
    assert ask(endpoint.url).text.encode() == b"a?b"


@pytest.mark.parametrize("status", [400, 404, 500, 200])
def test_the_key_is_in_no_error_and_no_log(
    endpoint: Any, waits: list[float], caplog: pytest.LogCaptureFixture, status: int
) -> None:
    caplog.set_level(logging.DEBUG)
    endpoint.fail(status, f"Incorrect API key provided: {KEY}")
    with pytest.raises(ModelError) as caught:
        ask(endpoint.url, SCHEMA)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert KEY not in caplog.text


def test_a_password_in_the_address_is_not_shown() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(ModelError) as caught:
        ask(f"http://me:hunter2@127.0.0.1:{port}/v1?token=hunter2", model_attempts=1)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [
        {"url": "nowhere"},
        {"url": "http://["},
        {"url": "ftp://127.0.0.1/v1"},
        {"model_key": SecretStr("a\nb")},
        {"model_key": SecretStr("kéy")},
    ],
)
def test_settings_that_cannot_work_are_said_at_once(settings: dict[str, Any]) -> None:
    given = {"url": "http://127.0.0.1:9/v1", **settings}
    with pytest.raises(ConfigError, match="SCITOOLAGENT_MODEL_"):
        model_at(given.pop("url"), **given)


def test_the_only_model_needs_no_name(endpoint: Any) -> None:
    endpoint.play('{"object": "list", "data": [{"id": "qwen", "object": "model"}]}')
    assert model_at(endpoint.url, model=None).name == "qwen"


@pytest.mark.parametrize("data", [[{"id": "a"}, {"id": "b"}], [], "many", [7], None])
def test_several_models_need_one(endpoint: Any, data: Any) -> None:
    endpoint.play(json.dumps({"data": data}))
    with pytest.raises(ConfigError, match="name one with SCITOOLAGENT_MODEL"):
        model_at(endpoint.url, model=None)


def test_a_list_of_models_that_fails(endpoint: Any) -> None:
    endpoint.fail(500)
    with pytest.raises(ModelError, match="name the model with SCITOOLAGENT_MODEL"):
        model_at(endpoint.url, model=None)


def test_roles_may_name_their_own_model(endpoint: Any) -> None:
    config = Config(model_url=endpoint.url, model="base", planner_model="planner-adapter")
    found = load_models(config)
    assert {role: model.name for role, model in found.items()} == {
        "planner": "planner-adapter", "summarizer": "base",
    }  # fmt: skip
    one = load_models(Config(model_url=endpoint.url, model="base"))
    assert one["planner"] is one["summarizer"]
    assert load_models(Config()) == {}
