"""Alignments and comparisons of sequences."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._align import _scores
from scitoolagent.tools.biology.alignment import (
    aligned_sequence_similarity,
    circular_dna_alignment,
    global_alignment,
    local_alignment,
    multiple_sequence_alignment,
    non_redundant_sequences,
)

HBA = (
    "MVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLSHGSAQVKGHGKKVADALTNAVAHVDDMPNALSALSDLHAHKLRVDPVNFKLLSHCLLVTLA"
    "AHLPAEFTPAVHASLDKFLASVSTVLTSKYR"
)
HBB = (
    "MVHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFFESFGDLSTPDAVMGNPKVKAHGKKVLGAFSDGLAHLDNLKGTFATLSELHCDKLHVDPENFRLLGNVL"
    "VCVLAHHFGKEFTPPVQAAYQKVVAGVANALAHKYH"
)
proteins = st.text("ACDEFGHIKLMNPQRSTVWY", min_size=1, max_size=12)


def test_needle_example_of_emboss() -> None:
    # EMBOSS needle documentation, HBA_HUMAN and HBB_HUMAN: score 292.5, 149 columns, identity 65 (43.6 %),
    # similarity 90 (60.4 %), gaps 9 (6.0 %).
    found = global_alignment(HBA, HBB)
    assert found.score == 292.5
    assert len(found.aligned_a) == 149
    assert (found.identity, found.similarity, found.gaps) == pytest.approx((6500 / 149, 9000 / 149, 900 / 149))
    assert (found.matrix, found.range_a, found.range_b) == ("BLOSUM62", "1-142", "1-147")


def test_water_example_of_emboss() -> None:
    # EMBOSS water documentation, the same pair: score 293.5, 145 columns, identity 63, similarity 88, gaps 8.
    found = local_alignment(HBA, HBB)
    assert found.score == 293.5
    assert len(found.aligned_a) == 145
    assert (found.identity, found.similarity, found.gaps) == pytest.approx((6300 / 145, 8800 / 145, 800 / 145))


def _best_global(a: str, b: str) -> float:
    """Needleman-Wunsch with free end gaps by plain recursion over the three states."""
    scores = _scores("BLOSUM62")
    low = float("-inf")
    match = dict.fromkeys(product(range(len(a) + 1), range(len(b) + 1)), low)
    gap_a, gap_b = dict(match), dict(match)
    match[0, 0] = 0.0
    for i, j in product(range(len(a) + 1), range(len(b) + 1)):
        if i and j:
            match[i, j] = max(m[i - 1, j - 1] for m in (match, gap_a, gap_b)) + scores[a[i - 1], b[j - 1]]
        if j:
            first, more = (0.0, 0.0) if i in (0, len(a)) else (10.0, 0.5)
            gap_a[i, j] = max(match[i, j - 1] - first, gap_b[i, j - 1] - first, gap_a[i, j - 1] - more)
        if i:
            first, more = (0.0, 0.0) if j in (0, len(b)) else (10.0, 0.5)
            gap_b[i, j] = max(match[i - 1, j] - first, gap_a[i - 1, j] - first, gap_b[i - 1, j] - more)
    return max(m[len(a), len(b)] for m in (match, gap_a, gap_b))


@given(proteins, proteins)
@settings(deadline=None, max_examples=60)
def test_scores_are_the_best_there_are(a: str, b: str) -> None:
    found = global_alignment(a, b, "protein")
    assert found.score == pytest.approx(_best_global(a, b))
    assert found.aligned_a.replace("-", "") == a
    assert found.aligned_b.replace("-", "") == b


@given(proteins, proteins)
@settings(deadline=None, max_examples=60)
def test_local_rows_are_segments(a: str, b: str) -> None:
    try:
        found = local_alignment(a, b, "protein")
    except ToolInputError:
        assert max(_scores("BLOSUM62")[x, y] for x in a for y in b) <= 0
        return
    for row, text, span in ((found.aligned_a, a, found.range_a), (found.aligned_b, b, found.range_b)):
        start, end = map(int, span.split("-"))
        assert row.replace("-", "") == text[start - 1 : end]


def test_nucleic_acids_get_their_own_matrix() -> None:
    # NUC.4.4: 5 for a match, -4 for a mismatch; 7 matches and 1 mismatch make 31.
    found = global_alignment("ACGTACGT", "ACGAACGU")
    assert (found.matrix, found.score) == ("NUC.4.4", 31.0)
    # The same letters can be amino acids: A 4, C 9, G 6, T 5 in BLOSUM62.
    assert global_alignment("ACGT", "ACGT", "protein").score == 24.0
    # One protein and one DNA are compared as proteins, since ACGT are amino acids too.
    assert global_alignment("ACGTMK", "ACGT").matrix == "BLOSUM62"


def test_similarity_of_rows_by_hand() -> None:
    # Of 5 columns 3 are the same, L/I scores 2, one has a gap; the column of two gaps is left out.
    found = aligned_sequence_similarity("GWLK-D", "GWI--D")
    assert (found.identity, found.similarity, found.gaps) == (60.0, 80.0, 20.0)
    assert aligned_sequence_similarity("ACGU", "ACGT").identity == 100.0
    for rows in (("AC", "ACG"), ("--", "AC"), ("A1", "AC"), ("", "")):
        with pytest.raises(ToolInputError):
            aligned_sequence_similarity(*rows)


@given(st.lists(proteins, min_size=2, max_size=5))
@settings(deadline=None, max_examples=50)
def test_rows_of_a_multiple_alignment_are_the_sequences(sequences: list[str]) -> None:
    rows = multiple_sequence_alignment(sequences).rows
    assert [row.replace("-", "") for row in rows] == sequences
    assert len({len(row) for row in rows}) == 1
    assert not any(set(column) == {"-"} for column in zip(*rows, strict=True))


def test_two_rows_are_the_pairwise_alignment() -> None:
    found = multiple_sequence_alignment([HBA, HBB])
    first, second = (row.replace("-", "") for row in found.rows)
    assert global_alignment(first, second).score == 292.5
    assert found.identity == pytest.approx(6500 / 149)
    assert multiple_sequence_alignment([HBB, HBB, HBB]).identity == 100.0
    with pytest.raises(ToolInputError):
        multiple_sequence_alignment([HBA])


@given(st.text("ACGT", min_size=4, max_size=30), st.integers(0, 29), st.booleans())
@settings(deadline=None, max_examples=50)
def test_a_turned_circle_is_the_same_circle(circle: str, turn: int, other_strand: bool) -> None:
    turn %= len(circle)
    turned = circle[turn:] + circle[:turn]
    if other_strand:
        turned = turned.translate(str.maketrans("ACGT", "TGCA"))[::-1]
    found = circular_dna_alignment(circle, turned)
    assert (found.identity, found.gaps) == (100.0, 0.0)
    assert found.score == 5 * len(circle)


def test_a_long_circle_is_found_by_its_words() -> None:
    # A de Bruijn-like text without repeats of eight letters; ten bases are missing and the strand is the other one.
    import random

    circle = "".join(random.Random(8).choices("ACGT", k=900))
    other = (circle[400:] + circle[:390]).translate(str.maketrans("ACGT", "TGCA"))[::-1]
    found = circular_dna_alignment(circle, other)
    assert found.strand == "-"
    assert found.gaps == pytest.approx(100 * 10 / 900)
    assert found.identity == pytest.approx(100 * 890 / 900)


def test_redundant_sequences_are_left_out() -> None:
    near = "GWLKDANPRTHEVSQYIMFC"
    assert non_redundant_sequences([near[:-2], near, "MMMMKKKKEEEE", near.replace("G", "A")], 90.0) == [
        near,
        "MMMMKKKKEEEE",
    ]
    # One residue of twenty differs: 95 %.
    assert len(non_redundant_sequences([near, near.replace("G", "A")], 96.0)) == 2
    assert len(non_redundant_sequences([near, near.replace("G", "A")], 95.0)) == 1
    with pytest.raises(ToolInputError):
        non_redundant_sequences([], 90.0)
    with pytest.raises(ToolInputError):
        non_redundant_sequences([near], 0.0)


def test_bad_input_is_refused() -> None:
    for bad in ("", "MK1", "((("):
        with pytest.raises(ToolInputError):
            global_alignment(bad, "MKLV")
        with pytest.raises(ToolInputError):
            local_alignment("MKLV", bad)
    with pytest.raises(ToolInputError, match="kind of sequence"):
        global_alignment("MKLV", "MKLV", "sugar")
    with pytest.raises(ToolInputError, match="gap penalties"):
        global_alignment("MKLV", "MKLV", "auto", 1.0, 2.0)
    with pytest.raises(ToolInputError, match="too many"):
        global_alignment("A" * 30_000, "A" * 30_000)
    with pytest.raises(ToolInputError, match="looks like a protein"):
        circular_dna_alignment("MKLV", "ACGT")
