"""Columns of numbers that are written as people write them: with units, per cent signs, currencies, parted thousands.

A column is taken so where nearly all of its values are; what the sign between digits means is proved by the column, or
else by the other columns of the file. Where that leaves a choice the column stays a text, and that is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scitoolagent.tables.bounds import shown
from scitoolagent.tables.recognise import CURRENCY, header_unit, unit_in_cells
from scitoolagent.tables.store import ROW, literal, scan
from scitoolagent.tables.table import Kind
from scitoolagent.tool.units import UnitError, convert, convertible

# A sign of a currency, a number with what may part its digits, and a unit.
_BLANKS = "    "
_CELL = (
    rf"\s*({CURRENCY.pattern})?\s*([+\-−]?(?:\d[\d.,'’{_BLANKS}]*|[.,]\d+)(?:[eE][+-]?\d{{1,3}})?)"
    rf"\s*([^\d\s.,'’+\-−][^\n]{{0,19}})?\s*"
)
_TAIL = r"(?:[eE][+-]?\d{1,3})?"
_SIGNED = r"[+\-−]?"
# What a number may look like with either decimal sign; where the other sign stands it parts thousands.
_FORMS = {
    ".": rf"{_SIGNED}(?:\d+|\d{{1,3}}(?:,\d{{3}})+|\d{{1,3}}(?:['’{_BLANKS}]\d{{3}})+)?(?:\.\d*)?{_TAIL}",
    ",": rf"{_SIGNED}(?:\d+|\d{{1,3}}(?:\.\d{{3}})+|\d{{1,3}}(?:['’{_BLANKS}]\d{{3}})+)?(?:,\d*)?{_TAIL}",
}
_POWER, _RAISED = r"\s*[x×·*]\s*10\^([+-]?\d{1,2})", r"e\1"
# Such a number may be read with either sign, and is another one then.
_EITHER = rf"{_SIGNED}[1-9]\d{{0,2}}[.,]\d{{3}}"
_WORDS = r"[A-Za-z][A-Za-z .-]*"
_MOST, _MANY_OF, _HALF = 0.95, 0.8, 0.5
_LOOKED_AT, _MOST_UNITS, _LEAST = 200, 20, 2


@dataclass(frozen=True, slots=True)
class Written:
    """How the values of a column are written.

    Attributes:
        decimal: the sign in front of the decimals.
        unit: that of all values once they are read, as the file has it; empty for none.
        factors: for each unit, what a value in it is multiplied with, and what is added then.
        proved: whether the column itself tells the decimal sign.
    """

    decimal: str
    unit: str = ""
    factors: tuple[tuple[str, float, float], ...] = (("", 1.0, 0.0),)
    proved: bool = False

    def value(self, text: str, kind: str) -> str:
        """A text as a number, in SQL; NULL where it is none that is written so."""
        number, unit = _number(text), _unit(text)
        clean = f"replace(regexp_replace({number}, {literal(self._parts())}, '', 'g'), '−', '-')"
        clean = f"replace({clean}, ',', '.')" if self.decimal == "," else clean
        cast = f"TRY_CAST({clean} AS {'BIGINT' if kind == 'integer' else 'DOUBLE'})"
        cases = " ".join(f"WHEN {literal(unit)} THEN {_scaled(cast, *rest)}" for unit, *rest in self.factors)
        form = f"regexp_full_match({number}, {literal(_FORMS[self.decimal])})"
        return (
            f"CASE WHEN regexp_full_match({_plain(text)}, {literal(_CELL)}) AND {form} THEN CASE {unit} {cases} END END"
        )

    def _parts(self) -> str:
        other = "." if self.decimal == "," else ","
        return rf"[{other}'’{_BLANKS}]"


def _scaled(cast: str, times: float, plus: float) -> str:
    if times == 1.0 and not plus:
        return cast
    # A thousandth of a value is nearer to what is meant as a quotient.
    moved = f"({cast} + {round(plus / times, 9)!r})" if plus else cast
    return f"({moved} * {times!r})" if times >= 1 else f"({moved} / {1 / times!r})"


def _plain(text: str) -> str:
    """A text with `1.2 x 10^6` as 1.2e6, in SQL."""
    return f"regexp_replace({text}, {literal(_POWER)}, {literal(_RAISED)})"


def _number(text: str) -> str:
    return f"trim(regexp_extract({_plain(text)}, {literal(f'^{_CELL}$')}, 2))"


def _unit(text: str) -> str:
    parts = (f"coalesce(regexp_extract({_plain(text)}, {literal(f'^{_CELL}$')}, {place}), '')" for place in (1, 3))
    return f"trim({' || '.join(parts)})"


class WrittenColumn:
    """A column of texts, some of whose values may be numbers with units or parted digits.

    Args:
        engine: as `connected` gives it.
        parts: the files with the texts.
        place: of the column.
        name: what it is called.
        missing: values that stand for none, in SQL.
        spoken: whether words beside many numbers say that there is none.
    """

    def __init__(self, engine: Any, parts: Sequence[Path], place: int, name: str, missing: str, spoken: bool) -> None:
        self._engine, self._name, self._spoken = engine, name, spoken
        text = f"c{place}"
        self._text, self._there = text, f"FROM {scan(parts)} WHERE lower({text}) NOT IN ({missing})"
        self._cells = (
            f"SELECT {text} AS cell, {_number(text)} AS number, {_unit(text)} AS unit, {ROW} AS place {self._there}"
        )
        self._all = self._limits = self._words = 0

    def _one(self, query: str) -> Any:
        return self._engine.execute(query).fetchone()

    def held(self, decimal: str) -> tuple[Written | None, Kind, str]:
        """How the column is written where it holds numbers, of which kind, and what is to be told of it.

        Args:
            decimal: the decimal sign of numbers as it was said, or as other columns prove it; empty where neither.
        """
        nothing: tuple[None, Kind, str] = None, "text", ""
        cell = f"regexp_full_match({_plain(self._text)}, {literal(_CELL)})"
        some = f"(SELECT {self._text} {self._there} LIMIT {_LOOKED_AT})"
        count, fitting = self._one(f"SELECT count(*), count(*) FILTER ({cell}) FROM {some}")  # noqa: S608
        if count < _LEAST or fitting < _HALF * count:
            return nothing
        found = self._units()
        if not found or len(found) > _MOST_UNITS:
            return nothing
        self._count()
        units = _Units(self._name, found)
        taken = units.taken()
        numbers = sum(one[1] for one in found if one[0] in {unit for unit, *_ in taken})
        if units.why and units.count + units.bare >= _MOST * (self._all - self._limits):
            return None, "text", units.why
        if not taken or not self._enough(numbers):
            return nothing
        sign, proved, why = _sign(self._engine, self._cells, self._name, decimal)
        if not sign:
            return None, "text", why
        fit, decimals = self._fitting(sign, [unit for unit, *_ in taken])
        if not self._enough(fit):
            return nothing
        kind: Kind = "integer" if fit == numbers == self._all and not decimals and not units.unit else "number"
        return Written(sign, units.unit, taken, proved), kind, "; ".join(filter(None, (units.told(), why)))

    def _units(self) -> list[Any]:
        """Each unit with the number of its values, the first of them, and whether they can be codes."""
        listed = (
            "unit, count(*), min(place), arg_min(cell, place), bool_and(contains(trim(cell), ' ')), "
            "bool_or(contains(number, '.') OR contains(number, ','))"
        )
        fitting = f"WHERE regexp_full_match({_plain('cell')}, {literal(_CELL)})"
        query = f"SELECT {listed} FROM ({self._cells}) {fitting} GROUP BY unit ORDER BY 3 LIMIT {_MOST_UNITS + 1}"  # noqa: S608
        return list(self._engine.execute(query).fetchall())

    def _count(self) -> None:
        limits = "count(*) FILTER (cell[1] IN ('<', '>', '≤', '≥', '~', '≈'))"
        words = f"count(*) FILTER (regexp_full_match(cell, {literal(_WORDS)}))"
        query = f"SELECT count(*), {limits}, {words} FROM ({self._cells})"  # noqa: S608
        self._all, self._limits, self._words = self._one(query)

    def _fitting(self, sign: str, units: Sequence[str]) -> tuple[int, int]:
        """How many values in some units are numbers with that decimal sign, and how many of these have decimals."""
        form = f"regexp_full_match(number, {literal(_FORMS[sign])})"
        decimals = f"contains(number, {literal(sign)}) OR number ILIKE '%e%'"
        within = f"FROM ({self._cells}) WHERE unit IN ({', '.join(map(literal, units))})"
        count, broken = self._one(f"SELECT count(*) FILTER ({form}), count(*) FILTER ({decimals}) {within}")
        return count, broken

    def _enough(self, numbers: int) -> bool:
        told = numbers >= _HALF * self._all and numbers + self._limits >= _MOST * self._all
        spoken = numbers >= _MANY_OF * self._all and numbers + self._limits + self._words >= self._all
        return numbers >= _MOST * self._all or told or (self._spoken and spoken)


class _Units:
    """The units in the cells of a column: which are taken, and why none are."""

    def __init__(self, name: str, found: Sequence[Sequence[Any]]) -> None:
        self.name, self.found = name, found
        self.bare = sum(one[1] for one in found if one[0] == "")
        self.named = [one for one in found if one[0]]
        self.count = sum(one[1] for one in self.named)
        self.codes = {unit: self._code(unit, spaced, decimals) for unit, _, _, _, spaced, decimals in self.named}
        self.unit = self.why = ""
        self.target = ""

    def _code(self, unit: str, spaced: bool, decimals: bool) -> str:
        if CURRENCY.fullmatch(unit):
            return unit
        sure = {code for one in self.named if len(one[0]) > 1 and (code := unit_in_cells(self.name, one[0], False))}
        code = unit_in_cells(self.name, unit, spaced or decimals)
        letter = "" if code else unit_in_cells(self.name, unit, True, any_letter=True)
        # Beside "12 mg" a "1g" is a mass.
        return code or (letter if letter and any(_fits(letter, one) for one in sure) else "")

    def taken(self) -> tuple[tuple[str, float, float], ...]:
        """Each unit with what makes its values those of one unit; none where that cannot be."""
        known = {unit: code for unit, code in self.codes.items() if code}
        if not known:
            return (("", 1.0, 0.0),) if not self.named else ()
        first = next(iter(known))
        header = header_unit(self.name)[1]
        self.unit, self.target = first, header or known[first]
        if not all(_fits(code, self.target) for code in known.values()):
            head = "" if header is None else f", and the header says {shown(header)}"
            self.why = (
                f"column {shown(self.name)!r}: its values are in {', '.join(map(shown, known))}{head}, which cannot be "
                "converted into one unit, so it is kept as text"
            )
            return ()
        if header is not None:
            # What has no unit is in that of the header.
            return (("", 1.0, 0.0), *((unit, *_factors(code, self.target)) for unit, code in known.items()))
        if self.bare and self.bare > (1 - _MOST) * (self.bare + self.count):
            sample = next(one[3] for one in self.found if not one[0])
            self.why = (
                f"column {shown(self.name)!r}: {self.count:,} of its values have a unit "
                f"({', '.join(map(shown, known))}) and {self.bare:,} have none "
                f"(the first: {shown(sample)}), so it is kept as text"
            )
            return ()
        return tuple((unit, *_factors(code, self.target)) for unit, code in known.items())

    def told(self) -> str:
        """What is to be told of a column with units."""
        if not self.unit:
            return ""
        header = header_unit(self.name)[1]
        into = shown(header if header else self.unit)
        others = [unit for unit, code in self.codes.items() if code and code != self.target]
        more = f"; what is in {', '.join(map(shown, others))} was converted" if others else ""
        return (
            f"column {shown(self.name)!r}: its values are written with their unit, and are numbers in {into} here{more}"
        )


def _fits(code: str, target: str) -> bool:
    if code == target:
        return True
    if CURRENCY.fullmatch(code) or CURRENCY.fullmatch(target):
        return False
    try:
        return convertible(code, target)
    except UnitError:
        return False


def _factors(code: str, target: str) -> tuple[float, float]:
    if code == target:
        return 1.0, 0.0
    plus = convert(0.0, code, target)
    return convert(1.0, code, target) - plus, plus


def _sign(engine: Any, said: str, name: str, decimal: str) -> tuple[str, bool, str]:
    """The decimal sign of a column (empty where nothing tells it), whether its values prove it, what is to be told."""
    forms = (*(_proof(*signs) for signs in (".,", ",.")), _EITHER, r".*,.*", r".*\..*", r"[+\-−]?\d{1,3}")
    counted = ", ".join(f"count(*) FILTER (regexp_full_match(number, {literal(form)}))" for form in forms)
    points, commas, either, comma, point, short = engine.execute(f"SELECT {counted} FROM ({said})").fetchone()  # noqa: S608
    column = f"column {shown(name)!r}"
    if points and commas:
        return "", False, f"{column}: the comma and the point are both used as decimal signs, so it is kept as text"
    own = "." if points else "," if commas else ""
    sign = own or decimal or ("" if either else ".")
    if not own and sign == "," and either and point and not short:
        # 1.234 and 2.345 beside decimal commas: thousands have smaller numbers without a point among them.
        sign = ""
    if not sign:
        signs = "commas" if comma else "points"
        told = f"{column}: its {signs} may part thousands or be decimal signs, so it is kept as text"
        return "", False, told
    elsewhere = "" if own else ", as the other columns of the file prove"
    if point if sign == "," else comma:
        told = f"{column}: the {'point' if sign == ',' else 'comma'} is read as parting thousands{elsewhere}"
    elif sign == "," and comma:
        told = f"{column}: the comma is read as the decimal sign{elsewhere}"
    else:
        told = ""
    return sign, bool(own), told


def _proof(sign: str, other: str) -> str:
    """What a number looks like in which one sign can only be that of decimals, and the other only part thousands."""
    sign, other = re.escape(sign), re.escape(other)
    decimals = rf"\d*{sign}(?:\d{{0,2}}|\d{{4,}})|0*{sign}\d+|\d{{4,}}{sign}\d*|\d+{sign}\d*[eE].*"
    thousands = rf".*{other}\d{{3}}{sign}\d*|\d{{1,3}}(?:{other}\d{{3}}){{2,}}"
    return rf"{_SIGNED}(?:{decimals}|{thousands})"
