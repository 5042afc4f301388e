"""Find the parts of a question that are data, so that each becomes a variable and is never typed again.

Prose stays prose: what may be both is left to the reader of the question.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from scitoolagent.reading.notation import guess_type, nucleic_type
from scitoolagent.reading.sequences import fasta_records
from scitoolagent.solver.pasted_molecules import molecule_lists
from scitoolagent.solver.pasted_numbers import number_lists
from scitoolagent.solver.pasted_structures import structures
from scitoolagent.solver.pasted_tables import Line, pasted_tables

Kind = Literal["table", "numbers", "sequences", "structure", "molecules"]

_MOST_CHARACTERS, _MOST = 1_000_000, 100
_SHORTEST, _SHORTEST_LINE, _WRAPPED = 20, 5, 60
_LETTERS = re.compile(r"(?:\d{1,7}[ \t]+)?(?P<letters>[A-Za-z]+(?: [A-Za-z]+)*)\*?")
_BLOCK = 10


@dataclass(frozen=True, slots=True)
class Pasted:
    """A part of a text that is data.

    Attributes:
        kind: table, numbers, sequences, structure or molecules.
        name: of the variable that holds it; no other one of the text is called so.
        value: the rows of a table as dictionaries; a list of numbers; pairs of the name and the letters of a sequence,
            or of the name and the SMILES of a molecule, the name empty where there is none; the text of a structure
            file and the extension of its name.
        start: where it begins in the text.
        end: where it ends, exclusive.
        unit: of numbers, as it is written; empty where none is.
        label: what the text calls it; empty where it does not.
    """

    kind: Kind
    name: str
    value: Any
    start: int
    end: int
    unit: str = ""
    label: str = ""


def pasted_in(text: str) -> tuple[Pasted, ...]:
    """Return the parts of a text that are data, in its order; no two of them overlap."""
    if len(text) > _MOST_CHARACTERS:
        text = text[:_MOST_CHARACTERS]
    found: list[Pasted] = []
    left = text
    for finder in (_structures, _fasta, _raw_sequences, _tables_and_molecules, _numbers):
        new = sorted(finder(left), key=lambda one: one.start)
        found += new
        left = _blanked(left, new)
    return tuple(_named(sorted(found, key=lambda one: one.start)[:_MOST]))


def _blanked(text: str, found: Sequence[Pasted]) -> str:
    """A text in which what was found is replaced by signs that nothing else finds; its lines stay."""
    parts, place = [], 0
    for one in found:
        parts += [text[place : one.start], re.sub(r"[^\n]", "\x00", text[one.start : one.end])]
        place = one.end
    return "".join((*parts, text[place:]))


def _lines(text: str) -> list[Line]:
    """The lines of a text; marks of code blocks are empty ones."""
    lines, place = [], 0
    for part in text.splitlines(keepends=True):
        bare = part.rstrip("\r\n")
        shown = "" if bare.strip().startswith("```") or "\x00" in bare else bare
        lines.append(Line(shown, place, place + len(bare)))
        place += len(part)
    return lines


def _structures(text: str) -> Iterator[Pasted]:
    for lines, extension in structures(_lines(text)):
        start, end = lines[0].start, lines[-1].end
        yield Pasted("structure", "", (text[start:end] + "\n", extension), start, end)


def _fasta(text: str) -> Iterator[Pasted]:
    """The records of FASTA; those with blanks alone between them are one variable."""
    group: Pasted | None = None
    for record in sorted(fasta_records(text), key=lambda one: one.start):
        if group and record.start < group.end:
            continue
        if group and not text[group.end : record.start].strip(" \t\r\n*"):
            group = replace(group, value=[*group.value, (record.name, record.letters)], end=record.end)
            continue
        if group:
            yield group
        group = Pasted("sequences", "", [(record.name, record.letters)], record.start, record.end)
    if group:
        yield group


def _raw_sequences(text: str) -> Iterator[Pasted]:
    """Sequences without a header: runs of lines that hold letters alone, and long words in a sentence."""
    run: list[tuple[str, Line]] = []
    taken: list[tuple[int, int]] = []
    for line in (*_lines(text), Line("", 0, 0)):
        letters = _letters(line.text)
        if letters and (not run or _continues(run[-1][0], letters)):
            run.append((letters, line))
            continue
        if run and (sequences := _joined([one for one, _ in run])):
            start, end = run[0][1].start, run[-1][1].end
            taken.append((start, end))
            yield Pasted("sequences", "", [("", one) for one in sequences], start, end)
        run = [(letters, line)] if letters else []
    for match in re.finditer(rf"(?<![\w>])[A-Z]{{{_SHORTEST},}}(?!\w)", text):
        inside = any(start <= match.start() < end for start, end in taken)
        if not inside and (guess_type(match[0]) or "").endswith("Sequence"):
            yield Pasted("sequences", "", [("", match[0])], match.start(), match.end())


def _letters(line: str) -> str:
    """The letters of a line that may be of a sequence; empty for any other."""
    match = _LETTERS.fullmatch(line.strip())
    if match is None:
        return ""
    words = match["letters"].split()
    letters = "".join(words).upper()
    in_blocks = len(words) == 1 or all(len(word) == _BLOCK for word in words[:-1])
    small = not match["letters"].isupper() and not (match["letters"].islower() and nucleic_type(letters))
    return letters if in_blocks and not small and len(letters) >= _SHORTEST_LINE else ""


def _continues(before: str, letters: str) -> bool:
    return bool(nucleic_type(before)) == bool(nucleic_type(letters))


def _joined(lines: Sequence[str]) -> list[str]:
    """The sequences of lines: one where it is wrapped, or else one a line; none where they may be words."""
    *others, last = lines
    lengths = {*map(len, others)}
    full = len(lengths) == 1 and others[0] and len(last) <= len(others[0])
    wrapped = full and (len(last) < len(others[0]) or len(last) >= _WRAPPED)
    sequences = ["".join(lines)] if wrapped and len(others[0]) >= _SHORTEST else list(lines)
    known = all(len(one) >= _SHORTEST and (guess_type(one) or "").endswith("Sequence") for one in sequences)
    return sequences if known else []


def _tables_and_molecules(text: str) -> Iterator[Pasted]:
    """Tables, and lists of molecules outside of those whose header names the columns."""
    lines = _lines(text)
    tables = [Pasted("table", "", one.rows, one.start, one.end) for one in pasted_tables(lines)]
    yield from tables
    for molecules, start, end in molecule_lists(lines):
        if not any(table.start < end and start < table.end for table in tables):
            yield Pasted("molecules", "", molecules, start, end)


def _numbers(text: str) -> Iterator[Pasted]:
    for one in number_lists(text):
        yield Pasted("numbers", "", list(one.values), one.start, one.end, one.unit, one.label)


def _named(found: Sequence[Pasted]) -> Iterator[Pasted]:
    """The parts with names for variables: the label where there is one, or else the kind and a number."""
    taken: set[str] = set()
    for one in found:
        base = re.sub(r"\W+", "_", one.label.casefold(), flags=re.ASCII).strip("_")[:40].rstrip("_")
        usable = base.isidentifier() and not keyword.iskeyword(base) and not keyword.issoftkeyword(base)
        form = f"{base}_{{}}" if usable else f"{one.kind}{{}}"
        name, number = base if usable else form.format(1), 1
        while name in taken:
            number += 1
            name = form.format(number)
        taken.add(name)
        yield replace(one, name=name)
