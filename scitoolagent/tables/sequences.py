"""Read FASTA, FASTQ and GenBank: one sequence a row."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scitoolagent.errors import TableError
from scitoolagent.tables.bounds import opened, shown
from scitoolagent.tables.options import TOLD_EVERY, Options
from scitoolagent.tables.recognise import mark
from scitoolagent.tables.table import Column, Table
from scitoolagent.tables.text import Lines
from scitoolagent.tool.types import DnaSequence, ProteinSequence, RnaSequence

# The letters of nucleic acids with those that stand for several bases.
_DNA, _RNA = frozenset("ACGTRYSWKMBDHVN"), frozenset("ACGURYSWKMBDHVN")


class _Letters:
    """Tells what kind of sequence a file holds, by the letters of all of them."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._strict: set[str] = set()

    def add(self, sequence: str) -> None:
        self._seen |= set(sequence)

    @property
    def type(self) -> str:
        letters = self._seen - set("-*.")
        if letters <= _DNA:
            return mark(DnaSequence).name
        if letters <= _RNA:
            return mark(RnaSequence).name
        return mark(ProteinSequence).name


def read_fasta(path: Path, options: Options) -> Table:
    """Read FASTA: identifier, description and sequence of each record.

    Raises:
        TableError: there is no record in it, or a malformed one and it is read strictly.
    """
    name = shown(path.name)
    columns = [Column(name="id"), Column(name="description"), Column(name="sequence")]
    columns.append(Column(name="length", kind="integer", unit="1"))
    letters = _Letters()
    with opened(path, options.bounds) as file, options.builder(name, columns) as builder:
        for number, (title, sequence) in enumerate(_fasta(Lines(file, name, options.bounds), options), 1):
            text = "".join(sequence.split()).upper()
            wrong = sorted({sign for sign in text if not (sign.isascii() and sign.isalpha()) and sign not in "-*."})
            if not text or wrong:
                builder.malform(number, "it has no sequence" if not text else f"its sequence holds {shown(wrong[0])!r}")
                continue
            letters.add(text)
            identifier, _, description = title.partition(" ")
            builder.append(number, [identifier or None, description.strip() or None, text, len(text)])
            if number % TOLD_EVERY == 0:
                options.progress(number)
        if not builder.rows and not builder.malformed:
            raise TableError(f"{name} holds no FASTA record; one begins with >")
        builder.columns = (*columns[:2], Column(name="sequence", type=letters.type), columns[3])
        return builder.finish(options.types)


def _fasta(lines: Lines, options: Options) -> Iterator[tuple[str, str]]:
    """Title and sequence of each record; text before the first one is a record without a title."""
    title, size = "", 0
    kept: list[str] = []
    for line in lines:
        if line.startswith(">"):
            if title or kept:
                yield title, "".join(kept)
            title, kept, size = line[1:].strip(), [], 0
        elif line.strip() and not line.startswith(";"):
            kept.append(line)
            if (size := size + len(line)) > 2 * options.bounds.cell_characters:
                raise TableError(
                    f"the sequence of {shown(title)!r} has more than {options.bounds.cell_characters:,} letters"
                )
    if title or kept:
        yield title, "".join(kept)


def read_fastq(path: Path, options: Options) -> Table:
    """Read FASTQ: identifier, sequence and mean Phred quality of each read.

    Raises:
        TableError: there is no read in it, or a malformed one and it is read strictly.
    """
    name = shown(path.name)
    columns = [Column(name="id"), Column(name="sequence", type=mark(DnaSequence).name)]
    columns.append(Column(name="length", kind="integer", unit="1"))
    columns.append(Column(name="mean quality", kind="number", unit="1"))
    with opened(path, options.bounds) as file, options.builder(name, columns) as builder:
        feed = (line.rstrip("\r\n") for line in Lines(file, name, options.bounds))
        number = 0
        while head := next((line for line in feed if line), None):
            number += 1
            sequence, plus, quality = (next(feed, None) for _ in range(3))
            if not head.startswith("@") or plus is None or not plus.startswith("+") or quality is None:
                builder.malform(number, "it is no FASTQ record of four lines; what comes after it is not read")
                break
            if len(quality) != len(sequence or "") or not sequence or min(quality) < "!":
                builder.malform(number, f"it has {len(sequence or '')} letters and {len(quality)} qualities")
                continue
            mean = sum(quality.encode("latin-1", "replace")) / len(quality) - 33
            builder.append(number, [head[1:].split(" ")[0], sequence.upper(), len(sequence), mean])
            if number % TOLD_EVERY == 0:
                options.progress(number)
        if not number:
            raise TableError(f"{name} is empty")
        return builder.finish(options.types)


def read_genbank(path: Path, options: Options) -> Table:
    """Read GenBank: identifier, name, organism, description, sequence, number of features and topology of each record.

    Raises:
        TableError: there is no record in it, or one that Biopython cannot read and it is read strictly.
    """
    name = shown(path.name)
    texts = [Column(name=one) for one in ("id", "name", "organism", "description", "sequence")]
    columns = [
        *texts,
        Column(name="length", kind="integer", unit="1"),
        Column(name="features", kind="integer", unit="1"),
        Column(name="topology", type="Topology"),
    ]
    letters = _Letters()
    with opened(path, options.bounds) as file, options.builder(name, columns) as builder:
        number = 0
        for number, text in enumerate(genbank_records(Lines(file, name, options.bounds)), 1):
            record, problem = parsed(text)
            if problem:
                builder.malform(number, problem)
                continue
            sequence = str(record.seq).upper()
            letters.add(sequence)
            known = [record.id, record.name, record.annotations.get("organism"), record.description, sequence]
            # A record that does not say so is linear.
            shape = "circular" if record.annotations.get("topology") == "circular" else "linear"
            builder.append(number, [*(one or None for one in known), len(sequence), len(record.features), shape])
        if not number:
            raise TableError(f"{name} holds no GenBank record; one begins with LOCUS")
        builder.columns = (*texts[:4], Column(name="sequence", type=letters.type), *columns[5:])
        return builder.finish(options.types)


def genbank_records(lines: Lines) -> Iterator[str]:
    """The text of each record."""
    kept: list[str] = []
    for line in lines:
        if kept or line.startswith("LOCUS"):
            kept.append(line)
        if line.rstrip() == "//" and kept:
            yield "".join(kept)
            kept = []
    if kept:
        yield "".join(kept)


def parsed(text: str) -> tuple[Any, str]:
    """A record as Biopython reads it, and why it does not."""
    import warnings

    from Bio import SeqIO
    from Bio.Seq import UndefinedSequenceError

    if not text.rstrip().endswith("//"):
        return None, "the file ends in the middle of it"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            record = SeqIO.read(io.StringIO(text), "genbank")
            str(record.seq)
    except UndefinedSequenceError:
        return None, "it has no sequence"
    except (ValueError, AssertionError, IndexError, KeyError, TypeError, AttributeError) as error:
        return None, f"Biopython cannot read it: {shown(error)}"
    return record, ""
