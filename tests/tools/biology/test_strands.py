"""RNA and protein of a template strand, by the textbook pair of strands of a gene."""

from __future__ import annotations

from scitoolagent.tools.biology._sequence_words import find_template_strands
from scitoolagent.tools.biology.nucleic import dna_transcription, dna_translation
from scitoolagent.tools.biology.strands import (
    dna_reverse_complement,
    template_transcription,
    template_translation,
)

# Alberts et al., Molecular Biology of the Cell: the RNA has the sequence of the coding strand.
CODING = "ATGGCTAAACGTTAA"


def test_the_rna_of_the_template_is_that_of_the_coding_strand() -> None:
    template = dna_reverse_complement(CODING)
    found = template_transcription(template, "template strand")
    assert found.rna == dna_transcription(CODING) == "AUGGCUAAACGUUAA"
    assert "5' to 3'" in found.note
    assert template_translation(template, "template strand").protein == dna_translation(CODING) == "MAKR*"


def test_a_template_is_found_where_rna_or_protein_is_made() -> None:
    assert list(find_template_strands("Transcribe the template strand TACCGG")) == [(15, 30, "template strand")]
    assert list(find_template_strands("GC content of the template strand TACCGG")) == []
