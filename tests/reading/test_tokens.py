"""Values of a question are one token each, and a full stop inside a number or a name ends no sentence."""

from __future__ import annotations

import pytest

from scitoolagent.reading.tokens import ENTITY, NUMBER, QUANTITY, SIGN, WORD, read_tokens, sentences
from scitoolagent.records import Entity, Quantity, Query


def entity(text: str, start: int, end: int) -> Entity:
    return Entity(
        handle=f"x{start}", type="MoleculeName", value=text[start:end], text=text[start:end], start=start, end=end
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,200", 1200.0),
        ("12,345,678", 12345678.0),
        ("3.5", 3.5),
        ("0,25", 0.25),
        ("1,5", 1.5),
        ("two", 2.0),
        ("many", None),
        # a version or a section is no number
        ("1.2.3", None),
    ],
)
def test_numbers(text: str, number: float | None) -> None:
    (token,) = read_tokens(Query(text=text))
    assert token.number == number


def test_a_value_is_one_token() -> None:
    text = "Does 2,4-xylenol melt at 25 °C?"
    quantity = Quantity(handle="quantity1", value=25, unit="°C", text="25 °C", start=25, end=30)
    query = Query(text=text, entities=(entity(text, 5, 16),), quantities=(quantity,))
    assert [(token.text, token.kind) for token in read_tokens(query)] == [
        ("does", WORD),
        ("2,4-xylenol", ENTITY),
        ("melt", WORD),
        ("at", WORD),
        ("25 °C", QUANTITY),
        ("?", SIGN),
    ]


def test_two_readings_of_one_place_are_one_token() -> None:
    text = "iron or tin"
    iron = entity(text, 0, 4)
    query = Query(text=text, entities=(iron, iron.model_copy(update={"handle": "y1", "type": "ElementSymbol"})))
    assert [token.kind for token in read_tokens(query)] == [ENTITY, WORD, WORD]


def test_an_apostrophe_stays_in_its_word() -> None:
    assert [token.text for token in read_tokens(Query(text="It doesn’t, 7 do"))] == ["it", "doesn't", ",", "7", "do"]
    assert [token.kind for token in read_tokens(Query(text="x 7 +"))] == [WORD, NUMBER, SIGN]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It weighs 3.5 of them. And then?", 2),
        ("open lib.csv and go on", 1),
        ("one\ntwo\n\nthree", 3),
        ("first; second! third", 3),
        ("what...?!", 1),
        ("", 0),
    ],
)
def test_sentences(text: str, count: int) -> None:
    assert len(sentences(text, read_tokens(Query(text=text)))) == count


def test_a_mark_inside_a_value_ends_no_sentence() -> None:
    text = "mass of CuSO4. 5H2O please. Thanks"
    query = Query(text=text, entities=(entity(text, 8, 19),))
    assert [len(part) for part in sentences(text, read_tokens(query))] == [5, 1]
