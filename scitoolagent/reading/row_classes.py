"""Rows that a question calls by their class: "how many amines", "the mean yield of the esters", "which are acids"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from scitoolagent.language.stem import is_plural, singular
from scitoolagent.language.words import phrases_of, word_list
from scitoolagent.reading.row_exclusions import excluded
from scitoolagent.reading.row_values import (
    APART,
    Said,
    Value,
    class_values,
    holding,
    said_conditions,
    value_at,
    words_in,
)
from scitoolagent.reading.tokens import NUMBER, WORD, Token, read_tokens, sentences
from scitoolagent.records import Entity, Query, Schema

_NEAR = 5


def class_nouns(query: Query, sentence: Sequence[Token], nouns: frozenset[str], read: Collection[int]) -> list[Said]:
    """The conditions of words that call rows by a value of a column of classes, in the plural or behind "are".

    What rows *contain* is no class of theirs: "with amines" asks for a group of atoms.

    Args:
        query: knows what the columns of its files hold.
        sentence: its tokens.
        nouns: what the rows may be called.
        read: where words begin that are read otherwise, or are part of a longer name.
    """
    found: list[Said] = []
    place = 0
    while place < len(sentence):
        one = None
        if sentence[place].kind in (WORD, NUMBER) and sentence[place].start not in read:
            one = _called(query, sentence, place, nouns, read)
        if one is not None:
            taken = {place for other in found for place in other.tokens}
            beside = _in_front_of(query, sentence, one, read) if one.noun else []
            found += [*(other for other in beside if not taken & {*other.tokens}), one]
        place = one.tokens[-1] + 1 if one else place + 1
    return found


def _in_front_of(query: Query, sentence: Sequence[Token], noun: Said, read: Collection[int]) -> list[Said]:
    """The condition of the class that stands in front of another one: "female smokers"."""
    own = noun.condition.get("column")
    for place in range(max(0, noun.tokens[0] - _NEAR), noun.tokens[0]):
        for header in class_values(query):
            value, length = _value(query, header, sentence, place, read)
            if length and place + length == noun.tokens[0] and header != own and not isinstance(value, bool):
                return [Said(tuple(range(place, place + length)), holding(header, [value], False))]
    return []


def without_classes(
    query: Query, entities: Sequence[Entity], tables: Sequence[Schema], nouns: Callable[[Query], frozenset[str]]
) -> list[Entity]:
    """The values of a question less those that only say of which class rows are: "how many amines", "with solvent THF".

    `nouns` tells what the rows of a question may be called.
    """
    whole = query.model_copy(update={"entities": tuple(entities), "tables": tuple(tables)})
    known = (words for values in class_values(whole).values() for words in values)
    parts = {singular(word) for words in known for word in words} | word_list("references", "joints") | {"or"}
    files = {table.file for table in tables}
    values = [one for one in entities if not one.file and one.handle not in files]
    doubtful = [one for one in values if {*map(singular, words_in(one.text))} <= parts]
    if not doubtful:
        return list(entities)
    bare = whole.model_copy(update={"entities": tuple(one for one in entities if one not in doubtful)})
    rows = nouns(bare)
    called = {
        part[place].start
        for part in sentences(bare.text, read_tokens(bare))
        for one in _of_classes(bare, part, rows)
        for place in one.tokens
    }
    return [one for one in entities if one not in doubtful or one.start not in called]


def _of_classes(query: Query, sentence: Sequence[Token], nouns: frozenset[str]) -> list[Said]:
    """All conditions that a sentence sets on the classes of rows."""
    found = [*excluded(query, sentence, nouns), *said_conditions(query, sentence, nouns, ())]
    return [*found, *class_nouns(query, sentence, frozenset(), ())]


def _called(
    query: Query, sentence: Sequence[Token], place: int, nouns: frozenset[str], read: Collection[int]
) -> Said | None:
    """The condition of the class that is named at a place."""
    headers = [header for header in class_values(query) if _value(query, header, sentence, place, read)[1]]
    if not headers or singular(sentence[place].text) in nouns:
        return None
    value, length = _value(query, headers[0], sentence, place, read)
    before = place
    while before and sentence[before - 1].text in word_list("row_words", "articles"):
        before -= 1
    led = sentence[before - 1].text if before else ""
    denied = led in word_list("row_words", "class_denials")
    last = sentence[place + length - 1].text
    verifying = before == 1 and led in word_list("operations", "verifying")
    being = sentence[before - 2].text if denied and before > 1 else led
    predicate = being in word_list("operations", "being") and not verifying
    single = bool({sentence[place - 1].text if place else ""} & word_list("row_words", "class_leads"))
    alone = _stands_alone(query, sentence, place, length, value)
    # "With Pd" is what a reaction was made with, "with amines" what a molecule holds.
    used = alone and led in word_list("row_words", "class_with") and not _is_group_of_atoms(value)
    # A name of several words as the file has it can be nothing else: "drug B", "Turdus merula".
    named = length > 1 and query.text[sentence[place].start : sentence[place + length - 1].end] == value
    alone = used or named or (alone and led in word_list("row_words", "class_of"))
    several = (is_plural(last) and singular(last) != last) or any(
        last in words for words in phrases_of("sexes").values()
    )
    if not (several or (not isinstance(value, bool) and (predicate or single or alone))):
        return None
    if (not used and _is_part(sentence, before)) or _of_each_row(sentence, place + length):
        return None
    values, end = _listed(query, headers[0], sentence, place, [value], place + length, read)
    first = before - 1 if denied else place
    problem, apart = "", False
    if len(headers) > 1:
        listed = " and ".join(headers)
        problem = f"{sentence[place].text!r} stands in the columns {listed}; name the one that is meant"
    elif len(values) > 1 and "or" not in {token.text for token in sentence[place:end]}:
        problem, apart = APART.format(" and ".join(map(str, values))), True
    return Said(tuple(range(first, end)), holding(headers[0], values, denied), not denied, problem, apart=apart)


def _stands_alone(query: Query, sentence: Sequence[Token], place: int, length: int, value: Value) -> bool:
    """Whether a class is written as the file has it, with no noun behind it: "the signal of drugA at 10 µM"."""
    written = query.text[sentence[place].start : sentence[place + length - 1].end] == value
    behind = sentence[place + length].text if place + length < len(sentence) else ""
    return written and (not behind or behind in word_list("row_words", "behind_class"))


def _is_group_of_atoms(value: Value) -> bool:
    """Whether a class is called as a functional group is."""
    return any(singular(str(value).casefold()) in names for names in phrases_of("groups").values())


def _value(
    query: Query, header: str, sentence: Sequence[Token], place: int, read: Collection[int]
) -> tuple[Value, int]:
    """The text of a column that is named at a place, and its number of tokens."""
    if place >= len(sentence) or sentence[place].kind not in (WORD, NUMBER):
        return "", 0
    value, length = value_at(class_values(query)[header], sentence, place)
    free = not any(token.start in read for token in sentence[place : place + length])
    # "7A" is a class, and 7 a number.
    free = free and (length > 1 or sentence[place].kind == WORD)
    return (value, length) if length and isinstance(value, str | bool) and free else ("", 0)


def _listed(
    query: Query,
    header: str,
    sentence: Sequence[Token],
    place: int,
    values: list[Value],
    end: int,
    read: Collection[int],
) -> tuple[list[Value], int]:
    """The values of a list, and where it ends: "amines, esters or acids"."""
    joints = word_list("references", "joints") | {"or"}
    small = word_list("row_words", "articles")
    while True:
        place = end
        while place < len(sentence) and sentence[place].text in joints:
            place += 1
        while end < place < len(sentence) and sentence[place].text in small:
            place += 1
        value, length = _value(query, header, sentence, place, read) if place > end else ("", 0)
        if not length:
            return values, end
        values, end = [*values, value], place + length


def _is_part(sentence: Sequence[Token], before: int) -> bool:
    """Whether what stands at a place is said to be a part: "contain amines", "with at least two amines"."""
    having = word_list("operations", "having") - word_list("operations", "being")
    if before and sentence[before - 1].text in having | word_list("row_words", "no_parts"):
        return True
    counted = before and (sentence[before - 1].kind == NUMBER or sentence[before - 1].number is not None)
    near = sentence[max(0, before - _NEAR) : before]
    return bool(counted) and any(token.text in having for token in near)


def _of_each_row(sentence: Sequence[Token], behind: int) -> bool:
    """Whether something is counted in each row: "the number of amines in each compound"."""
    texts = [token.text for token in sentence[behind : behind + 3]]
    rows = set(map(singular, word_list("tables", "rows"))) | {
        noun for one in phrases_of("row_nouns").values() for noun in one
    }
    each = texts[:1] == ["per"] or (texts[1:2] and texts[1] in word_list("row_words", "single"))
    return bool(each) and singular(texts[-1]) in rows | {"of"}
