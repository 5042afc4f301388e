"""Say of what a model's claims are asked where their words or their tools leave no choice: "describe it", "of each"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scitoolagent.reading.about import own_values
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.nesting import ask_of_results, is_inside
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Query
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import ToolGraph


def as_pointed(
    graph: ToolGraph,
    query: Query,
    added: Sequence[AskDraft],
    drafts: Sequence[AskDraft],
    parts: Sequence[Sequence[Token]],
) -> None:
    """Ask claims of the result of another ask where they are asked of a thing that cannot be meant.

    A small model chooses the tools well and what they are asked of badly. Words that point to what was made ("it", "of
    the product") say so by grammar; a tool that nothing given leads to is asked of the one result that does.

    Args:
        graph: the tool graph.
        query: the question.
        added: the asks that were claimed.
        drafts: these and those that the rules read.
        parts: the tokens of the question, by sentence.
    """
    asked_of_things = [draft for draft in added if not draft.after]
    pointed = _by_words(graph, query, drafts, parts)
    for draft in asked_of_things:
        other = pointed.get(id(draft)) or _by_type(graph, query, draft, drafts)
        if other is not None and not is_inside(draft, other):
            draft.after, draft.about = [other], ()


def _by_words(
    graph: ToolGraph, query: Query, drafts: Sequence[AskDraft], parts: Sequence[Sequence[Token]]
) -> dict[int, AskDraft]:
    """By the ask, that whose result the words point to."""
    handles = [entity.handle for entity in query.entities]
    copies = [replace(draft, after=[]) for draft in drafts]
    for copy in copies:
        copy.about = own_values(query, parts, copy, copies, handles)
    ask_of_results(graph, copies, parts)
    place = {id(copy): number for number, copy in enumerate(copies)}
    return {
        id(draft): drafts[place[id(copy.after[0])]] for draft, copy in zip(drafts, copies, strict=True) if copy.after
    }


def _by_type(graph: ToolGraph, query: Query, draft: AskDraft, drafts: Sequence[AskDraft]) -> AskDraft | None:
    """The one ask whose results lead to what a tool takes, where nothing that it is asked of does."""
    wanted = {
        port.type
        for target in draft.targets
        if target.tool
        for port in graph.tools[target.tool].required
        if not graph.is_setting(port.type) and graph.types[port.type].unit is None
    }
    kinds = [query.entity(handle).type for handle in draft.about]
    if len(wanted) != 1 or any(_leads(graph, kind, one) for kind in kinds for one in wanted):
        return None
    makers = [
        other
        for other in drafts
        if other is not draft and any(_leads(graph, made, one) for made in _made(graph, other) for one in wanted)
    ]
    return makers[0] if len(makers) == 1 else None


def _leads(graph: ToolGraph, kind: str, wanted: str) -> bool:
    chain = cheapest_chain(graph, kind, wanted)
    # What a tool takes for an example of a fold is not what is asked about.
    return chain is not None and not (chain and graph.role(kind) == "kind")


def _made(graph: ToolGraph, draft: AskDraft) -> list[str]:
    """The types that an ask gives."""
    tools = [(graph.tools[target.tool], target.output) for target in draft.targets if target.tool]
    return [port.type for tool, output in tools for port in tool.outputs if output in ("", port.name)]
