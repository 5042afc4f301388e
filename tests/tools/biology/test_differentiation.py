"""Populations apart, enriched sets, p-values of many tests, and the support of trees."""

from __future__ import annotations

import io
import re

import pytest
from Bio import Phylo
from scipy.stats import false_discovery_control, fisher_exact

from scitoolagent.agent import Agent
from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._genotype_words import find_enrichments, find_frequencies, find_p_values
from scitoolagent.tools.biology.differentiation import adjusted_p_values, fixation_index, gene_set_enrichment
from scitoolagent.tools.biology.tree_support import (
    dna_average_tree_drawing,
    dna_bootstrap_tree,
    dna_neighbour_tree_drawing,
    protein_bootstrap_tree,
    protein_neighbour_tree_drawing,
)

GROUPS = [
    "ACGTTGCAACGATCCGTAAGACGTTGCAACGATCCGTAAG",
    "ACGTTGCAACGATCCGTAAGACGTTGCAACGATCCGTATG",
    "ACTTTGCTACGTTCCGAAAGACTTTGCTACGTTCCGAAAG",
    "ACTTTGCTACGTTCCGAAAGACTTTGCTACGTTCCGAATG",
]


def test_fixation_index() -> None:
    # By hand: H within (0.32 + 0.48) / 2 = 0.4, H total 2 * 0.4 * 0.6 = 0.48, F = 1/6.
    found = fixation_index("0.2 0.6")
    assert (found.within, found.total, found.fixation) == pytest.approx((0.4, 0.48, 1 / 6))
    assert fixation_index("0 1").fixation == pytest.approx(1.0)
    assert fixation_index("0.3, 0.3, 0.3").fixation == pytest.approx(0.0)
    for wrong in ("0.5", "", "0 0", "1.2 0.3", "a b", "-0.1 0.5", "nan 0.5"):
        with pytest.raises(ToolInputError):
            fixation_index(wrong)


def test_enrichment() -> None:
    # Fisher's exact test of the two-by-two table, one-sided, is the same sum.
    found = gene_set_enrichment("12 50 200 20000")
    table = [[12, 38], [188, 19762]]
    assert found.p == pytest.approx(fisher_exact(table, alternative="greater").pvalue, abs=0)
    assert (found.fold, found.expected) == pytest.approx((24.0, 0.5))
    assert gene_set_enrichment("0 5 5 100").p == pytest.approx(1.0)
    for wrong in (
        "1 2 3",
        "",
        "6 5 10 100",
        "3 5 2 100",
        "1 5 10 4",
        "0 90 20 100",
        "0 0 5 10",
        "-1 5 5 10",
        "1.5 5 5 10",
    ):
        with pytest.raises(ToolInputError):
            gene_set_enrichment(wrong)


def test_adjusted_p_values() -> None:
    values = [0.01, 0.04, 0.03, 0.005, 0.5, 0.04]
    assert adjusted_p_values(" ".join(map(str, values))) == pytest.approx(list(false_discovery_control(values)))
    for wrong in ("0.5", "", "0.1 1.2", "a b", "0.1 " * 1001):
        with pytest.raises(ToolInputError):
            adjusted_p_values(wrong)


def test_bootstrap() -> None:
    found = dna_bootstrap_tree(GROUPS)
    tree = Phylo.read(io.StringIO(found.tree), "newick")
    # Ten of forty columns part the first two from the others, and none parts them otherwise.
    supports = [inner.confidence for inner in tree.get_nonterminals() if inner.confidence is not None]
    assert supports
    assert min(supports) >= 99
    assert "100 replicates" in found.note
    assert dna_bootstrap_tree(GROUPS).tree == found.tree
    # Two columns speak for each of the three ways to pair four leaves, so none has much support.
    rows = ("AAAAAA", "AACCCC", "CCAACC", "CCCCAA")
    torn = dna_bootstrap_tree(["".join(f"{letter}GTTG" for letter in row) for row in rows], 200)
    weak = [float(one) for one in re.findall(r"\)(\d+):", torn.tree)]
    assert weak
    assert max(weak) < 80
    assert protein_bootstrap_tree(["MKWLLAAGG", "MKWLVAAGG", "MRWAVGGAA", "MRWAIGGAA"], 20).tree.endswith(";")
    for wrong in (GROUPS[:3], [*GROUPS[:3], "ACGX"], ["A" * 9000] * 4):
        with pytest.raises(ToolInputError):
            dna_bootstrap_tree(wrong)
    for count in (5, 501):
        with pytest.raises(ToolInputError):
            dna_bootstrap_tree(GROUPS, count)


def test_drawn_trees() -> None:
    for picture in (dna_neighbour_tree_drawing(GROUPS), dna_average_tree_drawing(GROUPS[:3])):
        assert picture.startswith("<svg")
    assert "replicates" in dna_neighbour_tree_drawing(GROUPS)
    assert "replicates" not in protein_neighbour_tree_drawing(["MKWLL", "MKWLV", "MRWAV"])
    with pytest.raises(ToolInputError):
        dna_average_tree_drawing(GROUPS[:2])


def test_words_of_populations() -> None:
    asked = "Fst for allele frequencies of 0.2, 0.35 and 0.6"
    assert [value for *_, value in find_frequencies(asked)] == ["0.2 0.35 0.6"]
    # Frequencies of two alleles of one population are no two populations.
    assert not list(find_frequencies("the allele frequencies 0.6 and 0.4 of a locus"))
    assert not list(find_frequencies("Fst for allele frequencies of 20 and 60"))
    assert [value for *_, value in find_p_values("p-values 0.01, 1e-5 and 1")] == ["0.01 1e-5 1"]
    assert not list(find_p_values("a p-value of 0.01"))
    asked = "12 of 50 genes are in the pathway and 200 of 20,000 genes in the background"
    assert [value for *_, value in find_enrichments(asked)] == ["12 50 200 20000"]
    assert not list(find_enrichments("12 of 50 genes are not in the pathway and 200 of 20,000"))


ASKED: tuple[tuple[str, str, object], ...] = (
    ("What is the Fst of two populations with allele frequencies 0.2 and 0.6?", "FixationIndex", 1 / 6),
    ("What are the Benjamini-Hochberg adjusted p-values of the p-values 0.01 and 0.5?", "AdjustedP", [0.02, 0.5]),
    (
        "What is the fold enrichment if 12 of 50 genes are in the pathway and 200 of 20,000 genes in the background?",
        "EnrichmentFold",
        24.0,
    ),
)


@pytest.mark.slow
def test_questions() -> None:
    with Agent() as agent:
        for question, kind, value in ASKED:
            answer = agent.run(question)
            assert answer.status == "complete", question
            found = next(one for one in answer.values if one.type == kind).value
            assert (list(found) if isinstance(value, list) else found) == pytest.approx(value)  # type: ignore[call-overload]
        drawn = agent.run(f"Draw the phylogenetic tree of {GROUPS[0]}, {GROUPS[1]} and {GROUPS[2]}")
        assert drawn.status == "complete"
