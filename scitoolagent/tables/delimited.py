"""Read CSV, TSV and other text with a value between separators."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import opened, shown
from scitoolagent.tables.build import Builder
from scitoolagent.tables.bulk import is_plain, read_plain
from scitoolagent.tables.guard import unguarded
from scitoolagent.tables.layout import (
    BLANK,
    LOOKED_AT,
    NO_ROWS,
    Layout,
    Row,
    ends_in_notes,
    in_section,
    in_sections,
    is_aligned,
    laid_out,
    squeezed,
    without_notes,
)
from scitoolagent.tables.options import TOLD_EVERY, Options
from scitoolagent.tables.recognise import recognise
from scitoolagent.tables.table import Column, Table
from scitoolagent.tables.text import Lines

_SEPARATORS = ",;\t|"
_REMARK = "#"
_FIRST = 20
_LEAST_ALIKE = 3
_YEAR = re.compile(r"(?:18|19|20|21)\d\d")
_NUMBER = re.compile(r"[+-]?[\d.,]*\d[\d.,]*(?:[eE][+-]?\d+)?%?")


def read_delimited(path: Path, options: Options) -> Table:
    """Read a text file of values between separators.

    Raises:
        TableError: it is empty, no text, out of bounds, or has a malformed row and is read strictly.
    """
    name = shown(path.name)
    csv.field_size_limit(options.bounds.cell_characters)
    with opened(path, options.bounds) as file:
        lines = Lines(file, name, options.bounds)
        feed = iter(lines)
        head = list(islice(feed, LOOKED_AT))
        if not any(line.strip() for line in head):
            raise TableError(f"{name} is empty")
        usual = "\t" if ".tsv" in path.name.lower() else ""
        remarks = _remarks(head, options.separator or usual)
        head = head[remarks:]
        separator = options.separator or separator_of(head, usual)
        if separator not in "".join(head) and is_aligned(head):
            separator, head, feed = BLANK, list(map(squeezed, head)), map(squeezed, feed)
            head[0] = head[0].lstrip(f"{_REMARK} ")
        # Far more separators than columns are taken: told before anything of it is parsed.
        if head[0].count(separator) >= options.bounds.columns:
            counted = head[0].count(separator) + 1
            raise TableError(f"{name} has {counted:,} columns, at most {options.bounds.columns:,} are read")
        if separator != BLANK and is_plain(path, separator):
            try:
                return _bulk(path, head, separator, name, options, remarks)
            except _UnevenError:
                pass
        rows = _records(chain(head, feed), separator, name)
        return build(rows, name, options, lambda: (*lines.notes, *_told(remarks, name)))


def _remarks(head: Sequence[str], usual: str) -> int:
    """How many lines in front of the rows are remarks behind `#`; one of them may be the header: `#chrom start end`."""
    count = next((place for place, line in enumerate(head) if not line.lstrip().startswith(_REMARK)), 0)
    if not count:
        return 0
    separator = separator_of(head[count:], usual)
    last = head[count - 1]
    if separator not in head[count]:
        # "# angle intensity" is the header where numbers stand below it.
        values, named = head[count].split(), last.strip(f" {_REMARK}\r\n").split()
        return count - (len(values) == len(named) and (len(values) == 1 or any(map(_NUMBER.fullmatch, values))))
    return count - (_width(last, separator) == _width(head[count], separator))


def _width(line: str, separator: str) -> int:
    """How many values a line holds; 0 where that cannot be told."""
    try:
        return len(next(csv.reader([line], delimiter=separator), ()))
    except csv.Error:
        return 0


def _told(remarks: int, name: str) -> tuple[str, ...]:
    return (f"{name} begins with {remarks} lines of remarks, {NO_ROWS}",) if remarks else ()


class _UnevenError(Exception):
    """Not all lines of a file are rows of one width."""


def _bulk(path: Path, head: Sequence[str], separator: str, name: str, options: Options, remarks: int) -> Table:
    """A table of a plain file, read by the engine; the lines of remarks in front are left out."""
    first = list(_records(iter(head), separator, name))
    if first and in_sections(first):
        raise _UnevenError
    headed = _headed(first, name, options)
    width, rows = len(headed.columns), first[headed.start :]
    if not head[0].strip() or width == 1 or any(len(row) != width for row in rows) or not rows:
        raise _UnevenError
    if ends_in_notes(path, separator, width):
        raise _UnevenError
    with options.builder(name, headed.columns, guessed=True) as builder:
        if not read_plain(builder, path, separator, options, rows[0].line + remarks, headed.titles[0] or ""):
            raise _UnevenError
        options.progress(builder.rows)
        builder.unnamed = headed.unnamed
        builder.notes += (*headed.notes, *_told(remarks, name))
        return builder.finish(options.types, options.decimal)


@dataclass(frozen=True, slots=True)
class _Headed:
    """The columns of a table, where its rows begin, which columns have no name, and what is to be told of that."""

    columns: list[Column]
    titles: tuple[str | None, ...]
    start: int
    unnamed: frozenset[int]
    notes: tuple[str, ...]


def _headed(first: Sequence[Sequence[str | None]], name: str, options: Options) -> _Headed:
    """What the first rows of a file say of its columns."""
    layout = laid_out(first, name) if options.header is None else Layout()
    rows = first[layout.start :]
    has_header = options.header
    if has_header is None:
        has_header = layout.header is not None or is_header(rows[:_FIRST], options)
    titles = (layout.header or rows[0]) if has_header else [None] * max(map(len, rows))
    columns, told = named_columns(titles)
    told += () if has_header else (f"{name} has no header; its columns are called {columns[0].name}, …",)
    unnamed = frozenset(place for place, title in enumerate(titles) if has_header and not (title or "").strip())
    return _Headed(columns, tuple(titles), layout.start + has_header + layout.below, unnamed, (*layout.notes, *told))


def _records(lines: Iterable[str], separator: str, name: str) -> Iterator[Row]:
    quotes = [0]

    def counted() -> Iterator[str]:
        for line in lines:
            quotes[0] += line.count('"')
            yield line

    reader = csv.reader(counted(), delimiter=separator)
    gap, read = False, 0
    while True:
        before, quotes[0] = reader.line_num, 0
        try:
            row = Row(next(reader))
        except StopIteration:
            return
        except csv.Error as error:
            raise TableError(f"line {reader.line_num} of {name} cannot be read: {error}") from error
        if (taken := reader.line_num - before) > 1 or gap or read < LOOKED_AT:
            row.line, row.lines, row.gap = before, taken, gap
        # Only the last row of several lines can be open still.
        if taken > 1 and quotes[0] % 2:
            raise TableError(
                f"the row in line {before + 1} of {name} opens a quote that nothing closes, so that "
                f"the {taken - 1:,} lines after it are part of one value; mend that line"
            )
        # Empty lines, and those of separators alone, are no rows; a quoted nothing is one.
        if len(row) == 1 or any(cell and not cell.isspace() for cell in row):
            row[:] = [unguarded(cell) for cell in row if cell is not None]
            gap, read = False, read + 1
            yield row
        else:
            gap = True


def separator_of(lines: Sequence[str], usual: str = "") -> str:
    """The sign that parts the first lines most evenly into most values; a comma where none does."""
    best, found = (0.0, 0), usual or ","
    # The last line of the sample may be in the middle of a quoted text.
    for sign in usual or _SEPARATORS:
        try:
            widths = Counter(len(row) for row in csv.reader(lines, delimiter=sign) if row)
        except csv.Error:
            continue
        width, count = widths.most_common(1)[0]
        score = (count / widths.total(), width) if width > 1 else (0.0, 0)
        if score > best:
            best, found = score, sign
    return found if best[1] or usual else _separator_at_end(lines) or found


def _separator_at_end(lines: Sequence[str]) -> str:
    """The sign that parts the last lines evenly, where most lines in front are titles; empty where none does."""
    best, found = (0, 0), ""
    for sign in _SEPARATORS:
        try:
            widths = [len(row) for row in csv.reader(lines, delimiter=sign) if row]
        except csv.Error:
            continue
        alike = next((count for count, width in enumerate(reversed(widths)) if width != widths[-1]), len(widths))
        if widths and widths[-1] > 1 and (alike, widths[-1]) > best and alike >= _LEAST_ALIKE:
            best, found = (alike, widths[-1]), sign
    return found


def build(
    rows: Iterator[Sequence[str | None]], name: str, options: Options, notes: Callable[[], tuple[str, ...]] = tuple
) -> Table:
    """A table of rows of texts, the first of which may be the header.

    Args:
        rows: as the file has them.
        name: of the file.
        options: how it is read.
        notes: a function that gives what is to be told once all rows are read.
    """
    beside: list[str] = []
    feed = in_section(rows, name, beside) if options.header is None else rows
    first = list(islice(feed, LOOKED_AT))
    if not first:
        raise TableError(f"{name} has no rows")
    headed = _headed(first, name, options)
    below: Iterator[Sequence[str | None]] = chain(first[headed.start :], feed)
    if options.header is None:
        below = without_notes(below, headed.titles, name, beside)
    with options.builder(name, headed.columns, guessed=True) as builder:
        builder.unnamed = headed.unnamed
        for number, row in enumerate(below, 1):
            _append(builder, number, row)
            if number % TOLD_EVERY == 0:
                options.progress(number)
        builder.notes += [*headed.notes, *beside, *notes()]
        return builder.finish(options.types, options.decimal)


def _append(builder: Builder, number: int, row: Sequence[str | None]) -> None:
    """Keep a row with as many values as there are columns; one with fewer or more is counted and left out."""
    cells = [cell.strip() or None if cell else None for cell in row]
    width = len(builder.columns)
    if len(cells) != width:
        # Separators at the end of a line hold nothing.
        if any(cells[width:]) or len(cells) < width:
            lines = row.lines if isinstance(row, Row) else 1
            told = f"; it takes {lines:,} lines, since a quote is open" if lines > 1 else ""
            builder.malform(number, f"it has {len(cells)} values, the header has {width}{told}")
            return
        cells = cells[:width]
    builder.append(number, cells)


def is_header(rows: Sequence[Sequence[str | None]], options: Options) -> bool:
    """Whether the first of some rows names the columns: it is no data like those below it."""
    top, below = rows[0], rows[1:]
    cells = [cell.strip() for cell in top if cell and cell.strip()]
    numbers = [cell for cell in cells if _NUMBER.fullmatch(cell)]
    if not cells or (numbers and not _are_years(numbers, cells, below)):
        return False
    for place, cell in enumerate(top):
        column = [row[place] for row in below if place < len(row) and row[place]]
        kind = recognise(options.types, "", "text", column)[0].type if column else ""
        if kind and cell and recognise(options.types, "", "text", [cell.strip()])[0].type == kind:
            return False
    return True


def _are_years(numbers: Sequence[str], cells: Sequence[str], below: Sequence[Sequence[str | None]]) -> bool:
    """Whether numbers in a first row are years beside other headers, and those below are none: `site,2020,2021`."""
    if len(numbers) == len(cells) or len({*numbers}) < len(numbers) or not all(map(_YEAR.fullmatch, numbers)):
        return False
    held = [cell.strip() for row in below for cell in row if cell]
    return bool(held) and not any(map(_YEAR.fullmatch, held))


def named_columns(titles: Sequence[str | None]) -> tuple[list[Column], tuple[str, ...]]:
    """Columns of texts with one name each, and what is to be told about the names."""
    columns: list[Column] = []
    known: set[str] = set()
    notes: list[str] = []
    for place, title in enumerate(titles, 1):
        wanted = " ".join((title or "").split())[:200] or f"column {place}"
        name, number = wanted, 1
        while name in known:
            number += 1
            name = f"{wanted} ({number})"
        if number > 1:
            notes.append(f"column {place} is called {shown(wanted)!r} like another one; it is {shown(name)!r} here")
        known.add(name)
        columns.append(Column(name=name))
    return columns, tuple(notes[:5])
