"""Bench calculations against hand-worked examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general import solutions as tools


def test_solutions_by_hand() -> None:
    # 20 g of NaOH (40 g/mol) in 500 mL: 0.5 mol in 0.5 L.
    assert tools.molarity(20.0, 500.0, 40.0) == pytest.approx(1.0)
    # 250 mL of 0.2 mol/L at 100 g/mol: 0.05 mol, 5 g.
    assert tools.mass_for_molarity(0.2, 250.0, 100.0) == pytest.approx(5.0)
    assert tools.mass_concentration(0.5, 40.0) == pytest.approx(20.0)
    diluted = tools.dilution(2.0, 0.5, 200.0)
    assert (diluted.stock_volume, diluted.diluent_volume) == pytest.approx((50.0, 150.0))
    assert tools.diluted_concentration(2.0, 50.0, 200.0) == pytest.approx(0.5)
    assert tools.percent_yield(3.0, 4.0) == pytest.approx(75.0)
    assert tools.percent_yield(0.0, 4.0) == 0.0


def test_dilutions_in_series_by_hand() -> None:
    # 2 mol/L, fourfold three times: 2 / 64.
    assert tools.serial_dilution(2.0, "4 x 3") == pytest.approx(0.03125, abs=0)
    assert tools.serial_dilution(2.0, "2.5 x 1") == pytest.approx(0.8, abs=0)
    for series in ("0.5 x 2", "10", "10 x 0", "ten x 2"):
        with pytest.raises(ToolInputError, match="no dilution"):
            tools.serial_dilution(2.0, series)


_SIZES = st.floats(1e-6, 1e6)


@given(_SIZES, _SIZES, st.floats(1.0, 1e5))
def test_mass_and_molarity_undo_each_other(mass: float, volume: float, molar_mass: float) -> None:
    concentration = tools.molarity(mass, volume, molar_mass)
    assert tools.mass_for_molarity(concentration, volume, molar_mass) == pytest.approx(mass)


@given(st.floats(1e-3, 10.0), st.floats(0.01, 1.0), _SIZES)
def test_dilution_and_its_concentration_undo_each_other(stock: float, share: float, volume: float) -> None:
    found = tools.dilution(stock, stock * share, volume)
    assert found.stock_volume + found.diluent_volume == pytest.approx(volume)
    assert tools.diluted_concentration(stock, found.stock_volume, volume) == pytest.approx(stock * share)


@pytest.mark.parametrize("wrong", [0.0, -1.0, float("nan"), float("inf")])
def test_impossible_values_are_refused(wrong: float) -> None:
    calls = [
        (tools.molarity, (1.0, 1.0, 1.0)),
        (tools.mass_for_molarity, (1.0, 1.0, 1.0)),
        (tools.mass_concentration, (1.0, 1.0)),
        (tools.dilution, (1.0, 1.0, 1.0)),
        (tools.diluted_concentration, (1.0, 1.0, 1.0)),
    ]
    for function, values in calls:
        for place in range(len(values)):
            with pytest.raises(ToolInputError, match="positive"):
                function(*values[:place], wrong, *values[place + 1 :])  # type: ignore[operator]
    with pytest.raises(ToolInputError):
        tools.percent_yield(1.0, wrong)


def test_what_cannot_be_done_is_refused() -> None:
    with pytest.raises(ToolInputError, match="more concentrated"):
        tools.dilution(0.5, 2.0, 100.0)
    with pytest.raises(ToolInputError, match="fit"):
        tools.diluted_concentration(1.0, 200.0, 100.0)
    with pytest.raises(ToolInputError, match="impossible"):
        tools.percent_yield(-1.0, 2.0)
