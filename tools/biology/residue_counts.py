"""How many residues or bases of one kind a sequence has, and which kind is the most frequent."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.language.words import phrases_of
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence
from scitoolagent.tools.biology._sequence import AMINO_ACIDS, AnyNucleicAcid, parse_nucleic, parse_protein, shown

ResidueKind = Annotated[
    str,
    Semantic(
        "ResidueKind",
        parent="Parameter",
        label="kind of residue",
        also=("kind of amino acid", "kind of base"),
        finder="scitoolagent.tools.biology._sequence_words:find_residue_kinds",
    ),
]
ResidueCount = Annotated[
    int,
    Semantic(
        "ResidueCount",
        parent="SequenceProperty",
        unit="1",
        label="number of residues of one kind",
        also=("count of a residue", "count of an amino acid", "number of residues"),
    ),
]
ResidueShare = Annotated[
    float,
    Semantic(
        "ResidueShare",
        parent="SequenceProperty",
        unit="%",
        label="percentage of residues of one kind",
        also=("fraction of residues", "share of residues", "content of an amino acid", "percentage of residues"),
    ),
]
CountedLetters = Annotated[
    str, Semantic("CountedLetters", parent="Report", role="note", label="letters that were counted")
]
BaseCount = Annotated[
    int,
    Semantic(
        "BaseCount",
        parent="SequenceProperty",
        unit="1",
        label="number of bases of one kind",
        also=("count of a base", "number of bases", "number of nucleotides"),
    ),
]
BaseShare = Annotated[
    float,
    Semantic(
        "BaseShare",
        parent="SequenceProperty",
        unit="%",
        label="percentage of bases of one kind",
        also=("fraction of bases", "share of bases", "content of a base", "percentage of bases"),
    ),
]
MostFrequentResidue = Annotated[
    str,
    Semantic(
        "MostFrequentResidue",
        parent="SequenceProperty",
        label="most frequent amino acid",
        also=(
            "most common amino acid",
            "most abundant amino acid",
            "most frequent residue",
            "most common residue",
            "most abundant residue",
            "amino acid that occurs most often",
            "residue that occurs most often",
            "most prevalent amino acid",
            "predominant amino acid",
        ),
    ),
]
LeastFrequentResidue = Annotated[
    str,
    Semantic(
        "LeastFrequentResidue",
        parent="SequenceProperty",
        label="least frequent amino acid",
        also=(
            "least common amino acid",
            "least abundant amino acid",
            "rarest amino acid",
            "least frequent residue",
            "least common residue",
            "rarest residue",
        ),
    ),
]
MostFrequentBase = Annotated[
    str,
    Semantic(
        "MostFrequentBase",
        parent="SequenceProperty",
        label="most frequent base",
        also=(
            "most common base",
            "most abundant base",
            "most frequent nucleotide",
            "most common nucleotide",
            "most abundant nucleotide",
            "base that occurs most often",
            "nucleotide that occurs most often",
        ),
    ),
]
LeastFrequentBase = Annotated[
    str,
    Semantic(
        "LeastFrequentBase",
        parent="SequenceProperty",
        label="least frequent base",
        also=("least common base", "rarest base", "least common nucleotide", "rarest nucleotide"),
    ),
]
HighestResidueCount = Annotated[
    int, Semantic("HighestResidueCount", parent="SequenceProperty", unit="1", label="count of the most frequent letter")
]
LowestResidueCount = Annotated[
    int, Semantic("LowestResidueCount", parent="SequenceProperty", unit="1", label="count of the least frequent letter")
]

# Side chains by group. Charges at pH 7 (Lehninger, Principles of Biochemistry, table 3-1): histidine is mostly neutral
# there, and is basic. Hydrophobic: above zero on Kyte and Doolittle's scale, doi:10.1016/0022-2836(82)90515-0.
# Aliphatic: those of Ikai's aliphatic index, doi:10.1093/oxfordjournals.jbchem.a133168.
RESIDUE_GROUPS = {
    "acidic": "DE",
    "negatively charged": "DE",
    "basic": "HKR",
    "positively charged": "KR",
    "charged": "DEKR",
    "aromatic": "FWY",
    "aliphatic": "AILV",
    "hydrophobic": "ACFILMV",
    "branched-chain": "ILV",
    "sulfur-containing": "CM",
}
BASE_GROUPS = {"purine": "AG", "pyrimidine": "CTU"}


@dataclasses.dataclass(frozen=True, slots=True)
class ResidueNumbers:
    """Number of residues of one kind, their share of the chain, and the letters behind a group."""

    count: ResidueCount
    share: ResidueShare
    letters: CountedLetters


@dataclasses.dataclass(frozen=True, slots=True)
class BaseNumbers:
    """Number of bases of one kind, their share of the strand, and the letters behind a group."""

    count: BaseCount
    share: BaseShare
    letters: CountedLetters


@dataclasses.dataclass(frozen=True, slots=True)
class ResidueExtremes:
    """The most and the least frequent residue of those that occur; several with commas where they tie."""

    most_frequent: MostFrequentResidue
    least_frequent: LeastFrequentResidue
    highest_count: HighestResidueCount
    lowest_count: LowestResidueCount


@dataclasses.dataclass(frozen=True, slots=True)
class BaseExtremes:
    """The most and the least frequent base of those that occur; several with commas where they tie."""

    most_frequent: MostFrequentBase
    least_frequent: LeastFrequentBase
    highest_count: HighestResidueCount
    lowest_count: LowestResidueCount


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MKWVTFISRPLLFLFSSAYSRGVFK", "residue": "lysine"},
)
def residue_count(sequence: ProteinSequence, residue: ResidueKind) -> ResidueNumbers:
    """Count the residues of one kind in a protein.

    Args:
        sequence: One protein in one-letter codes.
        residue: A name (lysine), a code (Lys, K), or a group: acidic, basic, charged, positively charged, negatively
            charged, aromatic, aliphatic, hydrophobic, branched-chain or sulfur-containing.
    Returns:
        Number of these residues, their share of all residues in %, and the letters that were counted.
    Raises:
        ToolInputError: A letter is no amino acid, or the kind is not known.
    Source: Count; groups of side chains after Lehninger (charges at pH 7), Kyte and Doolittle (hydrophobic), Ikai.
    """
    chain = parse_protein(sequence)
    letters = _residue_letters(residue)
    count = sum(map(chain.count, letters))
    return ResidueNumbers(count, 100 * count / len(chain), f"counted: {', '.join(letters)}")


@tool(
    Operation.CALCULATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "ATGGCTCTGTGGATGCGCCTCCTG", "base": "adenine"},
)
def base_count(sequence: AnyNucleicAcid, base: ResidueKind) -> BaseNumbers:
    """Count the bases of one kind in DNA or RNA.

    Args:
        sequence: DNA or RNA of A, C, G and T or U.
        base: A name (adenine), a letter (A), purine or pyrimidine.
    Returns:
        Number of these bases, their share of all bases in %, and the letters that were counted.
    Raises:
        ToolInputError: A letter is no base, or the base does not belong to this kind of nucleic acid.
    Source: Count.
    """
    strand = parse_nucleic(sequence)
    letters = _base_letters(base, "U" if "U" in strand else "T")
    count = sum(map(strand.count, letters))
    return BaseNumbers(count, 100 * count / len(strand), f"counted: {', '.join(letters)}")


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"sequence": "MKWVTFISRPLLFLFSSAYSRGVFK"})
def residue_extremes(sequence: ProteinSequence) -> ResidueExtremes:
    """Find the most and the least frequent amino acid of a protein.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        One-letter code of the most frequent residue, of the least frequent one that occurs, and their counts; several
        codes with commas where they tie.
    Raises:
        ToolInputError: A letter is no amino acid.
    Source: Count.
    """
    return ResidueExtremes(*_extremes(parse_protein(sequence)))


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"sequence": "ATGGCTCTGTGGATGCGCCTCCTG"})
def base_extremes(sequence: AnyNucleicAcid) -> BaseExtremes:
    """Find the most and the least frequent base of DNA or RNA.

    Args:
        sequence: DNA or RNA of A, C, G and T or U.
    Returns:
        The most frequent base, the least frequent one that occurs, and their counts; several with commas where they
        tie.
    Raises:
        ToolInputError: A letter is no base.
    Source: Count.
    """
    return BaseExtremes(*_extremes(parse_nucleic(sequence)))


def _extremes(text: str) -> tuple[str, str, int, int]:
    counts = Counter(text)
    most, least = max(counts.values()), min(counts.values())
    return (
        ", ".join(sorted(letter for letter, count in counts.items() if count == most)),
        ", ".join(sorted(letter for letter, count in counts.items() if count == least)),
        most,
        least,
    )


def _residue_letters(kind: str) -> str:
    name = " ".join(kind.lower().split())
    if name in RESIDUE_GROUPS:
        return RESIDUE_GROUPS[name]
    if len(kind.strip()) == 1 and kind.strip().upper() in AMINO_ACIDS:
        return kind.strip().upper()
    for letter, names in phrases_of("residues").items():
        if len(letter) == 1 and name in names:
            return letter
    raise ToolInputError(
        f"{shown(kind)} is no amino acid and no known group; give a name, a code, or one of {', '.join(RESIDUE_GROUPS)}"
    )


def _base_letters(kind: str, fourth: str) -> str:
    name = " ".join(kind.lower().split())
    if name in BASE_GROUPS:
        return "".join(letter for letter in BASE_GROUPS[name] if letter in "ACG" + fourth)
    letter = kind.strip().upper() if len(kind.strip()) == 1 else ""
    letter = letter or next((letter for letter, names in phrases_of("bases").items() if name in names), "")
    if len(letter) != 1 or letter not in "ACG" + fourth:
        raise ToolInputError(f"{shown(kind)} is no base of this strand; its bases are A, C, G and {fourth}")
    return letter
