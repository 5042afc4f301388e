"""Tell where tools that answer an ask equally well take one quantity of the question for different things."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.records import Query, Step
from scitoolagent.toolkg.graph import ToolGraph


def taken_for(graph: ToolGraph, query: Query, ways: Sequence[Sequence[Step]]) -> str:
    """Why it is a guess which of several ways is meant: one takes an angle for θ, another for 2θ, and nothing names it.

    Args:
        graph: the tool graph.
        query: the question.
        ways: the steps of each way.
    """
    meant: dict[str, dict[str, None]] = {}
    for steps in ways:
        for step in steps:
            for port in graph.tools[step.tool].required:
                value = step.arguments.get(port.name)
                if isinstance(value, str) and value.startswith("$query."):
                    meant.setdefault(value.removeprefix("$query."), {})[port.type] = None
    for quantity in query.quantities:
        kinds = list(meant.get(quantity.handle, ()))
        apart = [one for one in kinds if not any(graph.is_a(one, other) for other in kinds if other != one)]
        if len(apart) > 1:
            told = " or ".join(graph.types[one].label for one in apart)
            return f"{quantity.shown} could be {told}; say which it is"
    return ""
