"""Which columns of texts hold numbers or truth values, and the same rows with these as such."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scitoolagent.tables.bounds import shown
from scitoolagent.tables.recognise import header_unit, is_label
from scitoolagent.tables.store import PROBLEM, ROW, connected, literal, scan
from scitoolagent.tables.table import Column, Kind, Odd
from scitoolagent.tables.written import Written, WrittenColumn

# Of the values that are there, so many must be numbers; the others are problems of their rows. Where the header says
# that they are, with a unit or as a quantity, or where the others are limits as "<0.5", half of them are enough; where
# the others are words and the header does not tell rows apart, so many are: "TNTC" among counts.
_MOST, _MANY_OF, _HALF = 0.95, 0.8, 0.5
_AT_ONCE = 100
# Of more rows than these some are looked at first; a column with fewer numbers among them holds texts.
_MANY, _LOOKED_AT, _LIKELY, _FEW = 100_000, 20_000, 0.5, 100
MISSING = (
    "",
    "-",
    "--",
    "?",
    ".",
    "#n/a",
    "#value!",
    "#div/0!",
    "n.a.",
    "n/a",
    "n.d.",
    "na",
    "nan",
    "nd",
    "none",
    "null",
    "–",
    "—",
    "#ref!",
    "#num!",
    "#name?",
    "#null!",
)
# Numbers that some programs write where there is no value.
_STAND_INS = tuple(f"-{digits}{point}" for digits in ("99", "999", "9999", "99999") for point in ("", ".0", ".00"))
_STANDS_IN = "often stand for a missing value; here they were taken as numbers"
_INTEGER = r"[+-]?(?:0|[1-9]\d{0,17})"
_POINT = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
NUMBER = re.compile(_POINT)
_COMMA = r"[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d{1,3})?"
# A value that is only known to be below or above a limit.
_LIMIT = r"[<>≤≥]=?\s*[+-]?\d+(?:[.,]\d*)?(?:[eE][+-]?\d{1,3})?"
# Such a number has no point that may part thousands.
_SURE_POINT = r"[+-]?(?:\d*\.(?:\d{1,2}|\d{4,})|0?\.\d+|\d{4,}\.\d+)"
_WORDS = r"[A-Za-z][A-Za-z .-]*"
_THOUSANDS = r"[+-]?[1-9]\d{0,2}(?:,\d{3})+"
_STROKED = r"[0-3]?\d/[0-3]?\d/\d{4}"
_MONTHS = 12
# A number with such zeros is an identifier.
_CODE = r"0\d+"
_TRUTHS = ("true", "false", "yes", "no")


@dataclass(frozen=True, slots=True)
class Held:
    """How the values of a column are held; `note` says what a person should know, `comma` is the decimal sign.

    `day` is the form of dates with strokes, of which the column itself tells the order of day and month; `written` how
    numbers with units or parted digits are.
    """

    name: str
    kind: Kind
    comma: bool = False
    note: str = ""
    day: str = ""
    written: Written | None = None
    codes: bool = False


def held_as(
    engine: Any, parts: Sequence[Path], names: Sequence[str], decimal: str, measured: Callable[[str], bool]
) -> list[Held]:
    """How the values of each column of texts are best held, by all of them.

    Args:
        engine: as `connected` gives it.
        parts: the files with the texts.
        names: what the columns are called.
        decimal: the decimal sign, `.` or `,`; found out where empty.
        measured: whether a column is called as one of numbers is.
    """
    rows = engine.execute(f"SELECT count(*) FROM {scan(parts)}").fetchone()[0]  # noqa: S608
    wanted = list(range(len(names)))
    if rows > _MANY:
        # Of many rows some are looked at first: a column that is mostly no numbers there is none of numbers.
        some = f"(SELECT * FROM {scan(parts)} WHERE {ROW} % {rows // _LOOKED_AT} = 0)"  # noqa: S608
        wanted = [place for place, counts in _counted(engine, some, wanted) if _may_be_numbers(counts)]
    found = {
        place: _held(names[place], counts, decimal, measured(names[place]))
        for place, counts in _counted(engine, scan(parts), wanted)
    }
    held = [found.get(place) or Held(name, "text") for place, name in enumerate(names)]
    held = [_as_written(engine, parts, place, one, decimal) for place, one in enumerate(held)]
    if not decimal and (proved := _proved(engine, parts, held)):
        held = [_as_written(engine, parts, place, one, proved) for place, one in enumerate(held)]
    return [_with_day(engine, parts, place, one) if one.kind == "text" else one for place, one in enumerate(held)]


def _proved(engine: Any, parts: Sequence[Path], held: Sequence[Held]) -> str:
    """The decimal sign that the columns of numbers of a file prove; empty where they prove none, or both."""
    sure = {one.written.decimal for one in held if one.written and one.written.proved}
    sure |= {"," for one in held if one.comma}
    pointed = [f"c{place}" for place, one in enumerate(held) if one.kind == "number" and not (one.comma or one.written)]
    if pointed and (sure or any(one.kind == "text" for one in held)):
        proof = " OR ".join(f"regexp_full_match({text}, {literal(_SURE_POINT)})" for text in pointed)
        found = engine.execute(f"SELECT count(*) FROM {scan(parts)} WHERE {proof}").fetchone()[0]  # noqa: S608
        sure |= {"."} if found else set()
    return sure.pop() if len(sure) == 1 else ""


def _as_written(engine: Any, parts: Sequence[Path], place: int, held: Held, decimal: str) -> Held:
    """A column of texts, as numbers where they are written with units or with parted digits.

    One of numbers with a point is looked at again where the decimal sign of the file is the comma.
    """
    again = held.kind == "number" and not (held.comma or held.written) and decimal == ","
    if (held.kind != "text" or held.codes) and not again:
        return held
    missing = ", ".join(map(literal, MISSING))
    column = WrittenColumn(engine, parts, place, held.name, missing, spoken=not is_label(held.name))
    written, kind, note = column.held(decimal)
    if again and (written.decimal != "," if written else not note):
        return held
    return replace(held, kind=kind, written=written, note=note or ("" if written else held.note))


def _with_day(engine: Any, parts: Sequence[Path], place: int, held: Held) -> Held:
    """A column of texts, with the form of its dates where all are written as 31/03/2024 or 03/31/2024 is."""
    text = f"c{place}"
    some = engine.execute(f"SELECT {text} FROM {scan(parts)} WHERE {text} IS NOT NULL LIMIT 1").fetchone()  # noqa: S608
    if some is None or not re.fullmatch(_STROKED, some[0]):
        return held
    dated = f"regexp_full_match({text}, {literal(_STROKED)})"
    first, second = (f"CAST(split_part({text}, '/', {n}) AS INTEGER)" for n in (1, 2))
    counted = ", ".join(f"max(CASE WHEN {dated} THEN {number} END)" for number in (first, second))
    query = f"SELECT count({text}), count(*) FILTER ({dated}), {counted} FROM {scan(parts)}"  # noqa: S608
    there, all_dated, ahead, behind = engine.execute(query).fetchone()
    if all_dated < there:
        return held
    if (ahead > _MONTHS) == (behind > _MONTHS):
        told = "may each be one of two days, and are texts"
        return replace(held, note=f"column {shown(held.name)!r}: its dates, as 03/04/2024, {told}")
    order, form = ("day/month/year", "%d/%m/%Y") if ahead > _MONTHS else ("month/day/year", "%m/%d/%Y")
    known = engine.execute(f"SELECT count(try_strptime({text}, {literal(form)})) FROM {scan(parts)}").fetchone()[0]  # noqa: S608
    if known < there:
        return held  # there is no 31 February
    return replace(held, day=form, note=f"column {shown(held.name)!r}: its dates are read as {order}")


def _may_be_numbers(counts: Sequence[int]) -> bool:
    there, _, points, commas, _, _, _, _, truths, _ = counts
    return there < _FEW or max(points, commas, truths) >= _LIKELY * there


def _counted(engine: Any, source: str, wanted: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Of some columns how many values are there, and how many have each form."""
    missing = ", ".join(map(literal, MISSING))
    for start in range(0, len(wanted), _AT_ONCE):
        places = wanted[start : start + _AT_ONCE]
        counted: list[str] = []
        for place in places:
            there = f"lower(c{place}) NOT IN ({missing})"
            # What is quick to see comes first, so that few values are held against a form.
            limit = f"c{place}[1] IN ('<', '>', '≤', '≥')"
            quick = ("true", "true", "true", f"contains(c{place}, ',')", f"starts_with(c{place}, '0')", limit, "true")
            forms = [
                f"{first} AND regexp_full_match(c{place}, {literal(form)})"
                for first, form in zip(
                    quick, (_INTEGER, _POINT, _COMMA, _THOUSANDS, _CODE, _LIMIT, _WORDS), strict=True
                )
            ]
            truths = f"lower(c{place}) IN ({', '.join(map(literal, _TRUTHS))})"
            comma = f"contains(c{place}, ',')"
            counted += [f"count(*) FILTER ({there} AND {form})" for form in ("true", *forms, truths, comma)]
        row = engine.execute(f"SELECT {', '.join(counted)} FROM {source}").fetchone()  # noqa: S608
        each = len(row) // len(places)
        for number, place in enumerate(places):
            yield place, row[number * each : (number + 1) * each]


def _held(name: str, counts: Sequence[int], decimal: str, measured: bool) -> Held:
    there, integers, points, commas, thousands, codes, limits, words, truths, with_comma = counts
    least = (_HALF if measured else _MOST) * there

    def enough(numbers: int) -> bool:
        told = numbers >= _HALF * there and numbers + limits >= _MOST * there
        spoken = numbers >= _MANY_OF * there and numbers + limits + words >= there and not is_label(name)
        return numbers >= least or told or spoken

    if not there or codes:
        return Held(name, "text", codes=True)
    if truths == there:
        return Held(name, "truth")
    if integers == there:
        return Held(name, "integer")
    if decimal != "," and points >= commas and enough(points):
        return Held(name, "number")
    if decimal != "." and enough(commas):
        if with_comma == thousands and decimal != ",":
            note = f"column {shown(name)!r}: its commas may part thousands or be decimal signs, so it is kept as text"
            return Held(name, "text", note=note)
        note = "" if decimal else f"column {shown(name)!r}: the comma is read as the decimal sign"
        return Held(name, "number", comma=True, note=note)
    return Held(name, "text")


def with_units(columns: Sequence[Column], held: Sequence[Held]) -> tuple[Column, ...]:
    """Columns whose values are written with their units, called with these: `mass` is `mass [mg]` then."""
    taken = {column.name for column in columns}
    found = []
    for column, one in zip(columns, held, strict=True):
        unit = one.written.unit if one.written else ""
        bare = unit and header_unit(column.name)[1] is None and unit not in column.name
        name = f"{column.name} [{unit}]" if bare else column.name
        name = column.name if name in taken else name
        found.append(column.model_copy(update={"name": name}))
    return tuple(found)


def stand_ins(engine: Any, parts: Sequence[Path], held: Sequence[Held]) -> list[Odd]:
    """The values of columns whose only negative number is one that often stands for none."""
    places = [place for place, column in enumerate(held) if column.kind in ("integer", "number")]
    if not places:
        return []
    usual = ", ".join(map(literal, _STAND_INS))
    counted = [
        f"max(c{place}) FILTER (c{place} IN ({usual})), count(*) FILTER (c{place} IN ({usual})), "
        f"count(*) FILTER (starts_with(c{place}, '-') AND c{place} NOT IN ({usual}) AND length(c{place}) > 1)"
        for place in places
    ]
    row = engine.execute(f"SELECT {', '.join(counted)} FROM {scan(parts)}").fetchone()  # noqa: S608
    return [
        Odd(column=held[place].name, count=count, first=value, why=_STANDS_IN)
        for place, value, count, others in zip(places, row[::3], row[1::3], row[2::3], strict=True)
        if value and not others
    ]


def with_kinds(
    folder: Path, parts: Sequence[Path], path: Path, held: Sequence[Held]
) -> tuple[int, tuple[int, str], tuple[Odd, ...]]:
    """Write rows of texts anew with the kinds of their columns.

    Returns:
        How many rows have a value that cannot be read so, the number and the problem of the first one, and which
        columns hold such values.
    """
    selected, problems = [], [PROBLEM]
    missing = ", ".join(map(literal, MISSING))
    odd: dict[int, str] = {}
    for place, column in enumerate(held):
        text = f"c{place}"
        value = _value(text, column)
        selected.append(f"{value} AS {text}")
        if column.kind != "text":
            said = f"{literal(shown(column.name) + ': ')} || left({text}, 40) || {literal(why_odd(column))}"
            odd[place] = f"lower({text}) NOT IN ({missing}) AND ({value}) IS NULL"
            problems.append(f"CASE WHEN {odd[place]} THEN {said} END")
    problem = f"nullif(concat_ws('; ', {', '.join(problems)}), '')"
    query = f"SELECT {ROW}, {problem} AS {PROBLEM}, {', '.join(selected)} FROM {scan(parts)}"  # noqa: S608
    with connected(folder) as engine:
        engine.execute(f"COPY ({query}) TO {literal(str(path))} (FORMAT parquet)")
        before = f"SELECT count(*) FROM {scan(parts)} WHERE {PROBLEM} IS NOT NULL"  # noqa: S608
        after = f"SELECT count(*) FROM {scan([path])} WHERE {PROBLEM} IS NOT NULL"  # noqa: S608
        first = f"SELECT {ROW}, {PROBLEM} FROM {scan([path])} WHERE {PROBLEM} IS NOT NULL ORDER BY {ROW} LIMIT 1"  # noqa: S608
        count = engine.execute(after).fetchone()[0] - engine.execute(before).fetchone()[0]
        return count, engine.execute(first).fetchone() or (0, ""), _odd(engine, parts, held, odd) if count else ()


def why_odd(held: Held) -> str:
    """What is to be said behind a value that is none of its column."""
    unit = held.written.unit if held.written else ""
    return f" is no number in {shown(unit)}" if unit else " is no number"


def _odd(engine: Any, parts: Sequence[Path], held: Sequence[Held], odd: Mapping[int, str]) -> tuple[Odd, ...]:
    """The columns of numbers with values that are none, by the conditions that find them."""
    found: list[Odd] = []
    for place, holds in odd.items():
        query = f"SELECT count(*), min({ROW}), arg_min(left(c{place}, 40), {ROW}) FROM {scan(parts)} WHERE {holds}"  # noqa: S608
        count, row, text = engine.execute(query).fetchone()
        if count:
            found.append(
                Odd(column=held[place].name, count=count, first=f"row {row}: {shown(str(text))}{why_odd(held[place])}")
            )
    return tuple(found)


def _value(text: str, column: Held) -> str:
    """A text as a value of its column's kind, in SQL; NULL where it is none."""
    if column.kind == "text":
        return f"strftime(try_strptime({text}, {literal(column.day)}), '%Y-%m-%d')" if column.day else text
    if column.written is not None:
        return column.written.value(text, column.kind)
    if column.kind == "truth":
        return (
            f"CASE WHEN lower({text}) IN ('true', 'yes') THEN true WHEN lower({text}) IN ('false', 'no') THEN false END"
        )
    if column.kind == "integer":
        return f"CASE WHEN regexp_full_match({text}, {literal(_INTEGER)}) THEN TRY_CAST({text} AS BIGINT) END"
    form, read = (_COMMA, f"replace({text}, ',', '.')") if column.comma else (_POINT, text)
    number = f"TRY_CAST({read} AS DOUBLE)"
    return f"CASE WHEN regexp_full_match({text}, {literal(form)}) AND isfinite({number}) THEN {number} END"
