"""The texts that columns of a file hold, where a question says them: "of class kinase", "whose species is human"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from scitoolagent.language.stem import singular
from scitoolagent.language.words import word_list
from scitoolagent.reading.tokens import WORD, Token
from scitoolagent.records import Query

_ASIDE = word_list("tables", "parts") | word_list("tables", "part_column") | word_list("tables", "model_column")
_WORD = re.compile(r"[^\W\d_]+|\d+|\S")


def words_in(text: str) -> tuple[str, ...]:
    """The words, numbers and signs of a text, in small letters."""
    return tuple(_WORD.findall(text.lower()))


def known_values(query: Query) -> Mapping[str, Mapping[tuple[str, ...], str]]:
    """By the header of a column of classes, what it holds, by its words."""
    found: dict[str, dict[tuple[str, ...], str]] = {}
    for table in query.tables:
        for header, values in table.values.items():
            found.setdefault(header, {}).update({words_in(value): value for value in values})
    return found


def value_at(known: Mapping[tuple[str, ...], str], tokens: Sequence[Token], place: int) -> tuple[str, int]:
    """The value that begins at a token, and how many tokens it takes; nothing where none does."""
    best = ("", 0)
    for words, value in known.items():
        spoken: tuple[str, ...] = ()
        end = place
        while end < len(tokens) and len(spoken) < len(words):
            spoken += words_in(tokens[end].text)
            end += 1
        if spoken == words and end - place > best[1]:
            best = value, end - place
    return best


def values_said(query: Query, header: str, tokens: Sequence[Token]) -> list[str]:
    """The values of a column that some words say; none where another word stands among them."""
    known = known_values(query).get(header, {})
    free = (
        word_list("references", "joints")
        | word_list("row_words", "skipped")
        | set(words_in(header))
        | {"(", ")", "?", ".", "!"}
    )
    found: list[str] = []
    place = 0
    while place < len(tokens):
        value, length = value_at(known, tokens, place)
        if length:
            found.append(value)
            place += length
        elif tokens[place].text in free:
            place += 1
        else:
            return []
    return found


class Said(NamedTuple):
    """A condition that words of a sentence set on a column of texts: the tokens, and what must hold."""

    tokens: tuple[int, ...]
    condition: dict[str, Any]


def said_conditions(
    query: Query, sentence: Sequence[Token], nouns: frozenset[str], read: Collection[int]
) -> list[Said]:
    """`whose class is kinase`, `of species human`, `kinase molecules`.

    Args:
        query: knows what the columns of its files hold.
        sentence: its tokens.
        nouns: what the rows may be called.
        read: where words begin that are read otherwise.
    """
    found: list[Said] = []
    taken: set[int] = set()
    for header, known in known_values(query).items():
        if set(words_in(header)) <= _ASIDE:
            continue  # "chain B" of a structure is for the tools that read structures
        for place in range(len(sentence)):
            if place in taken or sentence[place].start in read or sentence[place].kind != WORD:
                continue
            one = _headed(header, known, sentence, place) or _in_front(header, known, sentence, place, nouns)
            if one is not None and not taken & set(one.tokens):
                found.append(one)
                taken |= set(one.tokens)
    return found


def _headed(header: str, known: Mapping[tuple[str, ...], str], sentence: Sequence[Token], place: int) -> Said | None:
    """The header, perhaps "is" or "is not", and values: "class is kinase or protease"."""
    words = words_in(header)
    texts = [token.text for token in sentence]
    if tuple(texts[place : place + len(words)]) != words:
        return None
    end = place + len(words)
    denied = False
    while end < len(texts) and texts[end] in word_list("row_words", "equals") | word_list("operations", "denying"):
        denied = denied or texts[end] in word_list("operations", "denying")
        end += 1
    values: list[str] = []
    while end < len(texts):
        value, length = value_at(known, sentence, end)
        joint = end + 1 if values and texts[end] in word_list("references", "joints") else 0
        if not length and joint:
            value, length = value_at(known, sentence, joint)
            length += length > 0
        if not length:
            break
        values.append(value)
        end += length
    if not values:
        return None
    start = place
    while start and texts[start - 1] in word_list("row_words", "having"):
        start -= 1
    return Said(tuple(range(start, end)), _condition(header, values, denied))


def _in_front(
    header: str,
    known: Mapping[tuple[str, ...], str],
    sentence: Sequence[Token],
    place: int,
    nouns: frozenset[str],
) -> Said | None:
    """A value in front of what the rows are called: "the kinase molecules"."""
    value, length = value_at(known, sentence, place)
    behind = place + length
    if not length or behind >= len(sentence) or singular(sentence[behind].text) not in nouns:
        return None
    return Said(tuple(range(place, behind)), _condition(header, [value], False))


def _condition(header: str, values: Sequence[str], denied: bool) -> dict[str, Any]:
    one: dict[str, Any] = {"is": "compare", "column": header, "sign": "=", "value": values[0]}
    condition = one if len(values) == 1 else {"is": "one of", "column": header, "values": list(values)}
    return {"is": "not", "of": condition} if denied else condition
