"""Two measured series: fits against numpy, published profiles and sums done by hand; what is no series."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._series_words import find_profile_ends, find_series
from scitoolagent.tools.general.calibrations import concentration_from_calibration, standard_addition
from scitoolagent.tools.general.series_fits import arrhenius_fit, exposure_of_profile, michaelis_menten_fit

PROFILE = "h; mg/L: 0 0; 1 4; 2 6; 4 4; 8 2; 16 0.5"


def _written(units: str, x: list[float], y: list[float]) -> str:
    return f"{units}: " + "; ".join(f"{float(a)!r} {float(b)!r}" for a, b in zip(x, y, strict=True))


def test_a_noiseless_hyperbola_gives_its_constants_back() -> None:
    x = [2.0, 5.0, 10.0, 25.0, 60.0, 150.0]
    fit = michaelis_menten_fit(_written("µM; nM/s", x, [42.0 * s / (17.0 + s) for s in x]))
    assert fit.michaelis_constant == pytest.approx(17e-6, rel=1e-6)
    assert fit.maximal_rate == pytest.approx(42e-9, rel=1e-6)
    # The series may come the other way round, in other units.
    other = michaelis_menten_fit(_written("nM/min; mM", [60 * 42.0 * s / (17.0 + s) for s in x], [s / 1000 for s in x]))
    assert other.michaelis_constant == pytest.approx(17e-6, rel=1e-6)


def test_a_noisy_hyperbola_is_fitted_as_by_a_grid() -> None:
    x, y = np.array([5, 10, 20, 40, 80, 160.0]), np.array([4.1, 7.3, 11.6, 17.0, 21.5, 25.3])
    # For each Km the best Vmax is a ratio of sums, so a fine grid of Km finds the least squares by itself.
    grid = np.linspace(20, 45, 250_001)
    shape = x / (grid[:, None] + x)
    tops = (shape * y).sum(1) / (shape**2).sum(1)
    best = int(((tops[:, None] * shape - y) ** 2).sum(1).argmin())
    fit = michaelis_menten_fit(_written("µM; nM/s", list(x), list(y)))
    assert fit.michaelis_constant == pytest.approx(grid[best] * 1e-6, rel=1e-4)
    assert fit.maximal_rate == pytest.approx(tops[best] * 1e-9, rel=1e-4)


@pytest.mark.parametrize(
    "series",
    [
        "1; nM/s: 1 1; 2 2; 3 3",
        "µM; mg: 1 1; 2 2; 3 3",
        "µM; nM/s: 1 1; 2 2; 3 3; 4 4",  # a straight line has no Km
        "µM; nM/s: 1 -1; 2 2; 3 3",
        "µM; nM/s: 1 1; 2 2",
        "µM; nM/s: 1 one; 2 2; 3 3",
        "1 2 3",
        "",
    ],
)
def test_what_does_not_determine_the_constants_is_refused(series: str) -> None:
    with pytest.raises(ToolInputError):
        michaelis_menten_fit(series)


def test_the_area_under_a_profile_is_the_sum_of_its_trapezoids() -> None:
    found = exposure_of_profile(PROFILE)
    assert found.exposure == pytest.approx(2 + 5 + 10 + 12 + 10)
    # The last three points fall by half in 4 h and to a quarter in the next 8 h: one half-life is 4 h.
    assert found.terminal_half_life == pytest.approx(4.0)
    assert found.whole_exposure == pytest.approx(39 + 0.5 * 4 / math.log(2))
    assert found.extrapolated == pytest.approx(100 * (found.whole_exposure - 39) / found.whole_exposure)
    assert (found.peak, found.peak_time) == (6, 2)
    assert exposure_of_profile(
        "min; ng/mL: 0 0; 60 4000; 120 6000; 240 4000; 480 2000; 960 500"
    ).exposure == pytest.approx(39)


def test_the_area_ends_where_it_is_asked_to() -> None:
    assert exposure_of_profile(PROFILE, until=8).exposure == pytest.approx(29)
    with pytest.raises(ToolInputError, match="no value at 24"):
        exposure_of_profile(PROFILE, until=24)


@pytest.mark.parametrize(
    "series",
    [
        "h; 1: 0 0; 1 4; 2 6; 4 4",
        "h; mg/L: 0 0; 1 4; 1 6; 4 4",
        "h; mg/L: 0 1; 1 2; 2 3; 4 4",
        "h; mg/L: 0 4; 1 2; 2 1; 4 0",
        "h; mg/L: 0 4; 1 2; 2 1",
    ],
)
def test_a_profile_without_an_end_is_refused(series: str) -> None:
    with pytest.raises(ToolInputError):
        exposure_of_profile(series)


def test_an_arrhenius_line_gives_its_parameters_back() -> None:
    kelvins = [290.0, 300.0, 310.0, 325.0]
    rates = [2.5e11 * math.exp(-81500 / (8.31446261815324 * one)) for one in kelvins]
    fit = arrhenius_fit(_written("K; s-1", kelvins, rates))
    assert fit.activation == pytest.approx(81.5, rel=1e-9)
    assert float(fit.factor.split()[0]) == pytest.approx(2.5e11, rel=1e-6)
    assert fit.factor.endswith("s⁻¹")
    celsius = arrhenius_fit(_written("°C; s-1", [one - 273.15 for one in kelvins], rates))
    assert celsius.activation == pytest.approx(81.5, rel=1e-9)
    for wrong in ("1; s-1: 290 1; 300 2; 310 4", "K; s-1: 290 0; 300 2; 310 4", "K; s-1: 290 1; 290 2; 290 4"):
        with pytest.raises(ToolInputError):
            arrhenius_fit(wrong)


def test_concentrations_are_read_from_a_line() -> None:
    # y = 0.02 x + 0.06: nothing added stands for 3.
    added = standard_addition("µg/L; 1: 0 0.06; 5 0.16; 10 0.26")
    assert (added.added_concentration, added.added_concentration_unit) == (pytest.approx(3.0), "µg/L")
    read = concentration_from_calibration("mg/L; 1: 0 1; 1 3; 2 5; 4 9", 6.0)
    assert (read.read_concentration, read.read_concentration_unit) == (pytest.approx(2.5), "mg/L")
    for wrong in (0.5, 9.5):
        with pytest.raises(ToolInputError, match="outside"):
            concentration_from_calibration("mg/L; 1: 0 1; 1 3; 2 5; 4 9", wrong)
    for series in ("µg/L; 1: 0 0; 5 0.1; 10 0.2", "µg/L; 1: 0 0.3; 5 0.2; 10 0.1", "µg/L; 1: 5 0.3; 5 0.2; 5 0.1"):
        with pytest.raises(ToolInputError):
            standard_addition(series)


@pytest.mark.parametrize(
    ("text", "series"),
    [
        ("Fit Km: S in mM 1, 2, 4 and v in µM/s 5, 7, 9", "mM; µM/s: 1 5; 2 7; 4 9"),
        ("Km? substrate (µM): 1 2 4; rate (nM/s): 5 7 9.", "µM; nM/s: 1 5; 2 7; 4 9"),
        ("Arrhenius fit of k/s-1 at 280, 290, 300 K: 1e-5 2e-5 4e-5", "K; s-1: 280 1e-5; 290 2e-5; 300 4e-5"),
        ("calibration (mg/L : area) 1:10, 2:21, 4:39", "mg/L; 1: 1 10; 2 21; 4 39"),
        ("AUC0-8: levels at 0 h, 4 h and 8 h were 0 mg/L, 5 mg/L and 1 mg/L", "h; mg/L: 0 0; 4 5; 8 1"),
    ],
)
def test_series_are_found_with_their_units(text: str, series: str) -> None:
    assert [value for *_, value in find_series(text)] == [series]


@pytest.mark.parametrize(
    "text",
    [
        "t-test of 1, 2, 3 and 4, 5, 6",  # nothing that is made of two series
        "Km from 1, 2, 4 µM and 5, 7 nM/s",  # of different length
        "Km from 1, 2, 4 µM, 5, 7, 9 nM/s and 1, 2, 3 s",
        "What is Vmax for a rate of 5 nM/s at 2 µM?",
    ],
)
def test_what_is_no_pair_of_series_is_none(text: str) -> None:
    assert not list(find_series(text))


def test_the_end_of_an_area_is_found() -> None:
    assert [value for *_, value in find_profile_ends("AUC0-24 and AUC(0-12 h)")] == [24, 12]
