"""The interface between roles and language models, independent of the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from scitoolagent.records import Usage


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer: its text, the JSON object in it where a schema was given, and the token usage."""

    text: str
    data: dict[str, Any] | None
    usage: Usage


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
    ) -> Reply:
        """The model's answer, at temperature 0.

        Args:
            role: who asks (`planner`, `executor`, `summarizer`, a baseline), for the accounting.
            messages: the conversation so far.
            schema: JSON schema of the answer; with it `Reply.data` is an object that fits.
            max_tokens: the maximum length of the answer; by default that of the settings.
            stop: texts that end the answer and are not part of it.
        Raises:
            ModelError: the endpoint or its answer cannot be used.
        """
        ...
