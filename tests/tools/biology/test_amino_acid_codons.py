"""The codons of an amino acid, as the tables of NCBI have them."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._sequence_words import find_coded_residues
from scitoolagent.tools.biology.amino_acid_codons import amino_acid_codon_count, amino_acid_codons


def test_leucine_has_six_codons() -> None:
    # Crick's table: CUN and UUA, UUG.
    assert amino_acid_codons("leucine") == ["CTA", "CTC", "CTG", "CTT", "TTA", "TTG"]
    assert amino_acid_codon_count("leucine") == 6


def test_another_code_reads_a_stop_as_tryptophan() -> None:
    # NCBI table 2, vertebrate mitochondria.
    assert amino_acid_codons("tryptophan") == ["TGG"]
    assert amino_acid_codons("tryptophan", 2) == ["TGA", "TGG"]
    assert amino_acid_codons("stop", 2) == ["AGA", "AGG", "TAA", "TAG"]


@pytest.mark.parametrize(("amino_acid", "code"), [("selenium", 1), ("", 1), ("leucine", 99)])
def test_what_is_no_amino_acid_or_code_is_refused(amino_acid: str, code: int) -> None:
    with pytest.raises(ToolInputError):
        amino_acid_codons(amino_acid, code)


def test_all_codons_are_shared_out() -> None:
    names = (
        "alanine arginine asparagine aspartate cysteine glutamine glutamate glycine histidine isoleucine leucine lysine"
    )
    names += " methionine phenylalanine proline serine threonine tryptophan tyrosine valine stop"
    assert sum(amino_acid_codon_count(name) for name in names.split()) == 64


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Which codons code for aspartic acid?", ["aspartate"]),
        ("What are the stop codons?", ["stop"]),
        ("the codons of Leucine and serine", ["leucine", "serine"]),
        ("how many leucines are in MLLK", []),
    ],
)
def test_an_amino_acid_is_read_where_codons_are_spoken_of(text: str, values: list[str]) -> None:
    assert [value for _, _, value in find_coded_residues(text)] == values
