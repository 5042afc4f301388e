"""Links of words to the columns of a table and to the values that stand in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scitoolagent.chart.closed import known_words, unit_named
from scitoolagent.chart.edges import Cell, Edge
from scitoolagent.chart.tokens import Token, tokenize
from scitoolagent.columns import Column, Schema
from scitoolagent.language.stem import singular, stem
from scitoolagent.request.conditions import Plain
from scitoolagent.tool.units import convertible

_LONGEST = 5
# The type of a column of dates.
DATES = "CalendarDate"
# What is in brackets behind a header is its unit or a remark.
_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_SHORTEST_PREFIX = 3
# The least likeness of word vectors by which a word stands for a header that it has no letters in common with.
_LIKE, _NEARER = 0.5, 0.12
_YES = {"yes", "y", "true", "1", "t", "positive", "pos", "+"}
_NO = {"no", "n", "false", "0", "f", "negative", "neg", "-"}
# A letter that stands for a word where the column holds both.
_CODES = {"male": "m", "female": "f", "man": "m", "woman": "f", "men": "m", "women": "f", "boy": "m", "girl": "f"}
# Units that headers say in words, which alone are no name of a column.
_UNITS = frozenset(
    "pct percent perc c k f h hr hrs min s sec d days day wk yr years year g kg mg ug ng l ml ul cm mm m nm um".split()
)
# Parts of a date, which a column of dates does not stand for.
_PERIODS = frozenset("day week month year hour quarter season decade".split())
# Words of headers that say how a value is held and not what it is.
_IDLE = {
    "id",
    "no",
    "nr",
    "num",
    "number",
    "name",
    "code",
    "value",
    "total",
    "mean",
    "avg",
    "of",
    "in",
    "per",
    "the",
    "at",
    "by",
}


@dataclass(frozen=True, slots=True)
class Header:
    """A column with the words of its header and those that its unit is called by."""

    column: Column
    words: tuple[str, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The words that have to be said for it."""
        words = self.words
        if self.column.unit and len(words) > 1 and words[-1] in _UNITS:
            words = words[:-1]
        return tuple(word for word in words if word not in _IDLE) or self.words


class Linker:
    """Finds the columns and values of one table that words of a question may stand for.

    Args:
        schema: the table.
    """

    def __init__(self, schema: Schema) -> None:
        self._headers = [Header(column, words_of_header(column.name)) for column in schema.columns]
        self._values = [
            (Cell(name, value), _parts(value))
            for name, values in (*schema.values.items(), *schema.cells.items())
            for value in values
            if str(value).strip()
        ]
        self._kinds = {name: [value.strip().lower() for value in values] for name, values in schema.values.items()}
        self._columns = {column.name: column for column in schema.columns}
        self._named = schema.named

    def columns(self, tokens: Sequence[Token]) -> list[Edge]:
        """The columns that each span of words may stand for."""
        found: list[Edge] = []
        for start in range(len(tokens)):
            for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
                said = [one.text.lower() for one in tokens[start:end]]
                if tokens[start].kind in ("word", "number"):
                    found += self._spanned(said, start, end)
        return found

    def _spanned(self, said: Sequence[str], start: int, end: int) -> list[Edge]:
        plain = _letters("".join(said))
        whole = [header for header in self._headers if plain in (_letters(header.column.name), "".join(header.words))]
        if whole:
            # The whole header leaves no doubt: parts of others that are like it are not meant.
            return [Edge("column", start, end, header.column.name, len(said) + 1.0) for header in whole]
        scored = ((self._likeness(said, header), header) for header in self._headers)
        return [Edge("column", start, end, header.column.name, score) for score, header in scored if score > 0]

    def verbatim(self, tokens: Sequence[Token]) -> list[Edge]:
        """The headers that stand in a question letter by letter, with their brackets and signs."""
        found = []
        for header in self._headers:
            parts = [token.text.lower() for token in tokenize(header.column.name)]
            found += [
                Edge("column", start, start + len(parts), header.column.name, len(parts) + 1.0)
                for start in range(len(tokens) - len(parts) + 1 if len(parts) > 1 else 0)
                if [one.text.lower() for one in tokens[start : start + len(parts)]] == parts
            ]
        return found

    def _likeness(self, said: Sequence[str], header: Header) -> float:
        """How well words stand for a header: each has to stand for a word of it, and what is not said costs."""
        words = [word for word in said if word not in ("of", "the", "in", "-", "_", "/")]
        if not words or len(words) > len(header.words) or said[0] in ("of", "the", "in", "-"):
            return 0.0
        left, total = list(header.words), 0.0
        for word in words:
            weight, best = max((_same(word, other), other) for other in left)
            if weight == 0.0:
                return 0.0
            left.remove(best)
            total += weight
        # Only idle words of it were said: "number", "mean", or its unit.
        if not any(word not in left for word in header.keys):
            return 0.0
        is_part = any(word in left for word in header.keys)
        return max(0.05, total - 0.3 * is_part)

    def akin(self, token: Token, place: int) -> list[Edge]:
        """The columns that a word stands for by its meaning alone, where one is clearly nearer than the others."""
        if token.kind != "word" or len(token.text) < _SHORTEST_PREFIX or singular(token.text.lower()) in _PERIODS:
            return []
        scored = sorted(
            (
                (max(_cosine(token.text.lower(), word) for word in header.keys), header)
                for header in self._headers
                if header.keys
            ),
            key=lambda item: -item[0],
        )
        if not scored or scored[0][0] < _LIKE:
            return []
        best, second = scored[0][0], scored[1][0] if len(scored) > 1 else 0.0
        if best - second < _NEARER:
            return []
        return [Edge("column", place, place + 1, scored[0][1].column.name, 0.4 * best)]

    def rows(self, columns: Sequence[Edge]) -> list[Edge]:
        """Where the column that names the rows is said, these are: each plot is a row."""
        return [Edge("row", edge.start, edge.end, "row", 0.6) for edge in columns if edge.value == self._named]

    def is_date(self, name: str) -> bool:
        """Whether a column holds dates."""
        return self._columns[name].type == DATES

    def is_row(self, token: Token, named_by: Sequence[str]) -> bool:
        """Whether a word is what the rows are: akin to the name of the file, or to the column that names its rows."""
        word = token.text.lower()
        if not word.isalpha():
            # "LPS-only" says more than the name of a file does.
            return False
        return any(_same(word, other) >= 0.8 or _cosine(singular(word), other) >= _LIKE for other in named_by)

    def of_dimension(self, edge: Edge, unit: str) -> list[Edge]:
        """The one column of numbers whose unit has the dimension that a word speaks of."""
        held = [
            header.column.name
            for header in self._headers
            if header.column.is_number and header.column.unit and convertible(header.column.unit, unit)
        ]
        return [Edge("column", edge.start, edge.end, held[0], 0.5)] if len(held) == 1 else []

    def by_unit(self, token: Token, place: int) -> list[Edge]:
        """The one column whose values are in the unit that a word names: "how many days"."""
        unit = unit_named(token.text)
        held = [header.column.name for header in self._headers if unit and header.column.unit == unit]
        return [Edge("column", place, place + 1, name, 0.4) for name in held] if len(held) == 1 else []

    def cells(self, tokens: Sequence[Token]) -> list[Edge]:
        """The values of columns that each span of words says."""
        found: list[Edge] = []
        for cell, parts in self._values:
            size = len(parts)
            for start in range(len(tokens) - size + 1):
                span = tokens[start : start + size]
                weight = min((_same_value(one, part) for one, part in zip(span, parts, strict=True)), default=0.0)
                if weight > 0:
                    found.append(Edge("cell", start, start + size, cell, size * weight + 0.3))
        for place, token in enumerate(tokens):
            found += self._coded(token, place)
        return found

    def _coded(self, token: Token, place: int) -> list[Edge]:
        word = singular(token.text.lower())
        code = _CODES.get(word)
        found = []
        for name, values in self._kinds.items():
            if code and {"m", "f"} >= set(values) and code in values:
                value = self._held(name, code)
                found.append(Edge("cell", place, place + 1, Cell(name, value), 1.2))
        return found

    def truths(self, columns: Sequence[Edge]) -> list[Edge]:
        """Columns of yes and no that are named where rows are meant: "smokers" are those with yes."""
        found = []
        for edge in columns:
            values = self._kinds.get(edge.value, [])
            yes = [value for value in values if value in _YES]
            if len(values) == 2 and len(yes) == 1 and any(value in _NO for value in values):
                cell = Cell(edge.value, self._held(edge.value, yes[0]))
                found.append(Edge("cell", edge.start, edge.end, cell, edge.score))
            elif self._columns[edge.value].kind == "truth":
                found.append(Edge("cell", edge.start, edge.end, Cell(edge.value, True), edge.score))
        return found

    def _held(self, column: str, lowered: str) -> Plain:
        return next(
            cell.value
            for cell, _ in self._values
            if cell.column == column and str(cell.value).strip().lower() == lowered
        )


def likeness(words: str, header: str) -> float:
    """How near some words are to a header by the vectors of their words, from -1 to 1."""
    said = [one.text.lower() for one in tokenize(words) if one.kind == "word"]
    held = [word for word in words_of_header(header) if word not in _IDLE and word not in _UNITS]
    return max((_cosine(word, other) for word in said for other in held), default=0.0)


@lru_cache(maxsize=1)
def _embedder() -> object:
    from scitoolagent.language.vectors import StaticEmbedder

    return StaticEmbedder()


@lru_cache(maxsize=65_536)
def _cosine(first: str, second: str) -> float:
    vectors = _embedder().embed([first, second])  # type: ignore[attr-defined]
    return float(vectors[0] @ vectors[1])


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


@lru_cache(maxsize=4096)
def words_of_header(name: str) -> tuple[str, ...]:
    """The words of a header in small letters, without what brackets add: `bodyMass_g (wet)` has body, mass and g."""
    plain = _BRACKETS.sub("", name).strip() or name
    return tuple(word.lower() for word in _PARTS.findall(plain)) or (plain.lower(),)


def in_brackets(name: str) -> str:
    """Return what a header has in brackets, which mostly is its unit; empty where it has none."""
    bracket = _BRACKETS.search(name)
    return bracket.group() if bracket else ""


def _parts(value: object) -> list[str]:
    return [token.text for token in tokenize(str(value))]


def _same(word: str, other: str) -> float:
    """How surely a word of a question is a word of a header: 1 for the same, less for forms and abbreviations."""
    if word == other:
        return 1.0
    if stem(word) == stem(other) or singular(word) == singular(other):
        return 0.95
    if word in known_words():
        # "All" is no short form of "alloy", nor "and" of "answered".
        return 0.0
    short, long = sorted((word, other), key=len)
    if len(short) >= _SHORTEST_PREFIX and long.startswith(short) and short.isalpha():
        return 0.8 if len(long) - len(short) > 1 else 0.85
    if _is_skeleton(short, long):
        return 0.7
    root, other_root = stem(word), stem(other)
    shared = len(_common(root, other_root))
    if shared >= 4 and shared >= max(len(root), len(other_root)) - 2:
        return 0.6
    return 0.0


def _common(first: str, second: str) -> str:
    size = 0
    while size < min(len(first), len(second)) and first[size] == second[size]:
        size += 1
    return first[:size]


def _is_skeleton(short: str, long: str) -> bool:
    """Whether a word is written by letters of another in their order, the first among them: `wt`, `conc`, `qty`."""
    if len(short) < 2 or len(long) < 5 or short[0] != long[0] or short[-1] not in long[1:] or not short.isalpha():
        return False
    rest = iter(long)
    consonants = all(letter in rest for letter in short)
    return consonants and not set(short[1:]) & set("aeiou") and len(short) <= 5


def _same_value(token: Token, part: str) -> float:
    if token.text == part:
        return 1.0 if len(part) > 1 else 0.8
    if len(part) < 2:
        # One letter in another case is an article or a pronoun as often.
        return 0.0
    if token.text.lower() == part.lower():
        return 0.95
    if part.isalpha() and len(part) > 2 and (singular(token.text.lower()) == singular(part.lower())):
        return 0.9
    if part.isalpha() and len(part) > 3 and stem(token.text.lower()) == stem(part.lower()):
        return 0.8
    return 0.0
