"""The elemental formula of a peptide."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import ProteinSequence
from scitoolagent.tools.biology._sequence import parse_protein

PeptideFormula = Annotated[
    str,
    Semantic(
        "PeptideFormula",
        parent="MolecularFormula",
        label="elemental formula of a peptide",
        also=("peptide formula", "elemental formula of a protein"),
    ),
]

_ORDER = ("C", "H", "N", "O", "S")
# The residues of a chain, that is the amino acids without water: atoms of C, H, N, O, S.
# fmt: off
_RESIDUES = {
    "A": (3, 5, 1, 1, 0), "R": (6, 12, 4, 1, 0), "N": (4, 6, 2, 2, 0), "D": (4, 5, 1, 3, 0), "C": (3, 5, 1, 1, 1),
    "E": (5, 7, 1, 3, 0), "Q": (5, 8, 2, 2, 0), "G": (2, 3, 1, 1, 0), "H": (6, 7, 3, 1, 0), "I": (6, 11, 1, 1, 0),
    "L": (6, 11, 1, 1, 0), "K": (6, 12, 2, 1, 0), "M": (5, 9, 1, 1, 1), "F": (9, 9, 1, 1, 0), "P": (5, 7, 1, 1, 0),
    "S": (3, 5, 1, 2, 0), "T": (4, 7, 1, 2, 0), "W": (11, 10, 2, 1, 0), "Y": (9, 9, 1, 2, 0), "V": (5, 9, 1, 1, 0),
}
# fmt: on


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"sequence": "MARKDWYHEELVR"},
    also=("PeptideFormulaCalculator", "peptide formula calculator"),
)
def peptide_formula(sequence: ProteinSequence) -> PeptideFormula:
    """Compute the elemental formula of a linear peptide or protein.

    Args:
        sequence: One chain in one-letter codes.
    Returns:
        Formula in Hill order of the neutral chain with free ends and free thiols.
    Raises:
        ToolInputError: A letter is not one of the twenty amino acids.
    Source: definition: the amino acids less one water for each bond.
    """
    counts = Counter({"H": 2, "O": 1})
    for letter, number in Counter(parse_protein(sequence)).items():
        for element, atoms in zip(_ORDER, _RESIDUES[letter], strict=True):
            counts[element] += number * atoms
    return "".join(f"{one}{counts[one] if counts[one] > 1 else ''}" for one in _ORDER if counts[one])
