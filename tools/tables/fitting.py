"""Fit a line or a plane to columns of a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tables import Column
from scitoolagent.tables.column_units import difference_unit, divided
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import unit_sign
from scitoolagent.tools.tables._numbers import Numbers, numbers_of
from scitoolagent.tools.tables._rows import ASSAY, ColumnName, OtherColumn, TableFolder, made
from scitoolagent.tools.tables.columns import PValue, RowsUsed

if TYPE_CHECKING:
    from numpy.typing import NDArray

Confidence = Annotated[
    float, Semantic("ConfidenceLevel", parent="Parameter", unit="1", label="level of confidence of an interval")
]
FitEquation = Annotated[str, Semantic("FitEquation", label="equation of a linear fit", also=("regression equation",))]
RSquared = Annotated[
    float, Semantic("RSquared", unit="1", label="coefficient of determination of a fit", also=("R squared", "R²"))
]
AdjustedRSquared = Annotated[float, Semantic("AdjustedRSquared", unit="1", label="adjusted R squared of a fit")]
# The number alone is pure; its unit is another output.
FitSlope = Annotated[
    float, Semantic("FitSlope", unit="1", label="slope of a linear fit", also=("regression slope", "slope"))
]
SlopeLower = Annotated[float, Semantic("SlopeLower", unit="1", label="lower end of the interval of a slope")]
SlopeUpper = Annotated[float, Semantic("SlopeUpper", unit="1", label="upper end of the interval of a slope")]
SlopeUnit = Annotated[str, Semantic("SlopeUnit", role="unit", label="unit of a slope")]

_UNKNOWN = "unknown unit"


@dataclass(frozen=True)
class LinearFitResult:
    """A fit by least squares."""

    table: TableFolder
    equation: FitEquation
    r_squared: RSquared
    adjusted: AdjustedRSquared
    p_value: PValue
    rows: RowsUsed


@dataclass(frozen=True)
class SlopeResult:
    """How much one column changes with another."""

    slope: FitSlope
    lower: SlopeLower
    upper: SlopeUpper
    unit: SlopeUnit


@dataclass(frozen=True)
class Fit:
    """Estimates of a fit: the constant first, then one for each column."""

    estimates: NDArray[Any]
    errors: NDArray[Any]
    reach: float
    freedom: int
    explained: float
    p_value: float


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "retention (min)", "others": ["logD"]},
)
def linear_fit(
    table: TableFolder, column: ColumnName, others: list[OtherColumn], level: Confidence = 0.95
) -> LinearFitResult:
    """Fit a column of a table by a linear function of other columns, with intervals.

    Args:
        table: The table.
        column: What is explained, a column of numbers.
        others: By what it is explained, one or more columns of numbers.
        level: Of the intervals, 0.95 for one of 95 %.
    Returns:
        A table with a row for the constant and for each column: estimate, standard error, interval, t, two-sided p and
        unit; the equation, R squared, also adjusted, the p-value of the F test, and the number of rows with all values.
    Raises:
        ToolInputError: a column holds no numbers or one value, there are too few rows, or the columns depend on one
            another.
    Source: ordinary least squares by `numpy.linalg.lstsq`, Student's t and F by scipy.stats.
    """
    import scipy.stats

    stats: Any = scipy.stats
    given, fit = _fitted(table, column, others, level)
    explained, *by = given.columns
    rows = []
    units = [explained.unit, *(divided(difference_unit(explained.unit), difference_unit(one.unit)) for one in by)]
    for place, name in enumerate(["constant", *(one.name for one in by)]):
        value, error = float(fit.estimates[place]), float(fit.errors[place])
        ratio = value / error if error else None
        p = None if ratio is None else float(2 * stats.t.sf(abs(ratio), fit.freedom))
        reach = fit.reach * error
        rows.append([name, value, error, value - reach, value + reach, ratio, p, units[place]])
    titles = ("estimate", "standard error", "lower", "upper", "t", "p-value")
    columns = [Column(name="term"), *(Column(name=title, kind="number") for title in titles[:4])]
    columns += [Column(name=title, kind="number", unit="1") for title in titles[4:]] + [Column(name="unit")]
    from scitoolagent.tables.added import of_rows

    count = len(given.kept)
    adjusted = 1 - (1 - fit.explained) * (count - 1) / fit.freedom
    folder = made(lambda: of_rows(given.table, columns, rows, given.notes))
    return LinearFitResult(folder, _equation(given, fit, units), fit.explained, adjusted, fit.p_value, count)


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"table": ASSAY, "column": "first assay (nM)", "other": "retention (min)"},
)
def slope_of_columns(
    table: TableFolder, column: ColumnName, other: OtherColumn, level: Confidence = 0.95
) -> SlopeResult:
    """Compute the slope of the straight line through two columns of a table.

    Args:
        table: The table.
        column: What is explained, a column of numbers.
        other: By what, another column of numbers.
        level: Of the interval, 0.95 for one of 95 %.
    Returns:
        The slope by least squares with its interval, and their unit.
    Raises:
        ToolInputError: a column holds no numbers or one value, or fewer than three rows have both.
    Source: ordinary least squares by `numpy.linalg.lstsq`, Student's t by scipy.stats.
    """
    given, fit = _fitted(table, column, [other], level)
    explained, by = given.columns
    slope, reach = float(fit.estimates[1]), fit.reach * float(fit.errors[1])
    unit = divided(difference_unit(explained.unit), difference_unit(by.unit))
    return SlopeResult(slope, slope - reach, slope + reach, _UNKNOWN if unit is None else unit)


def _fitted(table: Path, column: str, others: list[str], level: float) -> tuple[Numbers, Fit]:
    """The rows that a fit takes, and the fit.

    Raises:
        ToolInputError: it cannot be made; says why.
    """
    if not others:
        raise ToolInputError("name at least one column to explain it by")
    if not 0.5 <= level < 1:
        raise ToolInputError(f"a level of {level:g} makes no interval; give 0.5 to less than 1")
    given = numbers_of(table, [column, *others], len(others) + 2, varied=True)
    return given, fitted(given, level)


def fitted(given: Numbers, level: float = 0.95) -> Fit:
    """The fit of the first of some columns by the others.

    Raises:
        ToolInputError: the others depend on one another.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    target, by = given.values[:, 0], given.values[:, 1:]
    count, terms = len(target), by.shape[1] + 1
    # Columns of very different size would look as if they depended on one another.
    middle, size = by.mean(axis=0), by.std(axis=0)
    scaled = np.column_stack([np.ones(count), (by - middle) / size])
    found, _, rank, _ = np.linalg.lstsq(scaled, target)
    if rank < terms or np.linalg.cond(scaled) > 1e10:
        names = ", ".join(column.name for column in given.columns[1:])
        raise ToolInputError(f"the columns {names} depend on one another; leave one of them out")
    residual = target - scaled @ found
    freedom = count - terms
    left, total = float(residual @ residual), float(((target - target.mean()) ** 2).sum())
    to_given = np.eye(terms)
    to_given[0, 1:] = -middle / size
    to_given[np.arange(1, terms), np.arange(1, terms)] = 1 / size
    spread = to_given @ np.linalg.inv(scaled.T @ scaled) @ to_given.T * left / freedom
    # What is left of a perfect fit is rounding.
    explained = 1.0 if left < 1e-20 * total else 1 - left / total
    ratio = np.inf if explained == 1 else explained / (terms - 1) / ((1 - explained) / freedom)
    return Fit(
        to_given @ found,
        np.sqrt(np.diag(spread)),
        float(stats.t.ppf(0.5 + level / 2, freedom)),
        freedom,
        explained,
        float(stats.f.sf(ratio, terms - 1, freedom)),
    )


def _equation(given: Numbers, fit: Fit, units: list[str | None]) -> str:
    explained, *by = given.columns
    constant, *slopes = (float(value) for value in fit.estimates)
    text = f"{explained.name} = {constant:.6g}{_unit(units[0])}"
    for column, slope, unit in zip(by, slopes, units[1:], strict=True):
        text += f" {'-' if slope < 0 else '+'} {abs(slope):.6g}{_unit(unit)} × {column.name}"
    return text


def _unit(unit: str | None) -> str:
    if unit is None:
        return f" ({_UNKNOWN})"
    shown = unit_sign(unit)
    return f" {shown}" if shown else ""
