"""Genotypes, haplotypes, trees of sequences and fragments of peptides."""

from __future__ import annotations

import io

import pytest
from Bio import Phylo

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._genotype_words import find_genotypes
from scitoolagent.tools.biology.peptide_fragments import peptide_fragments
from scitoolagent.tools.biology.populations import hardy_weinberg, linkage_disequilibrium
from scitoolagent.tools.biology.trees import (
    dna_average_tree,
    dna_neighbour_tree,
    protein_average_tree,
    protein_neighbour_tree,
)


def test_hardy_weinberg() -> None:
    # Ford's scarlet tiger moths, 1469 : 138 : 5 (Ford 1971): p = 0.954, chi-square 0.83.
    moths = hardy_weinberg("1469 138 5")
    assert moths.first_allele_share == pytest.approx(0.954, abs=5e-4)
    assert moths.hardy_weinberg_chi == pytest.approx(0.83, abs=0.01)
    assert moths.first_allele_share + moths.second_allele_share == 1
    # Equilibrium: 25 : 50 : 25; no heterozygotes at all: F = 1.
    assert hardy_weinberg("25 50 25").hardy_weinberg_p == 1.0
    assert hardy_weinberg("50 0 50").inbreeding_coefficient == 1.0
    from scipy.stats import chi2

    found = hardy_weinberg("30 55 15")
    assert found.hardy_weinberg_p == pytest.approx(chi2.sf(found.hardy_weinberg_chi, 1))
    for wrong in ("", "1 2", "100 0 0", "0 0 0", "-1 2 3", "a b c"):
        with pytest.raises(ToolInputError):
            hardy_weinberg(wrong)


def test_linkage_disequilibrium() -> None:
    # Hartl & Clark: complete association of alleles with frequencies of one half: D = 0.25, D' = 1, r² = 1.
    full = linkage_disequilibrium(0.5, 0.5, 0.5)
    assert (full.linkage_d, full.linkage_d_prime, full.linkage_r2) == (0.25, 1.0, 1.0)
    assert linkage_disequilibrium(0.3, 0.6, 0.5).linkage_d == pytest.approx(0.0, abs=1e-12)
    assert linkage_disequilibrium(0.1, 0.6, 0.5).linkage_d_prime == pytest.approx(1.0)
    for wrong in ((0.6, 0.5, 0.5), (0.05, 0.6, 0.5), (0.5, 1.0, 0.5), (float("nan"), 0.5, 0.5)):
        with pytest.raises(ToolInputError):
            linkage_disequilibrium(*wrong)


def test_genotypes_of_a_text() -> None:
    assert [value for *_, value in find_genotypes("30 AA, 55 Aa and 15 aa")] == ["30 55 15"]
    assert [value for *_, value in find_genotypes("10 AA, 20 AB, and 5 BB")] == ["10 20 5"]
    for text in ("30 AA, 55 Aa", "30 AA, 55 Bb and 15 aa", "30 AA, 55 AA and 15 AA", "3.5 AA, 1 Aa and 2 aa"):
        assert not list(find_genotypes(text))


def leaves(newick: str) -> dict[str, float]:
    tree = Phylo.read(io.StringIO(newick), "newick")
    return {leaf.name: leaf.branch_length for leaf in tree.get_terminals()}


def test_trees() -> None:
    # 2, 4 and 6 of 20 sites differ, worked out by hand: UPGMA joins the first two at 0.05 and the third at 0.125;
    # neighbour-joining gives the additive tree with the first at its inner node.
    rows = ["ACGTTGCAACGATCCGTAAG", "ACGTCGCAACGAGCCGTAAG", "ACATTGCTTCGATCCATAAG"]
    average, joined = leaves(dna_average_tree(rows)), leaves(dna_neighbour_tree(rows))
    assert average == pytest.approx({"1": 0.05, "2": 0.05, "3": 0.125}, abs=1e-5)
    assert joined["1"] == pytest.approx(0.0, abs=1e-5)
    assert joined["2"] == pytest.approx(0.1, abs=1e-5)
    assert "1" in leaves(protein_neighbour_tree(["MKWLL", "MKWLV", "MRWAV"]))
    assert "3" in leaves(protein_average_tree(["MKWLL", "MKWLV", "MRWAV"]))
    for wrong in (["ACGT", "ACGA"], ["ACGT"] * 31, ["ACGT", "ACGX", "ACGA"], ["A" * 9000] * 3):
        with pytest.raises(ToolInputError):
            dna_neighbour_tree(wrong)


def test_peptide_fragments() -> None:
    # pyteomics' tutorial scheme for PEPTIDE: b2 227.1026, b6 653.3141, y1 148.0604, y6 703.3144.
    found = peptide_fragments("PEPTIDE")
    ions = dict(one.split() for one in (*found.b_ions, *found.y_ions))
    expected = {"b2": 227.1026, "b6": 653.3141, "y1": 148.0604, "y6": 703.3145}
    for name, mass in expected.items():
        assert float(ions[name]) == pytest.approx(mass, abs=2e-4)
    assert len(found.b_ions) == len(found.y_ions) == 6
    for wrong in ("", "P", "PEPX", "A" * 101):
        with pytest.raises(ToolInputError):
            peptide_fragments(wrong)
