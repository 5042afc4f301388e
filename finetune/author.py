"""A model that says what it is told to, so that the loop around it can be recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.errors import ModelError
from scitoolagent.llm import Message, Reply, ToolCall, ToolSpec
from scitoolagent.records import Usage
from scitoolagent.solver.grammar import signatures_in

NAME = "recorder"


class Author:
    """A model that searches for the tools that it needs and is not shown, and else calls what it is told to."""

    name = NAME

    def __init__(self) -> None:
        self.expect((), (), ())

    def expect(
        self,
        tools: Sequence[str],
        phrases: Sequence[str],
        turns: Sequence[tuple[str, dict[str, Any]]],
        at: int = 0,
    ) -> None:
        """Forget what was said; these turns come next.

        Args:
            tools: those that it must have been shown before it goes on.
            phrases: what it searches for, for each tool.
            turns: its calls in order, each the name of a function and the arguments.
            at: before which of the turns it searches, where it has to.
        """
        self._tools, self._phrases, self._turns = tuple(tools), tuple(phrases), list(turns)
        self._searches_at = len(self._turns) - at
        self.has_searched = False
        self.messages: tuple[Message, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether all was said, so that the last message is the last word."""
        return bool(self.messages) and not self._turns

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """What it is to say next; a ModelError where it has nothing left, or searched without finding its tools."""
        number = sum(len(message.calls) for message in messages) + 1
        queries = self._lacking(messages) if len(self._turns) <= self._searches_at else []
        if queries and not self.has_searched:
            self.has_searched = True
            call = ToolCall("search", {"queries": queries}, f"call{number}")
        elif queries or not self._turns:
            # What was said is not the last word, or cannot be.
            self.messages = ()
            raise ModelError("there is nothing left to say")
        else:
            name, arguments = self._turns.pop(0)
            call = ToolCall(name, arguments, f"call{number}")
        self.messages = (*messages, Message("assistant", "", (call,)))
        return Reply("", None, Usage(role=role, model=self.name), (call,))

    def _lacking(self, messages: Sequence[Message]) -> list[str]:
        """What it has to search for: the phrases of tools whose signature it was not shown."""
        shown = signatures_in(messages[1:])
        lacking = [said for tool, said in zip(self._tools, self._phrases, strict=True) if tool not in shown]
        return list(dict.fromkeys(lacking))
