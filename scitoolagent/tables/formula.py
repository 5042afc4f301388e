"""Formulas of the columns of a table: read, their units worked out, and put into SQL; nothing is evaluated here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scitoolagent.tables import Column
from scitoolagent.tables.column_units import SIGNS, computed_unit, difference_unit, divided, multiplied, sign
from scitoolagent.tables.recognise import header_unit
from scitoolagent.tool.units import is_pure

_LONGEST, _DEEPEST = 500, 40
_HIGHEST_POWER = 4
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])")
_NAME = re.compile(r"[^\W\d]\w*")
_SIGNS = {"+": "+", "-": "-", "−": "-", "–": "-", "*": "*", "×": "*", "·": "*", "/": "/", "÷": "/", "^": "^", "**": "^"}
_WORDS = {"plus": "+", "minus": "-", "times": "*", "multiplied by": "*", "divided by": "/", "over": "/"}
_BETWEEN = {sign: word for word, sign in SIGNS.items()}
# Functions of pure numbers by the names that people give them: in SQL, and where they have a value.
_FUNCTIONS = {
    "log10": ("log10({0})", "{0} > 0"),
    "log": ("log10({0})", "{0} > 0"),
    "lg": ("log10({0})", "{0} > 0"),
    "ln": ("ln({0})", "{0} > 0"),
    "log2": ("log2({0})", "{0} > 0"),
    "sqrt": ("sqrt({0})", "{0} >= 0"),
    "exp": ("exp({0})", "{0} < 700"),
    "abs": ("abs({0})", "true"),
}


class Part(NamedTuple):
    """A piece of a formula: its SQL, the numbers at its places, and the unit; `number` where it is one number."""

    sql: str
    values: tuple[float, ...]
    unit: str | None
    number: float | None = None

    @property
    def column(self) -> Column:
        """It as a column, for what units allow."""
        return Column(name="a part of the formula", kind="number", unit=self.unit)


@dataclass(slots=True)
class _Reading:
    tokens: list[str | float | Column]
    place: int = 0
    deep: int = 0
    columns: list[Column] = field(default_factory=list)

    def next(self) -> str | float | Column | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None


def parse(formula: str, columns: Sequence[Column]) -> tuple[Part, list[Column]]:
    """What a formula says of some columns, and which of them it uses.

    Args:
        formula: headers, numbers, `+ - * / ^`, brackets and functions of numbers.
        columns: those that it may name: by the header, or by the header without its unit where one is called so.
    Raises:
        ValueError: it is no formula of these columns, or the units do not allow it.
    """
    if len(formula) > _LONGEST:
        raise ValueError(f"a formula has {_LONGEST} letters at most")
    reading = _Reading(list(_tokens(formula, columns)))
    whole = _sum(reading)
    if reading.place < len(reading.tokens):
        raise ValueError(f"there is no sign in front of {_told(reading.tokens[reading.place])}")
    return whole, list(dict.fromkeys(reading.columns))


def _tokens(text: str, columns: Sequence[Column]) -> Iterator[str | float | Column]:
    place = 0
    names = _names(columns)
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        number, name = _NUMBER.match(text, place), _NAME.match(text, place)
        found = [(len(said), column) for said, column in names if _stands(text, place, said)]
        longest = max((length for length, _ in found), default=0)
        fitting = {column.name: column for length, column in found if length == longest}
        word = next((one for one in _WORDS if re.match(rf"{one}\b", text[place:], re.IGNORECASE)), "")
        mark = "**" if text.startswith("**", place) else text[place]
        if len(fitting) > 1:
            raise ValueError(f"several columns are called {text[place : place + longest]!r}: {', '.join(fitting)}")
        if fitting:
            yield next(iter(fitting.values()))
            place += longest
        elif word:
            yield _WORDS[word]
            place += len(word)
        elif number:
            yield float(number[0])
            place = number.end()
        elif name and name[0].lower() in _FUNCTIONS:
            yield name[0].lower()
            place = name.end()
        elif mark in _SIGNS or mark in "()":
            yield _SIGNS.get(mark, mark)
            place += len(mark)
        else:
            raise ValueError(f"{(name[0] if name else text[place])!r} is no column of numbers, no number and no sign")


def _names(columns: Sequence[Column]) -> list[tuple[str, Column]]:
    """What columns of numbers may be called; a name without its unit counts where one column is called so."""
    numbers = [one for one in columns if one.is_number]
    bare = [(header_unit(one.name)[0], one) for one in numbers]
    found = [(one.name, one) for one in numbers]
    full = {name.casefold() for name, _ in found}
    found += [(name, one) for name, one in bare if name.casefold() not in full]
    return found + [(name.replace("_", " "), one) for name, one in found if "_" in name]


def _stands(text: str, place: int, name: str) -> bool:
    """Whether a name stands at a place, and does not go on."""
    end = place + len(name)
    inside = name[-1:].isalnum() and text[end : end + 1].replace("_", "a").isalnum()
    return text[place:end].casefold() == name.casefold() and not inside


def _told(token: str | float | Column) -> str:
    return repr(token.name if isinstance(token, Column) else f"{token:g}" if isinstance(token, float) else token)


def _sum(reading: _Reading) -> Part:
    reading.deep += 1
    if reading.deep > _DEEPEST:
        raise ValueError("the formula has too many brackets inside one another")
    whole = _product(reading)
    while (mark := reading.next()) in ("+", "-"):
        reading.place += 1
        whole = _joined(whole, str(mark), _product(reading))
    reading.deep -= 1
    return whole


def _product(reading: _Reading) -> Part:
    whole = _signed(reading)
    while (mark := reading.next()) in ("*", "/"):
        reading.place += 1
        whole = _joined(whole, str(mark), _signed(reading))
    return whole


def _signed(reading: _Reading) -> Part:
    minus = False
    while reading.next() in ("-", "+"):
        minus ^= reading.next() == "-"
        reading.place += 1
    part = _power(reading)
    if not minus:
        return part
    return Part(f"(-{part.sql})", part.values, part.unit, None if part.number is None else -part.number)


def _power(reading: _Reading) -> Part:
    base = _single(reading)
    if reading.next() != "^":
        return base
    reading.place += 1
    power = _signed(reading)
    if power.number is None:
        raise ValueError("a power has to be a number")
    unit = base.unit
    if unit is not None and not is_pure(unit):
        if not power.number.is_integer() or not 1 <= power.number <= _HIGHEST_POWER:
            raise ValueError(f"what is in {sign(unit)} is raised to a whole power up to {_HIGHEST_POWER} only")
        for _ in range(int(power.number) - 1):
            unit = multiplied(unit, base.unit)
    # Of a negative number there is no such power, and of zero no negative one.
    holds = "true" if power.number.is_integer() and power.number >= 0 else f"{base.sql} > 0"
    values = (*(base.values if holds != "true" else ()), *base.values, power.number)
    return Part(f"(CASE WHEN {holds} THEN pow({base.sql}, ?::DOUBLE) END)", values, unit)


def _single(reading: _Reading) -> Part:
    given = reading.next()
    reading.place += 1
    if isinstance(given, Column):
        reading.columns.append(given)
        return Part(f"{{{given.name}}}", (), given.unit)
    if isinstance(given, float):
        return Part("?::DOUBLE", (given,), "1", given)
    if given in _FUNCTIONS:
        if reading.next() != "(":
            raise ValueError(f"{given} needs brackets behind it")
        return _applied(str(given), _single(reading))
    if given == "(":
        inside = _sum(reading)
        if reading.next() != ")":
            raise ValueError("a bracket is not closed")
        reading.place += 1
        return inside._replace(sql=f"({inside.sql})")
    raise ValueError("the formula ends too early" if given is None else f"{given!r} stands where a value is needed")


def _applied(name: str, inside: Part) -> Part:
    made, holds = _FUNCTIONS[name]
    if name != "abs" and inside.unit is not None and not is_pure(inside.unit):
        raise ValueError(f"{name} is of pure numbers, and this is in {sign(inside.unit)}; divide it by its unit first")
    values = (*inside.values, *inside.values) if holds != "true" else inside.values
    sql = f"(CASE WHEN {holds.format(inside.sql)} THEN {made.format(inside.sql)} END)"
    return Part(sql, values, inside.unit if name == "abs" else ("1" if inside.unit else None))


def _joined(one: Part, mark: str, other: Part) -> Part:
    """Two parts with a sign between them; a number beside a column is in the unit of that."""
    if mark in "+-" and (one.number is None) != (other.number is None):
        unit = one.unit if one.number is None else other.unit
        # "temperature + 273.15" is another scale, and which one is not said.
        unit = unit if difference_unit(unit) == unit else None
        return Part(f"({one.sql} {mark} {other.sql})", one.values + other.values, unit)
    if other.number is not None and mark == "/" and not other.number:
        raise ValueError("it is divided by zero")
    if mark in "*/" and (one.number is not None or other.number is not None):
        held = one if other.number is not None else other
        unit = divided("1", held.unit) if mark == "/" and held is other else held.unit
        # Twice 20 °C is on no scale that has a name.
        unit = unit if difference_unit(held.unit) == held.unit else None
        return Part(_sql(one, mark, other), one.values + other.values, unit)
    unit, factor = computed_unit(one.column, _BETWEEN[mark], other.column)
    if factor != 1.0:
        other = Part(f"({other.sql} * ?::DOUBLE)", (*other.values, factor), one.unit)
    return Part(_sql(one, mark, other), one.values + other.values, unit)


def _sql(one: Part, mark: str, other: Part) -> str:
    return f"({one.sql} {mark} {f'nullif({other.sql}, 0)' if mark == '/' else other.sql})"
