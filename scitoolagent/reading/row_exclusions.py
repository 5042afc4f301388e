"""Rows that a question leaves out by their class or name: "excluding the controls", "except toluene and THF"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scitoolagent.language.stem import singular
from scitoolagent.language.words import word_list
from scitoolagent.reading.phrase_places import phrase_at
from scitoolagent.reading.row_values import Said, Value, class_values, holding, value_at, words_in
from scitoolagent.reading.tokens import Token
from scitoolagent.records import Query

_DOUBT = "{!r} stands in the columns {}; name the one that is meant"


def excluded(query: Query, sentence: Sequence[Token], nouns: frozenset[str]) -> Iterator[Said]:
    """The conditions that rows are not of some classes, or not called so, with all the words that say it.

    Args:
        query: knows what the columns of its files hold, and what its rows are called.
        sentence: its tokens.
        nouns: what the rows may be called.
    """
    texts = [token.text for token in sentence]
    columns = _values(query)
    for place in range(len(sentence)):
        start = _behind(texts, place, "excluding")
        # "Without amines" is a part that molecules lack: of a class that is said, "without the amine rows".
        plain = start or _behind(texts, place, "without")
        for header, known in columns.items() if plain else ():
            # The A of "A-17" is no article.
            first = plain if _listed(known, sentence, plain)[0] else _behind_articles(texts, plain)
            led = _header_length(header, texts, first)
            # "Without batches A and B" says what is left out, and not that nothing stands in that column.
            led = led if led and _listed(known, sentence, first + led)[0] else 0
            first += led
            values, end = _listed(known, sentence, first)
            if not values:
                continue
            last = _with_noun(header, texts, end, nouns)
            if not start and last == end and not led:
                continue
            others = [one for one, held in columns.items() if one != header and _listed(held, sentence, first)[0]]
            named = led or {*words_in(header)} & {*texts[end:last], *texts[first:end]}
            doubt = _DOUBT.format(texts[first], " and ".join([header, *others])) if others and not named else ""
            yield Said(tuple(range(place, last)), holding(header, values, True), problem=doubt)
            break


def _values(query: Query) -> dict[str, dict[tuple[str, ...], Value]]:
    """By header, the classes of rows and what rows are called, by their words."""
    found = {header: dict(known) for header, known in class_values(query).items()}
    for table in query.tables:
        for header, names in table.cells.items():
            found.setdefault(header, {}).update({words_in(name): name for name in names})
    return found


def _behind(texts: Sequence[str], place: int, name: str) -> int:
    """Where what is left out begins behind a phrase that stands at a place; 0 for none."""
    length = phrase_at(texts, place, "row_words", name)
    return place + length if length and place + length < len(texts) else 0


def _behind_articles(texts: Sequence[str], place: int) -> int:
    small = word_list("row_words", "articles") | word_list("row_words", "left_out_leads")
    while place < len(texts) - 1 and texts[place] in small:
        place += 1
    return place


def _listed(known: dict[tuple[str, ...], Value], sentence: Sequence[Token], place: int) -> tuple[list[Value], int]:
    """The values that are listed from a place on, and where the list ends."""
    joints = word_list("references", "joints") | word_list("row_words", "articles")
    values: list[Value] = []
    end = place
    while place < len(sentence):
        value, length = value_at(known, sentence, place)
        if length:
            values.append(value)
            place = end = place + length
        elif values and sentence[place].text in joints:
            place += 1
        else:
            break
    return values, end


def _header_length(header: str, texts: Sequence[str], place: int) -> int:
    """How many words of a header stand at a place, in the singular or the plural; 0 for none."""
    name = words_in(header)
    return len(name) if tuple(map(singular, texts[place : place + len(name)])) == tuple(map(singular, name)) else 0


def _with_noun(header: str, texts: Sequence[str], end: int, nouns: frozenset[str]) -> int:
    """Where a class ends with its header or what the rows are called: "the placebo group", "the toluene runs"."""
    if length := _header_length(header, texts, end):
        return end + length
    return end + (end < len(texts) and singular(texts[end]) in nouns | {"one"})
