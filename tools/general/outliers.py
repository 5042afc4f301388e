"""Tests for one outlier among replicates: Dixon and Grubbs."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

ReplicateSample = Annotated[
    str,
    Semantic(
        "ReplicateSample",
        parent="Parameter",
        label="replicates with a suspected outlier",
        also=("suspected replicates",),
        finder="scitoolagent.tools.general._outlier_words:find_replicates",
    ),
]
OutlierConfidence = Annotated[
    float,
    Semantic(
        "OutlierConfidence",
        parent="Parameter",
        unit="%",
        label="confidence level of an outlier test",
        also=("confidence level", "confidence"),
        announced=("at",),
    ),
]
DixonQ = Annotated[
    float,
    Semantic(
        "DixonQ",
        parent="MaterialProperty",
        unit="1",
        label="Dixon's Q",
        also=("Dixon", "Dixon Q", "Q value"),
    ),
]
DixonCritical = Annotated[
    float,
    Semantic(
        "DixonCritical",
        parent="MaterialProperty",
        unit="1",
        label="critical value of Q",
        also=(
            "critical Q",
            "Qcrit",
            "Q critical",
            "Dixon critical value",
            "critical value of Dixon",
            "critical value by Dixon",
        ),
    ),
]
GrubbsG = Annotated[
    float,
    Semantic(
        "GrubbsG",
        parent="MaterialProperty",
        unit="1",
        label="Grubbs' G",
        also=("Grubbs", "Grubbs statistic", "G value"),
    ),
]
GrubbsCritical = Annotated[
    float,
    Semantic(
        "GrubbsCritical",
        parent="MaterialProperty",
        unit="1",
        label="critical value of G",
        also=(
            "critical G",
            "Gcrit",
            "Grubbs critical value",
            "critical value of Grubbs",
            "critical Grubbs value",
            "critical value by Grubbs",
        ),
    ),
]
SuspectedValue = Annotated[
    float,
    Semantic(
        "SuspectedValue",
        parent="MaterialProperty",
        unit="1",
        label="value that lies farthest out",
        also=("suspected value", "suspected outlier"),
    ),
]
DixonOutlier = Annotated[
    bool,
    Semantic(
        "DixonOutlier",
        parent="MaterialProperty",
        label="outlier by Dixon's test",
        also=(
            "outlier by Dixon",
            "outlier by Dixon's Q",
            "outlier by the Dixon test",
            "outlier by Dixon Q test",
            "outlier by Q test",
            "outlier",
        ),
        role="verdict",
    ),
]
GrubbsOutlier = Annotated[
    bool,
    Semantic(
        "GrubbsOutlier",
        parent="MaterialProperty",
        label="outlier by the test of Grubbs",
        also=("outlier by Grubbs", "outlier by Grubbs' test", "outlier by Grubbs test", "outlier"),
        role="verdict",
    ),
]

# Two-sided critical values of Q for 3 to 10 values, by confidence level.
_CRITICAL = {
    90.0: (0.941, 0.765, 0.642, 0.560, 0.507, 0.468, 0.437, 0.412),
    95.0: (0.970, 0.829, 0.710, 0.625, 0.568, 0.526, 0.493, 0.466),
    99.0: (0.994, 0.926, 0.821, 0.740, 0.680, 0.634, 0.598, 0.568),
}


@dataclass(frozen=True, slots=True)
class DixonResult:
    """What the test of Dixon says of one value."""

    dixon_q: DixonQ
    dixon_critical: DixonCritical
    suspected_value: SuspectedValue
    is_outlier: DixonOutlier


@dataclass(frozen=True, slots=True)
class GrubbsResult:
    """What the test of Grubbs says of one value."""

    grubbs_g: GrubbsG
    grubbs_critical: GrubbsCritical
    suspected_value: SuspectedValue
    is_outlier: GrubbsOutlier


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"sample": "7.41 7.38 7.44 7.40 7.86"},
    also=("outlier test by Dixon", "Dixon test", "Dixon's test", "Dixon's Q test", "Dixon Q test", "Q test"),
)
def dixon_test(sample: ReplicateSample, confidence: OutlierConfidence = 95.0) -> DixonResult:
    """Test the value that stands apart among 3 to 10 replicates by Dixon's Q.

    Args:
        sample: Numbers parted by blanks, as `4.1 4.5 3.9`.
        confidence: 90, 95 or 99 in percent, two-sided.
    Returns:
        Gap over range, its critical value, the value tested, and whether it is an outlier.
    Raises:
        ToolInputError: too few or too many numbers, equal numbers, or another level.
    Source: Dean & Dixon 1951, doi:10.1021/ac60052a025; critical values of Rorabacher 1991, doi:10.1021/ac00002a010.
    """
    values = sorted(_numbers(sample))
    if not 3 <= len(values) <= 10:
        raise ToolInputError(f"{len(values)} values are given; the test takes 3 to 10")
    if confidence not in _CRITICAL:
        raise ToolInputError(f"no table for {confidence:g} % here; give 90, 95 or 99")
    spread = values[-1] - values[0]
    if spread <= 0:
        raise ToolInputError("all values are equal; none stands apart")
    low, high = (values[1] - values[0]) / spread, (values[-1] - values[-2]) / spread
    critical = _CRITICAL[confidence][len(values) - 3]
    quotient, suspect = (low, values[0]) if low > high else (high, values[-1])
    return DixonResult(quotient, critical, suspect, quotient > critical)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"sample": "7.41 7.38 7.44 7.40 7.86"},
    also=("outlier test by Grubbs", "Grubbs test", "Grubbs' test"),
)
def grubbs_test(sample: ReplicateSample, confidence: OutlierConfidence = 95.0) -> GrubbsResult:
    """Test the value farthest from the mean of replicates by Grubbs.

    Args:
        sample: Numbers parted by blanks, as `4.1 4.5 3.9`.
        confidence: In percent, two-sided.
    Returns:
        Distance from the mean in deviations, its critical value, the value tested, and the verdict.
    Raises:
        ToolInputError: fewer than three numbers, equal numbers, or an impossible level.
    Source: Grubbs 1950, doi:10.1214/aoms/1177729885; NIST/SEMATECH e-Handbook, 1.3.5.17.1; t by scipy.
    """
    values = _numbers(sample)
    number = len(values)
    if number < 3:
        raise ToolInputError(f"{number} values are given; give 3 or more")
    if not 50 <= confidence < 100:
        raise ToolInputError(f"a confidence level of {confidence:g} % is impossible; give 50 to below 100")
    mean, deviation = statistics.fmean(values), statistics.stdev(values)
    if deviation <= 0:
        raise ToolInputError("all values are equal; none stands apart")
    from scipy.stats import t

    suspect = max(values, key=lambda value: abs(value - mean))
    limit = float(t.ppf(1 - (1 - confidence / 100) / (2 * number), number - 2))
    critical = (number - 1) / math.sqrt(number) * math.sqrt(limit**2 / (number - 2 + limit**2))
    distance = abs(suspect - mean) / deviation
    return GrubbsResult(distance, critical, suspect, distance > critical)


def _numbers(text: str) -> list[float]:
    try:
        values = [float(part) for part in text.split()]
    except ValueError as error:
        raise ToolInputError(f"{text[:80]!r} are no numbers; write them as 4.1 4.5 3.9") from error
    if not all(map(math.isfinite, values)):
        raise ToolInputError(f"{text[:80]!r} holds a value that is no number")
    return values
