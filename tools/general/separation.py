"""Columns and peaks of chromatography, and limits of what can be measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive

RetentionTime = Annotated[
    float,
    Semantic(
        "RetentionTime",
        parent="Parameter",
        unit="s",
        label="retention time",
        also=("retention time of the peak", "retention", "tR", "t_R"),
        announced=("elutes",),
    ),
]

DeadTime = Annotated[
    float,
    Semantic(
        "DeadTime",
        parent="Parameter",
        unit="s",
        label="dead time of the column",
        also=(
            "dead time",
            "void time",
            "hold-up time",
            "t0",
        ),
    ),
]

FirstRetentionTime = Annotated[
    float,
    Semantic(
        "FirstRetentionTime",
        parent="Parameter",
        unit="s",
        label="retention time of the first peak",
        also=(
            "first retention time",
            "first peak",
        ),
    ),
]

SecondRetentionTime = Annotated[
    float,
    Semantic(
        "SecondRetentionTime",
        parent="Parameter",
        unit="s",
        label="retention time of the second peak",
        also=(
            "second retention time",
            "second peak",
        ),
    ),
]


FirstBaseWidth = Annotated[
    float,
    Semantic(
        "FirstBaseWidth",
        parent="Parameter",
        unit="s",
        label="width of the first peak",
        also=(
            "first width",
            "first base width",
            "first baseline width",
            "first peak width",
        ),
    ),
]

SecondBaseWidth = Annotated[
    float,
    Semantic(
        "SecondBaseWidth",
        parent="Parameter",
        unit="s",
        label="width of the second peak",
        also=(
            "second width",
            "second base width",
            "second baseline width",
            "second peak width",
        ),
    ),
]

RetentionFactor = Annotated[
    float,
    Semantic(
        "RetentionFactor",
        parent="MaterialProperty",
        unit="1",
        label="retention factor",
        also=(
            "capacity factor",
            "retention factor of a peak",
            "k prime",
        ),
    ),
]

FirstRetentionFactor = Annotated[
    float,
    Semantic("FirstRetentionFactor", parent="MaterialProperty", unit="1", label="retention factor of the first peak"),
]
SecondRetentionFactor = Annotated[
    float,
    Semantic("SecondRetentionFactor", parent="MaterialProperty", unit="1", label="retention factor of the second peak"),
]

PeakResolution = Annotated[
    float,
    Semantic(
        "PeakResolution",
        parent="MaterialProperty",
        unit="1",
        label="resolution of two peaks",
        also=(
            "chromatographic resolution",
            "peak resolution",
            "resolution",
        ),
    ),
]

SelectivityFactor = Annotated[
    float,
    Semantic(
        "SelectivityFactor",
        parent="MaterialProperty",
        unit="1",
        label="selectivity of two peaks",
        also=(
            "selectivity factor",
            "separation factor",
            "selectivity",
        ),
    ),
]


BlankDeviation = Annotated[
    float,
    Semantic(
        "BlankDeviation",
        parent="Parameter",
        unit="1",
        label="standard deviation of the blank",
        also=(
            "sd of the blank",
            "blank standard deviation",
            "SD of blank",
            "sd of blank",
            "sigma of the blank",
        ),
    ),
]

CalibrationSlope = Annotated[
    float,
    Semantic(
        "CalibrationSlope",
        parent="Parameter",
        unit="1",
        label="slope of the calibration line",
        also=(
            "calibration slope",
            "slope",
            "slope of the calibration curve",
            "sensitivity",
        ),
    ),
]

DetectionLimit = Annotated[
    float,
    Semantic(
        "DetectionLimit",
        parent="MaterialProperty",
        unit="1",
        label="limit of detection",
        also=(
            "detection limit",
            "LOD",
        ),
    ),
]

QuantificationLimit = Annotated[
    float,
    Semantic(
        "QuantificationLimit",
        parent="MaterialProperty",
        unit="1",
        label="limit of quantification",
        also=(
            "quantification limit",
            "LOQ",
            "limit of quantitation",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"time": 360.0, "dead_time": 72.0})
def retention_factor(time: RetentionTime, dead_time: DeadTime) -> RetentionFactor:
    """Compute the retention factor of a chromatographic peak.

    Args:
        time: Of the peak in s.
        dead_time: Of what the column does not hold, in s.
    Returns:
        k = (t - t0) / t0.
    Raises:
        ToolInputError: a time is not positive, or the peak comes before the dead time.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.R05359.
    """
    positive(retention_time=time, dead_time=dead_time)
    return _retained(time, dead_time)


@dataclass(frozen=True, slots=True)
class RetentionFactors:
    """How long two peaks are held."""

    first_retention_factor: FirstRetentionFactor
    second_retention_factor: SecondRetentionFactor


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"first": 360.0, "second": 420.0, "dead_time": 72.0},
    also=("retention factors of two peaks", "retention factors of both peaks", "retention factors", "capacity factors"),
)
def retention_factors_of_two(
    first: FirstRetentionTime, second: SecondRetentionTime, dead_time: DeadTime
) -> RetentionFactors:
    """Compute the retention factors of two chromatographic peaks.

    Args:
        first: Retention time of the first peak in s.
        second: That of the second peak in s.
        dead_time: Of what the column does not hold, in s.
    Returns:
        k = (t - t0) / t0 of each.
    Raises:
        ToolInputError: a time is not positive, or a peak comes before the dead time.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.R05359.
    """
    positive(retention_time=first, second_retention_time=second, dead_time=dead_time)
    return RetentionFactors(_retained(first, dead_time), _retained(second, dead_time))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"first": 360.0, "second": 420.0, "dead_time": 72.0})
def selectivity_factor(
    first: FirstRetentionTime, second: SecondRetentionTime, dead_time: DeadTime
) -> SelectivityFactor:
    """Compute the selectivity of a column for two peaks.

    Args:
        first: In s.
        second: In s.
        dead_time: Of what the column does not hold, in s.
    Returns:
        α = k2 / k1 of the later peak over the earlier one.
    Raises:
        ToolInputError: a time is not positive, or a peak that the column does not hold.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.S05566.
    """
    positive(first=first, second=second, dead_time=dead_time)
    early, late = sorted(_retained(time, dead_time) for time in (first, second))
    if early == 0:
        raise ToolInputError("a peak at the dead time has no retention; the selectivity has no value")
    return late / early


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"first": 312.0, "second": 354.0, "first_width": 18.0, "second_width": 21.0},
)
def peak_resolution(
    first: FirstRetentionTime, second: SecondRetentionTime, first_width: FirstBaseWidth, second_width: SecondBaseWidth
) -> PeakResolution:
    """Compute the resolution of two chromatographic peaks from their widths at the base.

    Args:
        first: In s.
        second: In s.
        first_width: At the base, in s.
        second_width: At the base, in s.
    Returns:
        R = 2 |t2 - t1| / (w1 + w2).
    Raises:
        ToolInputError: a value is not positive.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.P04465.
    """
    positive(first=first, second=second, first_width=first_width, second_width=second_width)
    return 2 * abs(second - first) / (first_width + second_width)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"deviation": 0.002, "slope": 0.045})
def detection_limit(deviation: BlankDeviation, slope: CalibrationSlope) -> DetectionLimit:
    """Compute the limit of detection of a method from its blank and its calibration line.

    Args:
        deviation: Of the signal of the blank, in the unit of the signal.
        slope: Of the calibration line, in signal for each unit of concentration.
    Returns:
        3.3 σ / S, in the unit of concentration of the slope.
    Raises:
        ToolInputError: a value is not positive.
    Source: ICH Q2(R2), Validation of analytical procedures.
    """
    positive(deviation=deviation, slope=abs(slope))
    return 3.3 * deviation / abs(slope)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"deviation": 0.002, "slope": 0.045})
def quantification_limit(deviation: BlankDeviation, slope: CalibrationSlope) -> QuantificationLimit:
    """Compute the limit of quantification of a method from its blank and its calibration line.

    Args:
        deviation: Of the signal of the blank, in the unit of the signal.
        slope: Of the calibration line, in signal for each unit of concentration.
    Returns:
        10 σ / S, in the unit of concentration of the slope.
    Raises:
        ToolInputError: a value is not positive.
    Source: ICH Q2(R2), Validation of analytical procedures.
    """
    positive(deviation=deviation, slope=abs(slope))
    return 10 * deviation / abs(slope)


def _retained(time: float, dead_time: float) -> float:
    if time < dead_time:
        raise ToolInputError(f"a peak at {time:g} s cannot come before the dead time of {dead_time:g} s")
    return (time - dead_time) / dead_time
