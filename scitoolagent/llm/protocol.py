"""The interface between roles and language models, independent of the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from scitoolagent.records import Usage


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool that a model may call: its name, what it does, and the JSON schema of its arguments.

    `grammar` are rules of GBNF, of which `NAME-arguments` says how the arguments are written; all tools that are
    offered together have the same. It binds the model where the server takes a grammar, and is not used elsewhere.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    grammar: str = ""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool by a model; `id` is what the result of the call refers to."""

    name: str
    arguments: dict[str, Any]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with a model.

    Args:
        role: who wrote it; "tool" for the result of a call.
        content: its text, which may be empty beside calls.
        calls: the tools that the assistant calls in it.
        call: the id of the call that a message of the role "tool" answers.
    """

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[ToolCall, ...] = ()
    call: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer.

    Args:
        text: what it wrote, besides its calls.
        data: the JSON object in it, where a schema was given.
        usage: the tokens of all attempts.
        calls: the tools that it calls, where tools were offered; none where it wrote prose instead.
    """

    text: str
    data: dict[str, Any] | None
    usage: Usage
    calls: tuple[ToolCall, ...] = ()


class LanguageModel(Protocol):
    """Answers a conversation."""

    @property
    def name(self) -> str:
        """The model's name on its server."""
        ...

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """Return the model's answer, at temperature 0.

        Args:
            role: who asks (`planner`, `solver`, `summarizer`, a baseline), for the accounting.
            messages: the conversation so far.
            schema: JSON schema of the answer; with it `Reply.data` is an object that fits.
            max_tokens: the maximum length of the answer; by default that of the settings.
            stop: texts that end the answer and are not part of it.
            tools: what the model may call instead of answering; with them the schema is not used. `Reply.calls` are
                calls of these tools whose arguments fit, or empty where the model insists on prose.
        Raises:
            ModelError: the endpoint or its answer cannot be used.
        """
        ...
