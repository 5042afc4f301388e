"""The order in which asks are planned."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.records import Ask


def inner_first(asks: Sequence[Ask]) -> list[Ask]:
    """The asks in an order in which each comes behind those it is asked of."""
    found: list[Ask] = []
    left = list(asks)
    while left:
        waiting = {ask.handle for ask in left}
        found += (ready := [ask for ask in left if not waiting & {*ask.of, *ask.among}] or left)
        left = [ask for ask in left if ask not in ready]
    return found
