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
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from scitoolagent.errors import ToolInputError
from scitoolagent.gate import workbook
from scitoolagent.gate.coordinates import of_mmcif, of_mol2, of_pdb, of_xyz
from scitoolagent.gate.families import is_family, of_family
from scitoolagent.gate.file_record import FileRecord
from scitoolagent.gate.genbank import is_genbank, of_genbank
from scitoolagent.gate.packed import Unpacking, gunzipped
from scitoolagent.gate.rows import kind_named, read_rows
from scitoolagent.gate.tracks import is_track, of_track
from scitoolagent.pdf import NO_TEXT, is_pdf, pages_of_pdf

LARGEST_FILE = 200_000_000
# Pictures hold no text; bytes of theirs that look like a structure are none.
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")
_MOSTLY = 0.9
_BINARY = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]")  # signs that no text holds
_ZIP = b"PK\x03\x04"
_GZIP = b"\x1f\x8b"
# Packings that nothing here opens: what is in them cannot be screened.
_OTHERS = {b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"7z\xbc\xaf": "7z", b"Rar!": "rar"}
_PDB = re.compile(r"^(?:ATOM  |HETATM|SEQRES)", re.MULTILINE)
_COUNTS = re.compile(r"^.{33,34}.*V[23]000\s*$", re.MULTILINE)
# The name of a field of an SD file; it is a text like its value.
_FIELD = re.compile(r"^>[^<\n]*<([^>\n]*)>.*$", re.MULTILINE)
_MOL2 = re.compile(r"^@<TRIPOS>MOLECULE", re.MULTILINE)
# Polymers and sites of large molecules, and the sites of small ones in a crystal.
_OF_MMCIF = ("_atom_site.", "_entity_poly", "_atom_site_fract_x")
_WRAPPED = re.compile(r"[A-Za-z]{5,}\s*\n\s*[A-Za-z]{5,}")


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
    return "M  END" in text or "_atom_site." in text or bool(_PDB.search(text) or _MOL2.search(text))


def read_text(name: str, text: str) -> Iterator[FileRecord]:
    """The records of a text that is the content of a file."""
    ending = Path(name).suffix.lower()
    if any(name in text for name in _OF_MMCIF):
        yield from of_mmcif(text)
        if "_atom_site." not in text:
            yield from _of_lines(text)
    elif _MOL2.search(text):
        yield from of_mol2(text)
    elif _PDB.search(text):
        yield from of_pdb(text)
    elif text.startswith(("$RXN", "$RDFILE")) or "\n$RXN" in text:
        # Each molecule of a reaction stands below a line of its own.
        for molecule in re.split(r"^\$MOL.*$\n?", text, flags=re.MULTILINE)[1:]:
            yield from _of_sdf(molecule)
    elif "M  END" in text or "$$$$" in text or _COUNTS.search(text):
        yield from _of_sdf(text)
    elif is_family(text):
        yield from of_family(text)
    elif text.lstrip().startswith(">"):
        yield from _of_fasta(text)
    elif is_genbank(text):
        yield from of_genbank(text)
    elif is_track(ending, text):
        yield from of_track(text)
    elif ending in (".csv", ".tsv"):
        first = text.lstrip().split("\n", 1)[0]
        yield from _of_rows(text, "\t" if ending == ".tsv" else max(",;\t|", key=first.count))
    elif ending in (".smi", ".smiles", ".ism", ".can"):
        yield from _of_smiles(text)
    elif steps := list(of_xyz(text)):
        yield from steps
    else:
        yield from _of_lines(text)


def _of_lines(text: str) -> Iterator[FileRecord]:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    yield from (FileRecord(f"line {number}", (("", line.strip()),)) for number, line in lines)
    # A sequence may go on from line to line.
    if len(lines) > 1 and _WRAPPED.search(text):
        yield FileRecord("the whole", (("", text),))


def _of_content(name: str, content: bytes, unpacking: Unpacking) -> Iterator[FileRecord]:
    # Only a file with the ending of a PDF is read as one; its packed bytes look like any short code.
    paged = is_pdf(content) and name.lower().endswith(".pdf")
    if paged:
        yield from _of_pdf(name, content)
    if paged or content.startswith(_PICTURES):
        # A reader of structures takes no notice of a first line, whatever that looks like.
        if is_structured(text := content.decode("latin-1").replace("\r", "\n")):
            yield from read_text(name, text)
    elif content.startswith(_ZIP):
        yield from _of_zip(name, content, unpacking.deeper())
    elif content.startswith(_GZIP):
        inner = unpacking.deeper()
        yield from _of_content(name.removesuffix(".gz"), gunzipped(name, content, inner), inner)
    elif packed := next((kind for start, kind in _OTHERS.items() if content.startswith(start)), ""):
        raise ToolInputError(f"{name} is packed with {packed}; unpack it first, since nothing in it can be screened")
    elif coded := _encoding_of(content):
        yield from read_text(name, content.decode(coded, "replace").replace("\r\n", "\n").replace("\r", "\n"))
    else:
        if not _BINARY.search(content):
            # A text with zero bytes between its letters: some readers leave them out, and nobody knows what is meant.
            yield FileRecord("zero bytes", (("smiles", f"{content.count(0)} zero bytes in the text"),))
            plain = content.replace(b"\x00", b"").decode("utf-8-sig", "replace")
            yield from read_text(name, plain.replace("\r\n", "\n").replace("\r", "\n"))
        yield from read_text(name, re.sub(r"[^\x20-\x7e]+", "\n", content.decode("latin-1")))


def _of_pdf(name: str, content: bytes) -> Iterator[FileRecord]:
    """What the pages say, line by line."""
    pages, reason = pages_of_pdf(content)
    if reason and not reason.endswith(NO_TEXT):
        raise ToolInputError(f"{name} cannot be screened: {reason}")
    for number, page in enumerate(pages, 1):
        for record in _of_lines(page):
            yield FileRecord(f"page {number}, {record.name}", record.values)


def _encoding_of(content: bytes) -> str:
    """How a text is encoded; empty for bytes that are none."""
    if content.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "utf-32"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    head = content[:1000]
    if b"\x00" not in head:
        return "utf-8-sig"
    # Letters of Latin in two bytes each, without a mark at the beginning: every other byte is zero.
    for coding, zeros, letters in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
        if zeros.count(0) > _MOSTLY * len(zeros) and 0 not in letters:
            return coding
    return ""


def _of_zip(name: str, content: bytes, unpacking: Unpacking) -> Iterator[FileRecord]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            # No member gives more than it says here.
            unpacking.take(sum(member.file_size for member in packed.infolist()))
            members = packed.infolist()
            if is_workbook := any(workbook.SHEET.fullmatch(member.filename) for member in members):
                for sheet, rows in workbook.rows_of(packed):
                    yield from _tabled(rows, f"{sheet} ")
                yield from workbook.said_beside(packed)
                members = [member for member in members if not workbook.is_part(member.filename)]
            for member in members:
                # What is said by the name of a member counts, too.
                if not is_workbook:
                    said = re.sub(r"[_.-]", " ", Path(member.filename).stem)
                    yield FileRecord(f"{member.filename}: its name", (("", said),), is_header=True)
                if not member.is_dir():
                    for record in _of_content(member.filename, packed.read(member), unpacking):
                        yield FileRecord(
                            f"{member.filename}: {record.name}", record.values, record.is_header, record.taken
                        )
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


def _tabled(rows: Iterator[list[str]], label: str = "") -> Iterator[FileRecord]:
    """The rows of a table as records; the row of names is none of its rows."""
    number = 0
    for row in read_rows(rows):
        number += not row.is_header
        name = f"{label}the names of the columns" if row.is_header else f"{label}row {number}"
        yield FileRecord(name, row.cells, row.is_header, row.taken)


def _of_sdf(text: str) -> Iterator[FileRecord]:
    from rdkit import Chem, rdBase

    for number, block in enumerate(re.split(r"^\$\$\$\$.*$\n?", text, flags=re.MULTILINE), 1):
        if not block.strip():
            continue
        # Its name, and the comment two lines below.
        title = " ".join(line for line in map(str.strip, block.split("\n", 3)[:3:2]) if line)
        block = _from_header(block)
        with rdBase.BlockLogs():
            mol = Chem.MolFromMolBlock(block, sanitize=False)
            smiles = "" if mol is None else str(Chem.MolToSmiles(mol))
        # The fields below the structure are texts; a record without a structure that can be read is unknown.
        fields = block.split("M  END", 1)[1] if "M  END" in block else block
        fields = _FIELD.sub(r"\1", fields)
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
