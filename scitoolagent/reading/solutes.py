"""Quantities of a substance that a value is computed from, and that are not the value: the 12 mM of 12 mM MgCl2."""

from __future__ import annotations

from scitoolagent.reading.given import measured_entities
from scitoolagent.reading.words import EMPTY, label_words
from scitoolagent.records import Quantity, Query
from scitoolagent.tool.units import convertible, is_pure
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode


def is_made_of(graph: ToolGraph, port: PortNode, quantity: Quantity, query: Query) -> bool:
    """Whether a tool computes what an input takes from a substance and such a quantity of it.

    The ionic strength of 12 mM MgCl2 is 36 mM; that of "an ionic strength of 12 mM" is given.
    """
    if not graph.is_setting(port.type) or not measured_entities(query, [quantity.handle]):
        return False
    wanted = {*label_words(graph.types[port.type].label)} - EMPTY
    unit = graph.types[port.type].unit
    return any(_computes(graph, tool, wanted, unit) for tool in graph.tools.values())


def _computes(graph: ToolGraph, tool: ToolNode, wanted: set[str], unit: str | None) -> bool:
    gives = any(
        not is_pure(unit)
        and _has_unit(graph, port, unit)
        and (said := {*label_words(graph.types[port.type].label)} - EMPTY)
        and said <= wanted
        for port in tool.outputs
    )
    settings = [port for port in tool.required if graph.is_setting(port.type)]
    takes = any(_has_unit(graph, port, unit) for port in settings)
    return gives and takes and len(settings) < len(tool.required)


def _has_unit(graph: ToolGraph, port: PortNode, unit: str | None) -> bool:
    own = graph.types[port.type].unit
    return own is not None and unit is not None and convertible(own, unit)
