"""The records of an XLSX file: the rows of its sheets, and all else that it says.

A workbook says more than its cells: names of sheets, of ranges and of columns, comments, text boxes, headers, titles of
charts. None of that is a row, and all of it is shown by a program that opens it.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from scitoolagent.gate.file_record import FileRecord

_WIDEST = 20_000
SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_SHARED = "xl/sharedStrings.xml"
# How a workbook looks, and in which order it is worked out.
_LOOKS = re.compile(r"xl/calcChain\.xml|xl/theme/.*|\[Content_Types\]\.xml", re.DOTALL)
_NAMING = frozenset(
    "name displayName comment description descr title tooltip prompt promptTitle error errorTitle author formatCode "
    "Target location display".split()
)
_OUTSIDE_OF_CELLS = tuple(
    "}formula1 }formula2 }formula }oddHeader }oddFooter }evenHeader }evenFooter }firstHeader }firstFooter".split()
)


def is_part(name: str) -> bool:
    """Whether a member of the file is a part of the workbook itself, and not a file that somebody put into it."""
    return name.startswith(("xl/", "docProps/", "_rels/", "[")) and name.endswith((".xml", ".vml", ".rels"))


def rows_of(packed: zipfile.ZipFile) -> Iterator[tuple[str, Iterator[list[str]]]]:
    """The name of each sheet in the file, and its rows as texts."""
    shared: list[str] = []
    if _SHARED in packed.namelist():
        tree = ElementTree.fromstring(packed.read(_SHARED))  # noqa: S314 - expat bounds entities
        shared = ["".join(part.text or "" for part in item.iter() if part.tag.endswith("}t")) for item in tree]
    for sheet in sorted(filter(SHEET.fullmatch, packed.namelist())):
        tree = ElementTree.fromstring(packed.read(sheet))  # noqa: S314
        yield Path(sheet).stem, _cells(tree, shared)


def said_beside(packed: zipfile.ZipFile) -> Iterator[FileRecord]:
    """What a workbook says beside its rows, part by part."""
    for name in packed.namelist():
        if name == _SHARED or _LOOKS.fullmatch(name) or not is_part(name):
            continue
        try:
            tree = ElementTree.fromstring(packed.read(name))  # noqa: S314
        except ElementTree.ParseError:
            if SHEET.fullmatch(name):
                raise
            yield FileRecord(name, (("", packed.read(name).decode("utf-8", "replace")),), is_header=True)
            continue
        texts = _of_cells(tree) if SHEET.fullmatch(name) else _of_part(tree)
        if said := tuple(("", text) for text in dict.fromkeys(texts) if text.strip()):
            yield FileRecord(f"{name.removeprefix('xl/')}, beside the rows", said, is_header=True)


def _of_cells(tree: ElementTree.Element) -> Iterator[str]:
    """What the cells of a sheet are written as, and what stands above and below its pages."""
    for node in tree.iter():
        # What a cell works out is a value of its row, where a program has kept it; what it is written as is a text.
        if node.tag.endswith(("}f", *_OUTSIDE_OF_CELLS)):
            yield node.text or ""
        yield from _named(node)


def _of_part(tree: ElementTree.Element) -> Iterator[str]:
    """All texts of a part: as they stand, and put together, since each change of the type begins a new one."""
    for node in tree.iter():
        if node.tag.endswith(("}comment", "}p", "}si", "}text", "}threadedComment")):
            yield "".join(node.itertext())
        yield node.text or ""
        yield from _named(node)


def _named(node: ElementTree.Element) -> Iterator[str]:
    yield from (text for key, text in node.attrib.items() if key.rpartition("}")[2] in _NAMING)


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
