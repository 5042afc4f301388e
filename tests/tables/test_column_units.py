"""The units of what is computed from columns whose scale has no true zero; the steps of °C and °F by hand."""

from __future__ import annotations

import pytest

from scitoolagent.tables import operations as do
from scitoolagent.tables import table_of
from scitoolagent.tables.column_units import computed_unit, difference_unit, divided, multiplied
from scitoolagent.tables.options import Options
from scitoolagent.tables.table import Column
from scitoolagent.tool.units import UnitError, convert, unit_code, unit_sign

# By definition 32 °F are 0 °C and 212 °F are 100 °C: 180 steps of the one are 100 K.
_STEP = 100 / 180


def test_degrees_fahrenheit_are_apart_by_degrees_rankine() -> None:
    unit = difference_unit("[degF]")
    assert unit is not None
    assert convert(27.5, unit, "K") == pytest.approx(27.5 * _STEP)
    assert (unit, unit_sign(unit), unit_code("°R")) == ("[degR]", "°R", "[degR]")
    assert difference_unit("Cel") == difference_unit("°C") == difference_unit("K") == "K"
    assert (difference_unit("[degR]"), difference_unit("mg"), difference_unit(None)) == ("[degR]", "mg", None)
    # A scale whose steps have no name here: a step of 1.25 K.
    with pytest.raises(UnitError, match="convert them to K"):
        difference_unit("degree_Reaumur")


def test_squares_and_slopes_of_fahrenheit_convert_as_their_numbers_do() -> None:
    unit = difference_unit("[degF]")
    squared, slope = multiplied(unit, unit), divided("%", unit)
    assert squared is not None and slope is not None
    assert convert(384.5, squared, "K2") == pytest.approx(384.5 * _STEP**2)
    assert convert(0.9, slope, "%/K") == pytest.approx(0.9 / _STEP)
    assert convert(3.6, divided(unit, "h") or "", "K/h") == pytest.approx(2.0)
    assert (unit_sign(squared), unit_sign(slope)) == ("°R·°R", "(%)/°R")


def test_a_product_of_percents_is_a_unit() -> None:
    assert convert(1.0, multiplied("%", "%") or "", "1") == pytest.approx(1e-4)


def test_columns_of_fahrenheit_differ_by_rankine(options: Options) -> None:
    one, two = (Column(name=name, kind="number", unit="[degF]") for name in "ab")
    assert computed_unit(one, "minus", two) == ("[degR]", 1.0)
    table = table_of({"a": ["x", "x"], "T (°F)": [68.0, 104.0]}, options)
    apart = do.differences(table, "T (°F)", 1)
    assert (list(apart.values(apart.names[-1])), apart.columns[-1].unit) == ([0.0, 36.0], "[degR]")
    spread = do.group(table, ["a"], "T (°F)", ["mean", "standard deviation", "standard error"])
    assert [column.unit for column in spread.columns[-3:]] == ["[degF]", "[degR]", "[degR]"]
    # 20 °C and 40 °C: half of 20 K is the standard error, and 18 °R are 10 K.
    (error,) = spread.values(spread.names[-1])
    assert convert(error, "[degR]", "K") == pytest.approx(10.0)
