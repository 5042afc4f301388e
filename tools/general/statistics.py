"""Statistics of numbers that the question itself gives."""

from __future__ import annotations

import math
import re
import statistics
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import finite, not_negative

_TIGHT = re.compile(r"\d,\d")

NumberSample = Annotated[
    str,
    Semantic(
        "NumberSample",
        parent="Parameter",
        label="numbers of a sample",
        finder="scitoolagent.tools.general._statistics_words:find_number_lists",
    ),
]

SampleSummaries = Annotated[
    str,
    Semantic(
        "SampleSummaries",
        parent="Parameter",
        label="two means with their standard deviations",
        finder="scitoolagent.tools.general._statistics_words:find_summaries",
    ),
]


SampleMean = Annotated[float, Semantic("SampleMean", parent="MaterialProperty", unit="1", label="mean of the numbers")]

SampleMedian = Annotated[
    float, Semantic("SampleMedian", parent="MaterialProperty", unit="1", label="median of the numbers")
]

SampleDeviation = Annotated[
    float,
    Semantic("SampleDeviation", parent="MaterialProperty", unit="1", label="sample standard deviation of the numbers"),
]

SampleError = Annotated[
    float,
    Semantic("SampleError", parent="MaterialProperty", unit="1", label="standard error of the mean of the numbers"),
]

SampleVariation = Annotated[
    float,
    Semantic("SampleVariation", parent="MaterialProperty", unit="%", label="coefficient of variation of the numbers"),
]

SampleVariance = Annotated[
    float, Semantic("SampleVariance", parent="MaterialProperty", unit="1", label="sample variance of the numbers")
]

SampleSpan = Annotated[float, Semantic("SampleSpan", parent="MaterialProperty", unit="1", label="range of the numbers")]

SampleLeast = Annotated[
    float, Semantic("SampleLeast", parent="MaterialProperty", unit="1", label="smallest of the numbers")
]

SampleMost = Annotated[
    float, Semantic("SampleMost", parent="MaterialProperty", unit="1", label="largest of the numbers")
]

SampleHalfWidth = Annotated[
    float,
    Semantic(
        "SampleHalfWidth",
        parent="MaterialProperty",
        unit="1",
        label="half width of the 95 % confidence interval of the mean of the numbers",
    ),
]
SampleSize = Annotated[int, Semantic("SampleSize", parent="Parameter", unit="1", label="how many numbers were given")]

GivenMean = Annotated[
    float,
    Semantic(
        "GivenMean",
        parent="Parameter",
        unit="1",
        label="mean of the sample",
        also=(
            "mean",
            "sample mean",
            "average",
        ),
    ),
]

GivenDeviation = Annotated[
    float,
    Semantic(
        "GivenDeviation",
        parent="Parameter",
        unit="1",
        label="standard deviation of the sample",
        also=(
            "standard deviation",
            "sd",
            "sample standard deviation",
            "s",
            "std",
        ),
    ),
]

GivenSize = Annotated[
    int,
    Semantic(
        "GivenSize",
        parent="Parameter",
        unit="1",
        label="number of values",
        also=(
            "n",
            "sample size",
            "values",
            "number of measurements",
        ),
    ),
]

MeanConfidence = Annotated[
    float,
    Semantic(
        "MeanConfidence",
        parent="Parameter",
        unit="%",
        label="confidence level of a mean",
        also=(
            "confidence level",
            "confidence",
        ),
    ),
]

ConfidenceLow = Annotated[
    float,
    Semantic(
        "ConfidenceLow",
        parent="MaterialProperty",
        unit="1",
        label="lower end of the confidence interval",
        also=("lower confidence limit",),
    ),
]

ConfidenceHigh = Annotated[
    float,
    Semantic(
        "ConfidenceHigh",
        parent="MaterialProperty",
        unit="1",
        label="upper end of the confidence interval",
        also=("upper confidence limit",),
    ),
]

WelchT = Annotated[
    float,
    Semantic(
        "WelchT",
        parent="MaterialProperty",
        unit="1",
        label="t of Welch's test",
        also=("t statistic", "t value"),
    ),
]

WelchFreedom = Annotated[
    float, Semantic("WelchFreedom", parent="MaterialProperty", unit="1", label="degrees of freedom of Welch's test")
]

WelchP = Annotated[
    float,
    Semantic(
        "WelchP",
        parent="MaterialProperty",
        unit="1",
        label="p-value of Welch's test",
        also=(
            "p-value",
            "p value",
            "significance",
            "difference significant",
            "significantly different",
            "significant difference",
            "statistically significant",
            "difference statistically significant",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class SampleStatistics:
    """Mean and spread of a sample."""

    sample_mean: SampleMean
    sample_median: SampleMedian
    sample_deviation: SampleDeviation
    sample_error: SampleError
    sample_variance: SampleVariance
    sample_variation: SampleVariation
    sample_least: SampleLeast
    sample_most: SampleMost
    sample_span: SampleSpan
    sample_half_width: SampleHalfWidth
    sample_size: SampleSize


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends of a confidence interval."""

    confidence_low: ConfidenceLow
    confidence_high: ConfidenceHigh


@dataclass(frozen=True, slots=True)
class WelchTest:
    """The outcome of a two-sided test of two means."""

    welch_p: WelchP
    welch_t: WelchT
    welch_freedom: WelchFreedom


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"numbers": "4.1 4.5 3.9 4.4 4.0"})
def sample_statistics(numbers: NumberSample) -> SampleStatistics:
    """Compute the mean, the median and the spread of numbers that are given.

    Args:
        numbers: 2 to 1,000 numbers, parted by blanks.
    Returns:
        Mean, median, standard deviation and variance of a sample (n - 1), standard error of the mean, standard
        deviation in percent of the mean, smallest and largest number, their difference, half of the 95 % confidence
        interval of the mean by Student's t, and n.
    Raises:
        ToolInputError: fewer than two numbers, too many, one that is no number, or a mean of 0.
    Source: definitions; NIST/SEMATECH e-Handbook of Statistical Methods.
    """
    values = _numbers(numbers)
    if not 2 <= len(values) <= 1000:
        raise ToolInputError(f"{len(values)} numbers are given; give 2 to 1,000")
    mean, deviation = statistics.fmean(values), statistics.stdev(values)
    if not mean:
        raise ToolInputError("the mean of the numbers is 0, so they have no coefficient of variation")
    return SampleStatistics(
        mean,
        statistics.median(values),
        deviation,
        deviation / math.sqrt(len(values)),
        deviation**2,
        100 * deviation / abs(mean),
        min(values),
        max(values),
        max(values) - min(values),
        half_width(95, deviation, len(values)),
        len(values),
    )


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"mean": 12.3, "deviation": 1.4, "size": 10, "level": 90.0},
    also=(
        "confidence interval",
        "confidence interval of the mean",
        "confidence interval of a mean",
        "confidence interval for the mean",
        "confidence limits",
    ),
)
def confidence_interval(
    mean: GivenMean, deviation: GivenDeviation, size: GivenSize, level: MeanConfidence = 95.0
) -> Interval:
    """Compute the confidence interval of a mean by Student's distribution.

    Args:
        mean: Of the sample.
        deviation: Of the sample (n - 1).
        size: Number of values, 2 or more.
        level: In percent, above 0 and below 100.
    Returns:
        mean ± t s / √n for values that are normally distributed.
    Raises:
        ToolInputError: fewer than two values, a negative deviation, or a level out of its bounds.
    Source: Student 1908, doi:10.1093/biomet/6.1.1, by `scipy.stats.t`.
    """
    finite(mean=mean)
    not_negative(standard_deviation=deviation)
    if size < 2:
        raise ToolInputError(f"a sample of {size} has no spread; give 2 values or more")
    if not 0 < level < 100:
        raise ToolInputError(f"a confidence level of {level} % is impossible; it lies between 0 % and 100 %")
    half = half_width(level, deviation, size)
    return Interval(mean - half, mean + half)


def half_width(level: float, deviation: float, size: int) -> float:
    """How far the interval of a mean reaches to either side of it, at a level in percent."""
    from scipy.stats import t

    return float(t.ppf(0.5 + level / 200, size - 1)) * deviation / math.sqrt(size)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"samples": "5.1 0.4 8; 6.0 0.5 9"},
    also=("Welch's t-test", "Welch t-test", "Welch test", "Welch's test", "t-test", "Student's t-test"),
)
def welch_test(samples: SampleSummaries) -> WelchTest:
    """Compare two means with their standard deviations by Welch's test.

    Args:
        samples: Mean, standard deviation and number of values of both, as `5.1 0.4 8; 6.0 0.5 9`.
    Returns:
        Two-sided p, t and the degrees of freedom; the values are taken to be normally distributed.
    Raises:
        ToolInputError: the samples cannot be read, have fewer than two values, or no spread at all.
    Source: Welch 1947, doi:10.1093/biomet/34.1-2.28, by `scipy.stats.t`.
    """
    parts = [_numbers(part) for part in samples.split(";")]
    if len(parts) != 2 or any(len(part) != 3 or part[1] < 0 or part[2] < 2 or part[2] % 1 for part in parts):
        raise ToolInputError(
            f"{samples[:80]!r} are not two samples; write them as 5.1 ± 0.4 (n = 8) and 6.0 ± 0.5 (n = 9)"
        )
    from scipy.stats import t

    (mean, deviation, size), (other_mean, other_deviation, other_size) = parts
    first, second = deviation**2 / size, other_deviation**2 / other_size
    if first + second == 0:
        raise ToolInputError("both standard deviations are zero; the test has no value")
    value = (mean - other_mean) / math.sqrt(first + second)
    freedom = (first + second) ** 2 / (first**2 / (size - 1) + second**2 / (other_size - 1))
    return WelchTest(2 * float(t.sf(abs(value), freedom)), value, freedom)


def _numbers(text: str) -> list[float]:
    if _TIGHT.search(text):
        raise ToolInputError(
            f"a comma of {text[:80]!r} may part two numbers or stand within one; write 1.5 and 2.5, or 1, 5, 2, 5"
        )
    try:
        values = [float(part) for part in text.split()]
    except ValueError as error:
        raise ToolInputError(f"{text[:80]!r} are no numbers; write them as 4.1 4.5 3.9") from error
    if not all(map(math.isfinite, values)):
        raise ToolInputError(f"{text[:80]!r} holds a value that is no number")
    return values
