"""A reading in one short turn, for small models: what textbooks call that which the words were not understood for.

A small model copies words with slips, takes the first tool of a list, and repeats itself when it is corrected. So it
copies nothing here, since the words are numbered, and it sees no tool: it gives a term, and the term counts only where
it is a label of the graph from its first word to its last.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.language.words import word_list
from scitoolagent.llm import Message
from scitoolagent.prompts import read_prompt
from scitoolagent.reading.by_model.claims import Claim, Offer, Place
from scitoolagent.reading.phrases import PhraseIndex, Target
from scitoolagent.reading.tokens import NUMBER, QUANTITY, read_tokens
from scitoolagent.reading.words import EMPTY, GENERIC, read_words
from scitoolagent.records import Json, Query, Request

LONGEST_REPLY = 160
ALL, EACH = "all", "each"
_MOST_PIECES = 4
_QUESTION_SHOWN = 1500
_WORDS_SHOWN = 120
_LONGEST_TERM = 48
_ENDS = " \t\n,;.?!\"'"
# What is done with the values of several things, and the operation with its settings.
_DONE: Mapping[str, tuple[str, Mapping[str, Json]]] = {
    "highest": ("pick_extreme", {"extreme": "highest"}),
    "lowest": ("pick_extreme", {"extreme": "lowest"}),
    "descending": ("sort_by_value", {"order": "descending"}),
    "ascending": ("sort_by_value", {"order": "ascending"}),
    "difference": ("difference_of_values", {}),
    "ratio": ("ratio_of_values", {}),
    "mean": ("mean_of_values", {}),
    "sum": ("sum_of_values", {}),
}
_LIMITS = {"above": ">", "below": "<"}

Term = Callable[[str], tuple[Target, ...]]


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a question that were not understood, and what they are called between program and model."""

    name: str
    words: str
    place: Place


def pieces_of(offer: Offer) -> tuple[Piece, ...]:
    """The words that were not understood, in their order; those with no more than an article between are one.

    None where there are so many that the question is about something else.
    """
    query = offer.query
    request = query.request or Request()
    places = [(ask.start, ask.end) for ask in offer.read if ask.handle in offer.unsure and ask.end > ask.start]
    places += [(one.start, one.end) for one in request.readings if one.role == "unread"]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if merged and (start <= merged[-1][1] or _is_joined(query.text[merged[-1][1] : start])):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    places = [_stripped(query.text, one) for one in merged]
    found = [place for place in places if place[0] < place[1]]
    if len(found) > _MOST_PIECES:
        return ()
    return tuple(Piece(f"w{number}", _with_handles(query, one), one) for number, one in enumerate(found, start=1))


def _with_handles(query: Query, place: Place) -> str:
    """The words at a place, with handles in the place of values: a model neither reads nor copies these."""
    start, end = place
    text, last = "", start
    for entity in sorted(query.entities, key=lambda one: one.start):
        if last <= entity.start and entity.end <= end:
            text, last = f"{text}{query.text[last : entity.start]}[{entity.handle}]", entity.end
    return text + query.text[last:end]


def _stripped(text: str, place: Place) -> Place:
    """A place without the blanks and signs at its ends."""
    start, end = place
    while start < end and text[start] in _ENDS:
        start += 1
    while start < end and text[end - 1] in _ENDS:
        end -= 1
    return start, end


def _is_joined(between: str) -> bool:
    """Whether nothing but articles stands between two places."""
    return set(between.casefold().split()) <= word_list("references", "articles")


def short_messages(offer: Offer, pieces: Sequence[Piece]) -> list[Message]:
    """The conversation that asks for the terms. The fixed part comes first, so that a server can keep it."""
    lines = [f"question: {offer.query.with_handles()[:_QUESTION_SHOWN]}"]
    lines += [f"{piece.name} {_compact(piece.words[:_WORDS_SHOWN])}" for piece in pieces]
    return [Message("system", read_prompt("reader_short")), Message("user", "\n".join(lines))]


def short_schema(offer: Offer, pieces: Sequence[Piece]) -> dict[str, Any]:
    """The JSON schema of the reply: a term for each piece, and what is done where there is a choice."""
    choices = {}
    for piece in pieces:
        fields: dict[str, Any] = {"term": {"type": "string", "maxLength": _LONGEST_TERM}}
        if subjects := _subjects(offer, [one.name for one in pieces if one != piece]):
            fields["of"] = {"enum": [ALL, *subjects]}
        if done := _done(offer):
            fields["then"] = {"enum": [EACH, *done]}
        choices[piece.name] = _object(fields)
    return _object(choices)


def _subjects(offer: Offer, others: Sequence[str]) -> list[str]:
    """What an ask may be of, where there is a choice: things of several kinds, results, and other pieces."""
    results = [ask.handle for ask in offer.read if ask.handle not in offer.unsure]
    handles = [entity.handle for entity in offer.query.entities]
    choice = len({entity.type for entity in offer.query.entities}) > 1 or results or others
    return [*handles, *results, *others] if choice else []


def _done(offer: Offer) -> list[str]:
    """What can be done with the values, where several things are given."""
    there = {tool.name for tool in offer.operations}
    limits = list(_LIMITS) if "filter_by_value" in there and _limit(offer.query) else []
    return [*(name for name, (tool, _) in _DONE.items() if tool in there), *limits]


def _limit(query: Query) -> str:
    """The only number of a question; empty where it has none or several."""
    said = [token for token in read_tokens(query) if token.kind in (NUMBER, QUANTITY)]
    return query.text[said[0].start : said[0].end] if len(said) == 1 else ""


def named_targets(index: PhraseIndex, term: str) -> tuple[Target, ...]:
    """What a term stands for in the graph; nothing where words of it are left that carry a meaning of their own."""
    words = read_words(term)
    matches = index.find(words)
    if len(matches) != 1:
        return ()
    (match,) = matches
    left = {word.text for place, word in enumerate(words) if not match.first <= place <= match.last}
    return tuple(match.targets) if left <= EMPTY | GENERIC else ()


def short_claims(
    query: Query, pieces: Sequence[Piece], reply: Mapping[str, Mapping[str, str]], term: Term
) -> tuple[Claim, ...]:
    """The claims of a reply; pieces of which the same is said are one, since they ask for one thing.

    A piece whose term is no label of the graph claims nothing.
    """
    terms = {piece.name: reply.get(piece.name, {}).get("term", "") for piece in pieces}
    known = {name for name, said in terms.items() if said and term(said)}
    joined: dict[tuple[str, str, str], list[Piece]] = {}
    for piece in (piece for piece in pieces if piece.name in known):
        said = reply[piece.name]
        of = said.get("of", ALL)
        # Of another piece only where that asks for something else, and of something that is given.
        lost = of in terms and (of not in known or terms[of] == said["term"] or reply[of].get("of") in terms)
        joined.setdefault((said["term"], ALL if lost else of, said.get("then", EACH)), []).append(piece)
    return tuple(
        Claim(
            pieces=tuple(piece.name for piece in group),
            places=tuple(piece.place for piece in group),
            term=called,
            targets=term(called),
            of=() if of == ALL else (of,),
            then=tuple(_operation(query, then)),
        )
        # What is asked of the result of another comes behind that.
        for (called, of, then), group in sorted(joined.items(), key=lambda one: one[0][1] in terms)
    )


def _operation(query: Query, then: str) -> Iterator[tuple[str, Mapping[str, Json]]]:
    if then in _LIMITS:
        yield "filter_by_value", {"relation": _LIMITS[then], "threshold": _limit(query)}
    elif then != EACH:
        yield _DONE[then]


def operation_called(then: Sequence[tuple[str, Mapping[str, Json]]]) -> str:
    """What a reply calls an operation with its settings; `each` where nothing is done."""
    return next((name for name, done in _DONE.items() if done in then), EACH)


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
