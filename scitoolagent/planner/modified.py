"""Quantities that are changed before they serve a call, by a setting or by what they are of.

The pH of 0.1 M HCl diluted tenfold is that of 0.01 M, and the ionic strength of 1 mM CaCl2 is 3 mM.
"""

from __future__ import annotations

from dataclasses import replace

from scitoolagent.planner.binding import Binder, source_of
from scitoolagent.planner.writing import PlanDraft
from scitoolagent.reading.given import labels, measured_entities
from scitoolagent.reading.settings import Settings, missing_setting, read_settings
from scitoolagent.records import Ask, Entity, Query
from scitoolagent.tool.units import convertible, is_pure
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


def with_solutes(
    graph: ToolGraph, binder: Binder, tool: ToolNode, query: Query, settings: Settings, draft: PlanDraft
) -> Settings | str:
    """The settings of a call in which no concentration of a substance stands for what the whole solution has.

    "The Debye length of 1 mM CaCl2", or of the ionic strength of that: where a tool makes of a substance and its
    concentration what the call takes, its result is taken.
    """
    for port in tool.inputs:
        handle = str(settings.arguments.get(port.name, "")).removeprefix("$query.")
        of = measured_entities(query, [handle])
        quantity = query.quantity(handle)
        makers = [] if quantity is None or not of else _makers_of_whole(graph, port)
        if quantity is None or not makers:
            continue
        alone = query.model_copy(update={"quantities": (quantity,)})
        sources = [source_of(query.entity(one), query) for one in sorted(of)]
        ways: list[tuple[int, ToolNode]] = []
        for maker in makers:
            tried = draft.copy()
            made = binder.call(maker, sources, read_settings(graph, maker, alone), tried)
            if not isinstance(made, str) and len(made) == 1:
                ways.append((len(tried.steps), maker))
        if not ways:
            named = " and ".join(sorted({query.entity(one).text for one in of}))
            return f"{quantity.shown} is of {named}, and no tool here gives the {graph.types[port.type].label} of that"
        maker = min(ways, key=lambda one: one[0])[1]
        made = binder.call(maker, sources, read_settings(graph, maker, alone), draft)
        reference = draft.output(made[0][0], maker.outputs[0].name) if not isinstance(made, str) else ""
        settings = replace(settings, arguments={**settings.arguments, port.name: reference})
    return settings


def _makers_of_whole(graph: ToolGraph, port: PortNode) -> list[ToolNode]:
    """The tools that make of a substance and a quantity in the unit of a setting what is called as that setting is."""
    unit = graph.types[port.type].unit
    if not graph.is_setting(port.type) or unit is None or is_pure(unit):
        return []
    names = {label.lower() for label in labels(graph.types[port.type])}
    found: list[ToolNode] = []
    for tool in graph.tools.values():
        substances = [given for given in tool.required if not graph.is_setting(given.type)]
        numbers = [given for given in tool.required if given not in substances and _same_unit(graph, given, port)]
        gives = len(tool.outputs) == 1 and _same_unit(graph, tool.outputs[0], port)
        if not gives or len(substances) != 1 or len(numbers) != 1 or numbers[0].type == port.type:
            continue
        if names & {label.lower() for label in labels(graph.types[tool.outputs[0].type])}:
            found.append(tool)
    return found


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
