"""Where the table is in a file of rows: below titles, under a header of two rows, above units, in a section of its own.

What stands around the rows is told and is no row. A file whose first row may be its header is left as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from scitoolagent.language.words import word_list
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.kinds import MISSING
from scitoolagent.tables.recognise import header_unit, plain_unit
from scitoolagent.tables.summaries import is_of_formulas

# Every note on lines that are left out ends so: what they say is screened all the same.
NO_ROWS = "which are no rows"
LOOKED_AT = 100
# At most so many lines stand in front of a table.
_MOST_TITLES, _LISTED, _LEAST_BELOW = 40, 3, 2
# So much of the width of the rows a header fills.
_FILLED = 0.8
_TAIL = 1 << 16
# Between the values of files that are aligned by blanks.
BLANK = " "
_SECTION = re.compile(r"\[[^\[\]]{1,60}\]")
_NUMBER = re.compile(r"[<>≤≥~]?=?\s*[+-]?[\d.,' ]*\d[\d.,]*(?:[eE][+-]?\d+)?\s*%?")
_NOTHING = frozenset({*MISSING, "[-]", "(-)", "–", "—"})

Cells = Sequence[str | None]


class Row(list[str | None]):
    """The values of a row, with the lines that it takes, the first of them, and whether an empty one is in front."""

    line = 0
    lines = 1
    gap = False


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a table begins.

    Attributes:
        start: how many rows are titles.
        header: of two rows in one; None where the first row is all that may be one.
        below: how many rows under the first one belong to the header.
        notes: what is to be told.
    """

    start: int = 0
    header: tuple[str | None, ...] | None = None
    below: int = 0
    notes: tuple[str, ...] = ()


def laid_out(rows: Sequence[Cells], name: str) -> Layout:
    """Where the table is among the first rows of a file."""
    start = _titles(rows)
    told = [f"{name} begins with {_lines(rows[:start])}, {NO_ROWS}"] if start else []
    header, below, table = None, 0, rows[start:]
    grouped = _grouped(rows[start - 1] if start else (), table)
    if grouped:
        header, below = grouped
        told.append(
            f"the header of {name} has two rows; the first of them tells apart what is called alike in the other"
        )
    top = header or (table[0] if table else ())
    if units := _units(top, table[1 + below :]):
        header, below = units, below + 1
        told.append(f"the row below the header of {name} holds the units of the columns, and is none of values")
    return Layout(start, tuple(header) if header else None, below, tuple(told))


def _lines(rows: Sequence[Cells]) -> str:
    said = ["; ".join(cell.strip() for cell in row if cell and cell.strip()) for row in rows[:_LISTED]]
    listed = ", ".join(repr(shown(one)) for one in said)
    more = ", …" if len(rows) > _LISTED else ""
    return f"{len(rows)} line{'s' * (len(rows) > 1)} of titles ({listed}{more})"


def _there(row: Cells) -> list[str]:
    return [cell.strip() for cell in row if cell and cell.strip()]


def _width(row: Cells) -> int:
    """How far the values of a row reach."""
    return max((place for place, cell in enumerate(row, 1) if cell and cell.strip()), default=0)


def _first(row: Cells) -> int:
    """The place of the first value of a row."""
    return next((place for place, cell in enumerate(row) if cell and cell.strip()), 0)


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text.strip()) is not None


def _is_text(row: Cells) -> bool:
    """Whether a row holds words alone, as a header does."""
    return not any(_is_number(cell) or cell.casefold() in _NOTHING for cell in _there(row))


def _numbers(rows: Sequence[Cells]) -> set[int]:
    """The places of the columns in which all values of some rows are numbers."""
    found: dict[int, bool] = {}
    for row in rows:
        for place, cell in enumerate(row):
            if cell and cell.strip() and cell.strip().casefold() not in _NOTHING:
                found[place] = found.get(place, True) and _is_number(cell)
    return {place for place, numbers in found.items() if numbers}


def _titles(rows: Sequence[Cells]) -> int:
    """How many rows in front of the table are titles; none where the first row may be the header."""
    widths = Counter(width for row in rows if (width := _width(row)) > 1)
    if not widths:
        return 0
    # A table of a sheet may begin behind empty columns.
    begins = Counter(_first(row) for row in rows if len(_there(row)) > 1).most_common(1)
    begin = begins[0][0] if begins else 0
    width = max(widths, key=lambda one: (widths[one], one)) - begin
    least = max(2, -(-int(10 * _FILLED * width) // 10))
    start = next((place for place, row in enumerate(rows) if len(_there(row)) >= least), 0)
    if start > _MOST_TITLES or len(rows) - start <= 1:
        return 0
    if not start:
        return _behind_gap(rows)
    before, header, below = rows[:start], rows[start], rows[start + 1 :]
    if all(len(_there(row)) == 1 and _first(row) <= begin for row in before):
        return start
    apart = getattr(header, "gap", False) or bool(_numbers(below))
    return start if _is_text(header) and apart and len(below) >= _LEAST_BELOW else 0


def _behind_gap(rows: Sequence[Cells]) -> int:
    """How many rows are pairs of a word and what is said of it, where an empty line parts them from the table."""
    for place, row in enumerate(rows[1:_MOST_TITLES], 1):
        below = rows[place + 1 :]
        if not getattr(row, "gap", False) or len(below) <= _LEAST_BELOW or not _is_text(row):
            continue
        numbers = _numbers(below) & {spot for spot, cell in enumerate(row) if cell}
        before = _numbers(rows[1:place]) | _numbers(rows[:1])
        if len(_there(row)) > 1 and numbers - before and place > 1 and not numbers & before:
            return place
        return 0
    return 0


def _grouped(above: Cells, table: Sequence[Cells]) -> tuple[list[str | None], int] | None:
    """The header of two rows as one, and how many rows below the first belong to it; None where it has one row."""
    if not table:
        return None
    if len(_there(above)) > 1:
        named = _joined(above, table[0])
        return (named, 0) if named != list(table[0]) else None
    if len(table) <= 1 + _LEAST_BELOW:
        return None
    top, second, numbers = table[0], table[1], _numbers(table[2:])
    places = {place for place, cell in enumerate(second) if cell and cell.strip()}
    empty = {place for place in places if place >= len(top) or not (top[place] or "").strip()}
    if empty and places <= numbers and _is_text(top) and _is_text(second) and not _units(top, table[1:]):
        return _joined(top, second), 1
    return None


def _joined(above: Cells, header: Cells) -> list[str | None]:
    """A header with the names of groups above it in front of what is called alike, and in place of what has no name."""
    counted = Counter(cell.strip() for cell in header if cell)
    found: list[str | None] = []
    group = ""
    for place in range(max(len(above), len(header))):
        over = ((above[place] if place < len(above) else "") or "").strip()
        group = over or group
        own = ((header[place] if place < len(header) else "") or "").strip()
        alike = own and (counted[own] > 1)
        found.append(f"{group} {own}" if alike and group else own or over or None)
    return found


def _units(header: Cells, below: Sequence[Cells]) -> list[str | None] | None:
    """A header with the units that the row below it gives; None where that row holds values."""
    if len(below) <= 1 or not _there(header) or not _is_text(header):
        return None
    row, numbers = below[0], _numbers(below[1:])
    said = {place: cell.strip() for place, cell in enumerate(row) if cell and cell.strip()}
    measured = {place: cell for place, cell in said.items() if place in numbers and cell.casefold() not in _NOTHING}
    known = {place for place, cell in measured.items() if plain_unit(cell.strip("[]()"))}
    words = word_list("tables", "unit_columns")
    others = [one for place, one in said.items() if place not in numbers and one.casefold() not in _NOTHING | words]
    if not known or any(map(_is_number, measured.values())) or len(known) * 2 < len(measured):
        return None
    if others and len(known) < 2 and len(known) < len(measured):
        return None
    if others and not all(plain_unit(one.strip("[]()")) for one in others) and len(known) < max(2, len(numbers) - 1):
        return None
    named = list(header)
    for place, cell in measured.items():
        title = (named[place] if place < len(named) else "") or ""
        if title.strip() and header_unit(title)[1] is None:
            named[place] = f"{title.strip()} [{cell.strip('[]()')}]"
    return named


def is_aligned(lines: Sequence[str]) -> bool:
    """Whether lines hold equally many words each, some of them columns of numbers: blanks part their values."""
    rows = [line.lstrip("# ").split() for line in lines if line.strip()]
    return len(rows) > _LEAST_BELOW and len({*map(len, rows)}) == 1 and len(rows[0]) > 1 and bool(_numbers(rows[1:]))


def squeezed(line: str) -> str:
    """A line with one blank between its values."""
    return " ".join(line.split()) + "\n"


def in_sections(rows: Sequence[Cells]) -> bool:
    """Whether a file begins with the head of a section."""
    return bool(rows) and bool(_section(rows[0]))


def ends_in_notes(path: Path, separator: str, width: int) -> bool:
    """Whether the last lines of a plain file may be notes, which a reader of whole files takes for rows."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL))
        lines = file.read(_TAIL).decode("ascii", "replace").splitlines()[-_MOST_TITLES:]
    return any(_may_be_note(line.split(separator), width, behind=True) for line in lines if line.strip(f"{separator} "))


def in_section(rows: Iterator[Cells], name: str, told: list[str]) -> Iterator[Cells]:
    """The rows of the section that holds the data, of a file of sections ("[Header]", "[Data]"); of others all."""
    first = list(islice(rows, LOOKED_AT))
    heads = [(place, title) for place, row in enumerate(first) if (title := _section(row))]
    called = word_list("tables", "data_sections")
    data = next((one for one in heads if one[1].casefold().split("_")[-1] in called), None)
    if data is None or heads[0][0] != 0:
        yield from chain(first, rows)
        return
    others = [f"[{title}]" for place, title in heads if place < data[0]]
    left_out = data[0] - len(others)
    within = True
    for row in chain(first[data[0] + 1 :], rows):
        if title := _section(row):
            within = False
            others += [f"[{title}]"] if len(others) < 2 * _LISTED else []
        elif within:
            yield row
        else:
            left_out += 1
    listed = ", ".join(map(shown, others)) or "none"
    told.append(
        f"the table of {name} is its section [{shown(data[1])}]; the others ({listed}) hold {left_out} lines, {NO_ROWS}"
    )


def _section(row: Cells) -> str:
    """What a section is called whose head a row is; empty for any other row."""
    there = _there(row)
    return there[0][1:-1].strip() if len(there) == 1 and row[0] and _SECTION.fullmatch(there[0]) else ""


def without_notes(rows: Iterable[Cells], header: Cells, name: str, told: list[str]) -> Iterator[Cells]:
    """Rows without the remarks among them, without headers that stand there again, and without notes below the last."""
    held: list[Cells] = []
    dropped: list[str] = []
    seen: list[Cells] = []
    width = len(header)
    for row in rows:
        if getattr(row, "gap", False) and _begins_another(row, seen):
            said = "; ".join(_there(row))
            left = 1 + sum(1 for _ in rows)
            told.append(f"below an empty line of {name} another table begins ({shown(said)}): {left} lines, {NO_ROWS}")
            break
        if len(seen) < LOOKED_AT:
            seen.append(row)
        if _is_aside(row, header):
            dropped.append(_there(row)[0])
        elif len(held) < _MOST_TITLES and (_may_be_note(row, width, bool(held)) or is_of_formulas(row)):
            held.append(row)
        else:
            yield from held
            held = []
            yield row
    dropped += [_there(row)[0] for row in held]
    if dropped:
        listed = ", ".join(repr(shown(one)) for one in dropped[:_LISTED]) + ", …" * (len(dropped) > _LISTED)
        many = f"{len(dropped)} line{'s' * (len(dropped) > 1)}"
        told.append(f"{name} has {many} of notes below or among its rows ({listed}), {NO_ROWS}")


def _begins_another(row: Cells, seen: Sequence[Cells]) -> bool:
    """Whether a row behind an empty line is the header of another table: it has words where all others have numbers."""
    numbers = _numbers(seen)
    words = {place for place, cell in enumerate(row) if cell and cell.strip()}
    return len(seen) >= _LEAST_BELOW and bool(numbers) and numbers <= words and len(words) > 1 and _is_text(row)


def _is_aside(row: Cells, header: Cells) -> bool:
    """Whether a row is a remark among the others, or the header once more."""
    first = (row[0] or "").lstrip()
    if (
        first.startswith("#")
        and not (header[0] or "").startswith("#")
        and (len(row) != len(header) or first[1:2] == " ")
    ):
        return True
    return bool(first) and first == header[0] and len(_there(row)) > 1 and _there(row) == _there(header)


def _may_be_note(row: Cells, width: int, behind: bool) -> bool:
    """Whether a row may be a note below the table: it begins as one, or says in words what no column holds."""
    there = _there(row)
    if not there or width < 2 or not row[0] or len(there) * 2 > width + 1 or (width > 2 and len(there) == width):
        return False
    first = there[0]
    led = re.match(r"[^\W\d_]+\.?(?=\s*[:=])", first)
    if (first[0] in "*†‡§¹²³#" and len(first) > 1) or (led and led[0].casefold() in word_list("tables", "footnotes")):
        return True
    apart = getattr(row, "gap", False) or behind
    return apart and len(there) == 1 and len(first.split()) > _LISTED - 1 and not _is_number(first)
