"""The codons of an amino acid."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology.nucleic import GeneticCode, codon_table

AminoAcidName = Annotated[
    str,
    Semantic(
        "AminoAcidName",
        parent="Parameter",
        label="amino acid whose codons are asked for",
        also=("name of an amino acid",),
        finder="scitoolagent.tools.biology._sequence_words:find_coded_residues",
    ),
]
CodonsOfResidue = Annotated[
    list[str],
    Semantic(
        "CodonsOfResidue",
        parent="SequenceProperty",
        label="codons of an amino acid",
        also=("codons that code for an amino acid", "codons for", "codons that encode"),
    ),
]
NumberOfCodons = Annotated[
    int,
    Semantic(
        "NumberOfCodons",
        parent="SequenceProperty",
        unit="1",
        label="number of codons of an amino acid",
        also=("codons that an amino acid has",),
    ),
]
_LETTERS = {
    "alanine": "A", "arginine": "R", "asparagine": "N", "aspartate": "D", "cysteine": "C", "glutamine": "Q",
    "glutamate": "E", "glycine": "G", "histidine": "H", "isoleucine": "I", "leucine": "L", "lysine": "K",
    "methionine": "M", "phenylalanine": "F", "proline": "P", "serine": "S", "threonine": "T", "tryptophan": "W",
    "tyrosine": "Y", "valine": "V", "stop": "*",
}  # fmt: skip


@tool(Operation.RETRIEVAL, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"amino_acid": "leucine"})
def amino_acid_codons(amino_acid: AminoAcidName, genetic_code: GeneticCode = 1) -> CodonsOfResidue:
    """List the codons of an amino acid, or those that end a gene.

    Args:
        amino_acid: The full name of one of the twenty, or `stop`.
        genetic_code: NCBI table.
    Returns:
        Codons in DNA letters, in alphabetical order.
    Raises:
        ToolInputError: no such amino acid or genetic code, or one that the code does not have.
    Source: NCBI tables of genetic codes, by Biopython.
    """
    return _codons(amino_acid, genetic_code)


@tool(Operation.RETRIEVAL, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"amino_acid": "leucine"})
def amino_acid_codon_count(amino_acid: AminoAcidName, genetic_code: GeneticCode = 1) -> NumberOfCodons:
    """Count the codons of an amino acid, or those that end a gene.

    Args:
        amino_acid: The full name of one of the twenty, or `stop`.
        genetic_code: NCBI table.
    Returns:
        How many of the 64 codons stand for it.
    Raises:
        ToolInputError: as `amino_acid_codons`.
    Source: NCBI tables of genetic codes, by Biopython.
    """
    return len(_codons(amino_acid, genetic_code))


def _codons(amino_acid: str, genetic_code: int) -> list[str]:
    letter = _LETTERS.get(amino_acid.strip().lower())
    if letter is None:
        raise ToolInputError(f"{amino_acid[:40]!r} is none of the twenty amino acids; write its full name")
    found = sorted(codon for codon, residue in codon_table(genetic_code).items() if residue == letter)
    if not found:
        raise ToolInputError(f"genetic code {genetic_code} has no codon for {amino_acid}")
    return found
