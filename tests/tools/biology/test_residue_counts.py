"""Counts of one kind of residue or base, against Biopython and against the composition tools."""

from __future__ import annotations

import pytest
from Bio.SeqUtils.ProtParam import ProteinAnalysis

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology.nucleic import base_composition
from scitoolagent.tools.biology.residue_counts import (
    RESIDUE_GROUPS,
    base_count,
    base_extremes,
    residue_count,
    residue_extremes,
)

# Hen egg-white lysozyme, UniProt P00698, start of the mature chain.
LYSOZYME = "KVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQ"
GENE = "ATGGCCCTGTGGATGCGCCTCCTGCCCCTG"


@pytest.mark.parametrize(
    ("kind", "letter"), [("lysine", "K"), ("Lys", "K"), ("K", "K"), ("c", "C"), ("aspartic acid", "D")]
)
def test_a_residue_is_counted_by_name_and_by_code(kind: str, letter: str) -> None:
    analysis = ProteinAnalysis(LYSOZYME)
    found = residue_count(LYSOZYME, kind)
    assert found.count == analysis.count_amino_acids()[letter] > 0
    assert found.share == pytest.approx(analysis.amino_acids_percent[letter], abs=0)
    assert found.letters == f"counted: {letter}"


def test_groups_are_told_by_their_letters() -> None:
    # ProtParam of ExPASy counts Asp + Glu and Arg + Lys; histidine is basic and hardly charged at pH 7.
    assert residue_count(LYSOZYME, "negatively charged").count == 3
    assert residue_count(LYSOZYME, "positively charged").count == 6
    assert residue_count(LYSOZYME, "charged").count == 9
    assert residue_count(LYSOZYME, "basic").count == 7
    assert residue_count(LYSOZYME, "hydrophobic").letters == "counted: A, C, F, I, L, M, V"
    assert set(RESIDUE_GROUPS["charged"]) == set(
        RESIDUE_GROUPS["negatively charged"] + RESIDUE_GROUPS["positively charged"]
    )


def test_c_is_cytosine_in_dna_and_cysteine_in_a_protein() -> None:
    assert base_count(GENE, "C").count == base_composition(GENE)["C"] == 12
    assert residue_count(LYSOZYME, "C").count == 2
    assert base_count("AUGCUU", "uracil").count == 3
    assert base_count(GENE, "pyrimidine").count == 12 + base_composition(GENE)["T"]


@pytest.mark.parametrize(
    ("sequence", "base"), [("AUGCUU", "T"), ("ATGCTT", "uracil"), ("ATGC", "lysine"), ("ATGC", "N")]
)
def test_a_base_of_another_strand_is_refused(sequence: str, base: str) -> None:
    with pytest.raises(ToolInputError, match="no base"):
        base_count(sequence, base)


@pytest.mark.parametrize("kind", ["adenine", "B", "polar", ""])
def test_an_unknown_residue_is_refused(kind: str) -> None:
    with pytest.raises(ToolInputError, match="no amino acid"):
        residue_count(LYSOZYME, kind)


def test_ties_are_all_named() -> None:
    found = residue_extremes("MKKEEA")
    assert (found.most_frequent, found.least_frequent) == ("E, K", "A, M")
    assert (found.highest_count, found.lowest_count) == (2, 1)
    assert base_extremes("ATTTGG").most_frequent == "T"
    assert base_extremes("ATTTGG").least_frequent == "A"
