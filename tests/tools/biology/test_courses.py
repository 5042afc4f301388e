"""Logistic growth, an enzyme's progress curve, and predators and prey."""

from __future__ import annotations

import math

import pytest
from scipy.integrate import odeint, solve_ivp

from scitoolagent.agent import Agent
from scitoolagent.errors import NoPathError, ToolInputError
from scitoolagent.tools.biology.courses import (
    logistic_growth,
    lotka_volterra,
    lotka_volterra_drawing,
    michaelis_menten_progress,
)

DAY = 86400.0
PREY = (1.1, 0.4, 0.1, 0.4, 10.0, 10.0)


def test_logistic_growth() -> None:
    # The equation itself, by scipy's older solver.
    expected = odeint(lambda y, _t: [0.5 * y[0] * (1 - y[0] / 1000)], [10.0], [0, 10], rtol=1e-11, atol=1e-11)[-1, 0]
    found = logistic_growth(0.5, 1000.0, 10.0, 10 * DAY)
    assert found.number == pytest.approx(expected, rel=1e-8)
    assert logistic_growth(0.5, 1000.0, 10.0, found.middle * DAY).number == pytest.approx(500)
    assert logistic_growth(0.5, 1000.0, 10.0, 0.0).number == pytest.approx(10)
    for wrong in ((0.0, 1e3, 10.0, 1.0), (0.5, 1e3, 1e3, 1.0), (0.5, 1e3, -1.0, 1.0), (0.5, 1e3, 10.0, -1.0),
                  (0.5, math.nan, 10.0, 1.0)):  # fmt: skip
        with pytest.raises(ToolInputError):
            logistic_growth(*wrong)


def test_a_progress_curve() -> None:
    # The equation itself, in mmol/L; and the integrated form t = (S0 - S + Km ln(S0/S)) / Vmax.
    expected = odeint(lambda y, _t: [-1e-3 * y[0] / (0.5 + y[0])], [1.0], [0, 600], rtol=1e-11, atol=1e-13)[-1, 0]
    found = michaelis_menten_progress(1e-3, 1e-6, 5e-4, 600.0)
    assert found.substrate == pytest.approx(expected / 1000, rel=1e-7)
    assert found.product == pytest.approx(1e-3 - expected / 1000, rel=1e-7)
    assert (found.product + 5e-4 * math.log(1e-3 / found.substrate)) / 1e-6 == pytest.approx(600)
    # Far from saturation, and far behind the end: neither overflows.
    assert michaelis_menten_progress(1.0, 1e-6, 1e-9, 1.0).product == pytest.approx(1e-6, rel=1e-6)
    assert michaelis_menten_progress(1e-3, 1e-3, 1e-9, 1e3).substrate == 0.0
    for wrong in ((0.0, 1e-6, 5e-4, 1.0), (1e-3, -1.0, 5e-4, 1.0), (1e-3, 1e-6, 5e-4, -1.0)):
        with pytest.raises(ToolInputError):
            michaelis_menten_progress(*wrong)


def test_predators_and_prey() -> None:
    # The same in numbers, by another method.
    course = solve_ivp(
        lambda _t, y: [1.1 * y[0] - 0.4 * y[0] * y[1], 0.1 * y[0] * y[1] - 0.4 * y[1]],
        (0, 5), [10, 10], method="DOP853", rtol=1e-11, atol=1e-12,
    )  # fmt: skip
    found = lotka_volterra(*PREY, 5 * DAY)
    assert (found.prey, found.predators) == pytest.approx(course.y[:, -1], rel=1e-6)
    # What the model keeps: d x - c ln x + b y - a ln y.
    kept = [
        0.1 * x - 0.4 * math.log(x) + 0.4 * y - 1.1 * math.log(y) for x, y in ((10, 10), (found.prey, found.predators))
    ]
    assert kept[0] == pytest.approx(kept[1])
    # At its point of rest, c/d and a/b, nothing changes.
    still = lotka_volterra(1.1, 0.4, 0.1, 0.4, 4.0, 2.75, 100 * DAY)
    assert (still.prey, still.predators) == pytest.approx((4.0, 2.75))
    for place in range(6):
        wrong = [*PREY[:place], 0.0, *PREY[place + 1 :]]
        with pytest.raises(ToolInputError):
            lotka_volterra(*wrong, 5 * DAY)
    with pytest.raises(ToolInputError, match="turns"):
        lotka_volterra(*PREY, 1e6 * DAY)
    assert lotka_volterra_drawing(*PREY, 30 * DAY) != lotka_volterra_drawing(*PREY, 20 * DAY)


@pytest.mark.parametrize(
    ("question", "kind", "value"),
    [
        ("What is the population under logistic growth after 240 h for an intrinsic growth rate of 0.5 1/d, a carrying "
         "capacity of 1000 and an initial population of 10?", "LogisticNumber", 599.8596),
        ("How much product is formed after 10 min with an initial substrate concentration of 1 mM, Vmax of 1 µM/s and "
         "Km of 0.5 mM?", "ProductMade", 3.694325e-4),
        ("What are the number of prey and the number of predators after 5 days for a prey growth rate of 1.1 1/d, a "
         "predation rate of 0.4 1/d, a predator growth rate per prey of 0.1 1/d, a predator death rate of 0.4 1/d, "
         "initial prey of 10 and initial predators of 10?", "PredatorNumber", 1.8956897),
    ],
)  # fmt: skip
def test_questions(question: str, kind: str, value: float) -> None:
    with Agent() as agent:
        answer = agent.run(question)
    assert answer.status == "complete", answer.text
    assert next(one for one in answer.values if one.type == kind).value == pytest.approx(value, rel=1e-5)


def test_a_wrong_unit_is_refused() -> None:
    with Agent() as agent, pytest.raises(NoPathError):
        agent.run(
            "What is the population under logistic growth after 240 h for an intrinsic growth rate of 0.5 g, a carrying "
            "capacity of 1000 and an initial population of 10?"
        )
