"""Tests of normality by the distance from the normal distribution with the mean and the spread of the values."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

# D'Agostino and Stephens 1986, table 4.9: up to which A² by what polynomial; below 0.34 it is that of 1 - p.
_ANDERSON = (
    (0.2, (-13.436, 101.14, -223.73)),
    (0.34, (-8.318, 42.796, -59.938)),
    (0.6, (0.9177, -4.279, -1.38)),
    (10.0, (1.2937, -5.709, 0.0186)),
)
_FROM_ABOVE = 0.34
# Abdi and Molin 2007: of the size of a sample, then the powers from 0 of the p-value.
_B0, _B1, _B2 = 0.37872256037043, 1.30748185078790, 0.08861783849346
_POWERS = (
    -0.37782822932809,
    1.67819837908004,
    -3.02959249450445,
    2.80015798142101,
    -1.39874347510845,
    0.40466213484419,
    -0.06353440854207,
    0.00287462087623,
    0.00069650013110,
    -0.00011872227037,
    0.00000575586834,
)
# Above it the formula of Dallal and Wilkinson does not hold.
_LOW = 0.1


def anderson_darling(values: NDArray[Any]) -> tuple[float, float]:
    """Return A² of Anderson and Darling and its p-value, with mean and standard deviation estimated.

    The p-value of scipy's `anderson` is interpolated from a table that ends at 0.01 and at 0.15, from version 1.17 on;
    older versions give none.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    scores, count = _scores(values), len(values)
    places = 2 * np.arange(1, count + 1) - 1
    found = -count - float(np.mean(places * (stats.norm.logcdf(scores) + stats.norm.logsf(scores[::-1]))))
    # The table ends at 10, where p is below 4e-24.
    modified = min(found * (1 + 0.75 / count + 2.25 / count**2), _ANDERSON[-1][0])
    constant, linear, square = next(own for end, own in _ANDERSON if modified <= end)
    power = math.exp(constant + linear * modified + square * modified**2)
    return found, 1 - power if modified < _FROM_ABOVE else power


def lilliefors(values: NDArray[Any]) -> tuple[float, float]:
    """Return the largest distance from the normal distribution and its p-value, as Lilliefors tests it."""
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    below, count = stats.norm.cdf(_scores(values)), len(values)
    steps = np.arange(count + 1) / count
    found = float(max((steps[1:] - below).max(), (below - steps[:-1]).max()))
    low = _dallal_wilkinson(found, count)
    return found, low if low <= _LOW else min(max(_abdi_molin(found, count), _LOW), 1.0)


def _scores(values: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    ordered: NDArray[Any] = np.sort(values)
    scores: NDArray[Any] = (ordered - ordered.mean()) / ordered.std(ddof=1)
    return scores


def _dallal_wilkinson(distance: float, count: int) -> float:
    """The p-value of a distance, which holds to 0.1."""
    if count > 100:
        distance, count = distance * (count / 100) ** 0.49, 100
    shifted = count + 2.78019
    power = -7.01256 * distance**2 * shifted + 2.99587 * distance * math.sqrt(shifted)
    return math.exp(power - 0.122119 + 0.974598 / math.sqrt(count) + 1.67997 / count)


def _abdi_molin(distance: float, count: int) -> float:
    """The p-value of a distance, by a polynomial that was fitted to simulated ones."""
    middle = _B1 + count
    place = (math.sqrt(middle**2 - 4 * _B2 * (_B0 - distance**-2)) - middle) / (2 * _B2)
    return sum(factor * place**power for power, factor in enumerate(_POWERS))
