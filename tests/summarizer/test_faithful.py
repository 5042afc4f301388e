"""A text holds values by their places alone; any other number or identifier is one of the question."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.records import AnswerValue, Query, Rounding
from scitoolagent.summarizer.faithful import placed, unfounded

QUERY = Query(
    text="What are TPSA, logP and key of CC(C)C1CCC(C)CC1O at 298 K, pH 7.40 and -5 °C, UniProt P69905, 3-7 bar?"
)


def value(held: Any, label: str = "molecular weight", unit: str | None = None, **more: Any) -> AnswerValue:
    return AnswerValue(
        label=label, subject="", type="T", value=held, unit=unit, step=1, tool="t", source="tests", **more
    )


TWO = (value(78.114, unit="g/mol"), value(128.174, unit="g/mol"))
ONE = TWO[:1]


@pytest.mark.parametrize("text", [
    "The TPSA is {1}.", "At 298 K it is {1}, at -5 °C {2}.", "pH=7.4: {1}", "At 298K: {1}.", "It is CC(C)C1CCC(C)CC1O.",
    "P69905 holds {1}.", "Between 3 and 7 bar ({1}).", "At 3-7 bar it is {1}; “{2}”", "", "No value was found.",
    "**{1}**", "logP≈{1}, '{2}'", "{1} — {2}",
])  # fmt: skip
def test_what_the_question_says_passes(text: str) -> None:
    assert unfounded(text, QUERY, TWO) == []


@pytest.mark.parametrize(("text", "token"), [
    # Right digits, typed: nothing ties them to their subject.
    ("The molecular weight of benzene is 128.174 g/mol.", "128.174"),
    ("About 78 g/mol.", "78"), ("It is 78.114.", "78.114"),
    ("It boils at 212 °C.", "212"), ("4 centres", "4"), ("2.98 K", "2.98"), ("at 5 °C", "5"),  # the sign lost
    ("1.5e-8 mol", "1.5e-8"), ("See 10.1021/jm000942e.", "10.1021/jm000942e"), ("99% safe", "99%"),
    ("Its key is NOOLISFMXDJSKH-UHFFFAOYSA-N.", "NOOLISFMXDJSKH-UHFFFAOYSA-N"),
    ("The sequence MKTAYIAKQR.", "MKTAYIAKQR"), ("It is CC(C)C1CCC(C)CC1N.", "CC(C)C1CCC(C)CC1N"),
    # A part of an identifier, a number in one, or one of a pair is not the whole.
    ("UniProt P6990.", "P6990"), ("It is 69905 g.", "69905"), ("It has 1 ring.", "1"), ("3-8 bar", "3-8"), ("C298", "C298"),
])  # fmt: skip
def test_what_is_typed_or_invented_does_not(text: str, token: str) -> None:
    assert unfounded(text, QUERY, TWO) == [token]


@pytest.mark.parametrize(("text", "place"), [
    ("It is -{1}.", "-{1}"), ("It is {1}0.", "{1}0"), ("{1} % of it", "{1} %"), ("1/{1}", "/{1}"), ("{1}{2}", "{1}{"),
    ("{1}/{2}", "{1}/"),
])  # fmt: skip
def test_a_place_stands_alone(text: str, place: str) -> None:
    assert place in unfounded(text, QUERY, TWO)


def test_a_label_may_be_said() -> None:
    assert unfounded("The IC50 is {1}.", QUERY, (value(1.0, "IC50"),)) == []
    assert unfounded("The IC50 is {1}.", QUERY, ONE) == ["IC50"]
    assert unfounded("The 3D fingerprint is {1}.", QUERY, (value("x", "3D fingerprint"),)) == []


@pytest.mark.parametrize(("text", "found"), [
    ("It is 78.114 g/mol.", "It is {1}."), ("(78.114 g/mol)", "({1})"), ("MW=78.114 g/mol, by RDKit", "MW={1}, by RDKit"),
    # Not as the answer shows it: another unit, none, rounded, a part of another number.
    *((text, text) for text in (
        "It is 78.114.", "It is 78 g/mol.", "It is 78.11 g/mol.", "It is 78.114 kg/mol.", "-78.114 g/mol",
        "178.114 g/mol", "78.114 g/molar", "1.78.114 g/mol",
    )),
])  # fmt: skip
def test_the_only_value_may_be_typed_as_it_is_shown(text: str, found: str) -> None:
    assert placed(text, QUERY, ONE) == found
    assert placed(text, QUERY, TWO) == text
    assert bool(unfounded(placed(text, QUERY, ONE), QUERY, ONE)) == (found == text)


def test_as_it_is_shown_is_as_the_question_wants_it_rounded() -> None:
    rounded = (value(78.114, unit="g/mol", rounding=Rounding(digits=1, significant=False)),)
    assert placed("78.1 g/mol", QUERY, rounded) == "{1}"
    assert placed("78.114 g/mol", QUERY, rounded) == "78.114 g/mol"


def test_what_the_question_says_too_is_no_place() -> None:
    text = "At 298 K it is 298 K."
    assert placed(text, QUERY, (value(298, unit="K"),)) == text


@settings(deadline=None)
@given(st.floats(min_value=-1e6, max_value=1e6, allow_nan=False), st.integers(0, 6))
def test_no_typed_number_passes_whatever_its_digits(held: float, places: int) -> None:
    text = f"{held:.{places}f}"
    assert unfounded(f"It is {text} g.", Query(text="x"), (value(held), value(1.0))) == [text]
    assert unfounded(f"It is {text} g.", Query(text=f"Is it {text} g?"), (value(held), value(1.0))) == []


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_judged(text: str) -> None:
    assert all(token in text for token in unfounded(text, QUERY, TWO))
    placed(text, QUERY, ONE)


def test_digits_that_only_look_like_a_number_break_nothing() -> None:
    query = Query(text="12e9999999999999999999 1e5000")
    assert unfounded("It is 3e88888888888888888888.", query) != []
    assert unfounded("It is 1e5000.", query) == []
