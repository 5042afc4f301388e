"""Things of which each has its own quantity: "50 mM HEPES with 150 mM NaCl, 1 L: how many g of each?"."""

from __future__ import annotations

from scitoolagent.reading.given import measured_entities
from scitoolagent.records import Ask, Query
from scitoolagent.tool.units import convertible

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
