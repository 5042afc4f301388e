"""Arithmetic with units: against pint, on scales without true zero, and where nothing can be computed."""

from __future__ import annotations

import re

import pint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scitoolagent.solver.arithmetic import Amount, amount, comparable, computed, in_unit, power
from scitoolagent.tool.units import UnitError, readings

UNITS = (
    "g mg kg L mL uL mol mmol s min h m cm J kJ Pa K g/L mol/L M mM mg/mL m/s cm3 kJ/mol J/(mol.K) 1/s W N V".split()
)
REGISTRY = pint.UnitRegistry()
NUMBERS = st.floats(0.01, 1000.0).map(lambda number: float(f"{number:.6g}"))
AMOUNTS = st.builds(amount, NUMBERS, st.sampled_from(UNITS))
PURE = st.builds(lambda number: Amount(number, ""), NUMBERS)


def by_pint(given: Amount) -> pint.Quantity:
    """The same amount as pint has it; the code of its unit is read anew."""
    code = re.sub(r"(?<=[A-Za-z])(\d+)", r"**\1", given.unit.replace(".", "*").replace("^", ""))
    return REGISTRY.Quantity(given.value, re.sub(r"\bM\b", "molar", re.sub(r"\bmM\b", "millimolar", code)) or "")


def agree(found: Amount, expected: pint.Quantity) -> None:
    mine = by_pint(found).to_base_units()
    theirs = expected.to_base_units()
    assert mine.dimensionality == theirs.dimensionality
    assert mine.magnitude == pytest.approx(theirs.magnitude, rel=1e-9, abs=0)


@given(AMOUNTS | PURE, AMOUNTS | PURE)
def test_products_and_quotients_are_those_of_pint(left: Amount, right: Amount) -> None:
    agree(computed("*", left, right), by_pint(left) * by_pint(right))
    agree(computed("/", left, right), by_pint(left) / by_pint(right))


@given(AMOUNTS, AMOUNTS, AMOUNTS)
def test_longer_terms_are_those_of_pint_in_any_order(first: Amount, second: Amount, third: Amount) -> None:
    expected = by_pint(first) * by_pint(second) / by_pint(third)
    agree(computed("/", computed("*", first, second), third), expected)
    agree(computed("*", computed("/", first, third), second), expected)
    agree(computed("/", first, computed("/", third, second)), expected)


@given(AMOUNTS, AMOUNTS)
def test_sums_are_those_of_pint_and_of_one_dimension_alone(left: Amount, right: Amount) -> None:
    one, other = by_pint(left), by_pint(right)
    for sign in ("+", "-"):
        if one.dimensionality != other.dimensionality:
            with pytest.raises(UnitError):
                computed(sign, left, right)
            continue
        found = computed(sign, left, right)
        expected = one + other if sign == "+" else one - other
        assert found.unit == left.unit
        assert by_pint(found).to_base_units().magnitude == pytest.approx(
            expected.to_base_units().magnitude, rel=1e-9, abs=1e-9 * abs(one.to_base_units().magnitude)
        )


@given(AMOUNTS, st.integers(-4, 4))
def test_powers_are_those_of_pint(given: Amount, exponent: int) -> None:
    agree(power(given, exponent), by_pint(given) ** exponent)


def test_a_high_power_can_be_computed_with() -> None:
    sixth = power(amount(2, "Å"), 6)
    assert sixth.value == 64
    assert computed("*", sixth, amount(2, "g")).value == 128
    assert computed("/", sixth, power(amount(1, "Å"), 5)) == Amount(64.0, "Ao")


@given(AMOUNTS | PURE, AMOUNTS | PURE)
def test_codes_can_be_read_by_people(left: Amount, right: Amount) -> None:
    for found in (computed("*", left, right), computed("/", left, right)):
        assert "-" not in found.unit
        assert found.unit.count("/") <= 1
        atoms = re.findall(r"[A-Za-z]+", found.unit)
        assert len(atoms) == len(set(atoms))
        # The next call reads it again.
        assert readings(found.unit or "1")


@settings(max_examples=50)
@given(NUMBERS, NUMBERS, st.sampled_from(["g", "mL", "kJ/mol"]))
def test_what_cancels_is_a_pure_number(first: float, second: float, unit: str) -> None:
    found = computed("/", amount(first, unit), amount(second, unit))
    assert found.unit == ""
    assert found.value == pytest.approx(first / second)


@pytest.mark.parametrize(
    ("sign", "left", "right", "value", "unit"),
    [
        ("*", (20, "mM"), (5, "mL"), 0.1, "mmol"),
        ("/", (5, "g"), (2, "L"), 2.5, "g/L"),
        ("*", (3, "M"), (2, "mL"), 0.006, "mol"),
        ("/", (3, "mmol"), (2, "M"), 0.0015, "L"),
        ("*", (1, "uL/min"), (1, "h"), 60, "uL"),
        ("/", (1, "kJ/mol"), (8.314, "J/mol/K"), 1000 / 8.314, "K"),
        ("*", (1, "mg/kg"), (70, "kg"), 70, "mg"),
        ("/", (6, "L"), (2, "cm2"), 3000, "cm"),
        ("/", (1, "Å"), (1, "nm"), 0.1, ""),
        ("*", (50, "%"), (10, "g"), 5, "g"),
        ("/", (10, "g"), (50, "%"), 20, "g"),
        ("*", (1, "ppm"), (1, "kg"), 1e-6, "kg"),
        ("+", (5, "%"), (3, "%"), 8, "%"),
        ("+", (5, "%"), (1, ""), 105, "%"),
        ("-", (100, "%"), (0.5, ""), 50, "%"),
        ("+", (1, "M"), (1, "mol/L"), 2, "M"),
        ("+", (20, "°C"), (5, "K"), 25, "Cel"),
        ("-", (20, "°C"), (5, "K"), 15, "Cel"),
        ("-", (25, "°C"), (20, "°C"), 5, "K"),
        ("-", (20, "°C"), (25, "°C"), -5, "K"),
        ("-", (68, "°F"), (20, "°C"), 0, "K"),
        ("+", (5, "°F"), (9, "K"), 21.2, "[degF]"),
        ("-", (300, "K"), (25, "°C"), 1.85, "K"),
        ("+", (5, "K"), (-9, "K"), -4, "K"),
    ],
)
def test_results_have_the_unit_that_people_would_write(
    sign: str, left: tuple[float, str], right: tuple[float, str], value: float, unit: str
) -> None:
    found = computed(sign, amount(*left), amount(*right))
    assert found.unit == unit
    assert found.value == pytest.approx(value, abs=1e-9 if value == 0 else 0, rel=1e-9)


def test_temperatures_go_from_scale_to_scale() -> None:
    assert in_unit(amount(25, "°C"), "K").value == pytest.approx(298.15)
    assert in_unit(amount(77, "°F"), "°C").value == pytest.approx(25)
    assert comparable(amount(25, "°C"), amount(300, "K"))[1] == pytest.approx(26.85)


def test_differences_of_temperature_may_be_negative() -> None:
    cooled = computed("-", amount(20, "°C"), amount(25, "°C"))
    assert comparable(amount(3, "K"), cooled) == (3, -5)
    assert computed("+", amount(3, "K"), cooled).value == -2
    assert in_unit(cooled, "K").value == -5


@pytest.mark.parametrize(
    ("sign", "left", "right", "why"),
    [
        ("+", (1, "g"), (1, "mL"), "cannot be added to 1 g"),
        ("-", (1, "g"), (1, "mol"), "cannot be subtracted from 1 g"),
        ("+", (1, "g"), (1, ""), "cannot be added"),
        ("+", (20, "°C"), (9, "g"), "cannot be converted"),
        ("*", (20, "°C"), (2, ""), "use .to\\('K'\\)"),
        ("*", (2, "mol"), (20, "°C"), "use .to\\('K'\\)"),
        ("/", (20, "°F"), (2, "s"), "no true zero"),
        ("/", (20, "g"), (0, "L"), "divided by zero"),
        ("/", (20, "g"), (0, ""), "divided by zero"),
    ],
)
def test_what_cannot_be_computed_says_why(
    sign: str, left: tuple[float, str], right: tuple[float, str], why: str
) -> None:
    with pytest.raises(UnitError, match=why):
        computed(sign, amount(*left), amount(*right))


@pytest.mark.parametrize(
    ("base", "exponent"),
    [
        ((2, "g"), 0.5),
        ((2, "g"), 10),
        ((2, "g"), float("inf")),
        ((2, "g"), float("nan")),
        ((2, "g"), 1e300),
        ((0, "g"), -1),
        ((1e300, "g"), 9),
        ((20, "°C"), 2),
    ],
)
def test_powers_that_are_no_numbers_are_refused(base: tuple[float, str], exponent: float) -> None:
    with pytest.raises(UnitError):
        power(amount(*base), exponent)


@pytest.mark.parametrize(
    ("value", "unit"),
    [(float("inf"), "g"), (float("nan"), "g"), (10**400, "g"), (5, "florps"), (5, "mol%")],
)
def test_what_is_no_amount_is_refused(value: float, unit: str) -> None:
    with pytest.raises(UnitError):
        amount(value, unit)


def test_another_dimension_is_no_unit_of_an_amount() -> None:
    with pytest.raises(UnitError, match="5 g cannot be converted to mL"):
        in_unit(amount(5, "g"), "mL")
    with pytest.raises(UnitError):
        comparable(amount(5, "g"), amount(5, "mL"))
    with pytest.raises(UnitError):
        comparable(amount(5, "g"), Amount(5, ""))


def test_a_weight_by_volume_is_a_concentration() -> None:
    assert in_unit(amount(5, "% w/v"), "g/L").value == pytest.approx(50)
