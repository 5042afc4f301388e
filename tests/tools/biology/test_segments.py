"""Parts of sequences by 1-based positions with both ends included; what lies outside is refused."""

from __future__ import annotations

import pytest
from Bio.SeqFeature import SimpleLocation

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology.segments import (
    dna_reversal,
    dna_subsequence,
    protein_reversal,
    protein_subsequence,
    rna_subsequence,
)

# Bovine pancreatic ribonuclease, UniProt P61823, residues 1-20 of the mature chain (the S-peptide).
S_PEPTIDE = "KETAAAKFERQHMDSSTSAA"


@pytest.mark.parametrize(
    ("positions", "expected"),
    [
        ("4-9", "AAAKFE"),
        ("7", "K"),
        ("15-end", "SSTSAA"),
        ("first 3", "KET"),
        ("last 2 aa", "AA"),
        ("first 20", S_PEPTIDE),
        ("without first 3", "AAAKFERQHMDSSTSAA"),
        ("without 2-19", "KA"),
        ("without last 1", S_PEPTIDE[:-1]),
    ],
)
def test_positions_count_from_one_and_include_both_ends(positions: str, expected: str) -> None:
    assert protein_subsequence(S_PEPTIDE, positions) == expected


def test_positions_are_those_of_a_feature_table() -> None:
    # Biopython's feature 3..9 of a GenBank record is the half-open location 2-9.
    dna = "ATGGCTCTGTGGATGCGC"
    assert dna_subsequence(dna, "3-9 nt") == str(SimpleLocation(2, 9).extract(dna))
    assert rna_subsequence("AUGGCUCUG", "3-5") == "GGC"


@pytest.mark.parametrize(
    "positions",
    [
        "0-5",
        "5-3",
        "18-21",
        "21",
        "first 21",
        "last 21",
        "first 0",
        "last 0",
        "3-8 nt",
        "without 1-20",
        "all",
        "",
        "-3",
    ],
)
def test_what_lies_outside_is_refused(positions: str) -> None:
    with pytest.raises(ToolInputError):
        protein_subsequence(S_PEPTIDE, positions)


def test_amino_acids_are_not_cut_out_of_dna() -> None:
    with pytest.raises(ToolInputError, match="amino acids"):
        dna_subsequence("ATGGCTCTGTGG", "2-3 aa")


def test_reversal_is_not_the_other_strand() -> None:
    assert dna_reversal("AACGT") == "TGCAA"
    assert protein_reversal("MKV") == "VKM"
