"""Which substances a call uses by using a quantity of them, and which it leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.given import measured_entities
from scitoolagent.records import Query
from scitoolagent.tool.units import convertible

_LIQUID = re.compile(r"\s+(?:of\s+)?(?:(?:the|pure|distilled|deionised|deionized)\s+)*([^\W\d_][\w-]*)")


def substances_read(query: Query, of: frozenset[str], used: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of what quantities in use are of, and of what the measured substance is in."""
    quantities = [quantity for quantity in map(query.quantity, used) if quantity]
    # A molar mass that is given stands against that of a substance that is named.
    weighed = any(convertible(quantity.unit, "g/mol") for quantity in quantities)
    # "10 g of NaCl and of chlorine": of two substances a call uses one, and the other is not read with it.
    groups = [measured_entities(query, [handle]) for handle in (() if weighed else used)]
    measured = frozenset[str]().union(*(group for group in groups if _is_one_thing(query, group)))
    # The moles of HCl in 25 mL of 0.1 M HCl: what is said twice is one thing.
    values = {str(query.entity(handle).value).casefold() for handle in measured}
    measured |= {entity.handle for entity in query.entities if str(entity.value).casefold() in values}
    for entity in query.entities:
        before = query.text[: entity.start].lower().split()[-1:]
        water = entity.text.lower() in word_list("references", "water")
        if entity.handle in measured or (of and entity.handle not in of and before == ["in"] and water):
            yield entity.start, entity.end


def what_is_added(query: Query, volumes: Sequence[str]) -> str:
    """Why volumes cannot serve one call: "1 mL with 9 mL of water" gives no volume of the mixture."""
    quantities = [quantity for quantity in map(query.quantity, volumes) if quantity]
    starts = {entity.start for entity in query.entities}
    for quantity in quantities if len(quantities) > 1 else ():
        before = query.text[: quantity.start].lower().split()[-1:]
        behind = _LIQUID.match(query.text, quantity.end)
        if behind is None or not before or before[0] not in word_list("values", "adding"):
            continue
        if behind.start(1) in starts or behind[1].lower() in word_list("values", "liquids"):
            return f"{quantity.shown} of {behind[1]} is what is added; give the volume that it is filled up to"
    return ""


def _is_one_thing(query: Query, handles: frozenset[str]) -> bool:
    named: dict[int, set[str]] = {}
    for entity in map(query.entity, handles):
        named.setdefault(entity.start, set()).add(str(entity.value).casefold())
    return len(named) < 2 or bool(set.intersection(*named.values()))
