"""Words that say how to come to what is claimed, or name it again: "by first converting the name to SMILES"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.reading.account import Read
from scitoolagent.reading.glosses import is_known, vocabulary
from scitoolagent.reading.kinds import Kinds
from scitoolagent.reading.phrases import Target
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Ask, Query, Request
from scitoolagent.toolkg.chains import cheapest_chain
from scitoolagent.toolkg.graph import ToolGraph


def ways_told(
    graph: ToolGraph, query: Query, by_rules: Request, targets: Sequence[Target], tokens: Sequence[Token]
) -> Iterator[Read]:
    """The words that name what is given, what is made of it on the way, or once more what is claimed.

    Where the rules read nothing, their account of the words still tells which labels ask for nothing of their own.

    Args:
        graph: the tool graph.
        query: the question.
        by_rules: what the rules would read in it.
        targets: what is claimed.
        tokens: the tokens of the question.
    """
    passed = {name for target in targets for entity in query.entities for name in _passed(graph, entity.type, target)}
    kinds = Kinds(graph)
    names = frozenset(name for kind in passed for name in kinds.of(kind))
    again = vocabulary(graph, targets)
    ways = {ask.handle for ask in by_rules.asks if _is_way(graph, ask, passed)}
    at = {token.start: token for token in tokens}
    for reading in by_rules.readings:
        token = at.get(reading.start)
        if token is None or reading.role != "ask":
            continue
        if set(reading.asks) <= ways if reading.asks else kinds.is_named(token.text, names) or is_known(token, again):
            yield Read(reading.start, reading.end, "ask")


def _passed(graph: ToolGraph, given: str, target: Target) -> Iterator[str]:
    """The types between what is given and what a target needs, both of them among these."""
    wanted = [port.type for port in graph.tools[target.tool].required] if target.tool else [target.type]
    for chain in (cheapest_chain(graph, given, name) for name in wanted):
        if chain is not None:
            yield given
            yield from (link.type for link in chain)


def _is_way(graph: ToolGraph, ask: Ask, passed: set[str]) -> bool:
    """Whether an ask of the rules is only for a form in which something passes on: "into SMILES format and then …"."""
    kinds = [one.type for one in ask.what]
    return ask.soft and bool(kinds) and all(any(graph.is_a(one, kind) for one in passed) for kind in kinds)
