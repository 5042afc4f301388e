"""Motifs, patterns and repeats in a protein."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Length, ProteinSequence
from scitoolagent.tools.biology._prosite import Pattern, find_pattern, parse_pattern
from scitoolagent.tools.biology._repeats import find_repeats
from scitoolagent.tools.biology._sequence import parse_protein

_TABLE = Path(__file__).with_name("motifs.csv")

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
    chain = parse_protein(sequence)
    found: list[dict[str, str | int]] = []
    for name, text, chance, source, pattern in _motifs():
        for start, end in find_pattern(pattern, chain):
            found.append(
                {
                    "name": name,
                    "start": start + 1,
                    "end": end,
                    "sequence": chain[start:end],
                    "pattern": text,
                    "chance": chance,
                    "source": source,
                }
            )
    return sorted(found, key=lambda record: (record["chance"] == "common", record["start"], record["name"]))


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


@lru_cache(maxsize=1)
def _motifs() -> tuple[tuple[str, str, str, str, Pattern], ...]:
    with _TABLE.open(encoding="utf-8", newline="") as file:
        return tuple(
            (row["name"], row["pattern"], row["chance"], row["source"], parse_pattern(row["pattern"]))
            for row in csv.DictReader(file)
        )
