"""Inputs of a tool that a model binds by quoting the words of the question that give them; no value is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.by_model.quotes import ClaimError, inside, located
from scitoolagent.reading.tokens import ENTITY, QUANTITY, Token
from scitoolagent.records import Json, Query
from scitoolagent.tool import unit_sign
from scitoolagent.tool.numbers import numbers_in
from scitoolagent.tool.units import convertible, is_pure, is_understood
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_SHOWN = 60
_NUMERIC = ("int", "float")


def takes_quotes(port: PortNode) -> bool:
    """Whether an input is one number, which can be quoted."""
    return port.python in _NUMERIC and not port.many


def bound_inputs(
    graph: ToolGraph, query: Query, tool: ToolNode, told: Sequence[tuple[str, str]], tokens: Sequence[Token]
) -> tuple[dict[str, Json], list[Read]]:
    """The inputs by name, each a reference to a quantity of the question or one of its bare numbers, and what is read.

    Raises:
        ClaimError: the tool has no such input, the question does not say the words, or they are no value of it.
    """
    ports = {port.name: port for port in tool.inputs if takes_quotes(port)}
    bound: dict[str, Json] = {}
    read: list[Read] = []
    for name, words in told:
        if name not in ports:
            raise ClaimError(f"{tool.name} has no input {name[:_SHOWN]!r} that is a number")
        places = located(query, words, ())
        value = _value(graph, query, ports[name], words, places)
        if value in bound.values() and isinstance(value, str):
            raise ClaimError(f'"{words[:_SHOWN]}" cannot be two inputs of {tool.name}')
        bound[name] = value
        read += _read(places, tokens)
    return bound, read


def _value(
    graph: ToolGraph, query: Query, port: PortNode, words: str, places: Sequence[tuple[int, int]]
) -> str | float | int:
    node = graph.types[port.type]
    unit = node.unit or "1"
    within = [one for one in query.quantities if any(start <= one.start and one.end <= end for start, end in places)]
    fitting = [one for one in within if not one.problem and not one.bound and convertible(one.unit, unit)]
    if len(fitting) == 1:
        return f"$query.{fitting[0].handle}"
    numbers = [*numbers_in(" ".join(query.text[start:end] for start, end in places)).elements()]
    # People write molar masses without their unit: "MW 241.3".
    if not within and len(numbers) == 1 and (is_pure(node.unit) or is_understood(unit, numbers[0])):
        if port.python == "float":
            return numbers[0]
        if numbers[0].is_integer():
            return int(numbers[0])
    raise ClaimError(f'"{words[:_SHOWN]}" is not one {node.label} in {unit_sign(unit)}')


def _read(places: Sequence[tuple[int, int]], tokens: Sequence[Token]) -> Iterator[Read]:
    """The words of a quotation; values account for themselves, and a denial is never read away."""
    for token in inside(places, tokens):
        if token.kind not in (ENTITY, QUANTITY) and token.text not in word_list("operations", "denying"):
            yield Read(token.start, token.end, "setting")
