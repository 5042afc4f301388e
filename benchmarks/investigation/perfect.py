"""A model that makes no mistake: it says what is written for a question, in the handles that it is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from scitoolagent.errors import ModelError
from scitoolagent.llm import Message
from scitoolagent.llm.protocol import Reply
from scitoolagent.llm.structured import read_object
from scitoolagent.records import Usage

_READ = re.compile(r'^read: (ask\d+) ("(?:[^"\\]|\\.)*") = ', re.MULTILINE)
_GIVEN = re.compile(r"(\w+) \([^():;]*: ([^()]*)\)")


class PerfectModel:
    """Answers with the replies of one question, round by round.

    A reply says what an ask is of as the question does, or by the words of an ask before; a tool that is not on the
    list is searched for first, as any model may.
    """

    name = "perfect"

    def __init__(self) -> None:
        self._replies: list[dict[str, Any]] = []
        self._place = 0
        self._english = ""

    def begin(self, replies: Sequence[dict[str, Any]], english: str = "") -> None:
        """Answer another question from now on, which is put into English first where it is in another language."""
        self._replies, self._place, self._english = list(replies), 0, english

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
    ) -> Reply:
        """The next reply; a ModelError when there is none left, or when it does not fit the schema."""
        if schema is not None and "english" in schema["properties"] and self._english:
            return self._said({"english": self._english}, schema, role)
        if schema is None or "asks" not in schema["properties"] or self._place >= len(self._replies):
            raise ModelError("nothing more is written for this question")
        told = next(message.content for message in messages if message.role == "user")
        data = _written(self._replies[self._place], told)
        listed = schema["properties"]["asks"]["items"]["properties"]["tool"]["enum"]
        searched = any(message.content.startswith(("more tools", "no other tool")) for message in messages)
        missing = [one["tool"] for one in data["asks"] if one["tool"] not in listed]
        if missing and not searched:
            data = {"asks": [], "search": [name.partition(".")[0].replace("_", " ") for name in missing[:3]]}
        else:
            self._place += 1
        return self._said(data, schema, role)

    def _said(self, data: Mapping[str, Any], schema: Mapping[str, Any], role: str) -> Reply:
        text = json.dumps(data, ensure_ascii=False)
        return Reply(text, read_object(text, schema), Usage(role=role, model=self.name))


def _written(reply: dict[str, Any], told: str) -> dict[str, Any]:
    """A reply with the handles of the prompt in the place of words."""
    handles = {name.strip().casefold(): handle for handle, name in _GIVEN.findall(told.partition("\ntools:")[0])}
    handles |= {str(json.loads(words)).casefold(): handle for handle, words in _READ.findall(told)}
    asks = [{**ask, "of": [handles.get(name.casefold(), name) for name in ask["of"]]} for ask in reply.get("asks", [])]
    settled = [{**one, "by": handles.get(one["by"].casefold(), one["by"])} for one in reply.get("settled", [])]
    return {**reply, "asks": asks, **({"settled": settled} if settled else {})}
