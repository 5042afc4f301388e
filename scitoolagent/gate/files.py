"""The records of a file, and what in each of them is a molecule or a sequence.

A file is told by what it holds, not by its name alone: a structure file with another ending is still one. What is none
of
the known formats is read line by line as text.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from scitoolagent.errors import ToolInputError
from scitoolagent.gate.packed import Unpacking, gunzipped
from scitoolagent.gate.rows import kind_named, read_rows

if TYPE_CHECKING:
    from rdkit.Chem import Mol

LARGEST_FILE = 200_000_000
# Pictures hold no text; bytes of theirs that look like a structure are none.
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
_ZIP = b"PK\x03\x04"
_GZIP = b"\x1f\x8b"
_WIDEST = 20_000
# Packings that nothing here opens: what is in them cannot be screened.
_OTHERS = {b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"7z\xbc\xaf": "7z", b"Rar!": "rar"}
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_PDB = re.compile(r"^(?:ATOM  |HETATM|SEQRES)", re.MULTILINE)
_COUNTS = re.compile(r"^.{33,34}.*V[23]000\s*$", re.MULTILINE)
_ONE_LETTER = dict(
    zip(
        "ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL MSE SEC PYL".split(),
        "ARNDCQEGHILKMFPSTWYVMUO",
        strict=True,
    )
)
_NUCLEOTIDES = dict(zip("A C G U DA DC DG DT DU".split(), "ACGUACGTU", strict=True))
_WRAPPED = re.compile(r"[A-Za-z]{5,}\s*\n\s*[A-Za-z]{5,}")
_LETTER_OF: dict[str, str] = {**_NUCLEOTIDES, **_ONE_LETTER}
_WATER = frozenset({"HOH", "WAT", "DOD"})
_MOST_LIGAND_ATOMS = 200


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One record of a file: what it is called there, and its values with how each is screened."""

    name: str
    values: tuple[tuple[str, str], ...]
    is_header: bool = False


def read_records(path: Path) -> Iterator[FileRecord]:
    """The records of a file, one by one; those of the files of a folder, which a tool may give.

    A table of rows has none here: what is in it was screened where it came in.

    Raises:
        ToolInputError: there is no such file, it is too large, or it cannot be read.
    """
    if path.is_dir():
        for inside in sorted(path.iterdir()) if not (path / "table.json").is_file() else ():
            if inside.is_file():
                yield from read_records(inside)
        return
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise ToolInputError(
                f"{path.name} has {size:,} bytes and was not opened; at most {LARGEST_FILE:,} bytes are screened, "
                "so split it"
            )
        content = path.read_bytes()
    except OSError as error:
        raise ToolInputError(f"{path.name} cannot be read: {error.strerror or error}") from error
    yield from _of_content(path.name, content, Unpacking(path.name))


def is_structured(text: str) -> bool:
    """Whether a text of several lines is the content of a structure file, as a tool may give it."""
    return "M  END" in text or "_atom_site." in text or bool(_PDB.search(text))


def read_text(name: str, text: str) -> Iterator[FileRecord]:
    """The records of a text that is the content of a file."""
    ending = Path(name).suffix.lower()
    if "_atom_site." in text or "_entity_poly" in text:
        yield from _of_mmcif(text)
    elif _PDB.search(text):
        yield from _of_pdb(text)
    elif "M  END" in text or "$$$$" in text or _COUNTS.search(text):
        yield from _of_sdf(text)
    elif text.lstrip().startswith(">"):
        yield from _of_fasta(text)
    elif ending in (".csv", ".tsv"):
        first = text.lstrip().split("\n", 1)[0]
        yield from _of_rows(text, "\t" if ending == ".tsv" else max(",;\t|", key=first.count))
    elif ending in (".smi", ".smiles", ".ism", ".can"):
        yield from _of_smiles(text)
    elif xyz := _of_xyz(text):
        yield xyz
    else:
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        yield from (FileRecord(f"line {number}", (("", line.strip()),)) for number, line in lines)
        # A sequence may go on from line to line.
        if len(lines) > 1 and _WRAPPED.search(text):
            yield FileRecord("the whole", (("", text),))


def _of_content(name: str, content: bytes, unpacking: Unpacking) -> Iterator[FileRecord]:
    if content.startswith(_PICTURES):
        return
    if content.startswith(_ZIP):
        yield from _of_zip(name, content, unpacking.deeper())
    elif content.startswith(_GZIP):
        inner = unpacking.deeper()
        yield from _of_content(name.removesuffix(".gz"), gunzipped(name, content, inner), inner)
    elif packed := next((kind for start, kind in _OTHERS.items() if content.startswith(start)), ""):
        raise ToolInputError(f"{name} is packed with {packed}; unpack it first, since nothing in it can be screened")
    elif b"\x00" in content[:1000] and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield from read_text(name, re.sub(r"[^\x20-\x7e]+", "\n", content.decode("latin-1")))
    else:
        coded = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
        yield from read_text(name, content.decode(coded, "replace").replace("\r\n", "\n").replace("\r", "\n"))


def _of_zip(name: str, content: bytes, unpacking: Unpacking) -> Iterator[FileRecord]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            # No member gives more than it says here.
            unpacking.take(sum(member.file_size for member in packed.infolist()))
            if any(_SHEET.fullmatch(member) for member in packed.namelist()):
                yield from _of_workbook(packed)
                return
            for member in packed.infolist():
                # What is said by the name of a member counts, too.
                yield FileRecord(
                    f"{member.filename}: its name",
                    (("", re.sub(r"[_.-]", " ", Path(member.filename).stem)),),
                    is_header=True,
                )
                if not member.is_dir():
                    for record in _of_content(member.filename, packed.read(member), unpacking):
                        yield FileRecord(f"{member.filename}: {record.name}", record.values, record.is_header)
    except (
        zipfile.BadZipFile,
        ElementTree.ParseError,
        RuntimeError,
        NotImplementedError,
        OSError,
        EOFError,
        zlib.error,
    ) as error:
        raise ToolInputError(f"{name} cannot be unpacked: {error}") from error


def _of_workbook(packed: zipfile.ZipFile) -> Iterator[FileRecord]:
    """The rows of all sheets of an XLSX file."""
    shared: list[str] = []
    if "xl/sharedStrings.xml" in packed.namelist():
        tree = ElementTree.fromstring(packed.read("xl/sharedStrings.xml"))  # noqa: S314 - expat bounds entities
        shared = ["".join(part.text or "" for part in item.iter() if part.tag.endswith("}t")) for item in tree]
    for sheet in sorted(filter(_SHEET.fullmatch, packed.namelist())):
        tree = ElementTree.fromstring(packed.read(sheet))  # noqa: S314
        label = Path(sheet).stem
        yield from _tabled(_cells(tree, shared), f"{label} ")
        # What a cell works out is a value of its row, where a program has kept it; what it is written as is a text.
        written = (node.text or "" for node in tree.iter() if node.tag.endswith("}f"))
        if formulas := tuple(("", text) for text in dict.fromkeys(written) if text.strip()):
            yield FileRecord(f"{label} its formulas", formulas, is_header=True)


def _cells(tree: ElementTree.Element, shared: list[str]) -> Iterator[list[str]]:
    """The rows of a sheet as texts, each cell in its column."""
    for row in (node for node in tree.iter() if node.tag.endswith("}row")):
        cells: list[str] = []
        for cell in row:
            text = "".join(part.text or "" for part in cell.iter() if part.tag.endswith(("}v", "}t")))
            is_shared = cell.get("t") == "s" and text.isdigit() and int(text) < len(shared)
            # Empty cells are left out of the file; the letters of its place say where a cell stands.
            cells += [""] * min(_column(cell.get("r", "")) - len(cells), _WIDEST)
            cells.append(shared[int(text)] if is_shared else text)
        yield cells


def _column(place: str) -> int:
    """The number of columns before the cell with this place (`C7`); none where it does not say."""
    letters = "".join(letter for letter in place if letter.isalpha())[:3]
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return max(0, number - 1)


def _tabled(rows: Iterator[list[str]], label: str = "") -> Iterator[FileRecord]:
    """The rows of a table as records; the row of names is none of its rows."""
    number = 0
    for is_header, values in read_rows(rows):
        number += not is_header
        yield FileRecord(f"{label}the names of the columns" if is_header else f"{label}row {number}", values, is_header)


def _of_sdf(text: str) -> Iterator[FileRecord]:
    from rdkit import Chem, rdBase

    for number, block in enumerate(re.split(r"^\$\$\$\$.*$\n?", text, flags=re.MULTILINE), 1):
        if not block.strip():
            continue
        title = block.split("\n", 1)[0].strip()
        block = _from_header(block)
        with rdBase.BlockLogs():
            mol = Chem.MolFromMolBlock(block, sanitize=False)
            smiles = "" if mol is None else str(Chem.MolToSmiles(mol))
        # The fields below the structure are texts; a record without a structure that can be read is unknown.
        fields = block.split("M  END", 1)[1] if "M  END" in block else block
        values = (("smiles", smiles or f"record {number} of the file"), ("", title), ("", fields))
        yield FileRecord(title or f"record {number}", tuple(value for value in values if value[1].strip()))


def _from_header(block: str) -> str:
    """A molecule from its three lines of header on; in a text, others may stand before them."""
    lines = block.split("\n")
    counts = next((number for number, line in enumerate(lines) if _COUNTS.fullmatch(line)), 3)
    return block if counts == 3 else "\n".join(["", "", "", *lines[counts:]])


def _of_fasta(text: str) -> Iterator[FileRecord]:
    for part in re.split(r"^>", text, flags=re.MULTILINE)[1:]:
        title, _, lines = part.partition("\n")
        letters = re.sub(r"^;.*$", "", lines, flags=re.MULTILINE).strip()
        yield FileRecord(title.strip() or "without a name", (("sequence", letters), ("", title)))


def _of_rows(text: str, delimiter: str) -> Iterator[FileRecord]:
    try:
        yield from _tabled(iter(csv.reader(io.StringIO(text), delimiter=delimiter)))
    except csv.Error:
        for number, line in enumerate(text.splitlines(), 1):
            yield FileRecord(f"line {number}", (("", line),))


def _of_smiles(text: str) -> Iterator[FileRecord]:
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines, 1):
        structure, _, title = line.partition("\t" if "\t" in line else " ")
        if structure.startswith("#"):
            yield FileRecord(f"line {number}", (("", line),), is_header=True)
        elif structure:
            is_header = number == 1 and bool(kind_named(structure))
            kind = "" if is_header else "smiles"
            yield FileRecord(title.strip() or f"line {number}", ((kind, structure), ("", title)), is_header)


def _of_pdb(text: str) -> Iterator[FileRecord]:
    """The chains of a PDB file, as listed and as they stand in the atoms, and its ligands."""
    listed: defaultdict[str, list[str]] = defaultdict(list)
    atoms: defaultdict[str, dict[str, str]] = defaultdict(dict)
    lines = text.split("ENDMDL", 1)[0].splitlines()
    for line in lines:
        if line.startswith("SEQRES"):
            listed[line[11:12]] += line[19:].split()
        elif line.startswith(("ATOM  ", "HETATM")):
            atoms[line[21:22]][line[22:27]] = line[17:20].strip()
    yield from _chains(listed, {chain: list(residues.values()) for chain, residues in atoms.items()})
    ligands: defaultdict[str, list[str]] = defaultdict(list)
    for line in lines:
        name = line[17:20].strip()
        if line.startswith(("ATOM  ", "HETATM")) and not (
            name in _ONE_LETTER or name in _NUCLEOTIDES or name in _WATER
        ):
            ligands[line[17:27]].append(line)
    for label, members in ligands.items():
        element_and_place = [(line[76:78].strip() or line[12:14].strip(), line[30:54]) for line in members]
        places = [(element, (text[:8], text[8:16], text[16:24])) for element, text in element_and_place]
        if graph := _bonded(places):
            yield FileRecord(f"ligand {label.strip()}", (("graph", graph),))
    yield FileRecord("the header", (("", "\n".join(line for line in lines if line[:6] in _HEADERS)),))


_HEADERS = ("HEADER", "TITLE ", "COMPND", "HETNAM", "HETSYN", "REMARK", "SOURCE", "KEYWDS")


def _chains(*tables: dict[str, list[str]]) -> Iterator[FileRecord]:
    seen = set()
    for table in tables:
        for chain, residues in table.items():
            letters = "".join(_LETTER_OF.get(one, "X") for one in residues)
            kept = letters.strip("X")
            if kept and (chain, kept) not in seen:
                seen.add((chain, kept))
                yield FileRecord(f"chain {chain.strip() or 'without a name'}", (("sequence", kept),))


def _mmcif_table(text: str) -> dict[str, Any]:
    from Bio.PDB.MMCIF2Dict import MMCIF2Dict

    return dict(MMCIF2Dict(io.StringIO(text)))


def _of_mmcif(text: str) -> Iterator[FileRecord]:
    """The polymers and ligands of an mmCIF file; other CIF files have none and are read as text."""
    try:
        table = _mmcif_table(text)
    except (ValueError, KeyError, IndexError, StopIteration):
        yield FileRecord("the whole", (("", text),))
        return
    for number, letters in enumerate(table.get("_entity_poly.pdbx_seq_one_letter_code_can", []), 1):
        yield FileRecord(f"entity {number}", (("sequence", letters),))
    names = table.get("_atom_site.label_comp_id", [])
    chains = table.get("_atom_site.label_asym_id", ["?"] * len(names))
    numbers = table.get("_atom_site.auth_seq_id", chains)
    axes = ("_atom_site.Cartn_x", "_atom_site.Cartn_y", "_atom_site.Cartn_z")
    coordinates = [table.get(axis, []) for axis in axes]
    elements = table.get("_atom_site.type_symbol", [])
    residues: defaultdict[str, dict[str, str]] = defaultdict(dict)
    ligands: defaultdict[str, list[tuple[str, tuple[str, str, str]]]] = defaultdict(list)
    for place, (name, chain, number) in enumerate(zip(names, chains, numbers, strict=False)):
        residues[chain][number] = name
        known = name in _ONE_LETTER or name in _NUCLEOTIDES or name in _WATER
        if not known and all(place < len(column) for column in (*coordinates, elements)):
            x, y, z = (column[place] for column in coordinates)
            ligands[f"{name} {chain} {number}"].append((elements[place], (x, y, z)))
    yield from _chains({chain: list(found.values()) for chain, found in residues.items()})
    for label, atoms in ligands.items():
        if graph := _bonded(atoms):
            yield FileRecord(f"ligand {label}", (("graph", graph),))
    said = [one for key, column in table.items() if re.search(r"name|title|descriptor|synonym", key) for one in column]
    yield FileRecord("the names", tuple(("", one) for one in said))


def _of_xyz(text: str) -> FileRecord | None:
    """A file of elements and coordinates, as one molecule."""
    lines = text.splitlines()
    if len(lines) < 3 or not lines[0].strip().isdigit():
        return None
    atoms = []
    for line in lines[2 : 2 + int(lines[0])]:
        parts = line.split()
        if len(parts) < 4:
            return None
        atoms.append((parts[0], (parts[1], parts[2], parts[3])))
    graph = _bonded(atoms)
    return FileRecord("the molecule", (("graph", graph), ("", lines[1]))) if graph else None


def _bonded(atoms: list[tuple[str, tuple[str, str, str]]]) -> str:
    """The graph of heavy atoms that lie within bonding distance; empty for what is no molecule of ordinary size."""
    from rdkit import Chem

    from scitoolagent.safety_db.listed import atom_graph

    table = Chem.GetPeriodicTable()
    mol: Mol = Chem.RWMol()
    places: list[tuple[float, float, float]] = []
    try:
        for element, (x, y, z) in atoms:
            symbol = re.sub(r"[^A-Za-z]", "", element).capitalize()
            if symbol not in ("H", "D"):
                mol.AddAtom(Chem.Atom(symbol))
                places.append((float(x), float(y), float(z)))
    except (ValueError, RuntimeError):
        return ""
    if not 0 < len(places) <= _MOST_LIGAND_ATOMS:
        return ""
    radii = [table.GetRcovalent(atom.GetAtomicNum()) for atom in mol.GetAtoms()]
    for one in range(len(places)):
        for other in range(one):
            apart = sum((a - b) ** 2 for a, b in zip(places[one], places[other], strict=True)) ** 0.5
            if 0.4 < apart < radii[one] + radii[other] + 0.45:
                mol.AddBond(one, other, Chem.BondType.SINGLE)
    return atom_graph(mol)
