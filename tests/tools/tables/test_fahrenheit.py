"""Differences, spreads and slopes of a column in °F: each converts to what the same column gives in °C.

The reference values are worked out here with numpy from the values in °C.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tool.units import convert
from scitoolagent.tools.tables._rows import opened
from scitoolagent.tools.tables.contrasts import difference_of_groups
from scitoolagent.tools.tables.curves import curve_fit
from scitoolagent.tools.tables.fitting import slope_of_columns
from scitoolagent.tools.tables.spreads import column_mean_interval, spread_of_column

_CELSIUS = np.array([10.0, 30.0, 35.0, 55.0, 60.0, 90.0])
_SPEED = np.array([2.0, 3.1, 3.0, 4.4, 5.1, 6.9])


@pytest.fixture
def oven(tmp_path: Path) -> Path:
    rows = zip("aaabbb", _CELSIUS * 9 / 5 + 32, _SPEED, strict=True)
    path = tmp_path / "oven.csv"
    path.write_text("oven,T (°F),speed (mm/s)\n" + "".join(f"{a},{t:g},{v}\n" for a, t, v in rows), encoding="utf-8")
    return path


def _in(folder: Path, name: str, unit: str) -> float:
    table = opened(folder)
    column = next(one for one in table.columns if one.name == name)
    (value,) = table.values(name)
    return convert(value, column.unit or "", unit)


def test_the_difference_of_two_groups(oven: Path) -> None:
    found = difference_of_groups(oven, "T (°F)", "oven")
    assert _in(found, "difference", "K") == pytest.approx(_CELSIUS[3:].mean() - _CELSIUS[:3].mean())
    assert _in(found, "mean T (°F) of b", "°C") == pytest.approx(_CELSIUS[3:].mean())


@pytest.mark.parametrize(
    ("spread", "unit", "expected"),
    [
        ("variance", "K2", np.var(_CELSIUS, ddof=1)),
        ("interquartile range", "K", np.subtract(*np.percentile(_CELSIUS, [75, 25]))),
        ("range", "K", 80.0),
    ],
)
def test_spreads(oven: Path, spread: str, unit: str, expected: float) -> None:
    assert _in(spread_of_column(oven, "T (°F)", spread), f"{spread} T (°F)", unit) == pytest.approx(expected)


def test_the_standard_deviation_beside_an_interval(oven: Path) -> None:
    found = column_mean_interval(oven, "T (°F)")
    assert _in(found, "standard deviation", "K") == pytest.approx(np.std(_CELSIUS, ddof=1))


@pytest.mark.parametrize(("column", "other", "unit"), [("speed (mm/s)", "T (°F)", "mm/s/K"), ("T (°F)", "speed (mm/s)", "K/(mm/s)")])  # fmt: skip
def test_slopes(oven: Path, column: str, other: str, unit: str) -> None:
    x, y = (_CELSIUS, _SPEED) if other == "T (°F)" else (_SPEED, _CELSIUS)
    found = slope_of_columns(oven, column, other)
    assert convert(found.slope, found.unit, unit) == pytest.approx(np.polyfit(x, y, 1)[0])


@pytest.mark.parametrize(("sign", "size", "zero"), [("°C", 1.0, 0.0), ("°F", 1.8, 32.0)])
def test_a_place_on_a_scale_is_no_difference(tmp_path: Path, sign: str, size: float, zero: float) -> None:
    """A melting curve with its midpoint at 50 °C; a Michaelis constant has no meaning on such a scale."""
    path, column = tmp_path / "melting.csv", f"T ({sign})"
    rows = [f"{t * size + zero},{1 / (1 + np.exp(-0.3 * (t - 50)))}\n" for t in range(20, 90, 6)]
    path.write_text(f"{column},folded\n" + "".join(rows), encoding="utf-8")
    table = opened(curve_fit(path, "folded", column, "logistic growth").table)
    shown = (table.values(name) for name in ("parameter", "estimate", "unit"))
    found = {name: (value, unit) for name, value, unit in zip(*shown, strict=True)}
    middle, rate = found["midpoint"], found["growth rate r"]
    assert convert(middle[0], middle[1], "K") == pytest.approx(323.15, abs=0.01)
    assert convert(rate[0], rate[1], "1/K") == pytest.approx(0.3, rel=1e-3)
    with pytest.raises(ToolInputError, match="no true zero"):
        curve_fit(path, "folded", column, "michaelis-menten")
