"""Numbers that a tool needs and each row of a file holds: the weight and height of each patient."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scitoolagent.planner.writing import PlanDraft, Source
from scitoolagent.reading.row_values import words_in
from scitoolagent.reading.settings import Settings
from scitoolagent.records import Column, Reference
from scitoolagent.tool.units import convertible, is_pure
from scitoolagent.toolkg.columns import takes
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_NUMERIC = ("int", "float")


def with_columns(
    graph: ToolGraph, tool: ToolNode, sources: Sequence[Source], settings: Settings, draft: PlanDraft
) -> tuple[Settings, tuple[str, ...]]:
    """The settings of a call, with columns of the rows it is asked of for the numbers that the question does not give.

    A column serves an input of its meaning, or one that is called as its header is; where two do, none is taken.

    Args:
        graph: for the types.
        tool: what is called.
        sources: what it is asked of.
        settings: what the question gives.
        draft: the plan; which columns are taken is noted there.
    Returns:
        The settings, and the handles of what their columns are of.
    """
    rows = [source for source in sources if source.rows]
    given = {*settings.arguments, *(port.name for port, _ in settings.amounts)}
    left = [port for port in tool.required if port.name not in given and port.python in _NUMERIC and not port.many]
    tables = list(dict.fromkeys(draft.table(source.reference) for source in rows)) if left else []
    reference = Reference.parse(tables[0]) if len(tables) == 1 else None
    columns = draft.columns.get(reference.step or 0, ()) if reference is not None else ()
    found: dict[str, int] = {}
    for port in left:
        fitting = [place for place, column in enumerate(columns) if _serves(graph, column, port)]
        if len(fitting) == 1 and fitting[0] not in found.values():
            found[port.name] = fitting[0]
    if not found:
        return settings, ()
    draft.notes += [
        f"{graph.types[port.type].label} of column {columns[found[port.name]].name}"
        for port in left
        if port.name in found
    ]
    taken = {name: f"{tables[0]}.c{place}" for name, place in found.items()}
    return replace(settings, arguments={**settings.arguments, **taken}), rows[0].about


def _serves(graph: ToolGraph, column: Column, port: PortNode) -> bool:
    """Whether a column holds what an input takes, in a unit that can be turned into its own."""
    unit = graph.types[port.type].unit or "1"
    known = column.unit is not None and convertible(column.unit, unit)
    if not column.is_number or not (known or (column.unit is None and is_pure(unit))):
        return False
    return takes(graph, port, column) if column.type else _is_called(column, port)


def _is_called(column: Column, port: PortNode) -> bool:
    """Whether a header without its unit is the name of an input."""
    from scitoolagent.tables.recognise import header_unit

    return words_in(header_unit(column.name)[0].replace("_", " ")) == words_in(port.name.replace("_", " "))
