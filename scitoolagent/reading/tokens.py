"""The words, numbers and signs of a question, sentence by sentence, with its values as one token each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from scitoolagent.records import Query
from scitoolagent.tool.numbers import IN_WORDS

ENTITY, QUANTITY, NUMBER, WORD, SIGN = "entity", "quantity", "number", "word", "sign"
ASIDE = "aside"
# The brackets at the end of a header.
BRACKETED = re.compile(r"\s*[\[(][^\[\]()]{0,40}[\])]\s*$")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+(?:[.,]\d+)*|\S")
# A full stop ends a sentence only where a blank follows, so that `lib.csv` and `3.5` stay whole.
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DECIMAL = re.compile(r"\d+(?:[.,]\d+)?")
_END = re.compile(r"[.?!;]+(?=\s|$)|\n+")


class Token(NamedTuple):
    """A word in small letters, a number, a sign, or one value of the question."""

    text: str
    start: int
    end: int
    kind: str

    @property
    def number(self) -> float | None:
        """What a number in digits or in words stands for."""
        if self.kind == NUMBER:
            if _THOUSANDS.fullmatch(self.text):
                return float(self.text.replace(",", ""))
            # 1.2.3 is a version and no number.
            return float(self.text.replace(",", ".")) if _DECIMAL.fullmatch(self.text) else None
        return IN_WORDS.get(self.text) if self.kind == WORD else None


def read_tokens(query: Query) -> list[Token]:
    """The tokens of a question in the order of the text; two readings of one place are one token."""
    spans = {(entity.start, entity.end): ENTITY for entity in query.entities if entity.end > entity.start}
    spans |= {(quantity.start, quantity.end): QUANTITY for quantity in query.quantities}
    aside = spans_aside(query)
    spans = {span: kind for span, kind in spans.items() if not any(a <= span[0] and span[1] <= b for a, b in aside)}
    spans |= dict.fromkeys(aside, ASIDE)
    found: list[Token] = []
    place = 0
    for start, end in [*sorted(spans), (len(query.text), len(query.text))]:
        if start < place:
            continue
        found += [_token(match) for match in _TOKEN.finditer(query.text, place, start)]
        if end > start and spans[start, end] != ASIDE:
            found.append(Token(query.text[start:end], start, end, spans[start, end]))
        place = end
    return found


def spans_aside(query: Query) -> list[tuple[int, int]]:
    """Where a question says what is read with its files: the sheet that it means, and the brackets of headers."""
    return sorted({*worksheet_spans(query), *header_brackets(query)})


def header_brackets(query: Query) -> list[tuple[int, int]]:
    """Where the brackets that end a header stand behind the rest of it: "IC50 (nM)" names no unit to be in."""
    columns = {column.name for table in query.tables for column in table.columns}
    values = [(one.start, one.end) for one in query.entities] + [(one.start, one.end) for one in query.quantities]
    found: list[tuple[int, int]] = []
    for name in columns:
        brackets = BRACKETED.search(name)
        if brackets is None or not brackets.start():
            continue
        said = rf"(?<!\w){re.escape(name[: brackets.start()])}\s*({re.escape(brackets[0].strip())})"
        spans = [match.span(1) for match in re.finditer(said, query.text, re.IGNORECASE)]
        found += [(a, b) for a, b in spans if not any(start < b and a < end for start, end in values)]
    return found


def worksheet_spans(query: Query) -> list[tuple[int, int]]:
    """Where a question says which sheet of a workbook it means."""
    files = [(query.entity(table.file), table) for table in query.tables if table.sheets and table.sheet]
    if not files:
        return []
    from scitoolagent.tables.sheets import said_worksheet

    found = [said_worksheet(query.text, file.start, file.end, table.sheets) for file, table in files]
    return sorted({(one.start, one.end) for one in found if one is not None})


def _token(match: re.Match[str]) -> Token:
    text = match[0].lower().replace("’", "'")
    kind = NUMBER if text[0].isdecimal() else WORD if text[0].isalpha() else SIGN
    return Token(text, match.start(), match.end(), kind)


def sentences(text: str, tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each sentence; a sentence mark inside a value ends nothing."""
    values = [token for token in tokens if token.kind in (ENTITY, QUANTITY)]
    starts = [token.start for token in values]
    ends: list[int] = []
    for match in _END.finditer(text):
        before = bisect_right(starts, match.start()) - 1
        if before < 0 or match.start() >= values[before].end:
            ends.append(match.end())
    found: list[list[Token]] = [[] for _ in range(len(ends) + 1)]
    for token in tokens:
        found[bisect_right(ends, token.start)].append(token)
    return [sentence for sentence in found if sentence]
