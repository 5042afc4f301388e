"""A straight line through points that the question itself gives."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

_MOST = 1000

PointList = Annotated[
    str,
    Semantic(
        "PointList",
        parent="Parameter",
        label="points with x and y",
        finder="scitoolagent.tools.general._sample_words:find_points",
    ),
]

LineSlope = Annotated[
    float,
    Semantic(
        "LineSlope",
        parent="MaterialProperty",
        unit="1",
        label="slope of the line through the points",
        also=(
            "slope",
            "slope of the line",
            "slope of the best-fit line",
            "slope of the regression line",
            "slope of the linear regression",
            "slope of the linear fit",
            "fit a line",
            "fit a straight line",
            "straight line through points",
            "best-fit line",
        ),
    ),
]

LineIntercept = Annotated[
    float,
    Semantic(
        "LineIntercept",
        parent="MaterialProperty",
        unit="1",
        label="intercept of the line through the points",
        also=(
            "intercept",
            "y-intercept",
            "intercept of the line",
            "intercept of the linear regression",
            "intercept of the linear fit",
        ),
    ),
]

LineDetermination = Annotated[
    float,
    Semantic(
        "LineDetermination",
        parent="MaterialProperty",
        unit="1",
        label="R² of the line through the points",
        also=(
            "R²",
            "R2",
            "r-squared",
            "coefficient of determination",
            "R² of the linear regression",
            "R² of the linear fit",
        ),
    ),
]

SlopeError = Annotated[
    float,
    Semantic(
        "SlopeError",
        parent="MaterialProperty",
        unit="1",
        label="standard error of the slope",
    ),
]


@dataclass(frozen=True, slots=True)
class FittedLine:
    """A straight line by least squares."""

    line_slope: LineSlope
    line_intercept: LineIntercept
    line_determination: LineDetermination
    slope_error: SlopeError


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"points": "1 2.1; 2 3.9; 3 6.2; 4 7.8"},
    also=(
        "linear regression",
        "linear fit",
        "line of best fit",
        "best-fit line",
        "straight line",
        "regression line",
        "least-squares line",
        "linear least squares",
    ),
)
def line_through_points(points: PointList) -> FittedLine:
    """Fit a straight line through points by least squares.

    Args:
        points: x and y of 3 to 1,000 points, as `1 2.1; 2 3.9; 3 6.2`; their units may stand in front, as in `mM; 1: `.
    Returns:
        Slope and intercept of y over x, R², and the standard error of the slope, all in the units of the numbers.
    Raises:
        ToolInputError: the points cannot be read, are too few, or all have the same x.
    Source: least squares, by `scipy.stats.linregress`.
    """
    try:
        pairs = [tuple(map(float, point.split())) for point in points.rpartition(":")[2].split(";")]
    except ValueError as error:
        raise ToolInputError(f"{points[:80]!r} are no points; write them as 1 2.1; 2 3.9; 3 6.2") from error
    if any(len(pair) != 2 or not all(map(math.isfinite, pair)) for pair in pairs):
        raise ToolInputError(f"{points[:80]!r} are no points; write them as 1 2.1; 2 3.9; 3 6.2")
    if not 3 <= len(pairs) <= _MOST:
        raise ToolInputError(f"{len(pairs)} points are given; give 3 to {_MOST:,}, since two always lie on a line")
    x, y = (list(values) for values in zip(*pairs, strict=True))
    if len(set(x)) == 1:
        raise ToolInputError("all points have the same x; no line y(x) goes through them")
    from scipy.stats import linregress

    line: Any = linregress(x, y)
    return FittedLine(float(line.slope), float(line.intercept), float(line.rvalue) ** 2, float(line.stderr))
