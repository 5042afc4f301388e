"""The grammar: typed rules by which phrases are put together, without a word of any language.

Each rule is a sequence of kinds and a function from the edges that stand there to the values that they make. The kinds
that come out: `bound` (signs and numbers), `condition` (on rows), `pair` (two groups of one column), `measure` (a
figure of a column), `key` (columns that make groups), `end` (a superlative with its column).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from scitoolagent.chart.edges import Cell, Day, Edge, Number
from scitoolagent.chart.ends import Extreme, extreme_of, on_column
from scitoolagent.chart.linking import DATES, words_of_header
from scitoolagent.columns import Column
from scitoolagent.language.stem import singular
from scitoolagent.request.conditions import Both, Compare, Condition, Dated, Missing, Not, OneOf, all_of, parts_of
from scitoolagent.tool.units import convertible

# Words of headers of numbers of things.
_COUNTING = frozenset("count counts n number num abundance individuals tally ind".split())
# The last word of a header whose whole numbers say which row it is.
_NUMBERING = frozenset(
    "id no nr number code index row run plate cage patient subject sample batch lot replicate rep trial well plot "
    "animal".split()
)
Values = Iterator[tuple[Any, float]]
Make = Callable[[Sequence[Edge]], Values]
OfColumns = Callable[["Grammar", Sequence[Edge]], Values]


@dataclass(frozen=True, slots=True)
class Rule:
    """Edges of these kinds in a row make one of `kind`."""

    kind: str
    parts: tuple[str, ...]
    make: Make

    def made(self, parts: Sequence[Edge]) -> Iterator[Edge]:
        """Return the edges that the rule makes of some parts."""
        total = sum(part.score for part in parts)
        for value, bonus in self.make(parts):
            yield Edge(self.kind, parts[0].start, parts[-1].end, value, total + bonus)


@dataclass(frozen=True, slots=True)
class Bound:
    """A side of a number, or two sides of two."""

    sides: tuple[tuple[str, Number], ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two values of one column, in the order in which they were said."""

    column: str
    first: Any
    second: Any


class Grammar:
    """The rules over the columns of one table."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = {column.name: column for column in columns}
        self.dates = [column.name for column in columns if column.type == DATES]

    def is_number(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return self.columns[name].is_number

    def is_date(self, name: str) -> bool:
        """Whether a column holds dates."""
        return self.columns[name].type == DATES

    def is_amount(self, name: str) -> bool:
        """Whether a column holds amounts, and not numbers by which its rows are told apart."""
        column = self.columns[name]
        numbers_rows = column.kind == "integer" and singular(words_of_header(name)[-1]) in _NUMBERING
        return column.is_number and not numbers_rows

    def extreme(self, given: Extreme, name: str) -> Extreme | None:
        """Return an end of a column; None where its word does not say which end of this column is meant."""
        return on_column(given, self.columns[name])

    @property
    def counts(self) -> bool:
        """Whether a column says how many there were, so that rows are not what is counted."""
        return any(
            column.kind == "integer" and set(words_of_header(column.name)) & _COUNTING
            for column in self.columns.values()
        )

    def fits(self, name: str, number: Number) -> bool:
        """Whether a number can be compared with the values of a column: its unit is known there, or it has none."""
        column = self.columns[name]
        if not column.is_number:
            return False
        if not number.unit:
            return True
        return column.unit is not None and convertible(number.unit, column.unit)

    def rules(self) -> tuple[Rule, ...]:
        """Return the rules with what is known of the columns."""
        return tuple(Rule(kind, parts, partial(make, self)) for kind, parts, make in RULES)


def _of(*places: int, bonus: float = 0.2) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        yield Bound(((parts[places[0]].value, parts[places[1]].value),)), bonus

    return make


def _range(first: int, second: int) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        low, high = parts[first].value, parts[second].value
        if not low.unit and high.unit:
            low = Number(low.value, high.unit)
        if low.value <= high.value:
            yield Bound(((">=", low), ("<=", high))), 0.4

    return make


def _compared(column: int, bound: int, bonus: float) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        name = parts[column].value
        sides: tuple[tuple[str, Number], ...] = parts[bound].value.sides
        if all(grammar.fits(name, number) for _, number in sides):
            yield all_of([_compare(name, sign, number) for sign, number in sides]), bonus

    return make


def _compare(name: str, sign: str, number: Number) -> Compare:
    value = int(number.value) if number.value.is_integer() else number.value
    return Compare(column=name, sign=sign, value=value, unit=number.unit)  # type: ignore[arg-type]


def _implied(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    """A comparative that says what it compares: "older than 60"."""
    (sign, name), number = parts[0].value, parts[1].value
    if grammar.fits(name, number):
        yield _compare(name, sign, number), 0.2


def _alone(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    """A bound whose unit only one column has."""
    sides = parts[0].value.sides
    if not all(number.unit for _, number in sides):
        return
    names = [name for name in grammar.columns if all(grammar.fits(name, number) for _, number in sides)]
    if len(names) == 1:
        yield all_of([_compare(names[0], sign, number) for sign, number in sides]), -0.3


def _equal(column: int, number: int) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        name, value = parts[column].value, parts[number].value
        if grammar.fits(name, value):
            yield _compare(name, "=", value), 0.1

    return make


def _cell(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    cell: Cell = parts[0].value
    yield Compare(column=cell.column, sign="=", value=cell.value), 0.0


def _cell_of(column: int, cell: int) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        held: Cell = parts[cell].value
        if parts[column].value == held.column:
            yield Compare(column=held.column, sign="=", value=held.value), 0.5

    return make


def _dated(day: int, sign: int | None = None, column: int | None = None) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        value: Day = parts[day].value
        names = grammar.dates if column is None else [parts[column].value]
        if len(names) == 1 and names[0] in grammar.dates and (sign is None or not value.value.startswith("-")):
            yield Dated(column=names[0], sign=parts[sign].value if sign is not None else "=", value=value.value), 0.2

    return make


def _missing(column: int) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        yield Missing(column=parts[column].value), 0.2

    return make


def _without(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    """Rows without a value: "no yield"; what is "not the yield" says nothing of the kind."""
    if parts[0].value == "no":
        yield Missing(column=parts[1].value), 0.2


def _not(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    # Of several conditions behind it, it may turn the first one or all.
    if not isinstance(parts[-1].value, Both | Not):
        yield Not(of=parts[-1].value), 0.2


def _either(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    """Values of one column are alternatives; conditions on others are when `or` says so."""
    first, last = parts[0].value, parts[-1].value
    values = (*_values_of(first), *_values_of(last))
    if values and _column_of(first) == _column_of(last) != "":
        yield OneOf(column=_column_of(first), values=values), 0.2
    elif parts[1].kind == "or":
        yield Both(is_="any", of=(first, last)), 0.1


def _both(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    first, last = parts[0].value, parts[-1].value
    if _excludes(first):
        # "Excluding steel ones in Vire" may leave out all steel, or that of Vire.
        return
    if not _column_of(first) or _column_of(first) != _column_of(last) or not (_values_of(first) and _values_of(last)):
        yield all_of([first, last]), 0.1


def _excludes(condition: Condition) -> bool:
    return any(isinstance(one, Not) for one in parts_of(condition))


def _column_of(condition: Condition) -> str:
    return condition.column if isinstance(condition, Compare | OneOf) else ""


def _values_of(condition: Condition) -> tuple[Any, ...]:
    if isinstance(condition, OneOf):
        return condition.values
    if isinstance(condition, Compare) and condition.sign == "=":
        return (condition.value,)
    return ()


def _pair(first: int, second: int) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        one, other = parts[first].value, parts[second].value
        both = isinstance(one, Compare) and isinstance(other, Compare) and one.sign == other.sign == "="
        if both and one.column == other.column and one.value != other.value:
            yield Pair(one.column, one.value, other.value), 0.2

    return make


def _measure(aggregate: int, column: int, bonus: float) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        name = parts[column].value
        if grammar.is_amount(name):
            yield ((parts[aggregate].value,), (name,)), bonus

    return make


def _measures(first: int, second: int) -> OfColumns:
    """Several figures, or several columns, of one: "mean and median yield", "mean yield and cost"."""

    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        one, other = parts[first], parts[second]
        if one.kind == "aggregate" and other.kind == "measure" and one.value not in other.value[0]:
            yield ((one.value, *other.value[0]), other.value[1]), 0.2
        if (
            one.kind == "measure"
            and other.kind == "column"
            and grammar.is_number(other.value)
            and other.value not in one.value[1]
        ):
            yield (one.value[0], (*one.value[1], other.value)), 0.1

    return make


def _key(column: int) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        yield (parts[column].value,), 0.3

    return make


def _keys(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    if parts[-1].value not in parts[0].value and not grammar.is_number(parts[-1].value):
        yield (*parts[0].value, parts[-1].value), 0.2


def _counted(number: int, end: int) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        value: Number = parts[number].value
        if value.value.is_integer() and 1 <= value.value <= 1000 and not value.unit:
            yield extreme_of(parts[end].value, count=int(value.value)), 0.2

    return make


def _placed(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    yield extreme_of(parts[1].value, place=int(parts[0].value)), 0.3


def _plain_end(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    yield extreme_of(parts[0].value), 0.0


def _implied_end(grammar: Grammar, parts: Sequence[Edge]) -> Values:
    end, column = parts[0].value
    if extreme := grammar.extreme(extreme_of(end), column):
        yield extreme, 0.0


def _end_of(end: int, column: int, bonus: float = 0.3) -> OfColumns:
    def make(grammar: Grammar, parts: Sequence[Edge]) -> Values:
        if extreme := grammar.extreme(parts[end].value, parts[column].value):
            yield extreme, bonus

    return make


RULES: tuple[tuple[str, tuple[str, ...], OfColumns], ...] = (
    ("bound", ("compare", "number"), _of(0, 1)),
    ("bound", ("number", "after_number"), _of(1, 0)),
    ("bound", ("between", "number", "to", "number"), _range(1, 3)),
    ("bound", ("number", "to", "number"), _range(0, 2)),
    ("condition", ("column", "bound"), _compared(0, 1, 0.4)),
    ("condition", ("bound", "column"), _compared(1, 0, 0.2)),
    ("condition", ("compare_of", "number"), _implied),
    ("condition", ("bound",), _alone),
    ("condition", ("column", "number"), _equal(0, 1)),
    ("condition", ("cell",), _cell),
    ("condition", ("column", "cell"), _cell_of(0, 1)),
    ("condition", ("cell", "column"), _cell_of(1, 0)),
    ("condition", ("compare_date", "day"), _dated(1, 0)),
    ("condition", ("column", "compare_date", "day"), _dated(2, 1, 0)),
    ("condition", ("column", "day"), _dated(1, None, 0)),
    ("condition", ("day",), _dated(0)),
    ("condition", ("missing", "column"), _missing(1)),
    ("condition", ("column", "missing"), _missing(0)),
    ("condition", ("negation", "column"), _without),
    ("condition", ("negation", "condition"), _not),
    ("condition", ("condition", "and", "condition"), _either),
    ("condition", ("condition", "or", "condition"), _either),
    ("condition", ("condition", "and", "condition"), _both),
    ("condition", ("condition", "condition"), _both),
    ("pair", ("condition", "and", "condition"), _pair(0, 2)),
    ("pair", ("between", "condition", "and", "condition"), _pair(1, 3)),
    ("pair", ("condition", "to", "condition"), _pair(0, 2)),
    ("pair", ("condition", "than", "condition"), _pair(0, 2)),
    ("measure", ("aggregate", "column"), _measure(0, 1, 0.4)),
    ("measure", ("column", "aggregate"), _measure(1, 0, 0.1)),
    ("measure", ("aggregate", "and", "measure"), _measures(0, 2)),
    ("measure", ("measure", "and", "column"), _measures(0, 2)),
    ("key", ("group", "column"), _key(1)),
    ("key", ("group", "both", "column"), _key(2)),
    ("key", ("key", "and", "column"), _keys),
    ("end", ("superlative",), _plain_end),
    ("end", ("end_of",), _implied_end),
    ("end", ("superlative", "number"), _counted(1, 0)),
    ("end", ("number", "superlative"), _counted(0, 1)),
    ("end", ("ordinal", "superlative"), _placed),
    ("end", ("end", "column"), _end_of(0, 1)),
    ("end", ("column", "end"), _end_of(1, 0, 0.0)),
)
