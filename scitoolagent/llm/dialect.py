"""What endpoints that call themselves compatible differ in: the options they take, and the forms of their answers."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

# The same option under another name, where an endpoint says so.
_RENAMED = {"max_tokens": "max_completion_tokens"}
# What an answer can be had without. A model that takes no temperature answers as it will.
_LEFT_OUT = ("temperature", "seed", "stop", "parallel_tool_calls", "tool_choice", "strict")
# What an option is set to where its first value is refused, before it is left out.
_WEAKER = {"tool_choice": "auto"}
# An option by the names that refusals have for it.
_OPTION_NAMES = {"tool_choice": "tool[ _]choice"}
# A refusal about the schema of a tool quotes names of its arguments, which may be those of options.
_ABOUT_SCHEMA = re.compile(r"\btools\[|function_declarations|invalid schema", re.IGNORECASE)
_UNKNOWN_KEYWORD = re.compile(r"unknown name \\*\"([$\w]{1,40})\\*\" at '?tools", re.IGNORECASE)
_SIGNATURE = "thought_signature"
# Google documents this value for calls whose signature is not known.
_NO_SIGNATURE = {"google": {_SIGNATURE: "skip_thought_signature_validator"}}
# The thoughts of a reasoning model, which some servers leave in its text.
_THOUGHT = re.compile(r"^\s*<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_UNFINISHED = re.compile(r"^\s*<(think|thinking|thought|reasoning)>", re.IGNORECASE)
MOST_CALLS = 8
_MOST_EXTRAS = 1000
_LONGEST_EXTRA = 100_000
_LONGEST_ID = 200


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A tool call as a model wrote it, unchecked; `extra` is what its endpoint wants to have back with it."""

    name: str
    arguments: Any
    id: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


class Dialect:
    """The options that an endpoint takes, learnt from what it refuses, and what it wants to have back."""

    def __init__(self) -> None:
        self._renamed: dict[str, str] = {}
        self._without: set[str] = set()
        self._weaker: set[str] = set()
        self._unknown_keywords: set[str] = set()
        self._is_signed = False
        self._extras: OrderedDict[str, Mapping[str, Any]] = OrderedDict()

    def request(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options as this endpoint takes them."""
        taken = {name: value for name, value in options.items() if name not in self._without}
        for name in self._weaker & taken.keys():
            taken[name] = _WEAKER[name]
        if "strict" in self._without and "response_format" in taken:
            taken["response_format"] = _without_strict(taken["response_format"])
        if self._unknown_keywords and "tools" in taken:
            taken["tools"] = [self._known_keywords(tool) for tool in taken["tools"]]
        return {self._renamed.get(name, name): value for name, value in taken.items()}

    def learn(self, refusal: str, options: dict[str, Any]) -> bool:
        """Whether a refusal names an option that can be called otherwise or left out; it is from now on."""
        for name, other in _RENAMED.items():
            if name in options and name not in self._renamed and other in refusal:
                self._renamed[name] = other
                return True
        if "tools" in options:
            if unknown := set(_UNKNOWN_KEYWORD.findall(refusal)) - self._unknown_keywords:
                self._unknown_keywords |= unknown
                return True
            if _SIGNATURE in refusal and not self._is_signed:
                self._is_signed = True
                return True
        if _ABOUT_SCHEMA.search(refusal):
            return False
        return any(self._learn_without(name, refusal, options) for name in _LEFT_OUT)

    def _learn_without(self, name: str, refusal: str, options: dict[str, Any]) -> bool:
        is_sent = name in options or (name == "strict" and "response_format" in options)
        if not is_sent or name in self._without or not re.search(rf"\b{_OPTION_NAMES.get(name, name)}\b", refusal):
            return False
        (self._weaker if name in _WEAKER and name not in self._weaker else self._without).add(name)
        return True

    def keep_extra(self, call_id: str, extra: Mapping[str, Any]) -> None:
        """Keep what the endpoint wants to have back with a call; of very many calls the latest."""
        if extra and len(repr(extra)) <= _LONGEST_EXTRA:
            self._extras[call_id] = extra
            if len(self._extras) > _MOST_EXTRAS:
                self._extras.popitem(last=False)

    def with_extras(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return a message with what the endpoint wants to have back with its calls."""
        if not (calls := message.get("tool_calls")):
            return message
        signed = [{**call, **self._extras.get(call["id"], {})} for call in calls]
        if self._is_signed and not any("extra_content" in call for call in signed):
            # Of several calls in one reply the first bears the signature.
            signed[0]["extra_content"] = _NO_SIGNATURE
        return {**message, "tool_calls": signed}

    def _known_keywords(self, tool: dict[str, Any]) -> dict[str, Any]:
        function = tool["function"]
        return {
            **tool,
            "function": {**function, "parameters": _without(function["parameters"], self._unknown_keywords)},
        }


def _without(schema: Any, keywords: set[str]) -> Any:
    """A schema without some keywords; arguments that are called so stay."""
    if isinstance(schema, list):
        return [_without(part, keywords) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {
        name: {inner: _without(part, keywords) for inner, part in value.items()}
        if name in ("properties", "$defs") and isinstance(value, Mapping)
        else _without(value, keywords)
        for name, value in schema.items()
        if name not in keywords
    }


def _without_strict(response_format: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(form := response_format.get("json_schema"), dict):
        return response_format
    return {**response_format, "json_schema": {name: value for name, value in form.items() if name != "strict"}}


def text_of(message: Any) -> str:
    """The text of a message: a string or a list of parts, without the thoughts that led to it; empty where none is.

    Some reasoning models end in their thoughts, which are no answer.
    """
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") in ("text", None)]
        content = "".join(part for part in parts if isinstance(part, str))
    if not isinstance(content, str):
        return ""
    # A lone UTF-16 surrogate, which JSON can hold and a file cannot.
    text = content.encode("utf-8", "replace").decode("utf-8")
    while (thought := _THOUGHT.match(text)) is not None:
        text = text[thought.end() :]
    return "" if _UNFINISHED.match(text) else text


def calls_of(message: Any) -> tuple[WrittenCall, ...]:
    """Return the native tool calls of a message, at most eight, in OpenAI's form, in its first one, or flat."""
    if not isinstance(message, dict):
        return ()
    listed = message.get("tool_calls")
    if not listed and isinstance(message.get("function_call"), dict):
        listed = [message["function_call"]]
    entries = listed if isinstance(listed, list) else [listed]
    return tuple(islice((call for entry in entries if (call := written_call(entry)) is not None), MOST_CALLS))


def written_call(entry: Any) -> WrittenCall | None:
    """Return one entry of a list of calls; None when it is no object."""
    if not isinstance(entry, dict):
        return None
    function = entry.get("function")
    if not isinstance(function, dict):
        function = entry
    name, call_id, extra = function.get("name"), entry.get("id"), entry.get("extra_content")
    return WrittenCall(
        name.encode("utf-8", "replace").decode("utf-8").strip() if isinstance(name, str) else "",
        function.get("arguments"),
        call_id if isinstance(call_id, str) and call_id.isascii() and len(call_id) <= _LONGEST_ID else "",
        {"extra_content": extra} if isinstance(extra, dict) else {},
    )


def is_malformed(choice: Any) -> bool:
    """Whether an endpoint says that the model tried a tool call that it could not read (Gemini)."""
    finish = choice.get("finish_reason") if isinstance(choice, dict) else None
    return isinstance(finish, str) and "malformed_function_call" in finish.lower()


def refusal_of(choice: Any) -> str:
    """Why a model does not answer, in its words or those of its vendor's filter; empty where it does."""
    if not isinstance(choice, dict):
        return ""
    message = choice.get("message")
    said = message.get("refusal") if isinstance(message, dict) else None
    if isinstance(said, str) and said.strip():
        return said
    return "its vendor's filter stopped the answer" if choice.get("finish_reason") == "content_filter" else ""
