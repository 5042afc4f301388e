"""Open domain graphs for the tools of this package and turn their errors into those of tools."""

from __future__ import annotations

from scitoolagent.errors import GraphError, ToolInputError, ToolUnavailableError
from scitoolagent.knowledge.store.catalogue import graph_names, open_graph
from scitoolagent.knowledge.store.graph import MAX_IDS, DomainGraph


def opened(name: str) -> DomainGraph:
    """The graph of that name.

    Raises:
        ToolInputError: no graph of that name is loaded.
        ToolUnavailableError: it is loaded but cannot be read.
    """
    if name not in graph_names():
        raise ToolInputError(f"no graph is called {name[:60]!r}; there are {', '.join(graph_names())}")
    try:
        return open_graph(name)
    except GraphError as error:
        raise ToolUnavailableError(str(error)) from error


def known(graph: DomainGraph, identifiers: list[str]) -> list[str]:
    """The ids, each once; nothing is said about an id the graph does not have.

    Raises:
        ToolInputError: there are none or too many, or one is unknown.
    """
    unique = list(dict.fromkeys(identifiers))
    if not 1 <= len(unique) <= MAX_IDS:
        raise ToolInputError(f"1 to {MAX_IDS} ids can be asked at once, not {len(unique)}")
    try:
        there = {entity.id for entity in graph.entities(unique)}
        for identifier in unique:
            if identifier not in there:
                graph.entity(identifier)
    except GraphError as error:
        raise ToolInputError(str(error)) from error
    return unique
