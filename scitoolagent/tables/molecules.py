"""Read SD files, MOL files and lists of SMILES: one molecule a row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import opened, shown
from scitoolagent.tables.delimited import named_columns
from scitoolagent.tables.options import TOLD_EVERY, Options
from scitoolagent.tables.recognise import SMILES
from scitoolagent.tables.table import Column, Table
from scitoolagent.tables.text import Lines

_LONGEST_RECORD = 32 << 20
# The number of the record may stand behind the name.
_PROPERTY = re.compile(r">[^<]*<(.+)>[^<>]*")
_HEADERS = ("smile", "canonical smile", "smi", "structure")


def read_sdf(path: Path, options: Options) -> Table:
    """Read an SD or MOL file: SMILES, title and properties of each record; a record of no molecule is counted.

    The columns are the properties of all records, so the file is gone through twice.

    Raises:
        TableError: there is no record in it, or a malformed one and it is read strictly.
    """
    from rdkit import Chem, rdBase

    name = shown(path.name)
    fields: dict[str, None] = {}
    count = 0
    for block, complete in _records(path, options):
        count += complete or bool(block)
        fields |= dict.fromkeys(_properties(block))
    if not count:
        raise TableError(f"{name} holds no molecule")
    titles, told = named_columns(["SMILES", "name", *fields])
    with options.builder(name, titles, guessed=True) as builder, rdBase.BlockLogs():
        builder.notes += told
        for number, (block, complete) in enumerate(_records(path, options), 1):
            mol = Chem.MolFromMolBlock(block)
            if mol is None or not complete:
                why = "RDKit reads no molecule in it" if complete else "the file ends in the middle of it"
                builder.malform(number, why)
                continue
            found = _properties(block)
            title = block.split("\n", 1)[0].strip() or None
            builder.append(number, [Chem.MolToSmiles(mol), title, *(found.get(field) for field in fields)])
            if number % TOLD_EVERY == 0:
                options.progress(number)
        table = builder.finish(options.types, options.decimal)
    # RDKit wrote the SMILES, whatever the sample looks like.
    return table.with_columns(Column(name=table.names[0], type=SMILES)).save()


def _records(path: Path, options: Options) -> Iterator[tuple[str, bool]]:
    """The text of each record, and whether it is all there."""
    with opened(path, options.bounds) as file:
        kept: list[str] = []
        size = 0
        ended = False
        for line in Lines(file, shown(path.name), options.bounds):
            if line.rstrip() == "$$$$":
                yield "".join(kept), True
                kept, size, ended = [], 0, False
                continue
            kept.append(f"{line.rstrip()}\n")
            ended = ended or line.startswith("M  END")
            if (size := size + len(line)) > _LONGEST_RECORD:
                raise TableError(f"a record of {shown(path.name)} has more than {_LONGEST_RECORD:,} bytes")
        if any(line.strip() for line in kept):
            yield "".join(kept), ended


def _properties(block: str) -> dict[str, str | None]:
    """The properties of a record, `> <NAME>` and the lines below it up to an empty one."""
    found: dict[str, str | None] = {}
    name = ""
    for line in block.partition("M  END")[2].split("\n")[1:]:
        if match := _PROPERTY.fullmatch(line):
            name = match[1].strip()
            found[name] = None
        elif not line.strip():
            name = ""
        elif name:
            found[name] = f"{found[name]}\n{line.strip()}" if found[name] else line.strip()
    return found


def read_smi(path: Path, options: Options) -> Table:
    """Read a list of SMILES, each with a name behind it where there is one; the first line may be a header.

    Raises:
        TableError: there is no line in it, or no molecule in one and it is read strictly.
    """
    from rdkit import Chem, rdBase

    name = shown(path.name)
    columns = [Column(name="SMILES", type=SMILES), Column(name="name")]
    with opened(path, options.bounds) as file, options.builder(name, columns) as builder, rdBase.BlockLogs():
        lines = Lines(file, name, options.bounds)
        number = 0
        for line in lines:
            parts = line.strip().split(None, 1)
            if not parts or parts[0].startswith("#") or (number == 0 and parts[0].casefold().rstrip("s") in _HEADERS):
                continue
            number += 1
            if Chem.MolFromSmiles(parts[0]) is None:
                builder.malform(number, f"{shown(parts[0])!r} is no SMILES")
                continue
            builder.append(number, [parts[0], parts[1].strip() if len(parts) > 1 else None])
            if number % TOLD_EVERY == 0:
                options.progress(number)
        if not number:
            raise TableError(f"{name} is empty")
        builder.notes += lines.notes
        return builder.finish(options.types)
