"""The unit that an answer is wanted in, and questions that name nothing but a unit."""

from __future__ import annotations

import pytest

from scitoolagent.reading.reader import RuleReader


@pytest.mark.parametrize(
    ("question", "units"),
    [
        ("molecular weight of menthol in kDa", {"molecular weight": "kDa"}),
        ("In kg/mol, what is the molecular weight of menthol?", {"molecular weight": "kg/mol"}),
        ("TPSA (in nm²) of menthol", {"TPSA": "nm²"}),
        ("the melting point of iron in degrees Fahrenheit", {"melting point": "[degF]"}),
        ("the melting point of iron in kelvin", {"melting point": "K"}),
        # to the ask that can be in it
        ("the TPSA and the molecular weight of menthol in kDa", {"TPSA": "", "molecular weight": "kDa"}),
        # of another sentence
        ("The TPSA of menthol. In kDa, its molecular weight?", {"TPSA": "", "molecular weight": "kDa"}),
        ("the TPSA of menthol", {"TPSA": ""}),
    ],
)
def test_units_go_to_the_asks_that_can_be_in_them(reader: RuleReader, question: str, units: dict[str, str]) -> None:
    request = reader.read(question).request
    assert request is not None
    assert {ask.text: ask.unit for ask in request.asks} == units
    assert "unread" not in {reading.role for reading in request.readings}


@pytest.mark.parametrize(
    ("question", "units"),
    [
        ("the melting point of iron in °C and K", ["°C", "K"]),
        ("the melting point of iron in kelvin, °C and °F", ["K", "°C", "°F"]),
        ("the TPSA and the molecular weight of menthol in kDa and g/mol", ["", "kDa", "g/mol"]),
        ("How many kg/mol and g/mol is menthol?", ["kg/mol", "g/mol"]),
    ],
)
def test_each_of_several_units_is_given(reader: RuleReader, question: str, units: list[str]) -> None:
    request = reader.read(question).request
    assert request is not None
    assert [ask.unit for ask in request.asks] == units
    assert "unread" not in {reading.role for reading in request.readings}


def test_a_mass_in_two_units_is_not_given_in_the_first_alone(reader: RuleReader) -> None:
    query = reader.read("How many grams and milligrams are 0.03 mol of KBr?")
    assert query.request is not None
    units = {ask.unit for ask in query.request.asks if ask.what}
    assert len(units) == 2 or "unread" in {reading.role for reading in query.request.readings}


def test_a_unit_that_serves_no_ask_is_unread(reader: RuleReader) -> None:
    query = reader.read("the TPSA of menthol in kelvin")
    assert query.request is not None
    assert [ask.unit for ask in query.request.asks] == [""]
    assert [query.text[part.start : part.end] for part in query.request.readings if part.role == "unread"] == ["kelvin"]


@pytest.mark.parametrize(
    ("question", "unit", "tool"),
    [
        ("How many g/mol is menthol?", "g/mol", "molecular_weight"),
        ("How many kDa does GIVEQCCTSICSLYQLENYCN have?", "kDa", "molecular_weight"),
    ],
)
def test_a_unit_alone_asks_for_its_usual_property(reader: RuleReader, question: str, unit: str, tool: str) -> None:
    request = reader.read(question).request
    assert request is not None
    (ask,) = request.asks
    assert ask.unit == unit
    assert tool in {candidate.tool for candidate in ask.what}


def test_what_is_no_unit_asks_for_nothing(reader: RuleReader) -> None:
    request = reader.read("How many boxes is menthol?").request
    assert request is not None
    assert not [ask for ask in request.asks if ask.what]


@pytest.mark.parametrize(
    "question",
    [
        "How much potassium bromide do I need for 40 mL of a 3 mM solution?",
        "How do I make 40 mL of 3 mM potassium bromide?",
        "How much KBr should I weigh out for 40 mL of 3 mM?",
    ],
)
def test_how_much_of_a_substance_asks_for_its_mass(reader: RuleReader, question: str) -> None:
    request = reader.read(question).request
    assert request is not None
    (ask,) = request.asks
    assert "mass_for_molarity" in {candidate.tool for candidate in ask.what}
    assert not [reading for reading in request.readings if reading.role == "unread"]


@pytest.mark.parametrize("question", ["How much potassium bromide do I need?", "How much KBr is too much?"])
def test_without_an_amount_it_asks_for_nothing(reader: RuleReader, question: str) -> None:
    request = reader.read(question).request
    assert request is not None
    assert not [ask for ask in request.asks if ask.what]
