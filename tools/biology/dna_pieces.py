"""Mass and length in space of double-stranded DNA of which only the number of base pairs is known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology.dna_mass import strand_mass

DnaPiece = Annotated[
    str,
    Semantic(
        "DnaPiece",
        parent="Parameter",
        label="piece of DNA by its length",
        finder="scitoolagent.tools.biology._dna_length_words:find_dna_pieces",
    ),
]
DnaPieceMass = Annotated[
    float,
    Semantic(
        "DnaPieceMass",
        parent="SequenceProperty",
        unit="Da",
        label="average molecular weight of DNA by its length",
        also=("molecular weight of DNA", "mass of DNA"),
    ),
]
ContourLength = Annotated[
    float,
    Semantic(
        "ContourLength",
        parent="SequenceProperty",
        unit="nm",
        label="contour length of DNA",
        also=("contour length", "how long is", "physical length", "how long"),
    ),
]
PieceNote = Annotated[str, Semantic("DnaPieceNote", parent="Report", role="note", label="note on a piece of DNA")]

_SAID = re.compile(r"(?P<length>\d{1,10}) bp (?P<form>circular|linear)")
_EACH = "ACGT"  # each base once, and in the other strand, too
_RISE = 0.34  # nm a base pair of B-DNA


@dataclass(frozen=True, slots=True)
class PieceFigures:
    """The mass and the length of a piece, and how they were reckoned."""

    mass: DnaPieceMass
    length: ContourLength
    note: PieceNote


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"piece": "3000 bp circular"})
def dna_piece_figures(piece: DnaPiece) -> PieceFigures:
    """Estimate the molecular weight and contour length of DNA from its base pairs.

    Args:
        piece: As `3000 bp circular` or `500 bp linear`.
    Returns:
        The mass of double-stranded DNA with as many G-C as A-T pairs, 617.9 Da a pair, with phosphate at both 5' ends
        where it is linear; and 0.34 nm for each base pair as B-DNA. Other contents change the mass by 0.1 % at most.
    Raises:
        ToolInputError: it cannot be read, or has no base pair.
    Source: as `double_stranded_circular_dna_mass`; rise of B-DNA by Watson and Crick 1953, doi:10.1038/171737a0.
    """
    match = _SAID.fullmatch(piece)
    if match is None or not int(match["length"]):
        raise ToolInputError(f"{piece!r} is no piece of DNA; write it as 3000 bp circular")
    length = int(match["length"])
    ring = strand_mass(_EACH, True)
    ends = 2 * (strand_mass(_EACH) - ring) if match["form"] == "linear" else 0.0
    mass = length * 2 * ring / len(_EACH) + ends
    note = f"{length:,} base pairs, double-stranded and {match['form']}, of average content, as B-DNA"
    return PieceFigures(mass, length * _RISE, note)
