"""Buffers, series of dilutions and conversions are found by their words, and nothing else is."""

from __future__ import annotations

import time

import pytest

from scitoolagent.tools.general._solution_words import (
    find_buffers,
    find_converted_values,
    find_dilution_series,
    find_target_units,
)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("turn 310 K into degrees Celsius", "310.0 K", "degrees Celsius"),
        ("77 °F in kelvin", "77.0 °F", "kelvin"),
        ("How many µL are 0.3 mL?", "0.3 mL", "µL"),
        ("how many minutes are there in 3 hours", "3.0 hours", "minutes"),
        ("express 12 kJ/mol in kcal/mol", "12.0 kJ/mol", "kcal/mol"),
        ("-40 °C to °F", "-40.0 °C", "°F"),
        ("0.02 M as mM", "0.02 M", "mM"),
    ],
)
def test_a_conversion_is_found(text: str, value: str, unit: str) -> None:
    assert [found for _, _, found in find_converted_values(text)] == [value]
    assert [found.replace("u", "µ") if "µ" in unit else found for _, _, found in find_target_units(text)] == [unit]


@pytest.mark.parametrize(
    "text",
    [
        "How many moles are 20 g of sugar?",
        "the boiling point at 1 atm in kelvin",
        "the mass of 0.3 mol in grams",
        "How many kJ/mol does a 633 nm photon have?",
        "heated from 20 °C to 90 °C",
        "the weight in kDa",
        "dilute 5 M to 0.1 M",
    ],
)
def test_other_units_convert_nothing(text: str) -> None:
    assert list(find_converted_values(text)) == list(find_target_units(text)) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("diluted tenfold four times in a row", "10 x 4"),
        ("a 1:20 dilution", "20 x 1"),
        ("diluted sixfold twice", "6 x 2"),
        ("a serial 5-fold dilution, 3 steps", "5 x 3"),
        ("diluted 1/50", "50 x 1"),
    ],
)
def test_a_series_of_dilutions_is_found(text: str, value: str) -> None:
    assert [found for _, _, found in find_dilution_series(text)] == [value]


def test_a_ratio_is_no_dilution() -> None:
    assert list(find_dilution_series("mixed in the ratio 1:3, a twofold axis")) == []


@pytest.mark.parametrize("power", ["10^-5", "10-5".replace("-", "⁻"), "10**-5"])
def test_a_power_of_ten_is_no_series_of_dilutions(power: str) -> None:
    assert list(find_dilution_series(f"dilute 1.2 mM stock to 50 mL of 3 x {power} M")) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("with 0.3 M formic acid and 0.1 M sodium formate, pKa 3.75", "0.3 M formic acid + 0.1 M sodium formate"),
        ("40 mM KH2PO4 + 20 mM K2HPO4 (pKa 7.2)", "40.0 mM KH2PO4 + 20.0 mM K2HPO4"),
    ],
)
def test_a_buffer_is_found(text: str, value: str) -> None:
    assert [found for _, _, found in find_buffers(text)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "0.3 M acid and 0.1 M base, pKa 3.75",
        "in a buffer of 50 mM NaCl and 2 mM MgCl2",
        "0.1 M formic acid, pKa 3.75",
        "0.1 M A, 0.2 M B and 0.3 M C, pKa 5",
    ],
)
def test_what_is_no_pair_of_substances_is_left(text: str) -> None:
    assert list(find_buffers(text)) == []


def test_finders_are_quick_on_long_texts() -> None:
    for finder in (find_buffers, find_converted_values, find_target_units, find_dilution_series):
        list(finder("warm 5 mM in M, pKa 3, diluted 1:5"))
        for text in ("diluted 1:5 pKa 3, " * 5000, "5 mM in M " * 195, "ten fold " * 10_000):
            started = time.perf_counter()
            list(finder(text))
            assert time.perf_counter() - started < 10
