"""Turns of a model that looks things up until it answers: one module of an agent, bounded, in a memory of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from scitoolagent.errors import GraphError, ModelError
from scitoolagent.knowledge.bioverge.hypothesis import Turn
from scitoolagent.knowledge.bioverge.operations import Operations, call_of, safe, schema_of
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.llm.structured import read_object
from scitoolagent.records import Usage

T = TypeVar("T")
_MEMORY = 24_000
_MOST_SILENT = 3


class Memory:
    """A conversation: the oldest turns are left out when it grows too long, the frame and the last task never."""

    def __init__(self, system: str) -> None:
        self._system = Message("system", system)
        self._told: list[Message] = []
        self._task = 0

    def task(self, text: str) -> None:
        """What is to be done now."""
        self._task = len(self._told)
        self._told.append(Message("user", text))

    def turn(self, call: Mapping[str, Any], told: str) -> None:
        """What the model did, and what it was told."""
        self._told += [Message("assistant", json.dumps(dict(call))), Message("user", told)]

    def messages(self) -> list[Message]:
        """The conversation as it fits."""
        room, kept = _MEMORY - len(self._told[self._task].content), [self._task]
        for place in range(len(self._told) - 1, -1, -1):
            if place != self._task:
                room -= len(self._told[place].content)
                if room < 0:
                    break
                kept.append(place)
        said: list[Message] = []
        for message in (self._told[place] for place in sorted(kept)):
            # Templates of chat models want turns that alternate and begin with the user's.
            if message.role == "user" and said and said[-1].role == "user":
                said[-1] = Message("user", f"{said[-1].content}\n{message.content}")
            elif message.role == "user" or said:
                said.append(message)
        return [self._system, *said]


class Rounds:
    """The turns of one run with a model.

    Args:
        model: who is asked.
        inner: how many turns a module may take before it has to answer.
    """

    def __init__(self, model: LanguageModel, inner: int) -> None:
        self._model, self._inner = model, inner
        self.turns: list[Turn] = []
        self.usage: list[Usage] = []
        self._silent = 0
        self.failure = ""

    def module(
        self,
        name: str,
        operations: Operations,
        memory: Memory,
        final: str,
        accept: Callable[[Mapping[str, Any]], T],
        forced: Callable[[], dict[str, Any]],
        free: Mapping[str, Any] | None = None,
    ) -> T | None:
        """Inner turns, until the final action is accepted; at the limit an extractor asks for nothing but that.

        Args:
            name: of the module, for the trace.
            operations: what may be looked up.
            memory: has the task as its last word.
            final: the action that ends the module.
            accept: makes a result of it, or raises a GraphError that goes back to the model.
            forced: the schema of that action, which is all that the extractor asks for.
            free: the schema of that action before, where it is another.
        """
        done = set[str]()
        for number in range(self._inner + 1):
            last = number == self._inner
            if last:
                memory.task(f"{name.upper()}: no turns are left. Answer now with {final}, from what was found.")
            schema = forced() if last else schema_of(final, free or forced(), operations.allowed)
            call = self.asked(name, memory.messages(), schema)
            if self.failure:
                return None
            if last:
                call = {**call, "action": final} if call else call
            action = call.get("action", "")
            key = json.dumps({field: text for field, text in call.items() if field != "thought"}, sort_keys=True)
            try:
                if action == final:
                    result = accept(call)
                    self.turns.append(Turn(name, action, key, "accepted", True))
                    memory.turn(call, "accepted")
                    return result
                if key in done:
                    raise GraphError("this was done before; do something else")
                told, good = f"<data>{operations.observe(call)}</data>", True
                done.add(key)
            except GraphError as error:
                told, good = f"refused: <data>{safe(str(error), 600)}</data>", False
            self.turns.append(Turn(name, action, key, told, good))
            memory.turn(call, f"{told} {self._inner - number - 1} turns left." if not last else told)
        return None

    def asked(self, name: str, messages: list[Message], schema: Mapping[str, Any]) -> dict[str, Any]:
        """One reply; an empty call when it cannot be read, and a failure of the run after three such in a row."""
        try:
            reply = self._model.complete(f"bioverge {name}", messages, schema)
            self.usage.append(reply.usage)
            call = call_of(reply.data if isinstance(reply.data, dict) else read_object(reply.text, schema))
        except ModelError as error:
            self._silent += 1
            if self._silent >= _MOST_SILENT:
                self.failure = f"the model gave nothing usable {_MOST_SILENT} times running; the last: {error}"
            return {}
        self._silent = 0
        return call
