"""Bind the settings of a tool to what the question gives: quantities by dimension and name, plain numbers by name.

A quantity serves one setting of a call once. What could be meant for a setting and cannot be bound to it for certain is
a problem, and the tool is not called: running it with its usual setting instead would answer another question.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scitoolagent.language.words import word_list
from scitoolagent.reading.given import (
    labels,
    limits,
    listed_number,
    measured_entities,
    measures_substance,
    named_without_value,
    number_without_unit,
    unknown_substance,
)
from scitoolagent.reading.named_numbers import named_number, plain_value, understood_numbers
from scitoolagent.reading.nearness import UNNAMED, costs_of, is_called, named_near, names_of
from scitoolagent.reading.other_measures import fitting_quantities
from scitoolagent.reading.own_names import naming_words
from scitoolagent.reading.phrases import mask
from scitoolagent.reading.substances import substances_read, what_is_added
from scitoolagent.reading.words import EMPTY
from scitoolagent.records import Entity, Quantity, Query
from scitoolagent.tool import unit_sign
from scitoolagent.tool.quantities import find_quantities
from scitoolagent.tool.units import convertible, differs_by_molar_mass, is_pure
from scitoolagent.toolkg.graph import PortNode, ToolGraph, ToolNode

_NUMERIC = ("int", "float")
Place = tuple[int, int] | None
Handles = Sequence[str]
# What it costs to leave a setting without any quantity; see `nearness` for the cost of a pairing.
_UNSET, _MISSING = 50, 1000
_MOST_RIVALS = 8
_SMALL = word_list("values", "small")
# Settings that a bound can be meant for, by the side that it leaves open: "below 5 Å" is a cutoff, "above 5 Å" is not.
_THRESHOLD = {
    "below": re.compile(r"\b(?:cutoff|threshold|tolerance|maximum|highest|limit)\b"),
    "above": re.compile(r"\b(?:threshold|minimum|lowest|limit)\b"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a question gives for a call of a tool.

    Attributes:
        arguments: inputs by name: a reference to a quantity, or a plain value.
        used: handles of the quantities and of the other settings that serve an input.
        amounts: inputs that a quantity serves once a molar mass turns mass into amount or back.
        of: handles of the entities that the quantities are of: NaOH in "10 g NaOH in water".
        weighed: handles of the entities that the masses and amounts of required inputs are of, and a sentence that says
            so; such a quantity serves a call with no other substance.
        unknown: why no substance of the question can be the one that a mass is of; empty when one can.
        read: places of the question that were read as settings or as their names.
        problem: why the tool cannot be called as asked; empty when it can.
        notes: how numbers without a unit were taken.
    """

    arguments: dict[str, Any] = field(default_factory=dict)
    used: tuple[str, ...] = ()
    amounts: tuple[tuple[PortNode, Quantity], ...] = ()
    of: frozenset[str] = frozenset()
    weighed: tuple[frozenset[str], str] = (frozenset(), "")
    unknown: str = ""
    read: tuple[tuple[int, int], ...] = ()
    problem: str = ""
    notes: tuple[str, ...] = ()

    def places(self, query: Query) -> tuple[tuple[int, int], ...]:
        """Where the question gives the settings and their names."""
        quantities = [quantity for quantity in query.quantities if quantity.handle in self.used]
        return (*self.read, *((quantity.start, quantity.end) for quantity in quantities))


def read_settings(graph: ToolGraph, tool: ToolNode, query: Query, place: Place = None, asked: Handles = ()) -> Settings:
    """The settings a question gives for a tool; of several of one type that at the place of the ask, or `asked` of."""
    plain = mask(plain_text(query), limits(query))
    numbers = [port for port in tool.inputs if _takes_quantity(graph, port)]
    understood = understood_numbers(graph, numbers, plain)
    if understood.problem:
        return Settings(problem=understood.problem)
    said = understood.numbers
    numbers = [port for port in numbers if port.name not in said]
    bound = _bind_quantities(graph, tool, numbers, query, place) if numbers else Settings()
    if bound.problem:
        return bound
    if problem := _of_two(graph, numbers, query, bound):
        return Settings(problem=problem)
    arguments = {**bound.arguments, **{name: one.value for name, one in said.items()}}
    taken = [one.place for one in said.values()]
    read = [*bound.read, *(one.whole for one in said.values())]
    for port in tool.inputs:
        if port.name in arguments or not graph.is_setting(port.type):
            continue
        entity = _entity_value(graph, port, query, place, asked)
        if isinstance(entity, str):
            return Settings(problem=entity)
        if entity is not None:
            arguments[port.name] = f"$query.{entity.handle}"
        elif port not in numbers and (found := _plain_value(graph, port, plain, taken)) is not None:
            arguments[port.name], place = found
            read.append(place)
    given = {*arguments, *(port.name for port, _ in bound.amounts)}
    left_open = [port for port in numbers if port.name not in given and graph.is_setting(port.type)]
    if problem := _without_unit(graph, left_open, query, plain, taken, bound.used if numbers else ()):
        return Settings(problem=problem)
    volumes = [
        str(arguments[port.name]).removeprefix("$query.")
        for port in numbers
        if port.name in arguments and convertible(graph.types[port.type].unit or "1", "mL")
    ]
    if problem := what_is_added(query, volumes):
        return Settings(problem=problem)
    masses = [handle for handle in bound.used if measures_substance(query, handle)]  # "5 g of NaCl in 100 mL"
    of = measured_entities(query, masses) or measured_entities(query, bound.used)
    unknown = _unknown_substance(graph, tool, query, bound, masses)
    read += substances_read(query, of, bound.used)
    values = [entity.handle for entity in query.entities if f"$query.{entity.handle}" in arguments.values()]
    used = (*bound.used, *_stated(graph, tool, query), *values)
    weighed = _weighed(tool, query, bound)
    return Settings(arguments, used, bound.amounts, of, weighed, unknown, tuple(read), notes=understood.notes)


def _of_two(graph: ToolGraph, ports: Sequence[PortNode], query: Query, bound: Settings) -> str:
    """Why quantities of one kind cannot serve one call: the stock is of NaOH, what is made of it of HCl."""
    values = dict[str, dict[str, str]]()
    for port in ports:
        quantity = query.quantity(str(bound.arguments.get(port.name, "")).removeprefix("$query."))
        kind = graph.types[port.type].parent or ""
        if quantity is None or not kind or graph.types[kind].unit is None:
            continue
        for handle in measured_entities(query, [quantity.handle]):
            value = str(query.entity(handle).value).casefold()
            values.setdefault(kind, {}).setdefault(value, f"{quantity.shown} is of {query.entity(handle).text}")
    return next((" and ".join(told.values()) for told in values.values() if len(told) > 1), "")


def _weighed(tool: ToolNode, query: Query, bound: Settings) -> tuple[frozenset[str], str]:
    """The entities that the masses and amounts a call needs are of, with the same ones named elsewhere."""
    needed = [str(bound.arguments.get(port.name, "")).removeprefix("$query.") for port in tool.required]
    for handle in (*needed, *(quantity.handle for _, quantity in bound.amounts)):
        quantity = query.quantity(handle)
        # A molar mass is no quantity of a substance that was measured out.
        if quantity is None or not measures_substance(query, handle) or convertible(quantity.unit, "g/mol"):
            continue
        if of := measured_entities(query, [handle]):
            texts = {query.entity(entity).text for entity in of}
            values = {str(query.entity(entity).value).casefold() for entity in of}
            same = {one.handle for one in query.entities if str(one.value).casefold() in values}
            return frozenset(same), f"{quantity.shown} is of {' and '.join(sorted(texts))}"
    return frozenset(), ""


def _stated(graph: ToolGraph, tool: ToolNode, query: Query) -> Iterator[str]:
    """Quantities that belong to what a tool is: "the extinction coefficient at 280 nm"."""
    if not query.quantities:
        return
    labels = [tool.summary, *tool.also, *(label for port in tool.outputs for label in labels_of(graph, port))]
    own = {(quantity.value, quantity.unit) for label in labels for quantity in find_quantities(label)}
    yield from (quantity.handle for quantity in query.quantities if (quantity.value, quantity.unit) in own)


def labels_of(graph: ToolGraph, port: PortNode) -> tuple[str, ...]:
    """What people call the value at an input or output."""
    return labels(graph.types[port.type], port.name)


def _unknown_substance(graph: ToolGraph, tool: ToolNode, query: Query, bound: Settings, masses: Sequence[str]) -> str:
    """What a mass or an amount is of, where that is no known substance and another one would be taken for it."""
    needs = bool(bound.amounts) or any(
        port.name not in bound.arguments and convertible(graph.types[port.type].unit or "1", "g/mol")
        for port in tool.required
    )
    for quantity in filter(None, map(query.quantity, masses if needs else ())):
        if word := unknown_substance(query, quantity):
            return f"{quantity.shown} is of {word!r}, which is no known substance"
    return ""


def _without_unit(
    graph: ToolGraph,
    left_open: Sequence[PortNode],
    query: Query,
    plain: str,
    taken: Sequence[tuple[int, int]],
    used: Sequence[str],
) -> str:
    """Why the settings left open must not have their usual value: the question says of them what is no value."""
    quantities = [quantity for quantity in query.quantities if quantity.handle in used]
    if listed := listed_number(query, plain, quantities, taken):
        return f"{listed[0]} may share the unit of {listed[1].text}; ask about one value at a time"
    for port in left_open:
        node = graph.types[port.type]
        named = named_number(graph, port, plain, taken)
        number = named.text if named else number_without_unit(plain, taken, names_of(graph, port))
        if number:
            return f"{number} has no unit; {node.label} is given in {unit_sign(node.unit)} or a unit like it"
        if not port.required and named_without_value(graph, node, port.name, plain):
            return f"the question names the {node.label} without a value in {unit_sign(node.unit)} or a unit like it"
    return ""


def missing_setting(graph: ToolGraph, tool: ToolNode, query: Query, settings: Settings) -> str:
    """Why a tool cannot be called for want of settings, with all that it lacks; empty when it has what it needs."""
    given = {*settings.arguments, *(port.name for port, _ in settings.amounts)}
    lacking = [port for port in tool.required if port.name not in given and graph.is_setting(port.type)]
    if not lacking:
        return ""
    free = [quantity for quantity in query.quantities if quantity.handle not in settings.used]
    measured = [port for port in lacking if _takes_quantity(graph, port)] if free else []
    names = [
        f"{graph.types[one.type].label} in {unit_sign(graph.types[one.type].unit)}"
        if one in measured
        else graph.types[one.type].label
        for one in lacking
    ]
    needs = f"{tool.name} needs {', '.join(names[:-1])}{' and ' if names[1:] else ''}{names[-1]}"
    if not measured:
        return f"{needs}, which the question does not give"
    units = [graph.types[one.type].unit for one in measured]
    told = ", ".join(f"{quantity.shown} ({_why(quantity, units)})" for quantity in free[:3])
    return f"{needs}; the question gives {told}"


def _why(quantity: Quantity, units: Sequence[str | None]) -> str:
    """Why a quantity is none of those in some units."""
    if not quantity.problem and any(convertible(quantity.unit, unit or "1") for unit in units):
        return "what it is called is something else"
    signs = " or ".join(dict.fromkeys(map(unit_sign, units)))
    return quantity.problem or f"{quantity.unit} cannot be converted to {signs}"


def plain_text(query: Query) -> str:
    """The question with its entities and quantities blanked out."""
    entities = [(entity.start, entity.end) for entity in query.entities]
    return mask(query.text, [*entities, *((quantity.start, quantity.end) for quantity in query.quantities)])


def _takes_quantity(graph: ToolGraph, port: PortNode) -> bool:
    """Whether an input is a number with a unit: a setting, or a measured value such as a molar mass."""
    return port.python in _NUMERIC and not port.many and not is_pure(graph.types[port.type].unit)


def _bind_quantities(
    graph: ToolGraph, tool: ToolNode, ports: Sequence[PortNode], query: Query, place: Place
) -> Settings:
    """The cheapest pairing of inputs and quantities; two pairings that cost the same and differ are a problem."""
    fitting, others = fitting_quantities(graph, ports, query)
    rivals = {quantity.handle for found in fitting.values() for quantity in found}
    if len(rivals) > _MOST_RIVALS:
        return Settings(problem=f"the question gives {len(rivals)} numbers that could be meant; ask about fewer")
    costs = costs_of(graph, ports, fitting, query, naming_words(graph, tool, fitting, query, place))
    for port in ports:
        if not port.required:
            fitting[port.name] = [
                quantity
                for quantity in fitting[port.name]
                if not _is_of_another(query, quantity, costs[port.name, quantity.handle])
            ]
    best: list[tuple[int, dict[str, Quantity]]] = []
    for pairing in _pairings(ports, fitting):
        cost = sum(
            costs[port.name, pairing[port.name].handle] if port.name in pairing else _left_open(graph, port)
            for port in ports
        )
        if not best or cost <= best[0][0]:
            best = [(cost, pairing), *(other for other in best if other[0] == cost)]
    chosen = best[0][1]
    for _, other in best[1:]:
        if unlike := next((name for name in {*chosen, *other} if _differ(chosen.get(name), other.get(name))), None):
            return Settings(problem=_ambiguous(graph, ports, fitting, unlike))
    for port in ports:
        quantity = chosen.get(port.name)
        if quantity and (problem := _problem(graph, port, quantity)):
            return Settings(problem=f"{quantity.shown} cannot serve as {graph.types[port.type].label}: {problem}")
        if port.name in others and (quantity is None or not is_called(graph, ports, port, quantity, query)):
            return Settings(problem=others[port.name])
    used = [quantity.handle for quantity in chosen.values()]
    amounts = _amounts(graph, ports, chosen, query)
    return Settings(
        {name: f"$query.{quantity.handle}" for name, quantity in chosen.items()},
        (*used, *(quantity.handle for _, quantity in amounts)),
        amounts,
        read=tuple(
            place
            for port in ports
            for quantity in (chosen.get(port.name), *(other for given, other in amounts if given is port))
            if quantity is not None
            for place in named_near(graph, port, quantity, query)
        ),
    )


def _is_of_another(query: Query, quantity: Quantity, cost: int) -> bool:
    """Whether a quantity that no word ties to an optional setting is of a thing named behind it: "3 mM dNTPs"."""
    word = re.match(r"\s+(?:of\s+)?(?!and\b|or\b)([^\W\d_][\w+-]*)", query.text[quantity.end :])
    return cost >= UNNAMED and word is not None and word[1].lower() not in _SMALL | EMPTY


def _left_open(graph: ToolGraph, port: PortNode) -> int:
    return _MISSING if port.required and graph.is_setting(port.type) else _UNSET


def _differ(one: Quantity | None, other: Quantity | None) -> bool:
    return (one and (one.value, one.unit)) != (other and (other.value, other.unit))


def _problem(graph: ToolGraph, port: PortNode, quantity: Quantity) -> str:
    node = graph.types[port.type]
    if quantity.bound and not any(_THRESHOLD[quantity.bound].search(label) for label in labels(node)):
        return quantity.problem or "it is a bound and no value"
    return quantity.problem


def _ambiguous(graph: ToolGraph, ports: Sequence[PortNode], fitting: dict[str, list[Quantity]], name: str) -> str:
    handles = {quantity.handle for quantity in fitting[name]}
    texts = list(dict.fromkeys(quantity.shown for quantity in fitting[name]))
    meant = [
        graph.types[port.type].label for port in ports if handles & {quantity.handle for quantity in fitting[port.name]}
    ]
    return f"{' and '.join(texts)} could be {' or '.join(dict.fromkeys(meant))}; say which is which"


def _pairings(ports: Sequence[PortNode], fitting: dict[str, list[Quantity]]) -> Iterator[dict[str, Quantity]]:
    """All ways to give inputs quantities that fit, each quantity to one input at most."""
    for choice in itertools.product(*([None, *fitting[port.name]] for port in ports)):
        handles = [quantity.handle for quantity in choice if quantity]
        if len(handles) == len(set(handles)):
            yield {port.name: quantity for port, quantity in zip(ports, choice, strict=True) if quantity}


def _amounts(
    graph: ToolGraph, ports: Sequence[PortNode], chosen: dict[str, Quantity], query: Query
) -> tuple[tuple[PortNode, Quantity], ...]:
    """The required setting left open with the quantity that a molar mass turns into it, where there is one of each."""
    open_ports = [port for port in ports if port.required and graph.is_setting(port.type) and port.name not in chosen]
    used = {quantity.handle for quantity in chosen.values()}
    free = [
        quantity
        for quantity in query.quantities
        if quantity.handle not in used and not quantity.problem and not quantity.bound
    ]
    pairs = [
        (port, quantity)
        for port in open_ports
        for quantity in free
        if differs_by_molar_mass(quantity.unit, graph.types[port.type].unit or "1")
    ]
    return (pairs[0],) if len(pairs) == 1 else ()


def _entity_value(graph: ToolGraph, port: PortNode, query: Query, place: Place, asked: Handles) -> Entity | str | None:
    """The value of the question that is of the type of a setting, or why none of several can be told."""
    fitting = [entity for entity in query.entities if graph.is_a(entity.type, port.type)]
    if len({str(entity.value) for entity in fitting}) < 2:
        return fitting[0] if fitting else None
    own = [entity for entity in fitting if place and place[0] <= entity.start < place[1]]
    named = [entity for entity in fitting if entity.handle in asked]
    own = own or (named if len(named) == 1 else [])
    if own:
        return own[0]
    told = " or ".join(entity.text for entity in fitting[:3])
    return f"{graph.types[port.type].label} could be {told}; ask about one at a time"


def _plain_value(
    graph: ToolGraph, port: PortNode, text: str, taken: list[tuple[int, int]]
) -> tuple[Any, tuple[int, int]] | None:
    """The value that a question gives for a setting without a unit, with its place; None when it gives none."""
    node = graph.types[port.type]
    if port.python == "str":
        if node.pattern and (match := re.search(rf"(?<![\w-])(?:{node.pattern})(?![\w-])", text, re.IGNORECASE)):
            # "chain A": the name of the setting in front of its value is read with it.
            before = re.search(r"([^\W\d_]+)\s+$", text[: match.start()])
            named = before is not None and before[1].lower() in names_of(graph, port)
            return match[0], (before.start(1) if before and named else match.start(), match.end())
        return None
    found = named_number(graph, port, text, taken) if port.python in _NUMERIC else None
    if found is None:
        return None
    taken.append(found.place)
    value = plain_value(port, found)
    return None if value is None else (value, found.whole)
