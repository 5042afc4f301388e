"""A sentence about one file in chunks: its columns, what these hold, conditions, and the words of everyday questions.

Each word has to be part of a chunk, or one of those that say nothing of rows; where one is not, there are no chunks, so
that what is made of them (`row_frames.py`) uses the whole sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_meanings, phrases_of, word_list
from scitoolagent.reading.row_nouns import row_nouns
from scitoolagent.reading.row_said import all_said
from scitoolagent.reading.row_values import class_values, words_in
from scitoolagent.reading.tokens import Token, read_tokens, sentences
from scitoolagent.records import Column, Query, Schema
from scitoolagent.tool.numbers import IN_WORDS
from scitoolagent.tool.unit_words import find_units
from scitoolagent.toolkg.graph import ToolGraph

# The kinds of chunks, as one letter each, so that a sentence is a text that patterns can be held against.
ASK, COUNT, FIGURE, EXTREME, GROUP, JOINT, EITHER, AGAINST = "Q", "H", "A", "S", "G", "j", "o", "u"
DIFFERENCE, RATIO, SHARE, LINK, NEAR, NOT, VERB, AMONG, COMPARE, MORE = "D", "T", "V", "B", "L", "n", "v", "m", "K", "c"
SEEN, UNLIKE, EXPIRED, WANTED = "z", "d", "x", "w"
NUMBER_COLUMN, CLASS_COLUMN, NAME_COLUMN, TRUTH, CONDITION, CELL = "N", "C", "I", "U", "F", "X"
ROW, NUMERAL, EXTREME_OF, RELATION = "R", "#", "E", "r"

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+(?:\.\d+)?|[^\w\s]")
_LONGEST, _STEM, _SHORT = 6, 4, 2
# What the word file calls the chunks, by their letters.
_CUES = {
    "asking": ASK,
    "counting": COUNT,
    "groups": GROUP,
    "joints": JOINT,
    "either": EITHER,
    "against": AGAINST,
    "difference": DIFFERENCE,
    "ratio": RATIO,
    "share": SHARE,
    "link": LINK,
    "near": NEAR,
    "not": NOT,
    "verbs": VERB,
    "among": AMONG,
    "compare": COMPARE,
    "more": MORE,
    "seen": SEEN,
    "unlike": UNLIKE,
    "expired": EXPIRED,
}


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
    parts = sentences(query.text, read_tokens(query))
    if len(query.tables) != 1 or len(parts) != 1:
        return None
    (table,) = query.tables
    file = query.entity(table.file)
    if any(one.text == file.text and one.start != file.start for one in query.entities):
        return None
    said = _conditions(graph, query, table, parts[0])
    words = _words(query.text, _file_span(query.text, file.start, file.end))
    held = {str(value) for known in class_values(query).values() for value in known.values()}
    for text, start, end in words:
        # The A of "in row A" is no article, and what it is the file does not tell.
        letter = query.text[start:end]
        if text in _small() and len(letter) == 1 and letter.isupper() and start and letter not in held:
            return None
    lexicon = _lexicon(query, table, row_nouns(graph, query) | _stems(file.text))
    placed = [*said, *_amounts(query, said), *_wanted(query.text)]
    found = _limited(_chunks(words, lexicon, placed, query.text))
    return Chunked(table, file.text, query.text, tuple(_settled(found))) if found else None


def _conditions(graph: ToolGraph, query: Query, table: Schema, sentence: Sequence[Token]) -> list[Chunk]:
    """The conditions that are read in the sentence anyway, less those that leave something open."""
    found = []
    for one in all_said(query, sentence, row_nouns(graph, query), ()):
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


def _wanted(text: str) -> list[Chunk]:
    """Where a question says in which unit it wants an answer: "in GPa"."""
    found = []
    for start, end, _ in find_units(text):
        led = re.search(r"\bin\s+$", text[:start])
        if led is not None:
            found.append(Chunk(WANTED, led.start(), end, text[start:end]))
    return found


def _limited(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks, with limits and their columns as conditions: "A above 6", "above 6 in A", "A and B above 6"."""
    found: list[Chunk] = []
    place = 0
    kinds = "".join(one.kind for one in chunks)
    while place < len(chunks):
        match = re.compile(r"N(?:jN)*r#|r#N").match(kinds, place)
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


def _words(text: str, file: tuple[int, int]) -> list[tuple[str, int, int]]:
    """The words of a sentence less those that name its file, in small letters, with their places."""
    found = [
        (match[0].lower().replace("’", "'"), match.start(), match.end())
        for match in _WORD.finditer(text)
        if not file[0] <= match.start() < file[1]
    ]
    while found and found[-1][0] in ".?!":
        found.pop()
    return [one for n, one in enumerate(found) if not (n == 0 and one[0] in ",:")]


@lru_cache(maxsize=1)
def _small() -> frozenset[str]:
    """Words that say nothing of rows, or what is asked of them."""
    cues = {word for name in _CUES for phrase in phrases_of("row_frames")[name] for word in phrase.split()}
    return _skipped() | cues


@lru_cache(maxsize=1)
def _skipped() -> frozenset[str]:
    """Words that say nothing of rows: small ones, and verbs of what was measured or reached."""
    return word_list("row_frames", "skipped") | word_list("row_frames", "neutral")


def _stems(file: str) -> frozenset[str]:
    """What rows are called by the name of their file: birds of `birds.csv`."""
    name = re.split(r"[\\/]", file)[-1].split(".")[0].lower()
    return frozenset({singular(name)}) if name.isalpha() else frozenset()


Lexicon = Mapping[tuple[str, ...], Sequence[tuple[str, Any]]]


def _lexicon(query: Query, table: Schema, nouns: frozenset[str]) -> Lexicon:
    """What each phrase may stand for in a question about a file."""
    found: dict[tuple[str, ...], list[tuple[str, Any]]] = {}

    def add(words: Sequence[str], kind: str, data: Any) -> None:
        if words and (kind, data) not in found.setdefault(tuple(words), []):
            found[tuple(words)].append((kind, data))

    for name, kind in _CUES.items():
        for phrase in phrases_of("row_frames")[name]:
            add(_WORD.findall(phrase), kind, phrase)
    for figure, phrases in phrases_of("row_measures").items():
        for phrase in phrases if figure not in ("highest", "lowest") else ():
            add(_WORD.findall(phrase), FIGURE, figure)
    for sign, phrases in phrases_of("relations").items():
        for phrase in phrases:
            add(_WORD.findall(phrase), RELATION, sign)
    for end, phrases in phrases_of("row_frame_ends").items():
        for phrase in phrases:
            add(_WORD.findall(phrase), EXTREME, end)
    add((",",), JOINT, ",")
    for noun in nouns | word_list("row_frames", "rows"):
        add((noun,), ROW, noun)
    for words, column in _columns(table):
        add(words, _kind_of(column, table, nouns), column)
    for words, (column, end) in _superlatives(table):
        add(words, EXTREME_OF, (column, end))
    for header, known in class_values(query).items():
        for words, value in known.items():
            truth = value is True and words == words_in(header)
            if not truth:
                add(words, CELL if header == table.named else CONDITION, _equal(header, value))
    for header, cells in table.cells.items():
        for cell in cells:
            add(words_in(cell), CELL, _equal(header, cell))
    return found


def _equal(header: str, value: Any) -> dict[str, Any]:
    return {"is": "compare", "column": header, "sign": "=", "value": value}


def _kind_of(column: Column, table: Schema, nouns: frozenset[str]) -> str:
    """Whether a column is one of truths, classes, names or numbers, or says what each row is."""
    if column.name == table.named or (column.kind == "integer" and singular(column.name.casefold()) in nouns):
        return ROW
    if column.kind == "truth":
        return TRUTH
    if column.is_number:
        return NUMBER_COLUMN
    return CLASS_COLUMN if column.name in table.values else NAME_COLUMN


def _columns(table: Schema) -> Iterator[tuple[tuple[str, ...], Column]]:
    """How each column may be called: by its whole header, by that without its unit, by a word that no other has."""
    from scitoolagent.tables.recognise import header_unit

    full = phrase_meanings("short_headers")
    said: dict[str, list[tuple[str, ...]]] = {}
    for column in table.columns:
        bare = re.sub(r"[\[(][^\])]*[\])]", " ", header_unit(column.name)[0]).replace("_", " ")
        own = {words_in(column.name.replace("_", " ")), words_in(bare)}
        own |= {tuple(word for part in words for word in full.get(part, part).split()) for words in own}
        said[column.name] = [words for words in own if words]
    parts: dict[str, set[str]] = {}
    for name, phrases in said.items():
        for words in phrases:
            for word in words:
                parts.setdefault(singular(word), set()).add(name)
    small = word_list("tables", "identifying") | word_list("references", "small")
    for column in table.columns:
        yield from ((words, column) for words in said[column.name])
        for word in {singular(word) for words in said[column.name] for word in words} - small:
            if len(word) > _SHORT and word.isalpha() and len(parts[word]) == 1:
                yield (word,), column


def _superlatives(table: Schema) -> Iterator[tuple[tuple[str, ...], tuple[Column, str]]]:
    """Adjectives of one column at an end of it: "cheapest" is the lowest price."""
    for group, end in (("scale_up", "highest"), ("scale_down", "lowest")):
        for adjective, labels in phrases_of(group).items():
            nouns = {label.removeprefix("column ") for label in labels if label.startswith("column ")}
            held = [column for words, column in _columns(table) if " ".join(words) in nouns and column.is_number]
            named = {column.name: column for column in held}
            if len(named) == 1:
                yield from (((form,), (held[0], end)) for form in _superlative(adjective))


def _superlative(adjective: str) -> Iterator[str]:
    yield f"{adjective}st" if adjective.endswith("e") else f"{adjective}est"
    if adjective.endswith("y"):
        yield f"{adjective[:-1]}iest"
    if len(adjective) == len("hot"):
        yield f"{adjective}{adjective[-1]}est"


def _chunks(
    words: Sequence[tuple[str, int, int]], lexicon: Lexicon, said: Sequence[Chunk], written: str
) -> list[Chunk]:
    """The chunks of some words of a text, the longest first at each place; nothing where a word is part of none."""
    found: list[Chunk] = []
    skipped = _skipped()
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
        if chunk is not None and taken == 1 and text in _small() and chunk.kind in (CONDITION, CELL):
            # "A student of class A": a value that is a small word elsewhere is written as it is in the file.
            chunk = chunk if written[start:end] == str(chunk.data["value"]) != text else None
        if chunk is None and text in skipped:
            place += 1
            continue
        if chunk is None and (text in IN_WORDS or re.fullmatch(r"\d+(?:\.\d+)?", text)):
            chunk, taken = Chunk(NUMERAL, start, end, text), 1
        if chunk is None and (alike := _inflected(text, lexicon)) is not None:
            chunk, taken = Chunk(alike[0], start, end, alike[1]), 1
        if chunk is None:
            return []
        found.append(chunk)
        place += taken
    return found


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
        if len(own) == 1:
            return Chunk(own[0][0], run[0][1], run[-1][2], own[0][1]), length
        return None, 0
    return None, 0


_ENDINGS = frozenset(
    ["", "s", "es", "d", "ed", "r", "er", "ers", "ing", "e", "y", "ies", "ied", "ation", "ion", "ment", "ity", "ility"]
)


def _inflected(text: str, lexicon: Lexicon) -> tuple[str, Any] | None:
    """What one word of the file says in another form: "smokes" of `smoker`, "expires" of `expiry`."""
    if not text.isalpha() or len(text) < _STEM:
        return None
    found = []
    for words, known in lexicon.items():
        if len(words) != 1 or not _is_akin(text, words[0]):
            continue
        found += [one for one in known if one[0] in (TRUTH, CONDITION, NUMBER_COLUMN, CLASS_COLUMN, NAME_COLUMN)]
    return found[0] if found and all(one == found[0] for one in found) else None


def _is_akin(one: str, other: str) -> bool:
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return shared >= _STEM and {one[shared:], other[shared:]} <= _ENDINGS


def _settled(chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """The chunks, with "by" in front of a value as no word for groups, and denials taken into what they deny."""
    left = list(chunks)
    place = 0
    while place < len(left):
        one = left[place]
        # "Women who smoke".
        if one.kind == ASK and place and left[place - 1].kind != JOINT:
            one = one._replace(kind=VERB)
        behind = left[place + 1] if place + 1 < len(left) else None
        if one.kind == GROUP and behind is not None and behind.kind in (CONDITION, CELL):
            place += 1
            continue
        if one.kind == NOT and behind is not None:
            # "Do not smoke", "were not on placebo".
            after = place + 1
            while after < len(left) and left[after].kind == VERB:
                after += 1
            denied = left[after] if after < len(left) else None
            if denied is not None and denied.kind in (CONDITION, TRUTH):
                held = denied.data if denied.kind == CONDITION else _equal(denied.data.name, True)
                if isinstance(held.get("value"), bool):
                    held = {**held, "value": not held["value"]}
                else:
                    held = {"is": "not", "of": held}
                yield Chunk(CONDITION, one.start, denied.end, held)
                place = after + 1
                continue
        yield one
        place += 1
