"""The other strand of DNA or RNA: complement and reverse complement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence, ProteinSequence, RnaSequence
from scitoolagent.tools.biology._sequence import parse_dna, parse_rna, shown
from scitoolagent.tools.biology.nucleic import GeneticCode, translate_codons

StrandDirection = Annotated[
    str,
    Semantic(
        "StrandDirection",
        parent="Parameter",
        label="direction of a strand",
        also=("direction in which a strand is written",),
        finder="scitoolagent.tools.biology._sequence_words:find_directions",
    ),
]
TemplateStrand = Annotated[
    str,
    Semantic(
        "TemplateStrand",
        parent="Parameter",
        label="template strand",
        finder="scitoolagent.tools.biology._sequence_words:find_template_strands",
    ),
]
StrandNote = Annotated[str, Semantic("StrandNote", parent="Report", role="note", label="how the strand was read")]

FORWARD, BACKWARD = "5' to 3'", "3' to 5'"
_EXAMPLE = "ATGGCTCTGTGGATGCGCCTCCTG"
_DNA_PAIRS = str.maketrans("ACGTRYSWKMBDHVN", "TGCAYRSWMKVHDBN")
_TOLD = "the {strand} was read as written 5' to 3', and {what} is its reverse complement, 5' to 3'"
_RNA_PAIRS = str.maketrans("ACGURYSWKMBDHVN", "UGCAYRSWMKVHDBN")


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _EXAMPLE},
    also=(
        "GetReverseComplement",
        "reverse complement",
        "reverse complementary sequence",
        "reverse-complement strand",
        "antiparallel strand",
        "antiparallel complementary strand",
        "opposite strand",
        "other strand of the DNA",
        "antisense strand",
    ),
)
def dna_reverse_complement(sequence: DnaSequence, direction: StrandDirection = FORWARD) -> DnaSequence:
    """Give the reverse complement of DNA.

    Args:
        sequence: DNA, 5' to 3'; IUPAC codes such as N are taken.
        direction: In which the other strand is written.
    Returns:
        The other strand, 5' to 3' unless told otherwise.
    Raises:
        ToolInputError: A letter is no DNA base (the first one is named), or there is no such direction.
    Source: Base pairing; IUPAC codes of Cornish-Bowden 1985, doi:10.1093/nar/13.9.3021.
    """
    return _written(parse_dna(sequence, ambiguous=True).translate(_DNA_PAIRS), direction)


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _EXAMPLE},
    also=("complement", "complement of a DNA strand", "complementary strand", "DNA complement"),
)
def dna_complement(sequence: DnaSequence, direction: StrandDirection = BACKWARD) -> DnaSequence:
    """Give the complement of DNA, base by base, without turning it round.

    Args:
        sequence: DNA, 5' to 3'; IUPAC codes such as N are taken.
        direction: In which the other strand is written.
    Returns:
        The other strand in the order of the bases given, so 3' to 5', unless told otherwise.
    Raises:
        ToolInputError: A letter is no DNA base (the first one is named), or there is no such direction.
    Source: Base pairing; IUPAC codes of Cornish-Bowden 1985, doi:10.1093/nar/13.9.3021.
    """
    return _written(parse_dna(sequence, ambiguous=True).translate(_DNA_PAIRS), direction)


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "AUGGCUCUGUGG"},
    also=(
        "reverse complement",
        "reverse complementary sequence",
        "antiparallel strand",
        "antiparallel complementary strand",
        "opposite strand",
        "antisense RNA",
    ),
)
def rna_reverse_complement(sequence: RnaSequence, direction: StrandDirection = FORWARD) -> RnaSequence:
    """Give the reverse complement of RNA, as RNA.

    Args:
        sequence: RNA, 5' to 3'; IUPAC codes such as N are taken.
        direction: In which the other strand is written.
    Returns:
        The other strand, 5' to 3' unless told otherwise.
    Raises:
        ToolInputError: A letter is no RNA base (the first one is named), or there is no such direction.
    Source: Watson-Crick pairs; IUPAC codes of Cornish-Bowden 1985, doi:10.1093/nar/13.9.3021.
    """
    return _written(parse_rna(sequence, ambiguous=True).translate(_RNA_PAIRS), direction)


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "AUGGCUCUGUGG"},
    also=("complement", "complement of an RNA strand", "RNA complement", "complementary strand"),
)
def rna_complement(sequence: RnaSequence, direction: StrandDirection = BACKWARD) -> RnaSequence:
    """Give the complement of RNA, base by base, without turning it round.

    Args:
        sequence: RNA, 5' to 3'; IUPAC codes such as N are taken.
        direction: In which the other strand is written.
    Returns:
        The other strand in the order of the bases given, so 3' to 5', unless told otherwise.
    Raises:
        ToolInputError: A letter is no RNA base (the first one is named), or there is no such direction.
    Source: Watson-Crick pairs; IUPAC codes of Cornish-Bowden 1985, doi:10.1093/nar/13.9.3021.
    """
    return _written(parse_rna(sequence, ambiguous=True).translate(_RNA_PAIRS), direction)


@dataclass(frozen=True, slots=True)
class TemplateTranscript:
    """The RNA that is made from a template strand, and how it is written."""

    rna: RnaSequence
    note: StrandNote


@dataclass(frozen=True, slots=True)
class TemplateProtein:
    """The protein of the RNA that is made from a template strand, and how the strand was read."""

    protein: ProteinSequence
    note: StrandNote


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "CAGGAGGCG", "strand": "template strand"},
    also=("transcription", "transcribe DNA", "DNA to RNA"),
)
def template_transcription(sequence: DnaSequence, strand: TemplateStrand) -> TemplateTranscript:
    """Transcribe DNA of the template strand into RNA.

    Args:
        sequence: DNA of the template strand, 5' to 3'; IUPAC codes such as N are taken.
        strand: What it is called: `template strand`.
    Returns:
        The RNA, 5' to 3', which is the reverse complement of the template; and a note that says so.
    Raises:
        ToolInputError: A letter is no DNA base (the first one is named).
    Source: Base pairing; IUPAC codes of Cornish-Bowden 1985, doi:10.1093/nar/13.9.3021.
    """
    return TemplateTranscript(_coding(sequence).replace("T", "U"), _TOLD.format(strand=strand, what="the RNA"))


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "CAGGAGGCG", "strand": "template strand"},
    also=("translate", "translation", "DNA translation", "translate DNA"),
)
def template_translation(
    sequence: DnaSequence, strand: TemplateStrand, genetic_code: GeneticCode = 1
) -> TemplateProtein:
    """Translate the RNA that a template strand of DNA gives, in its first reading frame.

    Args:
        sequence: DNA of the template strand, 5' to 3'; IUPAC codes such as N are taken.
        strand: What it is called: `template strand`.
        genetic_code: Number of the NCBI table; 1 is the standard code.
    Returns:
        One-letter codes, `*` for a stop; and a note on the direction.
    Raises:
        ToolInputError: A letter is no DNA base, there is no whole codon, or the table does not exist.
    Source: Base pairing; NCBI genetic codes (Elzanowski and Ostell), by `CodonTable` of Biopython.
    """
    protein = translate_codons(_coding(sequence), genetic_code)
    return TemplateProtein(protein, _TOLD.format(strand=strand, what="its RNA"))


def _coding(template: str) -> str:
    return parse_dna(template, ambiguous=True).translate(_DNA_PAIRS)[::-1]


def _written(pairs: str, direction: str) -> str:
    """The paired bases, which stand 3' to 5', in a direction."""
    if direction not in (FORWARD, BACKWARD):
        raise ToolInputError(f"there is no direction {shown(direction)}; write {FORWARD} or {BACKWARD}")
    return pairs[::-1] if direction == FORWARD else pairs
