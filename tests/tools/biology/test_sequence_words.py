"""What a question says of a sequence in phrases is found by its words, and nothing where no phrase says it."""

from __future__ import annotations

import time

import pytest

from scitoolagent.language.words import phrases_of
from scitoolagent.tools.biology._sequence_words import (
    find_cysteine_states,
    find_directions,
    find_enzymes,
    find_genetic_codes,
    find_missed_cleavages,
    find_ranges,
    find_residue_kinds,
)


@pytest.mark.parametrize(
    ("text", "span", "value"),
    [
        ("Give residues 4-11 of it", "residues 4-11", "4-11"),
        ("residues 4–11", "residues 4–11", "4-11"),
        ("bases 6 to 31", "bases 6 to 31", "6-31 nt"),
        ("amino acids 3 through 8", "amino acids 3 through 8", "3-8 aa"),
        ("from residue 2 to residue 6", "residue 2 to residue 6", "2-6"),
        ("the region 14..20", "region 14..20", "14-20"),
        ("the first 7 residues", "first 7 residues", "first 7"),
        ("the first nine residues", "first nine residues", "first 9"),
        ("its last 4 amino acids", "last 4 amino acids", "last 4 aa"),
        ("the six N-terminal residues", "six N-terminal residues", "first 6 aa"),
        ("the C-terminal 8 residues", "C-terminal 8 residues", "last 8 aa"),
        ("6 nucleotides at the 3' end", "6 nucleotides at the 3' end", "last 6 nt"),
        ("the first two codons", "first two codons", "first 6 nt"),
        ("codons 3 to 5", "codons 3 to 5", "7-15 nt"),
        ("residue 9", "residue 9", "9"),
        ("the 9th amino acid", "9th amino acid", "9 aa"),
        ("the first base", "first base", "first 1 nt"),
        ("residues 5 onwards", "residues 5 onwards", "5-end"),
        ("without the first 3 residues", "without the first 3 residues", "without first 3"),
        ("after deleting residues 3-5", "deleting residues 3-5", "without 3-5"),
    ],
)
def test_a_range_of_positions_is_found(text: str, span: str, value: str) -> None:
    [(start, end, found)] = find_ranges(text)
    assert (text[start:end], found) == (span, value)


@pytest.mark.parametrize(
    "text",
    [
        # A list is no range, and half of it would be a wrong answer.
        "residues 3, 5 and 7",
        "residues 1 to 4 and 9 to 12",
        "residue 3 or 8",
        "residues between 3 and 9",
        "peptides of 8 residues with an overlap of 4",
        "a window of 9 residues",
        "how many residues has it",
        "reading frame 2",
        "at residue position 3",
        "the first peptide of the digest",
        "more than 10 amino acids",
        "the number of bases",
    ],
)
def test_no_range_is_seen_where_none_is_told(text: str) -> None:
    assert list(find_ranges(text)) == []


@pytest.mark.parametrize(
    ("text", "span", "value"),
    [
        ("How many leucine residues has MKLLA?", "leucine residues", "leucine"),
        ("the number of Ser in MKSSA", "Ser", "serine"),
        ("how many W are in MKWWA", "W", "W"),
        ("the count of the Gs in ATGGCC", "Gs", "G"),
        ("the count of guanines", "guanines", "guanine"),
        ("the percentage of acidic residues", "acidic residues", "acidic"),
        ("how many negatively charged amino acids", "negatively charged amino acids", "negatively charged"),
        ("the proline content", "proline", "proline"),
        ("which share of the residues are aromatic", "aromatic", "aromatic"),
        ("the number of purines", "purines", "purine"),
    ],
)
def test_a_kind_of_residue_is_found(text: str, span: str, value: str) -> None:
    found = [(text[start:end], kind) for start, end, kind in find_residue_kinds(text)]
    assert found == [(span, value)]


@pytest.mark.parametrize(
    "text",
    [
        "the TPSA of lysine",
        "the molecular weight of glycine and alanine",
        "how many N atoms has it",
        "how many N has caffeine",
        "the number of aromatic rings",
        "the fraction of aliphatic carbons",
        "the number of arginine molecules",
        "the GC content",
    ],
)
def test_a_compound_is_no_kind_of_residue(text: str) -> None:
    assert list(find_residue_kinds(text)) == []


def test_genetic_codes_are_those_of_ncbi() -> None:
    from Bio.Data import CodonTable

    # Names of Biopython, which holds NCBI's tables.
    tables = CodonTable.unambiguous_dna_by_id
    known = {number: {str(name).lower() for name in table.names} for number, table in tables.items()}
    for number, names in phrases_of("genetic_codes").items():
        words = " ".join(known[int(number)]).replace(";", " ").split()
        assert {word for word in names[0].split() if word not in ("universal",)} <= set(words), number
    text = "with the yeast mitochondrial code"
    assert [value for _, _, value in find_genetic_codes(text)] == [3]
    assert list(find_genetic_codes("the genetic code of yeast")) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [("written 5' to 3'", "5' to 3'"), ("read 3′→5′", "3' to 5'"), ("in the 5’-3’ direction", "5' to 3'")],
)
def test_a_direction_is_found(text: str, value: str) -> None:
    assert [found for _, _, found in find_directions(text)] == [value]


def test_the_ends_of_a_written_sequence_are_no_direction() -> None:
    assert list(find_directions("5'-ATGCCA-3'")) == []


@pytest.mark.parametrize("finder", [find_ranges, find_residue_kinds, find_genetic_codes, find_directions])
def test_a_finder_is_quick_on_long_texts(finder) -> None:  # type: ignore[no-untyped-def]
    list(finder("warm"))
    for text in (
        "first residues 10 to how many lysine " * 2700,
        "first " * 17_000,
        "residues 1" * 10_000,
        "5' " * 33_000,
    ):
        started = time.perf_counter()
        list(finder(text))
        # 100,000 characters; about 0.2 s on one core.
        assert time.perf_counter() - started < 10


@pytest.mark.parametrize(
    ("text", "span", "value"),
    [
        ("(all Cys reduced)", "all Cys reduced", "reduced"),
        ("with reduced cysteines", "with reduced cysteines", "reduced"),
        ("the cysteines being oxidised", "cysteines being oxidised", "oxidised"),
        ("assuming all cysteines are in disulfides", "assuming all cysteines are in disulfides", "oxidised"),
        ("with disulfide bonds", "with disulfide bonds", "oxidised"),
        ("without disulfide bonds", "without disulfide bonds", "reduced"),
    ],
)
def test_the_state_of_the_cysteines_is_found(text: str, span: str, value: str) -> None:
    [(start, end, found)] = find_cysteine_states(text)
    assert (text[start:end], found) == (span, value)


@pytest.mark.parametrize("text", ["how many cysteines has it", "the reduced form of NAD", "free lysine"])
def test_other_cysteines_have_no_state(text: str) -> None:
    assert list(find_cysteine_states(text)) == []


@pytest.mark.parametrize(
    ("text", "span", "value"),
    [
        ("up to two missed cleavages", "up to two missed cleavages", 2),
        ("allowing at most 1 missed cleavage", "allowing at most 1 missed cleavage", 1),
        ("no missed cleavages", "no missed cleavages", 0),
        ("missed cleavages: 3", "missed cleavages: 3", 3),
    ],
)
def test_missed_cleavages_are_found(text: str, span: str, value: int) -> None:
    [(start, end, found)] = find_missed_cleavages(text)
    assert (text[start:end], found) == (span, value)


def test_an_exact_number_of_missed_cleavages_is_not_taken_for_a_limit() -> None:
    assert [text for text in ("exactly one missed cleavage",) if list(find_missed_cleavages(text))] == []


def test_enzymes_are_found_by_how_they_are_written() -> None:
    text = "Do EcoRI, HindIII or Sau3AI cut GGATCC of E. coli DNA in vitro?"
    assert [value for _, _, value in find_enzymes(text)] == ["EcoRI", "HindIII", "Sau3AI"]


def test_enzymes_that_cut_together_are_one_value() -> None:
    def values(text: str) -> list[object]:
        return [value for _, _, value in find_enzymes(text)]

    assert values("cut it with EcoRI and BamHI") == ["EcoRI, BamHI"]
    assert values("EcoRI, BamHI, and HindIII") == ["EcoRI, BamHI, HindIII"]
    assert values("EcoRI/BamHI") == ["EcoRI, BamHI"]
    assert values("EcoRI or BamHI") == ["EcoRI", "BamHI"]
    assert [*find_enzymes("cut by the restriction enzyme EcoRI")] == [(7, 35, "EcoRI")]
    assert values("EcoRI cuts it and BamHI does not") == ["EcoRI", "BamHI"]
