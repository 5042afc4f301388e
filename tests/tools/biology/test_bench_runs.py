"""Spins, plates, grown cultures, doses and solutions that a question tells at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology import _run_words as words
from scitoolagent.tools.biology import bench_runs as runs


@pytest.mark.parametrize(
    ("finder", "text", "told"),
    [
        ("find_spin_speeds", "Convert 3000 rpm to g for a rotor radius of 15 cm", "3000 rpm at 15 cm"),
        (
            "find_spin_speeds",
            "How many g is it when I spin at 3000 rpm with a rotor radius of 150 mm?",
            "3000 rpm at 15 cm",
        ),
        ("find_spin_speeds", "Convert 3000 rpm to g", None),
        ("find_spin_forces", "What rpm gives 12,000 x g with an 8 cm rotor?", "12000 g at 8 cm"),
        ("find_spin_forces", "What rpm gives half of 12000 g with an 8 cm rotor?", None),
        ("find_plates", "CFU/mL if 45 colonies grow on 0.1 mL of a 1e-5 dilution", "45 in 0.1 mL of 1e-05"),
        ("find_plates", "CFU per mL for 80 colonies from 100 µL of a 1:1000 dilution", "80 in 0.1 mL of 0.001"),
        ("find_plates", "CFU/mL of 132 colonies on 0.1 mL of a 10⁻⁶ dilution", "132 in 0.1 mL of 1e-06"),
        ("find_plates", "CFU/mL if 45 colonies grow on 0.1 g of a 1e-5 dilution", None),
        ("find_grown_cultures", "Doubling time if OD goes from 0.1 to 0.8 in 90 min", "0.1 to 0.8 in 1.5 h"),
        (
            "find_grown_cultures",
            "growth rate of a culture that rose from 1e5 to 8e5 over 3 h",
            "100000 to 800000 in 3 h",
        ),
        ("find_grown_cultures", "Doubling time if OD goes from 0.1 to 0.8", None),
        ("find_weighed_doses", "A dose of 5 mg/kg for a 70 kg patient: how many mg?", "5 mg/kg for 70 kg"),
        ("find_weighed_doses", "How many mg is 10 mg/kg for a 25 g mouse?", "10 mg/kg for 0.025 kg"),
        ("find_weighed_doses", "How many mg is 5 mg/kg twice daily for a 70 kg patient?", None),
        ("find_masses_in_solution", "How many mL of a 50 mg/mL solution give 350 mg?", "350 mg in 50 mg/mL"),
        (
            "find_masses_in_solution",
            "What volume of a 10 mg/mL antibody solution contains 50 µg?",
            "0.05 mg in 10 mg/mL",
        ),
        ("find_measured_volumes", "How many mg are in 3 mL of a 15 mg/mL solution?", "3 mL of 15 mg/mL"),
        ("find_measured_volumes", "How many mg are lost from 3 mL of a 15 mg/mL solution?", None),
    ],
)
def test_what_is_told(finder: str, text: str, told: str | None) -> None:
    assert [value for *_, value in getattr(words, finder)(text)] == ([told] if told else [])


# RCF = 1.118e-5 r rpm², the formula that makers of centrifuges print; the others by hand.
def test_values() -> None:
    assert runs.force_of_spin("3000 rpm at 15 cm") == pytest.approx(1.118e-5 * 15 * 3000**2, rel=1e-3)
    assert runs.speed_of_spin("12000 g at 8 cm") == pytest.approx((12000 / (1.118e-5 * 8)) ** 0.5, rel=1e-3)
    assert runs.colony_forming_units("45 in 0.1 mL of 1e-05") == pytest.approx(4.5e7)
    assert runs.growth_of_culture("0.1 to 0.8 in 1.5 h").doubling_time == pytest.approx(0.5)
    assert runs.growth_of_culture("0.1 to 0.8 in 1.5 h").rate == pytest.approx(1.3863, abs=1e-4)
    assert runs.weighed_dose("10 mg/kg for 0.025 kg") == 0.25
    assert runs.volume_for_mass("350 mg in 50 mg/mL") == 7
    assert runs.mass_in_volume("3 mL of 15 mg/mL") == 45


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (runs.force_of_spin, ""),
        (runs.force_of_spin, "3000 Hz at 15 cm"),
        (runs.force_of_spin, "0 rpm at 15 cm"),
        (runs.speed_of_spin, "12000 kg at 8 cm"),
        (runs.colony_forming_units, "45 in 0.1 mL of 10"),
        (runs.colony_forming_units, "0 in 0.1 mL of 0.1"),
        (runs.colony_forming_units, "45 in 0.1 g of 0.1"),
        (runs.growth_of_culture, "0.8 to 0.1 in 1.5 h"),
        (runs.growth_of_culture, "0 to 0.8 in 1.5 h"),
        (runs.weighed_dose, "5 mg for 70 kg"),
        (runs.weighed_dose, "5 mg/kg for 1e999 kg"),
        (runs.volume_for_mass, "350 mg in 0 mg/mL"),
        (runs.mass_in_volume, "3 mL of . mg/mL"),
    ],
)
def test_what_is_refused(call: Callable[[str], object], text: str) -> None:
    with pytest.raises(ToolInputError):
        call(text)
