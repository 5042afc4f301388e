"""Fragment ions of a peptide in a mass spectrometer."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence
from scitoolagent.tools.biology._sequence import parse_protein

# Mass of the proton in Da, CODATA 2018.
_PROTON = 1.007276466621
_LONGEST = 100

BIons = Annotated[
    list[str],
    Semantic(
        "BIons",
        parent="SequenceProperty",
        label="b ions of a peptide",
        also=("b ions", "b and y ions", "fragment ions", "fragment ions of a peptide", "b/y ions", "MS/MS fragments"),
    ),
]
YIons = Annotated[
    list[str], Semantic("YIons", parent="SequenceProperty", label="y ions of a peptide", also=("y ions",))
]


@dataclass(frozen=True, slots=True)
class Fragments:
    """Both series of fragments, from the ends of the peptide to its middle."""

    b_ions: BIons
    y_ions: YIons


@tool(Operation.CALCULATION, Topic.PROTEINS, Safety.OPEN, example={"sequence": "SAMPLER"})
def peptide_fragments(sequence: ProteinSequence) -> Fragments:
    """Compute the m/z of the b and y ions of a peptide, with one proton each.

    Args:
        sequence: 2 to 100 standard residues without modifications.
    Returns:
        Both series as `b2 159.0764`: monoisotopic m/z of the ions of each bond of the chain.
    Raises:
        ToolInputError: fewer than 2 or more than 100 residues, or a letter that is no standard residue.
    Source: Roepstorff & Fohlman 1984, doi:10.1002/bms.1200111109; residue masses of Biopython.
    """
    chain = parse_protein(sequence, longest=_LONGEST)
    if len(chain) < 2:
        raise ToolInputError("a single residue has no bond that breaks; give 2 residues or more")
    from Bio.Data.IUPACData import monoisotopic_protein_weights as masses

    water = 2 * 1.00782503207 + 15.99491461956
    forward = list(itertools.accumulate(masses[letter] - water for letter in chain))
    backward = list(itertools.accumulate(masses[letter] - water for letter in reversed(chain)))
    return Fragments(
        [f"b{number} {mass + _PROTON:.4f}" for number, mass in enumerate(forward[:-1], 1)],
        [f"y{number} {mass + water + _PROTON:.4f}" for number, mass in enumerate(backward[:-1], 1)],
    )
