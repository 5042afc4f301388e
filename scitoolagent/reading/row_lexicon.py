"""What the phrases of a question about a file may be: columns, what these hold, and the words of everyday questions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scitoolagent.language.stem import singular
from scitoolagent.language.words import phrase_meanings, phrases_of, word_list
from scitoolagent.reading.row_nouns import counted_things
from scitoolagent.reading.row_values import class_values, words_in
from scitoolagent.records import Column, Query, Schema

# The kinds of chunks, as one letter each, so that a sentence is a text that patterns can be held against.
ASK, COUNT, FIGURE, EXTREME, GROUP, JOINT, EITHER, AGAINST = "Q", "H", "A", "S", "G", "j", "o", "u"
DIFFERENCE, RATIO, SHARE, LINK, NEAR, NOT, VERB, AMONG, COMPARE, MORE = "D", "T", "V", "B", "L", "n", "v", "m", "K", "c"
SEEN, UNLIKE, EXPIRED, WANTED = "z", "d", "x", "w"
NUMBER_COLUMN, CLASS_COLUMN, NAME_COLUMN, TRUTH, CONDITION, CELL = "N", "C", "I", "U", "F", "X"
ROW, NUMERAL, EXTREME_OF, RELATION = "R", "#", "E", "r"

WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+(?:\.\d+)?|[^\w\s]")
_STEM, _SHORT = 4, 2
# Headers of so many words are also said in another order.
_TURNED = 4
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


Lexicon = Mapping[tuple[str, ...], Sequence[tuple[str, Any]]]
_ENDINGS = frozenset(
    ["", "s", "es", "d", "ed", "r", "er", "ers", "ing", "e", "y", "ies", "ied", "ation", "ion", "ment", "ity", "ility"]
)


def lexicon_of(query: Query, table: Schema, nouns: frozenset[str]) -> Lexicon:
    """What each phrase may stand for in a question about a file."""
    found: dict[tuple[str, ...], list[tuple[str, Any]]] = {}

    def add(words: Sequence[str], kind: str, data: Any) -> None:
        if words and (kind, data) not in found.setdefault(tuple(words), []):
            found[tuple(words)].append((kind, data))

    for name, kind in _CUES.items():
        for phrase in phrases_of("row_frames")[name]:
            add(WORDS.findall(phrase), kind, phrase)
    for figure, phrases in phrases_of("row_measures").items():
        for phrase in phrases if figure not in ("highest", "lowest") else ():
            add(WORDS.findall(phrase), FIGURE, figure)
    for sign, phrases in phrases_of("relations").items():
        for phrase in phrases:
            add(WORDS.findall(phrase), RELATION, sign)
    for end, phrases in phrases_of("row_frame_ends").items():
        for phrase in phrases:
            add(WORDS.findall(phrase), EXTREME, end)
    add((",",), JOINT, ",")
    things = counted_things(query)
    for noun in nouns | word_list("row_frames", "rows"):
        if singular(noun) not in things:
            add((noun,), ROW, noun)
    # "Variants" of a file with a `variant type` are its rows.
    whole = {words_in(one.name.replace("_", " ")) for one in table.columns}
    headers = [
        one
        for one in header_phrases(table)
        if one[0] in whole or len(one[0]) > 1 or not {*map(singular, one[0])} & nouns
    ]
    for words, column in headers:
        add(words, _kind_of(column, table, nouns), column)
    for words, (column, end) in _superlatives(headers):
        add(words, EXTREME_OF, (column, end))
    for header, known in class_values(query).items():
        for words, value in known.items():
            truth = value is True and words == words_in(header)
            if not truth:
                add(words, CELL if header == table.named else CONDITION, equal_to(header, value))
    for header, cells in table.cells.items():
        for cell in cells:
            add(words_in(cell), CELL, equal_to(header, cell))
    return found


def stems(file: str) -> frozenset[str]:
    """What rows are called by the name of their file: birds of `birds.csv`."""
    name = re.split(r"[\\/]", file)[-1].split(".")[0].lower()
    return frozenset({singular(name)}) if name.isalpha() else frozenset()


def is_said_by_file(file: str, column: Column) -> bool:
    """Whether a header is what the rows are called by the name of their file."""
    return singular(column.name.casefold()) in stems(file)


def equal_to(header: str, value: Any) -> dict[str, Any]:
    """The condition that a column holds a value."""
    return {"is": "compare", "column": header, "sign": "=", "value": value}


def _kind_of(column: Column, table: Schema, nouns: frozenset[str]) -> str:
    """Whether a column is one of truths, classes, names or numbers, or says what each row is."""
    rows = nouns | word_list("row_frames", "plain_rows")
    if column.name == table.named or (column.kind == "integer" and singular(column.name.casefold()) in rows):
        return ROW
    if said_true(column, table) is not None:
        return TRUTH
    if column.is_number:
        return NUMBER_COLUMN
    return CLASS_COLUMN if column.name in table.values else NAME_COLUMN


def said_true(column: Column, table: Schema) -> Any:
    """The value that says of a row that it is what the header says; None where there is none.

    Among texts a third one may stand beside yes and no: "ex" of a column `Smoker`.
    """
    if column.kind == "truth":
        return True
    held = {str(value).casefold(): value for value in table.values.get(column.name, ())}
    yes, no = (held.keys() & word_list("row_words", name) for name in ("true", "false"))
    return held[next(iter(yes))] if column.kind == "text" and len(yes) == len(no) == 1 else None


def header_phrases(table: Schema) -> Iterator[tuple[tuple[str, ...], Column]]:
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
    whole = {words for phrases in said.values() for words in phrases}
    for column in table.columns:
        # "Baseline SBP" of `SBP baseline`, "week 12 SBP" of `SBP week 12`.
        turned = {words[n:] + words[:n] for words in said[column.name] for n in range(1, min(len(words), _TURNED + 1))}
        yield from ((words, column) for words in turned - whole if all(map(str.isalnum, words)))
    # The `type` of a file of rocks is the "rock type".
    first = words_in(table.named.replace("_", " "))
    plain = word_list("frames", "words")
    yield from (
        (first + words, one) for one in table.columns for words in said[one.name] if first and set(words) <= plain
    )
    small = word_list("tables", "identifying") | word_list("references", "small") | word_list("row_frames", "traded")
    for column in table.columns:
        yield from ((words, column) for words in said[column.name])
        for word in {singular(word) for words in said[column.name] for word in words} - small:
            if len(word) > _SHORT and word.isalpha() and len(parts[word]) == 1:
                yield (word,), column


def _superlatives(
    headers: Sequence[tuple[tuple[str, ...], Column]],
) -> Iterator[tuple[tuple[str, ...], tuple[Column, str]]]:
    """Adjectives of one column at an end of it: "cheapest" is the lowest price."""
    numbers = [(" ".join(words), column) for words, column in headers if column.is_number]
    for group, end in (("scale_up", "highest"), ("scale_down", "lowest")):
        for adjective, labels in phrases_of(group).items():
            nouns = {label.removeprefix("column ") for label in labels if label.startswith("column ")}
            named = {column.name: column for said, column in numbers if said in nouns}
            if len(named) == 1:
                (column,) = named.values()
                yield from (((form,), (column, end)) for form in _superlative(adjective))


def _superlative(adjective: str) -> Iterator[str]:
    yield f"{adjective}st" if adjective.endswith("e") else f"{adjective}est"
    if adjective.endswith("y"):
        yield f"{adjective[:-1]}iest"
    if len(adjective) == len("hot"):
        yield f"{adjective}{adjective[-1]}est"


@lru_cache(maxsize=1)
def small_words() -> frozenset[str]:
    """Words that say nothing of rows, or what is asked of them."""
    cues = {word for name in _CUES for phrase in phrases_of("row_frames")[name] for word in phrase.split()}
    return skipped_words() | cues


@lru_cache(maxsize=1)
def skipped_words() -> frozenset[str]:
    """Words that say nothing of rows: small ones, and verbs of what was measured or reached."""
    return frozenset().union(*(word_list("row_frames", name) for name in ("skipped", "neutral", "traded")))


def inflected(text: str, lexicon: Lexicon) -> tuple[str, Any] | None:
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
