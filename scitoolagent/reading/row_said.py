"""Conditions on columns of a file that stand beside their headers: "without a yield", "name contains acid", dates."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_list, phrases_of, word_list
from scitoolagent.reading.account import Read
from scitoolagent.reading.header_places import headers_in
from scitoolagent.reading.phrase_places import phrase_at, phrase_before
from scitoolagent.reading.row_blanks import amount, blank, valued_at
from scitoolagent.reading.row_classes import class_nouns
from scitoolagent.reading.row_clock import of_clock
from scitoolagent.reading.row_dates import of_periods
from scitoolagent.reading.row_either import of_either
from scitoolagent.reading.row_exclusions import excluded
from scitoolagent.reading.row_labels import Spoken
from scitoolagent.reading.row_levels import at_levels
from scitoolagent.reading.row_limits import of_limits
from scitoolagent.reading.row_spellings import in_all_spellings
from scitoolagent.reading.row_values import Said, said_conditions, words_in
from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, Token
from scitoolagent.records import Column, Entity, Query, Schema
from scitoolagent.tool.unit_words import find_units

_QUOTED = re.compile(r"[\"'`“‘]([^\"'`”’]{1,80})[\"'`”’]")
_BARE = re.compile(r"[^\s,;?!]+")
_LETTERS = re.compile(r"[A-Z]{1,40}")
_PAIR, _TEXTS = 2, ("contains", "starts with", "ends with")
_NOTHING = ("missing", "given")
_NOTHING_SPOKEN = Spoken(frozenset(), frozenset())


def all_said(
    query: Query,
    sentence: Sequence[Token],
    nouns: frozenset[str],
    read: Collection[int],
    spoken: Spoken = _NOTHING_SPOKEN,
) -> list[Said]:
    """All conditions that a sentence sets on columns of its files in words.

    Args:
        query: knows the columns of its files, and what they hold.
        sentence: its tokens.
        nouns: what the rows may be called.
        read: where words begin that are read otherwise.
        spoken: what the labels of the question hold, and what their tools take.
    """
    found = _joined(query, sentence) if not any(token.start in read for token in sentence[:1]) else []
    found += [one for one in excluded(query, sentence, nouns) if sentence[one.tokens[0]].start not in read]
    headers = [*headers_in(query, sentence)]
    either = of_either(query, sentence, headers, nouns, spoken.units)
    begun = _of_sequences(query, sentence, nouns)
    for one in itertools.chain(either, begun, of_periods(query, sentence, headers, nouns), of_clock(query, sentence)):
        free = not any(sentence[place].start in read for place in one.tokens)
        if free and not any(set(one.tokens) & set(other.tokens) for other in found):
            found.append(one)
    for start, end, column in headers:
        if {*range(start, end)} & {place for one in found for place in one.tokens}:
            continue
        # "Which compounds contain …" are the rows, also where a header is called so.
        called = end - start == 1 and singular(sentence[start].text) in nouns
        if called and (not start or sentence[start - 1].text in word_list("row_texts", "called")):
            continue
        if any(token.start in read for token in sentence[start:end]):
            continue
        told = _missing(query, sentence, start, end, column, nouns) or _worded(query, sentence, start, end, column)
        told = told or _around(query, sentence, start, end, column)
        if told is not None and not any(set(told.tokens) & set(other.tokens) for other in found):
            found.append(told)
    taken = {sentence[place].start for one in found for place in one.tokens}
    found += said_conditions(query, sentence, nouns, {*read, *taken})
    taken = {sentence[place].start for one in found for place in one.tokens}
    found += class_nouns(query, sentence, nouns, {*read, *taken, *spoken.longer})
    ends = {end: (start, column) for start, end, column in headers}
    levels = at_levels(query, sentence, ends, spoken.units)
    for one in itertools.chain(levels, of_limits(query, sentence, headers, nouns, spoken.units)):
        free = not any(sentence[place].start in read for place in one.tokens)
        if free and not any(set(one.tokens) & set(other.tokens) for other in found):
            found.append(one)
    kept = [one for one in found if not _makes_groups(query, sentence, one) and not _is_unit(query, sentence, one)]
    return [one._replace(condition=in_all_spellings(query, one.condition)) for one in kept]


def conditions_in(query: Query, tokens: Sequence[Token]) -> list[dict[str, Any]]:
    """The conditions that some words set, where they say nothing else; none otherwise.

    Args:
        query: knows the columns of its files, what they hold, and the quantities.
        tokens: the words.
    """
    said = {one.tokens[0]: one for one in all_said(query, tokens, frozenset(), ())}
    headers = {start: (end, column) for start, end, column in headers_in(query, tokens) if column.is_number}
    small = word_list("row_words", "having") | {",", "and"}
    found: list[dict[str, Any]] = []
    place = 0
    while place < len(tokens):
        if place in said and not said[place].problem:
            found.append(said[place].condition)
            place = said[place].tokens[-1] + 1
        elif place in headers and (limit := _limited(query, tokens, *headers[place])):
            found.append(limit[0])
            place = limit[1]
        elif tokens[place].text in small:
            place += 1
        else:
            return []
    return found


def _limited(query: Query, tokens: Sequence[Token], end: int, column: Column) -> tuple[dict[str, Any], int] | None:
    """The limit behind a header, "is above 5 mg", and where it ends."""
    texts = [token.text for token in tokens]
    while end < len(texts) and texts[end] in word_list("row_words", "equals"):
        end += 1
    lengths = [(phrase_at(texts, end, "relations", sign), sign) for sign in phrases_of("relations")]
    length, sign = max(lengths, default=(0, "="))
    place = end + length
    if place >= len(tokens) or tokens[place].kind not in (NUMBER, QUANTITY):
        return None
    quantity = next((one for one in query.quantities if one.start == tokens[place].start), None)
    value = quantity.value if quantity is not None and not quantity.problem else tokens[place].number
    if value is None or (quantity is not None and quantity.upper is not None):
        return None
    unit = {"unit": quantity.unit} if quantity is not None else {}
    held = {"is": "compare", "column": column.name, "sign": sign if length else "=", "value": value, **unit}
    return held, place + 1


def _is_unit(query: Query, sentence: Sequence[Token], said: Said) -> bool:
    """Whether what would be a class is the unit that an answer is wanted in: "the total mass in g"."""
    text = isinstance(said.condition.get("value"), str) and said.condition["is"] == "compare"
    units = {start for start, _, _ in find_units(query.text)} if text else set[int]()
    return any(sentence[n].start in units and sentence[n - 1].text == "in" for n in said.tokens if n)


def _makes_groups(query: Query, sentence: Sequence[Token], said: Said) -> bool:
    """Whether the header of a column of truth values stands behind "by": "the number of compounds by in_stock"."""
    first = said.tokens[0]
    kinds = {column.name: column.kind for table in query.tables for column in table.columns}
    led = sentence[first - 1].text in word_list("row_words", "group_leads") if first else False
    return led and kinds.get(str(said.condition.get("column"))) == "truth"


def is_joining(query: Query, sentence: Sequence[Token]) -> bool:
    """Whether a sentence puts the rows of two files side by side, so that what it asks is asked of those."""
    return bool(_joined(query, sentence))


def _joined(query: Query, sentence: Sequence[Token]) -> list[Said]:
    """`merge a.csv and b.csv on tag`: two files, and perhaps the header by which their rows belong together."""
    files = {query.entity(table.file).start for table in query.tables}
    places = [place for place, token in enumerate(sentence) if token.kind == ENTITY and token.start in files]
    texts = [token.text for token in sentence]
    verb = next((place for place, text in enumerate(texts) if text in word_list("row_texts", "joining")), -1)
    if verb < 0 or len(places) != _PAIR or not verb < places[0]:
        return []
    if not {*texts[places[0] + 1 : places[1]]} <= word_list("row_texts", "joined_with") | {"and", "with", "to"}:
        return []
    behind = places[1] + 1
    tokens = [verb]
    keys: dict[str, Any] = {}
    if texts[behind : behind + 1] and texts[behind] in word_list("row_texts", "joined_by"):
        named = sorted((start, -end) for start, end, _ in headers_in(query, sentence, twice=True))
        start = behind + 1 + (texts[behind + 1 : behind + 2] == ["the"])
        stop = next((-end for first, end in named if first == start), 0)
        if stop:
            keys = {"words": " ".join(texts[start:stop])}
            tokens += range(behind, stop)
    return [Said(tuple(tokens), {"join": keys})]


def join_settings(query: Query, keys: dict[str, Any]) -> dict[str, Any] | None:
    """The columns of two files by which their rows belong together; None where one lacks what is named."""
    if not keys:
        return {}
    words = words_in(keys["words"])
    found = [[one.name for one in table.columns if words in _spoken_as(one)] for table in query.tables]
    if any(len(one) != 1 for one in found):
        return None
    return {"column": found[0][0], "other": found[1][0]}


def _spoken_as(column: Column) -> set[tuple[str, ...]]:
    """How a header is said: with its unit and without, in the singular."""
    from scitoolagent.tables.recognise import header_unit

    said = {words_in(column.name), words_in(header_unit(column.name)[0])}
    return said | {(f"{one[0]}s",) for one in said if len(one) == 1}


def _missing(
    query: Query, sentence: Sequence[Token], start: int, end: int, column: Column, nouns: frozenset[str]
) -> Said | None:
    """`without a measured yield`, `with no value of yield`, `yield is missing`, `with a known yield`."""
    texts = [token.text for token in sentence]
    condition = blank(query, column)
    for key in _NOTHING:
        length = phrase_at(texts, end, "row_texts", f"{key}_behind")
        # "Which injection is missing the peak" lacks something else.
        if length and not {*texts[end + length : end + length + 1]} & word_list("row_words", "articles"):
            first = _having(texts, start)
            told = condition if key == "missing" else {"is": "not", "of": condition}
            return Said(tuple(range(first, end + length)), told)
    before = start
    while before and texts[before - 1] in word_list("row_texts", "filling"):
        before -= 1
    behind = sentence[end] if end < len(sentence) else None
    ends = behind is None or behind.kind == ENTITY or behind.text in word_list("row_texts", "behind_used")
    length = phrase_before(texts, before, "row_texts", "used_before") if ends else 0
    # "Used a base", "have a CRP": those in which something stands, and not that there is none.
    if length and {*texts[before:start]} & {"a", "an", "any"} and not _denied(texts, before - length):
        zero = amount(query, column)
        told = {**zero, "sign": ">"} if zero else {"is": "not", "of": condition}
        return Said(tuple(range(before - length, end)), told)
    filled = texts[before:start]
    measured = bool({*filled} & word_list("row_texts", "measured"))
    if ends and not measured and (some := _none_or_some(query, texts, before, end, column, nouns)):
        return some
    for key in _NOTHING:
        length = phrase_before(texts, before, "row_texts", f"{key}_before")
        # "No rings" are none of them, where the column counts.
        empty = bool({*texts[max(0, before - length) : before]} & word_list("row_texts", "empty"))
        # So are measures: "no IC50" is none that was measured.
        known = {*words_in(column.name.replace("_", " "))} & word_list("tables", "measured")
        counts = column.kind == "integer" and not column.unit and not known - {"count"}
        if length and (measured or empty or key == "given" or not counts):
            if (key == "given" and not measured) or _denied(texts, before - length):
                continue
            # "Without batch A" is said of that batch, and of no blank.
            if key == "missing" and valued_at(query, column, sentence, end):
                continue
            plain = {*texts[before - length : before]} & word_list("row_texts", "none")
            if plain and not measured and column.kind == "truth":
                continue
            first = _having(texts, before - length)
            last = end + (texts[end : end + 1] == ["value"] or texts[end : end + 1] == ["values"])
            told = condition if key == "missing" else {"is": "not", "of": condition}
            return Said(tuple(range(first, last)), told)
    return None


def _none_or_some(
    query: Query, texts: Sequence[str], start: int, end: int, column: Column, nouns: frozenset[str]
) -> Said | None:
    """ "Days without rain", "days with rain": of an amount that is zero in some rows, those, and those with more.

    A blank cell says of neither that it is one. "No IC50" is none that was measured.
    """
    if not (condition := amount(query, column)):
        return None
    if length := phrase_before(texts, start, "row_texts", "none_before"):
        return Said(tuple(range(_having(texts, start - length), end)), {**condition, "sign": "="})
    length = phrase_before(texts, start, "row_texts", "some_before")
    # "List the sites with rain" may want the column, "the correlation of A with rain" does.
    said = texts[: start - length]
    called = said and (singular(said[-1]) in nouns or said[-1] in word_list("questions", "people"))
    rows = called and not {*said} & word_list("row_texts", "listing")
    return Said(tuple(range(start - length, end)), {**condition, "sign": ">"}) if length and rows else None


def without_texts(query: Query, entities: Sequence[Entity], tables: Sequence[Schema]) -> list[Entity]:
    """The values of a question less those that only say what texts of a column hold: `name contains "lime"`."""
    heads = {" ".join(words) for table in tables for one in table.columns if one.kind == "text"
             for words in _spoken_as(one)}  # fmt: skip
    phrases = [one for kind in _TEXTS for one in phrase_list("row_texts", kind.replace(" ", "_"))]
    if not heads:
        return list(entities)
    listed, said = ("|".join(map(re.escape, sorted(one, key=len, reverse=True))) for one in (heads, phrases))
    led = re.compile(rf"\b(?:{listed})\s+(?:{said})\s+[\"'`“‘]?$", re.IGNORECASE)
    return [one for one in entities if one.file or not led.search(query.text[: one.start])]


def _worded(query: Query, sentence: Sequence[Token], start: int, end: int, column: Column) -> Said | None:
    """`name contains acid`, `codes that start with "Q1"`."""
    texts = [token.text for token in sentence]
    if column.kind != "text":
        return None
    for kind in _TEXTS:
        length = phrase_at(texts, end, "row_texts", kind.replace(" ", "_"))
        if not length or end + length >= len(sentence):
            continue
        place = sentence[end + length].start
        quote = _QUOTED.match(query.text, max(0, place - 1)) or _QUOTED.match(query.text, place)
        bare = _BARE.match(query.text, place)
        text = quote[1] if quote else bare[0].rstrip(".") if bare else ""
        stop = quote.end() if quote else place + len(text)
        last = max(n for n, token in enumerate(sentence) if token.start < stop)
        if not text or any(place < one.end and one.start < stop for one in query.entities if one.file):
            return None
        denied = {*texts[end : end + length]} & word_list("operations", "denying")
        condition: dict[str, Any] = {"is": kind, "column": column.name, "text": text}
        told = {"is": "not", "of": condition} if denied else condition
        return Said(tuple(range(_having(texts, start), last + 1)), told)
    return None


def _of_sequences(query: Query, sentence: Sequence[Token], nouns: frozenset[str]) -> Iterator[Said]:
    """`primers that start with GG`: of rows with one sequence each, the letters that it begins or ends with."""
    columns = [one for table in query.tables for one in table.columns if one.type.endswith("Sequence")]
    texts = [token.text for token in sentence]
    for place, kind in itertools.product(range(1, len(texts)), _TEXTS[1:] if len(columns) == 1 else ()):
        length = phrase_at(texts, place, "row_texts", kind.replace(" ", "_"))
        first = place - (texts[place - 1] in word_list("row_words", "having") | {"that", "which"})
        # "Of the primers in a.fasta that begin with …": the file stands between.
        named = first - 2 if first > 2 and sentence[first - 1].kind == ENTITY else first
        if not length or place + length >= len(texts) or not named or singular(texts[named - 1]) not in nouns:
            continue
        said = sentence[place + length]
        letters = query.text[said.start : said.end]
        if _LETTERS.fullmatch(letters) and said.kind != ENTITY:
            condition: dict[str, Any] = {"is": kind, "column": columns[0].name, "text": letters}
            denied = {*texts[place : place + length]} & word_list("operations", "denying")
            told = {"is": "not", "of": condition} if denied else condition
            yield Said(tuple(range(first, place + length + 1)), told)


def _around(query: Query, sentence: Sequence[Token], start: int, end: int, column: Column) -> Said | None:
    """`a dose within 10 % of 20 mg`."""
    texts = [token.text for token in sentence]
    length = phrase_at(texts, end, "row_texts", "around")
    share = next((one for one in query.quantities if length and one.start == _start(sentence, end + length)), None)
    place = end + length + 1
    if share is None or share.unit != "%" or share.upper is not None or texts[place : place + 1] != ["of"]:
        return None
    if not column.is_number or place + 1 >= len(sentence):
        return None
    middle = next((one for one in query.quantities if one.start == _start(sentence, place + 1)), None)
    value = middle.value if middle else sentence[place + 1].number
    if value is None or value <= 0 or not share.value or (middle and middle.upper is not None):
        return None
    unit = {"unit": middle.unit} if middle else {}
    ends = ((">=", value * (1 - share.value / 100)), ("<=", value * (1 + share.value / 100)))
    held = [{"is": "compare", "column": column.name, "sign": sign, "value": limit, **unit} for sign, limit in ends]
    return Said(tuple(range(_having(texts, start), place + 2)), {"is": "all", "of": held})


def _denied(texts: Sequence[str], place: int) -> bool:
    """Whether a word in front of a place denies what follows: "no missing yield" is not said here."""
    return bool({*texts[max(0, place - 2) : place]} & word_list("operations", "denying"))


def _start(sentence: Sequence[Token], place: int) -> int:
    return sentence[place].start if place < len(sentence) else -1


def _having(texts: Sequence[str], start: int) -> int:
    """Where the words begin that lead to a header: "whose", "with a"."""
    while start and texts[start - 1] in word_list("row_words", "having"):
        start -= 1
    return start


def ends_within(sentence: Sequence[Token]) -> list[Read]:
    """`between 10 and 20 mg inclusive`: both ends of a range are in it here anyway."""
    said = [two for one, two in itertools.pairwise(sentence) if one.kind in (NUMBER, QUANTITY)]
    return [Read(one.start, one.end, "frame") for one in said if one.text in word_list("tables", "inclusive")]


def lengths_in_letters(query: Query, sentence: Sequence[Token], limited: Collection[str]) -> list[Read]:
    """`longer than 150 bp`: behind the limit of a length, its letters.

    Args:
        query: knows what kinds of sequences its files hold.
        sentence: its tokens.
        limited: the types and columns that conditions of the sentence are set on.
    """
    types = {one.type for one in query.entities if one.file}
    keys = {key for kind in types & _LETTERS_OF.keys() for key in _LETTERS_OF[kind]}
    if not keys or not {*limited} & _LENGTHS:
        return []
    found: list[Read] = []
    texts = [token.text for token in sentence]
    for place, token in enumerate(sentence):
        if token.kind == NUMBER:
            length = max(phrase_at(texts, place + 1, "sequences", key) for key in keys)
            found += [Read(one.start, one.end, "frame") for one in sentence[place + 1 : place + 1 + length]]
    return found


_LENGTHS = frozenset(["SequenceLength", "length"])
_LETTERS_OF = {
    "DnaSequence": ("bases", "units"),
    "RnaSequence": ("bases", "units"),
    "ProteinSequence": ("amino_acids", "units"),
}
