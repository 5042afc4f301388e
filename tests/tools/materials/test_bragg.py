"""Bragg's law by hand and there and back."""

from __future__ import annotations

from math import asin, degrees

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.materials.bragg import bragg_angle, plane_spacing, plane_spacing_of_bragg_angle


def test_bragg_by_hand() -> None:
    found = bragg_angle(2.0, 1.5, 1)
    assert (found.glancing_angle, found.diffraction_angle) == pytest.approx(
        (degrees(asin(0.375)), 2 * degrees(asin(0.375)))
    )
    # λ = 2d sin 30° = d: θ is 30°, and the reflection stands at 60° from the beam.
    assert bragg_angle(1.5, 1.5).glancing_angle == pytest.approx(30)
    assert bragg_angle(1.5, 1.5).diffraction_angle == pytest.approx(60)
    assert plane_spacing(60.0, 1.5) == pytest.approx(1.5)
    assert plane_spacing_of_bragg_angle(30.0, 1.5) == pytest.approx(1.5)
    for values in ((0.5, 1.54, 1), (0.0, 1.54, 1), (2.0, -1.0, 1), (2.0, 1.54, 0), (float("nan"), 1.54, 1)):
        with pytest.raises(ToolInputError):
            bragg_angle(*values)
    for angle in (0.0, 180.0, -5.0, float("nan")):
        with pytest.raises(ToolInputError):
            plane_spacing(angle)
    for angle in (0.0, 90.0, 120.0, float("nan")):
        with pytest.raises(ToolInputError):
            plane_spacing_of_bragg_angle(angle)


@given(st.floats(0.8, 50.0))
def test_angle_and_spacing_undo_each_other(spacing: float) -> None:
    assert plane_spacing(bragg_angle(spacing).diffraction_angle) == pytest.approx(spacing)
