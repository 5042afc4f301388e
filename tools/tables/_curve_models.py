"""The curves that pairs of values are fitted by: their formulas, where a search begins, and the units of what is found.

Each is one entry of `CURVES`, and nothing else here or beside knows a curve by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

# J/(mol K), exact since 2019.
GAS_CONSTANT = 8.31446261815324


@dataclass(frozen=True)
class Curve:
    """A curve y(x).

    Attributes:
        formula: as an answer shows it.
        names: of its parameters.
        units: of each: `x`, `y`, `1/x`, `y/x`, `at x` of a place on its scale, or a unit itself.
        value: y of x and the parameters.
        starts: where searches begin, from x and y.
        positive: which parameters are above 0, by place; a search goes by their logarithm.
        x_from: x must not be below this; None for any.
        x_above: whether x must be above `x_from` itself.
        x_unit: the unit that x must be in, where the formula needs one.
        x_upto: values of x above it, or below `x_least`, are left out, which is told.
        x_least: as `x_upto`.
        y_above: whether y must be above 0; then the fit goes by the logarithm of y, as lines of Arrhenius do.
        derived: further figures, of the parameters and the standard deviation of what is left: name, unit, value.
    """

    formula: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    value: Callable[..., NDArray[Any]]
    starts: Callable[[NDArray[Any], NDArray[Any]], list[list[float]]]
    positive: tuple[int, ...] = ()
    x_from: float | None = None
    x_above: bool = False
    x_unit: str = ""
    x_least: float = float("-inf")
    x_upto: float = float("inf")
    y_above: bool = False
    derived: tuple[tuple[str, str, Callable[[NDArray[Any], float], float]], ...] = ()


def _middle(x: NDArray[Any]) -> list[float]:
    import numpy as np

    above = x[x > 0]
    return [float(one) for one in np.quantile(above, [0.5, 0.2, 0.8])]


def _saturating(x: NDArray[Any], y: NDArray[Any]) -> list[list[float]]:
    top = float(y.max()) or 1.0
    return [[1.2 * top, middle] for middle in _middle(x)]


def _with_power(x: NDArray[Any], y: NDArray[Any]) -> list[list[float]]:
    return [[*start, power] for start in _saturating(x, y) for power in (1.0, 2.5)]


def _four(x: NDArray[Any], y: NDArray[Any]) -> list[list[float]]:
    ends = [float(y[x.argmin()]), float(y[x.argmax()])]
    return [[*ends, middle, power] for middle in _middle(x) for power in (1.0, 3.0)]


def _langmuir(x: NDArray[Any], y: NDArray[Any]) -> list[list[float]]:
    return [[top, 1 / middle] for top, middle in _saturating(x, y)]


def _decaying(x: NDArray[Any], y: NDArray[Any]) -> list[list[float]]:
    wide = float(x.max() - x.min())
    return [[float(y[x.argmin()]) or 1.0, times / wide] for times in (1.0, 4.0, 0.3)]


def _growing(x: NDArray[Any], y: NDArray[Any]) -> list[list[float]]:
    wide, middle = float(x.max() - x.min()), float(x.min() + x.max()) / 2
    return [[1.05 * float(y.max()), times / wide, middle] for times in (8.0, 3.0, 20.0)]


def _arrhenius_start(x: NDArray[Any], y: NDArray[Any]) -> list[list[float]]:
    import numpy as np

    slope, constant = np.polyfit(1 / x, np.log(y), 1)
    return [[float(np.exp(constant)), float(-slope * GAS_CONSTANT / 1000)]]


def _hill(x: NDArray[Any], top: float, half: float, power: float) -> NDArray[Any]:
    import numpy as np

    with np.errstate(divide="ignore", over="ignore"):
        return np.asarray(top / (1 + (half / x) ** power))


def _exponential(x: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.asarray(np.exp(np.clip(x, -700, 700)))


def _ln(value: float) -> float:
    import math

    return math.log(value)


def _log(x: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.asarray(np.log10(x))


def _line(x: NDArray[Any], y: NDArray[Any]) -> list[list[float]]:
    import numpy as np

    slope, constant = np.polyfit(x, y, 1)
    return [[float(slope), float(constant)]]


def _efficiency(found: NDArray[Any], _: float) -> float:
    if found[0] >= 0:
        raise ToolInputError(
            f"the cycles rise with the quantity (slope {found[0]:.4g}); a standard curve of qPCR falls, "
            "so cycles and quantities are likely swapped"
        )
    return float(100 * (10 ** (-1 / found[0]) - 1))


def _doubling_time(found: NDArray[Any], _: float) -> float:
    import math

    if found[1] <= 0:
        raise ToolInputError(f"the values fall (rate {found[1]:.4g}), so they double in no time")
    return math.log(2) / float(found[1])


def _half_life(found: NDArray[Any], _: float) -> float:
    import math

    return math.log(2) / float(found[1])


CURVES = {
    "michaelis-menten": Curve(
        "y = Vmax x / (Km + x)",
        ("Vmax", "Km"),
        ("y", "x"),
        lambda x, top, half: top * x / (half + x),
        _saturating,
        positive=(0, 1),
        x_from=0,
    ),
    "hill": Curve(
        "y = maximum x^n / (K^n + x^n)",
        ("maximum", "half-saturation K", "Hill coefficient n"),
        ("y", "x", "1"),
        _hill,
        _with_power,
        positive=(0, 1, 2),
        x_from=0,
    ),
    "dose-response": Curve(
        "y = start + (end - start) / (1 + (EC50 / x)^n)",
        ("response without dose", "response at high dose", "half-effect dose (EC50 or IC50)", "Hill slope n"),
        ("y", "y", "x", "1"),
        lambda x, start, end, half, power: start + _hill(x, end - start, half, power),
        _four,
        positive=(2, 3),
        x_from=0,
    ),
    "langmuir": Curve(
        "y = qmax K x / (1 + K x)",
        ("capacity qmax", "Langmuir constant K"),
        ("y", "1/x"),
        lambda x, top, constant: top * constant * x / (1 + constant * x),
        _langmuir,
        positive=(0, 1),
        x_from=0,
    ),
    "bet": Curve(
        "y = monolayer C x / ((1 - x) (1 + (C - 1) x))",
        ("monolayer uptake", "BET constant C"),
        ("y", "1"),
        lambda x, layer, c: layer * c * x / ((1 - x) * (1 + (c - 1) * x)),
        lambda x, y: [[float(y.mean()), c] for c in (100.0, 10.0, 1000.0)],
        positive=(0, 1),
        x_from=0,
        x_unit="1",
        # The range in which the theory is commonly held to be valid.
        x_least=0.05,
        x_upto=0.3,
    ),
    "arrhenius": Curve(
        "y = A exp(-Ea / (R T))",
        ("prefactor A", "activation energy Ea"),
        ("y", "kJ/mol"),
        lambda x, factor, energy: factor * _exponential(-1000 * energy / (GAS_CONSTANT * x)),
        _arrhenius_start,
        positive=(0,),
        x_from=0,
        x_above=True,
        x_unit="K",
        y_above=True,
    ),
    "exponential decay": Curve(
        "y = start exp(-k x)",
        ("start", "rate constant k"),
        ("y", "1/x"),
        lambda x, start, rate: start * _exponential(-rate * x),
        _decaying,
        positive=(1,),
        derived=(("half-life", "x", _half_life),),
    ),
    "exponential growth": Curve(
        "y = start exp(r x)",
        ("start", "growth rate r"),
        ("y", "1/x"),
        lambda x, start, rate: start * _exponential(rate * x),
        lambda x, y: [[float(y[x.argmin()]), float((_ln(y.max()) - _ln(y.min())) / (x.max() - x.min()))]],
        positive=(0,),
        y_above=True,
        derived=(("doubling time", "x", _doubling_time),),
    ),
    "logistic growth": Curve(
        "y = capacity / (1 + exp(-r (x - midpoint)))",
        ("capacity", "growth rate r", "midpoint"),
        ("y", "1/x", "at x"),
        lambda x, top, rate, middle: top / (1 + _exponential(-rate * (x - middle))),
        _growing,
        positive=(0, 1),
    ),
    "calibration line": Curve(
        "y = slope x + intercept",
        ("slope", "intercept"),
        ("y/x", "y"),
        lambda x, slope, constant: slope * x + constant,
        _line,
        derived=(
            ("limit of detection (3.3 s / slope)", "x", lambda found, s: 3.3 * s / abs(float(found[0]))),
            ("limit of quantification (10 s / slope)", "x", lambda found, s: 10 * s / abs(float(found[0]))),
        ),
    ),
    "qpcr standard curve": Curve(
        "y = slope log10(x) + intercept",
        ("slope for each factor of 10", "intercept"),
        ("y", "y"),
        lambda x, slope, constant: slope * _log(x) + constant,
        lambda x, y: _line(_log(x), y),
        x_from=0,
        x_above=True,
        derived=(("efficiency", "%", _efficiency),),
    ),
}
