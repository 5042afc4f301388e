"""Read a file or a folder as a table, by what it is called and what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import located, opened, shown
from scitoolagent.tables.delimited import build, named_columns, read_delimited
from scitoolagent.tables.feature_kinds import BED, GFF, VCF
from scitoolagent.tables.feature_kinds import SUFFIXES as FEATURED
from scitoolagent.tables.features import read_features
from scitoolagent.tables.intervals import read_bed, read_gff
from scitoolagent.tables.jsonlines import read_json_lines
from scitoolagent.tables.molecules import read_sdf, read_smi
from scitoolagent.tables.options import Options
from scitoolagent.tables.sequences import read_fasta, read_fastq, read_genbank
from scitoolagent.tables.spreadsheet import read_workbook
from scitoolagent.tables.structures import file_type, read_files, read_structure
from scitoolagent.tables.table import Table
from scitoolagent.tables.variants import read_vcf

Reader = Callable[[Path, Options], Table]
_STRUCTURES = (".pdb", ".ent", ".mmcif")
_READERS: tuple[tuple[tuple[str, ...], Reader], ...] = (
    ((".csv", ".tsv", ".tab", ".txt", ".dat"), read_delimited),
    ((".xlsx", ".xlsm"), read_workbook),
    ((".sdf", ".sd", ".mol"), read_sdf),
    ((".smi", ".smiles", ".ism"), read_smi),
    ((".fasta", ".fa", ".faa", ".fna", ".ffn", ".fas"), read_fasta),
    ((".fastq", ".fq"), read_fastq),
    (FEATURED, lambda path, options: (read_features if options.sheet else read_genbank)(path, options)),
    (VCF, read_vcf),
    (BED, read_bed),
    (GFF, read_gff),
    ((".jsonl", ".ndjson", ".json"), read_json_lines),
    (_STRUCTURES[:2], read_structure),
    (_STRUCTURES[2:], lambda path, options: read_structure(path, options, mmcif=True)),
)
_CRYSTAL = (".cif", ".mcif", ".vasp", ".poscar", "poscar", "contcar")
SUFFIXES = (*(suffix for suffixes, _ in _READERS for suffix in suffixes), *_CRYSTAL[:4])


def read_table(path: Path, options: Options, folder: Path | None = None) -> Table:
    """Read a file, compressed or not, or a folder of structure files.

    Args:
        path: of the file or folder.
        options: how it is read.
        folder: where it must lie, links included; where its name says that it lies when left out.
    Raises:
        TableError: it is not there, of no kind that is read, out of bounds, or malformed and read strictly.
    """
    place = located(path, folder)
    if place.is_dir():
        return read_files(place, options)
    reader = reader_of(path.name, place, options)
    if reader is None:
        raise TableError(
            f"{shown(path.name)!r} is of no kind that is read; those are {', '.join(SUFFIXES)}, also with .gz"
        )
    return reader(place, options)


def reader_of(name: str, place: Path, options: Options) -> Reader | None:
    """What reads a file of that name; None where nothing does."""
    plain = name.casefold().removesuffix(".gz")
    for suffixes, reader in _READERS:
        if plain.endswith(suffixes):
            return reader
    if plain.endswith(_CRYSTAL):
        with opened(place, options.bounds) as file:
            is_macromolecule = b"_atom_site.group_PDB" in file.read(options.bounds.structure_bytes)
        return (lambda path, given: read_structure(path, given, mmcif=True)) if is_macromolecule else read_files
    return None


def holds_coordinates(name: str) -> bool:
    """Whether a file of that name holds a structure by its atoms, which no row of its table does."""
    return name.casefold().removesuffix(".gz").endswith((*_STRUCTURES, *_CRYSTAL))


def reads(name: str) -> bool:
    """Whether a file of that name is one that is read as a table."""
    plain = name.casefold().removesuffix(".gz")
    return plain.endswith(SUFFIXES) or bool(file_type(plain))


def table_of(values: Mapping[str, Sequence[Any]] | Iterable[Any], options: Options, name: str = "values") -> Table:
    """A table of values at hand: columns by name, or the values of one column. A data frame of pandas is columns, too.

    Raises:
        TableError: the columns differ in length, or there are none.
    """
    columns: dict[str, Sequence[Any]]
    frame: Any = values
    if hasattr(frame, "columns") and hasattr(frame, "to_dict"):
        columns = {str(key): list(frame[key]) for key in frame.columns}
    elif isinstance(values, Mapping):
        columns = {str(key): list(found) for key, found in values.items()}
    else:
        columns = {"value": list(values)}
    lengths = {len(found) for found in columns.values()}
    if len(lengths) != 1:
        raise TableError(
            f"the columns have {', '.join(map(str, sorted(lengths))) or 'no'} values; they need equally many"
        )
    rows: Iterator[list[str | None]] = (list(map(_text, row)) for row in zip(*columns.values(), strict=True))
    titles, _ = named_columns(list(columns))
    return build(_headed([column.name for column in titles], rows), name, _with_header(options))


def _headed(titles: list[str], rows: Iterator[list[str | None]]) -> Iterator[Sequence[str | None]]:
    yield titles
    yield from rows


def _with_header(options: Options) -> Options:
    from dataclasses import replace

    return replace(options, header=True)


def _text(value: Any) -> str | None:
    # What pandas has for nothing differs from itself.
    if value is None or value != value:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
