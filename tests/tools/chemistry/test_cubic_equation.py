"""The equation of state of Peng and Robinson."""

from __future__ import annotations

import math

import pytest

from scitoolagent.agent import Agent
from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry.cubic_equation import peng_robinson_fluid

PROPANE, METHANE, DIOXIDE = "CCC", "C", "O=C=O"


@pytest.mark.parametrize(
    ("smiles", "celsius", "bar", "factor", "phase"),
    [
        # CoolProp 7, backend PR, PropsSI("Z", …), which has its own critical points: they agree to five digits.
        (PROPANE, 126.85, 20.0, 0.850327482, "gas"),
        (METHANE, 76.85, 100.0, 0.911440809, "supercritical fluid"),
        (DIOXIDE, 76.85, 50.0, 0.829208007, "gas"),
        (PROPANE, 0.0, 20.0, 0.068763784, "liquid"),
    ],
)
def test_factors(smiles: str, celsius: float, bar: float, factor: float, phase: str) -> None:
    found = peng_robinson_fluid(smiles, celsius, bar)
    assert found.factor == pytest.approx(factor, rel=1e-5)
    assert found.phase == phase
    assert found.volume == pytest.approx(1000 * factor * 8.31446262 * (celsius + 273.15) / (1e5 * bar), rel=1e-5)


def test_fugacity_and_the_ideal_gas() -> None:
    # CoolProp's AbstractState("PR", "Propane").fugacity_coefficient at 400 K and 2 MPa: 0.864792.
    assert peng_robinson_fluid(PROPANE, 126.85, 20.0).fugacity == pytest.approx(0.864792, abs=1e-5)
    thin = peng_robinson_fluid(METHANE, 25.0, 0.001)
    assert (thin.factor, thin.fugacity) == pytest.approx((1.0, 1.0), abs=1e-4)


def test_the_stable_phase_changes_near_the_boiling_point() -> None:
    # Propane boils at -42.1 °C at 1.01325 bar; the equation is near.
    assert peng_robinson_fluid(PROPANE, -45.0, 1.01325).phase == "liquid"
    assert peng_robinson_fluid(PROPANE, -39.0, 1.01325).phase == "gas"


def test_what_is_out_of_range_is_refused() -> None:
    for wrong in ((PROPANE, -300.0, 1.0), (PROPANE, 25.0, 0.0), (PROPANE, 25.0, -1.0), (PROPANE, 25.0, math.nan),
                  (PROPANE, 1e9, 1.0), ("no molecule", 25.0, 1.0), ("CCCCCCCCCCC(F)(Cl)Br", 25.0, 1.0)):  # fmt: skip
        with pytest.raises(ToolInputError):
            peng_robinson_fluid(*wrong)


def test_a_question() -> None:
    with Agent() as agent:
        answer = agent.run("What is the compressibility factor of propane at 400 K and 2 MPa?")
    assert answer.status == "complete"
    found = next(one for one in answer.values if one.type == "CompressibilityFactor")
    assert found.value == pytest.approx(0.850327, abs=1e-5)
