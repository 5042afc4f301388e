"""Numbers are read as people write them; what may be two numbers, or none, is never taken for one."""

from __future__ import annotations

import math

import pytest

from scitoolagent.tool.numbers import find_numbers, number_at
from scitoolagent.tool.quantities import find_quantities


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,500", 1500.0), ("1'500", 1500.0), ("1’500", 1500.0), ("1_500", 1500.0), ("1\u00a0500", 1500.0),
        ("1\u202f500", 1500.0), ("100 000", 100_000.0), ("1 000 500", 1_000_500.0), ("0,5", 0.5), (".5", 0.5),
        ("minus 5", -5.0), ("negative 5", -5.0), ("five", 5.0), ("minus ten", -10.0), ("1.5·10⁻³", 1.5e-3),
        ("1.5 x 10^-3", 1.5e-3), ("10**-3", 1e-3),
    ],
)  # fmt: skip
def test_numbers(text: str, value: float) -> None:
    (found,) = find_numbers(text)
    assert found.value == pytest.approx(value, rel=1e-12, abs=0)
    assert (found.start, found.end, found.problem) == (0, len(text), "")


@pytest.mark.parametrize(
    "text", ["1.2.3", "1/2", "10.000,5", "1½", "½", "3 million", "1e5e5 ", "0x10 ", "2^3 ", "10(1) ", "two hundred",
             "twenty-five", "half a", "a dozen"]
)  # fmt: skip
def test_what_is_not_one_number_says_so(text: str) -> None:
    assert find_numbers(text)[0].problem and not math.isfinite(find_numbers(text)[0].value)


def test_a_decimal_comma_elsewhere_makes_a_comma_of_thousands_unclear() -> None:
    assert find_numbers("1,500")[0].problem == ""
    assert "comma" in find_numbers("0,5 and 1,500")[1].problem


def test_a_number_at_a_place() -> None:
    found = number_at("x 5 y", 2)
    assert found is not None and found.value == 5.0
    assert number_at("x 5 y", 0) is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2 500 mL", "side by side"), ("5 x 10 mM", "side by side"), ("1.5 10^-3 M", "side by side"),
        ("10 or 20 mM", "two values"), ("10 degrees below zero", "below zero"), ("10 mol%", "second unit"),
        ("5 mol %", "second unit"), ("10 mM plus or minus 1 mM", "uncertainty"), ("3 million Da", "one number"),
    ],
)  # fmt: skip
def test_quantities_that_are_not_one_value(text: str, problem: str) -> None:
    assert next(problem in one.problem for one in find_quantities(text))


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("one M", 1.0, "M"), ("two g of it", 2.0, "g"), ("six ångström", 6.0, "ångström"), ("minus 80 °C", -80.0, "°C"), ("0.1M-HCl", 0.1, "M"),
        ("50 mM-NaCl", 50.0, "mM"), ("a 6.5-Å cutoff", 6.5, "Å"), ("at 6.5 A", 6.5, "A"), ("1 000 nM", 1000.0, "nM"),
    ],
)  # fmt: skip
def test_quantities(text: str, value: float, unit: str) -> None:
    assert [(one.value, one.unit, one.problem) for one in find_quantities(text)] == [(value, unit, "")]


@pytest.mark.parametrize(
    "text",
    ["two C atoms", "one H", "1L-inositol", "2N-methyl", "two chains", "18-crown-6", "coenzyme Q10", "carbon-14",
     "a unit such as mM", "in mM", "how many mL of it", "conversion of kJ/mol", "the third ring", "two K channels", "three d orbitals"],
)  # fmt: skip
def test_no_quantities(text: str) -> None:
    assert find_quantities(text) == ()


def test_a_unit_without_a_number_says_so() -> None:
    (found,) = find_quantities("at mM salt")
    assert found.unit == "mM" and "no number" in found.problem


@pytest.mark.parametrize(
    ("text", "side"),
    [("below 5 Å", "below"), ("no more than 5 Å", "below"), ("at most 5 Å", "below"), ("> 5 Å", "above"),
     ("not below 5 Å", "above"), ("no less than 5 Å", "above"), ("within 5 Å", ""), ("of 5 Å", "")],
)  # fmt: skip
def test_bounds_have_a_side(text: str, side: str) -> None:
    assert [one.bound for one in find_quantities(text)] == [side]
