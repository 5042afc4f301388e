"""The settings of a call that results give; and what an ask was read as, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scitoolagent.planner.check import can_serve
from scitoolagent.planner.writing import Source
from scitoolagent.reading.explain import candidate_label
from scitoolagent.reading.settings import Settings
from scitoolagent.reading.words import EMPTY, label_words
from scitoolagent.records import Ask, Candidate, Json, Query
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode


def with_results(
    graph: ToolGraph, tool: ToolNode, results: Sequence[Source], settings: Settings, others: Sequence[Source] = ()
) -> Settings:
    """The settings of a call, those that are left open given by a result that the ask is of: the kcat of "kcat/Km".

    Such a result is of the same dimension, and called alike. The result of another ask has to have the very name.
    """
    arguments = dict(settings.arguments)
    for port in tool.required:
        if port.name in arguments or not graph.is_setting(port.type):
            continue
        fitting = [one for one in results if not (one.many or one.rows) and _is_called_alike(graph, one.type, port)]
        fitting = fitting or [
            one for one in others if not (one.many or one.rows) and _is_called_so(graph, one.type, port)
        ]
        if len(fitting) == 1:
            arguments[port.name] = fitting[0].reference
    return replace(settings, arguments=arguments)


def _is_called_alike(graph: ToolGraph, given: str, port: PortNode) -> bool:
    if given not in graph.types or not can_serve(graph, given, port):
        return False
    said, wanted = ({*label_words(graph.types[name].label)} - EMPTY for name in (given, port.type))
    return bool(said & wanted)


def _is_called_so(graph: ToolGraph, given: str, port: PortNode) -> bool:
    if given not in graph.types or not can_serve(graph, given, port):
        return False
    said, wanted = (
        {label_words(label) for label in (node.label, *node.also)}
        for node in (graph.types[given], graph.types[port.type])
    )
    return bool({*said} & {*wanted})


def told_ask(graph: ToolGraph, query: Query, ask: Ask) -> str:
    """What an ask was read as, in words: "logP, pick extreme: highest"."""
    said = _label(graph, ask.what[0])
    for one in ask.then:
        settings = " ".join(_shown(query, value) for value in one.settings.values())
        said += f", {one.tool.replace('_', ' ')}: {settings}" if settings else f", {one.tool.replace('_', ' ')}"
    return said


def _label(graph: ToolGraph, candidate: Candidate) -> str:
    """What a candidate gives, by the label of its value where it gives one."""
    tool = graph.tools.get(candidate.tool)
    given = [port for port in tool.outputs if not graph.is_note(port.type)] if tool else []
    wanted = [port for port in given if candidate.output in ("", port.name)]
    if len(wanted) == 1 and not graph.types[wanted[0].type].generic:
        return graph.types[wanted[0].type].label
    return candidate_label(graph, candidate).replace("_", " ")


def _shown(query: Query, value: Json) -> str:
    """A value as people write it."""
    quantity = query.quantity(str(value).removeprefix("$query."))
    if quantity is not None:
        return quantity.shown
    return f"{value:g}" if isinstance(value, float) else str(value)
