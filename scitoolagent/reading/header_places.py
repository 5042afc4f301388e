"""Where the headers of files stand in a question, and which of them stand in a list."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from scitoolagent.language.stem import singular
from scitoolagent.language.words import word_list
from scitoolagent.reading.row_values import words_in
from scitoolagent.reading.tokens import ENTITY, QUANTITY, Token, read_tokens, sentences
from scitoolagent.records import Column, Query

# "Batches" lose an s as other words do.
HISSING = ("ch", "sh", "x", "z", "ss")


def headers_in(query: Query, sentence: Sequence[Token], twice: bool = False) -> Iterator[tuple[int, int, Column]]:
    """Where headers stand, with their units or without, the longest first."""
    from scitoolagent.tables.recognise import header_unit

    spoken = [words_in(token.text) if token.kind not in (ENTITY, QUANTITY) else ("",) for token in sentence]
    named = [(words_in(said), one) for table in query.tables for one in table.columns
             for bare in {one.name, header_unit(one.name)[0]} for said in {bare, bare.replace("_", " ")}]  # fmt: skip
    taken: set[int] = set()
    for words, column in sorted(named, key=lambda one: -len(one[0])):
        if not twice and sum(other.name != column.name for said, other in named if said == words):
            continue  # two columns are called so
        for start in range(len(sentence)):
            said: tuple[str, ...] = ()
            end = start
            while end < len(sentence) and len(said) < len(words):
                said, end = said + spoken[end], end + 1
            alike = said == words or (len(said) == 1 and tuple(map(one_of, said)) == tuple(map(one_of, words)))
            if words and alike and not taken & set(range(start, end)):
                taken |= set(range(start, end))
                yield start, end, column


def one_of(word: str) -> str:
    """A word of a header without the ending of its plural: that of "diagnoses" and "diagnosis" is one, too."""
    if word.endswith("sis"):
        return f"{word[:-2]}e"
    return f"{word}e" if word.endswith(HISSING) else singular(word)


def in_lists(query: Query, sentence: Sequence[Token]) -> list[tuple[int, int]]:
    """Where headers of a list begin and end in a sentence: each is wanted, whatever its words mean elsewhere.

    Two headers are of one list where only a comma or "and", and words such as "the" and "its", stand between them.
    """
    small = word_list("row_words", "skipped") | word_list("row_words", "articles") | word_list("references", "back")
    joints = word_list("row_words", "list_joints")
    headers = sorted((start, end) for start, end, _ in headers_in(query, sentence))
    found: set[tuple[int, int]] = set()
    for one, other in itertools.pairwise(headers):
        between = [token.text for token in sentence[one[1] : other[0]]]
        if {*between} & joints and {*between} <= joints | small:
            found |= {one, other}
    return sorted(found)


def starts_in_lists(query: Query) -> set[int]:
    """Where the words of headers that stand in lists begin, in the text of a question."""
    if not query.tables:
        return set()
    parts = sentences(query.text, read_tokens(query))
    return {token.start for part in parts for start, end in in_lists(query, part) for token in part[start:end]}


def is_header(query: Query, sentence: Sequence[Token], place: int) -> bool:
    """Whether a word that elsewhere makes one number of many is the header of a column: "the highest total".

    In front of another header it makes a number of that one: "the total price", "the total of the prices".
    """
    named = {one.name.casefold() for table in query.tables for one in table.columns if one.is_number}
    if sentence[place].text not in named:
        return False
    behind = place + 1
    while behind < len(sentence) and sentence[behind].text in word_list("row_words", "articles") | {"of"}:
        behind += 1
    return behind not in {start for start, _, _ in headers_in(query, sentence)}
