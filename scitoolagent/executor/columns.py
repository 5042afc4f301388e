"""Which column of a table goes into which input of a tool, in what unit, and what the results are called."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.errors import TableError, ToolInputError
from scitoolagent.tables import Column, Table
from scitoolagent.tool.differences import difference_in
from scitoolagent.tool.numbers import number_at
from scitoolagent.tool.units import UnitError, convert, is_pure, normal, unit_sign
from scitoolagent.toolkg.columns import HELD, results_of, takes
from scitoolagent.toolkg.generics import is_difference
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_LARGEST = 1 << 63
_NAMED = 6


@dataclass(frozen=True, slots=True)
class Binding:
    """A tool that is mapped over a table.

    Attributes:
        tool: the tool.
        columns: the column that each input takes.
        settings: what the other inputs are, for all rows.
        units: of columns whose values are converted: the unit that the input takes.
        results: the column that each output becomes.
    """

    tool: ToolNode
    columns: dict[str, Column]
    settings: dict[str, Any]
    units: dict[str, str]
    results: dict[str, Column]


def bind_columns(
    graph: ToolGraph,
    tool: ToolNode,
    table: Table,
    columns: str | Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    taken: Sequence[str] = (),
) -> Binding:
    """Bind the inputs of a tool to columns.

    Args:
        graph: for the types.
        tool: what is mapped.
        table: whose columns these are.
        columns: the column of each input; one alone is that of the input that it fits. Found by type when left out.
        settings: values of other inputs, numbers with a unit as text (`10 mM`).
        taken: names that the results may not have.
    Raises:
        TableError: a column is not there or does not fit, or an input has no value; says what would.
    """
    settings = dict(settings or {})
    ports = {port.name: port for port in tool.inputs}
    if unknown := next((name for name in settings if name not in ports), None):
        raise TableError(f"{tool.name} has no input {unknown!r}; it takes {', '.join(ports) or 'none'}")
    chosen = _chosen(graph, tool, table, columns, settings)
    if left := [port.name for port in tool.required if port.name not in chosen and port.name not in settings]:
        listed = ", ".join(f"{column.name} ({column.type or column.kind})" for column in table.columns[:_NAMED])
        what = graph.types[ports[left[0]].type].label
        raise TableError(f"{tool.name} needs {left[0]} ({what}); name its column, or its value. There are {listed}")
    if not chosen:
        raise TableError(f"{tool.name} takes no column here; name the one that goes into {' or '.join(ports) or 'it'}")
    units = {}
    for name, column in chosen.items():
        if unit := _unit(graph, tool, ports[name], column):
            units[name] = unit
    return Binding(
        tool,
        chosen,
        {name: _setting(graph, tool, ports[name], value) for name, value in settings.items()},
        units,
        results_of(graph, tool, chosen, (*table.names, *taken)),
    )


def bind_tools(
    graph: ToolGraph,
    tools: Sequence[str],
    table: Table,
    columns: str | Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> list[Binding]:
    """Bind several tools to the columns of a table, each with those of the settings that it takes.

    Raises:
        GraphError: there is no such tool.
        TableError: as `bind_columns`, or no tool takes one of the settings.
    """
    nodes = [graph.tool(name) for name in tools]
    takes = [{port.name for port in node.inputs} for node in nodes]
    if not nodes:
        raise TableError("no tool is named that could be mapped over the table")
    inputs = [*(settings or {}), *([] if isinstance(columns, str) or columns is None else columns)]
    if unknown := next((name for name in inputs if not any(name in one for one in takes)), None):
        raise TableError(f"no tool of {', '.join(tools)} has an input {unknown!r}")
    found: list[Binding] = []
    for node, names in zip(nodes, takes, strict=True):
        own = {name: value for name, value in (settings or {}).items() if name in names}
        given = (
            columns if isinstance(columns, str) or columns is None else {k: v for k, v in columns.items() if k in names}
        )
        taken = [column.name for binding in found for column in binding.results.values()]
        found.append(bind_columns(graph, node, table, given, own, taken))
    return found


def _chosen(
    graph: ToolGraph,
    tool: ToolNode,
    table: Table,
    columns: str | Mapping[str, str] | None,
    settings: Mapping[str, Any],
) -> dict[str, Column]:
    """The column of each input."""
    free = [port for port in tool.required if port.name not in settings]
    if isinstance(columns, str):
        column = table.column(columns)
        fitting = [port for port in free if _fits(graph, port, column)] or free
        if not fitting:
            raise TableError(f"{tool.name} takes no column")
        given = {fitting[0].name: column}
    else:
        given = {name: table.column(column) for name, column in (columns or {}).items()}
    ports = {port.name: port for port in tool.inputs}
    for name, column in given.items():
        if name not in ports:
            raise TableError(f"{tool.name} has no input {name!r}; it takes {', '.join(ports) or 'none'}")
        _check(graph, tool, ports[name], column)
    for port in free:
        if port.name not in given:
            found = [one for one in table.columns if one.type and _fits(graph, port, one) and one not in given.values()]
            if len(found) > 1:
                names = ", ".join(column.name for column in found[:_NAMED])
                raise TableError(
                    f"{len(found)} columns fit {port.name} of {tool.name}: {names}; name the one that is meant"
                )
            if found and not graph.is_setting(port.type):
                given[port.name] = found[0]
    return given


def _fits(graph: ToolGraph, port: PortNode, column: Column) -> bool:
    return takes(graph, port, column) if column.type else column.kind == HELD.get(port.python, "text")


def _check(graph: ToolGraph, tool: ToolNode, port: PortNode, column: Column) -> None:
    """Refuse a column that the input cannot take."""
    if port.many and not tool.batch:
        raise TableError(f"{port.name} of {tool.name} takes many values at once; it cannot be mapped over a column")
    wanted = HELD.get(port.python, "text")
    held = column.kind == wanted or (wanted, column.kind) == ("number", "integer") or port.python == "object"
    if held and (not column.type or takes(graph, port, column)):
        return
    what = graph.types[column.type].label if column.type else column.kind
    makers = (
        []
        if not column.type
        else [
            other.name
            for other in graph.producers(port.type)
            if [graph.accepts(column.type, one.type) for one in other.required] == [True]
        ]
    )
    hint = f"; map {makers[0]} over it first" if makers else ""
    raise TableError(
        f"column {column.name!r} holds {what}, {port.name} of {tool.name} takes {graph.types[port.type].label}{hint}"
    )


def _unit(graph: ToolGraph, tool: ToolNode, port: PortNode, column: Column) -> str:
    """The unit that the values of a column are converted to; empty where they stay as they are."""
    unit = graph.types[port.type].unit
    if is_pure(unit) or unit is None:
        return ""
    if column.unit is None:
        raise TableError(
            f"the header of column {column.name!r} says no unit, {port.name} of {tool.name} is in {unit_sign(unit)}; "
            f"call it {column.name} ({unit_sign(unit)}), if it is"
        )
    try:
        convert(1.0, column.unit, unit)
    except UnitError as error:
        raise TableError(f"column {column.name!r} for {port.name} of {tool.name}: {error}") from error
    return unit if column.unit != unit else ""


def _setting(graph: ToolGraph, tool: ToolNode, port: PortNode, value: Any) -> Any:
    """The value of a setting; a number with a unit in that of the input."""
    if port.python not in ("int", "float") or not isinstance(value, str):
        return value
    text = normal(value).strip()
    number = number_at(text, 0)
    try:
        if number is None or number.problem:
            raise UnitError(f"{value!r} is no number")
        exact = difference_in if is_difference(graph, port.type) else convert
        found = exact(number.value, text[number.end :].strip() or "1", graph.types[port.type].unit or "1")
    except UnitError as error:
        raise TableError(f"{port.name} of {tool.name}: {error}") from error
    return int(found) if port.python == "int" and found.is_integer() else found


def converted(values: Sequence[Any], unit: str | None, wanted: str) -> list[Any]:
    """Values in the unit of an input; empty `wanted` leaves them as they are."""
    if not wanted:
        return list(values)
    return [None if value is None else convert(value, unit or "1", wanted) for value in values]


def located_files(values: Sequence[Any], file: Callable[[str], str]) -> list[Any]:
    """The paths of files that a tool may read; None for a name that stands for no such file."""
    paths: list[Any] = []
    for value in values:
        try:
            paths.append(file(str(value)) if value is not None else None)
        except ToolInputError:
            paths.append(None)
    return paths


def held(value: Any, column: Column) -> Any:
    """A result as its column holds it; what is no plain value becomes JSON."""
    if value is None or column.kind in ("number", "truth"):
        return value
    if column.kind == "integer":
        return value if -_LARGEST <= value < _LARGEST else None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
