"""DNA with codes of several bases is read without being called DNA: what is asked tells it from a protein."""

from __future__ import annotations

import pytest

from scitoolagent.reading.notation import is_ambiguous_dna


@pytest.mark.parametrize("letters", ["ATGNNRYCC", "ATGNRYCCA", "ATGNNNGGRTAA", "ACGTRYSWKMBACGTACGTACGT"])
def test_bases_with_codes_may_be_dna(letters: str) -> None:
    assert is_ambiguous_dna(letters)


@pytest.mark.parametrize(
    "letters",
    [
        "ATGCATGCN",  # plain, which needs no second reading
        "ATGR",  # too short
        "STANDARD",  # a word of such letters, most of which are codes
        "GIVEQCCTSICSLYQLENYCN",  # E, I, L and Q are codes of no base
        "ATGNRYKSWMHV",  # more codes than bases
    ],
)
def test_other_runs_of_letters_are_not(letters: str) -> None:
    assert not is_ambiguous_dna(letters)
