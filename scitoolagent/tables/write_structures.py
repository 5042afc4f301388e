"""Write tables of structures as one file: a model for each in PDB, a data block for each in CIF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import read_whole, shown
from scitoolagent.tables.recognise import mark
from scitoolagent.tables.table import Table
from scitoolagent.tool.types import CifFile, PdbFile

_MOST_MODELS = 9999
_ATOMS = ("ATOM  ", "HETATM", "ANISOU", "TER")
_BLOCK = re.compile(r"data_(\S*)", re.IGNORECASE)
_PDB, _CIF = mark(PdbFile).name, mark(CifFile).name


def write_pdb(table: Table, path: Path, _texts: object = ()) -> int:
    """The atoms of each structure as models of their own, after remarks that say what they are of.

    Cells, headers and bonds are of one structure each, and have no place in a file of many.

    Raises:
        TableError: no column holds structures, there are more models than PDB can number, or a file is none.
    """
    count, model = 0, 0
    remarks: list[str] = []
    body = path.with_name(f"{path.name}.body")
    try:
        with body.open("w", encoding="utf-8", newline="\n") as file:
            for name, text in _structures(table, _PDB, lambda value: value.startswith(_ATOMS) or "\nATOM  " in value):
                found = False
                for atoms in _models(text):
                    model, found = model + 1, True
                    if model > _MOST_MODELS:
                        raise TableError(f"PDB numbers {_MOST_MODELS} models, there are more; write CIF or fewer rows")
                    remarks.append(f"REMARK 999 MODEL {model:>4} IS OF {_plain(name)[:50]}")
                    file.write(f"MODEL     {model:4}\n" + "\n".join(atoms) + "\nENDMDL\n")
                count += found
        with path.open("w", encoding="utf-8", newline="\n") as file, body.open(encoding="utf-8") as models:
            file.write("\n".join(remarks) + "\n" if remarks else "")
            file.writelines(models)
            file.write("END\n")
    finally:
        body.unlink(missing_ok=True)
    return count


def write_cif(table: Table, path: Path, _texts: object = ()) -> int:
    """The data blocks of each structure, each with a name of its own; POSCAR becomes CIF.

    Raises:
        TableError: no column holds structures, or a file is none.
    """
    count = 0
    known: set[str] = set()
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for name, text in _structures(table, _CIF, lambda value: bool(re.search(r"^\s*data_", value, re.MULTILINE))):
            if not re.search(r"^\s*data_", text, re.MULTILINE):
                text = _as_cif(name, text)
            file.writelines(f"{line}\n" for line in _renamed(text, Path(name).stem, known))
            count += 1
    return count


def _structures(table: Table, kind: str, looks: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """Name and text of the structure of each row that has one.

    Raises:
        TableError: no column holds any, or a file cannot be read.
    """
    column = next((column.name for column in table.columns if column.type == kind), None)
    texts = column is None
    if column is None:
        texts_of = [one.name for one in table.columns if one.kind == "text"]
        head = table.head(1)
        column = next(
            (one for one in texts_of if head.rows and head.values[one][0] and looks(head.values[one][0])), None
        )
    if column is None:
        raise TableError(f"no column holds structures; a folder of {kind}s makes a table that has one")
    title = next((name for name in table.names if name.casefold() in ("name", "title", "id")), None)
    for chunk in table.chunks(columns=tuple(dict.fromkeys((column, title or column)))):
        for place, value in enumerate(chunk.values[column]):
            if not value:
                continue
            name = chunk.values[title][place] if title else None
            if texts:
                if not looks(value):
                    raise TableError(f"row {chunk.rows[place]} of {column} holds no structure: {shown(value)!r}")
                yield str(name or f"row_{chunk.rows[place]}"), value
            else:
                given = Path(value)
                yield str(name or given.name), read_whole(given).decode("utf-8", "replace")


def _models(text: str) -> Iterator[list[str]]:
    atoms: list[str] = []
    for line in text.splitlines():
        if line.startswith("ENDMDL") and atoms:
            yield atoms
            atoms = []
        elif line.startswith(_ATOMS):
            atoms.append(line.rstrip())
    if any(line.startswith(_ATOMS[:2]) for line in atoms):
        yield atoms


def _renamed(text: str, name: str, known: set[str]) -> Iterator[str]:
    """The lines of a CIF file with a new name for each block; what looks like one within a text stays."""
    within = False
    for line in text.splitlines():
        if line.startswith(";"):
            within = not within
        match = None if within else _BLOCK.match(line.lstrip())
        if match:
            plain = re.sub(r"[^A-Za-z0-9_.-]+", "_", _plain(name or match[1])) or "block"
            new, number = plain, 1
            while new.casefold() in known:
                number += 1
                new = f"{plain}_{number}"
            known.add(new.casefold())
            line = line.lstrip().replace(match[0], f"data_{new}", 1)
        yield line.rstrip()


def _as_cif(name: str, text: str) -> str:
    from pymatgen.io.cif import CifWriter
    from pymatgen.io.vasp.inputs import Poscar

    try:
        return str(CifWriter(Poscar.from_str(text).structure))
    except (ValueError, IndexError, KeyError, AttributeError) as error:
        raise TableError(f"{shown(name)} is neither CIF nor POSCAR: {shown(error)}") from error


def _plain(text: str) -> str:
    return "".join(sign if sign.isascii() and sign.isprintable() else "_" for sign in text)
