"""How many digits an answer is wanted with, and of which ask that is said."""

from __future__ import annotations

import pytest

from scitoolagent.reading.reader import RuleReader
from scitoolagent.records import Rounding


def roundings(reader: RuleReader, question: str) -> list[Rounding | None]:
    request = reader.read(question).request
    assert request is not None
    assert not [reading for reading in request.readings if reading.role == "unread"]
    return [ask.rounding for ask in request.asks]


@pytest.mark.parametrize(
    ("question", "digits", "significant"),
    [
        ("TPSA of menthol rounded to 1 decimal place", 1, False),
        ("Give the TPSA of menthol to three decimals", 3, False),
        ("TPSA of menthol? Round off to two digits after the decimal point, please.", 2, False),
        ("Round the TPSA of menthol to the nearest integer", 0, False),
        ("the TPSA of menthol as a whole number", 0, False),
        ("the TPSA of menthol to the nearest hundredth", 2, False),
        ("molecular weight of cholesterol to the nearest ten", -1, False),
        ("the TPSA of menthol with 3 significant figures", 3, True),
        ("the TPSA of menthol, 4 sig figs", 4, True),
    ],
)
def test_digits(reader: RuleReader, question: str, digits: int, significant: bool) -> None:
    assert roundings(reader, question) == [Rounding(digits=digits, significant=significant)]


def test_each_wish_is_for_the_ask_in_front_of_it(reader: RuleReader) -> None:
    asked = "logP of menthol to 1 decimal and its TPSA to 2 significant figures"
    assert roundings(reader, asked) == [Rounding(digits=1), Rounding(digits=2, significant=True)]
    assert roundings(reader, "logP and TPSA of menthol to 1 decimal") == [Rounding(digits=1)] * 2


@pytest.mark.parametrize("question", ["the rounded TPSA of menthol", "TPSA of menthol to 99 decimals"])
def test_no_wish_that_can_be_met_is_unread(reader: RuleReader, question: str) -> None:
    request = reader.read(question).request
    assert request is not None
    assert [ask.rounding for ask in request.asks] == [None]
    assert [reading for reading in request.readings if reading.role == "unread"]
