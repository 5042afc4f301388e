"""Codons: usage, degenerate codons, optimisation for a host, random DNA."""

from __future__ import annotations

import csv
import dataclasses
import itertools
import random
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence, Length, ProteinSequence
from scitoolagent.tools.biology._sequence import AnyNucleicAcid, parse_dna, parse_nucleic, parse_protein, shown
from scitoolagent.tools.biology.nucleic import codon_table, exact_codons, translate_codons
from scitoolagent.tools.biology.peptides import RandomSeed

CODON_TABLE = Path(__file__).with_name("codon_usage.csv")

DegenerateCodon = Annotated[
    str,
    Semantic("DegenerateCodon", parent="NucleicAcidSequence", label="degenerate codon", also=("ambiguous codon",)),
]
EncodedAminoAcid = Annotated[
    str,
    Semantic(
        "EncodedAminoAcid",
        parent="SequenceProperty",
        label="amino acids of a degenerate codon",
        also=("encoded amino acids", "amino acids encoded by a codon"),
    ),
]
UnwantedShare = Annotated[
    float,
    Semantic("UnwantedShare", parent="SequenceProperty", unit="1", label="share of codons with an unwanted meaning"),
]
CodonCounts = Annotated[
    dict[str, int],
    Semantic("CodonCounts", parent="SequenceProperty", unit="1", label="codon usage", also=("codon counts",)),
]
CodonFrequencies = Annotated[
    dict[str, float],
    Semantic(
        "CodonFrequencies",
        parent="SequenceProperty",
        unit="1",
        label="relative codon frequency",
        also=("codon frequency", "codon bias"),
    ),
]
HostOrganism = Annotated[
    str,
    Semantic(
        "HostOrganism",
        parent="Parameter",
        label="host organism",
        also=("expression host", "host"),
        pattern=r"E\. ?coli|Escherichia coli|human|Homo sapiens|yeast|Saccharomyces cerevisiae|S\. ?cerevisiae",
    ),
]
HOSTS = {
    "ecoli": "e_coli",
    "escherichiacoli": "e_coli",
    "human": "human",
    "homosapiens": "human",
    "yeast": "yeast",
    "saccharomycescerevisiae": "yeast",
    "scerevisiae": "yeast",
}
_IUPAC = "ACGTRYSWKMBDHVN"
_MAX_RANDOM = 100_000


@dataclasses.dataclass(frozen=True, slots=True)
class CodonUsage:
    """How often each codon occurs, and its share among those of the same meaning."""

    counts: CodonCounts
    frequencies: CodonFrequencies


@dataclasses.dataclass(frozen=True, slots=True)
class DegenerateChoice:
    """The best degenerate codons for a set of amino acids; all of them encode the same letters."""

    codons: list[DegenerateCodon]
    encoded: list[EncodedAminoAcid]
    unwanted_share: UnwantedShare


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"sequence": "ATGGCTAAACGTGATGCCTAA"})
def codon_usage(sequence: AnyNucleicAcid) -> CodonUsage:
    """Count the codons of a coding sequence.

    Args:
        sequence: DNA or RNA whose length is a multiple of 3, read from its first base.
    Returns:
        Number of each codon that occurs, in DNA letters, and its share among the codons of the same amino acid
        (standard code) in this sequence, from 0 to 1.
    Raises:
        ToolInputError: A letter is no base, or the last codon is not whole.
    Source: Count of codons; shares as in Sharp et al. 1986, doi:10.1093/nar/14.13.5125.
    """
    counts = Counter(_whole_codons(sequence))
    meaning = codon_table(1)
    totals: Counter[str] = Counter()
    for codon, count in counts.items():
        totals[meaning[codon]] += count
    ordered = sorted(counts)
    return CodonUsage(
        {codon: counts[codon] for codon in ordered},
        {codon: counts[codon] / totals[meaning[codon]] for codon in ordered},
    )


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"codon": "RVK"},
    also=("CalculateAminoAcidbyDegenerateCodon", "decode a degenerate codon"),
)
def degenerate_codon_amino_acids(codon: DegenerateCodon) -> list[EncodedAminoAcid]:
    """List the amino acids that a degenerate codon encodes.

    Args:
        codon: Three bases, IUPAC codes included, such as NNK; T or U.
    Returns:
        One-letter codes in alphabetical order, each once; `*` stands for a stop (standard code).
    Raises:
        ToolInputError: Not three letters, or a letter is no base.
    Source: IUPAC codes of Cornish-Bowden 1985, doi:10.1093/nar/13.9.3021; standard genetic code by Biopython.
    """
    letters = parse_nucleic(codon, ambiguous=True).replace("U", "T")
    if len(letters) != 3:
        raise ToolInputError(f"a codon has three bases, {shown(codon)} has {len(letters)}")
    return sorted({codon_table(1)[exact] for exact in exact_codons(letters)})


@tool(
    Operation.ANALYSIS,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "DENQ"},
    also=("DegenerateCodonCalculatorbyAminoAcid", "degenerate codon for amino acids", "degenerate codon design"),
)
def amino_acid_degenerate_codons(sequence: ProteinSequence) -> DegenerateChoice:
    """Find the degenerate codons that encode a set of amino acids with the fewest others.

    Args:
        sequence: The amino acids in one-letter codes, in any order; repeated letters count once.
    Returns:
        The best codons (IUPAC codes, several when equally good), the letters they encode (`*` is a stop), and the
        share of their exact codons that mean something else than asked for. Fewest unwanted meanings come first,
        then the fewest exact codons, then the least share.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Search of all 3375 codons of IUPAC codes (Cornish-Bowden 1985, doi:10.1093/nar/13.9.3021), standard code.
    """
    wanted = frozenset(parse_protein(sequence, longest=1000))
    ranked: dict[tuple[int, int, float], list[str]] = {}
    for codon, meanings in _all_codons().items():
        encoded = set(meanings)
        if wanted <= encoded:
            share = sum(letter not in wanted for letter in meanings) / len(meanings)
            ranked.setdefault((len(encoded - wanted), len(meanings), share), []).append(codon)
    best = min(ranked)
    # Codons that tie may bring different unwanted letters; the first in the alphabet decides which set is shown.
    codons = sorted(ranked[best])
    encoded = set(_all_codons()[codons[0]])
    return DegenerateChoice(
        [codon for codon in codons if set(_all_codons()[codon]) == encoded], sorted(encoded), best[2]
    )


@tool(
    Operation.GENERATION,
    Topic.NUCLEIC_ACIDS,
    Safety.SCREENED,
    example={"sequence": "MGWLKDANPR", "host": "yeast"},
    also=(
        "ProteinCodonOptimization",
        "CipherOptimizer",
        "codon optimization of a protein",
        "codon-optimized sequence",
        "codon-optimized DNA",
        "back-translation",
        "reverse translation",
        "back translate a protein",
    ),
)
def protein_codon_optimization(sequence: ProteinSequence, host: HostOrganism = "E. coli") -> DnaSequence:
    """Back-translate a protein into DNA with the codons that a host uses most.

    Args:
        sequence: One protein in one-letter codes; a `*` at the end becomes a stop codon.
        host: E. coli (K-12), human or yeast (S. cerevisiae).
    Returns:
        DNA of the coding strand with the most frequent codon of each amino acid; no start or stop codon is added.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or there is no table for the host.
    Source: Codon usage of Nakamura et al. 2000, doi:10.1093/nar/28.1.292 (Kazusa tables 316407, 9606, 4932).
    """
    best = _best_codons(host)
    stop = "*" if len(sequence.strip()) > 1 and sequence.strip().endswith("*") else ""
    return "".join(best[letter] for letter in parse_protein(sequence) + stop)


@tool(
    Operation.GENERATION,
    Topic.NUCLEIC_ACIDS,
    Safety.SCREENED,
    example={"sequence": "ATGGCTAAACGTGATGCCTAA", "host": "human"},
    also=(
        "DNARNACodonOptimization",
        "codon optimization of DNA",
        "codon optimization of a gene",
        "codon-optimized gene",
    ),
)
def gene_codon_optimization(sequence: AnyNucleicAcid, host: HostOrganism = "E. coli") -> DnaSequence:
    """Rewrite a coding sequence with the codons that a host uses most.

    Args:
        sequence: DNA or RNA whose length is a multiple of 3, read from its first base; a stop only at the end.
        host: E. coli (K-12), human or yeast (S. cerevisiae).
    Returns:
        DNA that codes for the same protein with the most frequent codon of each amino acid.
    Raises:
        ToolInputError: A letter is no base, the last codon is not whole, there is a stop within, or there is no table
            for the host.
    Source: Codon usage of Nakamura et al. 2000, doi:10.1093/nar/28.1.292 (Kazusa tables 316407, 9606, 4932).
    """
    best = _best_codons(host)
    protein = translate_codons("".join(_whole_codons(sequence)))
    if "*" in protein[:-1]:
        raise ToolInputError(f"codon {protein.index('*') + 1} is a stop; give a sequence with one open reading frame")
    return "".join(best[letter] for letter in protein)


@tool(
    Operation.GENERATION,
    Topic.NUCLEIC_ACIDS,
    Safety.SCREENED,
    example={"length": 30, "seed": 7},
    also=("RandomDNAGeneration", "random DNA", "random DNA sequence", "random DNA sequence of length"),
    unseeded="seed",
)
def random_dna_sequence(length: Length, seed: RandomSeed = 0) -> DnaSequence:
    """Draw a random DNA sequence of a given length.

    Args:
        length: Bases, 1 to 100,000.
        seed: The same seed gives the same sequence; 0 gives a new one each time.
    Returns:
        A, C, G and T, all equally likely.
    Raises:
        ToolInputError: The length is out of range.
    Source: Letters drawn uniformly.
    """
    if not 1 <= length <= _MAX_RANDOM:
        raise ToolInputError(f"the length must be 1 to {_MAX_RANDOM}, not {length}")
    return parse_dna("".join(random.Random(seed or None).choices("ACGT", k=length)))


def _whole_codons(sequence: str) -> list[str]:
    strand = parse_nucleic(sequence).replace("U", "T")
    if len(strand) % 3:
        raise ToolInputError(
            f"{len(strand)} bases are no whole number of codons; cut the sequence to its reading frame"
        )
    return [strand[place : place + 3] for place in range(0, len(strand), 3)]


@lru_cache(maxsize=1)
def _all_codons() -> dict[str, tuple[str, ...]]:
    """The meanings of each codon of IUPAC codes, one for each exact codon."""
    meaning = codon_table(1)
    codons = map("".join, itertools.product(_IUPAC, repeat=3))
    return {codon: tuple(meaning[exact] for exact in exact_codons(codon)) for codon in codons}


def _best_codons(host: str) -> dict[str, str]:
    name = HOSTS.get(re.sub(r"[^a-z]", "", host.lower()))
    if name is None:
        raise ToolInputError(f"there is no codon table for {shown(host)}; there are E. coli, human and yeast")
    best: dict[str, tuple[float, str]] = {}
    with CODON_TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            entry = (float(row[name]), row["codon"])
            best[row["amino_acid"]] = max(best.get(row["amino_acid"], entry), entry)
    return {letter: codon for letter, (_, codon) in best.items()}
