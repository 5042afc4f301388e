"""Nouns that only stand for what is given: "our new variant MKT…", "these two intermediates of our route: …".

Such a noun is looked at where it stands in front of the thing, and never where something is asked of that: "the
fragments of CCO" are asked for. A number in front of it is checked against what is given: three of two are read by
nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scitoolagent.language.words import word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.compose import AskDraft
from scitoolagent.reading.kinds import Kinds
from scitoolagent.reading.tokens import ENTITY, WORD, Token
from scitoolagent.records import Query
from scitoolagent.toolkg.graph import ToolGraph

_MARKS = frozenset([":", "=", "-", "–", "—", "(", "is", "was"])
_BELONGING = frozenset(["of", "from", "in", "for"])


def carriers(
    graph: ToolGraph, kinds: Kinds, query: Query, sentences: Sequence[Sequence[Token]], asks: Sequence[AskDraft]
) -> Iterator[Read]:
    """The words of such noun phrases, outside of what is asked for."""
    settings = {entity.start for entity in query.entities if graph.is_setting(entity.type)}
    given = {entity.start for entity in query.entities} - settings
    # "My short peptide MKT…": what all of them are called.
    nouns = word_list("references", "carriers")
    if given:
        nouns |= frozenset.intersection(*(kinds.at(query, place) for place in given)) - word_list("frames", "words")
    told = settings | _told_by_words(graph, query, asks)
    for sentence in sentences if given else ():
        asked = {token.start for token in sentence for ask in asks if ask.start <= token.start < ask.end}
        for place, token in enumerate(sentence):
            if token.kind != WORD or token.start in asked or not kinds.is_named(token.text, nouns):
                continue
            first, count = _opening(sentence, place, told)
            # What it points to stands behind: "this product" behind "hydrogenation of C=CC" is another thing.
            demonstrative = first < place and sentence[first].text in _pointers() and min(given) > token.start
            end = _end(sentence, place, given, demonstrative)
            if end is None or any(one.start in asked for one in sentence[first : end + 1]):
                continue
            if count is not None and count.number != len(given):
                continue  # "these three salts: NaCl, KCl": one is missing
            said = [one for one in sentence[first : end + 1] if one.kind != ENTITY and one.start not in told]
            yield from (Read(one.start, one.end, "frame") for one in said)


def _pointers() -> frozenset[str]:
    return word_list("references", "presenting")


def _told_by_words(graph: ToolGraph, query: Query, asks: Sequence[AskDraft]) -> set[int]:
    """Where a word stands that is a setting of what is asked for: the "linear" of "this linear stretch"."""
    tools = {target.tool for ask in asks for target in ask.targets if target.tool}
    kinds = {port.type for name in tools for port in graph.tools[name].inputs if graph.is_setting(port.type)}
    patterns = sorted({pattern for kind in kinds if (pattern := graph.types[kind].pattern)})
    found = (re.finditer(rf"(?<![\w-])(?:{one})(?![\w-])", query.text, re.IGNORECASE) for one in patterns)
    return {match.start() for matches in found for match in matches}


def _opening(sentence: Sequence[Token], place: int, settings: set[int]) -> tuple[int, Token | None]:
    """Where the noun phrase begins, with the number in it: "these", "our new", "the two", "this linear"."""
    count: Token | None = None
    first = place
    openers = _pointers() | word_list("references", "articles")
    while first > 0:
        before = sentence[first - 1]
        if before.text in openers:
            return first - 1, count
        if before.number is not None and before.kind != ENTITY and before.number > 1 and count is None:
            count = before
        elif before.start not in settings and before.text not in word_list("references", "carried_adjectives"):
            break
        first -= 1
    return first, count


def _end(sentence: Sequence[Token], place: int, given: set[int], demonstrative: bool) -> int | None:
    """The last word of a phrase that stands for what is given; None where it may be of something else.

    Behind it comes the thing itself, or a mark; one that points may also end its clause: "on this stretch, …".
    """
    end = place
    while end + 3 < len(sentence) and sentence[end + 1].text in _BELONGING:
        # "Of our route": of whose work they are.
        whose, what = sentence[end + 2], sentence[end + 3]
        owned = whose.text in word_list("references", "owning") and what.text in word_list("references", "work")
        if not owned:
            return None
        end += 3
    behind = sentence[end + 1] if end + 1 < len(sentence) else None
    if behind is None or behind.text in (",", ";", "?", "."):
        return end if demonstrative else None
    if behind.start in given:
        return end
    follows = sentence[end + 2] if end + 2 < len(sentence) else None
    return end if behind.text in _MARKS and (demonstrative or (follows and follows.start in given)) else None
