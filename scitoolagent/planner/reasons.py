"""Why a tool cannot be called as asked, and which of several such reasons is told."""

from __future__ import annotations

from collections.abc import Sequence

Place = tuple[int, int]


class Unclear(str):
    """Why a tool cannot be called: a quantity that it would take cannot be bound to a setting for certain."""

    __slots__ = ()


class Lacking(str):
    """Which inputs a tool lacks, where the question gives others of it: at `places`, their names included."""

    __slots__ = ("places",)
    places: tuple[Place, ...]

    def __new__(cls, why: str, places: Sequence[Place] = ()) -> Lacking:
        made = super().__new__(cls, why)
        made.places = tuple(places)
        return made


def places_of(reason: str) -> tuple[Place, ...]:
    """Where the question gives inputs of what lacks others."""
    return reason.places if isinstance(reason, Lacking) else ()


def told(reasons: Sequence[str]) -> str:
    """The reason that is told: what is unclear, or the shortest; of tools that lack inputs that which has most."""
    if not reasons:
        return "nothing leads there"
    shortest = min([one for one in reasons if isinstance(one, Unclear)] or reasons, key=len)
    if not isinstance(shortest, Lacking):
        return shortest
    return min(reasons, key=lambda one: (-len(set(places_of(one))), len(one)))
