"""Motifs, patterns and repeats in a protein."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, NamedTuple

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Length, ProteinSequence
from scitoolagent.tools.biology._prosite import Pattern, find_pattern, parse_pattern
from scitoolagent.tools.biology._repeats import find_repeats
from scitoolagent.tools.biology._sequence import parse_protein

_TABLE = Path(__file__).with_name("motifs.csv")


class _Motif(NamedTuple):
    """One line of the table."""

    name: str
    text: str
    chance: str
    source: str
    kind: str
    pattern: Pattern


ModificationSite = Annotated[
    dict[str, str | int],
    Semantic(
        "ModificationSite",
        parent="SequenceProperty",
        label="modification site of a protein",
        also=(
            "post-translational modification site",
            "post-translational modification sites",
            "posttranslational modification sites",
            "PTM site",
            "phosphorylation and other modification sites",
        ),
    ),
]
MyristoylationSite = Annotated[
    dict[str, str | int],
    Semantic(
        "MyristoylationSite",
        parent="SequenceProperty",
        label="myristoylation site",
        also=("N-myristoylation site", "myristoylation sites", "myristoylation"),
    ),
]
NuclearLocalizationSignal = Annotated[
    dict[str, str | int],
    Semantic(
        "NuclearLocalizationSignal",
        parent="SequenceProperty",
        label="nuclear localization signal",
        also=("nuclear localisation signal", "NLS", "nuclear localization sequence", "nuclear localization signals"),
    ),
]

MotifMatch = Annotated[
    dict[str, str | int],
    Semantic(
        "MotifMatch",
        parent="SequenceProperty",
        label="protein motif",
        also=("functional motif", "sequence motif", "motif", "protein motifs", "functional site"),
    ),
]
PatternMatch = Annotated[
    dict[str, str | int],
    Semantic("PatternMatch", parent="SequenceProperty", label="match of a pattern", also=("pattern match",)),
]
SequencePattern = Annotated[
    str,
    Semantic(
        "SequencePattern",
        parent="Parameter",
        label="sequence pattern",
        also=("PROSITE pattern", "motif pattern"),
        pattern=(
            r"<?(?:[A-Zx]|\[[A-Z]+\]|\{[A-Z]+\})(?:\(\d+(?:,\d+)?\))?"
            r"(?:-(?:[A-Zx]|\[[A-Z]+\]|\{[A-Z]+\})(?:\(\d+(?:,\d+)?\))?){2,}>?"
        ),
    ),
]
ProteinRepeat = Annotated[
    dict[str, str | int | list[int]],
    Semantic(
        "ProteinRepeat",
        parent="SequenceProperty",
        label="repeat in a protein",
        also=("repeated segment of a protein", "protein repeat", "repeats in the protein"),
    ),
]


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MSTNKTRLQRGDWWCPECGKSFSQSSNLQKHQRTHTKDEL"},
    also=("ProteinMotifAnalysis", "motif scan", "motif search", "motif analysis"),
)
def protein_motifs(sequence: ProteinSequence) -> list[MotifMatch]:
    """Find known functional motifs in a protein.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        One record for each match: name, start and end (from 1, both included), sequence, pattern, chance (common
        ones also turn up in unrelated proteins) and source; those unlikely by chance first. An empty list means that
        none of the 46 patterns matches; it does not mean that the protein has no function.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Patterns from the literature, the paper with each record; matches may overlap.
    """
    return _matches(parse_protein(sequence), tuple(_motifs()))


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MGCTLSAEDKAAVERSKMIDRNLREDGEKAAREVKLLLLGAGESGNRTVQWKRRSLCVLS"},
    also=("MusiteDeep", "PTM sites", "post-translational modification prediction"),
)
def modification_sites(sequence: ProteinSequence) -> list[ModificationSite]:
    """Find patterns of post-translational modification sites in a protein.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        One record for each match of a pattern of phosphorylation, glycosylation, SUMO attachment, amidation,
        prenylation or N-myristoylation: name, start and end (from 1), sequence, pattern, chance and source. A scan of
        patterns, no probability: common ones match far more sites than are modified. An empty list means no match.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Patterns from the literature, the paper with each record.
    """
    return _matches(parse_protein(sequence), (*_motifs("modification"), *_motifs("myristoylation")))


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MGCTLSAEDKAAVERSKMIDRNLREDGEKAAREVKLLLLGAG"},
    also=("PredictMyristoylation", "myristoylation prediction"),
)
def myristoylation_sites(sequence: ProteinSequence) -> list[MyristoylationSite]:
    """Find the N-myristoylation pattern at the start of a protein.

    Args:
        sequence: One protein from its first residue on, with its first Met or without.
    Returns:
        The match with its place, pattern and source; an empty list where the start does not fit. A pattern, no
        probability; sites inside a chain, which caspases can lay bare, are not looked for.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Towler et al. 1988, doi:10.1146/annurev.bi.57.070188.000441; PROSITE PS00008 tied to the start.
    """
    chain = parse_protein(sequence)
    if chain.startswith("G"):
        # The first Met is cut off before the glycine is modified.
        found = _matches("M" + chain, tuple(_motifs("myristoylation")))
        return [{**one, "start": 1, "end": int(one["end"]) - 1, "sequence": str(one["sequence"])[1:]} for one in found]
    return _matches(chain, tuple(_motifs("myristoylation")))


@tool(
    Operation.PREDICTION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MSTPKKKRKVEDAAKRPAATKKAGQAKKKKLDSG"},
    also=("ProteinNuclearLocalizationSequencePrediction", "NLS prediction"),
)
def nuclear_localization_signals(sequence: ProteinSequence) -> list[NuclearLocalizationSignal]:
    """Find patterns of classical nuclear localization signals in a protein.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        One record for each match of the monopartite or bipartite pattern: name, start and end (from 1), sequence,
        pattern, chance and source. A scan of patterns, no probability; an empty list does not mean that the protein
        stays out of the nucleus.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: Chelsky et al. 1989, doi:10.1128/mcb.9.6.2487; Robbins et al. 1991, doi:10.1016/0092-8674(91)90245-T.
    """
    return _matches(parse_protein(sequence), tuple(_motifs("nuclear import")))


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MSTNKTRLQRGDWWNASC", "pattern": "N-{P}-[ST]-{P}"},
    also=("pattern search in a protein", "ScanProsite", "pattern scan"),
)
def protein_pattern_matches(sequence: ProteinSequence, pattern: SequencePattern) -> list[PatternMatch]:
    """Find a pattern in PROSITE notation in a protein.

    Args:
        sequence: One protein in one-letter codes.
        pattern: Elements joined by `-`: a residue, x for any, [ST] for one of these, {P} for none of these, with (n)
            or (n,m) when repeated; `<` and `>` tie it to the ends.
    Returns:
        The longest match at each place where there is one: start and end (from 1, both included) and sequence.
        Matches may overlap; an empty list means there is none.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or the pattern is not in the notation.
    Source: Notation of de Castro et al. 2006, doi:10.1093/nar/gkl124.
    """
    chain = parse_protein(sequence)
    return [
        {"start": start + 1, "end": end, "sequence": chain[start:end]}
        for start, end in find_pattern(parse_pattern(pattern), chain)
    ]


@tool(
    Operation.ANALYSIS,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "GWLKDANPRGWLKDAQPRTGWLKS", "min_length": 4},
    also=("RepeatProteinSequenceSearch",),
)
def protein_repeats(sequence: ProteinSequence, min_length: Length = 5) -> list[ProteinRepeat]:
    """Find segments that occur more than once in a protein.

    Args:
        sequence: One protein in one-letter codes.
        min_length: Residues of the shortest repeat, 2 or more.
    Returns:
        Maximal repeats, the longest first: sequence, length and the starts of all occurrences (from 1), which may
        overlap. An empty list means there is none.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids, or more than 500 repeats are that long.
    Source: Gusfield 1997, Algorithms on Strings, Trees and Sequences, doi:10.1017/CBO9780511574931; exact matches.
    """
    repeats = find_repeats(parse_protein(sequence), min_length)
    return [{"sequence": segment, "length": len(segment), "starts": starts} for segment, starts in repeats]


def _matches(chain: str, motifs: Sequence[_Motif]) -> list[dict[str, str | int]]:
    """The matches of patterns in a chain; those that are unlikely by chance first."""
    found: list[dict[str, str | int]] = [
        {
            "name": motif.name,
            "start": start + 1,
            "end": end,
            "sequence": chain[start:end],
            "pattern": motif.text,
            "chance": motif.chance,
            "source": motif.source,
        }
        for motif in motifs
        for start, end in find_pattern(motif.pattern, chain)
    ]
    return sorted(found, key=lambda record: (record["chance"] == "common", record["start"], record["name"]))


def _motifs(kind: str = "") -> Iterator[_Motif]:
    """All patterns, or those of one kind."""
    return (motif for motif in _all_motifs() if not kind or motif.kind == kind)


@lru_cache(maxsize=1)
def _all_motifs() -> tuple[_Motif, ...]:
    with _TABLE.open(encoding="utf-8", newline="") as file:
        return tuple(
            _Motif(
                row["name"], row["pattern"], row["chance"], row["source"], row["kind"], parse_pattern(row["pattern"])
            )
            for row in csv.DictReader(file)
        )
