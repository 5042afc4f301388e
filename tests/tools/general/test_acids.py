"""pH against textbook exercises and against the closed formulas where they hold."""

from __future__ import annotations

from math import log10, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general import acids as tools


def test_strong_acids_and_bases() -> None:
    assert tools.strong_acid_ph(0.01) == pytest.approx(2.0, abs=1e-6)
    assert tools.strong_base_ph(0.01) == pytest.approx(12.0, abs=1e-6)
    # Harris, Quantitative Chemical Analysis: 1.0e-8 mol/L KOH has pH 7.02 and the acid 6.98, not 6 and 8.
    assert tools.strong_base_ph(1e-8) == pytest.approx(7.02, abs=0.005)
    assert tools.strong_acid_ph(1e-8) == pytest.approx(6.98, abs=0.005)


@given(st.floats(1e-9, 10.0))
def test_strong_acid_solves_its_quadratic(concentration: float) -> None:
    exact = -log10((concentration + sqrt(concentration**2 + 4e-14)) / 2)
    assert tools.strong_acid_ph(concentration) == pytest.approx(exact, abs=1e-9)
    assert tools.strong_base_ph(concentration) == pytest.approx(14 - exact, abs=1e-9)


def test_weak_acids_and_bases() -> None:
    # The quadratic x² + Ka x - Ka C = 0 by hand: C = 0.1, pKa 4.76 gives x = 1.3095e-3, pH 2.883.
    assert tools.weak_acid_ph(0.1, 4.76) == pytest.approx(2.883, abs=1e-3)
    # The same for a base with pKb 4.76 (pKa 9.24).
    assert tools.weak_base_ph(0.1, 9.24) == pytest.approx(14 - 2.883, abs=1e-3)


@given(st.floats(1e-4, 1.0), st.floats(2.0, 8.0))
def test_weak_acid_between_its_limits(concentration: float, pka: float) -> None:
    ph = tools.weak_acid_ph(concentration, pka)
    assert tools.strong_acid_ph(concentration) - 1e-9 <= ph <= 7.0
    assert tools.weak_acid_ph(concentration, pka + 0.5) > ph
    # Acid and base mirror each other at pH 7.
    assert tools.weak_base_ph(concentration, 14 - pka) == pytest.approx(14 - ph, abs=1e-9)


def test_a_very_strong_weak_acid_is_a_strong_one() -> None:
    assert tools.weak_acid_ph(0.05, -9.0) == pytest.approx(tools.strong_acid_ph(0.05), abs=1e-6)


def test_buffers() -> None:
    # Equal amounts: pH = pKa; ten to one: one unit more.
    assert tools.buffer_ph(7.2, 0.1, 0.1) == pytest.approx(7.2)
    assert tools.buffer_ph(4.76, 0.02, 0.2) == pytest.approx(5.76)
    assert tools.buffer_ratio(8.2, 7.2) == pytest.approx(10.0)
    with pytest.raises(ToolInputError, match="dilute"):
        tools.buffer_ph(2.0, 1e-3, 1e-3)
    with pytest.raises(ToolInputError, match="dilute"):
        tools.buffer_ph(12.0, 1e-3, 1e-3)


@given(st.floats(5.0, 9.0), st.floats(0.01, 1.0), st.floats(0.01, 1.0))
def test_ratio_undoes_the_equation(pka: float, acid: float, base: float) -> None:
    assert tools.buffer_ratio(tools.buffer_ph(pka, acid, base), pka) == pytest.approx(base / acid)


@pytest.mark.parametrize("wrong", [0.0, -0.1, 50.0, float("nan"), float("inf")])
def test_impossible_concentrations(wrong: float) -> None:
    for function, values in (
        (tools.strong_acid_ph, ()),
        (tools.strong_base_ph, ()),
        (tools.weak_acid_ph, (4.0,)),
        (tools.weak_base_ph, (9.0,)),
    ):
        with pytest.raises(ToolInputError, match="concentration"):
            function(wrong, *values)  # type: ignore[operator]
    with pytest.raises(ToolInputError):
        tools.buffer_ph(7.0, wrong, 0.1)


@pytest.mark.parametrize("wrong", [-20.0, 30.0, float("nan")])
def test_impossible_pka(wrong: float) -> None:
    with pytest.raises(ToolInputError, match="out of range"):
        tools.weak_acid_ph(0.1, wrong)
    with pytest.raises(ToolInputError, match="out of range"):
        tools.buffer_ratio(wrong, 7.0)
