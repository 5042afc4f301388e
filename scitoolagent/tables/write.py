"""Write a table to a file; under its name there is the whole new file or what was there before."""

from __future__ import annotations

import csv
import gzip
import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from scitoolagent.errors import TableError
from scitoolagent.records import Record
from scitoolagent.tables.bounds import shown
from scitoolagent.tables.guard import guarded
from scitoolagent.tables.recognise import SMILES, mark
from scitoolagent.tables.store import PROBLEM, connected, identifier, literal, scan
from scitoolagent.tables.table import Chunk, Table
from scitoolagent.tables.write_structures import write_cif, write_pdb
from scitoolagent.tool.types import DnaSequence, ProteinSequence, RnaSequence

# Given the table, the file, and how numbers are written; gives the number of rows in it.
_Writer = Callable[..., int]
_SEQUENCES = tuple(mark(semantic).name for semantic in (ProteinSequence, DnaSequence, RnaSequence))
_EXCEL_ROWS, _EXCEL_CHARACTERS = 1_048_575, 32_767
_LINE = 70
_TITLE = "problem"


class Written(Record):
    """A file that was written.

    `left_out` rows have nothing that the format could hold; `stopped` ones of the table hold no text any more. Some
    texts are `guarded` where a spreadsheet would take them for formulas, and an apostrophe was put in front.
    """

    path: Path
    rows: int
    left_out: int = 0
    guarded: bool = False
    stopped: int = 0

    @property
    def told(self) -> str:
        """What is to be said of the rows that are not in it."""
        why = f", {self.stopped:,} of the table stopped by the safety gate among them" if self.stopped else ""
        return f"; {self.left_out:,} rows have nothing that this format holds{why}" if self.left_out else ""


class _GuardedRows(int):
    """A number of rows that were written, with an apostrophe in front of some text."""


# How the numbers of each column are written as text; None for those that are written with all their digits.
Texts = Sequence[Callable[[float], str] | None]


def write_table(table: Table, path: Path, replace: bool = False, texts: Texts = ()) -> Written:
    """Write a table as what the name of the file says.

    Why rows are not whole stands in a last column, where there is one that is not.

    Args:
        table: its rows are read chunk by chunk.
        path: `.csv`, `.tsv`, `.jsonl` (each also with `.gz`), `.xlsx`, `.parquet`, `.sdf`, `.fasta`, or, of
            structures, `.pdb` or `.cif`.
        replace: whether a file of that name may be replaced.
        texts: how the numbers of each column are written in CSV, TSV and SD files; in full where it is left out, and
            in every other format.
    Raises:
        TableError: the format is unknown or cannot hold the table, the file is there, or the disk does not take it.
    """
    writer = writer_of(path)
    if path.exists() and not replace:
        raise TableError(f"{shown(path.name)!r} already exists; choose another name, or say that it may be replaced")
    with _written(path) as temporary:
        rows = writer(table, temporary, texts)
    is_guarded = isinstance(rows, _GuardedRows)
    return Written(path=path, rows=int(rows), left_out=table.rows - rows, guarded=is_guarded, stopped=table.stopped)


def writer_of(path: Path) -> _Writer:
    """What writes a file of that name; gives the number of rows in it.

    Raises:
        TableError: nothing does; names the formats.
    """
    plain = path.name.casefold().removesuffix(".gz")
    found = next((writer for suffix, writer in _WRITERS.items() if plain.endswith(suffix)), None)
    packed = path.name.casefold().endswith(".gz")
    if found is None or (packed and not plain.endswith(_TEXTS)):
        raise TableError(f"{shown(path.name)!r} is of no kind that is written; those are {', '.join(_WRITERS)}")
    return found


@contextmanager
def _written(path: Path) -> Iterator[Path]:
    """A name beside the target for the new file, which takes the place of the old one when it is whole."""
    # The ends of the name stay, since they say the format.
    temporary = path.with_name(f".{secrets.token_hex(4)}.{path.name}")
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise TableError(f"{shown(path.name)!r} cannot be written: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _text(path: Path) -> Iterator[IO[str]]:
    if path.name.casefold().endswith(".gz"):
        with gzip.open(path, "wt", encoding="utf-8", newline="") as packed:
            yield cast("IO[str]", packed)
    else:
        with path.open("w", encoding="utf-8", newline="") as file:
            yield file


def _titles(table: Table) -> list[str]:
    """What the columns are called, with one for the problems of rows where there are any."""
    if not (table.malformed or table.failed or table.stopped):
        return list(table.names)
    title = _TITLE
    while title in table.names:
        title = f"row {title}"
    return [*table.names, title]


def _rows(table: Table, titles: list[str]) -> Iterator[tuple[Any, ...]]:
    """The rows, with their problems where these have a column."""
    for chunk in table.chunks():
        columns = [chunk.values[name] for name in table.names]
        yield from zip(*columns, *([chunk.problems] if len(titles) > len(table.names) else []), strict=True)


def _plain(value: Any) -> Any:
    return ("true" if value else "false") if isinstance(value, bool) else value


def _cells(row: Sequence[Any]) -> list[Any]:
    """The values of a row as a text file holds them."""
    return [
        guarded(value) if isinstance(value, str) and not isinstance(value, _Number) else _plain(value) for value in row
    ]


def _in_texts(row: Sequence[Any], texts: Texts) -> Sequence[Any]:
    """The values of a row with its numbers as they are to be written."""
    if not any(texts):
        return row
    wanted = zip(row, (*texts, *[None] * (len(row) - len(texts))), strict=True)
    return [_Number(text(value)) if text is not None and isinstance(value, float) else value for value, text in wanted]


class _Number(str):
    """The text of a number, which no spreadsheet takes for a formula."""

    __slots__ = ()


def _delimited(separator: str) -> _Writer:
    def write(table: Table, path: Path, texts: Texts = ()) -> int:
        titles = _titles(table)
        with _text(path) as file:
            writer = csv.writer(file, delimiter=separator, lineterminator="\n")
            writer.writerow(heads := _cells(titles))
            is_guarded = heads != titles
            # The one sign that ends a line for readers and is not quoted by itself.
            careful = csv.writer(file, delimiter=separator, lineterminator="\n", quoting=csv.QUOTE_ALL)
            for full in _rows(table, titles):
                row = _in_texts(full, texts)
                odd = any(isinstance(value, str) and "\r" in value for value in row)
                (careful if odd else writer).writerow(cells := _cells(row))
                is_guarded = is_guarded or any(
                    isinstance(value, str) and cell != value for value, cell in zip(row, cells, strict=True)
                )
        return _GuardedRows(table.rows) if is_guarded else table.rows

    return write


def _json_lines(table: Table, path: Path, texts: Texts = ()) -> int:
    titles = _titles(table)
    with _text(path) as file:
        for row in _rows(table, titles):
            file.write(json.dumps(dict(zip(titles, row, strict=True)), ensure_ascii=False) + "\n")
    return table.rows


def _workbook(table: Table, path: Path, texts: Texts = ()) -> int:
    """Every text is text, that of a formula, too."""
    from lxml.etree import LxmlError
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if table.rows > _EXCEL_ROWS:
        raise TableError(f"a workbook holds {_EXCEL_ROWS:,} rows, there are {table.rows:,}; write CSV or Parquet")
    book = Workbook(write_only=True)
    sheet = book.create_sheet("table")

    def cell(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if len(value) > _EXCEL_CHARACTERS:
            raise TableError(f"a cell holds {_EXCEL_CHARACTERS:,} characters, {shown(value)!r} has {len(value):,}")
        written = WriteOnlyCell(sheet, value=ILLEGAL_CHARACTERS_RE.sub("�", value))
        written.data_type = "s"
        written.quotePrefix = value.startswith("=")
        return written

    titles = _titles(table)
    try:
        sheet.append([cell(title) for title in titles])
        for row in _rows(table, titles):
            sheet.append([cell(value) for value in row])
        book.save(path)
    except LxmlError as error:
        # So it says that a disk is full. What is still open would try to write again when it is collected.
        with suppress(LxmlError):
            writer: Any = sheet
            writer._writer.xf.close()
        raise OSError(0, str(error)) from error
    return table.rows


def _parquet(table: Table, path: Path, texts: Texts = ()) -> int:
    titles = _titles(table)
    known: set[str] = set()
    listed = []
    for place, title in enumerate(titles):
        # The engine tells names apart by more than their case.
        name = title
        while name.casefold() in known:
            name = f"{name}_"
        known.add(name.casefold())
        listed.append(f"{f'c{place}' if place < len(table.names) else PROBLEM} AS {identifier(name)}")
    with connected(table.folder, path.parent) as engine:
        query = f"SELECT {', '.join(listed)} FROM {scan(table.paths)}"  # noqa: S608
        engine.execute(f"COPY ({query}) TO {literal(str(path.resolve()))} (FORMAT parquet)")
    return table.rows


def _sdf(table: Table, path: Path, texts: Texts = ()) -> int:
    """Molecules in two dimensions with the other columns as properties; rows without a molecule are left out."""
    from rdkit import Chem, rdBase
    from rdkit.Chem.rdDepictor import Compute2DCoords

    structure = next((column.name for column in table.columns if column.type == SMILES), None)
    if structure is None:
        raise TableError("an SD file needs a column of SMILES")
    title = next((name for name in table.names if name.casefold() in ("name", "title", "id")), None)
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file, rdBase.BlockLogs(), Chem.SDWriter(file) as writer:
        for chunk in table.chunks():
            for place, smiles in enumerate(chunk.values[structure]):
                mol = Chem.MolFromSmiles(smiles) if smiles else None
                if mol is None:
                    continue
                Compute2DCoords(mol)
                mol.SetProp("_Name", _one_line(chunk.values[title][place]) if title else "")
                for name, value in _properties(chunk, place, texts, structure, title):
                    mol.SetProp(name, value)
                writer.write(mol)
                count += 1
    return count


def _properties(chunk: Chunk, place: int, texts: Texts, *left_out: str | None) -> Iterator[tuple[str, str]]:
    shown = _in_texts([values[place] for values in chunk.values.values()], texts)
    for (name, values), written in zip(chunk.values.items(), shown, strict=True):
        if name not in left_out and values[place] is not None:
            # An empty line would end the property, and `>` its name.
            text = "\n".join(line for line in str(_plain(written)).splitlines() if line.strip())
            yield name.replace("<", "(").replace(">", ")"), text.replace("$$$$", "$$$ $")


def _one_line(value: Any) -> str:
    return " ".join(str(value).split()) if value is not None else ""


def _fasta(table: Table, path: Path, texts: Texts = ()) -> int:
    """Sequences with what names their rows; rows without a sequence are left out."""
    sequence = next((column.name for column in table.columns if column.type in _SEQUENCES), None)
    if sequence is None:
        raise TableError("FASTA needs a column of sequences")
    names = [name for name in table.names if name.casefold() in ("id", "name", "description")]
    count = 0
    with _text(path) as file:
        for chunk in table.chunks():
            for place, row in enumerate(chunk.rows):
                if not (letters := chunk.values[sequence][place]):
                    continue
                title = " ".join(filter(None, (_one_line(chunk.values[name][place]) for name in names)))
                lines = [letters[start : start + _LINE] for start in range(0, len(letters), _LINE)]
                file.write(f">{title or f'row_{row}'}\n" + "\n".join(lines) + "\n")
                count += 1
    return count


_TEXTS = (".csv", ".tsv", ".jsonl", ".fasta")
_WRITERS: dict[str, _Writer] = {
    ".csv": _delimited(","),
    ".tsv": _delimited("\t"),
    ".jsonl": _json_lines,
    ".xlsx": _workbook,
    ".parquet": _parquet,
    ".sdf": _sdf,
    ".fasta": _fasta,
    ".pdb": write_pdb,
    ".cif": write_cif,
}
