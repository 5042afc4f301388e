"""Words of a question that only tell a story, by what a model says: what may be set aside so, and what never is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.language.detect import ENGLISH
from scitoolagent.language.words import word_list
from scitoolagent.reading.by_model.quotes import inside, located
from scitoolagent.reading.tokens import ENTITY, SIGN, WORD, Token
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph


def told_places(
    graph: ToolGraph, query: Query, asides: Sequence[str], taken: Sequence[tuple[int, int]], tokens: Sequence[Token]
) -> Iterator[int]:
    """The places of the words of asides; a number, a denial or a word right before a value is no story."""
    for words in asides:
        for token in inside(located(query, words, taken), tokens):
            if token.kind == WORD and token.text not in denials() and not modifies(graph, query, token, tokens):
                yield token.start


def denials() -> frozenset[str]:
    """The words that deny something; none is ever read away."""
    return word_list("operations", "denying")


def modifies(graph: ToolGraph, query: Query, token: Token, tokens: Sequence[Token]) -> bool:
    """Whether a word stands right before a thing that is given, as an adjective does ("deuterated camphor").

    A setting is no thing ("secondary amine pKa 9.3"). The first word of a sentence may be a verb ("weigh camphor"); of
    another language the order of words is not known.
    """
    foreign = query.language != ENGLISH and query.original is None
    if foreign or token.text in word_list("references", "particles"):
        return False
    place = next(number for number, other in enumerate(tokens) if other.start == token.start)
    behind = tokens[place + 1] if place + 1 < len(tokens) else None
    first = place == 0 or (tokens[place - 1].kind == SIGN and tokens[place - 1].text in ".?!;:")
    if token.kind != WORD or behind is None or behind.kind != ENTITY or first:
        return False
    types = [entity.type for entity in query.entities if entity.start == behind.start]
    return not all(name in graph.types and graph.is_setting(name) for name in types)
