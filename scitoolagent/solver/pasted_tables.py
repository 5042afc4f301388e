"""Find the tables that a text holds: in Markdown, with tabs, semicolons or commas, or aligned by blanks."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scitoolagent.solver.pasted_molecules import is_structure
from scitoolagent.tables.delimited import named_columns
from scitoolagent.tables.kinds import MISSING, NUMBER

_LONGEST, _WORDS, _MOST_COLUMNS = 60, 4, 200
_RULE = re.compile(r":?-{1,}:?")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+(?:,\d+)?")
_YEAR = re.compile(r"(?:18|19|20|21)\d\d")
_SENTENCE = re.compile(r"[a-z)][.?!:]$")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text at its place."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PastedTable:
    """Rows of a table in a text."""

    rows: list[dict[str, Any]]
    start: int
    end: int


def _markdown(line: str) -> list[str]:
    bare = line.strip()
    if "|" not in bare:
        return []
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", bare.removeprefix("|").removesuffix("|"))]


def _separated(sign: str) -> Callable[[str], list[str]]:
    def split(line: str) -> list[str]:
        if sign not in line:
            return []
        try:
            cells = next(csv.reader([line], delimiter=sign, skipinitialspace=True))
        except csv.Error:
            return []
        return [cell.strip() for cell in cells]

    return split


def _aligned(line: str) -> list[str]:
    return re.split(r"[ \t]{2,}|\t", line.strip())


# How the lines of a table are parted, the surest sign first.
_FORMS: tuple[tuple[str, Callable[[str], list[str]]], ...] = (
    ("markdown", _markdown),
    ("tab", _separated("\t")),
    ("semicolon", _separated(";")),
    ("comma", _separated(",")),
    ("aligned", _aligned),
    ("blank", str.split),
)


def pasted_tables(lines: Sequence[Line]) -> Iterator[PastedTable]:
    """Yield the tables among lines; an empty line ends one."""
    place = 0
    tried: dict[str, int] = {}
    while place < len(lines):
        table, behind = None, place + 1
        for name, split in _FORMS:
            if tried.get(name, 0) > place:
                continue
            run = _run(lines, place, split)
            tried[name] = place + max(1, len(run) - 1)
            if len(run) > 1 and (fit := _fitting(name, run)):
                first, last, rows = fit
                table = PastedTable(rows, lines[place + first].start, lines[place + last - 1].end)
                behind = place + last
                break
        if table:
            yield table
        place = behind


def _run(lines: Sequence[Line], place: int, split: Callable[[str], list[str]]) -> list[list[str]]:
    """The cells of the lines from a place on that have equally many."""
    found: list[list[str]] = []
    for number in range(place, len(lines)):
        line = lines[number].text
        cells = split(line) if line.strip() else []
        if not 2 <= len(cells) <= _MOST_COLUMNS or (found and len(cells) != len(found[0])):
            break
        found.append(cells)
    return found


def _fitting(name: str, run: Sequence[Sequence[str]]) -> tuple[int, int, list[dict[str, Any]]] | None:
    """The rows of a run that are a table, with the first line and the one behind the last; None where none is."""
    for first, last in ((0, len(run)), (1, len(run)), (0, len(run) - 1), (1, len(run) - 1)):
        part = run[first:last]
        if len(part) > 1 and (rows := _rows(name, part)):
            return first, last, rows
    return None


def _rows(name: str, cells: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """The rows of cells that are a table; none where they may be prose, or lists of numbers."""
    ruled = name == "markdown" and len(cells) > 2 and all(map(_RULE.fullmatch, cells[1]))
    if ruled:
        cells = [cells[0], *cells[2:]]
    if not ruled and any(map(_is_prose, (cell for row in cells for cell in row))):
        return []
    comma = name != "comma" and _has_decimal_commas(cells[1:])
    numbers = [place for place in range(len(cells[0])) if _are_numbers([row[place] for row in cells[1:]], comma)]
    header = ruled or _is_header(cells, numbers, comma)
    if not ruled and not _is_table(name, cells, numbers, header):
        return []
    columns, _ = named_columns(list(cells[0]) if header else [None] * len(cells[0]))
    body = cells[1:] if header else cells
    values = [_values([row[place] for row in body], comma) for place in range(len(columns))]
    return [dict(zip((column.name for column in columns), row, strict=True)) for row in zip(*values, strict=True)]


def _is_prose(cell: str) -> bool:
    """Whether a cell is part of a sentence: long, of many words, or with the sign that ends one."""
    ends = bool(_SENTENCE.search(cell)) and cell.casefold() not in MISSING
    return len(cell) > _LONGEST or len(cell.split()) > _WORDS or ends or ": " in cell


def _is_table(name: str, cells: Sequence[Sequence[str]], numbers: Sequence[int], header: bool) -> bool:
    """Whether cells that are parted in some way are a table, so that nothing else is taken for one."""
    width = len(cells[0])
    if name in ("markdown", "tab"):
        return header or bool(numbers) or not any(is_structure(cell) for row in cells for cell in row)
    if name == "comma" and len(numbers) == width and not header and len(cells) <= width:
        return False  # a list of numbers a line
    if name == "blank":
        return len(cells) > 2 and 2 * len(numbers) >= width and (header or len(numbers) == width)
    if name == "aligned":
        return bool(numbers)
    if numbers:
        return True
    return len(cells) > 2 and header and all(cell for row in cells for cell in row)


def _is_header(cells: Sequence[Sequence[str]], numbers: Sequence[int], comma: bool) -> bool:
    """Whether the first row names the columns: words above numbers, or words unlike the structures below."""
    top, below = cells[0], cells[1:]
    if numbers:
        above = [top[place] for place in numbers]
        if all(map(_YEAR.fullmatch, above)) and len({*above}) == len(above) and len(numbers) < len(top):
            return not any(_YEAR.fullmatch(row[place]) for row in below for place in numbers)
        return not any(_are_numbers([cell], comma) for cell in above) and any(above)
    structures = [place for place in range(len(top)) if all(is_structure(row[place]) for row in below)]
    if structures:
        return not any(is_structure(top[place]) for place in structures)
    others = {cell.casefold() for row in below for cell in row}
    return len({*top}) == len(top) and all(top) and not {cell.casefold() for cell in top} & others


def _has_decimal_commas(rows: Sequence[Sequence[str]]) -> bool:
    """Whether some column has commas as decimal signs, and none a point as one."""
    cells = [cell for row in rows for cell in row]
    return any(re.fullmatch(r"[+-]?\d+,\d+", cell) for cell in cells) and not any(
        re.fullmatch(r"[+-]?\d*\.\d+", cell) for cell in cells
    )


def _are_numbers(cells: Sequence[str], comma: bool) -> bool:
    """Whether the cells that hold something hold numbers; digits with zeros in front are codes."""
    form = _DECIMAL_COMMA if comma else NUMBER
    there = [cell.replace("−", "-") for cell in cells if cell.casefold() not in MISSING]
    return bool(there) and all(form.fullmatch(cell) and not re.fullmatch(r"0\d+", cell) for cell in there)


def _values(cells: Sequence[str], comma: bool) -> list[Any]:
    """The values of a column: numbers where all are, or else texts; None for what is empty."""
    if not _are_numbers(cells, comma):
        return [cell or None for cell in cells]
    plain = [None if cell.casefold() in MISSING else cell.replace("−", "-") for cell in cells]
    plain = [cell.replace(",", ".") if cell and comma else cell for cell in plain]
    whole = all(cell is None or re.fullmatch(r"[+-]?\d{1,18}", cell) for cell in plain)
    return [None if cell is None else int(cell) if whole else float(cell) for cell in plain]
