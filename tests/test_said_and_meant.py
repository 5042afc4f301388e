"""What a unit, a condition, an ion and a file that is made anew are taken for."""

from __future__ import annotations

import pytest

from scitoolagent.tools.chemistry.composition import isotope_pattern, monoisotopic_mass


def test_an_isotope_pattern_is_that_of_the_ion() -> None:
    neutral, ion = isotope_pattern("ClCCCl"), isotope_pattern("ClCCCl", "[M+Na]+")
    assert ion[0][0] == pytest.approx(monoisotopic_mass("ClCCCl", "[M+Na]+"), abs=1e-3)
    # Sodium has one isotope.
    assert [round(one[1], 3) for one in ion] == [round(one[1], 3) for one in neutral]
    twice = isotope_pattern("NCCCCN", "[M+2H]2+")
    assert twice[1][0] - twice[0][0] == pytest.approx(0.5, abs=0.01)
