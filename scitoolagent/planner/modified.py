"""Quantities that a setting changes before they serve a call: the pH of 0.1 M HCl diluted tenfold is that of 0.01 M."""

from __future__ import annotations

from dataclasses import replace

from scitoolagent.planner.writing import PlanDraft
from scitoolagent.reading.settings import Settings, missing_setting, read_settings
from scitoolagent.records import Ask, Entity, Query
from scitoolagent.tool.units import convertible
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode


def with_changes(
    graph: ToolGraph, tool: ToolNode, ask: Ask, query: Query, settings: Settings, draft: PlanDraft
) -> Settings | str:
    """The settings of a call after what the ask says of its quantities, or why they cannot be had.

    A setting that an ask is asked of and that its tool does not take is no setting of another ask alone: where a tool
    works with it on a quantity of the call and gives a value of the same unit, the call takes that value.
    """
    entities = {entity.handle: entity for entity in query.entities}
    for entity in filter(None, (entities.get(handle) for handle in ask.of)):
        if not graph.is_setting(entity.type) or f"$query.{entity.handle}" in settings.arguments.values():
            continue
        for change in graph.tools.values():
            found = _changed(graph, change, entity, tool, query, settings)
            if found is None:
                continue
            name, given = found
            if missing := missing_setting(graph, change, query, given):
                return f"{entity.text} changes what {tool.name} takes: {missing}"
            step = draft.call(change.name, given.arguments)
            draft.used |= set(given.used)
            reference = f"${step}.{change.outputs[0].name}"
            settings = replace(settings, arguments={**settings.arguments, name: reference})
            break
    return settings


def _changed(
    graph: ToolGraph, change: ToolNode, entity: Entity, tool: ToolNode, query: Query, settings: Settings
) -> tuple[str, Settings] | None:
    """The input whose quantity a tool changes by a setting, with the call that does it."""
    if change is tool or len(change.outputs) != 1 or not any(port.type == entity.type for port in change.required):
        return None
    given = read_settings(graph, change, query, (entity.start, entity.end))
    for port in change.required:
        quantity = given.arguments.get(port.name)
        if port.type == entity.type or not _same_unit(graph, port, change.outputs[0]):
            continue
        for own in tool.inputs:
            if quantity is not None and settings.arguments.get(own.name) == quantity and _same_unit(graph, port, own):
                return own.name, given
    return None


def _same_unit(graph: ToolGraph, one: PortNode, other: PortNode) -> bool:
    units = [graph.types[port.type].unit for port in (one, other)]
    return units[0] is not None and units[1] is not None and convertible(units[0], units[1])
