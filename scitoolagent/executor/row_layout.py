"""Which columns of a table go to the workers for some tools, how each is screened, and which tool takes which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.executor.columns import Binding, converted
from scitoolagent.executor.rows import RowCall
from scitoolagent.gate import FILE
from scitoolagent.tables import Column, Table
from scitoolagent.toolkg.graph import ToolGraph


@dataclass(frozen=True, slots=True)
class Taken:
    """A column as tools take it: its name, its unit and that of the inputs, and what they are in Python."""

    name: str
    unit: str | None = None
    wanted: str = ""
    python: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """What is done with the rows of a table.

    Attributes:
        taken: the columns that tools take, or that are only screened.
        kinds: how each of them is screened, as `run_rows` takes it.
        calls: the tools, which name columns by their places in `taken`.
        owners: for each of them the one tool, by its place, that it is for, where that tool is not open; else None.
    """

    taken: tuple[Taken, ...]
    kinds: tuple[str | None, ...]
    calls: tuple[RowCall, ...]
    owners: tuple[int | None, ...]


def layout_of(graph: ToolGraph, table: Table, bindings: Sequence[Binding], screened: Mapping[str, str]) -> Layout:
    """The layout of a map; `screened` says how each column was, of which the same run has screened all rows.

    A column that was is not screened again that way, since the blocked rows were taken out. A tool that is not open is
    asked about row by row besides.
    """
    # Tools that take the same of a row share it: it is handed over and screened once.
    known: dict[tuple[Any, ...], int] = {}
    taken: list[Taken] = []
    kinds: list[str | None] = []
    owners: list[int | None] = []
    calls = []
    for number, binding in enumerate(bindings):
        owner = None if binding.tool.safety == "open" else number
        places = {}
        for port in binding.tool.inputs:
            if (column := binding.columns.get(port.name)) is None:
                continue
            # What the tool takes the value for, or what it is where the tool takes anything.
            kind = graph.screen(port.type) or (graph.screen(column.type) if column.type else "")
            kind = FILE if port.python == "Path" else kind
            # The files of a folder that was read as a table were looked at there.
            python = "" if port.python == "Path" and column.type else port.python
            wanted = binding.units.get(port.name, "")
            key = (column.name, kind, port.python, wanted, owner)
            if key not in known:
                known[key] = len(taken)
                taken.append(Taken(column.name, column.unit, wanted, python))
                kinds.append(None if screened.get(column.name) == kind else kind)
                owners.append(owner)
            places[port.name] = known[key]
        calls.append(RowCall(binding.tool.name, binding.tool.module, places, binding.settings, binding.tool.batch))
    for column in _beside(table, {name for name, *_ in known}):
        kind = graph.screen(column.type) if column.type else ""
        # A file that a row names is looked at when it is opened.
        kind = "" if kind == FILE else kind
        if screened.get(column.name) != kind:
            taken.append(Taken(column.name))
            kinds.append(kind)
            owners.append(None)
    return Layout(tuple(taken), tuple(kinds), tuple(calls), tuple(owners))


def _beside(table: Table, mapped: set[str]) -> list[Column]:
    """The columns of texts that no tool takes: what stands there is handed out with the row, so it counts too."""
    return [column for column in table.columns if column.kind == "text" and column.name not in mapped]


def values_of(values: Sequence[Any], column: Taken) -> list[Any]:
    """The values of a column as tools take them; those of files stay names."""
    given = converted(values, column.unit, column.wanted)
    return [float(value) if isinstance(value, int) else value for value in given] if column.python == "float" else given
