"""What several values are made into together, such as the product of two reactants: the one thing that "it" can be."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.tokens import ENTITY, Token
from scitoolagent.toolkg.graph import ToolGraph


def go_on(
    graph: ToolGraph, drafts: Sequence[AskDraft], derived: Sequence[AskDraft], sentences: Sequence[Sequence[Token]]
) -> None:
    """Ask the further items of a sentence of the one thing that it turned to: "… of A and B, describe it, give X"."""
    for sentence in sentences:
        turned: AskDraft | None = None
        inside = [draft for draft in drafts if sentence[0].start <= draft.start < sentence[-1].end and not draft.soft]
        for draft in sorted(inside, key=lambda one: one.start):
            if draft.after and draft.after[0] in derived and is_one_of_several(graph, draft, draft.after[0]):
                turned = draft
            elif turned is not None and not draft.after and draft not in derived:
                named = any(turned.end <= token.start < draft.end and token.kind == ENTITY for token in sentence)
                if not named and set(draft.about) == set(turned.about):
                    draft.after = turned.after


def is_one_of_several(graph: ToolGraph, draft: AskDraft, other: AskDraft) -> bool:
    """Whether several values become one thing, which alone can be "it": "the product of A and B. What is its mass?"."""
    return len(other.about) > 1 and set(draft.about) == set(other.about) and _takes_all(graph, other)


def _takes_all(graph: ToolGraph, made: AskDraft) -> bool:
    """Whether what is made is made of all its values together, by whichever tool."""
    tools = [graph.tools[target.tool] for target in made.targets if target.tool]
    return any(any(port.many for port in tool.inputs) for tool in tools)
