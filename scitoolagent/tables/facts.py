"""Find what a table holds before anything is asked of it: columns, levels, gaps, odd cells, keys and design."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from scitoolagent.records import Record
from scitoolagent.tables import Column, Table
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.design import Coded, Design, design_of
from scitoolagent.tables.kinds import MISSING
from scitoolagent.tables.recognise import DATE
from scitoolagent.tables.store import PROBLEM, connected, literal, scan
from scitoolagent.tool.units import UnitError, dimension, unit_sign

_MOST_ROWS, _MOST_COLUMNS, _SECONDS = 200_000, 60, 3.0
_FEW, _COMPARED, _ODD_SHOWN, _VARIANTS = 12, 5_000, 6, 5
_HEAD = 3
_HALF = 0.5
_NUMBER = r"\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,3})?\s*"
_ISO = r"\d{4}-\d\d-\d\d.*"
_PROBLEM = re.compile(r"(?P<name>.+?): (?P<text>.{0,40}?) is no number")
# Words of headers and of values by which people say that something happened, and when.
_EVENTS = frozenset(
    "status event events state death deaths dead died deceased censor censored censoring outcome relapse relapsed "
    "recurrence progression progressed failure failed dropout".split()
)
_STATES = frozenset(
    "dead alive died deceased survived living censored uncensored event relapsed progressed failed".split()
)
_TIMES = frozenset(
    "time times day days week weeks month months year years hour hours duration survival followup follow os pfs tte "
    "ttf futime".split()
)
_NUMBERED = re.compile(r"\d+(?:\.\d+)?")

Levels = tuple[tuple[str, int], ...]


class ColumnFacts(Record):
    """What a column holds.

    `name` is what queries call it, `unit` as people write it, `type` the semantic type where one is known. `missing`
    cells have no value; `placeholders` are texts that often stand for none. `levels` are all values with their counts
    where they are few. `lowest`, `median` and `highest` are of numbers, the ends also of dates. `is_key`: each row has
    a value of its own. `is_code`: digits with zeros in front, kept as text. `odd` are cells among numbers that are
    none, `odd_count` of them in all. `variants` are values that differ in case or blanks alone.
    """

    name: str
    kind: Literal["text", "integer", "number", "truth", "date"]
    unit: str = ""
    type: str = ""
    missing: int = 0
    placeholders: Levels = ()
    different: int = 0
    levels: Levels = ()
    lowest: float | int | str | None = None
    median: float | None = None
    highest: float | int | str | None = None
    is_key: bool = False
    is_code: bool = False
    odd: Levels = ()
    odd_count: int = 0
    variants: tuple[tuple[str, ...], ...] = ()


class EventState(Record):
    """A column that looks like the state of an event at the time of another column."""

    state: str
    time: str


class TableFacts(Record):
    """What a table holds.

    `looked_at` rows at its beginning were looked at; `columns` are those looked at, `others` the names of the rest.
    `duplicates` is the number of rows that repeat an earlier one whole. `series` are columns whose names differ in a
    number alone. `head` are the first rows; `notes` are those of the reader.
    """

    name: str
    source: str
    rows: int
    looked_at: int
    columns: tuple[ColumnFacts, ...]
    others: tuple[str, ...] = ()
    duplicates: int = 0
    design: Design = Design()
    states: tuple[EventState, ...] = ()
    series: tuple[tuple[str, ...], ...] = ()
    head: tuple[tuple[Any, ...], ...] = ()
    notes: tuple[str, ...] = ()


def facts_of(table: Table, name: str, names: Sequence[str]) -> TableFacts:
    """Return what a table holds.

    Args:
        table: looked at as far as its first 200,000 rows and 60 columns.
        name: of the variable that holds it.
        names: what its columns are called; a query needs other names where two headers differ in case alone.
    Raises:
        TableError: its rows cannot be read.
    """
    columns = table.columns[:_MOST_COLUMNS]
    facts = [ColumnFacts(name=names[place], **_declared(column)) for place, column in enumerate(columns)]
    design, duplicates = Design(), 0
    looked_at = min(table.rows, _MOST_ROWS)
    if table.parts and table.rows and columns:
        with connected(table.folder) as engine:
            looked(engine, table)
            odd = _odd_cells(engine, table)
            facts = [
                _column(engine, place, one, looked_at, odd.get(shown(table.columns[place].name), Counter()))
                for place, one in enumerate(facts)
            ]
            parting = ("" if one.different < 2 else one.kind for one in facts)
            design = design_of(coded(engine, [one.name for one in facts], parting), _SECONDS)
            duplicates = _duplicates(engine, len(table.columns))
    head = table.head(_HEAD)
    return TableFacts(
        name=name,
        source=table.source,
        rows=table.rows,
        looked_at=looked_at,
        columns=tuple(facts),
        others=tuple(names[_MOST_COLUMNS:]),
        duplicates=duplicates,
        design=design,
        states=tuple(_states(facts, columns)),
        series=tuple(_series(facts)),
        head=tuple(zip(*(head.values[column.name] for column in columns), strict=True)) if columns else (),
        notes=_notes(table),
    )


def _declared(column: Column) -> dict[str, Any]:
    dated = column.type == DATE
    return {
        "kind": "date" if dated else column.kind,
        "unit": unit_sign(column.unit),
        "type": "" if dated else column.type,
    }


def _column(engine: Any, place: int, facts: ColumnFacts, rows: int, odd: Counter[str]) -> ColumnFacts:
    """The facts of a column by its values."""
    cell = f"c{place}"
    present, different = engine.execute(f"SELECT count({cell}), count(DISTINCT {cell}) FROM looked").fetchone()  # noqa: S608
    found: dict[str, Any] = {
        "missing": rows - present,
        "different": different,
        "is_key": different == rows > 1,
        "odd": tuple(odd.most_common(_ODD_SHOWN)),
        "odd_count": odd.total(),
    }
    counts: Levels = ()
    if different <= _COMPARED and different < rows:
        query = f"SELECT {cell}, count(*) FROM looked WHERE {cell} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"  # noqa: S608
        counts = tuple((_level(value), count) for value, count in engine.execute(query).fetchall())
        found["levels"] = counts if different <= _FEW else ()
    if facts.kind in ("integer", "number"):
        query = f"SELECT min({cell}), median({cell}), max({cell}) FROM looked"  # noqa: S608
        found |= dict(zip(("lowest", "median", "highest"), engine.execute(query).fetchone(), strict=True))
    elif facts.kind in ("text", "date"):
        found |= _of_texts(engine, cell, present)
        found["variants"] = _variants(counts) if not facts.type else ()
    return facts.model_copy(update=found)


def _level(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


def _of_texts(engine: Any, cell: str, present: int) -> dict[str, Any]:
    """What texts hold: placeholders, codes, numbers with other texts among them, the ends of dates."""
    gaps = f"lower({cell}) IN ({', '.join(map(literal, MISSING))})"
    number = f"regexp_full_match({cell}, {literal(_NUMBER)})"
    forms = (gaps, number, f"regexp_full_match({cell}, '\\d+')", f"regexp_full_match({cell}, '0\\d+')")
    iso = f"regexp_full_match({cell}, {literal(_ISO)})"
    listed = ", ".join(f"count(*) FILTER ({form})" for form in (*forms, iso))
    query = f"SELECT {listed}, min({cell}), max({cell}) FROM looked"  # noqa: S608
    missing, numbers, digits, zeros, dated, first, last = engine.execute(query).fetchone()
    found: dict[str, Any] = {"is_code": bool(zeros) and digits + missing == present}
    if missing:
        found["placeholders"] = _counted(engine, cell, gaps)
    if dated == present > 0:
        found |= {"lowest": first, "highest": last}
    others = present - numbers - missing
    if others and numbers >= _HALF * (present - missing):
        kept = f"NOT ({number}) AND NOT ({gaps})"
        found |= {"odd": _counted(engine, cell, kept), "odd_count": others}
    return found


def _counted(engine: Any, cell: str, condition: str) -> Levels:
    """The commonest texts that fulfil a condition."""
    query = (
        f"SELECT left({cell}, 80), count(*) FROM looked WHERE {condition} GROUP BY 1 ORDER BY 2 DESC, 1 "  # noqa: S608
        f"LIMIT {_ODD_SHOWN}"
    )
    return tuple(engine.execute(query).fetchall())


def _variants(counts: Levels) -> tuple[tuple[str, ...], ...]:
    """The values that differ in case or blanks alone."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for text, _ in counts:
        alike["".join(text.casefold().split())].append(text)
    return tuple(tuple(texts) for texts in alike.values() if len(texts) > 1)[:_VARIANTS]


def _odd_cells(engine: Any, table: Table) -> dict[str, Counter[str]]:
    """The cells of columns of numbers that could not be read, by the problems of their rows."""
    if not table.odd:
        return {}
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    query = f"SELECT {PROBLEM}, count(*) FROM looked WHERE {PROBLEM} IS NOT NULL GROUP BY 1 LIMIT {_COMPARED}"  # noqa: S608
    for problem, count in engine.execute(query).fetchall():
        for part in problem.split("; "):
            if match := _PROBLEM.match(part):
                found[match["name"]][match["text"]] += count
    return found


def coded(engine: Any, names: Sequence[str], kinds: Iterable[str]) -> list[Coded]:
    """Return columns of the view `looked` as codes; those of no kind are left out.

    Args:
        engine: that has the view.
        names: of its columns in their order.
        kinds: of each.
    """
    found = []
    for place, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        query = f"SELECT c{place} IS NULL AS missing, hash(c{place}) AS value FROM looked"  # noqa: S608
        if kind:
            values = engine.execute(query).fetchnumpy()
            found.append(Coded.of(name, kind, values["value"], values["missing"]))
    return found


def looked(engine: Any, table: Table) -> None:
    """Make the view of the rows of a table that are looked at."""
    engine.execute(f"CREATE TEMP TABLE looked AS SELECT * FROM {scan(table.paths)} LIMIT {_MOST_ROWS}")  # noqa: S608


def _duplicates(engine: Any, columns: int) -> int:
    hashed = f"hash({', '.join(f'c{place}' for place in range(columns))})"
    count: int = engine.execute(f"SELECT count(*) - count(DISTINCT {hashed}) FROM looked").fetchone()[0]  # noqa: S608
    return count


def _states(facts: Sequence[ColumnFacts], columns: Sequence[Column]) -> Iterator[EventState]:
    """The columns that look like states of an event, each with the column of times that is nearest."""
    times = [place for place, one in enumerate(facts) if one.different > 2 and is_time(columns[place])]
    for place, one in enumerate(facts):
        others = [time for time in times if time != place]
        if others and _is_state(one):
            nearest = min(others, key=lambda time: abs(time - place))
            yield EventState(state=one.name, time=facts[nearest].name)


def is_time(column: Column) -> bool:
    """Return whether a column holds numbers that are times by its unit or by its header."""
    if not column.is_number:
        return False
    try:
        measured = bool(column.unit) and dimension(column.unit or "1") == dimension("s")
    except UnitError:
        measured = False
    return measured or bool(_words(column.name) & _TIMES)


def _is_state(facts: ColumnFacts) -> bool:
    values = {value.casefold().strip() for value, _ in facts.levels}
    if not 2 <= len(values) <= 3:
        return False
    coded = facts.kind == "truth" or values <= {"0", "1", "2", "yes", "no"}
    return bool(values & _STATES) or (coded and bool(_words(facts.name) & _EVENTS))


def _words(name: str) -> set[str]:
    return set(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).casefold()))


def _series(facts: Sequence[ColumnFacts]) -> Iterator[tuple[str, ...]]:
    """The columns of numbers in one unit whose names differ in a number alone: d0, d7, d14."""
    alike: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for one in facts:
        if one.kind in ("integer", "number") and len(_NUMBERED.findall(one.name)) == 1:
            alike[_NUMBERED.sub("#", one.name), one.unit].append(one.name)
    yield from (tuple(names) for names in alike.values() if len(names) > 2)


def _notes(table: Table) -> tuple[str, ...]:
    """What the reader says of the file, with the rows that it could not take whole."""
    notes = list(table.notes)
    if table.malformed:
        notes.append(f"{table.malformed:,} rows are malformed (first: {table.first_malformed})")
    notes += [f"{one.column}: {one.count:,} values {one.why} (first: {one.first})" for one in table.odd]
    if table.failed:
        notes.append(f"{table.failed:,} rows have no result (first: {table.first_failed})")
    return tuple(notes)
