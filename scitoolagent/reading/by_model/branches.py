"""What a model says is settled: the branch of a question that a result rules out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scitoolagent.language.words import word_list
from scitoolagent.reading.by_model.offer import Offer
from scitoolagent.reading.by_model.quotes import ClaimError, inside, located
from scitoolagent.reading.tokens import WORD, Token
from scitoolagent.records import Ask
from scitoolagent.toolkg.graph import ToolGraph

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch that is not gone: its places in the question, and the note that tells a person why."""

    places: tuple[tuple[int, int], ...]
    note: str


def branches(
    graph: ToolGraph, offer: Offer, said: Sequence[dict[str, str]], tokens: Sequence[Token]
) -> tuple[Branch, ...]:
    """The branches that a model leaves out.

    A branch begins with a word that says so ("otherwise …"), and only what decides between two things rules one out.

    Raises:
        ClaimError: the words are no branch, or the result decides nothing.
    """
    asks = {ask.handle: ask for ask in offer.read}
    found = []
    for one in said:
        places = located(offer.query, one["words"], ())
        own = [token for token in inside(places, tokens) if token.kind == WORD]
        if not own or own[0].text not in word_list("operations", "branching"):
            raise ClaimError(
                f'"{one["words"][:_SHOWN]}" is no branch of the question, which would begin with "if" or "otherwise"'
            )
        ask = asks[one["by"]]
        if not _decides(graph, ask):
            raise ClaimError(f"{one['by']} decides nothing: compare its values, or ask for a verdict")
        came = offer.results[one["by"]]
        text = " … ".join(offer.query.text[start:end] for start, end in places)
        found.append(Branch(tuple(places), f'"{text}" does not apply: {ask.text or one["by"]} came to {came}'))
    return tuple(found)


def _decides(graph: ToolGraph, ask: Ask) -> bool:
    """Whether an ask compares, chooses, or gives a verdict; a mean or a sum decides nothing."""
    types = [one.type for one in ask.what if one.type]
    tools = [*(one.tool for one in ask.what if one.tool), *(operation.tool for operation in ask.then)]
    types += [port.type for name in tools for port in graph.tools[name].outputs]
    verdicts = any(graph.role(name) == "verdict" or graph.types[name].generic == "verdict" for name in types)
    chosen = any(graph.types[name].generic == "any" for name in types)
    return bool(ask.code) or verdicts or chosen
