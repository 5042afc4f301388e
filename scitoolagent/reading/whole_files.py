"""Files that a tool takes as a whole beside something else, so that nothing is asked of their rows."""

from __future__ import annotations

import re

from scitoolagent.records import Entity, Query
from scitoolagent.toolkg.graph import ToolGraph, ToolNode


def is_taken_whole(graph: ToolGraph, query: Query, file: Entity) -> bool:
    """Whether a tool takes a file of this very kind together with another file of the question, or is named in it.

    "Search proteins.fasta with family.hmm" asks nothing of the rows; "homologs of MKV… in proteins.fasta" names what
    only a tool of two such things gives.
    """
    return any(
        _fits(graph, query, file, tool)
        for tool in graph.tools.values()
        if len(tool.required) > 1 and any(port.type == file.type for port in tool.required)
    )


def _fits(graph: ToolGraph, query: Query, file: Entity, tool: ToolNode) -> bool:
    others = [one for one in query.entities if one.start != file.start]
    ports = list(tool.required)
    ports.remove(next(port for port in ports if port.type == file.type))
    given = [next((one for one in others if graph.is_a(one.type, port.type)), None) for port in ports]
    if None in given:
        return False
    files = (one for one in given if one is not None and graph.is_a(one.type, "File"))
    return any(one.type != file.type for one in files) or _is_named(graph, query.text, tool)


def _is_named(graph: ToolGraph, text: str, tool: ToolNode) -> bool:
    types = [graph.types[port.type] for port in tool.outputs]
    labels = [label for one in types for label in (one.label, *one.also)] + list(tool.also)
    return any(re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text, re.IGNORECASE) for label in labels if label)
