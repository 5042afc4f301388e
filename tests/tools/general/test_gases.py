"""The ideal gas law against CODATA."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general.gases import (
    ideal_gas_amount,
    ideal_gas_molecules,
    ideal_gas_pressure,
    ideal_gas_volume,
)


def test_molar_volume_of_the_ideal_gas() -> None:
    # CODATA: 22.41396954 L/mol at 273.15 K and 101.325 kPa.
    assert ideal_gas_volume(1.0, 0.0, 1.0) == pytest.approx(22.41396954, rel=1e-9)
    assert ideal_gas_pressure(1.0, 0.0, 22.41396954) == pytest.approx(1.0, rel=1e-9)
    assert ideal_gas_amount(1.0, 22.41396954, 0.0) == pytest.approx(1.0, rel=1e-9)
    # CODATA: the Loschmidt constant at 273.15 K and 101.325 kPa, 2.686780111e25 1/m³.
    assert ideal_gas_molecules(1.0, 1.0, 0.0) == pytest.approx(2.686780111e22, rel=1e-9)


@pytest.mark.parametrize("wrong", [0.0, -1.0, float("nan"), float("inf")])
def test_impossible_values_are_refused(wrong: float) -> None:
    with pytest.raises(ToolInputError):
        ideal_gas_volume(1.0, 25.0, wrong)
    with pytest.raises(ToolInputError):
        ideal_gas_pressure(wrong, 25.0, 1.0)


@pytest.mark.parametrize("celsius", [-273.15, -300.0, float("nan")])
def test_no_gas_is_colder_than_absolute_zero(celsius: float) -> None:
    with pytest.raises(ToolInputError, match="absolute zero"):
        ideal_gas_volume(1.0, celsius, 1.0)
