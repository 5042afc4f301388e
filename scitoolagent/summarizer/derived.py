"""What a value is of where that is not the thing the question names, but something made from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scitoolagent.language.words import word_list
from scitoolagent.records import Plan, Query, Reference, StepResult
from scitoolagent.toolkg.graph import ToolGraph

_THINGS = ("MolecularStructure", "Sequence")
# A tool of this operation between two types of one kind only writes a thing in another way.
_REWRITING = "Conversion"


def made_from(graph: ToolGraph, query: Query, plan: Plan, results: Mapping[int, StepResult], step: int) -> str:
    """How the things that a step worked on were made: "Murcko scaffold", "ester of the salt"; empty for given ones."""
    return " of the ".join(dict.fromkeys(_made(graph, query, plan, results, step)))


def _made(graph: ToolGraph, query: Query, plan: Plan, results: Mapping[int, StepResult], step: int) -> Iterator[str]:
    for reference in plan.step(step).references():
        result = results.get(reference.step) if reference.step is not None else None
        if result is None or result.tool not in graph.tools or reference.name not in result.outputs:
            continue
        kind = result.outputs[reference.name].type
        if not any(graph.is_a(kind, root) for root in _THINGS):
            continue
        if not _rewrites(graph, query, plan, results, result, kind):
            yield _called(graph, query, result.tool, kind)
        yield from _made(graph, query, plan, results, result.step)


def _rewrites(
    graph: ToolGraph, query: Query, plan: Plan, results: Mapping[int, StepResult], result: StepResult, kind: str
) -> bool:
    """Whether a call gives the thing that it was given: found by its name, or in another notation."""
    if graph.tools[result.tool].operation != _REWRITING:
        return False
    if not graph.is_a(kind, "Sequence"):
        # An ester, say, is a narrower type than the notation it is written in.
        return graph.types[kind].parent in _THINGS
    given = (_type(query, results, reference) for reference in plan.step(result.step).references())
    return not any(graph.is_a(name, "Sequence") for name in given)


def _type(query: Query, results: Mapping[int, StepResult], reference: Reference) -> str:
    if reference.step is not None:
        return results[reference.step].outputs[reference.name].type
    return "" if reference.is_quantity else query.entity(reference.name).type


def _called(graph: ToolGraph, query: Query, tool: str, kind: str) -> str:
    """What the question calls the result of a tool, or else what its type is called."""
    asks = query.request.asks if query.request else ()
    named = next((ask.text for ask in asks if any(candidate.tool == tool for candidate in ask.what)), "")
    # "Design a protein" is an order, and no name of what came of it.
    ordered = named.lower().split(" ")[0] in word_list("references", "making") | word_list("frames", "words")
    return graph.types[kind].label if ordered or not named else named
