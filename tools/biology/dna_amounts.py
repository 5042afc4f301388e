"""Copies, amounts and read quality of DNA."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import not_negative, positive
from scitoolagent.tools.general._constants import AVOGADRO

QpcrSlope = Annotated[
    float,
    Semantic(
        "QpcrSlope",
        parent="Parameter",
        unit="1",
        label="slope of the standard curve",
        also=(
            "slope",
            "standard curve slope",
            "slope of a qPCR standard curve",
        ),
    ),
]
QpcrEfficiency = Annotated[
    float,
    Semantic(
        "QpcrEfficiency",
        parent="MaterialProperty",
        unit="%",
        label="qPCR efficiency",
        also=(
            "PCR efficiency",
            "amplification efficiency",
            "efficiency of a qPCR",
            "primer efficiency",
            "efficiency of the qPCR",
        ),
    ),
]
DnaMass = Annotated[
    float,
    Semantic(
        "DnaMass",
        parent="Parameter",
        unit="ng",
        label="mass of DNA",
        also=(
            "DNA mass",
            "amount of DNA",
        ),
    ),
]
DnaLength = Annotated[
    float,
    Semantic(
        "DnaLength",
        parent="Parameter",
        unit="1",
        label="length of the DNA in base pairs",
        also=(
            "bp",
            "base pairs",
            "bp length",
            "base pair",
        ),
        again="scitoolagent.tools.biology._dna_length_words:find_lengths_in_bases",
    ),
]
DnaCopies = Annotated[
    float,
    Semantic(
        "DnaCopies",
        parent="MaterialProperty",
        unit="1",
        label="number of copies of a DNA",
        also=(
            "copy number",
            "how many copies",
            "how many copies are in",
            "DNA copies",
            "number of copies",
            "copies of a plasmid",
            "copies",
            "molecules of DNA",
            "number of DNA molecules",
        ),
    ),
]
DnaAmount = Annotated[
    float,
    Semantic(
        "DnaAmount",
        parent="MaterialProperty",
        unit="pmol",
        label="amount of DNA in pmol",
        also=(
            "pmol of DNA",
            "picomoles of DNA",
            "moles of DNA",
            "pmol",
            "how many pmol",
            "amount of DNA",
            "picomoles",
        ),
    ),
]
PhredGiven = Annotated[
    float,
    Semantic(
        "PhredGiven",
        parent="Parameter",
        unit="1",
        label="Phred score of a base",
        also=(
            "Phred score",
            "Phred quality",
            "quality score",
            "Q score",
            "Q",
        ),
    ),
]
PhredError = Annotated[
    float,
    Semantic(
        "PhredError",
        parent="MaterialProperty",
        unit="%",
        label="error probability of a Phred score",
        also=(
            "error probability",
            "base call error",
            "base calling error",
            "probability of an error",
            "error rate",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"slope": -3.32})
def qpcr_efficiency(slope: QpcrSlope) -> QpcrEfficiency:
    """Compute the efficiency of a qPCR from the slope of its standard curve.

    Args:
        slope: Of Ct against log10 of the template.
    Returns:
        100 (10^(-1 / slope) - 1) in percent.
    Raises:
        ToolInputError: the slope is not negative, or so flat that no efficiency is meant.
    Source: Pfaffl 2001, doi:10.1093/nar/29.9.e45.
    """
    if not -10 <= slope <= -1:
        raise ToolInputError(f"a slope of {slope} is that of no standard curve; it lies near -3.3")
    return float(100 * (10 ** (-1 / slope) - 1))


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"mass": 10.0, "length": 5000.0})
def dna_copies(mass: DnaMass, length: DnaLength) -> DnaCopies:
    """Compute the number of copies in a mass of double-stranded DNA.

    Args:
        mass: In ng.
        length: In base pairs.
    Returns:
        m NA / (length 617.96 + 36.04), the mean mass of a base pair in Da.
    Raises:
        ToolInputError: a value is not positive.
    Source: mean mass of a base pair of 617.96 Da and of both ends of 36.04 Da (New England Biolabs,
    NEBioCalculator).
    """
    return _amount(mass, length) * AVOGADRO


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"mass": 10.0, "length": 5000.0})
def dna_amount(mass: DnaMass, length: DnaLength) -> DnaAmount:
    """Compute the amount in pmol of a mass of double-stranded DNA.

    Args:
        mass: In ng.
        length: In base pairs.
    Returns:
        m / (length 617.96 + 36.04) in pmol.
    Raises:
        ToolInputError: a value is not positive.
    Source: mean mass of a base pair of 617.96 Da and of both ends of 36.04 Da (New England Biolabs,
    NEBioCalculator).
    """
    return 1e12 * _amount(mass, length)


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"score": 30.0})
def phred_error(score: PhredGiven) -> PhredError:
    """Compute the probability that a base with a Phred score was called wrongly.

    Args:
        score: Zero or above.
    Returns:
        100 * 10^(-Q / 10) in percent.
    Raises:
        ToolInputError: the score is negative.
    Source: Ewing & Green 1998, doi:10.1101/gr.8.3.186.
    """
    not_negative(score=score)
    return float(100 * 10 ** (-score / 10))


def _amount(mass: float, length: float) -> float:
    positive(mass=mass, length=length)
    return mass * 1e-9 / (617.96 * length + 36.04)
