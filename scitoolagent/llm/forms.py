"""What a reply has to be: prose, JSON of a schema, or calls of tools; how each is requested, and how it is read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from scitoolagent.errors import ModelError
from scitoolagent.llm.calling import CheckedCalls, calls_in, check_calls
from scitoolagent.llm.dialect import WrittenCall
from scitoolagent.llm.protocol import Message, ToolCall, ToolSpec
from scitoolagent.llm.structured import read_object

_ANSWER_SHOWN = 2000
_NO_NAME = re.compile(r"[^\w-]", re.ASCII)
_LONGEST_NAME = 64
_CALL = '{"name": "<tool>", "arguments": {…}}'


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered: its text, its native calls, its tokens, and whether it was cut off at the maximum."""

    text: str
    calls: tuple[WrittenCall, ...]
    tokens: tuple[int, int]
    is_cut: bool

    @property
    def is_empty(self) -> bool:
        """Whether the model wrote nothing."""
        return not self.text.strip() and not self.calls


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer as it was read, or what is wrong with it and the messages that tell the model so.

    An answer that `may_stand` is taken as it is, when the model gives no better one. One that `is_whole` is wrong for
    another reason than that it was cut off.
    """

    text: str
    data: dict[str, Any] | None = None
    calls: tuple[ToolCall, ...] = ()
    problem: str = ""
    repair: tuple[Message, ...] = ()
    may_stand: bool = False
    is_whole: bool = False


Request = tuple[list[dict[str, Any]], dict[str, Any]]


# How a server is given a grammar.
_GRAMMARS: dict[str, Callable[[str], dict[str, Any]]] = {
    "llama.cpp": lambda grammar: {"grammar": grammar},
    "vllm": lambda grammar: {"structured_outputs": {"grammar": grammar}},
}


class Form(Protocol):
    """A form of reply, and the ways to request it, strictest first; where a server refuses one, the next is tried."""

    @property
    def name(self) -> str:
        """What the form is called."""
        ...

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways to request it."""
        ...

    def request(self, way: str, messages: Sequence[Message]) -> Request:
        """Return the messages and the options that request it in one of the ways."""
        ...

    def read(self, way: str, answer: Answer, messages: Sequence[Message]) -> Reading:
        """Read an answer to these messages."""
        ...


def form_of(
    schema: Mapping[str, Any] | None, tools: Sequence[ToolSpec], grammars: Literal["", "llama.cpp", "vllm"] = ""
) -> Form:
    """Return the form of reply that a schema or tools ask for; `grammars` is the kind of server, if it takes any."""
    if tools:
        return Calls(tuple(tools), grammars)
    return Prose() if schema is None else Object(schema)


class Prose:
    """Any text."""

    name, ways = "prose", ("text",)

    def request(self, way: str, messages: Sequence[Message]) -> Request:
        """Return the messages as they are."""
        return _sent(plain_messages(messages)), {}

    def read(self, way: str, answer: Answer, messages: Sequence[Message]) -> Reading:
        """Read the text."""
        return Reading(answer.text)


class Object:
    """A JSON object of a schema."""

    name, ways = "object", ("json_schema", "json_object", "text")

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema

    def request(self, way: str, messages: Sequence[Message]) -> Request:
        """Return the messages, with the schema in words where the server is not given it."""
        plain = plain_messages(messages)
        if way == "json_schema":
            return _sent(plain), _json_schema(self._schema, strict=True)
        asked = f"Answer with one JSON object of this schema:\n{json.dumps(dict(self._schema))}"
        return _sent(_with_last(plain, asked)), _json_object(way)

    def read(self, way: str, answer: Answer, messages: Sequence[Message]) -> Reading:
        """Read the first object that fits."""
        try:
            return Reading(answer.text, read_object(answer.text, self._schema))
        except ModelError as error:
            return Reading(answer.text, problem=str(error), repair=_repair_text(answer, str(error)))


class Calls:
    """One or several calls of tools."""

    name = "calls"

    def __init__(self, tools: tuple[ToolSpec, ...], grammars: Literal["", "llama.cpp", "vllm"] = "") -> None:
        self._tools, self._grammars = tools, grammars

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways to request calls; by a grammar where the server takes one and all tools have rules."""
        if self._grammars and all(tool.grammar for tool in self._tools):
            return ("grammar", "json_schema", "flat", "json_object", "text")
        return ("native", "json_schema", "flat", "json_object", "text")

    def request(self, way: str, messages: Sequence[Message]) -> Request:
        """Return the messages with the tools as options, or in words and their calls as JSON."""
        if way == "native":
            choice = {"tool_choice": "required", "parallel_tool_calls": True}
            return _sent(messages), {"tools": [native_tool(tool) for tool in self._tools], **choice}
        plain = self.with_tools(plain_messages(messages))
        if way == "grammar":
            return _sent(plain), {"extra_body": _GRAMMARS[self._grammars or "llama.cpp"](self._grammar())}
        if way == "json_schema" and not any('"$ref"' in json.dumps(dict(tool.parameters)) for tool in self._tools):
            return _sent(plain), _json_schema(self._schema(), strict=True)
        if way in ("json_schema", "flat"):
            # A reference within the schema of a tool leads nowhere in a schema around it.
            return _sent(plain), _json_schema(self._flat_schema(), strict=False)
        return _sent(_with_last(plain, f"Answer with one JSON object: {_CALL}")), _json_object(way)

    def read(self, way: str, answer: Answer, messages: Sequence[Message]) -> Reading:
        """Read the native calls, or those in the text."""
        try:
            checked = self._checked(answer, messages)
        except ModelError as error:
            return Reading(answer.text, problem=str(error), repair=_repair_text(answer, str(error)))
        if checked.problem:
            repair = _repair_calls(checked) if answer.calls else _repair_text(answer, checked.problem)
            return Reading(checked.text, None, checked.calls, checked.problem, repair, is_whole=not answer.calls)
        if checked.calls or (way == "native" and not answer.is_cut):
            return Reading(checked.text, calls=checked.calls)
        problem = f"this calls no tool; a call is {_CALL}"
        return Reading(answer.text, problem=problem, repair=_repair_text(answer, problem), may_stand=True)

    def _checked(self, answer: Answer, messages: Sequence[Message]) -> CheckedCalls:
        if answer.calls:
            return check_calls(answer.calls, self._tools, messages, answer.text)
        return calls_in(answer.text, self._tools, messages)

    def with_tools(self, messages: list[Message]) -> list[Message]:
        """Describe the tools at the beginning, where they stay the same from turn to turn."""
        listed = "\n\n".join(
            f"{tool.name}: {tool.description}\n{json.dumps(dict(tool.parameters))}" for tool in self._tools
        )
        text = f"You can call these tools, each with arguments of its schema:\n\n{listed}\n\nTo call one, write {_CALL}"
        if messages and messages[0].role in ("system", "user"):
            return [replace(messages[0], content=f"{messages[0].content}\n\n{text}"), *messages[1:]]
        return [Message("user", text), *messages]

    def _grammar(self) -> str:
        """One call, written as the calls of earlier turns are."""
        calls = [_one_call(tool.name) for tool in self._tools]
        return f"root ::= {' | '.join(calls)}\n{self._tools[0].grammar}"

    def _schema(self) -> dict[str, Any]:
        forms = [_call_schema([tool.name], tool.parameters) for tool in self._tools]
        return forms[0] if len(forms) == 1 else {"anyOf": forms}

    def _flat_schema(self) -> dict[str, Any]:
        return _call_schema([tool.name for tool in self._tools], {"type": "object"})


def written_out(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> list[dict[str, Any]]:
    """Return a conversation as a server gets it that is given neither tools nor calls: both stand in its texts."""
    return _sent(Calls(tuple(tools)).with_tools(plain_messages(messages)))


def plain_messages(messages: Sequence[Message]) -> list[Message]:
    """Return a conversation with its calls and their results as plain texts, results in one turn with what follows."""
    plain, names, is_result = list[Message](), dict[str, str](), False
    for message in messages:
        was_result, is_result = is_result, message.role == "tool"
        names.update((call.id, call.name) for call in message.calls)
        if message.role == "tool":
            message = Message("user", f"Result of {names.get(message.call, 'the call')}:\n{message.content}")
        elif message.calls:
            message = Message("assistant", f"{message.content}\n\n{_calls_text(message.calls)}".strip())
        if plain and plain[-1].role == message.role == "user" and (is_result or was_result):
            # Some templates want user and assistant in turn.
            plain[-1] = replace(plain[-1], content=f"{plain[-1].content}\n\n{message.content}")
        else:
            plain.append(message)
    return plain


def _calls_text(calls: Sequence[ToolCall]) -> str:
    listed = [{"name": call.name, "arguments": call.arguments} for call in calls]
    return json.dumps(listed[0] if len(listed) == 1 else {"tool_calls": listed}, ensure_ascii=False)


def _sent(messages: Sequence[Message]) -> list[dict[str, Any]]:
    return [_sent_message(message) for message in messages]


def _sent_message(message: Message) -> dict[str, Any]:
    """Return a message as an OpenAI-compatible endpoint takes it."""
    sent: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.role == "tool":
        return {**sent, "tool_call_id": message.call}
    if message.calls:
        # Some endpoints refuse an empty text.
        return {
            **sent,
            "content": message.content or None,
            "tool_calls": [_native_call(call) for call in message.calls],
        }
    return sent


def _native_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": json.dumps(call.arguments, ensure_ascii=False)}
    return {"id": call.id, "type": "function", "function": function}


def native_tool(tool: ToolSpec) -> dict[str, Any]:
    """Return a tool as an OpenAI-compatible endpoint takes it, and chat templates do."""
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}


def _one_call(name: str) -> str:
    begin = json.dumps(json.dumps({"name": name})[:-1] + ', "arguments": ')
    return f'{begin} {name}-arguments "}}"'


def _call_schema(names: list[str], arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"name": {"type": "string", "enum": names}, "arguments": dict(arguments)},
        "required": ["name", "arguments"],
        "additionalProperties": False,
    }


def _json_schema(schema: Mapping[str, Any], strict: bool) -> dict[str, Any]:
    form = {"name": "reply", **({"strict": True} if strict else {}), "schema": dict(schema)}
    return {"response_format": {"type": "json_schema", "json_schema": form}}


def _json_object(way: str) -> dict[str, Any]:
    return {"response_format": {"type": "json_object"}} if way == "json_object" else {}


def _with_last(messages: list[Message], text: str) -> list[Message]:
    last = messages[-1]
    return [*messages[:-1], replace(last, content=f"{last.content}\n\n{text}")]


def _repair_text(answer: Answer, problem: str) -> tuple[Message, ...]:
    again = Message("user", f"{problem}. Answer again, with JSON only.")
    return Message("assistant", answer.text[:_ANSWER_SHOWN]), again


def _repair_calls(checked: CheckedCalls) -> tuple[Message, ...]:
    """Return the calls as a server takes them back, each answered by what is wrong with it."""
    calls = tuple(_presentable(call) for call in checked.calls)
    answers = (
        Message(
            "tool",
            f"{problem}. Call again." if problem else "not run, for another call is wrong; call again",
            call=call.id,
        )
        for call, problem in zip(calls, checked.problems, strict=True)
    )
    return Message("assistant", checked.text[:_ANSWER_SHOWN], calls), *answers


def _presentable(call: ToolCall) -> ToolCall:
    """Return a wrong call with a name and arguments that no server takes offence at."""
    name = _NO_NAME.sub("_", call.name)[:_LONGEST_NAME] or "unknown"
    is_long = len(json.dumps(call.arguments)) > _ANSWER_SHOWN
    return ToolCall(name, {} if is_long else call.arguments, call.id)
