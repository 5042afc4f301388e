"""Curves fitted to columns, beside figures that R gives for its own data sets."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Table
from scitoolagent.tool.call import call_tool
from scitoolagent.tool.registry import load_registry

# R: datasets::Puromycin, the treated half.
PUROMYCIN = (
    [0.02, 0.02, 0.06, 0.06, 0.11, 0.11, 0.22, 0.22, 0.56, 0.56, 1.10, 1.10],
    [76, 47, 97, 107, 123, 139, 159, 152, 191, 201, 207, 200],
)
# R package drc: ryegrass, concentration and length of roots.
RYEGRASS = (
    [0] * 6 + [0.94] * 3 + [1.88] * 3 + [3.75] * 3 + [7.5] * 3 + [15] * 3 + [30] * 3,
    [
        7.58, 8.0, 8.3285714, 7.25, 7.375, 7.9625, 8.3555556, 6.9142857, 7.75, 6.8714286, 6.45, 5.9222222, 1.925,
        2.8857143, 4.2333333, 1.1875, 0.8571429, 1.0571429, 0.6875, 0.525, 0.825, 0.25, 0.22, 0.44,
    ],
)  # fmt: skip


def fit(folder: Path, xs: Any, ys: Any, curve: str, x: str = "x [mmol/L]", y: str = "y [mg]", **more: Any) -> Any:
    rows = [f"{one!r},{other!r}" for one, other in zip(map(float, xs), map(float, ys), strict=True)]
    (folder / "a.csv").write_text("\n".join([f"{x},{y}", *rows]) + "\n")
    given = {"table": str(folder / "a.csv"), "column": y, "other": x, "curve": curve, **more}
    return call_tool(load_registry()["curve_fit"], given)


def parameters(found: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    made = Table.load(Path(found["table"]))
    titles = ("parameter", "estimate", "standard error", "lower", "upper", "unit")
    return {row[0]: row[1:] for row in zip(*(list(made.values(title)) for title in titles), strict=True)}


def test_michaelis_menten_of_puromycin(tmp_path: Path) -> None:
    # R: nls(rate ~ Vm * conc / (K + conc), Puromycin, subset = state == "treated")
    found = parameters(fit(tmp_path, *PUROMYCIN, "michaelis-menten"))
    assert found["Vmax"][:2] == pytest.approx((212.6837, 6.947), rel=1e-3)
    assert found["Km"][:2] == pytest.approx((0.06412123, 0.00828), rel=1e-3)
    assert found["Vmax"][4] == "mg" and found["Km"][4] == "mM"
    assert found["Km"][2] < 0.0641 < found["Km"][3]


def test_dose_response_of_ryegrass(tmp_path: Path) -> None:
    # R: drm(rootl ~ conc, data = ryegrass, fct = LL.4()), Ritz and Streibig 2005, doi:10.18637/jss.v012.i05
    # Its errors come of all second derivatives, ours of the first: they agree to 2 %.
    found = parameters(fit(tmp_path, *RYEGRASS, "dose-response"))
    assert found["Hill slope n"][0] == pytest.approx(2.982, rel=1e-3)
    assert found["Hill slope n"][1] == pytest.approx(0.465, rel=2e-2)
    assert found["response at high dose"][0] == pytest.approx(0.48141, rel=1e-3)
    assert found["response at high dose"][1] == pytest.approx(0.21219, rel=2e-2)
    assert found["response without dose"][0] == pytest.approx(7.79296, rel=1e-3)
    assert found["response without dose"][1] == pytest.approx(0.18857, rel=2e-2)
    assert found["half-effect dose (EC50 or IC50)"][0] == pytest.approx(3.05795, rel=1e-3)
    assert found["half-effect dose (EC50 or IC50)"][1] == pytest.approx(0.18573, rel=2e-2)


X = [0.5, 1, 2, 4, 7, 11, 16, 22]
P = [0.02, 0.06, 0.1, 0.15, 0.2, 0.25, 0.29, 0.5]
T = [280, 290, 300, 310, 320, 330]


@pytest.mark.parametrize(
    ("curve", "x", "y", "unit", "expected"),
    [
        # Values that the formulas give without an error, worked out here: the parameters must come back.
        ("hill", X, [9 * x**2.2 / (5**2.2 + x**2.2) for x in X], "mmol/L", [(9, "mg"), (5, "mM"), (2.2, "1")]),
        ("langmuir", X, [4 * 0.3 * x / (1 + 0.3 * x) for x in X], "mmol/L", [(4, "mg"), (0.3, "1/mM")]),
        ("bet", P, [2 * 80 * p / ((1 - p) * (1 + 79 * p)) for p in P], "1", [(2, "mg"), (80, "1")]),
        ("arrhenius", T, [1e9 * math.exp(-50000 / 8.314462618 / t) for t in T], "K", [(1e9, "mg"), (50, "kJ/mol")]),
        ("exponential decay", X, [7 * math.exp(-0.12 * x) for x in X], "h", [(7, "mg"), (0.12, "1/h")]),
        ("logistic growth", X, [3 / (1 + math.exp(-0.5 * (x - 8))) for x in X], "h", [(3, "mg"), (0.5, "1/h"), (8, "h")]),
        ("qpcr standard curve", X, [30 - 3.5 * math.log10(x) for x in X], "1", [(-3.5, "mg"), (30, "mg")]),
    ],
)  # fmt: skip
def test_parameters_come_back(
    tmp_path: Path, curve: str, x: list[float], y: list[float], unit: str, expected: list[tuple[float, str]]
) -> None:
    found = list(parameters(fit(tmp_path, x, y, curve, x=f"x [{unit}]")).values())
    for row, (value, sign) in zip(found, expected, strict=False):
        assert row[0] == pytest.approx(value, rel=1e-4) and row[4] == sign


def test_what_follows_from_parameters(tmp_path: Path) -> None:
    half = parameters(fit(tmp_path, X, [7 * math.exp(-0.12 * x) for x in X], "exponential decay", x="t [h]"))
    assert half["half-life"][0] == pytest.approx(math.log(2) / 0.12) and half["half-life"][4] == "h"
    doubled = [30 - x / math.log10(2) for x in map(math.log10, X)]
    assert parameters(fit(tmp_path, X, doubled, "qpcr standard curve"))["efficiency"][0] == pytest.approx(100)
    # 3.3 s / slope with s from numpy's line.
    y = [1.1, 1.9, 4.2, 7.8, 14.3, 21.7, 32.4, 43.6]
    (slope, _), left, *_ = np.polyfit(X, y, 1, full=True)
    lod = 3.3 * math.sqrt(left[0] / 6) / slope
    limits = parameters(fit(tmp_path, X, y, "calibration line"))
    assert limits["limit of detection (3.3 s / slope)"][0] == pytest.approx(lod, rel=1e-6)
    assert limits["limit of quantification (10 s / slope)"][0] == pytest.approx(lod / 3.3 * 10, rel=1e-6)


def test_temperatures_are_taken_in_kelvin(tmp_path: Path) -> None:
    y = [1e9 * math.exp(-50000 / 8.314462618 / t) for t in T]
    found = parameters(fit(tmp_path, [t - 273.15 for t in T], y, "arrhenius", x="T [°C]"))
    assert found["activation energy Ea"][0] == pytest.approx(50, rel=1e-6)


@pytest.mark.parametrize(
    ("x", "y", "curve", "name", "told"),
    [
        ([1, 2], [1, 2], "michaelis-menten", "x [mmol/L]", "at least 3"),
        ([1, 1, 1, 2, 2], [1, 1, 2, 3, 4], "dose-response", "x [mmol/L]", "do not determine"),
        ([-9, -8, -7, -6, -5, -4], [99, 97, 80, 40, 9, 2], "dose-response", "x [mmol/L]", "logarithms"),
        # A line through 0 has no plateau.
        ([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], "michaelis-menten", "x [mmol/L]", "do not determine"),
        (X, [5, 1, 4, 2, 5, 1, 4, 2], "hill", "x [mmol/L]", "do not determine"),
        (T, [1, 2, 3, 4, 5, 6], "arrhenius", "x", "unit of x"),
        (T, [1, 2, -3, 4, 5, 6], "arrhenius", "x [K]", "above 0"),
        (T, [1, 2, 3, 4, 5, 6], "bet", "x [K]", "needs pure numbers"),
        (X, [20 + math.log10(x) for x in X], "qpcr standard curve", "x", "swapped"),
        (X, X, "parabola", "x", "no curve"),
    ],
)
def test_what_cannot_be_fitted_is_refused(
    tmp_path: Path, x: list[float], y: list[float], curve: str, name: str, told: str
) -> None:
    with pytest.raises(ToolInputError, match=told):
        fit(tmp_path, x, y, curve, x=name)


def test_what_is_left_out_or_beyond_the_data_is_told(tmp_path: Path) -> None:
    found = fit(tmp_path, P, [2 * 80 * p / ((1 - p) * (1 + 79 * p)) for p in P], "bet", x="p/p0")
    assert any("2 rows with p/p0 outside 0.05 to 0.3" in note for note in Table.load(Path(found["table"])).notes)
    y = [9 * x / (40 + x) + d for x, d in zip(X, [0.01, -0.01] * 4, strict=True)]
    notes = Table.load(Path(fit(tmp_path, X, y, "michaelis-menten")["table"])).notes
    assert any("Km lies outside the measured range" in note for note in notes)
