"""Headers in another order, in short or two at once: "baseline SBP", "SBP from baseline to week 12".

What is said has to be all words of a header, or all but those that two headers share, so nothing is guessed; the
question in the full headers is read like any other (`rewording.py`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_meanings, word_list
from scitoolagent.reading.phrase_places import phrase_at
from scitoolagent.reading.shorthand import Change
from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, WORD, Token
from scitoolagent.records import Column, Query

_MOST_WORDS = 6
_SYMBOL = re.compile(r"[\[(]([A-Za-z][A-Za-z0-9]{0,5})[\])]")
# Letters and digits beside one another, as in "d21", are two words.
_WORD = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?")


class _Named(NamedTuple):
    column: Column
    words: frozenset[str]


def in_full(query: Query, sentence: Sequence[Token], headers: Sequence[tuple[int, int, Column]]) -> Iterator[Change]:
    """The changes that put whole headers in place of what stands for them.

    Args:
        query: knows the columns of its files.
        sentence: its tokens.
        headers: where each begins and ends, and its column.
    """
    taken = {place for start, end, _ in headers for place in range(start, end)}
    named = [_Named(one, words) for table in query.tables for one in table.columns if (words := _words_of(one.name))]
    yield from _symbols(query, sentence)
    yield from _group_nouns(sentence, headers)
    pair = _pair(query, sentence, [one for one in named if one.column.is_number])
    yield from pair
    for start, end in _runs(sentence):
        said = frozenset(_words(query, sentence[start:end]))
        fitting = [one.column.name for one in named if one.words == said]
        free = not taken & set(range(start, end)) and not any(one[0] < sentence[end - 1].end for one in pair)
        if len(said) > 1 and len(fitting) == 1 and free:
            yield sentence[start].start, sentence[end - 1].end, fitting[0]


def _words_of(header: str) -> frozenset[str]:
    from scitoolagent.tables.recognise import header_unit

    return frozenset(_plain(header_unit(header)[0]))


def _plain(text: str) -> list[str]:
    """The words of a text in the singular, those in short in full: "d21" is day 21."""
    short = phrase_meanings("header_short")
    words = [word.lower() for word in _WORD.findall(text.replace("_", " "))]
    return [short.get(one, singular(one)) for one in words]


def _words(query: Query, tokens: Sequence[Token]) -> list[str]:
    """The words of some tokens, less articles."""
    small = word_list("row_words", "articles") | {"in", "of"}
    return [word for one in tokens if one.text not in small for word in _plain(query.text[one.start : one.end])]


def _runs(sentence: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Runs of words and numbers that may be a header, the longest first."""
    kinds = (WORD, NUMBER, QUANTITY)
    for length in range(_MOST_WORDS, 1, -1):
        for start in range(len(sentence) - length + 1):
            run = sentence[start : start + length]
            ends = {run[0].text, run[-1].text} & (word_list("row_words", "articles") | {"in", "of"})
            if all(one.kind in kinds for one in run) and not ends:
                yield start, start + length


def _symbols(query: Query, sentence: Sequence[Token]) -> Iterator[Change]:
    """The symbol of what a column is of, "of A", in place of `c(A)`, where one header has it."""
    symbols: dict[str, set[str]] = {}
    for table in query.tables:
        for column in table.columns:
            for found in _SYMBOL.finditer(column.name.split("/")[0]):
                symbols.setdefault(found[1], set()).add(column.name)
    for before, token in itertools.pairwise(sentence):
        headers = symbols.get(query.text[token.start : token.end], set())
        if before.text == "of" and token.kind in (WORD, ENTITY) and len(headers) == 1:
            yield token.start, token.end, min(headers)


def _group_nouns(sentence: Sequence[Token], headers: Sequence[tuple[int, int, Column]]) -> Iterator[Change]:
    """Nouns behind a header that say only that its values make groups: "each inhibitor level", "by treatment group"."""
    for start, end, column in headers:
        led = start and sentence[start - 1].text in word_list("row_words", "grouping")
        noun = singular(sentence[end].text) if end < len(sentence) else ""
        if led and column.kind == "text" and noun in word_list("row_words", "group_nouns"):
            yield sentence[end - 1].end, sentence[end].end, ""


def _pair(query: Query, sentence: Sequence[Token], named: Sequence[_Named]) -> list[Change]:
    """Two headers that share words which are said once: "baseline vs week 12 SBP"."""
    texts = [token.text for token in sentence]
    for place in range(1, len(sentence) - 1):
        length = phrase_at(texts, place, "row_words", "pairing")
        if not length:
            continue
        for one, two in itertools.permutations(named, 2):
            shared = one.words & two.words
            own, other = one.words - shared, two.words - shared
            if not shared or not own or not other:
                continue
            before = _run_before(query, sentence, place, own, one.words)
            behind = _run_behind(query, sentence, place + length, other, two.words)
            if before is None or behind is None:
                continue
            changes = [
                (sentence[before].start, sentence[place - 1].end, one.column.name),
                (sentence[place + length].start, sentence[behind - 1].end, two.column.name),
            ]
            inside = {*_words(query, sentence[before:place]), *_words(query, sentence[place + length : behind])}
            if shared <= inside:
                return changes
            noun = _noun(query, sentence[:before], shared - inside)
            if noun is not None:
                return [noun, *changes]
    return []


def _run_before(
    query: Query, sentence: Sequence[Token], place: int, own: frozenset[str], all_of: frozenset[str]
) -> int | None:
    """Where the words begin that end at a place and are those of one header alone, perhaps with the shared ones."""
    for start in range(max(0, place - _MOST_WORDS), place):
        said = set(_words(query, sentence[start:place]))
        if own <= said <= all_of and sentence[start].text not in word_list("row_words", "articles"):
            return start
    return None


def _run_behind(
    query: Query, sentence: Sequence[Token], place: int, own: frozenset[str], all_of: frozenset[str]
) -> int | None:
    """Where the words end that begin at a place and are those of one header alone, perhaps with the shared ones."""
    for end in range(min(len(sentence), place + _MOST_WORDS), place, -1):
        said = set(_words(query, sentence[place:end]))
        if own <= said <= all_of and sentence[end - 1].text not in word_list("row_words", "articles") | {"in", "of"}:
            return end
    return None


def _noun(query: Query, sentence: Sequence[Token], shared: frozenset[str]) -> Change | None:
    """The words in front that two headers share, to be left out with the word that leads to them."""
    for end in range(len(sentence), 0, -1):
        for start in range(max(0, end - _MOST_WORDS), end):
            run = sentence[start:end]
            if any(one.kind == ENTITY for one in run) or set(_words(query, run)) != shared:
                continue
            leads = word_list("row_words", "articles") | {"in", "of"}
            first = start
            while first and sentence[first - 1].text in leads:
                first -= 1
            return sentence[first - 1].end if first else sentence[0].start, sentence[end - 1].end, ""
    return None


def by_which_test(parts: Sequence[Sequence[Token]]) -> Iterator[Change]:
    """A sentence that only says by which test, as a part of the one in front: "… different? Do a t test."."""
    small = word_list("row_words", "skipped") | word_list("row_words", "opening") | {"with", "by", "use", "using", "."}
    tests = [one for name in ("test", "pairedtest") for one in _spoken(name)]
    for before, own in itertools.pairwise(parts):
        said = [token for token in own if token.text not in small]
        words = tuple(token.text for token in said)
        whole = [token for token in before if token.text not in ("?", ".", "!")]
        if words in tests and whole and len(own) - len(said) > 0:
            yield whole[-1].end, said[0].start, " with a "


def _spoken(name: str) -> list[tuple[str, ...]]:
    from scitoolagent.reading.row_forms import phrases_called

    found = phrases_called(name).by_first.values()
    return [tuple(min(word) for word in words) for own in found for words in own]
