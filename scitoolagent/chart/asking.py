"""A question back about rows: what unknown words may stand for, each meaning read whole before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from scitoolagent.chart.edges import Edge
from scitoolagent.chart.grammar import Grammar
from scitoolagent.chart.linking import likeness
from scitoolagent.chart.phrases import Results
from scitoolagent.chart.tokens import Token
from scitoolagent.columns import Schema
from scitoolagent.records import Choice, Query, Question
from scitoolagent.request.canonical import sentence
from scitoolagent.request.rows import Listing

Reading = Callable[[Query], "Results | None"]
Near = Callable[[int, int], dict[str, float]]
_MOST_SPANS, _MOST_TRIED, _MOST_CHOICES, _MOST_COLUMNS = 3, 24, 4, 40
# How near a word is held to be to the rows, beside its nearness to the headers; ends of columns are as near as none.
_ROWS, _ROWS_NEAR = "rows", 0.25
# A word may say nothing that the table tells apart: the "cuvette" temperature.
_NOTHING, _NOTHING_NEAR = "", 0.2
# Of a thing that stands in several rows, the mean of its rows is at an end.
_ENDS = {"the highest {}": 0.0, "the lowest {}": 0.0, "the highest mean {}": -0.1, "the lowest mean {}": -0.1}
_ARTICLE = "the "
# How superlatives end, and what makes any other word one: only such a word may be an end of a column.
_SUPERLATIVE = ("est", "orst")
_DEGREES = ("more ", "most ", "less ", "least ")


def unknown_spans(tokens: Sequence[Token], candidates: Sequence[Edge]) -> list[tuple[int, int]]:
    """The spans of words that no candidate covers, as places of their letters."""
    known = {place for edge in candidates for place in range(edge.start, edge.end)}
    spans: list[tuple[int, int]] = []
    before = -2
    for place, token in enumerate(tokens):
        if place in known or token.kind != "word":
            continue
        if place == before + 1:
            spans[-1] = (spans[-1][0], token.end)
        else:
            spans.append((token.start, token.end))
        before = place
    return spans


def ends_of_nothing(tokens: Sequence[Token], candidates: Sequence[Edge]) -> list[tuple[int, int]]:
    """The spans of superlatives in a question that names nothing they could be the end of: "the strongest"."""
    if any(edge.kind == "end_of" for edge in candidates):
        return []
    spans = {(tokens[one.start].start, tokens[one.end - 1].end) for one in candidates if one.kind == "superlative"}
    return sorted(spans)


def asked_about_words(
    query: Query, schema: Schema, spans: Sequence[tuple[int, int]], read: Reading, likely: Near
) -> Question | None:
    """Ask what unknown words mean; each choice is the question with other words, which is read whole.

    Args:
        query: the question.
        schema: the table that it is about.
        spans: places of the unknown words.
        read: gives the one certain reading of a question; None where it has none.
        likely: gives how likely the words between two letters stand for each column, where weights say so.
    """
    if not 0 < len(spans) <= _MOST_SPANS:
        return None
    spans = [_with_degree(query.text, start, end) for start, end in spans]
    found: list[Choice] = []
    for words in _tried(query, schema, spans, likely):
        changed = _with_words(query, spans, words)
        results = read(changed)
        if results is None or any(isinstance(one, Listing) and _is_all(one) for one in results):
            continue
        gives = "; ".join(sentence(one, lambda handle: query.entity(handle).text) for one in results)
        if gives not in (one.gives for one in found):
            found.append(Choice(label=changed.text, gives=gives))
        if len(found) == _MOST_CHOICES:
            break
    if not found:
        return None
    unknown = " and ".join(f"'{query.text[start:end]}'" for start, end in spans)
    were = "was" if len(spans) == 1 else "were"
    which = "Which of these is meant?" if len(found) > 1 else "Is this meant?"
    return Question(text=f"{unknown} {were} not understood. {which}", choices=tuple(found))


def asked_between(query: Query, readings: Sequence[Results], read: Reading) -> Question | None:
    """Ask which of several likely readings is meant; each choice says one of them, and is read as it."""
    found: list[Choice] = []
    for results in readings[:_MOST_CHOICES]:
        if len(results) != 1:
            return None
        said = sentence(results[0], lambda handle: query.entity(handle).text)
        entities = tuple(
            one.model_copy(update={"start": place, "end": place + len(one.text)})
            for one in query.entities
            if (place := said.find(one.text)) >= 0
        )
        if read(query.model_copy(update={"text": said, "entities": entities})) != results:
            return None
        found.append(Choice(label=said))
    return Question(text="This may mean several things. Which is meant?", choices=tuple(found))


def _tried(query: Query, schema: Schema, spans: Sequence[tuple[int, int]], likely: Near) -> Iterator[tuple[str, ...]]:
    """Words to put in the places of those that are unknown, the likeliest first."""
    columns = schema.columns[:_MOST_COLUMNS]
    grammar = Grammar(schema.columns)
    measured = [one.name for one in columns if grammar.is_amount(one.name)]
    ends = {end.format(name): near for name in measured for end, near in _ENDS.items()}
    ranked = []
    for start, end in spans:
        linked = likely(start, end)
        near = {one.name: linked.get(one.name, 0.0) + likeness(query.text[start:end], one.name) for one in columns}
        words = query.text[start:end].lower()
        is_superlative = len(spans) == 1 and (words.endswith(_SUPERLATIVE) or words.startswith(_DEGREES))
        near |= ends if is_superlative else {_ROWS: _ROWS_NEAR, _NOTHING: _NOTHING_NEAR}
        ranked.append(sorted(near.items(), key=lambda item: -item[1]))
    combined = sorted(product(*ranked), key=lambda pairs: -sum(near for _, near in pairs))
    return (tuple(name for name, _ in pairs) for pairs in combined[:_MOST_TRIED])


def _with_degree(text: str, start: int, end: int) -> tuple[int, int]:
    """A span with the word before it that makes it a comparative or superlative: "more aggressive"."""
    before = next((one for one in _DEGREES if text[:start].lower().endswith(one)), "")
    return start - len(before), end


def _is_all(listing: Listing) -> bool:
    """Whether a list is one of all rows, which a reading that lost its point asks for."""
    return listing.of.where is None


def _with_words(query: Query, spans: Sequence[tuple[int, int]], words: Sequence[str]) -> Query:
    """The question with other words in some places, and its values where they stand then."""
    text, entities = query.text, list(query.entities)
    for (start, end), word in sorted(zip(spans, words, strict=True), reverse=True):
        if text[:start].lower().endswith(_ARTICLE):
            word = word.removeprefix(_ARTICLE)
        if not word and text[end : end + 1] == " ":
            end += 1
        text = text[:start] + word + text[end:]
        moved = len(word) - (end - start)
        entities = [
            one.model_copy(update={"start": one.start + moved, "end": one.end + moved}) if one.start >= end else one
            for one in entities
        ]
    return query.model_copy(update={"text": text, "entities": tuple(entities), "request": None, "quantities": ()})
