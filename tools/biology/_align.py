"""Align two sequences; shared by the tools that compare sequences."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._sequence import (
    AMBIGUOUS_AMINO_ACIDS,
    AMBIGUOUS_BASES,
    AMINO_ACIDS,
    is_nucleic,
    parse_nucleic,
    parse_protein,
    shown,
)

# The defaults of EMBOSS: a gap of n costs open + (n - 1) * extend; BLOSUM62 and NUC.4.4 (EDNAFULL).
GAP_OPEN, GAP_EXTEND = 10.0, 0.5
# Cells of the dynamic-programming table; this many take about a second.
_MAX_CELLS = 50_000_000


@dataclasses.dataclass(frozen=True, slots=True)
class Alignment:
    """Two rows of the same length, the places (from 0, end excluded) they come from, and the score."""

    row_a: str
    row_b: str
    span_a: tuple[int, int]
    span_b: tuple[int, int]
    score: float


def parse_pair(sequence_a: str, sequence_b: str, kind: str = "auto") -> tuple[str, str, str]:
    """Two sequences in upper case and the name of the matrix for them; RNA is written as DNA.

    Raises:
        ToolInputError: a letter does not belong, or one is a protein and the other a nucleic acid by `kind`.
    """
    word = kind.strip().lower()
    if word not in ("auto", "protein", "nucleotide", "dna", "rna"):
        raise ToolInputError(f"the kind of sequence must be auto, protein or nucleotide, not {shown(kind)}")
    if word == "auto":
        plain = ("".join(text.split()).upper() for text in (sequence_a, sequence_b))
        word = "nucleotide" if all(map(is_nucleic, plain)) else "protein"
    if word == "protein":
        extra = AMBIGUOUS_AMINO_ACIDS.replace("J", "")
        return parse_protein(sequence_a, extra), parse_protein(sequence_b, extra), "BLOSUM62"
    first, second = (parse_nucleic(text, ambiguous=True).replace("U", "T") for text in (sequence_a, sequence_b))
    return first, second, "NUC.4.4"


def align(
    a: str, b: str, matrix: str, mode: str, gap_open: float = GAP_OPEN, gap_extend: float = GAP_EXTEND
) -> Alignment:
    """The first of the best alignments; gaps at the ends of a global one cost nothing, as in EMBOSS needle.

    Raises:
        ToolInputError: a penalty is out of range, the sequences are too long, or nothing matches locally.
    """
    best = _aligner(matrix, mode, *_checked(a, b, gap_open, gap_extend)).align(a, b)
    if mode == "local" and best.score <= 0:
        raise ToolInputError("the two sequences have no segment in common that scores above zero")
    alignment = best[0]
    (a_start, b_start), (a_end, b_end) = alignment.coordinates[:, 0], alignment.coordinates[:, -1]
    return Alignment(
        str(alignment[0]), str(alignment[1]), (int(a_start), int(a_end)), (int(b_start), int(b_end)), float(best.score)
    )


def align_score(a: str, b: str, matrix: str) -> float:
    """The score of the best global alignment."""
    return float(_aligner(matrix, "global", *_checked(a, b, GAP_OPEN, GAP_EXTEND)).score(a, b))


def count_columns(row_a: str, row_b: str, matrix: str) -> tuple[int, int, int]:
    """Columns that are identical, that score above zero, and that hold a gap."""
    scores = _scores(matrix)
    identical = positive = gaps = 0
    for a, b in zip(row_a, row_b, strict=True):
        if "-" in (a, b):
            gaps += 1
        else:
            identical += a == b
            positive += scores.get((a, b), -1.0) > 0
    return identical, positive, gaps


def _checked(a: str, b: str, gap_open: float, gap_extend: float) -> tuple[float, float]:
    if not 0 <= gap_extend <= gap_open <= 100:
        raise ToolInputError(
            f"gap penalties must be 0 to 100 and opening not below extending, not {gap_open:g} and {gap_extend:g}"
        )
    if len(a) * len(b) > _MAX_CELLS:
        raise ToolInputError(
            f"{len(a)} and {len(b)} letters are too many to align; their product may be {_MAX_CELLS} at most"
        )
    return gap_open, gap_extend


def _aligner(matrix: str, mode: str, gap_open: float, gap_extend: float) -> Any:
    from Bio.Align import PairwiseAligner, substitution_matrices

    aligner = PairwiseAligner(mode=mode)
    aligner.substitution_matrix = substitution_matrices.load(matrix)
    aligner.open_gap_score, aligner.extend_gap_score = -gap_open, -gap_extend
    if mode == "global":
        aligner.end_gap_score = 0.0
    return aligner


@lru_cache(maxsize=4)
def _scores(matrix: str) -> dict[tuple[str, str], float]:
    from Bio.Align import substitution_matrices

    table: Any = substitution_matrices.load(matrix)
    letters = (AMINO_ACIDS + AMBIGUOUS_AMINO_ACIDS) if matrix == "BLOSUM62" else "ACGT" + AMBIGUOUS_BASES
    known = [letter for letter in letters if letter in table.alphabet]
    return {(first, second): float(table[first, second]) for first in known for second in known}
