"""A tool graph behind a SPARQL endpoint: what it may say, and what only this installation knows.

A graph decides which module a call imports and whether a call is screened. Whoever runs an endpoint decides neither: of
a tool and of a type it may choose which there are and how they are called and described, the rest must be as declared
here.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from scitoolagent.errors import GraphError
from scitoolagent.toolkg.build import KG
from scitoolagent.toolkg.graph import PortNode, ToolGraph

MOST_TRIPLES = 2_000_000
# All triples of types, of tools and of the ports of tools, with the languages of labels.
TRIPLES = f"""\
PREFIX sta: <{KG}>
SELECT DISTINCT ?s ?p ?o (LANG(?o) AS ?language) WHERE {{
  {{ ?s a sta:SemanticType }} UNION {{ ?s a sta:Tool }} UNION {{ ?t a sta:Tool ; sta:input|sta:output ?s }}
  ?s ?p ?o
}}"""
_OWN_WORDS = ("label", "also", "labels_in", "edam", "summary", "topic", "source", "text")
_SHOWN = 5


def agreed(hosted: ToolGraph, own: ToolGraph, url: str) -> ToolGraph:
    """The hosted graph, when all that it says beyond names and descriptions is so here.

    Raises:
        GraphError: it has a tool or a type that is not installed here, or tells something else about one.
    """
    absent = [name for name in hosted.tools if name not in own.tools]
    absent += [name for name in hosted.types if name not in own.types]
    if absent:
        raise GraphError(
            f"the tool graph at {url} has {_some(absent)}, which are not installed here; "
            "install their packages, or take them out of that graph"
        )
    wrong = [
        f"{name} ({', '.join(parts)})"
        for mine, theirs in ((own.tools, hosted.tools), (own.types, hosted.types))
        for name, node in theirs.items()
        if (parts := _differences(mine[name], node))
    ]
    if wrong:
        raise GraphError(
            f"the tool graph at {url} is of another version: it differs from this installation in {_some(wrong)}; "
            "load the tools.ttl of this version there"
        )
    return hosted


def _differences(mine: Any, theirs: Any) -> list[str]:
    """The fields that differ, those left out that are the host's own words."""
    names = [one.name for one in fields(mine) if one.name not in _OWN_WORDS]
    return [name for name in names if _bare(getattr(mine, name)) != _bare(getattr(theirs, name))]


def _bare(value: Any) -> Any:
    """A value of a node without words and without the order in which triples lose it."""
    if isinstance(value, tuple) and all(isinstance(one, PortNode) for one in value):
        return tuple(replace(port, text="") for port in value)
    return sorted(value) if isinstance(value, tuple) else value


def _some(names: list[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
