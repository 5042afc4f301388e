"""Fit curves of science to two columns of a table: kinetics, dose and response, adsorption, growth, calibration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import COLOUR, as_svg, labelled, new_figure
from scitoolagent.tables import Column
from scitoolagent.tables.column_units import difference_unit, divided, sign, titled
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import convert, convertible, is_pure
from scitoolagent.tools.tables._axes import plain_numbers
from scitoolagent.tools.tables._curve_models import CURVES, Curve
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._rows import KINETICS, ColumnName, OtherColumn, TableFolder, made
from scitoolagent.tools.tables.columns import RowsUsed
from scitoolagent.tools.tables.fitting import Confidence, RSquared

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_ROWS = 100_000

CurveName = Annotated[
    str,
    Semantic(
        "CurveName",
        parent="Parameter",
        label="curve that is fitted",
        pattern="michaelis-menten|hill|dose-response|langmuir|bet|arrhenius|exponential decay|logistic growth"
        "|calibration line|qpcr standard curve|exponential growth",
        needs_context=True,
    ),
]
CurveEquation = Annotated[str, Semantic("CurveEquation", label="equation of a fitted curve")]
CurvePicture = Annotated[str, Semantic("CurvePicture", parent="SvgPicture", label="plot of a fitted curve")]


@dataclass(frozen=True)
class CurveFitResult:
    """A curve that was fitted by least squares."""

    table: TableFolder
    equation: CurveEquation
    r_squared: RSquared
    rows: RowsUsed


@dataclass(frozen=True)
class Found:
    """Parameters of a curve with their intervals, and `spread`, the standard deviation of what is left over."""

    values: NDArray[Any]
    lower: NDArray[Any]
    upper: NDArray[Any]
    errors: NDArray[Any]
    spread: float
    explained: float


@dataclass(frozen=True)
class Given:
    """The values a curve is fitted to."""

    numbers: Numbers
    x: NDArray[Any]
    y: NDArray[Any]
    x_unit: str | None
    notes: tuple[str, ...]


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": KINETICS,
        "column": "rate (umol/min)",
        "other": "substrate (mmol/L)",
        "curve": "michaelis-menten",
    },
)
def curve_fit(
    table: TableFolder, column: ColumnName, other: OtherColumn, curve: CurveName, level: Confidence = 0.95
) -> CurveFitResult:
    """Fit a curve of science to two columns of a table, with intervals.

    Args:
        table: The table.
        column: What is measured (y), a column of numbers.
        other: By what it changes (x), another column of numbers.
        curve: michaelis-menten, hill, dose-response (four parameters), langmuir, bet, arrhenius, exponential decay,
            exponential growth, logistic growth, calibration line or qpcr standard curve.
        level: Of the intervals, 0.95 for one of 95 %.
    Returns:
        A table with a row for each parameter: estimate, standard error, interval and unit, and what follows from them;
        the equation, R squared, and the number of rows with both values.
    Raises:
        ToolInputError: there are too few rows, the values or units are none for this curve, or they do not determine
            its parameters.
    Source: least squares by `scipy.optimize.least_squares`; intervals by Student's t from the linearised fit, of
        parameters above 0 by their logarithm; limits of detection by ICH Q2.
    """
    if not 0.5 <= level < 1:
        raise ToolInputError(f"a level of {level:g} makes no interval; give 0.5 to less than 1")
    model = curve_called(curve)
    given = given_to(curve, numbers_of(table, [column, other], len(model.names) + 1, varied=True))
    found = fitted_to(curve, given, level)
    y_unit = given.numbers.columns[0].unit
    rows: list[list[Any]] = []
    for place, name in enumerate(model.names):
        unit = unit_of(model.units[place], given.x_unit, y_unit)
        values = (found.values, found.errors, found.lower, found.upper)
        rows.append([name, *(float(one[place]) for one in values), _told(unit)])
    for name, unit_name, value in model.derived:
        unit = unit_of(unit_name, given.x_unit, y_unit)
        rows.append([name, value(found.values, found.spread), None, None, None, _told(unit)])
    titles = ("estimate", "standard error", "lower", "upper")
    columns = [Column(name="parameter"), *(Column(name=title, kind="number") for title in titles), Column(name="unit")]
    from scitoolagent.tables.added import of_rows

    notes = (*given.numbers.notes, *given.notes, *outside(model, given, found))
    folder = made(lambda: of_rows(given.numbers.table, columns, rows, notes))
    y, x = (one.name for one in given.numbers.columns)
    return CurveFitResult(folder, f"{model.formula}, with x = {x}, y = {y}", found.explained, len(given.x))


@tool(
    Operation.VISUALISATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "table": KINETICS,
        "column": "rate (umol/min)",
        "other": "substrate (mmol/L)",
        "curve": "michaelis-menten",
    },
)
def draw_curve_fit(table: TableFolder, column: ColumnName, other: OtherColumn, curve: CurveName) -> CurvePicture:
    """Draw two columns of a table with a curve of science that is fitted to them.

    Args:
        table: The table.
        column: What is measured (y), a column of numbers, along the vertical axis.
        other: By what it changes (x), another column of numbers, along the horizontal axis.
        curve: As for the fit alone.
    Returns:
        Text of an SVG file; the axes have the units, the title the number of rows and R squared.
    Raises:
        ToolInputError: the curve cannot be fitted; says why.
    Source: fitted as by the tool that fits a curve, drawn by matplotlib.
    """
    import numpy as np

    model = curve_called(curve)
    given = given_to(curve, numbers_of(table, [column, other], len(model.names) + 1, varied=True))
    found = fitted_to(curve, given, 0.95)
    figure = new_figure()
    axes = figure.subplots()
    axes.scatter(given.x, given.y, s=22, color=COLOUR, linewidths=0, rasterized=len(given.x) > 2000)
    low, high = float(given.x.min()), float(given.x.max())
    above = given.x[given.x > 0]
    # Doses and dilutions span powers of ten.
    if model.x_from is not None and len(above) == len(given.x) and high / low > 50:
        axes.set_xscale("log")
        plain_numbers(axes.xaxis)
        along = np.geomspace(low, high, 300)
    else:
        along = np.linspace(low, high, 300)
    axes.plot(along, model.value(along, *found.values), color="#c2410c", linewidth=1.4)
    y_column, x_column = given.numbers.columns
    told = f"{len(given.x):,} rows; {curve}; R² = {found.explained:.4f}"
    # The axis is in the unit that the formula needs, which need not be that of the column.
    same = given.x_unit == x_column.unit
    labelled(axes, titled(x_column) if same else f"{x_column.name}, in {sign(given.x_unit)}", titled(y_column), told)
    return as_svg(figure)


def curve_called(curve: str) -> Curve:
    if curve not in CURVES:
        raise ToolInputError(f"{curve[:60]!r} is no curve that is fitted here; those are {', '.join(CURVES)}")
    return CURVES[curve]


def given_to(curve: str, numbers: Numbers) -> Given:
    """The values of two columns, y and x, that a curve is fitted to, in the unit that it needs.

    Raises:
        ToolInputError: they are none for the curve.
    """
    import numpy as np

    model = CURVES[curve]
    y, x = numbers.values.T
    y_column, x_column = numbers.columns
    unit = x_column.unit
    if model.x_unit and unit is None and not is_pure(model.x_unit):
        raise ToolInputError(f"the unit of {x_column.name} is not known; say it in the header, as in T [K]")
    if model.x_unit and unit is not None and unit != model.x_unit:
        if not convertible(unit, model.x_unit):
            raise ToolInputError(f"{x_column.name} is in {sign(unit)}; {curve} needs {sign(model.x_unit)}")
        x = np.array([convert(float(one), unit, model.x_unit) for one in x])
        unit = model.x_unit
    if model.x_from is not None and difference_unit(unit) != unit:
        raise ToolInputError(f"{x_column.name} has no true zero, which {curve} needs; convert it to K first")
    notes: tuple[str, ...] = ()
    inside = (x >= model.x_least) & (x <= model.x_upto)
    if not inside.all():
        limits = f"{model.x_least:g} to {model.x_upto:g}"
        notes = (f"{int((~inside).sum()):,} rows with {x_column.name} outside {limits} are left out of the fit",)
        x, y = x[inside], y[inside]
    _checked(model, curve, x, y, (x_column.name, y_column.name))
    return Given(numbers, x, y, unit, notes)


def _checked(model: Curve, curve: str, x: NDArray[Any], y: NDArray[Any], names: tuple[str, str]) -> None:
    import numpy as np

    needed = len(model.names)
    if len(x) > _MOST_ROWS:
        raise ToolInputError(f"{len(x):,} rows are too many for a curve; at most {_MOST_ROWS:,} are taken")
    if len(x) <= needed or len(np.unique(x)) < needed:
        raise ToolInputError(
            f"{len(x)} rows with {len(np.unique(x)) if len(x) else 0} different values of {names[0]} do not determine "
            f"the {needed} parameters of {curve}; give at least {needed + 1} rows with {needed} different values"
        )
    if model.x_from is not None and ((x <= model.x_from) if model.x_above else (x < model.x_from)).any():
        bound = "above" if model.x_above else "at least"
        raise ToolInputError(
            f"{names[0]} has {float(x.min()):g}; for {curve} it must be {bound} {model.x_from:g} "
            "(a column of logarithms has to be turned into plain values first)"
        )
    if model.y_above and (y <= 0).any():
        raise ToolInputError(f"{names[1]} has {float(y.min()):g}; for {curve} it must be above 0")


def fitted_to(curve: str, given: Given, level: float) -> Found:
    """The parameters with the least squares, of searches from several starts.

    Raises:
        ToolInputError: no search ends, or the values do not determine the parameters.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    model = CURVES[curve]
    x, y = given.x, given.y
    log = [place in model.positive for place in range(len(model.names))]
    aim = np.log(y) if model.y_above else y
    size = float(np.ptp(aim)) or 1.0

    def plain(inner: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(np.where(log, np.exp(np.clip(inner, -300, 300)), inner))

    def left(inner: NDArray[Any]) -> NDArray[Any]:
        with np.errstate(all="ignore"):
            got = model.value(x, *plain(inner))
            off = ((np.log(got) if model.y_above else got) - aim) / size
        return np.asarray(np.nan_to_num(off, nan=1e6, posinf=1e6, neginf=-1e6))

    best = _least(left, [np.array(start) for start in model.starts(x, y)], np.array(log, dtype=bool))
    unsettled = ToolInputError(
        f"the {len(x)} rows do not determine the parameters of {curve}; the values do not follow it, or their range "
        "is too narrow"
    )
    if best is None:
        raise unsettled
    freedom = len(x) - len(model.names)
    spread = float(np.sqrt(2 * best.cost / freedom))
    scale = np.linalg.norm(best.jac, axis=0)
    if not (scale > 0).all() or np.linalg.cond(best.jac / scale) > 1e6:
        raise unsettled
    errors = spread * np.sqrt(np.diag(np.linalg.inv((best.jac / scale).T @ (best.jac / scale)))) / scale
    reach = float(stats.t.ppf(0.5 + level / 2, freedom)) * errors
    # A factor of e^5 both ways says nothing of a parameter.
    if (reach[np.array(log, dtype=bool)] > 5).any():
        raise unsettled
    values = plain(best.x)
    total = float((((aim - aim.mean()) / size) ** 2).sum())
    explained = 1 - 2 * best.cost / total
    if explained <= 0:
        raise unsettled
    to_plain = np.where(log, values, 1.0)
    return Found(values, plain(best.x - reach), plain(best.x + reach), errors * to_plain, spread * size, explained)


def _least(left: Any, starts: list[NDArray[Any]], log: NDArray[Any]) -> Any:
    """The best of the searches that end; None where none does. Parameters marked in `log` go by their logarithm."""
    import numpy as np
    from scipy.optimize import least_squares

    best: Any = None
    for start in starts:
        if (start[log] <= 0).any():
            continue
        inner = start.astype(float)
        inner[log] = np.log(start[log])
        tried = least_squares(left, inner, x_scale="jac", max_nfev=2000, xtol=1e-13, ftol=1e-13, gtol=1e-13)
        if tried.success and (best is None or tried.cost < best.cost):
            best = tried
    return best


def outside(model: Curve, given: Given, found: Found) -> tuple[str, ...]:
    """Which parameters on the scale of x lie beyond the values that there are."""
    low, high = float(given.x.min()), float(given.x.max())
    beyond = [
        name
        for name, unit, value in zip(model.names, model.units, found.values, strict=True)
        if unit in ("x", "at x") and not low <= value <= high
    ]
    return tuple(f"{name} lies outside the measured range, {low:g} to {high:g}: it is extrapolated" for name in beyond)


def unit_of(name: str, x: str | None, y: str | None) -> str | None:
    """The unit of a parameter from those of the columns; None where they are not known."""
    # A midpoint at 50 °C is no difference of 50 K, as a half-life is one.
    at, x = x, difference_unit(x)
    known = {"at x": at, "x": x, "y": y, "1/x": divided("1", x), "y/x": divided(difference_unit(y), x)}
    return known.get(name, name)


def _told(unit: str | None) -> str:
    return "unknown unit" if unit is None else unit
