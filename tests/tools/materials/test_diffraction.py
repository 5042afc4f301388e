"""Powder patterns and Bragg's law."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials import diffraction as tools
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure

HALITE = Path(EXAMPLE)


def test_halite_pattern_agrees_with_the_powder_card() -> None:
    """PDF 5-628 (NaCl, Cu Kα1 1.5405 Å): 27.33° 13, 31.69° 100, 45.45° 55, 53.87° 2, 56.47° 15, 66.22° 6."""
    found = tools.powder_pattern(HALITE, wavelength=1.5405, highest_angle=70.0)
    assert found.peak_positions == pytest.approx([27.33, 31.69, 45.45, 53.87, 56.47, 66.22], abs=0.05)
    # Atoms at rest and no absorption: every intensity within 60 %, and the order of the strong ones.
    assert found.peak_intensities == pytest.approx([13, 100, 55, 2, 15, 6], rel=0.6, abs=0)
    assert found.peak_intensities[1] == 100
    assert found.peak_indices == ["1 1 1", "2 0 0", "2 2 0", "3 1 1", "2 2 2", "4 0 0"]
    # d = a / √(h² + k² + l²), by hand.
    for spacing, squares in zip(found.peak_spacings, (3, 4, 8, 11, 12, 16), strict=True):
        assert spacing == pytest.approx(5.6402 / squares**0.5, abs=1e-4)


def test_the_strongest_and_the_first_reflection_of_halite() -> None:
    # PDF 5-628: 200 is the strongest line at 31.69° and d = 2.821 Å, 111 the first at 27.33°.
    found = tools.main_reflections(HALITE, wavelength=1.5405)
    assert found.strongest_indices == "2 0 0"
    assert (found.strongest_angle, found.strongest_spacing) == pytest.approx((31.69, 2.821), abs=0.05)
    assert found.first_angle == pytest.approx(27.33, abs=0.05)


def test_copper_has_the_peaks_of_a_face_centred_metal() -> None:
    """h, k, l all odd or all even; PDF 4-836 (Cu): 43.30, 50.43, 74.13 degrees."""
    found = tools.powder_pattern(HALITE.with_name("example_copper.cif"), wavelength=1.5406, highest_angle=80.0)
    assert found.peak_positions == pytest.approx([43.30, 50.43, 74.13], abs=0.05)
    assert all(len({int(index) % 2 for index in indices.split()}) == 1 for indices in found.peak_indices)


@pytest.mark.parametrize("name", ["example_halite.cif", "example_quartz.cif", "example_framework.cif"])
def test_the_calculator_of_pymatgen_agrees(name: str) -> None:
    """Its loop over planes and sites is another program; the table of scattering factors is the same."""
    path = HALITE.with_name(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pymatgen.analysis.diffraction.xrd import XRDCalculator

        theirs = XRDCalculator(wavelength=1.54184).get_pattern(read_structure(path), two_theta_range=(0, 90))
    ours = tools.powder_pattern(path)
    strong = [
        (angle, value, d) for angle, value, d in zip(theirs.x, theirs.y, theirs.d_hkls, strict=True) if value > 0.01
    ]
    mine = [
        row for row in zip(ours.peak_positions, ours.peak_intensities, ours.peak_spacings, strict=True) if row[1] > 0.01
    ]
    assert [row[0] for row in mine] == pytest.approx([row[0] for row in strong], abs=1e-3)
    assert [row[1] for row in mine] == pytest.approx([row[1] for row in strong], abs=1e-3)
    assert [row[2] for row in mine] == pytest.approx([row[2] for row in strong], abs=1e-4)


@pytest.mark.parametrize(
    ("wavelength", "angle"), [(0.0, 90.0), (5.0, 90.0), (-1.0, 90.0), (1.54, 180.0), (1.54, 0.5), (1.54, 5.0)]
)
def test_impossible_settings(wavelength: float, angle: float) -> None:
    with pytest.raises(ToolInputError):
        tools.powder_pattern(HALITE, wavelength, angle)
