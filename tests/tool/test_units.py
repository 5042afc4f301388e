"""Units are read as people and UCUM write them and converted exactly; what does not fit is refused with both units."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.tool import unit_sign
from scitoolagent.tool.registry import load_registry
from scitoolagent.tool.units import (
    UnitError,
    convert,
    convertible,
    differs_by_molar_mass,
    dimension,
    readings,
    unit_code,
)


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        # Definitions: exact, so nothing is lost on the way (5 mg/mL is not 4.999… g/L).
        (10, "mM", "mol/L", 0.01),
        (5, "mg/mL", "kg/m3", 5.0),
        (1, "µM", "nmol/L", 1000.0),
        (1, "\u03bcM", "nmol/L", 1000.0),
        (300, "K", "Cel", 26.85),
        (98.6, "°F", "Cel", 37.0),
        (25, "degrees Celsius", "K", 298.15),
        (500, "mg", "g", 0.5),
        (1.54, "Å", "nm", 0.154),
        (1.54, "\u212b", "pm", 154.0),
        (2, "hours", "min", 120.0),
        (1, "atm", "kPa", 101.325),
        (1, "bar", "Pa", 1e5),
        (8.5, "g L-1", "kg/m3", 8.5),
        (8.5, "g·L⁻¹", "kg/m3", 8.5),
        (1, "mol dm-3", "mol/L", 1.0),
        (3, "J mol^-1 K^-1", "J/(mol.K)", 3.0),
        (1, "L/(mol.cm)", "m2/mol", 0.1),
        (50, "%", "1", 0.5),
        (5, "% (w/v)", "g/L", 50.0),
        (5, "ppm", "%", 0.0005),
        (120, "rpm", "Hz", 2.0),
        # An enzyme unit is a micromole in a minute (IUBMB); two denominators are one product.
        (12, "U/mg", "umol/min/mg", 12.0),
        (12, "U/mg", "µkat/mg", 0.2),
        (15, "mL/min/kg", "L/(h.kg)", 0.9),
        (48, "mg/kg/day", "mg/(kg.h)", 2.0),
        (3, "L/h/m2", "mL/min/m2", 50.0),
        (10_000, "gauss", "T", 1.0),
        (2, "carats", "g", 0.4),  # not in the kept table: pint itself is asked
    ],
)
def test_exact_conversions(value: float, source: str, target: str, expected: float) -> None:
    assert convert(value, source, target) == expected


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        # NIST SP 811 and CODATA 2018, to the digits given there.
        (1, "eV", "kJ/mol", 96.48533212),
        (1, "Hartree", "kcal/mol", 627.5094741),
        (1, "eV", "cm-1", 8065.543937),
        (1, "kJ/mol", "cm-1", 83.593472),
        (83.593472, "cm-1", "kJ/mol", 1.0),
        (8065.543937, "cm-1", "eV", 1.0),
        (760, "mmHg", "atm", 1.000000142),
        (1, "psi", "kPa", 6.894757293),
        (0.5, "rad", "deg", 28.64788976),
        (1, "parsec", "m", 3.0856775815e16),
        (18.015, "Da", "g/mol", 18.015),
        (66.5, "kDa", "g/mol", 66500.0),
    ],
)
def test_measured_conversions(value: float, source: str, target: str, expected: float) -> None:
    assert convert(value, source, target) == pytest.approx(expected, rel=1e-8, abs=0)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("furlongs", "mol/L"), ("°", "Cel"), ("deg", "1"), ("rad", "%"), ("kJ", "kJ/mol"), ("g", "Da/mol"),
        ("nM", "nm"), ("mm", "mM"), ("J", "cm-1"), ("Bq", "Hz"), ("m-1", "m"), ("g/L", "mol/L"),
    ],
)  # fmt: skip
def test_what_has_another_dimension_is_refused_with_both_units(source: str, target: str) -> None:
    assert not convertible(source, target)
    with pytest.raises(UnitError) as error:
        convert(1, source, target)
    assert source in str(error.value) and (unit_sign(target) or "without unit") in str(error.value)


@pytest.mark.parametrize("text", ["zork", "5 m", "m^", "((", "10**9", "mM/", "import os", "g" * 1000, "\x00", "m**99"])
def test_what_is_no_unit_is_refused(text: str) -> None:
    with pytest.raises(UnitError):
        readings(text)


def test_temperatures_end_at_absolute_zero() -> None:
    assert convert(-273.15, "Cel", "K") == 0.0
    for value, unit in ((-273.16, "°C"), (-1, "K"), (-459.68, "°F")):
        with pytest.raises(UnitError, match="absolute zero"):
            convert(value, unit, "K")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e308])
def test_what_is_no_finite_number_is_refused(value: float) -> None:
    with pytest.raises(UnitError):
        convert(value, "km", "fm")


def test_a_letter_with_two_meanings_takes_the_one_that_fits() -> None:
    assert convert(25, "C", "K") == 298.15
    assert convert(3, "C", "mC") == 3000.0
    with pytest.raises(UnitError):
        convert(3, "C", "m")


def test_case_tells_signs_apart() -> None:
    assert dimension("mM") != dimension("mm")
    assert readings("MPa")[0].factor == 10**9 * readings("mPa")[0].factor
    assert dimension("K") == (("temperature", 1),) and dimension("kilometre") == dimension("KILOMETRES")


def test_mass_and_amount_differ_by_a_molar_mass() -> None:
    assert differs_by_molar_mass("g/L", "mol/L") and differs_by_molar_mass("mmol", "g")
    assert not differs_by_molar_mass("g", "kg") and not differs_by_molar_mass("m", "mol")


@given(st.sampled_from(["mM", "K", "°F", "kcal/mol", "Å", "g/L"]), st.floats(1e-6, 1e6))
def test_there_and_back(unit: str, value: float) -> None:
    base = {"mM": "mol/L", "K": "Cel", "°F": "K", "kcal/mol": "eV", "Å": "nm", "g/L": "mg/mL"}[unit]
    assert convert(convert(value, unit, base), base, unit) == pytest.approx(value, rel=1e-9, abs=1e-9)


def test_signs_for_people() -> None:
    shown = {
        "Ao3": "Å³",
        "Cel": "°C",
        "umol/L": "µmol/L",
        "u.Ao2": "u·Å²",
        "J/(mol.K)": "J/(mol·K)",
        "[pH]": "",
        "[e]": "e",
        "1/s": "s⁻¹",
        "/cm": "cm⁻¹",
        "1/(mol.s)": "1/(mol·s)",
    }
    assert {code: unit_sign(code) for code in shown} == shown


def test_every_declared_unit_is_known_and_stands_in_no_label() -> None:
    hidden = re.compile(r"\bin (?:g|mg|kg|mL|L|mol|nm|pm|°C|K|atm|Å|M|mM|%)$")
    for semantic in load_registry().types.values():
        assert readings(semantic.unit or "1")
        assert not any(
            hidden.search(label) for label in (semantic.label, *semantic.also) if "concentration" not in label
        ), semantic


def test_usual_units_do_not_load_pint() -> None:
    code = (
        "import sys; from scitoolagent.tool.units import convert;"
        "convert(10, 'mM', 'mol/L'); convert(1, 'kcal/mol', 'eV'); print('pint' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_brackets_are_read_three_deep() -> None:
    assert convert(1, "g/(L)", "kg/m3") == 1.0
    with pytest.raises(UnitError):
        readings("g/(" * 3000 + "g" + ")" * 3000)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("degrees Fahrenheit", "[degF]"),
        ("C", "Cel"),
        ("kilodaltons", "kDa"),
        ("amu", "Da"),
        ("kilojoules per mole", "kJ/mol"),
        ("g/cm^3", "g/cm3"),
        ("nm**2", "nm2"),
        ("Å³", "Ao3"),
        ("µM", "uM"),
        ("mol L-1", "M"),
        ("per cent", "%"),
        ("s-1", "s-1"),
        ("1/s", "1/s"),
        ("hertz", "Hz"),
        ("1", "1"),
    ],
)
def test_a_unit_in_words_has_a_code(written: str, code: str) -> None:
    assert unit_code(written) == code
    assert readings(unit_code(written))[0] == readings(written)[0]
