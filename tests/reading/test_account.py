"""The law of the whole question: each word is accounted for, and what is unread belongs to what it may change."""

from __future__ import annotations

import itertools

import pytest

from scitoolagent.reading.reader import RuleReader
from scitoolagent.records import Query


def unread(query: Query) -> dict[str, tuple[str, ...]]:
    """The unread words, each with the words of the asks that it may change."""
    assert query.request is not None
    texts = {ask.handle: ask.text for ask in query.request.asks}
    return {
        query.text[reading.start : reading.end]: tuple(texts[handle] for handle in reading.asks)
        for reading in query.request.readings
        if reading.role == "unread"
    }


@pytest.mark.parametrize(
    ("question", "left"),
    [
        # words that change a value
        ("What is twice the TPSA of menthol?", {"twice": ("TPSA",)}),
        ("What is half the TPSA of menthol?", {"half": ("TPSA",)}),
        ("What is the TPSA per heavy atom of menthol?", {"per": ("TPSA", "heavy atom")}),
        ("What is the TPSA of menthol rounded?", {"rounded": ("TPSA",)}),
        ("What is the square of the TPSA of menthol?", {"square": ("TPSA",)}),
        ("What is the TPSA plus the logP of menthol?", {"plus": ("TPSA", "logP")}),
        ("What is the difference between the TPSA and the logP of menthol?", {"difference": ("TPSA", "logP")}),
        # words that change the thing
        ("What is the TPSA of deuterated camphor?", {"deuterated": ("TPSA",)}),
        ("What is the TPSA of methylated camphor?", {"methylated": ("TPSA",)}),
        ("What is the TPSA of dimeric camphor?", {"dimeric": ("TPSA",)}),
        ("What is the TPSA of menthol without its oxygen?", {"without": ("TPSA",), "oxygen": ("TPSA",)}),
        # negation, restriction, and numbers that nothing takes
        ("Give only the TPSA of menthol", {"only": ("TPSA",)}),
        ("Don't give the TPSA of menthol", {"Don't": ("TPSA",)}),
        ("What is the TPSA of camphor and not of menthol?", {"not": ("TPSA",)}),
        ("What is the TPSA of menthol 7?", {"7": ("TPSA",)}),
        # a unit that does not fit
        ("What is the TPSA of menthol in kg?", {"kg": ("TPSA",)}),
        # an item of a list that nothing gives
        ("Give the TPSA, the price and the logP of menthol", {"price": ("the price",)}),
    ],
)
def test_what_changes_an_ask_belongs_to_it(reader: RuleReader, question: str, left: dict[str, tuple[str, ...]]) -> None:
    assert unread(reader.read(question)) == left


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("What is the TPSA of menthol? It is not urgent.", {"not", "urgent"}),
        ("Who discovered menthol? What is its TPSA?", {"discovered"}),
        ("My sister likes camphor. What is the TPSA of menthol?", {"sister", "likes"}),
        ("What is the TPSA of menthol, because my aunt needs it?", {"aunt", "needs"}),
        ("What is the TPSA of menthol according to the Zorkine database?", {"Zorkine", "database"}),
    ],
)
def test_what_stands_outside_belongs_to_no_ask(reader: RuleReader, question: str, left: set[str]) -> None:
    assert unread(reader.read(question)) == dict.fromkeys(left, ())


@pytest.mark.parametrize(
    "question",
    [
        "I am a student in a hurry. Please could you tell me the TPSA of menthol? Thank you very much!",
        "What is the TPSA of the two molecules menthol and camphor?",
        "What is the TPSA of menthol, as a number?",
        "Give the TPSA of menthol in one sentence",
        "I have menthol, but what is its TPSA?",
    ],
)
def test_what_only_carries_a_question_is_read(reader: RuleReader, question: str) -> None:
    assert unread(reader.read(question)) == {}


@pytest.mark.parametrize(
    "question",
    [
        "What is the TPSA of menthol?",
        "Sort menthol, camphor and vanillin by TPSA (in Å²), please; then stop at 5 °C!",
        "¿Qué? 12 %% <> the the of of menthol's menthol TPSA TPSA",
    ],
)
def test_every_word_has_one_reading(reader: RuleReader, question: str) -> None:
    query = reader.read(question)
    assert query.request is not None
    readings = query.request.readings
    assert all(before.end <= after.start for before, after in itertools.pairwise(readings))
    inside = {place for reading in readings for place in range(reading.start, reading.end)}
    assert not [sign for place, sign in enumerate(query.text) if sign.isalnum() and place not in inside]


def test_the_number_of_the_values_is_read_and_another_is_not(reader: RuleReader) -> None:
    assert unread(reader.read("What is the TPSA of the three molecules menthol and camphor?")) == {"three": ("TPSA",)}
