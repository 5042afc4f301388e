"""Evolutionary distances of two aligned DNA sequences, and what a search by similarity expects by chance."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence
from scitoolagent.tools.biology._sequence import parse_dna
from scitoolagent.tools.general._checks import finite, positive, usable

DifferingShare = Annotated[
    float,
    Semantic(
        "DifferingShare",
        parent="SequenceProperty",
        unit="1",
        label="p-distance",
        also=("uncorrected p-distance", "p distance"),
    ),
]
JukesCantorDistance = Annotated[
    float,
    Semantic(
        "JukesCantorDistance",
        parent="SequenceProperty",
        unit="1",
        label="Jukes-Cantor distance",
        also=(
            "Jukes Cantor distance",
            "Jukes-Cantor corrected distance",
            "JC69 distance",
            "JC69",
        ),
    ),
]
KimuraDistance = Annotated[
    float,
    Semantic(
        "KimuraDistance",
        parent="SequenceProperty",
        unit="1",
        label="Kimura two-parameter distance",
        also=(
            "Kimura 2-parameter distance",
            "Kimura distance",
            "K2P distance",
            "K80 distance",
            "K2P",
        ),
    ),
]
BitScore = Annotated[
    float, Semantic("BitScore", parent="Parameter", unit="1", label="bit score", also=("bitscore", "bits"))
]
SearchSpace = Annotated[
    float,
    Semantic("SearchSpace", parent="Parameter", unit="1", label="search space", also=("effective search space",)),
]
ExpectedHits = Annotated[
    float,
    Semantic(
        "ExpectedHits",
        parent="SequenceProperty",
        unit="1",
        label="BLAST E-value",
        also=("E-value", "E value", "BLAST E value"),
    ),
]
_EXAMPLE = {"sequence_a": "ACGTACGTACGTACGTACGT", "sequence_b": "ACGTACGCACGTACGTACGA"}
_PURINES, _PYRIMIDINES = frozenset("AG"), frozenset("CT")


def _shares(sequence_a: str, sequence_b: str) -> tuple[float, float]:
    """The shares of the sites that differ by a transition and by a transversion."""
    first, second = parse_dna(sequence_a), parse_dna(sequence_b)
    if len(first) != len(second):
        raise ToolInputError(
            f"the sequences have {len(first)} and {len(second)} bases; give aligned ones of one length, no gaps"
        )
    differing = [{one, other} for one, other in zip(first, second, strict=True) if one != other]
    transitions = sum(pair <= _PURINES or pair <= _PYRIMIDINES for pair in differing)
    return transitions / len(first), (len(differing) - transitions) / len(first)


def _logarithm(argument: float, model: str) -> float:
    # A share such as 15 of 20 sites leaves an error of rounding above zero.
    if argument <= 1e-12:
        raise ToolInputError(f"the sequences differ in too many sites; the {model} distance is not defined for them")
    return math.log(argument)


@tool(Operation.COMPARISON, Topic.NUCLEIC_ACIDS, Safety.OPEN, example=_EXAMPLE)
def p_distance(sequence_a: DnaSequence, sequence_b: DnaSequence) -> DifferingShare:
    """Compute the share of sites in which two aligned DNA sequences differ.

    Args:
        sequence_a: DNA without gaps.
        sequence_b: The other, of the same length.
    Returns:
        p, the differing sites over all sites.
    Raises:
        ToolInputError: a letter is no base, or the lengths differ.
    Source: Nei & Kumar 2000, Molecular Evolution and Phylogenetics.
    """
    return sum(_shares(sequence_a, sequence_b))


@tool(Operation.COMPARISON, Topic.NUCLEIC_ACIDS, Safety.OPEN, example=_EXAMPLE)
def jukes_cantor_distance(sequence_a: DnaSequence, sequence_b: DnaSequence) -> JukesCantorDistance:
    """Compute the Jukes-Cantor distance of two aligned DNA sequences.

    Args:
        sequence_a: DNA without gaps.
        sequence_b: The other, of the same length.
    Returns:
        d = -3/4 ln(1 - 4 p / 3) in substitutions for each site.
    Raises:
        ToolInputError: a letter is no base, the lengths differ, or three quarters of the sites differ.
    Source: Jukes & Cantor 1969, doi:10.1016/B978-1-4832-3211-9.50009-7.
    """
    return -0.75 * _logarithm(1 - 4 * sum(_shares(sequence_a, sequence_b)) / 3, "Jukes-Cantor") + 0.0


@tool(Operation.COMPARISON, Topic.NUCLEIC_ACIDS, Safety.OPEN, example=_EXAMPLE)
def kimura_distance(sequence_a: DnaSequence, sequence_b: DnaSequence) -> KimuraDistance:
    """Compute the Kimura two-parameter distance of two aligned DNA sequences.

    Args:
        sequence_a: DNA without gaps.
        sequence_b: The other, of the same length.
    Returns:
        d = -1/2 ln(1 - 2 P - Q) - 1/4 ln(1 - 2 Q), with the shares of transitions P and transversions Q.
    Raises:
        ToolInputError: a letter is no base, the lengths differ, or too many sites differ.
    Source: Kimura 1980, doi:10.1007/BF01731581.
    """
    transitions, transversions = _shares(sequence_a, sequence_b)
    first = _logarithm(1 - 2 * transitions - transversions, "Kimura")
    return -0.5 * first - 0.25 * _logarithm(1 - 2 * transversions, "Kimura") + 0.0


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"bits": 50.0, "space": 1e9})
def expected_hits(bits: BitScore, space: SearchSpace) -> ExpectedHits:
    """Compute the E-value of a BLAST hit from its bit score and the search space.

    Args:
        bits: Normalised score in bits.
        space: Length of the query times that of the database, both effective.
    Returns:
        E = m n 2^-S', the hits expected by chance with that score or a better one.
    Raises:
        ToolInputError: the search space is not positive, or the score no number.
    Source: Altschul et al. 1997, doi:10.1093/nar/25.17.3389.
    """
    finite(bit_score=bits)
    positive(search_space=space)
    try:
        return usable(space * 2.0**-bits, "E-value")
    except OverflowError:
        raise ToolInputError(f"a bit score of {bits} is beyond the range of numbers") from None
