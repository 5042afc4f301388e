"""Find sequences that are more than one run of letters: FASTA records, `5'-…-3'`, blocks, three-letter codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from scitoolagent.language.text import any_of
from scitoolagent.language.words import phrase_list
from scitoolagent.reading.notation import is_protein, nucleic_type

# A header begins a line, or a word of the last one: "x > 5" is none.
_HEADER = re.compile(r"(?:^[ \t]*>|(?<=\s)>(?=\S))([^\n]{0,300})\n", re.MULTILINE)
_INLINE = re.compile(r"(?<!\S)>(?P<name>[^\s>]{1,60})[ \t]+(?P<letters>[A-Za-z]{5,})(?![A-Za-z'’-])")
_LINE = re.compile(r"[ \t]*([A-Za-z*\-]+(?:[ \t][A-Za-z*\-]+)*)[ \t]*(?:\n|$)")
_PRIMED = re.compile(
    r"(?P<first>[53])[ ]?'[ ]?-?[ ]?(?P<letters>[ACGTUNacgtun]{1,5000}(?:[ -][ACGTUNacgtun]{1,5000}){0,500})"
    r"(?:[ ]?-?[ ]?(?P<last>[35])[ ]?')?(?![A-Za-z])"
)
_STACKED = re.compile(r"^[A-Z]{5,}(?=[ \t]*$)", re.MULTILINE)
_SHORTEST_LINE = 20
_CODES: dict[str, str] = dict(
    zip(
        "ala arg asn asp cys gln glu gly his ile leu lys met phe pro ser thr trp tyr val".split(),
        "ARNDCQEGHILKMFPSTWYV",
        strict=True,
    )
)
_CODED = re.compile(rf"(?:h-|nh2-)?((?:{'|'.join(_CODES)})(?:-(?:{'|'.join(_CODES)}))+)(?:-oh|-cooh)?", re.IGNORECASE)
# Sequences are written in codons, or in lines of blocks of ten.
_CODON, _BLOCK = 3, 10


@dataclass(frozen=True, slots=True)
class Found:
    """Letters of a sequence at a place, in capitals; `kind` where the form alone tells the type.

    `name` is what the question calls it, and `read_as` tells what was done with the letters where that is more than
    joining them.
    """

    start: int
    end: int
    letters: str
    kind: str = ""
    name: str = ""
    read_as: str = ""


def fasta_records(text: str) -> Iterator[Found]:
    """The records of FASTA in a text; the first line that is no sequence ends one, so that prose is no residues."""
    for header in _HEADER.finditer(text):
        place, letters, end = header.end(), "", header.end()
        while (line := _LINE.match(text, place)) and line[1].strip() and _is_sequence_line(line[1], letters):
            letters += re.sub(r"[\s\-]", "", line[1]).rstrip("*").upper()
            end, place = line.end(1), line.end()
            if line[1].endswith("*") or place >= len(text):
                break
        if letters:
            yield Found(header.start() + header[0].index(">"), end, letters, name=header[1].strip())
    for match in _INLINE.finditer(text):
        if match["letters"].isupper() or nucleic_type(match["letters"]):
            yield Found(match.start(), match.end(), match["letters"].upper(), name=match["name"])


def _is_sequence_line(line: str, before: str) -> bool:
    letters = re.sub(r"[\s*\-]", "", line)
    if not letters:
        return False
    if letters.isupper():
        # "THANKS" could be residues; behind DNA it is none.
        return nucleic_type(before) is None or nucleic_type(letters) is not None if before else True
    small = letters.islower() and (nucleic_type(letters) or (len(letters) >= _SHORTEST_LINE and " " not in line))
    return bool(small) and (not before or bool(nucleic_type(before)) == bool(nucleic_type(letters)))


def primed_sequences(text: str) -> Iterator[Found]:
    """Strands with their ends written: `5'-ATGC-3'`. One written from 3' to 5' is turned round, and says so."""
    for match in _PRIMED.finditer(text):
        letters = re.sub(r"[ -]", "", match["letters"]).upper()
        kind = nucleic_type(letters)
        if kind is None or match["last"] == match["first"] or (len(letters) < 2 and not match["last"]):
            continue
        if match["first"] == "3":
            letters = letters[::-1]
        read_as = f"5'-{letters}-3'" if match["first"] == "3" else ""
        yield Found(match.start(), match.end(), letters, kind, read_as=read_as)


def coded_peptide(chunk: str) -> str | None:
    """The one-letter sequence of a peptide in three-letter codes (`Gly-Ala-Val`), None where the text is none."""
    match = _CODED.fullmatch(chunk)
    return "".join(_CODES[str(code)] for code in match[1].lower().split("-")) if match else None


@cache
def _said(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{any_of(phrase_list('sequences', name))})(?![\w-])", re.IGNORECASE)


def are_stacked(text: str) -> bool:
    """Whether a question compares two sequences that stand on a line each; one that is wrapped has lines of its own.

    Two lines of one length, no third, and a word such as `aligned` or `distance`.
    """
    lines = _STACKED.findall(text)
    alike = len(lines) == 2 and len(lines[0]) == len(lines[1]) and f"{lines[0]}\n{lines[1]}" in text
    return alike and _said("comparing").search(text) is not None


def said_as_aligned(text: str) -> Iterator[tuple[int, int]]:
    """Where such a question says that what it compares is aligned and has no gaps."""
    if are_stacked(text) and not _said("aligning").search(text):
        one = any_of(phrase_list("sequences", "as_aligned"))
        line = re.compile(rf"^[ \t]*(?:{one})(?:,?[ \t]+(?:{one}))*[ \t]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE)
        yield from (match.span() for match in line.finditer(text))


def block_run(chunks: Sequence[tuple[int, str]], place: int, text: str, several: bool) -> tuple[int, str] | None:
    """A sequence written in blocks that starts at the chunk `place`: the index behind it, and its letters.

    Blocks are codons of a nucleic acid, or of ten letters or more, all of one length but the last. With `several` the
    question speaks of sequences, and blocks that could each be one stay apart.
    """
    first = chunks[place][1]
    size, small = len(first), first.islower()
    if not (first.isalpha() and (first.isupper() or small)) or (size != _CODON and size < _BLOCK):
        return None
    fits = _is_block(first)
    if fits is None:
        return None
    found = [first]
    for (start, chunk), (before, earlier) in zip(chunks[place + 1 :], chunks[place:], strict=False):
        letters = chunk.rstrip(".,;:?!)\"'")
        apart = text[before + len(earlier) : start]
        if apart.strip() or "\n\n" in apart or len(letters) > size or not _fits(letters, small, fits):
            break
        found.append(letters)
        if letters != chunk or len(letters) < size:
            break
    least = 3 if (small and size == _CODON) else 2
    if len(found) < least or (several and size != _CODON and len(found[-1]) == size):
        return None
    if len(found) == 2 and size != _CODON and size < 20 and len(found[-1]) == size:
        return None
    return place + len(found), "".join(found).upper()


def _is_block(letters: str) -> str | None:
    """What the letters of a first block allow: a nucleic acid, or a protein."""
    if set(letters.upper()) <= set("ACGTU"):
        return "nucleic"
    return "protein" if len(letters) >= _BLOCK and is_protein(letters) else None


def _fits(letters: str, small: bool, kind: str) -> bool:
    if not letters.isalpha() or letters.islower() != small:
        return False
    return set(letters.upper()) <= set("ACGTU") if kind == "nucleic" else is_protein(letters)
