"""The lattice: all that spans of a question may be, before anything is decided."""

from __future__ import annotations

from collections.abc import Sequence

from scitoolagent.chart.closed import closed_class, numbers, unit_named, value_of
from scitoolagent.chart.edges import ONE_ROW, Day, Edge
from scitoolagent.chart.linking import Linker, in_brackets
from scitoolagent.chart.tokens import Token, tokenize
from scitoolagent.language.stem import is_plural
from scitoolagent.request.canonical import MONTHS, WEEKDAYS

_MONTHS = tuple(map(str.lower, MONTHS))
_WEEKDAYS = tuple(map(str.lower, WEEKDAYS))


def lattice(tokens: Sequence[Token], linker: Linker, named_by: Sequence[str] = ()) -> list[Edge]:
    """Return the candidates of all spans: closed-class words, numbers, days, columns and cells.

    Args:
        tokens: those of the question.
        linker: finds columns and cells.
        named_by: words that say what the rows are: those of the name of the file.
    """
    closed = closed_class(tokens)
    found = [edge for edge in closed if edge.kind != "dimension"]
    found += numbers(tokens)
    found += _days(tokens)
    columns = linker.columns(tokens) + linker.verbatim(tokens)
    linked = {place for edge in columns for place in range(edge.start, edge.end)}
    for edge in closed:
        if edge.kind == "dimension" and edge.start not in linked:
            columns += linker.of_dimension(edge, edge.value)
    columns += _with_heads(columns, closed) + _with_units(tokens, columns)
    found += columns + linker.rows(columns) + linker.truths(columns) + linker.cells(tokens) + _implied(columns, closed)
    # What a column is called is no word for the rows; a column of dates is called by what happened: "caught".
    named = {place for edge in columns if not linker.is_date(edge.value) for place in range(edge.start, edge.end)}
    found += [
        Edge("row", place, place + 1, "row" if is_plural(token.text.lower()) else ONE_ROW, 0.6)
        for place, token in enumerate(tokens)
        if token.kind == "word" and len(token.text) > 2 and place not in named and linker.is_row(token, named_by)
    ]
    found += _compounds(tokens, found, columns) + appositions(tokens, columns) + _units(tokens)
    covered = {place for edge in found for place in range(edge.start, edge.end)}
    for place, token in enumerate(tokens):
        if place not in covered:
            found += linker.by_unit(token, place)
            akin = linker.akin(token, place)
            found += akin + linker.truths(akin)
    return found


def _units(tokens: Sequence[Token]) -> list[Edge]:
    """The units that results are wanted in: "in cm"."""
    found = []
    for start, token in enumerate(tokens[:-1]):
        unit = unit_named(tokens[start + 1].text) if token.text.lower() in ("in", "as", "into") else ""
        if unit and tokens[start + 1].text.lower() not in ("a", "the", "in", "at"):
            found.append(Edge("unit", start, start + 2, unit, 2.2))
    return found


def _with_heads(columns: Sequence[Edge], closed: Sequence[Edge]) -> list[Edge]:
    """Columns with a general noun behind them: "fracture type", "tailing factor"."""
    heads = {edge.start: edge.end for edge in closed if edge.kind == "head"}
    return [
        Edge("column", edge.start, heads[edge.end], edge.value, edge.score + 0.6)
        for edge in columns
        if edge.end in heads
    ]


def _compounds(tokens: Sequence[Token], found: Sequence[Edge], columns: Sequence[Edge]) -> list[Edge]:
    """Columns with the noun for a row before them, in the singular: "tumour type" in tumours.csv."""
    rows = {edge.end: edge.start for edge in found if edge.kind == "row" and edge.end == edge.start + 1}
    return [
        Edge("column", rows[edge.start], edge.end, edge.value, edge.score + 0.3)
        for edge in columns
        if edge.start in rows and not is_plural(tokens[rows[edge.start]].text.lower())
    ]


def _with_units(tokens: Sequence[Token], columns: Sequence[Edge]) -> list[Edge]:
    """Columns with what their headers have in brackets behind them, as in the file: "temperature (°C)"."""
    found = []
    for edge in columns:
        behind = [token.text.lower() for token in tokenize(in_brackets(edge.value))]
        end = edge.end + len(behind)
        if behind and [token.text.lower() for token in tokens[edge.end : end]] == behind:
            found.append(Edge("column", edge.start, end, edge.value, edge.score + 0.6))
    return found


def _implied(columns: Sequence[Edge], closed: Sequence[Edge]) -> list[Edge]:
    """Superlatives that say what they are of: "heaviest" is the highest of the one column of masses."""
    ends = {(edge.start, edge.end): edge.value for edge in closed if edge.kind == "superlative"}
    signs = {edge.start: edge for edge in closed if edge.kind == "compare"}
    than = [
        Edge("compare_of", edge.start, signs[edge.start].end, (signs[edge.start].value, edge.value), edge.score + 1.2)
        for edge in columns
        if edge.start in signs and edge.end <= signs[edge.start].end
    ]
    return than + [
        Edge("end_of", edge.start, edge.end, (ends[edge.start, edge.end], edge.value), edge.score + 0.8)
        for edge in columns
        if (edge.start, edge.end) in ends
    ]


def appositions(tokens: Sequence[Token], columns: Sequence[Edge]) -> list[Edge]:
    """Return what stands in brackets behind words that say the same: "the living density (OD600)"."""
    found = []
    for edge in columns:
        if (
            edge.start > 0
            and edge.end < len(tokens)
            and tokens[edge.start - 1].text == "("
            and tokens[edge.end].text == ")"
        ):
            found += [
                Edge(edge.kind, start, edge.end + 1, edge.value, edge.score + 0.4 * (edge.start - start))
                for start in range(max(0, edge.start - 4), edge.start - 1)
                if all(token.kind == "word" for token in tokens[start : edge.start - 1])
            ]
    return found


def _days(tokens: Sequence[Token]) -> list[Edge]:
    found = []
    for place, token in enumerate(tokens):
        word = token.text.lower()
        if token.kind == "date":
            found.append(Edge("day", place, place + 1, Day(token.text), 1.5))
        elif (day := word.removesuffix("s") if word not in _WEEKDAYS else word) in _WEEKDAYS:
            found.append(Edge("day", place, place + 1, Day(f"-W{_WEEKDAYS.index(day) + 1}"), 1.5))
        elif month := _month(word):
            found.append(Edge("day", place, place + 1, Day(f"--{month:02d}"), 1.4))
            found += _written_out(tokens, place, month)
    return found


def _month(word: str) -> int:
    for number, name in enumerate(_MONTHS, 1):
        if word == name or (len(word) == 3 and word == name[:3] and word not in ("may", "mar", "sep")):
            return number
    return 0


def _written_out(tokens: Sequence[Token], place: int, month: int) -> list[Edge]:
    """A day in words: 3 March 2024, March 3, 2024."""
    before = value_of(tokens[place - 1]) if place else None
    after = [token for token in tokens[place + 1 : place + 4] if token.text != ","]
    numbers = [int(value) for token in after if (value := value_of(token)) is not None]
    year = next((value for value in numbers if 1000 <= value <= 9999), 0)
    if before is not None and 1 <= before <= 31 and year and numbers[0] == year:
        return [Edge("day", place - 1, place + 2, Day(f"{year:04d}-{month:02d}-{int(before):02d}"), 3.2)]
    if len(numbers) > 1 and 1 <= numbers[0] <= 31 and numbers[1] == year:
        end = place + 1 + next(n for n, token in enumerate(tokens[place + 1 : place + 4], 1) if value_of(token) == year)
        return [Edge("day", place, end, Day(f"{year:04d}-{month:02d}-{numbers[0]:02d}"), 3.2)]
    return []
