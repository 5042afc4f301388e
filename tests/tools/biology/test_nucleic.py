"""Translation, transcription, complements and composition of nucleic acids."""

from __future__ import annotations

import pytest
from Bio.Seq import Seq
from Bio.SeqUtils import GC_skew, gc_fraction
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology.nucleic import (
    base_composition,
    dna_transcription,
    dna_translation,
    gc_content,
    gc_profile,
    gc_skew,
    rna_back_transcription,
    rna_translation,
)
from scitoolagent.tools.biology.strands import (
    dna_complement,
    dna_reverse_complement,
    rna_complement,
    rna_reverse_complement,
)

dna = st.text("ACGT", min_size=3, max_size=60)
open_dna = st.text("ACGTRYSWKMBDHVN", min_size=3, max_size=40)


def test_translation_of_the_insulin_signal_peptide() -> None:
    # Human INS (NM_000207), first codons of the coding sequence; the peptide is UniProt P01308, 1-24.
    gene = "ATGGCCCTGTGGATGCGCCTCCTGCCCCTGCTGGCGCTGCTGGCCCTCTGGGGACCTGACCCAGCCGCAGCC"
    assert dna_translation(gene) == "MALWMRLLPLLALLALWGPDPAAA"
    assert rna_translation(dna_transcription(gene)) == "MALWMRLLPLLALLALWGPDPAAA"


@pytest.mark.parametrize(
    ("sequence", "frame", "table", "protein"),
    [
        ("ATGTGATAA", 1, 1, "M**"),
        ("ATGTGATAA", 1, 2, "MW*"),  # TGA is Trp in vertebrate mitochondria
        ("AATGTG", 2, 1, "M"),
        ("AAATGTG", 3, 1, "M"),
        ("CAT", -1, 1, "M"),
        ("CATA", -2, 1, "M"),
        ("GCNATNTAR", 1, 1, "AX*"),  # GCN is always Ala, TAR always a stop, ATN is Ile or Met
        ("atg gcc a", 1, 1, "MA"),
    ],
)
def test_translation_by_hand(sequence: str, frame: int, table: int, protein: str) -> None:
    assert dna_translation(sequence, frame, table) == protein


@given(dna, st.sampled_from([1, 2, 5, 11, 25]))
@settings(deadline=None)
def test_translation_agrees_with_biopython(sequence: str, table: int) -> None:
    whole = sequence[: len(sequence) // 3 * 3]
    assert dna_translation(sequence, 1, table) == str(Seq(whole).translate(table=table))


@given(open_dna)
def test_complements_agree_with_biopython_and_undo_themselves(sequence: str) -> None:
    assert dna_reverse_complement(sequence) == str(Seq(sequence).reverse_complement())
    assert dna_complement(sequence) == str(Seq(sequence).complement())
    assert dna_reverse_complement(dna_reverse_complement(sequence)) == sequence
    rna = sequence.replace("T", "U")
    assert rna_reverse_complement(rna) == str(Seq(rna).reverse_complement_rna())
    assert rna_back_transcription(dna_transcription(sequence)) == sequence
    assert rna_complement(rna) == str(Seq(rna).complement_rna())


def test_the_other_strand_is_written_in_the_direction_asked_for() -> None:
    assert dna_complement("AACGT", "5' to 3'") == dna_reverse_complement("AACGT") == "ACGTT"
    assert dna_reverse_complement("AACGT", "3' to 5'") == dna_complement("AACGT") == "TTGCA"
    assert rna_complement("AACGU", "5' to 3'") == "ACGUU"
    with pytest.raises(ToolInputError, match="direction"):
        dna_complement("AACGT", "upwards")


def test_a_peptide_given_as_dna_is_refused_by_its_first_wrong_letter() -> None:
    for function in (dna_translation, dna_transcription, dna_reverse_complement, dna_complement):
        with pytest.raises(ToolInputError, match=r"'L' at position 3 .* looks like a protein"):
            function("GALWMRQE")
    with pytest.raises(ToolInputError, match="belongs to RNA"):
        dna_translation("AUGGCC")
    with pytest.raises(ToolInputError, match="belongs to DNA"):
        rna_translation("ATGGCC")
    with pytest.raises(ToolInputError, match="both T and U"):
        gc_content("ATGU")


def test_bad_options_and_short_sequences_are_refused() -> None:
    with pytest.raises(ToolInputError, match="whole codon"):
        dna_translation("AT")
    with pytest.raises(ToolInputError, match="whole codon"):
        dna_translation("ATGA", 3)
    with pytest.raises(ToolInputError, match="reading frame 4"):
        dna_translation("ATGATG", 4)
    with pytest.raises(ToolInputError, match="genetic code 7"):
        dna_translation("ATGATG", 1, 7)
    with pytest.raises(ToolInputError, match="does not fit"):
        gc_profile("ATG", 4)
    with pytest.raises(ToolInputError, match="neither G nor C"):
        gc_skew("ATAT")
    with pytest.raises(ToolInputError, match="not known"):
        gc_content("NNN")
    with pytest.raises(ToolInputError, match="at most"):
        dna_translation("A" * 600_000)


@given(open_dna)
def test_gc_content_agrees_with_biopython(sequence: str) -> None:
    if set(sequence) & set("ACGTSW"):
        assert gc_content(sequence) == pytest.approx(100 * gc_fraction(sequence, "remove"))


def test_composition_by_hand() -> None:
    assert gc_content("GGCUAU") == pytest.approx(50.0)
    assert gc_profile("ATGGC", 2) == [0.0, 50.0, 100.0, 100.0]
    assert gc_skew("GGGCAT") == pytest.approx(0.5) == GC_skew("GGGCAT", 6)[0]
    assert base_composition("GGCUN") == {"A": 0, "C": 1, "G": 2, "U": 1, "N": 1}
