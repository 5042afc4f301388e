"""Sequences that are more than one run of letters."""

from __future__ import annotations

import pytest

from scitoolagent.reading.sequences import block_run, coded_peptide, fasta_records, primed_sequences


def test_records_have_names_and_places() -> None:
    text = "Compare\n>first one\nATGC\nGGA\n>second\nmkwvtfisllflfssaysrg\nand tell me"
    first, second = fasta_records(text)
    assert (first.name, first.letters, text[first.start : first.end]) == (
        "first one",
        "ATGCGGA",
        ">first one\nATGC\nGGA",
    )
    assert (second.name, second.letters) == ("second", "MKWVTFISLLFLFSSAYSRG")


@pytest.mark.parametrize(
    "behind", ["Thanks", "\nTHANKS", "What is it?", "translate it please", "THANKS", "GC content?", "1. first"]
)
def test_prose_behind_a_record_is_no_residue(behind: str) -> None:
    (record,) = fasta_records(f">r\nATGCC\n{behind}")
    assert record.letters == "ATGCC"


@pytest.mark.parametrize(
    "text", ["is x > 5\nAND", "a->b\nATG", ">\n\n", "> quoted mail\nhow are you", ">only a header"]
)
def test_no_record(text: str) -> None:
    assert not list(fasta_records(text))


@pytest.mark.parametrize(
    ("text", "letters", "read_as"),
    [
        ("5'-ATGC-3'", "ATGC", ""),
        ("5' atg ccc 3'", "ATGCCC", ""),
        ("3'-TACG-5'", "GCAT", "5'-GCAT-3'"),
        ("5'-AUGC", "AUGC", ""),
    ],
)
def test_strands_with_marked_ends(text: str, letters: str, read_as: str) -> None:
    (found,) = primed_sequences(f"the strand {text}, please")
    assert (found.letters, found.read_as) == (letters, read_as)


@pytest.mark.parametrize("text", ["5' to 3'", "5'-ATGC-5'", "a 5'-phosphate and a 3'-end", "from 5' towards"])
def test_ends_without_a_strand(text: str) -> None:
    assert not list(primed_sequences(text))


@pytest.mark.parametrize(
    ("chunk", "letters"),
    [("Gly-Ala-Val", "GAV"), ("H-Phe-Lys-OH", "FK"), ("met-ala", "MA"), ("Gly-Xyz", None), ("Gly", None)],
)
def test_three_letter_codes(chunk: str, letters: str | None) -> None:
    assert coded_peptide(chunk) == letters


@pytest.mark.parametrize(
    ("text", "several", "found"),
    [
        ("ATG GCC TAA", False, (3, "ATGGCCTAA")),
        ("atg gcc taa", False, (3, "ATGGCCTAA")),
        ("cat tag", False, None),  # words
        ("MKWVTFISLL FLFSSAYSRG VF", False, (3, "MKWVTFISLLFLFSSAYSRGVF")),
        ("MKWVTFISLL MKWVTFISLV", False, None),  # as likely two
        ("ATGCATGCAT ATGCATGCAA ATGCATGCAG", True, None),  # "the sequences …"
        ("ATG GCC, TAA", False, (2, "ATGGCC")),
        ("ATG", False, None),
    ],
)
def test_blocks(text: str, several: bool, found: tuple[int, str] | None) -> None:
    chunks, place = [], 0
    for word in text.split():
        place = text.index(word, place)
        chunks.append((place, word))
        place += len(word)
    assert block_run(chunks, 0, text, several) == found
