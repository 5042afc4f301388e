"""Codon usage, degenerate codons and codon optimisation."""

from __future__ import annotations

import itertools
import math

import pytest
from Bio.Data.IUPACData import ambiguous_dna_values
from Bio.Seq import Seq
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import spec_of
from scitoolagent.tools.biology.codons import (
    amino_acid_degenerate_codons,
    codon_usage,
    degenerate_codon_amino_acids,
    gene_codon_optimization,
    protein_codon_optimization,
    random_dna_sequence,
)

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"
proteins = st.text(AMINO_ACIDS, min_size=1, max_size=40)
hosts = st.sampled_from(["E. coli", "human", "yeast", "Homo sapiens", "Saccharomyces cerevisiae"])


def test_usage_by_hand() -> None:
    found = codon_usage("AUGGCUGCCGCUUAA")
    assert found.counts == {"ATG": 1, "GCC": 1, "GCT": 2, "TAA": 1}
    assert found.frequencies == pytest.approx({"ATG": 1, "GCC": 1 / 3, "GCT": 2 / 3, "TAA": 1})
    with pytest.raises(ToolInputError, match="whole number"):
        codon_usage("ATGG")


@pytest.mark.parametrize(
    ("codon", "letters"),
    [
        # Libraries of directed evolution: NNK has all twenty and amber, NDT twelve, DBK twelve (Reetz et al. 2008).
        ("NNK", "*" + AMINO_ACIDS),
        ("NDT", "CDFGHILNRSVY"),
        ("DBK", "ACFGILMRSTVW"),
        ("AUG", "M"),
        ("tar", "*"),
    ],
)
def test_known_degenerate_codons(codon: str, letters: str) -> None:
    assert degenerate_codon_amino_acids(codon) == sorted(letters)


def test_search_finds_the_codons_people_use() -> None:
    # All twenty: NNK and NNS, 32 codons, one of them a stop.
    found = amino_acid_degenerate_codons(AMINO_ACIDS)
    assert found.codons == ["NNK", "NNS"]
    assert found.encoded == sorted("*" + AMINO_ACIDS)
    assert found.unwanted_share == pytest.approx(1 / 32)
    # Asp and Glu share GAN: GAK, GAM, GAS and GAW have one codon of each.
    assert amino_acid_degenerate_codons("DE").codons == ["GAK", "GAM", "GAS", "GAW"]
    assert amino_acid_degenerate_codons("M").codons == ["ATG"]


@given(proteins)
@settings(deadline=None, max_examples=40)
def test_a_degenerate_codon_encodes_what_was_asked(sequence: str) -> None:
    found = amino_acid_degenerate_codons(sequence)
    for codon in found.codons:
        assert degenerate_codon_amino_acids(codon) == found.encoded
    assert set(sequence) <= set(found.encoded)
    assert (found.unwanted_share == 0) == (set(found.encoded) == set(sequence))


@pytest.mark.parametrize("wanted", ["DE", "MW", "AFL", "ARS", "KR", "CHNPQ", "DEKRH"])
def test_no_codon_has_fewer_unwanted_meanings(wanted: str) -> None:
    found = amino_acid_degenerate_codons(wanted)
    fewest, least = 99, 99
    for codon in map("".join, itertools.product(ambiguous_dna_values.keys() - {"X"}, repeat=3)):
        exact = list(map("".join, itertools.product(*(ambiguous_dna_values[letter] for letter in codon))))
        meanings = set(str(Seq("".join(exact)).translate()))
        if set(wanted) <= meanings:
            fewest, least = min((fewest, least), (len(meanings - set(wanted)), len(exact)))
    assert len(set(found.encoded) - set(wanted)) == fewest
    assert all(math.prod(len(ambiguous_dna_values[letter]) for letter in codon) == least for codon in found.codons)


@given(proteins, hosts)
@settings(deadline=None, max_examples=60)
def test_optimised_dna_codes_for_the_protein(sequence: str, host: str) -> None:
    gene = protein_codon_optimization(sequence, host)
    assert str(Seq(gene).translate()) == sequence
    assert gene_codon_optimization(gene, host) == gene
    # Any other gene of the protein gives the same.
    assert gene_codon_optimization(protein_codon_optimization(sequence, "human"), host) == gene


def test_preferred_codons_of_the_hosts() -> None:
    # The best known preferences: Leu CTG in E. coli and man, TTG in yeast; Arg CGC, AGA/AGG, AGA; Kazusa.
    assert protein_codon_optimization("LR", "E. coli") == "CTGCGC"
    assert protein_codon_optimization("LK", "human") == "CTGAAG"
    assert protein_codon_optimization("LR", "yeast") == "TTGAGA"
    # Most used stop codons: TAA in E. coli and yeast, TGA in man.
    assert [protein_codon_optimization("M*", host)[3:] for host in ("E. coli", "yeast", "human")] == [
        "TAA",
        "TAA",
        "TGA",
    ]
    assert gene_codon_optimization("AUGUUAUAG", "Escherichia coli") == "ATGCTGTAA"


def test_bad_input_is_refused() -> None:
    with pytest.raises(ToolInputError, match="no codon table"):
        protein_codon_optimization("MK", "Mars")
    with pytest.raises(ToolInputError, match="codon 2 is a stop"):
        gene_codon_optimization("ATGTAAATG")
    with pytest.raises(ToolInputError, match="whole number"):
        gene_codon_optimization("ATGTA")
    for bad in ("NN", "NNNN", "NN?", ""):
        with pytest.raises(ToolInputError):
            degenerate_codon_amino_acids(bad)
    with pytest.raises(ToolInputError):
        amino_acid_degenerate_codons("MX")
    for length in (0, 100_001):
        with pytest.raises(ToolInputError):
            random_dna_sequence(length)


def test_random_dna_has_the_length_and_follows_the_seed() -> None:
    assert len(random_dna_sequence(123)) == 123
    assert set(random_dna_sequence(2000, 5)) == set("ACGT")
    assert random_dna_sequence(60, 5) == random_dna_sequence(60, 5) != random_dna_sequence(60, 6)
    assert random_dna_sequence(60) != random_dna_sequence(60)


def test_tools_that_make_sequences_are_screened() -> None:
    for function in (protein_codon_optimization, gene_codon_optimization, random_dna_sequence):
        spec = spec_of(function)
        assert spec is not None
        assert spec.safety == "screened"
