"""Areas under curves, and the terminal phase of a concentration that falls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.tables._numbers import Numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

LINEAR, LOG_DOWN = TRAPEZOIDS = ("linear", "linear up log down")
_LEAST, _CLOSE = 3, 1e-4


@dataclass(frozen=True)
class Curve:
    """What was measured along something, in its order."""

    x: NDArray[Any]
    y: NDArray[Any]


@dataclass(frozen=True)
class Terminal:
    """The line through the logarithms of the last points."""

    rate: float
    last: float
    points: int
    start: float
    end: float
    explained: float


def curve_of(own: Numbers) -> Curve:
    """What was measured (the first column) along the second, in its order.

    Raises:
        ToolInputError: there are fewer than two points, or two at one place.
    """
    import numpy as np

    if len(own.kept) < 2:
        points = "1 point has" if len(own.kept) == 1 else "no point has"
        raise ToolInputError(f"{points} both values; at least 2 are needed")
    y, x = own.values.T
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    if (same := x[:-1][np.diff(x) == 0]).size:
        raise ToolInputError(f"several rows have {own.columns[1].name} = {same[0]:g}: they are of several curves")
    return Curve(x, y)


def area(curve: Curve, trapezoid: str = LINEAR) -> float:
    """The area under a curve from its first to its last point.

    Args:
        curve: its points.
        trapezoid: linear, or linear where it rises and logarithmic where it falls between two values above 0.
    """
    import numpy as np

    widths, before, behind = np.diff(curve.x), curve.y[:-1], curve.y[1:]
    parts = widths * (before + behind) / 2
    if trapezoid == LOG_DOWN:
        falling = (behind < before) & (behind > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = np.where(falling, widths * (before - behind) / np.log(before / behind), parts)
    return float(parts.sum())


def to_last_measurable(curve: Curve) -> Curve:
    """The curve to its last value above 0.

    Raises:
        ToolInputError: a value is below 0, or none is above.
    """
    import numpy as np

    if (curve.y < 0).any():
        raise ToolInputError(f"a concentration is below 0 ({float(curve.y.min()):g})")
    above = np.flatnonzero(curve.y > 0)
    if not above.size:
        raise ToolInputError("no concentration is above 0")
    end = int(above[-1]) + 1
    return Curve(curve.x[:end], curve.y[:end])


def terminal(curve: Curve) -> Terminal:
    """The terminal phase: of the lines through the last three or more points behind the highest the best one.

    The best has the highest adjusted R squared; of those within 0.0001 of it the one with most points.

    Raises:
        ToolInputError: there are too few points, or they do not fall.
    """
    import numpy as np

    highest = int(np.argmax(curve.y))
    behind = [place for place in range(highest + 1, len(curve.y)) if curve.y[place] > 0]
    if len(behind) < _LEAST:
        raise ToolInputError(
            f"{len(behind)} points above 0 lie behind the highest; a half-life needs at least {_LEAST}"
        )
    lines = [_line(curve, behind[-count:]) for count in range(_LEAST, len(behind) + 1)]
    falling = [one for one in lines if one.rate > 0 and not math.isnan(one.explained)]
    if not falling:
        raise ToolInputError("the last points do not fall; there is no half-life")
    best = max(one.explained for one in falling)
    return max((one for one in falling if one.explained >= best - _CLOSE), key=lambda one: one.points)


def _line(curve: Curve, places: list[int]) -> Terminal:
    import numpy as np

    x, y = curve.x[places], np.log(curve.y[places])
    slope, constant = (float(one) for one in np.polyfit(x, y, 1))
    left, whole = float(((y - slope * x - constant) ** 2).sum()), float(((y - y.mean()) ** 2).sum())
    count = len(places)
    explained = 1 - (left / whole) * (count - 1) / (count - 2) if whole else math.nan
    return Terminal(-slope, float(np.exp(slope * x[-1] + constant)), count, float(x[0]), float(x[-1]), explained)


def product_unit(unit: str | None, by: str | None) -> str | None:
    """The unit of an area, as it is written: ng.h/mL and not (ng/mL).h."""
    from scitoolagent.tables.column_units import multiplied

    if unit and by and unit.count("/") == 1 and not set(unit + by) & set("([ ") and "/" not in by:
        above, below = unit.split("/")
        return f"{above}.{by}/{below}"
    return multiplied(unit, by)
