"""Asks that are several: of things with their own quantities ("50 mM HEPES with 150 mM NaCl, how many g of each?"), and
of a list of values of one input ("pIC50 of 2 nM, 150 nM and 4 µM").
"""

from __future__ import annotations

import re

from scitoolagent.reading.given import measured_entities
from scitoolagent.reading.phrases import mask
from scitoolagent.records import Ask, Quantity, Query
from scitoolagent.tool.units import convertible
from scitoolagent.toolkg.graph import ToolGraph, ToolNode

# What parts the values of a list, and what may stand behind the last: no noun that it would be of.
_JOINT = re.compile(r"\s*(?:[,;/&]\s*(?:and\s+)?|and\s+)")
_ENDS = re.compile(
    r"\s*(?:$|[.;:?!)]|,(?!\s*\d)|->|→|[-–—]+\s|(?:in|at|with|for|to|as|of|and|each|using|by|is|are)\b)", re.IGNORECASE
)
_CONCENTRATIONS = ("mol/L", "g/L", "mol/kg")


def each_with_its_own(query: Query, ask: Ask) -> list[tuple[Ask, Query]]:
    """An ask of several things as one of each, with the question less what is measured of the others.

    Empty unless a quantity is measured of each thing, and none of several.
    """
    # A thing that is named twice is one.
    first: dict[tuple[str, str], int] = {}
    starts: dict[str, int] = {}
    for entity in sorted(query.entities, key=lambda entity: entity.start):
        same = (entity.type, str(entity.value).casefold())
        starts[entity.handle] = first.setdefault(same, entity.start)
    things: dict[int, tuple[str, ...]] = {}
    for handle in ask.of:
        if handle not in starts:
            return []
        things[starts[handle]] = (*things.get(starts[handle], ()), handle)
    owners: dict[str, set[int]] = {}
    for quantity in query.quantities:
        if of := measured_entities(query, [quantity.handle]):
            owners[quantity.handle] = {starts[handle] for handle in of}
    measured = list(owners.values())
    if len(things) < 2 or any(len(of) > 1 for of in measured) or set(things) - set[int]().union(*measured):
        return []
    return [
        (
            ask.model_copy(update={"of": handles}),
            query.model_copy(
                update={
                    "quantities": tuple(one for one in query.quantities if owners.get(one.handle, {start}) == {start})
                }
            ),
        )
        for start, handles in things.items()
    ]


def taken_apart(query: Query) -> list[str]:
    """What an answer says of concentrations of several things, which may have been meant of one solution."""
    found: dict[int, str] = {}
    for quantity in query.quantities:
        of = measured_entities(query, [quantity.handle])
        if of and any(convertible(quantity.unit, unit) for unit in _CONCENTRATIONS):
            found[quantity.start] = (
                f"{quantity.shown} of {' and '.join(sorted({query.entity(one).text for one in of}))}"
            )
    told = "; ".join(found[start] for start in sorted(found))
    return [f"each taken as a solution of its own: {told}"] if len(found) > 1 else []


def each_of_a_list(graph: ToolGraph, query: Query, ask: Ask) -> list[tuple[Ask, Query]]:
    """An ask with a list of values as one with each, where the tool has one input that takes such a value.

    Two retention times are no list for a tool of two peaks, nor are values between which a word stands.
    """
    lists = _lists(query)
    things = {str(entity.value).casefold() for entity in query.entities if entity.handle in ask.of}
    # "5 g and 10 g of NaCl and KCl" may be two amounts or four.
    if len(lists) != 1 or len(things) > 1 or ask.then or query.tables:
        return []
    (listed,) = lists
    tools = [graph.tools[name] for name in {one.tool for one in ask.what} - {""}]
    if _thing_behind(query, listed[-1].end):
        # "10 mM and 50 mM sucrose": what is asked has to be asked of it.
        tools = [tool for tool in tools if any(not graph.is_setting(port.type) for port in tool.required)]
    takers = {tool.name for tool in tools if _takers(tool, graph, listed) == 1}
    what = tuple(one for one in ask.what if one.tool in takers)
    several = {one.tool for one in ask.what} - {""} - takers
    if not what or any(_takers(graph.tools[name], graph, listed) > 1 for name in several):
        return []
    found: list[tuple[Ask, Query]] = []
    for own in listed:
        others = [one for one in listed if one is not own]
        left = tuple(one for one in query.quantities if one not in others)
        text = mask(query.text, [(one.start, one.end) for one in others])
        found.append(
            (ask.model_copy(update={"what": what}), query.model_copy(update={"text": text, "quantities": left}))
        )
    return found


def _takers(tool: ToolNode, graph: ToolGraph, listed: list[Quantity]) -> int:
    """How many inputs of a tool take values of the dimension of a list."""
    units = [graph.types[port.type].unit for port in tool.inputs if port.python in ("int", "float")]
    return sum(unit not in (None, "1") and convertible(listed[0].unit, unit) for unit in units if unit)


def _lists(query: Query) -> list[list[Quantity]]:
    """The values of one dimension that only commas, strokes and a last "and" part, two or more."""
    groups: list[list[Quantity]] = []
    for one in sorted(query.quantities, key=lambda one: one.start):
        before = groups[-1][-1] if groups else None
        joined = before is not None and _JOINT.fullmatch(query.text, before.end, one.start)
        if joined and before and convertible(before.unit, one.unit):
            groups[-1].append(one)
        else:
            groups.append([one])
    lists = [group for group in groups if len(group) > 1]
    plain = all(not (one.problem or one.bound) for group in lists for one in group)
    return lists if plain and all(_is_whole(query, group[-1].end) for group in lists) else []


def _is_whole(query: Query, end: int) -> bool:
    """Whether a list ends at a place: no noun of its last value stands there, but the one thing of a question."""
    if _thing_behind(query, end):
        return len({str(entity.value).casefold() for entity in query.entities}) == 1
    return _ENDS.match(query.text, end) is not None


def _thing_behind(query: Query, end: int) -> bool:
    return any(end < one.start and not query.text[end : one.start].strip() for one in query.entities)
