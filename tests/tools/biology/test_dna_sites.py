"""Restriction sites, reading frames, CpG islands, palindromes and repeats of DNA."""

from __future__ import annotations

import re

import pytest
from Bio.Seq import Seq
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.registry import load_registry
from scitoolagent.tools.biology.dna_sites import (
    cpg_islands,
    dna_repeats,
    nucleic_palindromes,
    open_reading_frames,
    restriction_cut,
    restriction_sites,
)

dna = st.text("ACGT", min_size=1, max_size=90)


def test_cuts_by_hand() -> None:
    # G^AATTC at 3-8 and G^GATCC at 11-16: the first base behind the cut.
    found = restriction_sites("AAGAATTCAAGGATCCAA", "EcoRI, BamHI, NotI")
    assert found.sites == {"EcoRI": [4], "BamHI": [12]} == dict(sorted(found.sites.items(), reverse=True))
    # Of NotI, which was asked for, it is said that it does not cut.
    assert found.counts == {"BamHI": 1, "EcoRI": 1, "NotI": 0}
    # The site lies across the ends of a circle: TTC…GAA.
    assert restriction_sites("TTCAAAAGAA", "ecori", "circular").counts == {"EcoRI": 1}
    assert restriction_sites("TTCAAAAGAA", "EcoRI").sites == {}
    # All enzymes: HindIII (A^AGCTT) is among those sold.
    assert restriction_sites("CCAAGCTTCC").sites["HindIII"] == [4]


@given(st.text("ACGT", min_size=6, max_size=80))
@settings(deadline=None, max_examples=40)
def test_cuts_are_where_the_site_is(sequence: str) -> None:
    places = [match.start() + 2 for match in re.finditer("(?=GATATC)|(?=GAATTC)", sequence)]
    found = restriction_sites(sequence, "EcoRI,EcoRV").sites
    # EcoRV cuts GAT^ATC two bases later than EcoRI cuts G^AATTC.
    assert sorted([*found.get("EcoRI", []), *(place - 2 for place in found.get("EcoRV", []))]) == places


@given(dna)
@settings(deadline=None, max_examples=150)
def test_frames_are_those_of_translated_text(sequence: str) -> None:
    found = open_reading_frames(sequence, 6)
    expected = []
    for sign, text in ((1, sequence), (-1, str(Seq(sequence).reverse_complement()))):
        for offset in range(3):
            body = text[offset:]
            protein = str(Seq(body[: len(body) // 3 * 3]).translate())
            expected += [(sign * (offset + 1), match[0][:-1]) for match in re.finditer(r"M[^*]*\*", protein)]
    got = [(int(record["frame"]), protein) for record, protein in zip(found.frames, found.proteins, strict=True)]
    assert sorted(got) == sorted(expected)
    for record, protein in zip(found.frames, found.proteins, strict=True):
        piece = Seq(sequence[int(record["start"]) - 1 : int(record["end"])])
        piece = piece if record["strand"] == "+" else piece.reverse_complement()
        assert str(piece.translate()) == protein + "*"


def test_frames_shorter_than_asked_are_left_out() -> None:
    gene = "CCATGGCTAAATGACC"
    assert open_reading_frames(gene, 12).proteins == ["MAK"]
    assert open_reading_frames(gene, 13).frames == []
    with pytest.raises(ToolInputError, match="at least 6"):
        open_reading_frames(gene, 3)


@given(st.text("CG", min_size=40, max_size=120), st.text("AT", min_size=120, max_size=200))
@settings(deadline=None, max_examples=25)
def test_islands_are_the_union_of_windows(rich: str, poor: str) -> None:
    sequence = poor[:110] + rich + rich + poor[110:] + poor
    inside: set[int] = set()
    for start in range(len(sequence) - 199):
        window = sequence[start : start + 200]
        c, g = window.count("C"), window.count("G")
        if c + g > 100 and c and g and window.count("CG") * 200 / (c * g) > 0.6:
            inside |= set(range(start + 1, start + 201))
    found: set[int] = set()
    for record in cpg_islands(sequence):
        found |= set(range(int(record["start"]), int(record["end"]) + 1))
    assert found == inside


def test_islands_by_hand() -> None:
    # 200 bases of CG: GC 100 %, observed/expected 100 * 200 / (100 * 100) = 2.
    assert cpg_islands("CG" * 100) == [
        {"start": 1, "end": 200, "length": 200, "gc_content": 100.0, "observed_to_expected": 2.0}
    ]
    # 60 C, 60 G and 10 CpG in the first window, 10 * 200 / 3600 = 0.56; an eleventh pair ends outside of it.
    assert cpg_islands("CG" * 10 + "A" + "G" * 50 + "A" + "C" * 49 + "A" * 78 + "C" + "G") == []
    # The same bases without CpG are no island.
    assert cpg_islands("G" * 100 + "C" * 100) == []
    with pytest.raises(ToolInputError, match="200 bases"):
        cpg_islands("CG" * 99)


@given(dna, st.integers(1, 4), st.integers(4, 6))
@settings(deadline=None, max_examples=100)
def test_palindromes_are_those_of_the_definition(sequence: str, least: int, most: int) -> None:
    expected = {}
    for length in range(2, 2 * most + 1, 2):
        for start in range(len(sequence) - length + 1):
            piece = sequence[start : start + length]
            if piece == str(Seq(piece).reverse_complement()):
                expected[start + length // 2] = (start + 1, start + length)
    wanted = sorted(span for span in expected.values() if span[1] - span[0] + 1 >= 2 * least)
    found = nucleic_palindromes(sequence, 2 * least, 2 * most)
    assert [(record["start"], record["end"]) for record in found] == wanted


def test_palindromes_of_rna_and_bad_limits() -> None:
    assert nucleic_palindromes("AAGAAUUCAA", 6)[0]["sequence"] == "GAAUUC"
    with pytest.raises(ToolInputError, match="in order"):
        nucleic_palindromes("ACGT", 8, 6)
    assert dna_repeats("GATTACACGATTACA", 5) == [{"sequence": "GATTACA", "length": 7, "starts": [1, 9]}]


def test_bad_input_is_refused() -> None:
    for function in (restriction_sites, open_reading_frames, cpg_islands, nucleic_palindromes, dna_repeats):
        for bad in ("", "MKLV", "ACGTN", "A" * 600_000):
            with pytest.raises(ToolInputError):
                function(bad)
    with pytest.raises(ToolInputError, match="no restriction enzyme"):
        restriction_sites("ACGT", "Nonsense")
    with pytest.raises(ToolInputError, match="linear or circular"):
        restriction_sites("ACGT", "EcoRI", "square")


def test_one_enzyme_cuts_or_does_not() -> None:
    # G^GATCC twice; the number is that of the first base behind the cut.
    found = restriction_cut("AAGGATCCAAGGATCCTT", "BamHI")
    assert (found.cut, found.count, found.sites) == (True, 2, {"BamHI": [4, 12]})
    assert restriction_cut("AAGCATCCTT", "BamHI").cut is False
    for enzyme in ("all", "EcoRI, BamHI", "Nonsense"):
        with pytest.raises(ToolInputError):
            restriction_cut("AAGGATCC", enzyme)


def test_names_of_enzymes_are_told_from_words() -> None:
    from Bio.Restriction import CommOnly

    pattern = re.compile(load_registry().types["RestrictionEnzyme"].pattern or "")
    missed = [str(one) for one in CommOnly if not pattern.fullmatch(str(one))]
    # Nearly all that are sold end in a Roman number; "Sau3AI" and "HindIII" among them.
    assert len(missed) <= 0.01 * len(CommOnly)
    assert not any(pattern.fullmatch(word) for word in ("DNA", "Cut", "MIX", "Vitamin", "GGATCC", "ATGIV"))


def test_a_sequence_shorter_than_the_shortest_frame_has_no_answer() -> None:
    short = "CCATGAAATTTGGGCCCTAAGG"
    with pytest.raises(ToolInputError, match="75"):
        open_reading_frames(short)
    assert [frame["length"] for frame in open_reading_frames(short, 12).frames] == [18]
