"""Misspelt words of properties: one word that was surely meant, or none; told in the answer."""

from __future__ import annotations

import pytest

from scitoolagent.reading.reader import RuleReader
from scitoolagent.reading.typos import Speller, slips

WORDS = ["molecular", "weight", "surface", "point", "paint", "isoelectric", "lipophilicity", "ring"]


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("weight", "weight", 0),
        ("weigth", "weight", 1),  # two letters swapped
        ("wight", "weight", 1),  # one left out
        ("weeight", "weight", 1),  # one added
        ("waight", "weight", 1),  # one changed
        ("wieghts", "weight", 2),
        # a letter is not moved twice: CA → AC → ABC is 3 in optimal string alignment
        ("ca", "abc", 3),
        ("", "abc", 3),
    ],
)
def test_slips(one: str, other: str, count: int) -> None:
    assert slips(one, other, 5) == slips(other, one, 5) == count


def test_no_more_slips_are_counted_than_matter() -> None:
    assert slips("molecular", "weight", 2) == 3


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("weigth", "weight"),
        ("surfase", "surface"),
        ("moleclar", "molecular"),
        ("lipofilicity", "lipophilicity"),
        ("iseolectrc", "isoelectric"),
        # two slips in a short word, another first letter, a short word, a word, two as near
        ("sufrase", None),
        ("eight", None),
        ("rnig", None),
        ("weight", None),
        ("poynt", "point"),
        ("pxint", None),
        ("zebra", None),
        ("wei9ht", None),
    ],
)
def test_meant(word: str, meant: str | None) -> None:
    assert Speller(WORDS).meant(word) == meant


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the moleclar weigth of menthol?", {"moleclar": "molecular", "weigth": "weight"}),
        ("What is the polar surfase area of menthol?", {"surfase": "surface"}),
        ("What is the iseolectric point of GIVEQCCTSICSLYQLENYCN?", {"iseolectric": "isoelectric"}),
        ("What is the TPSA of menthol?", {}),
        # nothing is gained: the words around it stay unread
        ("Fly me to the mooon, surfase", {}),
    ],
)
def test_what_was_taken_for_another_word_is_told(reader: RuleReader, question: str, told: dict[str, str]) -> None:
    query = reader.read(question)
    assert query.request is not None
    found = {query.text[part.start : part.end]: part.read_as for part in query.request.readings if part.read_as}
    assert found == told
    if told:
        assert "unread" not in {part.role for part in query.request.readings}


@pytest.mark.parametrize("word", ["patient", "negative", "closed", "price"])
def test_a_frequent_word_is_no_slip(reader: RuleReader, word: str) -> None:
    slip = Speller(reader.index.vocabulary)
    assert slip.meant(word) is None
    assert slip.meant("weigth") == "weight"
