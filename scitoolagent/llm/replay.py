"""Models for tests and for reproducible runs: scripted, recording, and replaying."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from scitoolagent.errors import ModelError
from scitoolagent.llm.calling import calls_in
from scitoolagent.llm.protocol import LanguageModel, Message, Reply, ToolCall, ToolSpec
from scitoolagent.llm.structured import read_object
from scitoolagent.records import Usage

_NOBODY = "recorded"


class ScriptedModel:
    """Answers with given texts in order; keeps the messages it received in `asked`.

    Where tools are offered, a text that is JSON of calls is calls: {"tool_calls": [{"name": …, "arguments": …}]} or one
    {"name": …, "arguments": …}.
    """

    name = "scripted"

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = iter(texts)
        self.asked: list[tuple[str, tuple[Message, ...]]] = []

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """Return the next text; a ModelError when there is none left, or when it fits no schema or tool."""
        self.asked.append((role, tuple(messages)))
        text = next(self._texts, None)
        if text is None:
            raise ModelError("the script has no answer left")
        usage = Usage(role=role, model=self.name)
        if not tools:
            return Reply(text, read_object(text, schema) if schema is not None else None, usage)
        checked = calls_in(text, tools, messages)
        if checked.problem:
            raise ModelError(checked.problem)
        return Reply(checked.text, None, usage, checked.calls)


class RecordingModel:
    """Passes requests on to a model and records the answers in a file for `ReplayModel`."""

    def __init__(self, model: LanguageModel, path: Path) -> None:
        self._model = model
        self._path = path
        self.name = model.name

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """The model's answer, which is appended to the file."""
        reply = self._model.complete(role, messages, schema, max_tokens, stop, tools)
        key = _key(role, messages, schema, stop, tools)
        line: dict[str, Any] = {"key": key, "text": reply.text, "usage": reply.usage.model_dump()}
        if reply.calls:
            line["calls"] = [asdict(call) for call in reply.calls]
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return reply


class ReplayModel:
    """Answers from a recording.

    Raises:
        ModelError: the file is not a recording.
    """

    def __init__(self, path: Path) -> None:
        try:
            lines = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
            self._replies = {line["key"]: _recorded_reply(line) for line in lines}
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise ModelError(f"{path} is no recording of a model: {error}") from error
        self.name = next((reply.usage.model for reply in self._replies.values()), _NOBODY)

    def holds(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> bool:
        """Whether an answer to these messages was recorded."""
        return _key(role, messages, schema, stop, tools) in self._replies

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """The recorded answer to these messages; a ModelError when there is none."""
        key = _key(role, messages, schema, stop, tools)
        if key not in self._replies:
            raise ModelError(f"no answer was recorded for this {role} conversation; record it again")
        reply = self._replies[key]
        return reply if schema is None or tools else replace(reply, data=read_object(reply.text, schema))


class ResumingModel:
    """Answers from the recording what it holds, and asks a model for the rest, which is recorded at once.

    At temperature 0 a run that was killed so goes on where it stopped, when it is started again.

    Args:
        model: asked for what is not recorded.
        path: the recording; made when it is not there.
    Raises:
        ModelError: the file is not a recording, or one of another model.
    """

    def __init__(self, model: LanguageModel, path: Path) -> None:
        self.name = model.name
        self._recorder = RecordingModel(model, path)
        _drop_half_line(path)
        self._known = ReplayModel(path) if path.exists() else None
        if self._known is not None and self._known.name not in (model.name, _NOBODY):
            raise ModelError(f"{path} is a recording of {self._known.name}, not of {model.name}; name another file")

    def complete(
        self,
        role: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
        stop: Sequence[str] = (),
        tools: Sequence[ToolSpec] = (),
    ) -> Reply:
        """The recorded answer to these messages, or else the model's."""
        if self._known is not None and self._known.holds(role, messages, schema, stop, tools):
            return self._known.complete(role, messages, schema, max_tokens, stop, tools)
        return self._recorder.complete(role, messages, schema, max_tokens, stop, tools)


def _drop_half_line(path: Path) -> None:
    """Take away what a killed run left of a line."""
    text = path.read_bytes() if path.exists() else b""
    if text and not text.endswith(b"\n"):
        path.write_bytes(text[: text.rfind(b"\n") + 1])


def _recorded_reply(line: Mapping[str, Any]) -> Reply:
    calls = tuple(
        ToolCall(str(call["name"]), dict(call["arguments"]), str(call["id"])) for call in line.get("calls", ())
    )
    return Reply(str(line["text"]), None, Usage(**line["usage"]), calls)


def _key(
    role: str,
    messages: Sequence[Message],
    schema: Mapping[str, Any] | None,
    stop: Sequence[str] = (),
    tools: Sequence[ToolSpec] = (),
) -> str:
    # Without tools it is what it was before there were any, so that old recordings are replayed.
    offered = [{"tools": [[tool.name, tool.description, dict(tool.parameters)] for tool in tools]}] if tools else []
    content = json.dumps([role, [_turn(message) for message in messages], schema, *stop, *offered], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _turn(message: Message) -> list[Any]:
    turn: list[Any] = [message.role, message.content]
    if message.calls or message.call:
        turn += [[asdict(call) for call in message.calls], message.call]
    return turn
