"""Settings that neither the question's entities nor earlier steps give: a model reads them out of the question."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scitoolagent.errors import ModelError
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Query, Usage
from scitoolagent.tool.differences import difference_in
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.units import UnitError, convert, is_pure
from scitoolagent.toolkg.generics import is_difference
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
        quoted = {port.name: port.type for port in ports if is_quoted(self._graph, port)}
        settings = {
            name: _quoted(self._graph, query, str(value), quoted[name]) if name in quoted else value
            for name, value in (reply.data or {}).items()
        }
        return Filled(settings, reply.usage)

    def _settings(self, tool: ToolNode) -> list[PortNode]:
        return [port for port in tool.inputs if self._graph.is_setting(port.type) and port.python in _JSON_TYPES]


def is_quoted(graph: ToolGraph, port: PortNode) -> bool:
    """Whether a setting is a number with a unit: a model quotes it with its unit, and does not convert it."""
    return port.python in ("int", "float") and not is_pure(graph.types[port.type].unit)


def _quoted(graph: ToolGraph, query: Query, text: str, name: str) -> float:
    """The value that a model quotes from the question, in the unit of the setting, a value of the type `name`.

    Raises:
        ModelError: the question does not say so, or not in a unit that fits.
    """
    if text not in query.text:
        raise ModelError(f"the model gave {text[:40]!r}, which the question does not say")
    found = find_quantities(text)
    if len(found) != 1 or found[0].text != text.strip() or found[0].problem:
        raise ModelError(f"the model gave {text[:40]!r}, which is no number with a unit")
    try:
        exact = difference_in if is_difference(graph, name) else convert
        return exact(found[0].value, found[0].unit, graph.types[name].unit or "1")
    except UnitError as error:
        raise ModelError(str(error)) from error


def filler_messages(
    graph: ToolGraph, query: Query, tool: ToolNode, ports: list[PortNode], error: str = ""
) -> list[Message]:
    """The conversation that asks for the settings of a call."""
    lines = [f"question: {query.with_handles()[:_QUESTION_SHOWN]}", f"tool: {tool.name}: {tool.summary}", "settings:"]
    for port in ports:
        usual = "" if port.required else f", usually {json.dumps(port.default)}"
        kind = "quoted with its unit" if is_quoted(graph, port) else _JSON_TYPES[port.python]
        lines.append(f"{port.name} ({graph.types[port.type].label}, {kind}{usual}): {port.text}")
    if error:
        lines.append(f"error: {json.dumps(error[:_LONGEST], ensure_ascii=False)}")
    return [Message("system", read_prompt("executor")), Message("user", "\n".join(lines))]


def settings_schema(graph: ToolGraph, ports: list[PortNode]) -> dict[str, Any]:
    """The JSON schema of the settings: types, lengths, and the patterns of their semantic types."""
    properties: dict[str, Any] = {}
    for port in ports:
        text = port.python == "str" or is_quoted(graph, port)
        properties[port.name] = {"type": "string" if text else _JSON_TYPES[port.python]}
        if text:
            properties[port.name]["maxLength"] = _LONGEST
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [port.name for port in ports if port.required],
        "properties": properties,
    }
