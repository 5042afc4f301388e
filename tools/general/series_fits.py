"""What two measured series determine: enzyme kinetics, exposure to a drug, activation energy."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import convert, convertible, unit_sign
from scitoolagent.tools.general._checks import usable
from scitoolagent.tools.general._constants import GAS_CONSTANT

_MOST = 1000
_LEVEL = 3

MeasuredSeries = Annotated[
    str,
    Semantic(
        "MeasuredSeries",
        parent="PointList",
        label="two measured series with units",
        finder="scitoolagent.tools.general._series_words:find_series",
    ),
]


ProfileEnd = Annotated[
    float,
    Semantic(
        "ProfileEnd",
        parent="Parameter",
        unit="1",
        label="time that a profile ends at",
        finder="scitoolagent.tools.general._series_words:find_profile_ends",
    ),
]


def _result(name: str, unit: str, label: str, *also: str) -> Semantic:
    return Semantic(name, parent="MaterialProperty", unit=unit, label=label, also=also)


FittedConstant = Annotated[
    float,
    _result("FittedMichaelisConstant", "mol/L", "Michaelis constant of a fit", "Km", "fitted Km", "Michaelis constant"),
]
FittedRate = Annotated[
    float, _result("FittedMaximalRate", "mol/(L.s)", "maximal rate of a fit", "Vmax", "fitted Vmax", "maximal rate")
]
FittedConstantError = Annotated[
    float, _result("FittedMichaelisError", "mol/L", "standard error of the fitted Michaelis constant")
]
FittedRateError = Annotated[float, _result("FittedRateError", "mol/(L.s)", "standard error of the fitted maximal rate")]
SeriesExposure = Annotated[
    float,
    _result(
        "SeriesExposure", "mg*h/L", "area under the curve to the last point", "AUC", "AUClast", "area under the curve"
    ),
]
TerminalConstant = Annotated[
    float, _result("TerminalConstant", "1/h", "terminal rate constant", "lambda z", "lambda_z", "λz", "terminal slope")
]
TerminalHalfLife = Annotated[
    float, _result("TerminalHalfLife", "h", "terminal half-life", "half-life", "t1/2", "terminal half life")
]
WholeExposure = Annotated[
    float,
    _result("WholeExposure", "mg*h/L", "area under the curve to infinity", "AUCinf", "AUC to infinity"),
]
ExtrapolatedShare = Annotated[
    float,
    _result("ExtrapolatedShare", "%", "extrapolated share of the area", "% extrapolated", "percent extrapolated"),
]
PeakConcentration = Annotated[float, _result("PeakConcentration", "mg/L", "highest concentration measured", "Cmax")]
PeakTime = Annotated[float, _result("PeakTime", "h", "time of the highest concentration measured", "Tmax")]
FittedActivation = Annotated[
    float, _result("FittedActivation", "kJ/mol", "activation energy of a fit", "Ea", "activation energy")
]
FittedFactor = Annotated[
    str,
    Semantic(
        "FittedFactor",
        parent="MaterialProperty",
        label="pre-exponential factor of a fit",
        also=("A", "pre-exponential factor", "frequency factor"),
    ),
]


@dataclass(frozen=True, slots=True)
class KineticFit:
    """Both constants with their standard errors."""

    michaelis_constant: FittedConstant
    maximal_rate: FittedRate
    constant_error: FittedConstantError
    rate_error: FittedRateError


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a profile of concentrations over time gives without a model."""

    exposure: SeriesExposure
    terminal_constant: TerminalConstant
    terminal_half_life: TerminalHalfLife
    whole_exposure: WholeExposure
    extrapolated: ExtrapolatedShare
    peak: PeakConcentration
    peak_time: PeakTime


def read_series(series: str) -> tuple[tuple[str, str], list[float], list[float]]:
    """The units and the values of `µM; nM/s: 5 4.1; 10 7.3`.

    Raises:
        ToolInputError: it is not written so, or has too few or too many points.
    """
    head, _, points = series.partition(":")
    units = [unit.strip() for unit in head.split(";")]
    try:
        pairs = [tuple(float(part) for part in point.split()) for point in points.split(";")]
    except ValueError as error:
        raise ToolInputError(_not_read(series)) from error
    if len(units) != 2 or any(len(pair) != 2 or not all(map(math.isfinite, pair)) for pair in pairs):
        raise ToolInputError(_not_read(series))
    if not _LEVEL <= len(pairs) <= _MOST:
        raise ToolInputError(f"{len(pairs)} points are given; give {_LEVEL} to {_MOST:,}")
    x, y = (list(values) for values in zip(*pairs, strict=True))
    return (units[0], units[1]), x, y


def _not_read(series: str) -> str:
    return f"{series[:80]!r} are no series; write their units and points as in µM; nM/s: 5 4.1; 10 7.3; 20 11.6"


def _in_units(series: str, x_unit: str, y_unit: str) -> tuple[list[float], list[float]]:
    """Both series in these units, in the order of x, whichever of them was given first."""
    units, x, y = read_series(series)
    if not convertible(units[0], x_unit) and convertible(units[1], x_unit):
        units, x, y = (units[1], units[0]), y, x
    for unit, wanted in zip(units, (x_unit, y_unit), strict=True):
        if unit == "1" or not convertible(unit, wanted):
            said = "has no unit" if unit == "1" else f"is in {unit}"
            raise ToolInputError(f"a series {said}; one in {unit_sign(wanted)} or a unit like it is needed")
    points = sorted(
        (convert(one, units[0], x_unit), convert(other, units[1], y_unit)) for one, other in zip(x, y, strict=True)
    )
    return [one for one, _ in points], [other for _, other in points]


def _in_given_order(series: str) -> tuple[list[float], list[float]]:
    """The times as they were given, and in hours."""
    units, x, y = read_series(series)
    place = 0 if convertible(units[0], "h") else 1
    written = (x, y)[place]
    return written, [convert(one, units[place], "h") for one in written]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"series": "µM; nM/s: 5 4.1; 10 7.3; 20 11.6; 40 17.0; 80 21.5; 160 25.3"},
    also=("Michaelis-Menten fit", "Michaelis-Menten", "nonlinear Michaelis-Menten fit", "fit Michaelis-Menten"),
)
def michaelis_menten_fit(series: MeasuredSeries) -> KineticFit:
    """Fit the Michaelis-Menten equation to rates at several substrate concentrations.

    Args:
        series: Substrate concentrations and initial rates, 3 to 1,000 of each, with their units.
    Returns:
        Km and Vmax of v = Vmax S / (Km + S) by nonlinear least squares of the rates, each with its standard error.
    Raises:
        ToolInputError: a unit is no concentration or no rate, a value is negative, or the rates do not determine Km.
    Source: Michaelis & Menten 1913; Johnson & Goody 2011, doi:10.1021/bi201284u; `scipy.optimize.curve_fit`.
    """
    s, v = _in_units(series, "umol/L", "umol/(L.s)")
    if min(s) < 0 or min(v) < 0 or max(v) == 0:
        raise ToolInputError("concentrations and rates must not be negative, and some rate must be above 0")
    import numpy as np
    from scipy.optimize import curve_fit

    scale = max(v)
    start = (1.5, float(np.median([one for one in s if one > 0] or [1.0])))
    try:
        found, covariance = curve_fit(
            lambda x, top, half: top * x / (half + x), np.array(s), np.array(v) / scale, p0=start, maxfev=20000
        )
    except RuntimeError as error:
        raise ToolInputError("the rates do not determine Km and Vmax") from error
    errors: Any = np.sqrt(np.diag(covariance))
    if not np.isfinite(errors).all() or found[1] <= 0 or found[1] > 100 * max(s):
        raise ToolInputError("the rates do not determine Km: they do not bend within the concentrations given")
    return KineticFit(
        *(usable(float(one) * 1e-6, "fit") for one in (found[1], found[0] * scale, errors[1], errors[0] * scale))
    )


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"series": "h; ng/mL: 0 0; 0.5 118; 1 204; 2 251; 4 187; 8 92; 12 44; 24 6.3"},
    also=(
        "noncompartmental analysis",
        "NCA",
        "linear trapezoid",
        "trapezoidal rule",
        "trapezoid AUC",
        "linear trapezoidal AUC",
    ),
)
def exposure_of_profile(series: MeasuredSeries, until: ProfileEnd = 0.0) -> Exposure:
    """Compute the area under a profile of concentrations over time, and its end.

    Args:
        series: Times and concentrations of a drug, 4 to 1,000 of each, with their units.
        until: The time that the profile ends at, as in AUC0-24, in the unit of the times; 0 for the last one.
    Returns:
        The area by linear trapezoids from the first to the last time; the terminal rate constant by a line through the
        logarithms of the last three concentrations, with the half-life; the area to infinity, with the last measured
        concentration over that constant added, and its share in percent; and the highest concentration with its time.
    Raises:
        ToolInputError: a unit is no time or no mass concentration, a time stands twice, a concentration is negative, or
            the last three do not fall.
    Source: Rowland & Tozer, Clinical Pharmacokinetics and Pharmacodynamics, 4th edition, appendix A.
    """
    times, levels = _in_units(series, "h", "mg/L")
    if until:
        given = dict(zip(*_in_given_order(series), strict=True))
        if until not in given:
            raise ToolInputError(f"the profile has no value at {until:g}; the area to there would be a guess")
        times = [one for one in times if one <= given[until]]
        levels = levels[: len(times)]
    if len(times) < _LEVEL + 1 or len(set(times)) < len(times) or min(times) < 0 or min(levels) < 0:
        raise ToolInputError("give at least 4 concentrations, none negative, each at a time of its own from 0 on")
    last = levels[-_LEVEL:]
    if min(last) <= 0:
        raise ToolInputError("one of the last three concentrations is 0, so they have no terminal slope")
    steps = zip(times, times[1:], levels, levels[1:], strict=False)
    area = sum((later - one) * (a + b) / 2 for one, later, a, b in steps)
    constant = -line_of(times[-_LEVEL:], [math.log(one) for one in last])[0]
    if constant <= 0:
        raise ToolInputError("the last three concentrations do not fall, so there is no terminal half-life")
    beyond = last[-1] / constant
    top = max(levels)
    return Exposure(
        area,
        constant,
        math.log(2) / constant,
        area + beyond,
        100 * beyond / (area + beyond),
        top,
        times[levels.index(top)],
    )


@dataclass(frozen=True, slots=True)
class ActivationFit:
    """Both parameters of the Arrhenius equation."""

    activation: FittedActivation
    factor: FittedFactor


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"series": "K; s-1: 283 2.9e-5; 293 9.6e-5; 303 2.93e-4; 313 8.35e-4; 323 2.22e-3"},
    also=("Arrhenius fit", "Arrhenius plot", "linear Arrhenius", "Arrhenius regression"),
)
def arrhenius_fit(series: MeasuredSeries) -> ActivationFit:
    """Fit the Arrhenius equation to rate constants at several temperatures.

    Args:
        series: Temperatures and rate constants, 3 to 1,000 of each; the temperatures with a unit.
    Returns:
        Ea and A of k = A exp(-Ea / (R T)) by a line through ln k over 1/T; A with the unit of the rate constants.
    Raises:
        ToolInputError: no series is a temperature, a rate constant is not positive, or all temperatures are the same.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.A00446.
    """
    units, x, y = read_series(series)
    if not convertible(units[0], "K") and convertible(units[1], "K"):
        units, x, y = (units[1], units[0]), y, x
    if not convertible(units[0], "K"):
        raise ToolInputError("no series is in K or °C; give the unit of the temperatures")
    kelvins = [convert(one, units[0], "K") for one in x]
    if min(kelvins) <= 0 or min(y) <= 0 or len(set(kelvins)) == 1:
        raise ToolInputError("temperatures must differ and be above 0 K, and rate constants above 0")
    slope, intercept = line_of([1 / one for one in kelvins], [math.log(one) for one in y])
    factor = usable(math.exp(intercept), "pre-exponential factor")
    return ActivationFit(-slope * GAS_CONSTANT / 1000, f"{factor:.7g} {unit_sign(units[1])}".strip())


def line_of(x: list[float], y: list[float]) -> tuple[float, float]:
    """Slope and intercept of the line of least squares."""
    from scipy.stats import linregress

    line: Any = linregress(x, y)
    return float(line.slope), float(line.intercept)
