"""Settings that neither the question's entities nor earlier steps give: a model reads them out of the question."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scitoolagent.errors import ModelError
from scitoolagent.llm import LanguageModel, Message
from scitoolagent.prompts import read_prompt
from scitoolagent.records import Filling, Query, Step, Usage
from scitoolagent.tool.differences import difference_in
from scitoolagent.tool.numbers import numbers_in
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.units import UnitError, convert, is_pure
from scitoolagent.toolkg.generics import is_difference
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_JSON_TYPES = {"int": "integer", "float": "number", "str": "string", "bool": "boolean"}
_LONGEST = 200
_LONGEST_REPLY = 200
_QUESTION_SHOWN = 6000
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Filled:
    """The settings that were filled in, how the model said them, and what that took."""

    settings: dict[str, Any]
    fillings: tuple[Filling, ...]
    usage: Usage


class Filler(Protocol):
    """Fills in the settings of a call."""

    def fill(
        self, query: Query, tool: ToolNode, given: Mapping[str, Any], error: str = "", step: Step | None = None
    ) -> Filled | None:
        """The settings of a call that nothing else has `given`; None when there are none to fill.

        `error` is what the tool said to the last try; what the `step` has of the question already serves nothing else.

        Raises:
            ModelError: the model cannot be reached, or writes nothing that fits.
        """
        ...


class ModelFiller:
    """Asks a model, by the JSON schema of the tool's settings; molecules and sequences are never among them.

    What the plan gives stays as it is: a question that says 5000 °C is not answered for 50.
    """

    def __init__(self, graph: ToolGraph, model: LanguageModel) -> None:
        self._graph = graph
        self._model = model

    def fill(
        self, query: Query, tool: ToolNode, given: Mapping[str, Any], error: str = "", step: Step | None = None
    ) -> Filled | None:
        ports = [port for port in self._settings(tool) if port.name not in given]
        if not ports:
            return None
        messages = filler_messages(self._graph, query, tool, ports, error)
        reply = self._model.complete("executor", messages, settings_schema(self._graph, ports), _LONGEST_REPLY)
        quoted = {port.name: port.type for port in ports if is_quoted(self._graph, port)}
        told: dict[str, Any] = reply.data or {}
        settings = {
            name: _quoted(self._graph, query, str(value), quoted[name]) if name in quoted else value
            for name, value in told.items()
        }
        return Filled(settings, self._fillings(query, ports, told, step), reply.usage)

    def _fillings(
        self, query: Query, ports: Sequence[PortNode], told: Mapping[str, Any], step: Step | None
    ) -> tuple[Filling, ...]:
        """The settings as the model said them; a number of the question serves one of them, as often as it stands."""
        types = {port.name: port.type for port in ports}
        names = [one.name for one in step.references() if one.step is None] if step else []
        taken = [quantity.text for name in names if (quantity := query.quantity(name)) is not None]
        left = numbers_in(query.text) - numbers_in(" ".join(taken))
        fillings = []
        for name, value in told.items():
            used = numbers_in(str(value))
            said = _is_said(self._graph, query, value, types[name]) and used <= left
            left = left - used
            fillings.append(Filling(name=name, text=str(value), said=said))
        return tuple(fillings)

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
    if not re.search(rf"(?<![\w.,+−-]){re.escape(text)}(?!\w)", query.text):
        raise ModelError(f"the model gave {text[:40]!r}, which the question does not say")
    found = find_quantities(text)
    if len(found) != 1 or found[0].text != text.strip() or found[0].problem:
        raise ModelError(f"the model gave {text[:40]!r}, which is no number with a unit")
    try:
        exact = difference_in if is_difference(graph, name) else convert
        return exact(found[0].value, found[0].unit, graph.types[name].unit or "1")
    except UnitError as error:
        raise ModelError(str(error)) from error


def _is_said(graph: ToolGraph, query: Query, value: Any, name: str) -> bool:
    """Whether a question says each word of a setting; its numbers are counted by the caller.

    A choice among few words is the reading of the question, and so is yes or no.
    """
    if isinstance(value, bool) or graph.types[name].choices:
        return True
    if not isinstance(value, str):
        return math.isfinite(value)
    said, words = (frozenset(map(str.casefold, _WORD.findall(text))) for text in (query.text, value))
    return words <= said


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
