"""What a role says to a model and hears from it, whoever serves the model."""

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
    """What a model answered: its text, the JSON object in it where a schema was given, and what it took."""

    text: str
    data: dict[str, Any] | None
    usage: Usage


class LanguageModel(Protocol):
    """Answers a conversation."""

    @property
    def name(self) -> str:
        """The model's name, as its server knows it."""
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
            max_tokens: the longest answer, that of the settings when left out.
            stop: texts at which the answer ends; they are no part of it.
        Raises:
            ModelError: the endpoint cannot be used, or the answer cannot.
        """
        ...
