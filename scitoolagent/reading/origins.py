"""Whether a value is asked for as computed: then one that was looked up is no answer, whatever it is called."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Query
from scitoolagent.tool.declare import Operation
from scitoolagent.toolkg.graph import ToolGraph


def keep_computed(graph: ToolGraph, query: Query, parts: Sequence[Sequence[Token]], asks: Sequence[AskDraft]) -> None:
    """Leave what a word such as "calculated" in front of it asks for to the tools that look nothing up.

    In a question about a file such a word tells a property from the column of that name.
    """
    if query.tables:
        return
    tokens = [token for sentence in parts for token in sentence]
    behind = {other.start for one, other in itertools.pairwise(tokens) if one.text in word_list("tables", "computed")}
    for ask in asks:
        if ask.start not in behind or not ask.targets:
            continue
        computing = tuple(one for target in ask.targets for one in _computing(graph, target))
        if computing:
            ask.targets = computing
        else:
            ask.problem = ask.problem or f"it is looked up here, and no tool computes it; ask for the {ask.text} alone"


def _computing(graph: ToolGraph, target: Target) -> list[Target]:
    """The target where it looks nothing up; of a type that some tools look up, the others."""
    if target.tool:
        tool = graph.tools.get(target.tool)
        return [] if tool is not None and tool.operation == Operation.RETRIEVAL else [target]
    givers = [tool for tool in graph.tools.values() if any(port.type == target.type for port in tool.outputs)]
    others = [tool for tool in givers if tool.operation != Operation.RETRIEVAL]
    if len(others) == len(givers):
        return [target]
    return [
        Target(tool=tool.name, output=port.name) for tool in others for port in tool.outputs if port.type == target.type
    ]
