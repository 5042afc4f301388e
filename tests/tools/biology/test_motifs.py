"""Patterns, motifs and repeats of proteins."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology._prosite import Element, Pattern, find_pattern, format_pattern, parse_pattern
from scitoolagent.tools.biology._repeats import find_repeats
from scitoolagent.tools.biology.motifs import _motifs, protein_motifs, protein_pattern_matches, protein_repeats

LETTERS = "ACDEFGHIKLMNPQRSTVWY"


@st.composite
def elements(draw: st.DrawFn) -> Element:
    residues = draw(st.frozensets(st.sampled_from(LETTERS), min_size=1))
    least = draw(st.integers(0, 4))
    return Element(residues, least, draw(st.integers(max(least, 1), 5)))


patterns = st.builds(Pattern, st.lists(elements(), min_size=1, max_size=6).map(tuple), st.booleans(), st.booleans())


@given(patterns)
def test_reading_undoes_writing(pattern: Pattern) -> None:
    assert parse_pattern(format_pattern(pattern)) == pattern


@given(patterns, st.text("ACDE", max_size=14))
@settings(max_examples=200, deadline=None)
def test_matches_are_those_of_a_regular_expression(pattern: Pattern, chain: str) -> None:
    body = "".join(f"[{''.join(sorted(e.residues))}]{{{e.least},{e.most}}}" for e in pattern.elements)
    expression = re.compile(body)
    expected = []
    for start in range(1 if pattern.at_start else len(chain)):
        ends = [end for end in range(len(chain), start, -1) if expression.fullmatch(chain, start, end)]
        ends = [end for end in ends if end == len(chain) or not pattern.at_end]
        if ends and start < len(chain):
            expected.append((start, ends[0]))
    assert find_pattern(pattern, chain) == expected


@pytest.mark.parametrize(
    ("pattern", "chain", "spans"),
    [
        ("N-{P}-[ST]-{P}", "ANGTANPSANASP", [(2, 5)]),
        ("R-G-D", "RGDRGD", [(1, 3), (4, 6)]),
        ("<M-A", "MAMA", [(1, 2)]),
        ("K-D-E-L>", "KDELKDEL", [(5, 8)]),
        ("C-x(2,4)-C.", "CAACAAC", [(1, 4), (4, 7)]),
        ("A-A", "AAA", [(1, 2), (2, 3)]),
    ],
)
def test_patterns_by_hand(pattern: str, chain: str, spans: list[tuple[int, int]]) -> None:
    found = protein_pattern_matches(chain, pattern)
    assert [(record["start"], record["end"]) for record in found] == spans
    assert all(record["sequence"] == chain[int(record["start"]) - 1 : int(record["end"])] for record in found)


@pytest.mark.parametrize("text", ["", "-", "A--A", "[", "A(2", "A(3,2)", "A(0)", "B", "[]", "{ACDEFGHIKLMNPQRSTVWY}",
                                  "a-b", "x(999)", "A|B", "(((", "x-" * 2000])  # fmt: skip
def test_bad_patterns_are_refused(text: str) -> None:
    with pytest.raises(ToolInputError):
        protein_pattern_matches("ACDEFG", text)


def test_every_shipped_motif_reads_and_is_sourced() -> None:
    motifs = list(_motifs())
    assert len(motifs) == 46
    assert len({name for name, *_ in motifs}) == 46
    for name, text, chance, source, _, pattern in motifs:
        assert parse_pattern(format_pattern(pattern)) == parse_pattern(text), name
        assert chance in ("common", "rare"), name
        assert re.search(r"(19|20)\d\d", source), name


def _names(chain: str) -> set[str | int]:
    return {record["name"] for record in protein_motifs(chain) if record["chance"] == "rare"}


def test_known_sites_of_known_proteins() -> None:
    # Human H-Ras 1-25: P-loop GAGGVGKS at 10-17 (UniProt P01112); its tail CVLS is the CAAX box.
    ras = protein_motifs("MTEYKLVVVGAGGVGKSALTIQLIQNHFVDEYDPTIEDSYRKQ")
    assert ("ATP/GTP-binding P-loop (Walker A)", 10, 17) in {(r["name"], r["start"], r["end"]) for r in ras}
    assert "CAAX prenylation box" in _names("MKKGSGCVLS")
    # Human calmodulin, first loop DKDGDGTITTKE (UniProt P0DP23, 21-32).
    assert "EF-hand calcium-binding loop" in _names("FKEAFSLFDKDGDGTITTKELGTVM")
    # Bovine rhodopsin: ERY motif in LATLGGEIALWSLVVLAIERYVVV and NPVIYIMMNKQF (UniProt P02699).
    assert "G-protein coupled receptor family 1 E/DRY motif" in _names("LATLGGEIALWSLVVLAIERYVVV")
    assert "G-protein coupled receptor family 1 NPxxY motif" in _names("KTSAVYNPVIYIMMNKQFRNCM")
    # Yeast GCN4 zipper (UniProt P03069, 249-281).
    assert "leucine zipper" in _names("RMKQLEDKVEELLSKNYHLENEVARLKKLVGER")
    # Horse heart cytochrome c, CAQCH at 14-18.
    assert "cytochrome c haem-binding site" in _names("GDVEKGKKIFVQKCAQCHTVEKGGK")
    # Xenopus TFIIIA, second finger.
    assert "zinc finger C2H2" in _names("FPCKEEGCEKGFTSLHHLTRHSLTHTGEK")
    # Bovine trypsin: TAAHC at the histidine, GDSGG at the serine.
    assert {
        "trypsin-family serine protease histidine active site",
        "trypsin-family serine protease serine active site",
    } <= _names("VVSAAHCYKSGIQVRLGCQGDSGGPVV")
    assert "N-glycosylation site" in {record["name"] for record in protein_motifs("AANGTAA")}


def test_rare_motifs_come_first_and_nothing_is_an_empty_list() -> None:
    chances = [record["chance"] for record in protein_motifs("MSTNKTRLQRGDWWCPECGKSFSQSSNLQKHQRTHTKDEL")]
    assert chances == sorted(chances, key=lambda chance: chance == "common")
    assert protein_motifs("GGGG") == []


@given(st.text("AC", max_size=16), st.integers(2, 4))
@settings(max_examples=150, deadline=None)
def test_repeats_are_those_of_the_definition(text: str, shortest: int) -> None:
    assert dict(find_repeats(text, shortest)) == _repeats_by_definition(text, shortest)


def _repeats_by_definition(text: str, shortest: int) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            places.setdefault(text[start:end], []).append(start + 1)

    def often(segment: str) -> int:
        return len(places.get(segment, []))

    return {
        segment: starts
        for segment, starts in places.items()
        if len(starts) > 1
        and len(segment) >= shortest
        and all(often(letter + segment) < len(starts) and often(segment + letter) < len(starts) for letter in "AC")
    }


def test_repeats_by_hand_and_bad_lengths() -> None:
    assert protein_repeats("GWLKDAGWLKDP", 3) == [{"sequence": "GWLKD", "length": 5, "starts": [1, 7]}]
    assert protein_repeats("ACDEFG", 2) == []
    with pytest.raises(ToolInputError, match="2 or more"):
        protein_repeats("ACAC", 1)
    with pytest.raises(ToolInputError, match="ask for longer"):
        protein_repeats("A" * 2000, 2)
