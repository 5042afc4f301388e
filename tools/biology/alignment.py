"""Align and compare sequences."""

from __future__ import annotations

import dataclasses
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence, ProteinSequence
from scitoolagent.tools.biology._align import GAP_EXTEND, GAP_OPEN, Alignment, align, count_columns, parse_pair
from scitoolagent.tools.biology._circular import best_rotation
from scitoolagent.tools.biology._sequence import AMBIGUOUS_AMINO_ACIDS, AnySequence, parse_dna, parse_protein
from scitoolagent.tools.biology._star import star_alignment

AlignedSequence = Annotated[
    str,
    Semantic(
        "AlignedSequence", parent="Sequence", label="aligned sequence", also=("pre-aligned sequence", "aligned row")
    ),
]
AlignmentScore = Annotated[
    float, Semantic("AlignmentScore", parent="SequenceProperty", unit="1", label="alignment score")
]
SequenceIdentity = Annotated[
    float,
    Semantic(
        "SequenceIdentity",
        parent="SequenceProperty",
        unit="%",
        label="sequence identity",
        also=("percent identity", "percentage identity"),
    ),
]
CircularIdentity = Annotated[
    float,
    Semantic(
        "CircularIdentity",
        parent="SequenceProperty",
        unit="%",
        label="identity of circular sequences",
        also=(
            "identity of circular DNA",
            "identity of circular DNA sequences",
            "identity of plasmids",
            "percent identity of circular DNA",
            "percent identity of circular sequences",
            "percent identity of plasmids",
            "sequence identity of plasmids",
        ),
    ),
]
CircularScore = Annotated[
    float,
    Semantic("CircularScore", parent="SequenceProperty", unit="1", label="alignment score of circular sequences"),
]
CircularGaps = Annotated[
    float, Semantic("CircularGaps", parent="SequenceProperty", unit="%", label="gaps between circular sequences")
]
SequenceSimilarity = Annotated[
    float,
    Semantic(
        "SequenceSimilarity",
        parent="SequenceProperty",
        unit="%",
        label="sequence similarity",
        also=("percent similarity", "similarity of two sequences"),
    ),
]
GapShare = Annotated[float, Semantic("GapShare", parent="SequenceProperty", unit="%", label="gaps of an alignment")]
AlignedRange = Annotated[str, Semantic("AlignedRange", parent="SequenceProperty", label="aligned range")]
ScoringMatrix = Annotated[str, Semantic("ScoringMatrix", parent="SequenceProperty", label="substitution matrix")]
SequenceKind = Annotated[
    str, Semantic("SequenceKind", parent="Parameter", label="kind of sequence", pattern="protein|nucleotide|DNA|RNA")
]
GapOpenPenalty = Annotated[
    float,
    Semantic("GapOpenPenalty", parent="Parameter", unit="1", label="gap open penalty", also=("gap opening penalty",)),
]
GapExtendPenalty = Annotated[
    float,
    Semantic(
        "GapExtendPenalty", parent="Parameter", unit="1", label="gap extend penalty", also=("gap extension penalty",)
    ),
]
IdentityThreshold = Annotated[
    float,
    Semantic("IdentityThreshold", parent="Parameter", unit="%", label="identity threshold", also=("identity cutoff",)),
]
RotationOffset = Annotated[
    int, Semantic("RotationOffset", parent="SequenceProperty", unit="1", label="rotation of a circular sequence")
]
StrandSign = Annotated[str, Semantic("StrandSign", parent="SequenceProperty", label="strand of a match")]

_MAX_SEQUENCES = 50
_MAX_TOTAL = 20_000


@dataclasses.dataclass(frozen=True, slots=True)
class PairAlignment:
    """Two aligned sequences. Percentages are of the columns of the alignment, ranges count from 1."""

    aligned_a: AlignedSequence
    aligned_b: AlignedSequence
    score: AlignmentScore
    identity: SequenceIdentity
    similarity: SequenceSimilarity
    gaps: GapShare
    range_a: AlignedRange
    range_b: AlignedRange
    matrix: ScoringMatrix


@dataclasses.dataclass(frozen=True, slots=True)
class RowComparison:
    """How alike two aligned rows are, in % of their columns."""

    identity: SequenceIdentity
    similarity: SequenceSimilarity
    gaps: GapShare
    matrix: ScoringMatrix


@dataclasses.dataclass(frozen=True, slots=True)
class MultipleAlignment:
    """Rows of one length, in the order of the sequences, and their conservation."""

    rows: list[AlignedSequence]
    identity: SequenceIdentity


@dataclasses.dataclass(frozen=True, slots=True)
class CircularAlignment:
    """Two circular sequences, the second turned and, for the strand `-`, reverse-complemented."""

    aligned_a: AlignedSequence
    aligned_b: AlignedSequence
    rotation: RotationOffset
    strand: StrandSign
    score: CircularScore
    identity: CircularIdentity
    gaps: CircularGaps


@tool(
    Operation.COMPARISON,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence_a": "GWLKDANPRTHEVSQYIMFC", "sequence_b": "GWLRDANRTHEVSQYLMFC"},
    also=(
        "DoubleSequenceGlobalAlignment",
        "global alignment",
        "global sequence alignment",
        "Needleman-Wunsch",
        "pairwise global alignment",
    ),
)
def global_alignment(
    sequence_a: AnySequence,
    sequence_b: AnySequence,
    kind: SequenceKind = "auto",
    gap_open: GapOpenPenalty = GAP_OPEN,
    gap_extend: GapExtendPenalty = GAP_EXTEND,
) -> PairAlignment:
    """Align two proteins or two nucleic acids over their whole length (Needleman-Wunsch).

    Args:
        sequence_a: First sequence, protein, DNA or RNA.
        sequence_b: Second sequence of the same kind.
        kind: protein, nucleotide, or auto: nucleotide where both have no letters but A, C, G, T, U and N.
        gap_open: Cost of the first residue of a gap.
        gap_extend: Cost of each further residue of a gap.
    Returns:
        Both rows with gaps as `-`, the score, identity, similarity (columns that score above zero) and gaps in % of
        the columns, the ranges aligned, and the matrix: BLOSUM62 or NUC.4.4. Gaps at the ends cost nothing. Where
        several alignments score best, one of them is given.
    Raises:
        ToolInputError: A letter does not belong, the sequences are too long, or a penalty is out of range.
    Source: Needleman and Wunsch 1970, doi:10.1016/0022-2836(70)90057-4, with the defaults of EMBOSS needle, by
        `PairwiseAligner` of Biopython.
    """
    a, b, matrix = parse_pair(sequence_a, sequence_b, kind)
    return _described(align(a, b, matrix, "global", gap_open, gap_extend), matrix)


@tool(
    Operation.COMPARISON,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence_a": "MMTTGWLKDANPRTHEVAA", "sequence_b": "PPPGWLRDANPRTHEVKKKK"},
    also=(
        "DoubleSequenceLocalAlignment",
        "local alignment",
        "local sequence alignment",
        "Smith-Waterman",
        "pairwise local alignment",
    ),
)
def local_alignment(
    sequence_a: AnySequence,
    sequence_b: AnySequence,
    kind: SequenceKind = "auto",
    gap_open: GapOpenPenalty = GAP_OPEN,
    gap_extend: GapExtendPenalty = GAP_EXTEND,
) -> PairAlignment:
    """Align the most alike segments of two proteins or two nucleic acids (Smith-Waterman).

    Args:
        sequence_a: First sequence, protein, DNA or RNA.
        sequence_b: Second sequence of the same kind.
        kind: protein, nucleotide, or auto: nucleotide where both have no letters but A, C, G, T, U and N.
        gap_open: Cost of the first residue of a gap.
        gap_extend: Cost of each further residue of a gap.
    Returns:
        Rows of the two segments with gaps as `-`, the score, identity, similarity (columns that score above zero) and
        gaps in % of the columns, the ranges aligned, and the matrix: BLOSUM62 or NUC.4.4. Where several alignments
        score best, one of them is given.
    Raises:
        ToolInputError: A letter does not belong, the sequences are too long, a penalty is out of range, or no
            segments score above zero.
    Source: Smith and Waterman 1981, doi:10.1016/0022-2836(81)90087-5, with the defaults of EMBOSS water, by
        `PairwiseAligner` of Biopython.
    """
    a, b, matrix = parse_pair(sequence_a, sequence_b, kind)
    return _described(align(a, b, matrix, "local", gap_open, gap_extend), matrix)


@tool(
    Operation.COMPARISON,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"aligned_a": "GWLKD-ANPR", "aligned_b": "GWIRDQANPR"},
    also=("SequenceSimilarityCalculator", "similarity of aligned sequences", "identity of aligned sequences"),
)
def aligned_sequence_similarity(aligned_a: AlignedSequence, aligned_b: AlignedSequence) -> RowComparison:
    """Compute identity and similarity of two sequences that are aligned already.

    Args:
        aligned_a: First row, gaps as `-`.
        aligned_b: Second row, of the same length.
    Returns:
        Identity, similarity (columns that score above zero) and gaps in % of the columns, and the matrix: NUC.4.4
        where both rows have no letters but A, C, G, T, U and N, else BLOSUM62. Columns of two gaps are left out.
    Raises:
        ToolInputError: The rows differ in length, a letter does not belong, or a row has only gaps.
    Source: Henikoff and Henikoff 1992, doi:10.1073/pnas.89.22.10915 (BLOSUM62); percentages as EMBOSS gives them.
    """
    rows = ["".join(row.split()).upper().replace(".", "-") for row in (aligned_a, aligned_b)]
    if len(rows[0]) != len(rows[1]):
        raise ToolInputError(f"aligned rows have the same length, these have {len(rows[0])} and {len(rows[1])}")
    *_, matrix = parse_pair(rows[0].replace("-", ""), rows[1].replace("-", ""))
    columns = [pair for pair in zip(*rows, strict=True) if pair != ("-", "-")]
    row_a, row_b = (
        "".join(letters).replace("U", "T" if matrix == "NUC.4.4" else "U") for letters in zip(*columns, strict=True)
    )
    identical, positive, gaps = count_columns(row_a, row_b, matrix)
    size = len(columns)
    return RowComparison(100 * identical / size, 100 * positive / size, 100 * gaps / size, matrix)


@tool(
    Operation.COMPARISON,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequences": ["GWLKDANPRTHEV", "GWLRDANPTHEV", "GWKDANPRTHEVV"]},
    also=("CompareSequenceByLogExpectation", "multiple sequence alignment", "MSA", "align several proteins"),
)
def multiple_sequence_alignment(sequences: list[ProteinSequence]) -> MultipleAlignment:
    """Align several proteins by the centre-star method.

    Args:
        sequences: 2 to 50 proteins, 20,000 residues altogether at most.
    Returns:
        One row for each protein, gaps as `-`, and the share of columns in which all rows have the same residue in %.
        The method is quick and simple; its alignment of distant proteins is not as good as that of MUSCLE or MAFFT.
    Raises:
        ToolInputError: Fewer than two proteins, too many, or a letter is no amino acid.
    Source: Gusfield 1993, doi:10.1007/BF02460299, with BLOSUM62 and gaps of 10 and 0.5.
    """
    if not 2 <= len(sequences) <= _MAX_SEQUENCES:
        raise ToolInputError(f"give 2 to {_MAX_SEQUENCES} proteins, not {len(sequences)}")
    chains = _proteins(sequences)
    rows = star_alignment(chains, "BLOSUM62")
    same = sum(len(set(column)) == 1 for column in zip(*rows, strict=True))
    return MultipleAlignment(rows, 100 * same / len(rows[0]))


@tool(
    Operation.COMPARISON,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence_a": "GATTACAGGCTTAACCGTAT", "sequence_b": "CTTAACCGTATGATTACAGG"},
    also=(
        "CompareCircularDNA",
        "CircularDNAAlignment",
        "circular DNA alignment",
        "align circular DNA",
        "align plasmids",
    ),
)
def circular_dna_alignment(sequence_a: DnaSequence, sequence_b: DnaSequence) -> CircularAlignment:
    """Align two circular DNA sequences whatever base and strand they are written from.

    Args:
        sequence_a: First circle, at most 10,000 bases; its writing is kept.
        sequence_b: Second circle, at most 10,000 bases.
    Returns:
        Both rows with gaps as `-`; by how many bases the second was turned to the left; its strand (`-` when it was
        reverse-complemented first); the score; identity and gaps in % of the columns. Circles of up to 60 bases are
        tried in every rotation; longer ones in those that shared words of 8 bases suggest.
    Raises:
        ToolInputError: A letter is no DNA base, or a circle is too long.
    Source: Global alignment (Needleman and Wunsch 1970, doi:10.1016/0022-2836(70)90057-4) of the best rotation, with
        NUC.4.4 and gaps of 10 and 0.5.
    """
    a, b = parse_dna(sequence_a, longest=10_000), parse_dna(sequence_b, longest=10_000)
    rotation, strand, turned = best_rotation(a, b)
    found = align(a, turned, "NUC.4.4", "global")
    identical, _, gaps = count_columns(found.row_a, found.row_b, "NUC.4.4")
    size = len(found.row_a)
    return CircularAlignment(
        found.row_a, found.row_b, rotation, strand, found.score, 100 * identical / size, 100 * gaps / size
    )


@tool(
    Operation.FILTERING,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequences": ["GWLKDANPRTHEV", "GWLKDANPRTHEI", "MFCYYSSQQKLMNP"], "threshold": 80.0},
    also=(
        "RedundancyReduction",
        "redundancy reduction",
        "non-redundant set of sequences",
        "remove redundant sequences",
    ),
)
def non_redundant_sequences(
    sequences: list[ProteinSequence], threshold: IdentityThreshold = 90.0
) -> list[ProteinSequence]:
    """Keep proteins of which no two are more alike than a threshold.

    Args:
        sequences: 1 to 50 proteins, 20,000 residues altogether at most.
        threshold: Identity in % of the shorter protein, above 0 to 100; a protein as alike as that to one that is
            kept is left out.
    Returns:
        The proteins kept, in the order given; longer ones are preferred.
    Raises:
        ToolInputError: No protein, too many, a letter is no amino acid, or the threshold is out of range.
    Source: Greedy clustering as in CD-HIT, Li and Godzik 2006, doi:10.1093/bioinformatics/btl158, with full alignments.
    """
    if not 1 <= len(sequences) <= _MAX_SEQUENCES:
        raise ToolInputError(f"give 1 to {_MAX_SEQUENCES} proteins, not {len(sequences)}")
    if not 0 < threshold <= 100:
        raise ToolInputError(f"the threshold must be above 0 and at most 100 %, not {threshold:g}")
    chains = _proteins(sequences)
    kept: list[int] = []
    for number in sorted(range(len(chains)), key=lambda place: -len(chains[place])):
        if all(_identity(chains[number], chains[other]) < threshold for other in kept):
            kept.append(number)
    return [chains[number] for number in sorted(kept)]


def _identity(first: str, second: str) -> float:
    pair = align(first, second, "BLOSUM62", "global")
    return 100 * count_columns(pair.row_a, pair.row_b, "BLOSUM62")[0] / min(len(first), len(second))


def _proteins(sequences: list[str]) -> list[str]:
    chains = [parse_protein(sequence, AMBIGUOUS_AMINO_ACIDS.replace("J", "")) for sequence in sequences]
    if sum(map(len, chains)) > _MAX_TOTAL:
        raise ToolInputError(f"the proteins have {sum(map(len, chains))} residues, at most {_MAX_TOTAL} are taken")
    return chains


def _described(found: Alignment, matrix: str) -> PairAlignment:
    identical, positive, gaps = count_columns(found.row_a, found.row_b, matrix)
    size = len(found.row_a)
    range_a, range_b = (f"{start + 1}-{end}" for start, end in (found.span_a, found.span_b))
    return PairAlignment(
        found.row_a,
        found.row_b,
        found.score,
        100 * identical / size,
        100 * positive / size,
        100 * gaps / size,
        range_a,
        range_b,
        matrix,
    )
