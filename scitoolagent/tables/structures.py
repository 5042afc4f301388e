"""Read PDB and mmCIF: a row for each chain, ligand and body of water of each model; and folders of structure files."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import is_compressed, located, read_whole, shown
from scitoolagent.tables.options import TOLD_EVERY, Options
from scitoolagent.tables.recognise import mark
from scitoolagent.tables.table import Column, Kind, Table
from scitoolagent.tool.types import CifFile, DnaSequence, FastaFile, PdbFile, ProteinSequence, RnaSequence, SdfFile

_FACTOR = "Ao2"
_COLUMNS: tuple[tuple[str, Kind, str | None], ...] = (
    ("model", "integer", "1"),
    ("chain", "text", None),
    ("part", "text", None),
    ("name", "text", None),
    ("residues", "integer", "1"),
    ("atoms", "integer", "1"),
    ("mean B factor", "number", _FACTOR),
    ("lowest B factor", "number", _FACTOR),
    ("highest B factor", "number", _FACTOR),
    ("sequence", "text", None),
    ("resolution", "number", "Ao"),
    ("method", "text", None),
)
_IN_ATOM = "ends in the middle of an atom"
_ATOM = ("ATOM", "HETATM")
_SHORTEST_ATOM = 54  # the last sign of its place in space
_OPENED, _CLOSED = (re.compile(rf"^{word}\b", re.MULTILINE) for word in ("MODEL", "ENDMDL"))
_PARTED = re.compile(r"^#[ \t]*\r?$", re.MULTILINE)
_WATER = ("HOH", "WAT", "DOD", "H2O")
_DNA = {"DA": "A", "DC": "C", "DG": "G", "DT": "T", "DU": "U", "DI": "I"}
_RNA = {"A": "A", "C": "C", "G": "G", "U": "U", "I": "I"}
# What tools take as a file, by the end of its name; the case does not count.
FILES = (
    (mark(CifFile).name, (".cif", ".mcif", ".vasp", ".poscar", "poscar", "contcar")),
    (mark(PdbFile).name, (".pdb", ".ent")),
    (mark(SdfFile).name, (".sdf", ".mol")),
    (mark(FastaFile).name, (".fasta", ".fa", ".faa", ".fna")),
)


def read_structure(path: Path, options: Options, mmcif: bool = False) -> Table:
    """Read a PDB or mmCIF file.

    Raises:
        TableError: Biopython reads no atom in it, or it is cut and read strictly.
    """
    name = shown(path.name)
    data = read_whole(path, options.bounds).decode("utf-8", "replace")
    if mmcif != ("_atom_site." in data and not data.lstrip().startswith(("HEADER", "ATOM", "REMARK"))):
        what, other = ("mmCIF", "PDB") if mmcif else ("PDB", "mmCIF")
        raise TableError(f"{name} is no {what} file; it may be {other}, or hold no atoms")
    problem = cut_short(data, mmcif)
    # What is left of an atom is no atom.
    structure = _parsed(data.rpartition("\n")[0] if problem == _IN_ATOM else data, name, mmcif)
    columns = [Column(name=title, kind=kind, unit=unit) for title, kind, unit in _COLUMNS]
    types: set[str] = set()
    resolution, method = structure.header.get("resolution"), structure.header.get("structure_method")
    with options.builder(name, columns) as builder:
        if problem:
            builder.malform(1, problem)
            builder.notes.append(f"{name} {problem}: what is missing is counted nowhere")
        for number, (row, kind) in enumerate(_rows(structure), 1):
            types |= {kind} - {""}
            found = float(resolution) if resolution else None
            builder.append(number, [*row, found, None if method in (None, "", "unknown") else str(method)])
        if not builder.rows:
            raise TableError(f"{name} holds no atoms")
        if (models := len(structure)) > 1:
            builder.notes.append(f"{name} holds {models:,} models; each chain has a row of its own in each of them")
        place = [column.name for column in columns].index("sequence")
        if len(types) == 1:
            columns[place] = Column(name="sequence", type=types.pop())
        builder.columns = tuple(columns)
        return builder.finish(options.types)


def _parsed(data: str, name: str, mmcif: bool) -> Any:
    from Bio.PDB.MMCIFParser import MMCIFParser
    from Bio.PDB.PDBExceptions import PDBConstructionException
    from Bio.PDB.PDBParser import PDBParser

    parser = MMCIFParser(QUIET=True) if mmcif else PDBParser(PERMISSIVE=True, QUIET=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return parser.get_structure("structure", io.StringIO(data))  # type: ignore[no-untyped-call]
    except (PDBConstructionException, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise TableError(f"Biopython cannot read {name}: {shown(error)}") from error


def cut_short(data: str, mmcif: bool) -> str:
    """How a file shows that its end is missing; empty where it does not."""
    before, _, last = data.rstrip().rpartition("\n")
    if mmcif:
        if last.startswith("#"):
            return ""
        # The PDB parts the categories by such lines, and ends with one.
        parted = len(_PARTED.findall(data)) > 1
        return "does not end with #" if parted else "" if data.endswith("\n") else "ends in the middle of a line"
    if last.startswith(_ATOM):
        # A line that does not end is whole where it is as long as the atom before.
        above = before.rpartition("\n")[2].rstrip()
        unfinished = not data.endswith("\n") and above.startswith(_ATOM) and len(last) < len(above)
        if len(last) < _SHORTEST_ATOM or unfinished:
            return _IN_ATOM
    if len(_OPENED.findall(data)) > len(_CLOSED.findall(data)):
        return "ends in the middle of a model"
    # A file of the PDB ends with it; one that some program wrote may lack it.
    return "does not end with END" if data.startswith("HEADER") and "\nEND" not in data else ""


def _rows(structure: Any) -> Iterator[tuple[list[Any], str]]:
    """The values of each row up to the sequence, and the type of that."""
    for model in structure:
        for chain in model:
            label = (chain.id or "").strip() or None
            polymer = [residue for residue in chain if residue.id[0] == " "]
            waters = [residue for residue in chain if residue.id[0] == "W" or residue.get_resname().strip() in _WATER]
            known = {id(residue) for residue in (*polymer, *waters)}
            if polymer:
                sequence, kind = _sequence(polymer)
                yield [model.serial_num, label, "polymer", None, *_figures(polymer), sequence], kind
            for residue in (one for one in chain if id(one) not in known):
                name = residue.get_resname().strip()
                yield [model.serial_num, label, "ligand", f"{name} {residue.id[1]}", *_figures([residue]), None], ""
            if waters:
                yield [model.serial_num, label, "water", None, *_figures(waters), None], ""


def _figures(residues: list[Any]) -> list[Any]:
    """Number of residues and of atoms, mean, lowest and highest B factor; of several places of an atom the first."""
    factors = [float(atom.get_bfactor()) for residue in residues for atom in residue]
    return [len(residues), len(factors), sum(factors) / len(factors), min(factors), max(factors)]


def _sequence(residues: list[Any]) -> tuple[str, str]:
    from Bio.Data.PDBData import protein_letters_3to1_extended

    names = [residue.get_resname().strip() for residue in residues]
    if sum(name in _DNA for name in names) > len(names) / 2:
        return "".join(_DNA.get(name, "N") for name in names), mark(DnaSequence).name
    if sum(name in _RNA for name in names) > len(names) / 2:
        return "".join(_RNA.get(name, "N") for name in names), mark(RnaSequence).name
    return "".join(protein_letters_3to1_extended.get(name, "X") for name in names), mark(ProteinSequence).name


def file_type(name: str) -> str:
    """The type of a file that tools take, by its name; empty for any other."""
    return next((kind for kind, ends in FILES if name.casefold().endswith(ends)), "")


def read_files(path: Path, options: Options) -> Table:
    """The structure files of a folder, or one file, a row each: tools that take a file are mapped over them.

    Files of another kind than most are left out, and told; links that lead out of the folder are malformed.

    Raises:
        TableError: there is no such file, or there are too many.
    """
    inside = sorted(path.iterdir()) if path.is_dir() else [path]
    if len(inside) > options.bounds.files:
        raise TableError(f"{shown(path.name)} holds {len(inside):,} files, at most {options.bounds.files:,} are read")
    by_type: dict[str, list[Path]] = {}
    for one in inside:
        if kind := file_type(one.name):
            by_type.setdefault(kind, []).append(one)
    if not by_type:
        listed = ", ".join(end for _, ends in FILES for end in ends)
        raise TableError(f"there is no structure or sequence file in {shown(path.name)}; their names end in {listed}")
    kind = max(by_type, key=lambda one: len(by_type[one]))
    columns = [Column(name="name"), Column(name="file", type=kind), Column(name="bytes", kind="integer", unit="byte")]
    with options.builder(shown(path.name), columns) as builder:
        for number, one in enumerate(by_type[kind], 1):
            problem, size = _problem(one, path, options)
            if problem:
                builder.malform(number, f"{shown(one.name)} {problem}")
                continue
            builder.append(number, [one.name, str(one.resolve()), size])
            if number % TOLD_EVERY == 0:
                options.progress(number)
        others = len(inside) - len(by_type[kind])
        builder.notes += [f"{others} other files of the folder are left out"] if others else []
        return builder.finish(options.types)


def _problem(path: Path, folder: Path, options: Options) -> tuple[str, int]:
    """Why a file cannot be handed to a tool, and its size."""
    try:
        place = located(path, folder if folder.is_dir() else None)
        size = place.stat().st_size
    except (TableError, OSError):
        return "is a link that leads out of the folder, or to nothing", 0
    if not place.is_file():
        return "is no plain file", 0
    if size > options.bounds.structure_bytes:
        return f"has {size:,} bytes", size
    if size == 0:
        return "is empty", 0
    return ("is compressed", size) if is_compressed(place) else ("", size)
