"""Two first-order reactions in a row."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general.consecutive import consecutive_reactions, consecutive_reactions_drawing


def test_the_maximum_of_the_intermediate() -> None:
    found = consecutive_reactions(0.02, 0.005)
    # The rate equations by scipy, in steps of 0.01 s.
    times = np.linspace(0, 400, 40_001)
    course = solve_ivp(
        lambda _t, y: [-0.02 * y[0], 0.02 * y[0] - 0.005 * y[1]],
        (0, 400),
        [1.0, 0.0],
        t_eval=times,
        rtol=1e-9,
        atol=1e-12,
    ).y[1]
    assert found.time == pytest.approx(times[course.argmax()], abs=0.02)
    assert found.share == pytest.approx(100 * course.max(), rel=1e-6)
    # Equal constants: t = 1/k, and 1/e of all.
    for second in (0.02, 0.02 * (1 + 1e-12), 0.02 * (1 + 1e-7)):
        alike = consecutive_reactions(0.02, second)
        assert (alike.time, alike.share) == pytest.approx((50.0, 100 / math.e), rel=1e-6)
    for wrong in ((0.0, 1.0), (1.0, -1.0), (math.nan, 1.0), (math.inf, 1.0)):
        with pytest.raises(ToolInputError):
            consecutive_reactions(*wrong)
        with pytest.raises(ToolInputError):
            consecutive_reactions_drawing(*wrong)
    with pytest.raises(ToolInputError):
        consecutive_reactions_drawing(1.0, 1e-9)
    assert "A → B → C" in consecutive_reactions_drawing(0.02, 0.02)
