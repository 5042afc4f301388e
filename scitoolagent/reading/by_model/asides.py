"""Words of a question that only tell a story, by what a model says: what may be set aside so, and what never is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.language.detect import ENGLISH, denying_words, small_words
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
            if token.kind == WORD and token.text not in denials(query) and not modifies(graph, query, token, tokens):
                yield token.start


def denials(query: Query) -> frozenset[str]:
    """The words that deny something, in the language of a question; none is ever read away."""
    return word_list("operations", "denying") | denying_words(query.language)


def hazard_in(own: Sequence[Token], label: frozenset[str]) -> str:
    """A word for what is safe or poisonous that a tool is not called by: passing a rule of drugs is no safety."""
    hazards = word_list("references", "hazards")
    return next((token.text for token in own if token.text in hazards and not hazards & label), "")


def modifies(graph: ToolGraph, query: Query, token: Token, tokens: Sequence[Token]) -> bool:
    """Whether a word stands right before a thing that is given, as an adjective does ("deuterated camphor").

    A setting is no thing ("secondary amine pKa 9.3"). The first word of a sentence may be a verb ("weigh camphor"). In
    a language that no rule reads an adjective may stand on either side: "CCO deuterado".
    """
    foreign = query.language != ENGLISH and query.original is None
    if token.text in word_list("references", "particles") or (foreign and token.text in small_words(query.language)):
        return False
    place = next(number for number, other in enumerate(tokens) if other.start == token.start)
    if foreign and place and _is_thing(graph, query, tokens[place - 1]):
        return token.kind == WORD
    behind = tokens[place + 1] if place + 1 < len(tokens) else None
    first = place == 0 or (tokens[place - 1].kind == SIGN and tokens[place - 1].text in ".?!;:")
    return token.kind == WORD and behind is not None and not first and _is_thing(graph, query, behind)


def _is_thing(graph: ToolGraph, query: Query, token: Token) -> bool:
    """Whether a token is a thing that is given, and no setting."""
    types = [entity.type for entity in query.entities if entity.start == token.start]
    return token.kind == ENTITY and not all(name in graph.types and graph.is_setting(name) for name in types)
