"""Light in another measure: against the conversion factors of CODATA as scipy keeps them."""

from __future__ import annotations

import pytest
from scipy import constants

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._solution_words import find_light_units, find_light_values, find_target_units
from scitoolagent.tools.general.light import light_conversion

# Factors of CODATA: those of 1 eV, 1 m-1 and 1 Hz in the others.
_EV_IN_HZ = constants.physical_constants["electron volt-hertz relationship"][0]
_EV_IN_WAVENUMBERS = constants.physical_constants["electron volt-inverse meter relationship"][0] / 100
_HZ_IN_WAVENUMBERS = constants.physical_constants["hertz-inverse meter relationship"][0] / 100


@pytest.mark.parametrize(
    ("quantity", "unit", "value"),
    [
        ("2.5 eV", "nm", 1e7 / (2.5 * _EV_IN_WAVENUMBERS)),
        ("2.5 eV", "THz", 2.5 * _EV_IN_HZ / 1e12),
        ("1650 cm-1", "THz", 1650 / _HZ_IN_WAVENUMBERS / 1e12),
        ("1650 cm-1", "µm", 1e4 / 1650),
        ("532 nm", "cm-1", 1e7 / 532),
        ("532 nm", "kJ/mol", constants.N_A * constants.h * constants.c / 532e-9 / 1000),
        ("100 MHz", "m", constants.c / 1e8),
        ("3e-19 J", "nm", constants.h * constants.c / 3e-19 * 1e9),
    ],
)
def test_light_is_converted_with_the_factors_of_codata(quantity: str, unit: str, value: float) -> None:
    assert light_conversion(quantity, unit).light_value == pytest.approx(value, rel=1e-8)


@pytest.mark.parametrize(("quantity", "unit"), [("0 nm", "eV"), ("-3 eV", "nm"), ("5 g", "eV"), ("500 nm", "s-1")])
def test_what_is_no_light_in_two_measures_is_refused(quantity: str, unit: str) -> None:
    with pytest.raises(ToolInputError):
        light_conversion(quantity, unit)


def test_each_unit_of_a_list_is_found() -> None:
    text = "387 nm in eV, kJ/mol, cm-1 and THz"
    assert [unit for *_, unit in find_light_units(text)] == ["eV", "kJ/mol", "cm-1", "THz"]
    assert {value for *_, value in find_light_values(text)} == {"387.0 nm"}
    assert [unit for *_, unit in find_target_units("25 °C in K and °F")] == ["K", "°F"]


def test_a_property_with_a_wavelength_is_no_conversion() -> None:
    assert not list(find_light_values("the energy of a photon of 500 nm in eV"))
    assert list(find_light_values("What is 500 nm in eV?"))


def test_a_unit_of_another_sentence_is_none() -> None:
    assert not list(find_light_units("It absorbs at 387 nm. What is its band gap in eV?"))
