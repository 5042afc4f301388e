"""The lengths of many sequences together: contigs of an assembly, reads of a run."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology._sequence import AnySequence
from scitoolagent.tools.biology.protein_indices import sequence_length

_HALF, _NINE_TENTHS = 50, 90

PieceLengths = Annotated[
    str,
    Semantic(
        "PieceLengths",
        parent="Parameter",
        label="lengths of contigs",
        finder="scitoolagent.tools.biology._length_words:find_lengths",
    ),
]
AssemblyN50 = Annotated[
    int,
    Semantic(
        "AssemblyN50", parent="SequenceProperty", unit="1", label="N50", also=("N50 of an assembly", "N50 length")
    ),
]
AssemblyL50 = Annotated[
    int, Semantic("AssemblyL50", parent="SequenceProperty", unit="1", label="L50", also=("L50 of an assembly",))
]
AssemblyN90 = Annotated[
    int, Semantic("AssemblyN90", parent="SequenceProperty", unit="1", label="N90", also=("N90 of an assembly",))
]
ContiguityNote = Annotated[str, Semantic("ContiguityNote", parent="Report", role="note", label="unit of N50 and N90")]
SequencesCounted = Annotated[
    int, Semantic("SequencesCounted", parent="SequenceProperty", unit="1", label="number of sequences in a set")
]
TotalLength = Annotated[
    int,
    Semantic(
        "TotalSequenceLength",
        parent="SequenceProperty",
        unit="1",
        label="total length of the sequences",
        also=("assembly length", "total assembly length"),
    ),
]
ShortestLength = Annotated[
    int, Semantic("ShortestSequenceLength", parent="SequenceProperty", unit="1", label="shortest sequence length")
]
LongestLength = Annotated[
    int, Semantic("LongestSequenceLength", parent="SequenceProperty", unit="1", label="longest sequence length")
]
MeanLength = Annotated[
    float, Semantic("MeanSequenceLength", parent="SequenceProperty", unit="1", label="mean sequence length")
]
MedianLength = Annotated[
    float, Semantic("MedianSequenceLength", parent="SequenceProperty", unit="1", label="median sequence length")
]


@dataclass(frozen=True, slots=True)
class Contiguity:
    """How long the pieces are that hold half and nine tenths of all letters."""

    n50: AssemblyN50
    l50: AssemblyL50
    n90: AssemblyN90
    note: ContiguityNote


@dataclass(frozen=True, slots=True)
class LengthStatistics:
    """Number, sum and spread of the lengths."""

    count: SequencesCounted
    total: TotalLength
    shortest: ShortestLength
    longest: LongestLength
    mean: MeanLength
    median: MedianLength


@tool(
    Operation.CALCULATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequences": ["ACGTACGT", "ACGTA", "ACG"]},
    also=("contiguity of an assembly",),
)
def assembly_contiguity(sequences: list[AnySequence]) -> Contiguity:
    """Compute N50, L50 and N90 of a set of sequences, such as the contigs of an assembly.

    Args:
        sequences: One or more sequences.
    Returns:
        N50, the length of the shortest of the longest sequences that together hold at least half of all letters; L50,
        how many those are; N90, the same for nine tenths.
    Raises:
        ToolInputError: There is no sequence, or one has a letter that is in none.
    Source: Lander et al. 2001, doi:10.1038/35057062 (N50), with the sum of the given sequences as the whole.
    """
    return _contiguity(_lengths(sequences), "letters of the sequences")


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"lengths": "100 200 300 400 500"})
def contiguity_of_lengths(lengths: PieceLengths) -> Contiguity:
    """Compute N50, L50 and N90 of contigs whose lengths are given.

    Args:
        lengths: In bases, with blanks between.
    Returns:
        N50, L50 and N90, as `assembly_contiguity` gives them of sequences; N50 and N90 in base pairs.
    Raises:
        ToolInputError: the lengths are not whole numbers above zero.
    Source: Lander et al. 2001, doi:10.1038/35057062 (N50), with the sum of the given lengths as the whole.
    """
    parts = lengths.replace(",", " ").split()
    if not parts or not all(part.isdecimal() and 0 < int(part) < 10**11 for part in parts):
        raise ToolInputError(f"{lengths[:60]!r} are no lengths in bases; write them as 100 200 500")
    return _contiguity(sorted(map(int, parts), reverse=True), "base pairs")


@tool(
    Operation.CALCULATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequences": ["ACGTACGT", "ACGTA", "ACG"]},
    also=(
        "length statistics",
        "sequence length statistics",
        "statistics of the lengths",
        "length distribution statistics",
    ),
)
def sequence_length_statistics(sequences: list[AnySequence]) -> LengthStatistics:
    """Compute number, sum, extremes, mean and median of the lengths of a set of sequences.

    Args:
        sequences: One or more sequences.
    Returns:
        Number of sequences and of all letters; shortest, longest, mean and median length.
    Raises:
        ToolInputError: There is no sequence, or one has a letter that is in none.
    Source: Definition; count of letters.
    """
    lengths = _lengths(sequences)
    mean = sum(lengths) / len(lengths)
    return LengthStatistics(
        len(lengths), sum(lengths), lengths[-1], lengths[0], mean, float(statistics.median(lengths))
    )


def _contiguity(lengths: list[int], unit: str) -> Contiguity:
    n50, l50 = _at_share(lengths, _HALF)
    return Contiguity(n50, l50, _at_share(lengths, _NINE_TENTHS)[0], f"N50 and N90 are lengths in {unit}")


def _lengths(sequences: list[str]) -> list[int]:
    """The lengths, the longest first."""
    if not sequences:
        raise ToolInputError("give at least one sequence")
    return sorted((sequence_length(one) for one in sequences), reverse=True)


def _at_share(lengths: list[int], percent: int) -> tuple[int, int]:
    """The length at which the longest pieces reach so many percent of the sum, and how many those are."""
    wanted, reached = sum(lengths) * percent, 0
    for number, length in enumerate(lengths, 1):
        reached += length
        if reached * 100 >= wanted:
            return length, number
    raise AssertionError("the sum of all is above each share of it")
