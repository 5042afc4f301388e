"""Molecular weights of DNA and RNA."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence, RnaSequence
from scitoolagent.tools.biology._sequence import parse_dna, parse_rna, shown

FivePrimeEnd = Annotated[
    str,
    Semantic(
        "FivePrimeEnd",
        parent="Parameter",
        label="5' end",
        pattern="5'[ -]?phosphate|5'[ -]?hydroxyl|phosphate|hydroxyl",
    ),
]

# Atoms (C, H, N, O, P) of a nucleotide in a chain: the monophosphate less one water.
_DNA_ATOMS: dict[str, tuple[int, ...]] = {
    "A": (10, 12, 5, 5, 1),
    "C": (9, 12, 3, 6, 1),
    "G": (10, 12, 5, 6, 1),
    "T": (10, 13, 2, 7, 1),
}
_RNA_ATOMS: dict[str, tuple[int, ...]] = {
    "A": (10, 12, 5, 6, 1),
    "C": (9, 12, 3, 7, 1),
    "G": (10, 12, 5, 7, 1),
    "U": (9, 11, 2, 8, 1),
}
# Standard atomic weights 2007, as for proteins.
_WEIGHTS = (12.0107, 1.00794, 14.0067, 15.9994, 30.973762)
_WATER = 2 * 1.00794 + 15.9994
_METAPHOSPHATE = 1.00794 + 3 * 15.9994 + 30.973762
_PAIRS = str.maketrans("ACGT", "TGCA")


def strand_mass(strand: str, circular: bool = False, phosphate: bool = True) -> float:
    """Average mass in Da of one strand of DNA as the free acid.

    Args:
        strand: DNA in upper case.
        circular: the ends are joined.
        phosphate: a linear strand carries a phosphate at its 5' end.
    """
    return _mass(strand, _DNA_ATOMS, circular, phosphate)


def _mass(strand: str, atoms: dict[str, tuple[int, ...]], circular: bool, phosphate: bool) -> float:
    parts = [0.0] if circular else [_WATER, 0.0 if phosphate else -_METAPHOSPHATE]
    for base, count in Counter(strand).items():
        parts += [count * number * weight for number, weight in zip(atoms[base], _WEIGHTS, strict=True)]
    return math.fsum(parts)


def _has_phosphate(five_prime: str) -> bool:
    word = five_prime.lower().replace("5'", "").strip(" -")
    if word not in ("phosphate", "hydroxyl"):
        raise ToolInputError(f"the 5' end must be phosphate or hydroxyl, not {shown(five_prime)}")
    return word == "phosphate"


_NAMES = {
    ("single", "linear"): (
        "CalculateSingleLinearDNAMolecularWeight",
        "DNAMolecularWeightCalculator",
        "molecular weight of DNA",
        "DNA molecular weight",
        "mass of an oligonucleotide",
        "molecular weight of linear ssDNA",
    ),
    ("double", "linear"): (
        "CalculateDoubleLinearDNAMolecularWeight",
        "molecular weight of dsDNA",
        "molecular weight of linear dsDNA",
    ),
    ("single", "circular"): ("CalculateSingleCircleDNAMolecularWeight", "molecular weight of circular ssDNA"),
    ("double", "circular"): (
        "CalculateDoubleCircleDNAMolecularWeight",
        "molecular weight of a plasmid",
        "plasmid molecular weight",
        "molecular weight of circular dsDNA",
    ),
}
_DOCSTRING = """Compute the molecular weight of {strands}-stranded {form} DNA.

    Args:
        sequence: One strand of DNA, 5' to 3', of A, C, G and T.
{arguments}    Returns:
        Average mass in Da as the free acid{what}.
    Raises:
        ToolInputError: A letter is no DNA base; the first one is named.
    Source: Sum of atoms with the standard atomic weights of 2007, doi:10.1351/PAC-REP-09-08-03.
    """
_END = "        five_prime: What each strand carries at its 5' end: phosphate, or hydroxyl as synthetic DNA.\n"


def _family(strands: str, form: str) -> Callable[..., Any]:
    """The tool for one kind of DNA: single or double strands, linear or circular."""
    circular, double = form == "circular", strands == "double"
    result = Annotated[
        float,
        Semantic(
            f"{strands.title()}{form.title()}DnaMass",
            parent="SequenceProperty",
            unit="Da",
            label=f"molecular weight of {strands}-stranded {form} DNA",
            also=(f"mass of {strands}-stranded {form} DNA", f"molecular weight of {form} {strands}-stranded DNA"),
        ),
    ]

    def mass(sequence: str, phosphate: bool) -> float:
        strand = parse_dna(sequence)
        total = strand_mass(strand, circular, phosphate)
        return total + strand_mass(strand.translate(_PAIRS), circular, phosphate) if double else total

    def linear_mass(sequence: str, five_prime: str = "phosphate") -> float:
        return mass(sequence, _has_phosphate(five_prime))

    def circular_mass(sequence: str) -> float:
        return mass(sequence, True)

    function: Callable[..., Any] = circular_mass if circular else linear_mass
    name = f"{strands}_stranded_{form}_dna_mass"
    function.__name__ = function.__qualname__ = name
    function.__module__ = __name__
    function.__annotations__ = {"sequence": DnaSequence, "return": result}
    if not circular:
        function.__annotations__["five_prime"] = FivePrimeEnd
    function.__doc__ = _DOCSTRING.format(
        strands=strands, form=form, arguments="" if circular else _END, what=", both strands together" if double else ""
    )
    declare = tool(
        Operation.CALCULATION,
        Topic.NUCLEIC_ACIDS,
        Safety.OPEN,
        example={"sequence": "GATTACAGGCTTAACC"},
        also=_NAMES[strands, form],
    )
    return declare(function)


RnaMass = Annotated[
    float,
    Semantic(
        "RnaMass",
        parent="SequenceProperty",
        unit="Da",
        label="molecular weight of RNA",
        also=("RNA molecular weight", "mass of RNA"),
    ),
]


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"sequence": "GAUUACAGGCUUAACC"})
def rna_mass(sequence: RnaSequence, five_prime: FivePrimeEnd = "phosphate") -> RnaMass:
    """Compute the molecular weight of single-stranded linear RNA.

    Args:
        sequence: RNA, 5' to 3', of A, C, G and U.
        five_prime: What the strand carries at its 5' end: phosphate, or hydroxyl as synthetic oligonucleotides.
    Returns:
        Average mass in Da as the free acid.
    Raises:
        ToolInputError: A letter is no RNA base; the first one is named.
    Source: Sum of atoms with the standard atomic weights of 2007, doi:10.1351/PAC-REP-09-08-03.
    """
    return _mass(parse_rna(sequence), _RNA_ATOMS, False, _has_phosphate(five_prime))


TOOLS = tuple(_family(strands, form) for strands, form in _NAMES)
