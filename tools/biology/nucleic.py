"""Convert and describe DNA and RNA: translation, transcription, complements, base composition."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import DnaSequence, ProteinSequence, RnaSequence
from scitoolagent.tools.biology._sequence import AnyNucleicAcid, parse_dna, parse_nucleic, parse_rna
from scitoolagent.tools.biology.protein_indices import WindowSize

ReadingFrame = Annotated[
    int, Semantic("ReadingFrame", parent="Parameter", unit="1", label="reading frame", also=("frame",))
]
GeneticCode = Annotated[
    int,
    Semantic(
        "GeneticCode",
        parent="Parameter",
        unit="1",
        label="genetic code",
        also=("genetic code table", "translation table", "codon table"),
        finder="scitoolagent.tools.biology._sequence_words:find_genetic_codes",
    ),
]
GcContent = Annotated[
    float,
    Semantic(
        "GcContent",
        parent="SequenceProperty",
        unit="%",
        label="GC content",
        also=("GC percentage", "G+C content", "guanine-cytosine content", "GC fraction", "GC"),
    ),
]
GcProfile = Annotated[
    float,
    Semantic(
        "GcProfile",
        parent="SequenceProperty",
        unit="%",
        label="GC profile",
        also=("GC content along the sequence", "windowed GC content", "GC content in a sliding window"),
    ),
]
GcSkew = Annotated[float, Semantic("GcSkew", parent="SequenceProperty", unit="1", label="GC skew")]
BaseCounts = Annotated[
    dict[str, int],
    Semantic(
        "BaseCounts",
        parent="SequenceProperty",
        unit="1",
        label="number of each base",
        also=("base composition", "nucleotide composition", "base counts"),
    ),
]

_EXAMPLE = "ATGGCTCTGTGGATGCGCCTCCTG"
_COMPLEMENT = str.maketrans("ACGTRYSWKMBDHVN", "TGCAYRSWMKVHDBN")


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _EXAMPLE},
    also=(
        "translate",
        "TranslateDNAtoAminoAcidSequence",
        "DNA translation",
        "translate DNA",
        "translate a DNA sequence",
        "DNA to protein",
        "translated protein sequence",
        "translation",
    ),
)
def dna_translation(sequence: DnaSequence, frame: ReadingFrame = 1, genetic_code: GeneticCode = 1) -> ProteinSequence:
    """Translate DNA into the protein sequence of a reading frame.

    Args:
        sequence: DNA of the coding strand, 5' to 3'; IUPAC codes such as N are taken.
        frame: 1, 2 or 3 for the strand given; -1, -2 or -3 for its reverse complement.
        genetic_code: Number of the NCBI table; 1 is the standard code, 2 that of vertebrate mitochondria.
    Returns:
        One-letter codes from the first codon of the frame to the last; `*` stands for a stop, X for a codon that may
        mean several amino acids. One or two bases left over at the end are not translated.
    Raises:
        ToolInputError: A letter is no DNA base (the first one is named), there is no whole codon, or the frame or
            the table does not exist.
    Source: NCBI genetic codes (Elzanowski and Ostell), by `CodonTable` of Biopython.
    """
    strand = parse_dna(sequence, ambiguous=True)
    if frame not in (1, 2, 3, -1, -2, -3):
        raise ToolInputError(f"there is no reading frame {frame}; give 1, 2, 3, -1, -2 or -3")
    if frame < 0:
        strand = strand.translate(_COMPLEMENT)[::-1]
    return translate_codons(strand[abs(frame) - 1 :], genetic_code)


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "AUGGCUCUGUGGAUGCGC"},
    also=("translate", "translation", "RNA translation", "translate RNA", "translate mRNA", "mRNA to protein"),
)
def rna_translation(sequence: RnaSequence, genetic_code: GeneticCode = 1) -> ProteinSequence:
    """Translate RNA into the protein sequence of its first reading frame.

    Args:
        sequence: RNA, 5' to 3'; IUPAC codes such as N are taken.
        genetic_code: Number of the NCBI table; 1 is the standard code.
    Returns:
        One-letter codes from the first codon to the last; `*` stands for a stop, X for a codon that may mean several
        amino acids. One or two bases left over at the end are not translated.
    Raises:
        ToolInputError: A letter is no RNA base (the first one is named), there is no whole codon, or the table does
            not exist.
    Source: NCBI genetic codes (Elzanowski and Ostell), by `CodonTable` of Biopython.
    """
    return translate_codons(parse_rna(sequence, ambiguous=True).replace("U", "T"), genetic_code)


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _EXAMPLE},
    also=("transcription", "transcribe DNA", "DNA to RNA"),
)
def dna_transcription(sequence: DnaSequence) -> RnaSequence:
    """Transcribe DNA of the coding strand into RNA.

    Args:
        sequence: DNA of the coding strand, 5' to 3'; IUPAC codes such as N are taken.
    Returns:
        The same sequence with U in the place of T.
    Raises:
        ToolInputError: A letter is no DNA base; the first one is named.
    Source: Definition; IUPAC codes of Cornish-Bowden 1985, doi:10.1093/nar/13.9.3021.
    """
    return parse_dna(sequence, ambiguous=True).replace("T", "U")


@tool(
    Operation.CONVERSION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": "AUGGCUCUGUGG"},
    also=("back transcription", "reverse transcription", "RNA to DNA", "cDNA of an RNA"),
)
def rna_back_transcription(sequence: RnaSequence) -> DnaSequence:
    """Write RNA as DNA of the coding strand.

    Args:
        sequence: RNA, 5' to 3'; IUPAC codes such as N are taken.
    Returns:
        The same sequence with T in the place of U.
    Raises:
        ToolInputError: A letter is no RNA base; the first one is named.
    Source: Definition; IUPAC codes of Cornish-Bowden 1985, doi:10.1093/nar/13.9.3021.
    """
    return parse_rna(sequence, ambiguous=True).replace("U", "T")


@tool(
    Operation.CALCULATION,
    Topic.NUCLEIC_ACIDS,
    Safety.OPEN,
    example={"sequence": _EXAMPLE},
    also=("NucleicAcidGCCalculator",),
)
def gc_content(sequence: AnyNucleicAcid) -> GcContent:
    """Compute the GC content of DNA or RNA.

    Args:
        sequence: DNA or RNA; of the IUPAC codes S counts as G or C, W as A or T, the others do not count.
    Returns:
        G and C in % of the bases that count.
    Raises:
        ToolInputError: A letter is no base, or no base counts.
    Source: Definition.
    """
    return _gc_percent(parse_nucleic(sequence, ambiguous=True))


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"sequence": _EXAMPLE, "window": 8})
def gc_profile(sequence: AnyNucleicAcid, window: WindowSize = 100) -> list[GcProfile]:
    """Compute the GC content along DNA or RNA in a sliding window.

    Args:
        sequence: DNA or RNA of A, C, G and T or U, at least as long as the window.
        window: Bases in a window, 1 or more.
    Returns:
        GC content of each window in %; item k is the window that starts at base k.
    Raises:
        ToolInputError: A letter is no base, or the window does not fit.
    Source: Definition.
    """
    strand = parse_nucleic(sequence)
    if not 1 <= window <= len(strand):
        raise ToolInputError(f"a window of {window} does not fit {len(strand)} bases; give 1 to {len(strand)}")
    count = sum(base in "GC" for base in strand[:window])
    counts = [count]
    for leaving, entering in zip(strand, strand[window:], strict=False):
        count += (entering in "GC") - (leaving in "GC")
        counts.append(count)
    return [100 * number / window for number in counts]


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"sequence": _EXAMPLE})
def gc_skew(sequence: AnyNucleicAcid) -> GcSkew:
    """Compute the GC skew of DNA or RNA: (G − C) / (G + C).

    Args:
        sequence: DNA or RNA; bases other than G and C do not count.
    Returns:
        The skew, from -1 (no G) to 1 (no C).
    Raises:
        ToolInputError: A letter is no base, or there is neither G nor C.
    Source: Lobry 1996, doi:10.1093/oxfordjournals.molbev.a025626.
    """
    strand = parse_nucleic(sequence, ambiguous=True)
    guanines, cytosines = strand.count("G"), strand.count("C")
    if guanines + cytosines == 0:
        raise ToolInputError("the sequence has neither G nor C, so it has no GC skew")
    return (guanines - cytosines) / (guanines + cytosines)


@tool(Operation.CALCULATION, Topic.NUCLEIC_ACIDS, Safety.OPEN, example={"sequence": _EXAMPLE})
def base_composition(sequence: AnyNucleicAcid) -> BaseCounts:
    """Count each base of DNA or RNA.

    Args:
        sequence: DNA or RNA; IUPAC codes are counted where they occur.
    Returns:
        Number of each letter; the four bases are always listed.
    Raises:
        ToolInputError: A letter is no base.
    Source: Count of letters.
    """
    strand = parse_nucleic(sequence, ambiguous=True)
    bases = "ACGU" if "U" in strand else "ACGT"
    return {letter: strand.count(letter) for letter in bases + "".join(sorted(set(strand) - set(bases)))}


def translate_codons(strand: str, genetic_code: int = 1) -> str:
    """One-letter codes of the whole codons of DNA in upper case.

    Raises:
        ToolInputError: shorter than a codon, or no such table.
    """
    if len(strand) < 3:
        raise ToolInputError(f"{len(strand)} bases are left in this frame; translation needs a whole codon of 3")
    forward = codon_table(genetic_code)
    known: dict[str, str] = {}
    codons = [strand[place : place + 3] for place in range(0, len(strand) - 2, 3)]
    for codon in set(codons):
        meanings = {forward[exact] for exact in exact_codons(codon)}
        known[codon] = meanings.pop() if len(meanings) == 1 else "X"
    return "".join(known[codon] for codon in codons)


@lru_cache(maxsize=64)
def codon_table(genetic_code: int) -> dict[str, str]:
    """All 64 codons of an NCBI table, in DNA letters; a stop is `*`.

    Raises:
        ToolInputError: no such table.
    """
    from Bio.Data import CodonTable

    if genetic_code not in CodonTable.unambiguous_dna_by_id:
        known = ", ".join(map(str, sorted(CodonTable.unambiguous_dna_by_id)))
        raise ToolInputError(f"there is no genetic code {genetic_code}; NCBI has {known}")
    table = CodonTable.unambiguous_dna_by_id[genetic_code]
    # In a few tables a stop codon can also be read as an amino acid; the amino acid is what a gene means by it.
    return {**dict.fromkeys(table.stop_codons, "*"), **table.forward_table}


def exact_codons(codon: str) -> list[str]:
    """The codons of A, C, G and T that a codon with IUPAC codes stands for."""
    from Bio.Data.IUPACData import ambiguous_dna_values

    first, second, third = (ambiguous_dna_values[letter] for letter in codon)
    return [a + b + c for a in first for b in second for c in third]


def _gc_percent(strand: str) -> float:
    strong = sum(map(strand.count, "GCS"))
    weak = sum(map(strand.count, "ATUW"))
    if strong + weak == 0:
        raise ToolInputError("every base is left open (N and the like), so the GC content is not known")
    return 100 * strong / (strong + weak)
