"""What endpoints that call themselves compatible differ in: the options they take, and the forms of their answers."""

from __future__ import annotations

import re
from typing import Any

# The same option under another name, where an endpoint says so.
_RENAMED = {"max_tokens": "max_completion_tokens"}
# What an answer can be had without. A model that takes no temperature answers as it will.
_LEFT_OUT = ("temperature", "seed", "stop")
# The thoughts of a reasoning model, which some servers leave in its text.
_THOUGHT = re.compile(r"^\s*<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_UNFINISHED = re.compile(r"^\s*<(think|thinking|thought|reasoning)>", re.IGNORECASE)


class Dialect:
    """The options that an endpoint takes, learnt from what it refuses."""

    def __init__(self) -> None:
        self._renamed: dict[str, str] = {}
        self._without: set[str] = set()

    def request(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options as this endpoint takes them."""
        return {self._renamed.get(name, name): value for name, value in options.items() if name not in self._without}

    def learn(self, refusal: str, options: dict[str, Any]) -> bool:
        """Whether a refusal names an option that can be called otherwise or left out; it is from now on."""
        for name, other in _RENAMED.items():
            if name in options and name not in self._renamed and other in refusal:
                self._renamed[name] = other
                return True
        for name in _LEFT_OUT:
            if name in options and name not in self._without and re.search(rf"\b{name}\b", refusal):
                self._without.add(name)
                return True
        return False


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


def refusal_of(choice: Any) -> str:
    """Why a model does not answer, in its words or those of its vendor's filter; empty where it does."""
    if not isinstance(choice, dict):
        return ""
    message = choice.get("message")
    said = message.get("refusal") if isinstance(message, dict) else None
    if isinstance(said, str) and said.strip():
        return said
    return "its vendor's filter stopped the answer" if choice.get("finish_reason") == "content_filter" else ""
