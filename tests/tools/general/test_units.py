"""Unit conversion against values from the NIST guide, and constants against scipy's."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general import _constants
from scitoolagent.tools.general.units import photon_energy, photon_wavelength, unit_conversion

SIGNS = ["m", "nm", "Å", "in", "L", "cm3", "g", "kDa", "Da", "g/mol", "s", "h", "K", "°C", "°F", "J", "kcal/mol", "eV"]
SIGNS += [
    "Hartree",
    "cm-1",
    "kJ/mol",
    "Pa",
    "atm",
    "mmHg",
    "psi",
    "mol",
    "M",
    "nM",
    "mol/m3",
    "g/L",
    "mg/mL",
    "%",
    "ppm",
]
SIGNS += ["deg", "rad", "Hz", "rpm", "C", "e", "Debye", "T", "G", "Bq", "Ci", "P", "Pa.s", "m/s", "mph"]


# Known by heart or from the NIST guide SP 811; the last digit given bounds the tolerance.
@pytest.mark.parametrize(
    ("quantity", "unit", "value", "tolerance"),
    [
        ("1 kcal/mol", "kJ/mol", 4.184, 1e-9),
        ("1 eV", "kJ/mol", 96.4853, 1e-4),
        ("1 Hartree", "kcal/mol", 627.5095, 1e-4),
        ("1 eV", "cm-1", 8065.544, 1e-3),
        ("1 eV", "J", 1.602176634e-19, 1e-30),
        ("25 °C", "K", 298.15, 1e-9),
        ("-40 °F", "°C", -40.0, 1e-9),
        ("212 degF", "Cel", 100.0, 1e-9),
        ("1 atm", "kPa", 101.325, 1e-9),
        ("760 mmHg", "atm", 1.0, 1e-6),
        ("1 bar", "psi", 14.5038, 1e-4),
        ("5 nm", "Å", 50.0, 1e-9),
        ("1 bohr", "angstrom", 0.529177, 1e-6),
        ("250 µL", "mL", 0.25, 1e-12),
        ("1.5e-3 mol/L", "mM", 1.5, 1e-12),
        ("2 x 10^-6 M", "nM", 2000.0, 1e-9),
        ("12 uM", "mol/m3", 0.012, 1e-12),
        ("1 g/dL", "mg/mL", 10.0, 1e-12),
        ("1 D", "C.m", 3.33564e-30, 1e-35),
        ("1 Da", "g", 1.66053907e-24, 1e-32),
        ("180 deg", "rad", 3.14159265, 1e-8),
        ("1,500 mg", "g", 1.5, 1e-12),
        ("−5 °C", "K", 268.15, 1e-9),
        ("3 hours", "minutes", 180.0, 1e-9),
        ("10000 gauss", "T", 1.0, 1e-12),
        ("120 rpm", "Hz", 2.0, 1e-12),
    ],
)
def test_known_conversions(quantity: str, unit: str, value: float, tolerance: float) -> None:
    assert unit_conversion(quantity, unit).converted_value == pytest.approx(value, abs=tolerance)


def test_constants_are_those_of_the_si() -> None:
    from scipy import constants

    ours = {
        "Avogadro constant": _constants.AVOGADRO,
        "elementary charge": _constants.ELEMENTARY_CHARGE,
        "Planck constant": _constants.PLANCK,
        "speed of light in vacuum": _constants.LIGHT_SPEED,
        "Boltzmann constant": _constants.BOLTZMANN,
        "molar gas constant": _constants.GAS_CONSTANT,
    }
    for name, value in ours.items():
        assert value == pytest.approx(constants.value(name), rel=1e-9, abs=0), name


@example("C", "e", 1.0)
@given(st.sampled_from(SIGNS), st.sampled_from(SIGNS), st.floats(1e-3, 1e6))
def test_there_and_back(first: str, second: str, value: float) -> None:
    try:
        there = unit_conversion(f"{value!r} {first}", second)
    except ToolInputError:
        return
    back = unit_conversion(f"{there.converted_value!r} {second}", first)
    assert back.converted_value == pytest.approx(value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("quantity", "unit"),
    [
        ("5 kJ", "kJ/mol"),
        ("5 g", "L"),
        ("5 C", "m"),
        ("5 mm", "MM"),
        ("5 foo", "m"),
        ("five hundred g", "kg"),
        ("5", "g"),
        ("", "g"),
        ("-300 °C", "K"),
        ("-1 K", "°C"),
        ("1e999 g", "kg"),
        ("1e300 km", "fm"),
        ("5 g", ""),
        ("9" * 100_000 + " g", "kg"),
        ("5 g", "g" * 100_000),
        ("1..5 g", "kg"),
        ("NaN g", "kg"),
        ("5 nM", "nm"),
    ],
)
def test_refused(quantity: str, unit: str) -> None:
    with pytest.raises(ToolInputError):
        unit_conversion(quantity, unit)


def test_photons() -> None:
    # 1239.84 eV·nm; the helium-neon line at 632.8 nm is 1.959 eV.
    assert photon_energy(632.8) == pytest.approx(1.9593, abs=1e-3)
    assert photon_energy(1239.841984) == pytest.approx(1.0, rel=1e-9)
    assert photon_wavelength(photon_energy(500.0)) == pytest.approx(500.0)
    for value in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ToolInputError):
            photon_energy(value)
        with pytest.raises(ToolInputError):
            photon_wavelength(value)
