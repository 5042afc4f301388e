"""Read tables from foreign files: plain, gzip or inside a zip, with bounds; a broken row is an item, not an end."""

from __future__ import annotations

import csv
import gzip
import io
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from scitoolagent.errors import GraphError
from scitoolagent.knowledge.store.records import Broken

MAX_LINE = 1_000_000
SEPARATORS = ("|", ";", ",")


@contextmanager
def open_text(path: Path, member: str = "") -> Iterator[IO[str]]:
    """Open a text file for reading; `member` names a file inside a zip. Bytes that are no UTF-8 become a sign.

    Raises:
        GraphError: the file is not there, or is not what its name says.
    """
    try:
        if member:
            with zipfile.ZipFile(path) as archive, archive.open(member) as inner:
                yield io.TextIOWrapper(inner, encoding="utf-8", errors="replace", newline="")
        elif path.suffix == ".gz":
            with gzip.open(path, "rt", encoding="utf-8", errors="replace", newline="") as stream:
                yield stream
        else:
            with path.open(encoding="utf-8", errors="replace", newline="") as stream:
                yield stream
    except (OSError, EOFError, zipfile.BadZipFile, KeyError) as error:
        raise GraphError(f"{path.name} cannot be read: {error}") from error


def lines(path: Path, member: str = "") -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without their ends.

    Raises:
        GraphError: a line is longer than `MAX_LINE`; such a file is no table.
    """
    with open_text(path, member) as stream:
        number = 0
        while text := stream.readline(MAX_LINE + 1):
            number += 1
            if len(text) > MAX_LINE:
                raise GraphError(f"{path.name}, line {number} has more than {MAX_LINE:,} characters; this is no table")
            yield number, text.rstrip("\r\n")


def tsv(path: Path, columns: int | None = None) -> Iterator[tuple[int, list[str]] | Broken]:
    """Rows of a tab-separated file without quotes; one with another number of cells is broken.

    Args:
        path: the file.
        columns: how many cells a row has; those of the first row when left out.
    """
    for number, text in lines(path):
        if not text.strip():
            continue
        cells = text.split("\t")
        columns = columns or len(cells)
        if len(cells) != columns:
            yield Broken(path.name, number, f"it has {len(cells)} cells instead of {columns}")
        else:
            yield number, cells


def table(path: Path, delimiter: str = "\t") -> Iterator[tuple[int, dict[str, str]] | Broken]:
    """Rows of a file with a header, as cells by column; quotes are understood when the delimiter is a comma."""
    with open_text(path) as stream:
        if delimiter == ",":
            reader = csv.reader(stream)
        else:
            reader = csv.reader(stream, delimiter=delimiter, quoting=csv.QUOTE_NONE)
        try:
            header = next(reader, None)
            if header is None:
                return
            header[0] = header[0].lstrip("\ufeff")
            before = reader.line_num
            for cells in reader:
                begins, before = before + 1, reader.line_num
                if not cells:
                    continue
                if len(cells) != len(header):
                    why = f"it has {len(cells)} cells instead of {len(header)}"
                    if begins < before:
                        why += f", and goes on to line {before}: a quote in it may not be closed"
                    yield Broken(path.name, begins, why)
                else:
                    yield reader.line_num, dict(zip(header, cells, strict=True))
        except csv.Error as error:
            # The reader cannot go on behind such a row, so the rest of this file is lost and said to be.
            yield Broken(path.name, reader.line_num, f"{error}; the rest of the file is left out")


def listed(path: Path, columns: int) -> Iterator[tuple[int, list[str]] | Broken]:
    """Rows of a CSV file, its first one too; one with another number of cells is broken."""
    with open_text(path) as stream:
        reader = csv.reader(stream)
        try:
            for cells in reader:
                if cells and len(cells) != columns:
                    yield Broken(path.name, reader.line_num, f"it has {len(cells)} cells instead of {columns}")
                elif cells:
                    yield reader.line_num, cells
        except csv.Error as error:
            yield Broken(path.name, reader.line_num, f"{error}; the rest of the file is left out")


def header_of(path: Path, delimiter: str = "\t") -> tuple[str, ...]:
    """The column names of a file."""
    with open_text(path) as stream:
        first = stream.readline(MAX_LINE).rstrip("\r\n").lstrip("\ufeff")
    return tuple(next(csv.reader([first], delimiter=delimiter), ()))


def parts(text: str, separators: Sequence[str] = SEPARATORS) -> tuple[str, ...]:
    """The values of a cell with several, split at the first separator that occurs in it."""
    cut = next((sign for sign in separators if sign in text), None)
    values = text.split(cut) if cut else [text]
    return tuple(dict.fromkeys(value.strip() for value in values if value.strip()))
