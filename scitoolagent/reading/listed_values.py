"""Labels of tools that work on a list which a question itself gives: "the mean of 1, 2 and 4"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from scitoolagent.reading.phrases import Match, Phrase, Target
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph


def with_what_is_given(graph: ToolGraph, query: Query, labels: Sequence[Match]) -> list[Match]:
    """The labels without tools for values that stand in a question itself: "the correlation of 1, 2, 3 and 4, 6, 9"."""
    kept = (replace(one, targets=tuple(t for t in one.targets if _is_given(graph, query, t))) for one in labels)
    return [one for one in kept if one.targets]


def mere_names(graph: ToolGraph, names: frozenset[tuple[str, ...]], query: Query) -> Callable[[Phrase], bool]:
    """Whether a phrase may ask for something: one of the `names` of quantities not for a tool whose list is not given.

    "With Km 63 µM" gives a constant; "Km of 5, 10, 20 µM and …" asks for one.
    """

    def may(phrase: Phrase) -> bool:
        return phrase.words not in names or any(_is_given(graph, query, target) for target in phrase.targets)

    return may


def _is_given(graph: ToolGraph, query: Query, target: Target) -> bool:
    ports = graph.tools[target.tool].required if target.tool else ()
    written = (port.type for port in ports if graph.is_setting(port.type) and graph.types[port.type].finder)
    return all(any(graph.is_a(one.type, kind) for one in query.entities) for kind in written)
