"""A sentence about one file in chunks: its columns, what these hold, conditions, and the words of everyday questions.

Each word has to be part of a chunk, or one of those that say nothing of rows; where one is not, there are no chunks, so
that what is made of them (`row_frames.py`) uses the whole sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scitoolagent.language.stem import singular
from scitoolagent.language.words import word_list
from scitoolagent.reading.row_denials import unclear_denial
from scitoolagent.reading.row_guards import says_what_was_used
from scitoolagent.reading.row_lexicon import (
    ASK,
    CELL,
    CLASS_COLUMN,
    CONDITION,
    COUNT,
    DIFFERENCE,
    GROUP,
    JOINT,
    NAME_COLUMN,
    NOT,
    NUMBER_COLUMN,
    NUMERAL,
    RELATION,
    ROW,
    TRUTH,
    UNLIKE,
    VERB,
    WANTED,
    WORDS,
    Lexicon,
    equal_to,
    inflected,
    lexicon_of,
    said_true,
    skipped_words,
    small_words,
    stems,
)
from scitoolagent.reading.row_nouns import row_nouns
from scitoolagent.reading.row_said import all_said
from scitoolagent.reading.row_values import class_values
from scitoolagent.reading.tokens import Token, read_tokens, sentences
from scitoolagent.records import Column, Query, Schema
from scitoolagent.tool.numbers import IN_WORDS
from scitoolagent.tool.unit_words import find_units
from scitoolagent.tool.units import convertible
from scitoolagent.toolkg.graph import ToolGraph

_LONGEST = 6
# Words of so many letters say something where they are a value, too.
_TELLING = 4
_LONE_UNIT = re.compile(r"\bin\s+([A-Za-z])(?=\s+(?:by|per|for|across|of|and)\b)")
# Its rows are variants, whatever a question calls them.
_VARIANTS = "VcfFile"


class Chunk(NamedTuple):
    """Some words of a sentence: their kind, where they stand in the text, and what they stand for.

    A column is a `Column`, a condition or a value a condition as a tree, a figure or an extreme its name.
    """

    kind: str
    start: int
    end: int
    data: Any


@dataclass(frozen=True, slots=True)
class Chunked:
    """The chunks of a sentence about the rows of one file."""

    table: Schema
    file: str
    text: str
    chunks: tuple[Chunk, ...]


def chunked(graph: ToolGraph, query: Query) -> Chunked | None:
    """The chunks of a question of one sentence about one file; None where a word is part of none.

    Args:
        graph: for what the rows may be called.
        query: the question, and what is in its file.
    """
    from scitoolagent.tables.sheets import said_worksheet

    parts = sentences(query.text, read_tokens(query))
    if len(query.tables) != 1 or len(parts) != 1 or says_what_was_used(query.text):
        return None
    (table,) = query.tables
    file = query.entity(table.file)
    if any(one.text == file.text and one.start != file.start for one in query.entities):
        return None
    nouns = row_nouns(graph, query)
    said = _conditions(query, table, parts[0], nouns)
    sheet = said_worksheet(query.text, file.start, file.end, table.sheets) if table.sheet else None
    if table.sheet and sheet is None and file.type != _VARIANTS:
        return None  # a kind of feature of a record
    spans = [_file_span(query.text, file.start, file.end)]
    spans += [_file_span(query.text, sheet.start, sheet.end)] if sheet else []
    words = _words(query.text, spans)
    held = {str(value) for known in class_values(query).values() for value in known.values()}
    valued = [match.span() for one in held if one for match in re.finditer(re.escape(one), query.text)]
    for text, start, end in words:
        # The A of "in row A" is no article, and what it is the file does not tell.
        letter = query.text[start:end] if query.text[start - 1 : start].isspace() else ""
        of_value = any(first <= start < last for first, last in valued)
        if text in small_words() and len(letter) == 1 and letter.isupper() and start and not of_value:
            return None
    lexicon = lexicon_of(query, table, nouns | stems(file.text))
    placed = [*said, *_amounts(query, said), *_wanted(query.text, table)]
    found = _limited(_chunks(words, lexicon, placed, query.text), table)
    settled = tuple(_settled(found, table))
    spans = [(one.start, one.end) for one in settled if one.kind in (CONDITION, CELL, TRUTH)]
    if not found or unclear_denial(query.text, spans, [(file.start, file.end)]):
        return None
    return Chunked(table, file.text, query.text, settled)


def _conditions(query: Query, table: Schema, sentence: Sequence[Token], nouns: frozenset[str]) -> list[Chunk]:
    """The conditions that are read in the sentence anyway, less those that leave something open."""
    found = []
    for one in all_said(query, sentence, nouns, ()):
        if not one.problem and one.tokens == tuple(range(one.tokens[0], one.tokens[-1] + 1)) and "is" in one.condition:
            kind = CELL if one.condition.get("column") == table.named else CONDITION
            found.append(Chunk(kind, sentence[one.tokens[0]].start, sentence[one.tokens[-1]].end, one.condition))
    return found


def _amounts(query: Query, said: Sequence[Chunk]) -> list[Chunk]:
    """The quantities of a question that are part of no condition."""
    return [
        Chunk(NUMERAL, one.start, one.end, one)
        for one in query.quantities
        if not one.problem and one.upper is None and not any(c.start < one.end and one.start < c.end for c in said)
    ]


def _wanted(text: str, table: Schema) -> list[Chunk]:
    """Where a question says in which unit it wants an answer: "in GPa", "in h by clinic" of a column of minutes."""
    found = []
    for start, end, _ in find_units(text):
        led = re.search(r"\bin\s+$", text[:start])
        if led is not None:
            found.append(Chunk(WANTED, led.start(), end, text[start:end]))
    # One letter may be a class, and is a unit in front of groups only where a column can be told in it.
    units = [one.unit for one in table.columns if one.is_number and one.unit]
    for match in _LONE_UNIT.finditer(text):
        letter, free = match[1], not any(one.start == match.start() for one in found)
        fits = any(convertible(letter, unit) for unit in units)
        if free and fits and not any(letter in map(str, held) for held in table.values.values()):
            found.append(Chunk(WANTED, match.start(), match.end(), letter))
    return found


def _only_in(table: Schema, number: Any) -> Column | None:
    """The one column of numbers that a quantity with a unit can be of."""
    if isinstance(number, str) or not number.unit:
        return None
    fitting = [one for one in table.columns if one.is_number and one.unit and convertible(number.unit, one.unit)]
    return fitting[0] if len(fitting) == 1 else None


def _limited(chunks: Sequence[Chunk], table: Schema) -> list[Chunk]:
    """The chunks, with limits and their columns as conditions: "A above 6", "above 6 in A", "A and B above 6"."""
    found: list[Chunk] = []
    place = 0
    kinds = "".join(one.kind for one in chunks)
    while place < len(chunks):
        match = re.compile(r"N(?:jN)*r#|r#N").match(kinds, place)
        bare = match is None and kinds.startswith("r#", place)
        if bare and (one := _only_in(table, chunks[place + 1].data)) is not None:
            held = {"is": "compare", "column": one.name, "sign": chunks[place].data, **_limit(chunks[place + 1].data)}
            found.append(Chunk(CONDITION, chunks[place].start, chunks[place + 1].end, held))
            place += 2
            continue
        if match is None:
            found.append(chunks[place])
            place += 1
            continue
        run = chunks[place : match.end()]
        sign, number = (next(one for one in run if one.kind == kind) for kind in (RELATION, NUMERAL))
        for column in (one for one in run if one.kind == NUMBER_COLUMN):
            held = {"is": "compare", "column": column.data.name, "sign": sign.data, **_limit(number.data)}
            found.append(Chunk(CONDITION, run[0].start, run[-1].end, held))
        place = match.end()
    return found


def _limit(number: Any) -> dict[str, Any]:
    """The value of a limit, with its unit where it has one."""
    if isinstance(number, str):
        return {"value": float(IN_WORDS.get(number) or number)}
    return {"value": number.value, "unit": number.unit}


def _file_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the name of a file stands with the words that only lead to it: "in the file a.csv"."""
    led = word_list("row_frames", "leading")
    while (before := re.search(r"([\w]+)\s*[\"'“`]?$", text[:start])) and before[1].lower() in led:
        start = before.start()
    return start, end


def _words(text: str, aside: Sequence[tuple[int, int]]) -> list[tuple[str, int, int]]:
    """The words of a sentence less those that name its file or sheet, in small letters, with their places."""
    found = [
        (match[0].lower().replace("’", "'"), match.start(), match.end())
        for match in WORDS.finditer(text)
        if not any(start <= match.start() < end for start, end in aside)
    ]
    while found and found[-1][0] in ".?!":
        found.pop()
    return [one for n, one in enumerate(found) if not (n == 0 and one[0] in ",:")]


def _chunks(
    words: Sequence[tuple[str, int, int]], lexicon: Lexicon, said: Sequence[Chunk], written: str
) -> list[Chunk]:
    """The chunks of some words of a text, the longest first at each place; nothing where a word is part of none."""
    found: list[Chunk] = []
    skipped = skipped_words()
    place = 0
    while place < len(words):
        text, start, end = words[place]
        condition = next((one for one in said if one.start <= start < one.end), None)
        if condition is not None:
            found.append(condition)
            while place < len(words) and words[place][1] < condition.end:
                place += 1
            continue
        chunk, taken = _longest(words, place, lexicon)
        if chunk is not None and taken == 1 and not _is_written(chunk, text, written[start:end]):
            if len(text) >= _TELLING:
                return []  # "kept fish", of `kept` and `released`: it is not known which of both is meant
            chunk = None
        if chunk is None and _may_choose(words, place, lexicon):
            return []
        # "Where A is B"; in front of all else it asks for a place.
        if chunk is None and (text in skipped or (text == "where" and place)):
            place += 1
            continue
        if chunk is None and (text in IN_WORDS or re.fullmatch(r"\d+(?:\.\d+)?", text)):
            chunk, taken = Chunk(NUMERAL, start, end, text), 1
        if chunk is None and (alike := inflected(text, lexicon)) is not None:
            chunk, taken = Chunk(alike[0], start, end, alike[1]), 1
        if chunk is None:
            return []
        found.append(chunk)
        place += taken
    return found


def _may_choose(words: Sequence[tuple[str, int, int]], place: int, lexicon: Lexicon) -> bool:
    """Whether a verb that elsewhere says nothing of rows may say which are meant: "the used items", "salmon sold".

    So it is in front of what rows are called, and anywhere in a file with a class that is such a verb, as `shipped` is.
    """
    text, verbs = words[place][0], word_list("row_frames", "states")
    if text not in verbs:
        return False
    classes = {said[0] for said, known in lexicon.items() if len(said) == 1 for one in known if one[0] == CONDITION}
    behind, _ = _longest(words, place + 1, lexicon) if place + 1 < len(words) else (None, 0)
    # "Which are available" asks for those; "what was sold" of a list of orders for all.
    led = place > 0 and words[place - 1][0] in word_list("operations", "being")
    if led and text in word_list("row_frames", "offered"):
        return True
    return bool(classes & verbs) or (behind is not None and behind.kind in (ROW, CONDITION) and not led)


def _is_written(chunk: Chunk, text: str, written: str) -> bool:
    """Whether a value that is a small word elsewhere is written as it is in the file: "a student of class A"."""
    if text not in small_words() or chunk.kind not in (CONDITION, CELL):
        return True
    return written == str(chunk.data["value"]) != text


def _longest(words: Sequence[tuple[str, int, int]], place: int, lexicon: Lexicon) -> tuple[Chunk | None, int]:
    """The longest phrase that begins at a place and stands for one thing, and how many words it takes."""
    for length in range(min(_LONGEST, len(words) - place), 0, -1):
        run = words[place : place + length]
        said = tuple(text for text, _, _ in run)
        known = lexicon.get(said) or lexicon.get((*said[:-1], singular(said[-1])))
        if not known:
            continue
        # A header or a value is one, also where its word is a cue elsewhere.
        own = [one for one in known if not isinstance(one[1], str)] or list(known)
        if len(own) > 1 and own[0][0] != own[1][0] and {one[0] for one in own} <= {TRUTH, CONDITION}:
            own = own[:1]
        if {one[0] for one in own} == {DIFFERENCE, UNLIKE}:
            # "The different bases" are each one once; what is "different between A and B" is a difference.
            behind = (
                lexicon.get((text := words[place + length][0],)) or lexicon.get((singular(text),))
                if len(words) > place + length
                else ()
            )
            kinds = {one[0] for one in behind or ()}
            own = [one for one in own if (one[0] == UNLIKE) == bool(kinds & {CLASS_COLUMN, NAME_COLUMN, ROW})]
        if len(own) == 1:
            return Chunk(own[0][0], run[0][1], run[-1][2], own[0][1]), length
        return None, 0
    return None, 0


def _settled(chunks: Sequence[Chunk], table: Schema) -> Iterator[Chunk]:
    """The chunks, with "by" in front of a value as no word for groups, and denials taken into what they deny."""
    left = list(chunks)
    place = 0
    while place < len(left):
        one = left[place]
        # "Women who smoke".
        if one.kind == ASK and place and left[place - 1].kind != JOINT:
            one = one._replace(kind=VERB)
        behind = left[place + 1] if place + 1 < len(left) else None
        if one.kind == COUNT and place and left[place - 1].kind == NAME_COLUMN:
            # "The CAS number of": what the header is of.
            place += 1
            continue
        if one.kind == GROUP and behind is not None and behind.kind in (CONDITION, CELL):
            place += 1
            continue
        if one.kind == NOT and behind is not None:
            # "Do not smoke", "were not on placebo".
            after = place + 1
            # "Not polished by ivo": the verb is that of the header.
            while after < len(left) and left[after].kind in (VERB, CLASS_COLUMN, NAME_COLUMN, GROUP):
                after += 1
            denied = left[after] if after < len(left) else None
            if denied is not None and denied.kind in (CONDITION, TRUTH):
                held = denied.data
                if denied.kind == TRUTH:
                    held = equal_to(denied.data.name, said_true(denied.data, table))
                if isinstance(held.get("value"), bool):
                    held = {**held, "value": not held["value"]}
                else:
                    held = {"is": "not", "of": held}
                yield Chunk(CONDITION, one.start, denied.end, held)
                place = after + 1
                continue
        yield one
        place += 1
