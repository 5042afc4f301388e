"""Codon optimisation that keeps unwanted sites out."""

from __future__ import annotations

import csv
import dataclasses
import math
import re
from collections import defaultdict
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence
from scitoolagent.tools.biology._pieces import enzymes_named
from scitoolagent.tools.biology._sequence import parse_protein, shown
from scitoolagent.tools.biology.codons import CODON_TABLE, HOSTS, HostOrganism

AvoidedEnzymes = Annotated[
    str,
    Semantic(
        "AvoidedEnzymes",
        parent="Parameter",
        label="restriction enzymes to be avoided",
        finder="scitoolagent.tools.biology._cloning_words:find_avoided",
    ),
]
ConstrainedGene = Annotated[
    str,
    Semantic(
        "ConstrainedGene",
        parent="DnaSequence",
        label="codon-optimized gene without unwanted sites",
        also=("codon-optimized gene without restriction sites", "codon optimization without restriction sites"),
    ),
]
AdaptationIndex = Annotated[
    float,
    Semantic(
        "AdaptationIndex",
        parent="SequenceProperty",
        unit="1",
        label="codon adaptation to the host",
        also=("codon adaptation index", "CAI"),
    ),
]
DesignedGcContent = Annotated[
    float, Semantic("DesignedGcContent", parent="SequenceProperty", unit="%", label="GC content of the designed gene")
]

_IUPAC = {
    "A": "A", "C": "C", "G": "G", "T": "T", "R": "[AG]", "Y": "[CT]", "S": "[CG]", "W": "[AT]", "K": "[GT]",
    "M": "[AC]", "B": "[CGT]", "D": "[AGT]", "H": "[ACT]", "V": "[ACG]", "N": "[ACGT]",
}  # fmt: skip
_COMPLEMENT = str.maketrans("ACGTRYKMBVDHSWN", "TGCAYRMKVBHDSWN")
_LONGEST = 2000
_MOST_STATES = 4000


@dataclasses.dataclass(frozen=True, slots=True)
class DesignedGene:
    """A coding sequence, how well it fits its host, and its share of G and C."""

    gene: ConstrainedGene
    adaptation: AdaptationIndex
    gc_content: DesignedGcContent


@tool(
    Operation.GENERATION,
    Topic.NUCLEIC_ACIDS,
    Safety.SCREENED,
    example={"sequence": "MGWLKDANPREFGSEF", "avoided": "EcoRI, BamHI"},
    also=("codon-optimize without restriction sites", "codon-optimize", "codon optimize", "codon optimise"),
)
def constrained_codon_design(
    sequence: ProteinSequence, avoided: AvoidedEnzymes, host: HostOrganism = "E. coli"
) -> DesignedGene:
    """Back-translate a protein with a host's best codons and no unwanted restriction sites.

    Args:
        sequence: One protein of at most 2000 residues; a `*` at its end becomes a stop codon.
        avoided: One to eight restriction enzymes whose sites are kept out of both strands.
        host: E. coli (K-12), human or yeast (S. cerevisiae).
    Returns:
        The DNA with the highest codon adaptation index of all that have no such site, that index (0 to 1; Met and Trp
        left out) and the GC content in %. Whether it is expressed well is not predicted.
    Raises:
        ToolInputError: a letter is no amino acid, there is no table for the host, an enzyme is not known, the sites
            cannot be kept out, or there are too many to be sure of the best.
    Source: Sharp & Li 1987, doi:10.1093/nar/15.3.1281; usage of Nakamura et al. 2000, doi:10.1093/nar/28.1.292; sites
        of REBASE by `Bio.Restriction`.
    """
    stop = "*" if len(sequence.strip()) > 1 and sequence.strip().endswith("*") else ""
    protein = parse_protein(sequence, longest=_LONGEST) + stop
    weights = _weights(host)
    sites = {str(one.site).upper() for one in enzymes_named(avoided, 8)}
    sites |= {site.translate(_COMPLEMENT)[::-1] for site in sites}
    unwanted = re.compile("|".join(sorted("".join(_IUPAC[base] for base in site) for site in sites)))
    gene, score = _best(protein, weights, unwanted, max(map(len, sites)))
    counted = sum(1 for letter in protein if letter not in "MW*")
    if not counted:
        raise ToolInputError("a protein of Met and Trp alone has no choice of codons, and no index")
    content = 100.0 * (gene.count("G") + gene.count("C")) / len(gene)
    return DesignedGene(gene, math.exp(score / counted), content)


def _best(
    protein: str, weights: dict[str, list[tuple[str, float]]], unwanted: re.Pattern[str], longest: int
) -> tuple[str, float]:
    """The gene with the best sum of weights; of genes that end alike, and so go on alike, the best one is kept."""
    states: dict[str, tuple[float, str]] = {"": (0.0, "")}
    for letter in protein:
        after: dict[str, tuple[float, str]] = {}
        for tail, (score, gene) in states.items():
            for codon, weight in weights[letter]:
                near = tail + codon
                if not unwanted.search(near):
                    # Met, Trp and stops are no part of the index, but a stop has a choice as well.
                    one = (
                        score + (0.0 if letter in "MW" else 1e-6 * weight if letter == "*" else weight),
                        gene + codon,
                    )
                    end = near[-(longest - 1) :] if longest > 1 else ""
                    if end not in after or one > after[end]:
                        after[end] = one
        if not after:
            place = len(next(iter(states.values()))[1]) // 3 + 1
            raise ToolInputError(f"residue {place} cannot be encoded without one of the sites; avoid fewer enzymes")
        if len(after) > _MOST_STATES:
            raise ToolInputError("the sites are too long or too many to be sure of the best gene; avoid fewer enzymes")
        states = after
    score, gene = max(states.values())
    return gene, score


def _weights(host: str) -> dict[str, list[tuple[str, float]]]:
    """The codons of each amino acid with the logarithm of their share in the best one."""
    name = HOSTS.get(re.sub(r"[^a-z]", "", host.lower()))
    if name is None:
        raise ToolInputError(f"there is no codon table for {shown(host)}; there are E. coli, human and yeast")
    shares: dict[str, dict[str, float]] = defaultdict(dict)
    with CODON_TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            shares[row["amino_acid"]][row["codon"]] = float(row[name])
    return {
        letter: [(codon, math.log(share / max(codons.values()))) for codon, share in codons.items() if share > 0]
        for letter, codons in shares.items()
    }
