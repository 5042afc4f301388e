"""Numbers with units are found as people write them; what cannot be one value says so and is never overlooked."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.errors import PlanError
from scitoolagent.tool.quantities import MOST, find_quantities, read_quantity
from scitoolagent.tool.units import UnitError


def found(text: str) -> list[tuple[float, str]]:
    return [(one.value, one.unit) for one in find_quantities(text) if not one.problem]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a 10 mM solution", [(10.0, "mM")]),
        ("a 10-mM solution of 10mM", [(10.0, "mM"), (10.0, "mM")]),
        ("500 mg of 8 g", [(500.0, "mg"), (8.0, "g")]),
        ("1e-3 mM, 1.5·10⁻³ M, 1.5 x 10^-3 M, 2×10-6 M, 10⁻³ M, 10^-3 M", [
            (1e-3, "mM"), (1.5e-3, "M"), (1.5e-3, "M"), (2e-6, "M"), (1e-3, "M"), (1e-3, "M")]),
        ("0,1 mol/L and 1,5 g", [(0.1, "mol/L"), (1.5, "g")]),
        ("1,500 mg and 2,000,000 Da", [(1500.0, "mg"), (2e6, "Da")]),
        ("−5 °C, -5 °C and –5 °C", [(-5.0, "°C")] * 3),
        ("25 degrees Celsius or 300 Kelvin or 25 C", [(25.0, "degrees Celsius"), (300.0, "Kelvin"), (25.0, "C")]),
        ("5 mg per mL, 5 J/(mol K), 8 g L-1, 3 mol·dm⁻³", [
            (5.0, "mg per mL"), (5.0, "J/(mol K)"), (8.0, "g L-1"), (3.0, "mol·dm⁻³")]),
        ("5 % (w/v) and 90% identity", [(5.0, "% (w/v)"), (90.0, "%")]),
        ("dilute 1 M to 0.05 M", [(1.0, "M"), (0.05, "M")]),
        ("5 mM L-alanine, 2 g t-BuOH", [(5.0, "mM"), (2.0, "g")]),
        ("below 88 per cent of 3 per second", [(88.0, "per cent"), (3.0, "1/second")]),
        ("0.1 furlongs", [(0.1, "furlongs")]),
        ("15 mL/min/kg, 5 mg/kg/day, 3 L/h/m², 5 mg per kg per day", [
            (15.0, "mL/min/kg"), (5.0, "mg/kg/day"), (3.0, "L/h/m²"), (5.0, "mg per kg per day")]),
        ("a lysate of 12 U/mg and 40 U/mL", [(12.0, "U/mg"), (40.0, "U/mL")]),
    ],
)  # fmt: skip
def test_quantities_as_people_write_them(text: str, values: list[tuple[float, str]]) -> None:
    assert found(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "2-propanol", "1,2-dichloroethane", "3D descriptors", "the 3d orbitals", "3 C atoms", "2 N atoms", "radius 3",
        "2048 bits", "vitamin B12", "[13C]", "mM NaCl", "6.02e23", "2 chains and 5 points", "2,4-D", "C1CC1", "pH 7.4",
        "1 in 5 people", "at 22/11/2026", "insulin 12 U", "a 3 U/Th ratio", "235 U",
    ],
)  # fmt: skip
def test_what_is_no_quantity(text: str) -> None:
    assert find_quantities(text) == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("10-20 mM", "range"), ("10 – 20 mM", "range"), ("10 to 20 mM", "range"), ("10 mM - 20 mM", "range"),
        ("between 10 and 20 °C", "range"), ("between 10 °C and 20 °C", "range"),
        ("25 ± 1 °C", "uncertainty"), ("25 °C ± 1 °C", "uncertainty"), ("25 +/- 1 °C", "uncertainty"),
        ("5 mM mg", "second unit"), ("5 mM/zork", "cannot be read"), ("1e400 mM", "finite"), ("NaN °C", "finite"),
        ("inf K", "finite"), ("1/2 M", "one number"), ("1.2.3 mM", "one number"), ("10.000,5 mg", "one number"),
        ("0,5 M and 1,500 mM", "comma"),
    ],
)  # fmt: skip
def test_what_cannot_be_one_value_says_so(text: str, problem: str) -> None:
    assert any(problem in one.problem for one in find_quantities(text))


def test_bounds_are_told_from_values() -> None:
    for text in ("below 5 Å", "< 5 Å", "at least 5 Å", "no more than 5 Å"):
        assert [bool(one.bound) for one in find_quantities(text)] == [True], text
    assert [one.bound for one in find_quantities("within 5 Å")] == [""]


@pytest.mark.parametrize("text", ["made up to 250 mL", "fill it up to 250 mL", "brought the volume up to 250 mL"])
def test_what_is_filled_up_to_a_mark_is_a_volume(text: str) -> None:
    (quantity,) = find_quantities(text)
    assert quantity.bound == ""
    (quantity,) = find_quantities("a volume of up to 250 mL")
    assert quantity.bound == "below"


def test_places_are_those_of_the_text() -> None:
    text = "10 µM of X, then 1,5\u00a0g"
    for one in find_quantities(text):
        assert text[one.start : one.end] == one.text
    assert [one.handle for one in find_quantities(text)] == ["quantity1", "quantity2"]
    assert find_quantities(text, [(0, 5)])[0].text.startswith("1,5")


def test_too_many_are_refused_and_long_texts_are_read_quickly() -> None:
    with pytest.raises(PlanError, match=str(MOST)):
        find_quantities("1 g, " * (MOST + 1))
    start = time.process_time()
    for text in ("9" * 100_000, "10 x 10 " * 12_000, "1." * 50_000, "5 - " * 25_000, "5 mM" + " " * 100_000 + "g"):
        find_quantities(text)
    assert time.process_time() - start < 30  # a search that grows with the square takes minutes


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    for one in find_quantities(text):
        assert text[one.start : one.end] == one.text


@given(st.floats(1e-9, 1e9), st.sampled_from(["mM", "K", "g/L", "kcal/mol", "Å"]))
def test_what_is_written_is_read(value: float, unit: str) -> None:
    assert found(f"take {value!r} {unit} of it") == [(value, unit)]


def test_one_quantity_as_a_whole_text() -> None:
    assert read_quantity("2 x 10^-6 M") == (2e-6, "M")
    assert read_quantity("5 V") == (5.0, "V")
    for text in ("", "5", "mM", "5 zork", "5 mM of it", "x 5 mM", "5-6 mM", "1e999 g"):
        with pytest.raises(UnitError):
            read_quantity(text)


def test_deep_brackets_end() -> None:
    assert find_quantities("5 " + "g/(" * 30_000) != ()


def test_an_element_behind_a_quantity_is_no_unit() -> None:
    """10 g N2 are of nitrogen, no grams and newtons squared."""
    assert [(one.text, one.problem) for one in find_quantities("10 g N2 and 3 g H2")] == [("10 g", ""), ("3 g", "")]


def test_the_ends_of_a_range_may_have_units_of_their_own() -> None:
    (one,) = find_quantities("an IC50 between 10 nM and 1 µM")
    assert (one.value, one.upper, one.unit) == (10.0, 1000.0, "nM")
    # 0 °C is 273.15 K
    (two,) = find_quantities("between 250 K and 0 °C")
    assert (two.value, two.upper, two.unit) == (250.0, 273.15, "K")
    (other,) = find_quantities("between 10 nM and 1 g")
    assert other.upper is None
