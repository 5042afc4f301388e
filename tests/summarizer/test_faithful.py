"""A text may state what results and question hold, at most rounded, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scitoolagent.records import Query, StepResult, Value
from scitoolagent.summarizer.faithful import unfounded

QUERY = Query(text="What are TPSA, logP and key of menthol at 298 K, UniProt P69905?")


def result(**outputs: Any) -> StepResult:
    values = {name: Value(type="X", value=value) for name, value in outputs.items()}
    return StepResult(step=1, tool="x", status="ok", outputs=values, arguments={"smiles": "CC(C)C1CCC(C)CC1O"})


RESULTS = (
    result(
        tpsa=20.2345,
        logp=-2.44,
        share=0.125,
        count=3,
        key="NOOLISFMXDJSKH-UHFFFAOYSA-N",
        formula="C10H20O",
        table={"Ala": 8.25, "Gly": [1, 2]},
        tiny=1.5e-7,
        large=123456.0,
    ),
)


@pytest.mark.parametrize("text", [
    "The TPSA is 20.2345.", "About 20.23 (20.2), or 20.", "logP is -2.44, near -2.4.",
    "Its key is NOOLISFMXDJSKH-UHFFFAOYSA-N.", "C10H20O at 298 K.", "P69905 holds 8.25 of Ala, then 1 and 2.",
    "It has 3 centres: CC(C)C1CCC(C)CC1O.", "pH=3, TPSA:20.23", "", "No value was found.", "20.23Å²", "123456 units",
    "“20.23”, '3'", "0.12",
])  # fmt: skip
def test_what_is_held_passes(text: str) -> None:
    assert unfounded(text, QUERY, RESULTS) == []


@pytest.mark.parametrize(("text", "token"), [
    ("The TPSA is 20.3245.", "20.3245"),                # digits swapped
    ("The TPSA is 20.24.", "20.24"),                    # rounded wrongly
    ("The TPSA is 202.345.", "202.345"),                   # the point moved
    ("The TPSA is 20.23451.", "20.23451"),                 # more digits than there are
    ("logP is 2.44.", "2.44"),                             # the sign lost
    ("logP is -2.5.", "-2.5"),
    ("Its key is NOOLISFMXDJSKH-UHFFFAOYSA-M.", "NOOLISFMXDJSKH-UHFFFAOYSA-M"),
    ("Its key is NOOLISFMXDJSKH.X", "NOOLISFMXDJSKH.X"),
    ("UniProt P69906.", "P69906"), ("It is C9H19O.", "C9H19O"), ("It is CC(C)C1CCC(C)CC1N.", "CC(C)C1CCC(C)CC1N"),
    ("The sequence MKTAYIAKQR.", "MKTAYIAKQR"), ("It boils at 212 °C.", "212"), ("4 centres", "4"), ("2.98 K", "2.98"),
    ("1.5e-8 mol", "1.5e-8"), ("See 10.1021/jm000942e.", "10.1021/jm000942e"), ("99% safe", "99%"),
    # A part of an identifier or of a pair of numbers is not the whole.
    ("UniProt P6990.", "P6990"), ("It is C10H2.", "C10H2"), ("3-7 centres", "3-7"),
])  # fmt: skip
def test_what_is_altered_or_invented_does_not(text: str, token: str) -> None:
    assert unfounded(text, QUERY, RESULTS) == [token]


@settings(deadline=None)
@given(st.floats(min_value=-1e6, max_value=1e6, allow_nan=False), st.integers(0, 6))
def test_every_rounding_passes_and_the_next_number_does_not(value: float, places: int) -> None:
    held = (result(value=value),)
    text = f"{value:.{places}f}"
    query = Query(text="x")
    assert unfounded(f"It is {text} g.", query, (held[0].model_copy(update={"arguments": {}}),)) == []
    other = f"{float(text) + 3 * 10.0**-places:.{places}f}"
    assume(float(other) != float(f"{value:.7g}"))  # the value as people are shown it
    assert unfounded(f"It is {other} g.", query, (held[0].model_copy(update={"arguments": {}}),)) == [other]


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_judged(text: str) -> None:
    assert all(token in text for token in unfounded(text, QUERY, RESULTS))


def test_digits_that_only_look_like_a_number_break_nothing() -> None:
    held = (result(value="12e9999999999999999999 1e5000"),)
    assert unfounded("It is 3e88888888888888888888.", Query(text="x"), held) != []
