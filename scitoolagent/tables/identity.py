"""What makes two values of a column one: a molecule by its structure, a sequence by its letters, a file by its name."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scitoolagent.tables.recognise import SMILES, mark
from scitoolagent.tables.store import connected, new_folder, scan, write_part
from scitoolagent.tables.structures import FILES
from scitoolagent.tables.table import Column, Table
from scitoolagent.tool.types import DnaSequence, ProteinSequence, RnaSequence

_SEQUENCES = tuple(mark(semantic).name for semantic in (ProteinSequence, DnaSequence, RnaSequence))
_FILES = frozenset(kind for kind, _ in FILES)


@contextmanager
def with_identity(table: Table, column: Column) -> Iterator[tuple[str, Path]]:
    """SQL that gives the rows of a table with the `identity` of a column, and a folder that it needs to read.

    What cannot be read as what the column holds has no identity, so it is equal to nothing.
    """
    place = table.place(column.name)
    if column.type in _FILES:
        # Where the folder lies is in no list of prices.
        name = f"regexp_extract({place}, '[^/\\\\]*$')"
        yield f"SELECT *, {name} AS identity FROM {scan(table.paths)}", table.folder  # noqa: S608
        return
    if column.type != SMILES and column.type not in _SEQUENCES:
        yield f"SELECT *, {place} AS identity FROM {scan(table.paths)}", table.folder  # noqa: S608
        return
    folder = new_folder(table.folder.parent)
    try:
        parts: list[Path] = []
        start = 0
        for chunk in table.chunks(columns=(column.name,)):
            values = chunk.values[column.name]
            identities = _molecules(values) if column.type == SMILES else _sequences(values)
            path = folder / f"identity-{len(parts):06}.parquet"
            with connected(folder) as engine:
                numbers = list(range(start, start + len(chunk)))
                write_part(engine, path, [("number", "integer"), ("identity", "text")], [numbers, identities])
            parts.append(path)
            start += len(chunk)
        numbered = f"SELECT *, row_number() OVER () - 1 AS number FROM {scan(table.paths)}"  # noqa: S608
        joined = f"SELECT * EXCLUDE (number) FROM ({numbered}) JOIN {scan(parts)} USING (number)"  # noqa: S608
        yield joined, folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def molecule(smiles: str) -> str | None:
    """What makes a molecule one with another: its canonical SMILES; None where it cannot be read."""
    return _molecules([smiles])[0]


def _molecules(values: Sequence[Any]) -> list[str | None]:
    """Canonical SMILES, with stereochemistry and charges."""
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        mols = [Chem.MolFromSmiles(value) if value else None for value in values]
    return [Chem.MolToSmiles(mol) if mol is not None and mol.GetNumAtoms() else None for mol in mols]


def _sequences(values: Sequence[Any]) -> list[str | None]:
    return [re.sub(r"[\s.\-]+", "", value).upper() or None if value else None for value in values]
