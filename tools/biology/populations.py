"""Genotypes, alleles and haplotypes of populations."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

GenotypeCounts = Annotated[
    str,
    Semantic(
        "GenotypeCounts",
        parent="Parameter",
        label="numbers of the three genotypes",
        finder="scitoolagent.tools.biology._genotype_words:find_genotypes",
        again="scitoolagent.tools.biology._genotype_words:find_named_alleles",
    ),
]

FirstAlleleShare = Annotated[
    float,
    Semantic(
        "FirstAlleleShare",
        parent="SequenceProperty",
        unit="1",
        label="frequency of the first allele",
        also=(
            "allele frequencies",
            "allele frequency",
            "frequency of the allele",
            "allele frequencies of a population",
        ),
    ),
]

SecondAlleleShare = Annotated[
    float, Semantic("SecondAlleleShare", parent="SequenceProperty", unit="1", label="frequency of the second allele")
]

HardyWeinbergP = Annotated[
    float,
    Semantic(
        "HardyWeinbergP",
        parent="SequenceProperty",
        unit="1",
        label="p-value of Hardy-Weinberg equilibrium",
        also=(
            "Hardy-Weinberg equilibrium",
            "Hardy-Weinberg test",
            "in Hardy-Weinberg equilibrium",
            "Hardy-Weinberg p-value",
        ),
    ),
]

HardyWeinbergChi = Annotated[
    float,
    Semantic(
        "HardyWeinbergChi",
        parent="SequenceProperty",
        unit="1",
        label="chi-square of Hardy-Weinberg equilibrium",
        also=("Hardy-Weinberg chi-square",),
    ),
]

InbreedingCoefficient = Annotated[
    float,
    Semantic(
        "InbreedingCoefficient",
        parent="SequenceProperty",
        unit="1",
        label="inbreeding coefficient",
        also=(
            "fixation index of a population",
            "F of a population",
        ),
    ),
]

HaplotypeShare = Annotated[
    float,
    Semantic(
        "HaplotypeShare",
        parent="Parameter",
        unit="1",
        label="frequency of the haplotype",
        also=(
            "haplotype frequency",
            "pAB",
        ),
    ),
]

AlleleShareA = Annotated[
    float,
    Semantic("AlleleShareA", parent="Parameter", unit="1", label="frequency of the first allele of both", also=("pA",)),
]

AlleleShareB = Annotated[
    float,
    Semantic(
        "AlleleShareB", parent="Parameter", unit="1", label="frequency of the second allele of both", also=("pB",)
    ),
]

LinkageD = Annotated[
    float,
    Semantic(
        "LinkageD",
        parent="SequenceProperty",
        unit="1",
        label="coefficient of linkage disequilibrium",
        also=(
            "linkage disequilibrium",
            "D of two loci",
            "linkage disequilibrium D",
        ),
    ),
]

LinkageDPrime = Annotated[
    float,
    Semantic(
        "LinkageDPrime",
        parent="SequenceProperty",
        unit="1",
        label="normalised linkage disequilibrium",
        also=(
            "D prime",
            "D'",
        ),
    ),
]

LinkageR2 = Annotated[
    float,
    Semantic(
        "LinkageR2",
        parent="SequenceProperty",
        unit="1",
        label="squared correlation of two loci",
        also=(
            "r squared of linkage disequilibrium",
            "linkage disequilibrium r2",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class Alleles:
    """Alleles of a population, and how far its genotypes are from equilibrium."""

    hardy_weinberg_p: HardyWeinbergP
    hardy_weinberg_chi: HardyWeinbergChi
    first_allele_share: FirstAlleleShare
    second_allele_share: SecondAlleleShare
    inbreeding_coefficient: InbreedingCoefficient


@dataclass(frozen=True, slots=True)
class Linkage:
    """How far two loci are from being inherited apart."""

    linkage_d: LinkageD
    linkage_d_prime: LinkageDPrime
    linkage_r2: LinkageR2


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"counts": "30 55 15"})
def hardy_weinberg(counts: GenotypeCounts) -> Alleles:
    """Compute allele frequencies of genotype counts, and test Hardy-Weinberg equilibrium.

    Args:
        counts: Homozygous, heterozygous, homozygous for the other allele.
    Returns:
        Frequencies, the inbreeding coefficient, χ² with one degree of freedom without correction, and its
        p-value.
    Raises:
        ToolInputError: not three counts, nobody counted, or one allele only.
    Source: Hardy 1908, doi:10.1126/science.28.706.49; Weinberg 1908.
    """
    parts = counts.split()
    if len(parts) != 3 or not all(re.fullmatch(r"\d{1,9}", part) for part in parts):
        raise ToolInputError(f"{counts[:60]!r} are not three counts; write them as 30 AA, 55 Aa and 15 aa")
    both, mixed, other = map(int, parts)
    total = both + mixed + other
    first = (2 * both + mixed) / (2 * total) if total else 0.0
    if not 0 < first < 1:
        raise ToolInputError("there is one allele only, or nobody was counted; equilibrium has no meaning there")
    expected = (total * first**2, 2 * total * first * (1 - first), total * (1 - first) ** 2)
    chi = sum((seen - wanted) ** 2 / wanted for seen, wanted in zip((both, mixed, other), expected, strict=True))
    return Alleles(math.erfc(math.sqrt(chi / 2)), chi, first, 1 - first, 1 - mixed / expected[1])


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"haplotype": 0.4, "first": 0.6, "second": 0.5})
def linkage_disequilibrium(haplotype: HaplotypeShare, first: AlleleShareA, second: AlleleShareB) -> Linkage:
    """Compute the linkage disequilibrium of two loci with two alleles each.

    Args:
        haplotype: Of A and B together, 0 to 1.
        first: Above 0 and below 1.
        second: Above 0 and below 1.
    Returns:
        D = p(AB) - p(A) p(B), D' = D over its largest value, and r².
    Raises:
        ToolInputError: a frequency is out of its bounds, or the haplotype is rarer or more frequent than its
        alleles allow.
    Source: Lewontin 1964; Hill & Robertson 1968, doi:10.1007/BF01245622.
    """
    if not (0 < first < 1 and 0 < second < 1):
        raise ToolInputError(
            f"allele frequencies of {first} and {second} tell no disequilibrium; they lie between 0 and 1"
        )
    if not max(0.0, first + second - 1) - 1e-12 <= haplotype <= min(first, second) + 1e-12:
        raise ToolInputError(f"a haplotype frequency of {haplotype} does not go with alleles of {first} and {second}")
    found = haplotype - first * second
    most = (
        min(first * (1 - second), (1 - first) * second)
        if found > 0
        else min(first * second, (1 - first) * (1 - second))
    )
    return Linkage(found, abs(found) / most, found**2 / (first * (1 - first) * second * (1 - second)))
