"""Dissociation constants."""

from __future__ import annotations

import math

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology.binding import dissociation_constant


def test_constants_by_hand() -> None:
    # Textbook: a factor of ten is 1.364 kcal/mol at 25 °C (RT ln 10), 1.42 at 37 °C.
    assert dissociation_constant(0.0) == 1.0
    assert dissociation_constant(-1.364) == pytest.approx(0.1, rel=2e-3)
    assert dissociation_constant(-9 * 1.364) == pytest.approx(1e-9, rel=1e-2)
    assert dissociation_constant(-1.419, 37.0) == pytest.approx(0.1, rel=2e-3)


def test_the_gas_constant_in_joules_gives_the_same() -> None:
    # 8.314462618 J/(mol·K) and 4184 J/kcal, CODATA.
    energy, kelvin = -7.3, 310.0
    assert dissociation_constant(energy, kelvin - 273.15) == pytest.approx(
        math.exp(energy * 4184 / (8.314462618 * kelvin)), rel=1e-8
    )


@pytest.mark.parametrize(("energy", "temperature"), [(-9.0, -300.0), (-9.0, 500.0), (-400.0, 25.0)])
def test_values_out_of_range_are_refused(energy: float, temperature: float) -> None:
    with pytest.raises(ToolInputError):
        dissociation_constant(energy, temperature)
