"""Populations apart, sets of genes that are enriched, and p-values of many tests."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

AlleleFrequencies = Annotated[
    str,
    Semantic(
        "AlleleFrequencies",
        parent="Parameter",
        label="frequencies of an allele in populations",
        finder="scitoolagent.tools.biology._genotype_words:find_frequencies",
    ),
]
FixationIndex = Annotated[
    float,
    Semantic(
        "FixationIndex",
        parent="SequenceProperty",
        unit="1",
        label="fixation index of populations",
        also=("Fst", "F_ST", "FST of populations", "fixation index", "population differentiation"),
    ),
]
WithinHeterozygosity = Annotated[
    float,
    Semantic(
        "WithinHeterozygosity",
        parent="SequenceProperty",
        unit="1",
        label="mean expected heterozygosity within populations",
    ),
]
TotalHeterozygosity = Annotated[
    float,
    Semantic(
        "TotalHeterozygosity", parent="SequenceProperty", unit="1", label="expected heterozygosity of all populations"
    ),
]
EnrichmentCounts = Annotated[
    str,
    Semantic(
        "EnrichmentCounts",
        parent="Parameter",
        label="numbers of genes in a set",
        finder="scitoolagent.tools.biology._genotype_words:find_enrichments",
    ),
]
EnrichmentP = Annotated[
    float,
    Semantic(
        "EnrichmentP",
        parent="SequenceProperty",
        unit="1",
        label="p-value of the enrichment",
        also=("enrichment p-value", "gene set enrichment", "pathway enrichment", "enrichment of the pathway",
              "over-representation", "overrepresentation", "hypergeometric test", "hypergeometric p-value",
              "enrichment"),
    ),
]  # fmt: skip
EnrichmentFold = Annotated[
    float,
    Semantic(
        "EnrichmentFold",
        parent="SequenceProperty",
        unit="1",
        label="fold enrichment",
        also=("enrichment factor of a gene set", "enrichment ratio"),
    ),
]
EnrichmentExpected = Annotated[
    float,
    Semantic(
        "EnrichmentExpected", parent="SequenceProperty", unit="1", label="number of genes of the set expected by chance"
    ),
]
PValueList = Annotated[
    str,
    Semantic(
        "PValueList",
        parent="Parameter",
        label="p-values of several tests",
        finder="scitoolagent.tools.biology._genotype_words:find_p_values",
    ),
]
AdjustedP = Annotated[
    list[float],
    Semantic(
        "AdjustedP",
        parent="SequenceProperty",
        unit="1",
        label="Benjamini-Hochberg adjusted p-values",
        also=("adjusted p-values", "false discovery rate", "FDR", "q-values", "Benjamini-Hochberg correction",
              "FDR-adjusted", "Benjamini-Hochberg adjustment", "Benjamini-Hochberg", "BH"),
    ),
]  # fmt: skip
HolmAdjustedP = Annotated[
    list[float],
    Semantic(
        "HolmAdjustedP",
        parent="SequenceProperty",
        unit="1",
        label="Holm adjusted p-values",
        also=("Holm correction", "Holm-Bonferroni", "Holm-Bonferroni correction", "Holm's correction", "by Holm",
              "Holm-Bonferroni adjusted p-values", "Holm method", "Holm's method", "Holm"),
    ),
]  # fmt: skip
BonferroniAdjustedP = Annotated[
    list[float],
    Semantic(
        "BonferroniAdjustedP",
        parent="SequenceProperty",
        unit="1",
        label="Bonferroni adjusted p-values",
        also=("Bonferroni correction", "by Bonferroni", "Bonferroni method", "Bonferroni"),
    ),
]

_MOST_VALUES = 1000


@dataclass(frozen=True, slots=True)
class Differentiation:
    """How far populations are apart at one locus with two alleles."""

    fixation: FixationIndex
    within: WithinHeterozygosity
    total: TotalHeterozygosity


@dataclass(frozen=True, slots=True)
class Enrichment:
    """Whether a set has more of the chosen genes than chance gives it."""

    p: EnrichmentP
    fold: EnrichmentFold
    expected: EnrichmentExpected


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"frequencies": "0.2 0.6"})
def fixation_index(frequencies: AlleleFrequencies) -> Differentiation:
    """Compute Wright's fixation index of populations from the frequencies of an allele.

    Args:
        frequencies: Of one of two alleles in 2 to 1000 populations of equal weight, each 0 to 1.
    Returns:
        F = (H total - H within) / H total, with both expected heterozygosities. No correction for the sizes of samples.
    Raises:
        ToolInputError: fewer than two frequencies, one out of 0 to 1, or the same single allele everywhere.
    Source: Wright 1951, doi:10.1111/j.1469-1809.1949.tb02451.x; Nei 1973, doi:10.1073/pnas.70.12.3321.
    """
    shares = _shares(frequencies, 2)
    mean = math.fsum(shares) / len(shares)
    within = math.fsum(2 * share * (1 - share) for share in shares) / len(shares)
    total = 2 * mean * (1 - mean)
    if total <= 0:
        raise ToolInputError("all populations have the same single allele; there is nothing to compare")
    return Differentiation((total - within) / total, within, total)


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"counts": "12 50 200 20000"})
def gene_set_enrichment(counts: EnrichmentCounts) -> Enrichment:
    """Test whether a set of genes is over-represented among chosen genes.

    Args:
        counts: Chosen genes in the set, chosen genes, genes of the set in the background, and genes of the background.
    Returns:
        One-sided p-value of the hypergeometric distribution, the fold enrichment, and the number expected by chance.
        Not corrected for testing several sets.
    Raises:
        ToolInputError: not four counts, or they contradict each other.
    Source: Fisher 1922; Rivals et al. 2007, doi:10.1093/bioinformatics/btl633, by `scipy.stats.hypergeom`.
    """
    parts = counts.split()
    if len(parts) != 4 or not all(re.fullmatch(r"\d{1,7}", part) for part in parts):
        raise ToolInputError(f"{counts[:60]!r} are not four counts; write 12 of 50 genes and 200 of 20000 genes")
    hits, chosen, marked, everything = map(int, parts)
    possible = (
        hits <= min(chosen, marked) and max(chosen, marked) <= everything and hits >= chosen + marked - everything
    )
    if not possible or not chosen or not marked:
        raise ToolInputError(
            f"{hits} of {chosen} genes do not go with {marked} of {everything} genes in the background"
        )
    from scipy.stats import hypergeom

    expected = chosen * marked / everything
    return Enrichment(float(hypergeom.sf(hits - 1, everything, marked, chosen)), hits / expected, expected)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"values": "0.01 0.02 0.03 0.5"})
def adjusted_p_values(values: PValueList) -> AdjustedP:
    """Adjust p-values of several tests for their number by Benjamini and Hochberg.

    Args:
        values: 2 to 1000 p-values, each 0 to 1.
    Returns:
        The adjusted p-values in the order given; those below a level control the false discovery rate at it.
    Raises:
        ToolInputError: fewer than two values, or one out of 0 to 1.
    Source: Benjamini & Hochberg 1995, doi:10.1111/j.2517-6161.1995.tb02031.x.
    """
    found = _shares(values, 2)
    order = sorted(range(len(found)), key=lambda place: -found[place])
    adjusted = [1.0] * len(found)
    least = 1.0
    for rank, place in enumerate(order):
        least = min(least, found[place] * len(found) / (len(found) - rank))
        adjusted[place] = least
    return adjusted


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"values": "0.01 0.02 0.03 0.5"})
def holm_adjusted_p_values(values: PValueList) -> HolmAdjustedP:
    """Adjust p-values of several tests for their number by Holm.

    Args:
        values: 2 to 1000 p-values, each 0 to 1.
    Returns:
        The adjusted p-values in the order given; those below a level keep the chance of any false one below it.
    Raises:
        ToolInputError: fewer than two values, or one out of 0 to 1.
    Source: Holm 1979, Scandinavian Journal of Statistics 6, 65.
    """
    found = _shares(values, 2)
    order = sorted(range(len(found)), key=lambda place: found[place])
    adjusted = [0.0] * len(found)
    most = 0.0
    for rank, place in enumerate(order):
        most = max(most, min(1.0, found[place] * (len(found) - rank)))
        adjusted[place] = most
    return adjusted


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"values": "0.01 0.02 0.03 0.5"})
def bonferroni_adjusted_p_values(values: PValueList) -> BonferroniAdjustedP:
    """Adjust p-values of several tests for their number by Bonferroni.

    Args:
        values: 2 to 1000 p-values, each 0 to 1.
    Returns:
        Each p-value times their number, at most 1, in the order given.
    Raises:
        ToolInputError: fewer than two values, or one out of 0 to 1.
    Source: Dunn 1961, doi:10.1080/01621459.1961.10482090.
    """
    found = _shares(values, 2)
    return [min(1.0, value * len(found)) for value in found]


def _shares(text: str, least: int) -> list[float]:
    try:
        found = [float(part) for part in re.split(r"[\s,;]+", text.strip()) if part]
    except ValueError as error:
        raise ToolInputError(f"{text[:60]!r} are no numbers; give values from 0 to 1") from error
    if not least <= len(found) <= _MOST_VALUES or not all(0 <= one <= 1 for one in found):
        raise ToolInputError(f"{text[:60]!r} are not {least} to {_MOST_VALUES} values from 0 to 1")
    return found
