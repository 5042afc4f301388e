"""Concentrations read from a straight line through measured series: standard addition and external calibration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import unit_sign
from scitoolagent.tools.general.series_fits import MeasuredSeries, line_of, read_series

AddedConcentration = Annotated[
    float,
    Semantic(
        "AddedConcentration",
        parent="MaterialProperty",
        unit="1",
        label="concentration by standard addition",
        also=("standard addition", "standard addition result", "method of standard additions"),
    ),
]
AddedConcentrationUnit = Annotated[
    str, Semantic("AddedConcentrationUnit", role="unit", label="unit of a concentration by standard addition")
]
SampleResponse = Annotated[
    float,
    Semantic(
        "SampleResponse",
        parent="Parameter",
        unit="1",
        label="response of the sample",
        also=(
            "sample response", "response of the unknown", "signal of the sample", "signal of the unknown",
            "sample signal",
            "absorbance of the sample", "absorbance of the unknown", "area of the sample", "area of the unknown",
            "sample area", "peak area of the sample", "unknown with a signal of", "sample reads", "unknown reads",
            "extract read", "sample read", "sample gave", "unknown gave", "sample gives", "unknown gives",
        ),
    ),
]  # fmt: skip
ReadConcentration = Annotated[
    float,
    Semantic(
        "ReadConcentration",
        parent="MaterialProperty",
        unit="1",
        label="concentration read from the calibration line",
        also=(
            "concentration of the sample",
            "concentration of the unknown",
            "concentration in the sample",
            "sample concentration",
            "unknown concentration",
        ),
    ),
]
ReadConcentrationUnit = Annotated[
    str, Semantic("ReadConcentrationUnit", role="unit", label="unit of a concentration read from a line")
]


@dataclass(frozen=True, slots=True)
class AddedStandard:
    """The concentration in the unit of what was added."""

    added_concentration: AddedConcentration
    added_concentration_unit: AddedConcentrationUnit


@dataclass(frozen=True, slots=True)
class ReadFromLine:
    """The concentration in the unit of the standards."""

    read_concentration: ReadConcentration
    read_concentration_unit: ReadConcentrationUnit


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"series": "µg/L; 1: 0 0.168; 5 0.291; 10 0.409; 15 0.535"},
)
def standard_addition(series: MeasuredSeries) -> AddedStandard:
    """Compute the concentration of an analyte by the method of standard additions.

    Args:
        series: Concentrations added, in the solution that is measured, and the signals; 3 or more of each.
    Returns:
        Intercept over slope of the line through the signals: the concentration in the solution that is measured before
        the additions, in the unit of these.
    Raises:
        ToolInputError: too few points, additions that are all the same, or a line that does not rise from above 0.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.S05910.
    """
    units, x, y = read_series(series)
    slope, intercept = _rising(x, y)
    if intercept <= 1e-9 * max(y):
        raise ToolInputError(
            f"the line meets 0 at a signal of {intercept:.4g}; a sample without the analyte, or a blank"
        )
    return AddedStandard(intercept / slope, unit_sign(units[0]) or "1")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"series": "ng/mL; 1: 0.5 1210; 1 2388; 2.5 6105; 5 12020; 10 24390; 20 48120", "response": 8844.0},
    also=("calibration curve", "standard curve", "external calibration"),
)
def concentration_from_calibration(series: MeasuredSeries, response: SampleResponse) -> ReadFromLine:
    """Read the concentration of a sample from a straight calibration line.

    Args:
        series: Concentrations of the standards and their signals, 3 to 1,000 of each.
        response: Signal of the sample, in the unit of those of the standards.
    Returns:
        (signal - intercept) / slope of the unweighted line, in the unit of the standards.
    Raises:
        ToolInputError: too few standards, a line that does not rise, or a signal outside those of the standards.
    Source: ISO 8466-1; least squares by `scipy.stats.linregress`.
    """
    units, x, y = read_series(series)
    slope, intercept = _rising(x, y)
    if not min(y) <= response <= max(y):
        raise ToolInputError(f"a signal of {response:g} lies outside those of the standards, {min(y):g} to {max(y):g}")
    return ReadFromLine((response - intercept) / slope, unit_sign(units[0]) or "1")


def _rising(x: list[float], y: list[float]) -> tuple[float, float]:
    if len(set(x)) == 1:
        raise ToolInputError("all points have the same x; no line goes through them")
    slope, intercept = line_of(x, y)
    if slope <= 0:
        raise ToolInputError(f"the signals do not rise with the concentration (slope {slope:.4g})")
    return slope, intercept
