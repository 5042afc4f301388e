"""Features of GenBank records as rows: those of the kind that a question speaks of, with their own sequences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scitoolagent.tables.bounds import opened, shown
from scitoolagent.tables.feature_kinds import ALL, SOURCE
from scitoolagent.tables.options import Options
from scitoolagent.tables.recognise import mark
from scitoolagent.tables.sequences import genbank_records, parsed
from scitoolagent.tables.table import Column, Table
from scitoolagent.tables.text import Lines
from scitoolagent.tool.types import DnaSequence

_NAMES = ("gene", "locus_tag", "label", "standard_name", "product", "note")
_CODING = "CDS"
# Codes in which each codon means what it does in the standard one.
_USUAL_CODES = ("1", "11")
_DNA = mark(DnaSequence).name


def read_features(path: Path, options: Options) -> Table:
    """Read the features of one kind, or all of them: name, kind, place, strand, length and sequence of each.

    Raises:
        TableError: there is no record in the file, or one that Biopython cannot read and it is read strictly.
    """
    name = shown(path.name)
    columns = [
        *(Column(name=one) for one in ("name", "feature", "product", "record", "strand")),
        *(Column(name=one, kind="integer", unit="1") for one in ("start", "end", "length")),
        Column(name="sequence", type=_DNA),
    ]
    with opened(path, options.bounds) as file, options.builder(name, columns) as builder:
        number = 0
        for text in genbank_records(Lines(file, name, options.bounds)):
            record, problem = parsed(text)
            if problem:
                builder.malform(number + 1, problem)
                continue
            for feature in _features(record, options.sheet):
                number += 1
                if problem := _unreadable(feature):
                    builder.malform(number, problem)
                    continue
                builder.append(number, _row(record, feature))
        return builder.finish(options.types)


def _features(record: Any, kind: str) -> Iterator[Any]:
    wanted = (one for one in record.features if one.type != SOURCE)
    return (one for one in wanted if kind in (ALL, one.type))


def _unreadable(feature: Any) -> str:
    """Why the sequence of a feature cannot be taken for what its codons say, or be told at all."""
    said = {key: str(next(iter(feature.qualifiers.get(key, ())), "1")) for key in ("codon_start", "transl_table")}
    if feature.type == _CODING and (said["codon_start"] != "1" or said["transl_table"] not in _USUAL_CODES):
        return f"its codons begin at {said['codon_start']}, in genetic code {said['transl_table']}"
    if feature.location is None or any(part.ref for part in feature.location.parts):
        return "it lies in another record"
    return ""


def _row(record: Any, feature: Any) -> list[Any]:
    named = next((feature.qualifiers[key][0] for key in _NAMES if feature.qualifiers.get(key)), "")
    start, end = int(feature.location.start) + 1, int(feature.location.end)
    product = next(iter(feature.qualifiers.get("product", ())), None)
    strand = {1: "forward", -1: "reverse"}.get(feature.location.strand)
    sequence = str(feature.extract(record.seq)).upper()
    called = named or f"{feature.type} {start}-{end}"
    return [called, feature.type, product, record.id, strand, start, end, len(sequence), sequence]
