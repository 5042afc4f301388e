"""Read workbooks of Excel: values as text, formulas as the text they are, macros not at all."""

from __future__ import annotations

import datetime
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import Bounds, shown
from scitoolagent.tables.delimited import build
from scitoolagent.tables.layout import Row
from scitoolagent.tables.options import Options
from scitoolagent.tables.table import Table

# A sheet of empty cells grows a thousandfold and is still small; what is refused is what would fill the memory.
_MOST_EXPANDED = 2 << 30
_MOST_TEXTS = 256 << 20
_LISTED = 12


def read_workbook(path: Path, options: Options) -> Table:
    """Read one sheet of a workbook, row by row.

    Raises:
        TableError: it is no workbook, expands too far, or has no such sheet.
    """
    from openpyxl import load_workbook

    name = shown(path.name)
    macros = _checked(path, name, options.bounds)
    try:
        with closing(load_workbook(path, read_only=True, data_only=False, keep_vba=False, keep_links=False)) as book:
            if options.sheet and options.sheet not in book.sheetnames:
                listed = ", ".join(map(shown, book.sheetnames[:_LISTED]))
                raise TableError(f"{name} has no sheet {shown(options.sheet)!r}; it has {listed}")
            sheet = book[options.sheet or book.sheetnames[0]]
            if (sheet.max_column or 0) > options.bounds.columns:
                raise TableError(f"{name} has more than {options.bounds.columns:,} columns")
            told = _told(options.sheet, book.sheetnames)
            told += ["its macros are not read"] if macros else []
            formulas = [0]
            rows = _rows(sheet, formulas)
            return build(rows, name, options, lambda: (*told, *_formulas(formulas[0])))
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, SyntaxError) as error:
        raise TableError(f"{name} is no workbook that can be read: {error}") from error


def _told(sheet: str, names: Sequence[str]) -> list[str]:
    """Which sheet is read, where nobody said it and there are several."""
    if sheet or len(names) == 1:
        return []
    others = ", ".join(map(shown, names[1:_LISTED]))
    return [f"only the first of {len(names)} sheets is read: {shown(names[0])}, not {others}"]


def _checked(path: Path, name: str, bounds: Bounds) -> bool:
    """Refuse what expands too far, before it is expanded; whether there are macros in it."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, OSError) as error:
        raise TableError(f"{name} is no workbook: {error}") from error
    expanded = sum(part.file_size for part in parts)
    # The texts of all cells are kept in memory at once.
    texts = sum(part.file_size for part in parts if part.filename.endswith("sharedStrings.xml"))
    packed = sum(part.compress_size for part in parts)
    if texts > _MOST_TEXTS or (expanded > _MOST_TEXTS and expanded > bounds.ratio * packed):
        raise TableError(
            f"{name} expands to {expanded:,} bytes, {texts:,} of them texts, from {packed:,}; save it as CSV"
        )
    if expanded > min(_MOST_EXPANDED, bounds.file_bytes) or len(parts) > 10_000:
        raise TableError(f"{name} expands to {expanded:,} bytes in {len(parts):,} parts; save it as CSV")
    return any(part.filename.endswith("vbaProject.bin") for part in parts)


def _rows(sheet: Any, formulas: list[int]) -> Iterator[Row]:
    width, gap = 0, False
    for number, cells in enumerate(sheet.iter_rows()):
        row = Row()
        for cell in cells:
            formulas[0] += cell.data_type == "f"
            row.append(_text(cell.value))
        while row and row[-1] is None:
            row.pop()
        # Cells at the end of a row that hold nothing may not be there at all.
        width = max(width, len(row))
        if row:
            row += [None] * (width - len(row))
            row.line, row.gap = number, gap
            yield row
        gap = not any(row)


def _formulas(count: int) -> tuple[str, ...]:
    return (f"{count} cells hold formulas; these are taken as text and not worked out",) if count else ()


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ") if value.time() != datetime.time() else value.date().isoformat()
    return str(value)
