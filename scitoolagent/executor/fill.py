"""Settings that neither the question's entities nor earlier steps give: a model reads them out of the question."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scitoolagent.llm import LanguageModel, Message
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Query, Usage
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_JSON_TYPES = {"int": "integer", "float": "number", "str": "string", "bool": "boolean"}
_LONGEST = 200
_LONGEST_REPLY = 200
_QUESTION_SHOWN = 6000


@dataclass(frozen=True, slots=True)
class Filled:
    """The settings that were filled in, and what that took."""

    settings: dict[str, Any]
    usage: Usage


class Filler(Protocol):
    """Fills in the settings of a call."""

    def fill(self, query: Query, tool: ToolNode, given: Mapping[str, Any], error: str = "") -> Filled | None:
        """The settings of a call; None when the tool has none to fill. `error` is what the tool said to the last try.

        Raises:
            ModelError: the model cannot be reached, or writes nothing that fits.
        """
        ...


class ModelFiller:
    """Asks a model, by the JSON schema of the tool's settings; molecules and sequences are never among them."""

    def __init__(self, graph: ToolGraph, model: LanguageModel) -> None:
        self._graph = graph
        self._model = model

    def fill(self, query: Query, tool: ToolNode, given: Mapping[str, Any], error: str = "") -> Filled | None:
        ports = self._settings(tool)
        if not ports:
            return None
        messages = filler_messages(self._graph, query, tool, ports, error)
        reply = self._model.complete("executor", messages, settings_schema(self._graph, ports), _LONGEST_REPLY)
        return Filled(dict(reply.data or {}), reply.usage)

    def _settings(self, tool: ToolNode) -> list[PortNode]:
        return [port for port in tool.inputs if self._graph.is_setting(port.type) and port.python in _JSON_TYPES]


def filler_messages(
    graph: ToolGraph, query: Query, tool: ToolNode, ports: list[PortNode], error: str = ""
) -> list[Message]:
    """The conversation that asks for the settings of a call."""
    lines = [f"question: {query.with_handles()[:_QUESTION_SHOWN]}", f"tool: {tool.name}: {tool.summary}", "settings:"]
    for port in ports:
        usual = "" if port.required else f", usually {json.dumps(port.default)}"
        lines.append(f"{port.name} ({graph.types[port.type].label}, {_JSON_TYPES[port.python]}{usual}): {port.text}")
    if error:
        lines.append(f"error: {json.dumps(error[:_LONGEST], ensure_ascii=False)}")
    return [Message("system", read_prompt("executor")), Message("user", "\n".join(lines))]


def settings_schema(graph: ToolGraph, ports: list[PortNode]) -> dict[str, Any]:
    """The JSON schema of the settings: types, lengths, and the patterns of their semantic types."""
    properties: dict[str, Any] = {}
    for port in ports:
        properties[port.name] = {"type": _JSON_TYPES[port.python]}
        if port.python == "str":
            properties[port.name]["maxLength"] = _LONGEST
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [port.name for port in ports if port.required],
        "properties": properties,
    }
