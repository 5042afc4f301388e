"""A question as another program gives it: values with handles and what is asked of them, without a language."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from scitoolagent.errors import ToolInputError
from scitoolagent.reading.explain import candidate_label
from scitoolagent.records import Ask, Candidate, Entity, Operation, Quantity, Query, Reading, Reference, Request, Role
from scitoolagent.tool.call import is_text
from scitoolagent.toolkg.graph import ToolGraph

_HANDLE = re.compile(r"[a-z][a-z0-9_]{0,40}")
_QUANTITY = re.compile(r"quantity\d{1,4}")


def query_of(graph: ToolGraph, given: dict[str, Any], longest: int) -> Query:
    """The question that a typed request stands for. Its text names the asks and the values one after another.

    Args:
        graph: the types and tools that it may name.
        given: `asks`, `entities` and `quantities` in the form of the tool's schema.
        longest: how many characters it may have, as a question.
    Raises:
        ToolInputError: it names something that is not there, or uses a handle twice.
    """
    text = _Text(longest)
    try:
        asks = tuple(_ask(graph, one, text) for one in given["asks"])
        entities = tuple(_entity(one, text) for one in given.get("entities", ()))
        quantities = tuple(_quantity(one, text) for one in given.get("quantities", ()))
    except ValidationError as error:
        first = error.errors()[0]
        raise ToolInputError(f"request: {'.'.join(str(part) for part in first['loc'])}: {first['msg']}") from error
    _check_handles(asks, entities, quantities)
    for entity in entities:
        _known(entity.type, graph.types, "type")
    for ask in asks:
        _check_ask(graph, ask)
    return Query(
        text=text.text,
        entities=entities,
        quantities=quantities,
        request=Request(asks=asks, readings=tuple(text.readings)),
    )


class _Text:
    """The text of the question as it grows, with what each part of it is."""

    def __init__(self, longest: int) -> None:
        self.text = ""
        self.readings: list[Reading] = []
        self._longest = longest

    def add(self, part: str, role: Role, ask: tuple[str, ...] = ()) -> dict[str, Any]:
        if not part or "\x00" in part or not is_text(part):
            raise ToolInputError("request: a value is empty or holds what is no text")
        start = len(self.text) + 2 if self.text else 0
        self.text = f"{self.text}; {part}" if self.text else part
        if len(self.text) > self._longest:
            raise ToolInputError(
                f"request: its values have more than {self._longest:,} characters; put long ones into a file"
            )
        self.readings.append(Reading(start=start, end=start + len(part), role=role, asks=ask))
        return {"text": part, "start": start, "end": start + len(part)}


def _ask(graph: ToolGraph, given: dict[str, Any], text: _Text) -> Ask:
    named = [Candidate(**one) for one in given["what"]]
    label = " or ".join(candidate_label(graph, one) for one in named) or given["handle"]
    what = [candidate.model_dump() for one in named for candidate in _meant(graph, one)]
    return Ask.model_validate(given | {"what": what} | text.add(label, "ask", (given["handle"],)))


def _meant(graph: ToolGraph, named: Candidate) -> list[Candidate]:
    """A type stands for a value of it, however it is come by: as an output of a tool, or by conversion."""
    if named.tool or named.type not in graph.types:
        return [named]
    ports = [(tool.name, port) for tool in graph.tools.values() for port in tool.outputs]
    outputs = [
        Candidate(type=port.type, tool=tool, output=port.name) for tool, port in ports if port.type == named.type
    ]
    return [*outputs, named]


def _entity(given: dict[str, Any], text: _Text) -> Entity:
    value = given["value"]
    return Entity.model_validate(given | text.add(value if isinstance(value, str) else json.dumps(value), "entity"))


def _quantity(given: dict[str, Any], text: _Text) -> Quantity:
    quantity = Quantity.model_validate(given | text.add(f"{given['value']} {given['unit']}".strip(), "quantity"))
    if not math.isfinite(quantity.value):
        raise ToolInputError(f"request: {quantity.handle} is {quantity.value}; give a number")
    return quantity


def _check_handles(asks: tuple[Ask, ...], entities: tuple[Entity, ...], quantities: tuple[Quantity, ...]) -> None:
    seen: set[str] = set()
    named: list[Entity | Quantity | Ask] = [*entities, *quantities, *asks]
    for one in named:
        is_named_well = _HANDLE.fullmatch(one.handle) and isinstance(one, Quantity) == bool(
            _QUANTITY.fullmatch(one.handle)
        )
        if not is_named_well:
            raise ToolInputError(
                f"request: {one.handle[:60]!r} is no handle here; quantities are called quantity1, quantity2, …, "
                "anything else by other small letters, digits and `_`"
            )
        if one.handle in seen:
            raise ToolInputError(f"request: two things are called {one.handle!r}")
        if isinstance(one, Ask):
            # An ask may refer to those before it only, so that none can depend on itself.
            _references(one, seen)
        seen.add(one.handle)


def _references(ask: Ask, seen: set[str]) -> None:
    for handle in (*ask.of, *ask.beside):
        _known(handle, seen, "value or earlier ask")
    for operation in ask.then:
        for value in operation.settings.values():
            reference = Reference.parse(value)
            if reference is not None and reference.step is None:
                _known(reference.name, seen, "value")


def _check_ask(graph: ToolGraph, ask: Ask) -> None:
    for candidate in ask.what:
        if candidate.type:
            _known(candidate.type, graph.types, "type")
        if candidate.tool:
            _known(candidate.tool, graph.tools, "tool")
            outputs = [port.name for port in graph.tools[candidate.tool].outputs]
            _known(candidate.output or outputs[0], outputs, f"output of {candidate.tool}")
    if not all(candidate.type or candidate.tool for candidate in ask.what) or not ask.what:
        raise ToolInputError(f"request: {ask.handle} must name a type or a tool in `what`")
    for operation in ask.then:
        _check_operation(graph, operation)


def _check_operation(graph: ToolGraph, operation: Operation) -> None:
    _known(operation.tool, graph.tools, "tool")
    inputs = [port.name for port in graph.tools[operation.tool].inputs]
    for name in operation.settings:
        _known(name, inputs, f"setting of {operation.tool}")


def _known(name: str, there: Iterable[str], kind: str) -> None:
    if name not in there:
        raise ToolInputError(f"request: there is no {kind} {name[:60]!r}; `search_tools` and `describe_tool` name them")
