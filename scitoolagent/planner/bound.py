"""What a question gives for a call: the inputs that a model bound by quoting, and of all others what the rules read."""

from __future__ import annotations

from dataclasses import replace

from scitoolagent.reading.phrases import mask
from scitoolagent.reading.settings import Settings, read_settings
from scitoolagent.records import Ask, Query
from scitoolagent.tool import unit_sign
from scitoolagent.toolkg.graph import ToolGraph, ToolNode


def settings_of(graph: ToolGraph, tool: ToolNode, query: Query, ask: Ask) -> Settings:
    """The settings of a call for an ask; what was bound serves nothing else."""
    place = (ask.start, ask.end)
    if not ask.inputs:
        return read_settings(graph, tool, query, place)
    bound = [one for one in query.quantities if f"$query.{one.handle}" in ask.inputs.values()]
    left = tuple(one for one in query.quantities if one not in bound)
    text = mask(query.text, [(one.start, one.end) for one in bound])
    rest = replace(tool, inputs=tuple(port for port in tool.inputs if port.name not in ask.inputs))
    found = read_settings(graph, rest, query.model_copy(update={"text": text, "quantities": left}), place)
    used = (*found.used, *(one.handle for one in bound))
    return replace(found, arguments={**found.arguments, **ask.inputs}, used=used)


def told_inputs(graph: ToolGraph, query: Query, ask: Ask) -> str:
    """What was bound, in words: " with enzyme concentration 14 nM"."""
    ports = {port.name: port for port in graph.tools[ask.what[0].tool].inputs} if ask.inputs else {}
    shown = []
    for name, value in ask.inputs.items():
        node, quantity = graph.types[ports[name].type], query.quantity(str(value).removeprefix("$query."))
        unit = unit_sign(node.unit) if node.unit and node.unit != "1" else ""
        shown.append(f"{node.label} {quantity.shown if quantity else f'{value:g} {unit}'.strip()}")
    return f" with {', '.join(shown)}" if shown else ""
