"""Parts of a sequence by their positions, and a sequence written backwards."""

from __future__ import annotations

import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence, ProteinSequence, RnaSequence
from scitoolagent.tools.biology._sequence import RARE_AMINO_ACIDS, parse_dna, parse_protein, parse_rna, shown

ResidueRange = Annotated[
    str,
    Semantic(
        "ResidueRange",
        parent="Parameter",
        label="range of positions",
        also=("positions in a sequence", "range of residues"),
        finder="scitoolagent.tools.biology._sequence_words:find_ranges",
    ),
]

_RANGE = re.compile(
    r"(?P<without>without )?(?:(?P<side>first|last) (?P<count>\d+)|(?P<start>\d+)(?:-(?P<end>\d+|end))?)"
    r"(?: (?P<kind>aa|nt))?"
)
_KINDS = {"aa": "amino acids", "nt": "bases"}
_LABELS = ("subsequence", "part of a sequence", "segment of a sequence", "residues of a sequence by position")


@tool(
    Operation.CONVERSION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MKWVTFISLLFLFSSAYS", "positions": "3-8"},
    also=(*_LABELS, "fragment of a protein"),
)
def protein_subsequence(sequence: ProteinSequence, positions: ResidueRange) -> ProteinSequence:
    """Cut a part out of a protein by the positions of its residues.

    Args:
        sequence: One protein in one-letter codes; U and O are taken too.
        positions: `3-8` (both included, the first residue is 1), `7`, `3-end`, `first 5`, `last 5`, or one of these
            behind `without` for all the rest; `aa` behind it says that amino acids are meant.
    Returns:
        The residues at these positions, from the N-terminus on.
    Raises:
        ToolInputError: A letter is no amino acid, the positions cannot be read or lie outside, they count bases, or
            nothing would be left.
    Source: Definition.
    """
    return _part(parse_protein(sequence, RARE_AMINO_ACIDS), positions, "aa")


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "ATGGCTCTGTGGATGCGCCTCCTG", "positions": "4-9"},
    also=(*_LABELS, "fragment of DNA"),
)
def dna_subsequence(sequence: DnaSequence, positions: ResidueRange) -> DnaSequence:
    """Cut a part out of DNA by the positions of its bases.

    Args:
        sequence: DNA, 5' to 3'; IUPAC codes such as N are taken.
        positions: `4-9` (both included, the first base is 1), `7`, `4-end`, `first 5`, `last 5`, or one of these behind
            `without` for all the rest; `nt` behind it says that bases are meant.
    Returns:
        The bases at these positions, 5' to 3'.
    Raises:
        ToolInputError: A letter is no DNA base, the positions cannot be read or lie outside, they count amino acids, or
            nothing would be left.
    Source: Definition.
    """
    return _part(parse_dna(sequence, ambiguous=True), positions, "nt")


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "AUGGCUCUGUGGAUGCGC", "positions": "4-9"},
    also=(*_LABELS, "fragment of RNA"),
)
def rna_subsequence(sequence: RnaSequence, positions: ResidueRange) -> RnaSequence:
    """Cut a part out of RNA by the positions of its bases.

    Args:
        sequence: RNA, 5' to 3'; IUPAC codes such as N are taken.
        positions: As for DNA: `4-9`, `7`, `4-end`, `first 5`, `last 5`, `without first 5`.
    Returns:
        The bases at these positions, 5' to 3'.
    Raises:
        ToolInputError: A letter is no RNA base, the positions cannot be read or lie outside, they count amino acids, or
            nothing would be left.
    Source: Definition.
    """
    return _part(parse_rna(sequence, ambiguous=True), positions, "nt")


@tool(
    Operation.CONVERSION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MKWVTFISLL"},
    also=("reverse", "reversed protein", "retro peptide", "reverse of a peptide"),
)
def protein_reversal(sequence: ProteinSequence) -> ProteinSequence:
    """Write a protein backwards, from its C-terminus to its N-terminus.

    Args:
        sequence: One protein in one-letter codes.
    Returns:
        The residues in reverse order, a different molecule.
    Raises:
        ToolInputError: A letter is no amino acid.
    Source: Definition.
    """
    return parse_protein(sequence, RARE_AMINO_ACIDS)[::-1]


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "ATGGCTCTGTGG"},
    also=("reverse", "reversed DNA", "reverse of a DNA sequence"),
)
def dna_reversal(sequence: DnaSequence) -> DnaSequence:
    """Write DNA backwards, without its complement.

    Args:
        sequence: DNA; IUPAC codes such as N are taken.
    Returns:
        The bases in reverse order; the other strand is the reverse complement.
    Raises:
        ToolInputError: A letter is no DNA base.
    Source: Definition.
    """
    return parse_dna(sequence, ambiguous=True)[::-1]


def _part(text: str, positions: str, kind: str) -> str:
    match = _RANGE.fullmatch(positions.strip())
    if match is None:
        raise ToolInputError(
            f"the positions {shown(positions)} cannot be read; write 3-8, 7, 3-end, first 5, last 5 or without first 5"
        )
    if match["kind"] not in (None, kind):
        raise ToolInputError(
            f"{shown(positions)} counts {_KINDS[match['kind']]}, the sequence is one of {_KINDS[kind]}; "
            "convert the sequence first"
        )
    start, end = _bounds(match, len(text))
    if not 1 <= start <= end <= len(text):
        raise ToolInputError(f"{shown(positions)} lies outside: the sequence has positions 1 to {len(text)}")
    found = text[: start - 1] + text[end:] if match["without"] else text[start - 1 : end]
    if not found:
        raise ToolInputError(f"{shown(positions)} leaves nothing of the {len(text)} positions")
    return found


def _bounds(match: re.Match[str], length: int) -> tuple[int, int]:
    if match["side"] == "first":
        return 1, int(match["count"])
    if match["side"] == "last":
        # No room below 1: the check of the caller tells that it lies outside.
        return length - int(match["count"]) + 1, length if int(match["count"]) else 0
    start = int(match["start"])
    return start, length if match["end"] == "end" else int(match["end"] or start)
