"""Polyprotic acids, buffers and constants of nature."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._acid_words import find_pka_series
from scitoolagent.tools.general._constant_words import find_constants
from scitoolagent.tools.general.acid_systems import buffer_capacity, buffer_forms, polyprotic_acid_ph
from scitoolagent.tools.general.acids import buffer_ph, weak_acid_ph
from scitoolagent.tools.general.nature_constants import nature_constant


def test_polyprotic_acids() -> None:
    # Harris, Quantitative Chemical Analysis: 0.0500 mol/L of leucine's diprotic form (pKa 2.328, 9.744) has pH 1.88.
    assert polyprotic_acid_ph(0.05, "2.328 9.744") == pytest.approx(1.88, abs=0.005)
    # 0.1 mol/L phosphoric acid: 1.63 in textbooks that take pKa1 as 2.15.
    assert polyprotic_acid_ph(0.1, "2.15 7.2 12.35") == pytest.approx(1.63, abs=0.01)
    # A second proton that is hardly given leaves the pH of the first alone.
    assert polyprotic_acid_ph(0.1, "4.2 19") == pytest.approx(weak_acid_ph(0.1, 4.2), abs=1e-6)
    for wrong in ("2.15", "7.2 2.15", "2 3 4 5", "a b", "", "2 nan", "-11 3"):
        with pytest.raises(ToolInputError):
            polyprotic_acid_ph(0.1, wrong)
    for amount in (0.0, -1.0, 21.0, float("nan")):
        with pytest.raises(ToolInputError):
            polyprotic_acid_ph(amount, "2.15 7.2")


def test_buffers() -> None:
    forms = buffer_forms(4.76, 5.0, 0.1)
    assert forms.buffer_acid + forms.buffer_base == pytest.approx(0.1)
    # The other way round, by the tool for the pH of a buffer.
    assert buffer_ph(4.76, forms.buffer_acid, forms.buffer_base) == pytest.approx(5.0)
    # Van Slyke: at pH = pKa the capacity is ln 10 / 4 of the concentration, 0.576.
    assert buffer_capacity(7.0, 7.0, 0.1) == pytest.approx(0.0576, rel=1e-3)
    for wrong in ((4.76, 7.0, 0.1), (4.76, 5.0, 0.0), (4.76, float("nan"), 0.1)):
        with pytest.raises(ToolInputError):
            buffer_forms(*wrong)
    with pytest.raises(ToolInputError):
        buffer_capacity(7.0, 15.0, 0.1)


def test_constants() -> None:
    # SI brochure, 9th edition: the defining constants.
    found = nature_constant("Planck constant")
    assert (found.constant_value, found.constant_unit, found.constant_note) == (6.62607015e-34, "J Hz^-1", "exact")
    assert nature_constant("speed of light in vacuum").constant_value == 299792458.0
    assert "uncertainty" in nature_constant("electron mass").constant_note
    with pytest.raises(ToolInputError):
        nature_constant("Hubble constant")


def test_every_constant_that_is_named_is_in_the_table() -> None:
    from scitoolagent.language.words import phrases_of

    for name, phrases in phrases_of("constants").items():
        assert nature_constant(name).constant_value
        assert [value for *_, value in find_constants(f"What is the {phrases[0]}?")] == [name]
    assert not list(find_constants("the rate constant of the reaction"))
    assert not list(find_constants("Planck constant " * 500))


def test_pka_series_of_a_text() -> None:
    for text in ("pKa1 2.15, pKa2 7.2 and pKa3 12.35", "pKa values of 2.15, 7.2 and 12.35", "pKa: 2.15, 7.2, 12.35"):
        assert [value for *_, value in find_pka_series(text)] == ["2.15 7.2 12.35"]
    for text in ("pKa 4.76 and 0.1 M", "pKa 4.76", "pH 4.7 and 5.2"):
        assert not list(find_pka_series(text))
