"""Read VCF: one record of variants a row."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import opened, shown
from scitoolagent.tables.kinds import NUMBER
from scitoolagent.tables.operations import named_apart
from scitoolagent.tables.options import TOLD_EVERY, Options
from scitoolagent.tables.table import Column, Kind, Table
from scitoolagent.tables.text import Lines

SNV, MNV, INSERTION, DELETION, COMPLEX, SYMBOLIC = "SNV", "MNV", "insertion", "deletion", "complex", "symbolic"
MIXED, NONE = "mixed", "reference"
_FIXED = 8
_BASES = re.compile(r"[ACGTNacgtn]+")
_SIGNS = re.compile(r"[ACGTUNRYSWKMBDHVacgtunryswkmbdhv*.]+|<[^<>\s]+>|\S*[\[\]]\S*")
_DECLARED = re.compile(r"##INFO=<ID=(?P<id>[^,>]+),Number=(?P<number>[^,>]+),Type=(?P<type>\w+)")
_KINDS: dict[str, Kind] = {"Integer": "integer", "Float": "number", "String": "text", "Character": "text"}
_MOST_INFO = 200


class _Info(NamedTuple):
    """A field that the header declares, and whether it has one value for each alternative allele."""

    id: str
    kind: Kind
    is_flag: bool
    each: bool


def kind_of_allele(ref: str, alt: str) -> str:
    """What an alternative allele is: SNV, MNV, insertion, deletion, complex or symbolic; reference where it is none."""
    if alt in (".", "<*>", "<NON_REF>"):
        return NONE
    if not (_BASES.fullmatch(ref) and _BASES.fullmatch(alt)):
        return SYMBOLIC
    one, other = changed(ref, alt)
    if not one and not other:
        return NONE
    if len(one) == len(other):
        return SNV if len(one) == 1 else MNV
    if one and other:
        return COMPLEX
    return DELETION if one else INSERTION


def changed(ref: str, alt: str) -> tuple[str, str]:
    """What is left of two alleles without the letters that both end and begin with."""
    one, other = ref.upper(), alt.upper()
    if behind := _alike(one[::-1], other[::-1]):
        one, other = one[:-behind], other[:-behind]
    before = _alike(one, other)
    return one[before:], other[before:]


def _alike(one: str, other: str) -> int:
    """How many letters two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def read_vcf(path: Path, options: Options) -> Table:
    """Read VCF: place, alleles, quality, filter and kind of each record, and the fields that its header declares.

    Raises:
        TableError: it is no VCF, or has a malformed record and is read strictly.
    """
    name = shown(path.name)
    with opened(path, options.bounds) as file:
        lines = Lines(file, name, options.bounds)
        feed = iter(lines)
        declared: dict[str, _Info] = {}
        first = next(feed, "")
        if not first.startswith("##fileformat=VCF"):
            raise TableError(f"{name} is no VCF: its first line has to begin with ##fileformat=VCF")
        for line in feed:
            if not line.startswith("##"):
                break
            if (found := _declared(line)) and len(declared) < _MOST_INFO:
                declared[found.id] = found
        else:
            line = ""
        if line.rstrip("\r\n").split("\t")[:_FIXED] != "#CHROM POS ID REF ALT QUAL FILTER INFO".split():
            raise TableError(
                f"{name} has no line with the names of the columns, #CHROM POS ID REF ALT QUAL FILTER INFO"
            )
        width = len(line.rstrip("\r\n").split("\t"))
        return _rows(feed, name, options, list(declared.values()), width)


def _rows(feed: Iterable[str], name: str, options: Options, declared: list[_Info], width: int) -> Table:
    columns = [
        Column(name="chromosome"), Column(name="position", kind="integer", unit="1"),
        *(Column(name=one) for one in ("id", "ref", "alt")), Column(name="quality", kind="number", unit="1"),
        *(Column(name=one) for one in ("filter", "variant type")),
        *(Column(name=one.id, kind=one.kind, unit=None if one.kind in ("text", "truth") else "1") for one in declared),
    ]  # fmt: skip
    several = 0
    with options.builder(name, named_apart(columns)) as builder:
        number = 0
        for line in feed:
            if not line.strip():
                continue
            number += 1
            cells = line.rstrip("\r\n").split("\t")
            if problem := _problem(cells, width):
                builder.malform(number, problem)
                continue
            alts = cells[4].split(",")
            kinds = {kind_of_allele(cells[3], alt) for alt in alts}
            several += len(alts) > 1
            parts = (part.partition("=") for part in cells[7].split(";"))
            said = {key: value for key, _, value in parts}
            try:
                values = [_value(said.get(one.id), one, len(alts)) for one in declared]
            except ValueError as error:
                builder.malform(number, str(error))
                continue
            known = [None if cell == "." else cell for cell in cells[:7]]
            kind = kinds.pop() if len(kinds) == 1 else MIXED
            quality = None if known[5] is None else float(cells[5])
            builder.append(number, [cells[0], int(cells[1]), *known[2:5], quality, known[6], kind, *values])
            if number % TOLD_EVERY == 0:
                options.progress(number)
        each = [one.id for one in declared if one.each]
        if several and each:
            builder.notes.append(
                f"{several} records have several alternative alleles; what is told of each allele "
                f"({', '.join(map(shown, each[:5]))}) is left empty there"
            )
        return builder.finish(options.types)


def _declared(line: str) -> _Info | None:
    """A field with one value a record, one a record's alternative allele, or none; None of other fields."""
    found = _DECLARED.match(line)
    if found is None or found["number"] not in ("0", "1", "A"):
        return None
    is_flag = found["type"] == "Flag" or found["number"] == "0"
    kind: Kind = "truth" if is_flag else _KINDS.get(found["type"], "text")
    return _Info(found["id"], kind, is_flag, found["number"] == "A")


def _problem(cells: list[str], width: int) -> str:
    """Why a line is no record."""
    if len(cells) != width:
        return f"it has {len(cells)} columns, the header {width}"
    if not cells[0] or not re.fullmatch(r"\d{1,12}", cells[1]):
        return f"its position is {shown(cells[1])!r}"
    if not _BASES.fullmatch(cells[3]) and not _SIGNS.fullmatch(cells[3]):
        return f"its reference allele is {shown(cells[3])!r}"
    if wrong := next((alt for alt in cells[4].split(",") if not _SIGNS.fullmatch(alt)), None):
        return f"its alternative allele is {shown(wrong)!r}"
    if cells[5] != "." and not NUMBER.fullmatch(cells[5]):
        return f"its quality is {shown(cells[5])!r}"
    return ""


def _value(text: str | None, field: _Info, alleles: int) -> Any:
    """The value of a declared field; None where there is none, or one for each of several alleles."""
    if field.is_flag:
        return text is not None
    if text in (None, "", ".") or (field.each and alleles > 1):
        return None
    if field.kind == "text":
        return text
    if not NUMBER.fullmatch(str(text)) or (field.kind == "integer" and not re.fullmatch(r"[+-]?\d+", str(text))):
        raise ValueError(f"its {shown(field.id)} is {shown(text)!r}")
    return float(str(text)) if field.kind == "number" else int(str(text))
