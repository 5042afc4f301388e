"""Tool calls are requested in the strictest way that an endpoint takes, and whatever comes back fits the tools or is an error."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scitoolagent.config import Config
from scitoolagent.errors import ModelError
from scitoolagent.llm import wire
from scitoolagent.llm.client import EndpointModel
from scitoolagent.llm.protocol import Message, Reply, ToolCall, ToolSpec

ASK = [Message("system", "Be short."), Message("user", "How heavy is ethanol?")]
MASS = ToolSpec(
    "mass",
    "Compute the mass of a molecule.",
    {
        "type": "object",
        "properties": {"smiles": {"type": "string"}, "digits": {"type": "integer"}},
        "required": ["smiles"],
        "additionalProperties": False,
    },
)
FIND = ToolSpec(
    "find", "Find tools.", {"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]}
)
TOOLS = (MASS, FIND)
ETHANOL = {"name": "mass", "arguments": {"smiles": "CCO"}}


def model_at(url: str, **settings: Any) -> EndpointModel:
    return EndpointModel(Config(model_url=url, **{"model_seconds": 5.0, "model_attempts": 3, **settings}), "tiny")


def ask(endpoint: Any, **settings: Any) -> Reply:
    return model_at(endpoint.url, **settings).complete("solver", ASK, tools=TOOLS)


def native(name: Any, arguments: Any, call_id: Any = "call_1", **more: Any) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}, **more}


def call(endpoint: Any, *calls: Any, content: Any = None, finish: str = "tool_calls") -> None:
    """An answer with native calls."""
    message = {"role": "assistant", "content": content, "tool_calls": list(calls)}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    endpoint.play(json.dumps({"choices": [choice], "usage": {"prompt_tokens": 11, "completion_tokens": 5}}))


def test_native_calls_with_their_account(endpoint: Any) -> None:
    call(endpoint, native("mass", '{"smiles": "CCO"}', "a"), native("find", '{"words": "mass"}', "b"), content="Two.")
    reply = ask(endpoint)
    assert reply.calls == (ToolCall("mass", {"smiles": "CCO"}, "a"), ToolCall("find", {"words": "mass"}, "b"))
    assert (reply.text, reply.data, reply.usage.calls, reply.usage.prompt_tokens) == ("Two.", None, 1, 11)
    asked = endpoint.asked[0]
    assert asked["tools"][0] == {
        "type": "function",
        "function": {"name": "mass", "description": MASS.description, "parameters": MASS.parameters},
    }
    assert (asked["tool_choice"], asked["parallel_tool_calls"], asked["temperature"]) == ("required", True, 0)
    assert "response_format" not in asked
    assert [message["content"] for message in asked["messages"]] == ["Be short.", "How heavy is ethanol?"]


def test_without_tools_nothing_is_sent_about_them(endpoint: Any) -> None:
    call(endpoint, native("mass", "{}"), content="46 g/mol")
    reply = model_at(endpoint.url).complete("solver", ASK)
    assert (reply.text, reply.calls) == ("46 g/mol", ())
    assert not {"tools", "tool_choice", "parallel_tool_calls"} & endpoint.asked[0].keys()
    endpoint.plays.clear()
    call(endpoint, native("mass", "{}"))
    with pytest.raises(ModelError, match="gave no text"):
        model_at(endpoint.url, model_attempts=1).complete("solver", ASK)


HISTORY = [
    *ASK,
    Message("assistant", "", (ToolCall("mass", {"smiles": "CCO"}, "a"), ToolCall("find", {"words": "µ"}, "b"))),
    Message("tool", "46.07", call="a"),
    Message("tool", "nothing", call="b"),
    Message("user", "Go on."),
]


def test_a_history_of_calls_is_sent_as_such(endpoint: Any) -> None:
    call(endpoint, native("mass", '{"smiles": "C"}'))
    model_at(endpoint.url).complete("solver", HISTORY, tools=TOOLS)
    _, _, called, first, second, last = endpoint.asked[0]["messages"]
    assert called == {
        "role": "assistant",
        "content": None,
        "tool_calls": [native("mass", '{"smiles": "CCO"}', "a"), native("find", '{"words": "µ"}', "b")],
    }
    assert first == {"role": "tool", "content": "46.07", "tool_call_id": "a"}
    assert second == {"role": "tool", "content": "nothing", "tool_call_id": "b"}
    assert last == {"role": "user", "content": "Go on."}


@pytest.mark.parametrize("schema", [None, {"type": "object"}])
def test_a_history_of_calls_is_plain_text_where_no_tools_are_offered(endpoint: Any, schema: Any) -> None:
    endpoint.say('{"n": 1}')
    model_at(endpoint.url).complete("solver", HISTORY, schema)
    _, _, called, results = endpoint.asked[0]["messages"]
    assert json.loads(called["content"])["tool_calls"][0] == ETHANOL
    assert called.keys() == {"role", "content"}
    # User and assistant stay in turn.
    assert results == {"role": "user", "content": "Result of mass:\n46.07\n\nResult of find:\nnothing\n\nGo on."}


VLLM = [
    'tool_choice="required" requires --tool-call-parser to be set',
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
]


def test_vllm_without_its_flags_is_asked_for_json(endpoint: Any) -> None:
    for refusal in (*VLLM, VLLM[1]):
        endpoint.fail(400, refusal)
    endpoint.say(json.dumps(ETHANOL))
    model = model_at(endpoint.url)
    assert model.complete("solver", HISTORY, tools=TOOLS).calls == (ToolCall("mass", {"smiles": "CCO"}, "call00002"),)
    assert [asked.get("tool_choice") for asked in endpoint.asked] == ["required", "auto", None, None]
    asked = endpoint.asked[-1]
    assert not {"tools", "parallel_tool_calls"} & asked.keys()
    form = asked["response_format"]["json_schema"]
    assert form["strict"] is True
    assert [one["properties"]["name"]["enum"] for one in form["schema"]["anyOf"]] == [["mass"], ["find"]]
    assert form["schema"]["anyOf"][0]["properties"]["arguments"] == MASS.parameters
    # The schema binds the model, which sees the tools nowhere but here.
    front, *_, results = asked["messages"]
    assert front["content"].startswith("Be short.\n\n")
    assert MASS.description in front["content"] and json.dumps(MASS.parameters) in front["content"]
    assert results["content"].startswith("Result of mass:\n46.07")
    assert all(message.keys() == {"role", "content"} for message in asked["messages"])
    # What the server takes is remembered.
    assert model.complete("solver", ASK, tools=TOOLS).calls[0].name == "mass"
    assert len(endpoint.asked) == 5
    assert "tools" not in endpoint.asked[4] and endpoint.asked[4]["response_format"] == asked["response_format"]


def test_a_choice_that_cannot_be_required_is_left_to_the_model(endpoint: Any) -> None:
    endpoint.fail(400, "Thinking may not be enabled when tool_choice forces tool use.")
    call(endpoint, native("mass", '{"smiles": "CCO"}'))
    model = model_at(endpoint.url)
    assert model.complete("solver", ASK, tools=TOOLS).calls
    model.complete("solver", ASK, tools=TOOLS)
    assert [asked["tool_choice"] for asked in endpoint.asked] == ["required", "auto", "auto"]


@pytest.mark.parametrize(("status", "refusal"), [
    (500, "tools param requires --jinja flag"), (500, "Unsupported param: tools"), (400, "tiny does not support tools"),
    (404, "No endpoints found that support tool use."), (501, "no"), (422, "body.tools: Extra inputs are not permitted"),
    (400, "Invalid 'tools': array too long. Expected an array with maximum length 1, but got an array with length 2"),
], ids=["llama.cpp", "older llama.cpp", "ollama", "openrouter", "not implemented", "pydantic", "too many"])  # fmt: skip
def test_endpoints_without_tools_are_asked_in_all_other_ways(
    endpoint: Any, waits: list[float], status: int, refusal: str
) -> None:
    endpoint.fail(status, refusal)
    endpoint.fail(400, "response_format: anyOf is not supported at the root of a schema")
    endpoint.fail(400, "response_format json_schema is not supported")
    endpoint.fail(422, "response_format is not supported")
    endpoint.say(f"I weigh it.\n```json\n{json.dumps(ETHANOL)}\n```")
    model = model_at(endpoint.url)
    reply = model.complete("solver", ASK, tools=TOOLS)
    assert (reply.text, reply.calls) == ("I weigh it.", (ToolCall("mass", {"smiles": "CCO"}, "call00000"),))
    formats = [asked.get("response_format", {}) for asked in endpoint.asked]
    assert [form.get("type") for form in formats] == [None, "json_schema", "json_schema", "json_object", None]
    flat = formats[2]["json_schema"]
    assert flat["schema"]["properties"] == {
        "name": {"type": "string", "enum": ["mass", "find"]},
        "arguments": {"type": "object"},
    }
    assert "strict" not in flat
    assert "Answer with one JSON object" in endpoint.asked[4]["messages"][-1]["content"]
    assert waits == []
    # What was learnt of tools says nothing about answers of a schema.
    endpoint.plays.clear()
    endpoint.say('{"n": 1}')
    assert model.complete("solver", ASK, {"type": "object"}).data == {"n": 1}
    assert endpoint.asked[-1]["response_format"]["type"] == "json_schema"


def test_a_refusal_for_another_reason_leaves_native_calls_in_use(endpoint: Any) -> None:
    for _ in range(5):
        endpoint.fail(400, "bad luck")
    call(endpoint, native("mass", '{"smiles": "CCO"}'))
    model = model_at(endpoint.url)
    with pytest.raises(ModelError, match="bad luck"):
        model.complete("solver", ASK, tools=TOOLS)
    model.complete("solver", ASK, tools=TOOLS)
    assert endpoint.asked[-1]["tools"]


def test_a_conversation_that_is_too_long_is_asked_once(endpoint: Any) -> None:
    endpoint.fail(400, "This model's maximum context length is 4097 tokens, and the tools alone have 5000")
    with pytest.raises(ModelError, match="too long for the model"):
        ask(endpoint)
    assert len(endpoint.asked) == 1


def test_a_schema_with_references_is_not_put_into_another(endpoint: Any) -> None:
    tree = ToolSpec("tree", "Grow.", {"$defs": {"t": {"type": "object"}}, "properties": {"t": {"$ref": "#/$defs/t"}}})
    endpoint.fail(400, "tools are not supported")
    endpoint.say('{"name": "tree", "arguments": {"t": {}}}')
    reply = model_at(endpoint.url).complete("solver", ASK, tools=(tree, MASS))
    assert reply.calls[0].arguments == {"t": {}}
    assert endpoint.asked[-1]["response_format"]["json_schema"]["schema"]["properties"]["arguments"] == {
        "type": "object"
    }


@pytest.mark.parametrize(("refusal", "option"), [
    ("Unsupported parameter: 'parallel_tool_calls' is not supported with this model.", "parallel_tool_calls"),
    ("Unsupported value: 'temperature' does not support 0 with this model.", "temperature"),
])  # fmt: skip
def test_options_beside_tools_are_left_out(endpoint: Any, refusal: str, option: str) -> None:
    endpoint.fail(400, refusal)
    call(endpoint, native("mass", '{"smiles": "CCO"}'))
    assert ask(endpoint).calls
    assert option in endpoint.asked[0] and option not in endpoint.asked[1]
    assert endpoint.asked[1]["tool_choice"] == "required"


def test_an_argument_that_is_called_like_an_option_is_none(endpoint: Any) -> None:
    endpoint.fail(
        400, "Invalid schema for function 'heat': In context=('properties', 'temperature'), 'type' is required."
    )
    endpoint.say(json.dumps(ETHANOL))
    assert ask(endpoint).calls
    assert endpoint.asked[1]["temperature"] == 0


def test_strict_is_left_out_where_it_is_not_known(endpoint: Any) -> None:
    endpoint.fail(400, "response_format.json_schema.strict: Extra inputs are not permitted")
    endpoint.say('{"n": 1}')
    assert model_at(endpoint.url).complete("solver", ASK, {"type": "object"}).data == {"n": 1}
    first, second = (asked["response_format"]["json_schema"] for asked in endpoint.asked)
    assert first == {**second, "strict": True}


def test_keywords_that_an_endpoint_does_not_know_are_left_out_of_its_schemas(endpoint: Any) -> None:
    # Gemini's words; the argument of the same name stays, and the temperature is not at fault.
    message = (
        'Invalid JSON payload received. Unknown name "additionalProperties" at \'tools[0].function_declarations[0]'
        ".parameters': Cannot find field. See 'temperature'."
    )
    endpoint.play(json.dumps([{"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}]), 400)
    call(endpoint, native("heat", '{"additionalProperties": 3}'))
    inner = {"type": "object", "properties": {}, "additionalProperties": False}
    heat = ToolSpec(
        "heat",
        "Heat.",
        {
            "properties": {"additionalProperties": {"type": "integer"}, "x": {"anyOf": [inner]}},
            "additionalProperties": False,
        },
    )
    reply = model_at(endpoint.url).complete("solver", ASK, tools=[heat])
    assert reply.calls[0].arguments == {"additionalProperties": 3}
    assert endpoint.asked[1]["tools"][0]["function"]["parameters"] == {
        "properties": {
            "additionalProperties": {"type": "integer"},
            "x": {"anyOf": [{"type": "object", "properties": {}}]},
        }
    }
    assert endpoint.asked[1]["temperature"] == 0


def test_a_signature_goes_back_with_its_call(endpoint: Any) -> None:
    signed = {"extra_content": {"google": {"thought_signature": "xyz"}}}
    call(endpoint, native("mass", '{"smiles": "CCO"}', "g1", **signed))
    model = model_at(endpoint.url)
    first = model.complete("solver", ASK, tools=TOOLS)
    model.complete(
        "solver", [*ASK, Message("assistant", "", first.calls), Message("tool", "46", call="g1")], tools=TOOLS
    )
    assert endpoint.asked[1]["messages"][2]["tool_calls"] == [native("mass", '{"smiles": "CCO"}', "g1", **signed)]


def test_a_call_without_a_signature_gets_the_one_that_stands_for_none(endpoint: Any) -> None:
    endpoint.fail(400, "Function call is missing a thought_signature in functionCall parts.")
    call(endpoint, native("mass", '{"smiles": "C"}'))
    model_at(endpoint.url).complete("solver", HISTORY, tools=TOOLS)
    before, after = (asked["messages"][2]["tool_calls"] for asked in endpoint.asked)
    signature = {"google": {"thought_signature": "skip_thought_signature_validator"}}
    assert after == [{**before[0], "extra_content": signature}, before[1]]


@pytest.mark.parametrize("written", [
    native("mass", '{"smiles": "CCO"}'),
    native("mass", {"smiles": "CCO"}),  # Ollama's own form
    native(" mass\n", '"{\\"smiles\\": \\"CCO\\"}"'),  # JSON in JSON
    native("functions.mass", '{"smiles": "CCO"}'),
    native("default_api:mass", '{"smiles": "CCO"}'),
    {"id": "call_1", "name": "mass", "arguments": '{"smiles": "CCO"}'},
    {"id": "call_1", "index": 0, "type": "function", "function": {"arguments": '{"smiles":"CCO"}', "name": "mass"}},
])  # fmt: skip
@pytest.mark.parametrize("content", [None, "", [{"type": "text", "text": ""}]])
def test_calls_of_all_makers_are_read(endpoint: Any, written: Any, content: Any) -> None:
    call(endpoint, "junk", 7, written, None, content=content, finish="stop")
    assert ask(endpoint).calls == (ToolCall("mass", {"smiles": "CCO"}, "call_1"),)


def test_the_call_of_openais_first_form_is_read(endpoint: Any) -> None:
    message = {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "mass", "arguments": '{"smiles": "CCO"}'},
    }
    endpoint.play(json.dumps({"choices": [{"message": message, "finish_reason": "function_call"}]}))
    assert ask(endpoint).calls[0].arguments == {"smiles": "CCO"}


@pytest.mark.parametrize("arguments", [None, "", "  ", "{}", {}])
def test_a_tool_without_arguments_needs_none(endpoint: Any, arguments: Any) -> None:
    call(endpoint, native("now", arguments))
    reply = model_at(endpoint.url).complete(
        "solver", ASK, tools=[ToolSpec("now", "Tell the time.", {"type": "object"})]
    )
    assert reply.calls == (ToolCall("now", {}, "call_1"),)


@pytest.mark.parametrize("call_id", [None, "", 7, "a", "µ", "x" * 201])
def test_ids_that_are_missing_or_taken_are_made(endpoint: Any, call_id: Any) -> None:
    call(endpoint, *[native("mass", '{"smiles": "CCO"}', call_id)] * 2)
    before = [*ASK, Message("assistant", "", (ToolCall("find", {}, "a"),)), Message("tool", "x", call="a")]
    reply = model_at(endpoint.url).complete("solver", before, tools=TOOLS)
    assert [one.id for one in reply.calls] == ["call00001", "call00002"]


@pytest.mark.parametrize(("text", "left"), [
    (json.dumps({"tool_calls": [ETHANOL]}), ""),
    (json.dumps({"tool_calls": [native("mass", '{"smiles": "CCO"}')]}), ""),
    (json.dumps(ETHANOL), ""),
    (f"I weigh it:\n\n```json\n{json.dumps(ETHANOL, indent=1)}\n```\nDone.", "I weigh it:"),
    (f"So.\n<tool_call>\n{json.dumps(ETHANOL)}\n</tool_call>", "So."),
    (f"[TOOL_CALLS] [{json.dumps(ETHANOL)}]", ""),
    ('{"name": "mass", "parameters": {"smiles": "CCO"}}', ""),
    ('{"type": "function", "function": {"name": "mass", "arguments": {"smiles": "CCO"}}}', ""),
    ('Of {"set": 1}: {"name": "functions.mass", "arguments": "{\\"smiles\\": \\"CCO\\"}"}', 'Of {"set": 1}:'),
    ('Only the arguments: {"smiles": "CCO"}', "Only the arguments:"),
])  # fmt: skip
def test_a_call_in_the_text_is_read(endpoint: Any, text: str, left: str) -> None:
    endpoint.say(text)
    reply = ask(endpoint)
    assert [(one.name, one.arguments) for one in reply.calls] == [("mass", {"smiles": "CCO"})]
    assert reply.text == left
    assert len(endpoint.asked) == 1


def test_several_calls_in_the_text_are_read(endpoint: Any) -> None:
    endpoint.say(
        f"<tool_call>{json.dumps(ETHANOL)}</tool_call>\n<tool_call>" + '{"name": "find", "arguments": {"words": "x"}}'
    )
    assert [one.name for one in ask(endpoint).calls] == ["mass", "find"]


@pytest.mark.parametrize("text", [
    "It weighs 46.07 g/mol.", 'The record is {"name": "ethanol", "input": {"mass": 46.07}}.', "{}", '{"name": "ethanol"}',
    '{"smiles": "CCO", "colour": "red"}', '{"words": "mass", "colour": "red"}', '{"digits": 3}', "{", '{"name": "mass", "arguments": {"smiles": "C',
])  # fmt: skip
def test_prose_beside_native_tools_is_left_to_the_caller(endpoint: Any, text: str) -> None:
    endpoint.say(text)
    reply = ask(endpoint)
    assert (reply.text, reply.calls, len(endpoint.asked)) == (text, (), 1)


def test_arguments_that_fit_two_tools_are_no_call(endpoint: Any) -> None:
    twin = ToolSpec("twin", "Weigh it, too.", MASS.parameters)
    endpoint.say('{"smiles": "CCO"}')
    assert model_at(endpoint.url).complete("solver", ASK, tools=[MASS, twin]).calls == ()


def test_prose_where_json_was_asked_for_is_told_once(endpoint: Any) -> None:
    endpoint.fail(400, "tools are not supported")
    endpoint.say("I would rather talk.")
    endpoint.say("Really.")
    reply = ask(endpoint)
    assert (reply.text, reply.calls, reply.usage.calls) == ("Really.", (), 2)
    *_, before, wrong = endpoint.asked[-1]["messages"]
    assert before["content"] == "I would rather talk."
    assert "calls no tool" in wrong["content"]


WRONG = [
    (native("mass", '{"smiles": 7}'), "the call of mass does not fit: smiles: 7 is not of type 'string'"),
    (native("mass", "{}"), "the call of mass does not fit: the arguments: 'smiles' is a required property"),
    (native("mass", {"smiles": "CCO", "x": "y" * 6000}), "Additional properties are not allowed ('x' was unexpected)"),
    (native("mass", '{"smiles": "CC'), "the call of mass cannot be run: its arguments are not a JSON object: "),
    (native("mass", "[1]"), "are not a JSON object"),
    (native("mass", ["CCO"]), "are not a JSON object"),
    (native("mass", '"CCO"'), "are not a JSON object"),
    (native("find", '{"words": "x", "n": NaN}'), "are not a JSON object"),
    (native("find", '{"words": "x", "n": 1e999}'), "are not a JSON object"),
    (native("find", "[" * 100_000), "are not a JSON object"),
    (native("find", '{"words": "x", "n": ' + "9" * 5000 + "}"), "are not a JSON object"),
    (native("find", json.dumps({"words": "x" * 200_001})), "its arguments have 200,014 characters, at most 200,000"),
    (native("find", {"words": "x" * 200_001}), "at most 200,000"),
    (native("weigh", '{"smiles": "CCO"}'), "there is no tool 'weigh'; the tools are mass, find"),
    (native("", '{"smiles": "CCO"}'), "there is no tool ''"),
    (native(None, "{}"), "there is no tool ''"),
    (native("w\n\ud800" * 5000, "{}"), "there is no tool 'w\\n?"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_a_call_that_cannot_be_run_is_told_once(endpoint: Any, waits: list[float], wrong: Any, why: str) -> None:
    call(endpoint, native("mass", '{"smiles": "CCO"}', "good"), wrong)
    call(endpoint, native("mass", '{"smiles": "CCO"}', "again"))
    reply = ask(endpoint)
    assert reply.calls == (ToolCall("mass", {"smiles": "CCO"}, "again"),)
    assert (reply.usage.calls, reply.usage.prompt_tokens) == (2, 22)
    before, good, told = endpoint.asked[1]["messages"][-3:]
    assert [one["id"] for one in before["tool_calls"]] == ["good", "call_1"]
    # Servers take no arguments back that are no JSON, and no name of other signs.
    assert all(isinstance(json.loads(one["function"]["arguments"]), dict) for one in before["tool_calls"])
    assert before["tool_calls"][1]["function"]["name"].replace("_", "a").isalnum()
    assert (good["role"], good["tool_call_id"], told["role"], told["tool_call_id"]) == (
        "tool",
        "good",
        "tool",
        "call_1",
    )
    assert "not run" in good["content"]
    assert why in told["content"]
    assert len(json.dumps(endpoint.asked[1]["messages"])) < 5000


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_a_call_that_stays_wrong_is_an_error(endpoint: Any, waits: list[float], wrong: Any, why: str) -> None:
    call(endpoint, wrong)
    with pytest.raises(ModelError) as caught:
        ask(endpoint, model_attempts=10)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 600
    assert len(endpoint.asked) == 2


def test_a_wrong_call_in_the_text_is_told_in_words(endpoint: Any) -> None:
    # This one was cut off, but not in the call.
    endpoint.say('{"name": "weigh", "arguments": {}}', finish_reason="length")
    endpoint.say(json.dumps(ETHANOL))
    assert ask(endpoint).calls[0].name == "mass"
    *_, before, told = endpoint.asked[1]["messages"]
    assert before == {"role": "assistant", "content": '{"name": "weigh", "arguments": {}}'}
    assert (told["role"], "there is no tool 'weigh'" in told["content"]) == ("user", True)
    # A server that leaves calls in the text binds the model to nothing; a schema does.
    assert endpoint.asked[1]["response_format"]["json_schema"]["schema"]["anyOf"]


def test_a_server_that_reads_calls_stays_the_one_who_does(endpoint: Any) -> None:
    call(endpoint, native("mass", '{"smiles": "CCO"}'))
    endpoint.say('{"name": "weigh", "arguments": {}}')
    endpoint.say(json.dumps(ETHANOL))
    model = model_at(endpoint.url)
    for _ in range(2):
        assert model.complete("solver", ASK, tools=TOOLS).calls
    assert all("tools" in asked for asked in endpoint.asked)


def test_a_list_of_ten_thousand_calls_is_cut(endpoint: Any) -> None:
    call(endpoint, *(native("mass", '{"smiles": "CCO"}', f"c{n}") for n in range(10_000)))
    assert [one.id for one in ask(endpoint).calls] == [f"c{n}" for n in range(8)]
    endpoint.plays.clear()
    endpoint.say(json.dumps({"tool_calls": [ETHANOL] * 2000}))
    assert len(ask(endpoint).calls) == 8
    endpoint.plays.clear()
    endpoint.say(json.dumps(ETHANOL) * 2000)
    assert len(ask(endpoint).calls) == 8


def test_an_endless_text_is_not_read(endpoint: Any) -> None:
    endpoint.say("{" + " " * 200_000)
    with pytest.raises(ModelError, match="200,001 characters"):
        ask(endpoint)
    assert len(endpoint.asked) == 2
    assert len(json.dumps(endpoint.asked[1])) < 10_000


@pytest.mark.parametrize("text", ['{"name": "mass", "arguments": {"smiles": "CC', "First I", ""])
def test_an_answer_that_was_cut_off_says_so(endpoint: Any, text: str) -> None:
    endpoint.say(text, finish_reason="length")
    with pytest.raises(ModelError, match="64 tokens"):
        ask(endpoint, model_tokens=64)
    assert len(endpoint.asked) == 1


def test_a_native_call_that_was_cut_off_says_so(endpoint: Any) -> None:
    call(endpoint, native("mass", '{"smiles": "CC'), finish="length")
    with pytest.raises(ModelError, match="cut off at 64 tokens"):
        ask(endpoint, model_tokens=64)
    endpoint.plays.clear()
    call(endpoint, native("mass", '{"smiles": "CC"}'), finish="length")
    assert ask(endpoint, model_tokens=64).calls


@pytest.mark.parametrize(("status", "refusal"), [
    (400, "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."),
    (500, "error parsing tool call: raw='mass(CCO)', err=invalid character 'm'"),
    (500, "Failed to parse input at pos 12: mass(CCO)"),
], ids=["groq", "ollama", "llama.cpp"])  # fmt: skip
def test_a_call_that_the_server_cannot_read_is_asked_for_as_json_this_once(
    endpoint: Any, waits: list[float], status: int, refusal: str
) -> None:
    endpoint.fail(status, refusal)
    endpoint.say(json.dumps(ETHANOL))
    model = model_at(endpoint.url)
    assert model.complete("solver", ASK, tools=TOOLS).calls
    model.complete("solver", ASK, tools=TOOLS)
    assert ["tools" in asked for asked in endpoint.asked] == [True, False, True]
    assert waits == []


def test_a_call_that_gemini_finds_malformed_is_asked_for_as_json(endpoint: Any, waits: list[float]) -> None:
    endpoint.say(None, finish_reason="function_call_filter: MALFORMED_FUNCTION_CALL")
    endpoint.say(json.dumps(ETHANOL))
    assert ask(endpoint).calls
    assert waits == []


@pytest.mark.parametrize("listed", [None, [], {}, "many", 7, [None], [[]], {"0": {}}])
@pytest.mark.parametrize("content", [None, ""])
def test_no_text_and_no_call_is_no_answer(endpoint: Any, waits: list[float], listed: Any, content: Any) -> None:
    message = {"role": "assistant", "content": content, "tool_calls": listed}
    endpoint.play(json.dumps({"choices": [{"message": message, "finish_reason": "tool_calls"}]}))
    with pytest.raises(ModelError, match=r"gave no text|there is no tool ''"):
        ask(endpoint)
    assert len(endpoint.asked) <= 3


@pytest.mark.parametrize(
    "body", ['{"choices": [{"message": {"tool_calls": [{"function": {"name": "ma', "<html>", "[" * 100_000]
)
def test_what_is_no_answer_is_an_error(endpoint: Any, waits: list[float], body: str) -> None:
    endpoint.play(body)
    with pytest.raises(ModelError, match="no JSON"):
        ask(endpoint)


def test_a_huge_body_is_not_read(endpoint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LONGEST_BODY", 100_000)
    call(endpoint, native("find", json.dumps({"words": "x" * 300_000})))
    with pytest.raises(ModelError, match="more than 100,000 bytes"):
        ask(endpoint)
    assert len(endpoint.asked) == 1


def test_a_redirect_is_not_followed(endpoint: Any, waits: list[float]) -> None:
    endpoint.play("", 307, headers={"location": "http://localhost:9/v1"})
    with pytest.raises(ModelError, match="which is not followed"):
        ask(endpoint)
    assert len(endpoint.asked) == 1


def test_a_server_that_fails_is_asked_again_with_the_same_tools(endpoint: Any, waits: list[float]) -> None:
    endpoint.fail(503, "overloaded")
    call(endpoint, native("mass", '{"smiles": "CCO"}'))
    assert ask(endpoint).usage.calls == 2
    assert endpoint.asked[0] == endpoint.asked[1]


def test_half_a_character_does_not_travel_on(endpoint: Any) -> None:
    call(endpoint, native("find", '{"words": "a\\ud800b"}'))
    assert ask(endpoint).calls[0].arguments == {"words": "a?b"}
