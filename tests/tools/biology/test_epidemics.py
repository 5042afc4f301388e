"""The SIR model."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import odeint

from scitoolagent.agent import Agent
from scitoolagent.errors import ToolInputError
from scitoolagent.tools.biology.epidemics import sir_drawing, sir_epidemic


def test_sir() -> None:
    # The same equations in people, by scipy's older solver in small steps.
    times = np.linspace(0, 300, 300_001)
    course = odeint(
        lambda y, _t: [-0.3 * y[0] * y[1] / 1000, 0.3 * y[0] * y[1] / 1000 - 0.1 * y[1]],
        [999.0, 1.0],
        times,
        rtol=1e-10,
        atol=1e-10,
    )
    found = sir_epidemic(0.3, 0.1, 1000.0, 1.0)
    top = int(course[:, 1].argmax())
    assert found.peak == pytest.approx(course[top, 1], rel=1e-6)
    assert found.peak_time == pytest.approx(times[top], abs=0.002)
    assert found.final_size == pytest.approx(100 - course[-1, 0] / 10, abs=1e-4)
    assert found.reproduction == pytest.approx(3.0)
    # Below the threshold the infection only declines.
    low = sir_epidemic(0.05, 0.1, 1000.0, 10.0)
    assert (low.peak, low.peak_time) == (10.0, 0.0)
    # Kermack and McKendrick near the threshold: about 2 (R0 - 1) of the population.
    assert sir_epidemic(0.1001, 0.1, 1e9, 1.0).final_size == pytest.approx(0.2, rel=0.02)
    for wrong in ((0.0, 0.1, 1000.0), (0.3, -0.1, 1000.0), (0.3, 0.1, 1.0), (0.3, 0.1, math.nan), (1e4, 1e-6, 1e3),
                  (0.3, 0.1, 10.0, 20.0)):  # fmt: skip
        with pytest.raises(ToolInputError):
            sir_epidemic(*wrong)
    assert "R0 = 3" in sir_drawing(0.3, 0.1, 1000.0)


def test_a_question() -> None:
    with Agent() as agent:
        answer = agent.run(
            "What is the peak of the epidemic for a transmission rate of 0.3 1/d, a recovery rate of 0.1 1/d, "
            "a population of 1000 and 1 initially infected?"
        )
    assert answer.status == "complete"
    assert next(one for one in answer.values if one.type == "EpidemicPeak").value == pytest.approx(300.796, abs=1e-3)
