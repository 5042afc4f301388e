"""Read BED and GFF: one interval, or one feature, a row."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import opened, shown
from scitoolagent.tables.feature_kinds import ALL
from scitoolagent.tables.kinds import NUMBER
from scitoolagent.tables.options import TOLD_EVERY, Options
from scitoolagent.tables.table import Column, Table
from scitoolagent.tables.text import Lines

_PLACE = re.compile(r"\d{1,12}")
_STRANDS = {"+": "forward", "-": "reverse", ".": None, "?": None}
# What people ask of a feature, and the keys that hold it; the first that is there counts.
_ATTRIBUTES = {
    "name": ("Name", "gene_name", "gene", "locus_tag", "ID", "gene_id"),
    "id": ("ID", "transcript_id", "gene_id"),
    "parent": ("Parent", "gene_id"),
    "biotype": ("gene_biotype", "biotype", "gene_type", "transcript_biotype"),
    "product": ("product", "description"),
}
_IS_GTF = re.compile(r'\s*[^\s;="]+\s+"')
_OF_GTF = re.compile(r'\s*(?P<key>[^\s;"]+)\s+(?:"(?P<quoted>[^"]*)"|(?P<bare>[^;"]*))\s*(?:;|$)')


def read_bed(path: Path, options: Options) -> Table:
    """Read BED: chromosome, start, end, length, name, score and strand of each interval; starts count from 0.

    Raises:
        TableError: it is no BED, or has a malformed line and is read strictly.
    """
    name = shown(path.name)
    texts = {one: Column(name=one) for one in ("chromosome", "name", "strand")}
    places = [Column(name=one, kind="integer", unit="1") for one in ("start", "end", "length")]
    score = Column(name="score", kind="number", unit="1")
    columns = [texts["chromosome"], *places, texts["name"], score, texts["strand"]]
    with opened(path, options.bounds) as file, options.builder(name, columns) as builder:
        number = 0
        for line in Lines(file, name, options.bounds):
            if not line.strip() or line.startswith(("#", "track ", "track\t", "browser ", "browser\t")):
                continue
            number += 1
            plain = line.rstrip("\r\n")
            cells = plain.split("\t") if "\t" in plain else plain.split()
            if problem := _bed_problem(cells):
                builder.malform(number, problem)
                continue
            start, end = int(cells[1]), int(cells[2])
            named, value, strand = [*cells[3:6], "", "", ""][:3]
            rated = float(value) if NUMBER.fullmatch(value) else None
            row = [cells[0], start, end, end - start, named if named not in ("", ".") else None, rated]
            builder.append(number, [*row, _STRANDS.get(strand)])
            if number % TOLD_EVERY == 0:
                options.progress(number)
        if not builder.rows:
            raise TableError(_nothing(name, "BED interval: chromosome, start and end", builder.first))
        builder.notes.append("starts count from 0 and ends are not part of the interval, as BED has it")
        return builder.finish(options.types)


def _bed_problem(cells: list[str]) -> str:
    if len(cells) < 3:
        return "it has no chromosome, start and end"
    if wrong := next((cell for cell in cells[1:3] if not _PLACE.fullmatch(cell)), ""):
        return f"its place is {shown(wrong)!r}"
    if int(cells[1]) > int(cells[2]):
        return f"it ends at {cells[2]} before its start at {cells[1]}"
    if cells[5:6] and cells[5] not in _STRANDS:
        return f"its strand is {shown(cells[5])!r}"
    return ""


def read_gff(path: Path, options: Options) -> Table:
    """Read GFF3 or GTF: place, kind, strand, length and names of each feature, or of those of one kind.

    Raises:
        TableError: it is neither, or has a malformed line and is read strictly.
    """
    name = shown(path.name)
    columns = [
        *(Column(name=one) for one in ("name", "feature", "chromosome")),
        *(Column(name=one, kind="integer", unit="1") for one in ("start", "end", "length")),
        Column(name="score", kind="number", unit="1"),
        *(Column(name=one) for one in ("strand", "source", "id", "parent", "biotype", "product")),
    ]
    with opened(path, options.bounds) as file, options.builder(name, columns) as builder:
        number = read = 0
        for line in Lines(file, name, options.bounds):
            if line.startswith((">", "##FASTA")):
                break
            if not line.strip() or line.startswith("#"):
                continue
            number += 1
            cells = line.rstrip("\r\n").split("\t")
            if problem := _gff_problem(cells):
                builder.malform(number, problem)
                continue
            read += 1
            if options.sheet in ("", ALL, cells[2]):
                builder.append(number, _feature(cells))
            if number % TOLD_EVERY == 0:
                options.progress(number)
        if not read:
            raise TableError(_nothing(name, "GFF feature, of nine columns between tabs", builder.first))
        return builder.finish(options.types)


def _feature(cells: list[str]) -> list[Any]:
    start, end = int(cells[3]), int(cells[4])
    said = attributes_of(cells[8])
    named = {key: next((said[one] for one in keys if said.get(one)), None) for key, keys in _ATTRIBUTES.items()}
    # A transcript of a GTF hangs on its gene, a gene on nothing.
    parent = None if named["parent"] == named["id"] else named["parent"]
    score = None if cells[5] == "." else float(cells[5])
    source = None if cells[1] == "." else unquote(cells[1])
    called = named["name"] or f"{cells[2]} {start}-{end}"
    row = [called, unquote(cells[2]), unquote(cells[0]), start, end, end - start + 1, score, _STRANDS[cells[6]]]
    return [*row, source, named["id"], parent, named["biotype"], named["product"]]


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of a feature, as GFF3 or as GTF writes them."""
    if found := list(_OF_GTF.finditer(text)) if _IS_GTF.match(text) else []:
        return {one["key"]: one["bare"].strip() if one["quoted"] is None else one["quoted"] for one in found[::-1]}
    parts = (part.partition("=") for part in text.split(";") if "=" in part)
    return {unquote(key.strip()): unquote(value) for key, _, value in parts}


def _gff_problem(cells: list[str]) -> str:
    if len(cells) != 9:
        return f"it has {len(cells)} columns between tabs, not nine"
    if wrong := next((cell for cell in cells[3:5] if not _PLACE.fullmatch(cell)), ""):
        return f"its place is {shown(wrong)!r}"
    if int(cells[3]) > int(cells[4]) or cells[3] == "0":
        return f"it goes from {cells[3]} to {cells[4]}"
    if cells[5] != "." and not NUMBER.fullmatch(cells[5]):
        return f"its score is {shown(cells[5])!r}"
    return "" if cells[6] in _STRANDS else f"its strand is {shown(cells[6])!r}"


def _nothing(name: str, what: str, first: str) -> str:
    return f"{name} holds no {what}" + (f"; {first}" if first else "")
