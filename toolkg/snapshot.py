"""The tool graph as JSON, for a quick start: the Turtle is parsed once, its snapshot is read from then on.

Nodes are rows in the order of their fields, and a port that several tools have is written once: the names of fields at
each node were two thirds of the file, and reading it was most of the time of a start.
"""

from __future__ import annotations

import contextlib
from dataclasses import fields
from pathlib import Path
from typing import Any

from scitoolagent.graph.snapshot import read_snapshot, write_snapshot
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode, TypeNode

_NAME = "graph"
_PORTS = ("inputs", "outputs")


def read_kept(folder: Path, digest: str) -> ToolGraph | None:
    """The graph with that digest, None when there is no snapshot of it that can be read."""
    data = read_snapshot(folder, _NAME, digest)
    with contextlib.suppress(ValueError, TypeError, LookupError, AttributeError):
        if [data[kind.__name__] for kind in (TypeNode, ToolNode, PortNode)] == _FIELDS:
            ports = [PortNode(*row) for row in data["ports"]]
            types = [TypeNode(*_frozen(row, _TYPE_TUPLES)) for row in data["types"]]
            return ToolGraph((_tool(row, ports) for row in data["tools"]), types, digest)
    return None


def keep(folder: Path, graph: ToolGraph) -> None:
    """Keep a snapshot; a folder that cannot be written to is no reason to fail."""
    ports: dict[str, int] = {}
    rows: list[list[Any]] = []
    tools = []
    for tool in graph.tools.values():
        row = _row(tool)
        for side in _SIDES:
            row[side] = [_place(_row(port), ports, rows) for port in row[side]]
        tools.append(row)
    names = dict(zip((kind.__name__ for kind in (TypeNode, ToolNode, PortNode)), _FIELDS, strict=True))
    types = [_row(node) for node in graph.types.values()]
    write_snapshot(folder, _NAME, graph.digest, {**names, "types": types, "tools": tools, "ports": rows})


def _place(row: list[Any], known: dict[str, int], rows: list[list[Any]]) -> int:
    # True, 1 and 1.0 are equal and are not the same default.
    place = known.setdefault(repr(row), len(rows))
    if place == len(rows):
        rows.append(row)
    return place


def _row(node: TypeNode | ToolNode | PortNode) -> list[Any]:
    return [getattr(node, name) for name in _names(type(node))]


def _names(kind: type[TypeNode] | type[ToolNode] | type[PortNode]) -> list[str]:
    return [field.name for field in fields(kind)]


def _tool(row: list[Any], ports: list[PortNode]) -> ToolNode:
    for side in _SIDES:
        row[side] = tuple([ports[place] for place in row[side]])
    return ToolNode(*_frozen(row, _TOOL_TUPLES))


def _frozen(row: list[Any], places: list[int]) -> list[Any]:
    """The row with the tuples that JSON made lists of, also those within tuples."""
    for place in places:
        row[place] = tuple([tuple(one) if type(one) is list else one for one in row[place]]) if row[place] else ()
    return row


def _tuples(kind: type[TypeNode] | type[ToolNode]) -> list[int]:
    return [place for place, field in enumerate(fields(kind)) if field.default == ()]


_FIELDS = [_names(kind) for kind in (TypeNode, ToolNode, PortNode)]
_SIDES = [_FIELDS[1].index(side) for side in _PORTS]
_TYPE_TUPLES, _TOOL_TUPLES = _tuples(TypeNode), _tuples(ToolNode)
