"""Sum up several values in one number, several verdicts in one verdict, and count things."""

from __future__ import annotations

import math
import statistics
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._given import GivenAmount, GivenNumber, GivenVerdict, Subject, choice, several

_QUANTIFIERS = ("all", "any", "none")

MeanValue = Annotated[
    float,
    Semantic("MeanValue", parent="GivenNumber", generic="number", label="mean of values", shown="mean {values}"),
]
MedianValue = Annotated[
    float,
    Semantic("MedianValue", parent="GivenNumber", generic="number", label="median of values", shown="median {values}"),
]
Percentile = Annotated[
    float, Semantic("Percentile", parent="Parameter", unit="1", label="percentile", needs_context=True)
]
PercentileValue = Annotated[
    float,
    Semantic(
        "PercentileValue",
        parent="GivenNumber",
        generic="number",
        label="percentile of values",
        shown="percentile {percent} of {values}",
    ),
]
GeometricMean = Annotated[
    float,
    Semantic(
        "GeometricMean",
        parent="GivenAmount",
        generic="ratio",
        label="geometric mean of values",
        shown="geometric mean of {values}",
    ),
]
MinimumValue = Annotated[
    float,
    Semantic("MinimumValue", parent="GivenNumber", generic="number", label="lowest of values", shown="lowest {values}"),
]
MaximumValue = Annotated[
    float,
    Semantic(
        "MaximumValue", parent="GivenNumber", generic="number", label="highest of values", shown="highest {values}"
    ),
]
SumOfValues = Annotated[
    float,
    Semantic("SumOfValues", parent="GivenAmount", generic="ratio", label="sum of values", shown="sum of {values}"),
]
# Differences of temperatures are in kelvin, whatever the temperatures are given in.
RangeOfValues = Annotated[
    float,
    Semantic(
        "RangeOfValues",
        parent="GivenNumber",
        unit="K",
        generic="difference",
        label="range of values, highest less lowest",
        shown="range of {values}",
    ),
]
StandardDeviation = Annotated[
    float,
    Semantic(
        "StandardDeviation",
        parent="GivenNumber",
        unit="K",
        generic="difference",
        label="standard deviation of a sample",
        shown="sample standard deviation of {values}",
    ),
]
VariationOfValues = Annotated[
    float,
    Semantic(
        "VariationOfValues",
        parent="MaterialProperty",
        unit="%",
        label="coefficient of variation of values",
        shown="coefficient of variation of {values}",
    ),
]
Quantifier = Annotated[
    str,
    Semantic("Quantifier", parent="Parameter", label="how many must hold", pattern="all|any|none", needs_context=True),
]
CombinedVerdict = Annotated[
    bool,
    Semantic(
        "CombinedVerdict",
        role="verdict",
        label="whether all, any or none of several verdicts hold",
        shown="{verdicts}, {quantifier}",
    ),
]
ItemCount = Annotated[int, Semantic("ItemCount", unit="1", label="number of things given")]

_VALUES = {"values": [58.44, 67.23, 94.14]}


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_VALUES)
def mean_of_values(values: list[GivenNumber]) -> MeanValue:
    """Compute the arithmetic mean of several values.

    Args:
        values: At least one value; all of one kind.
    Returns:
        The mean, in the unit of the values.
    Raises:
        ToolInputError: there is no value.
    Source: `statistics.fmean` of the Python standard library.
    """
    several(values)
    return statistics.fmean(values)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_VALUES)
def median_of_values(values: list[GivenNumber]) -> MedianValue:
    """Compute the median of several values.

    Args:
        values: At least one value; all of one kind.
    Returns:
        The median, in the unit of the values; the mean of the middle two where their number is even.
    Raises:
        ToolInputError: there is no value.
    Source: `statistics.median` of the Python standard library.
    """
    several(values)
    return float(statistics.median(values))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={**_VALUES, "percent": 90})
def percentile_of_values(values: list[GivenNumber], percent: Percentile) -> PercentileValue:
    """Compute a percentile of several values.

    Args:
        values: At least one value; all of one kind.
        percent: The share of the values below it, from 0 to 100.
    Returns:
        The percentile, in the unit of the values; between two values by linear interpolation (type 7 of Hyndman and
        Fan).
    Raises:
        ToolInputError: there is no value, or the percentile is not between 0 and 100.
    Source: Hyndman and Fan 1996, doi:10.1080/00031305.1996.10473566.
    """
    several(values)
    if not 0 <= percent <= 100:
        raise ToolInputError(f"{percent:g} is no percentile; those are from 0 to 100")
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return float(ordered[below] + (ordered[above] - ordered[below]) * (place - below))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"values": [1.5, 6.0, 24.0]})
def geometric_mean_of_values(values: list[GivenAmount]) -> GeometricMean:
    """Compute the geometric mean of several values.

    Args:
        values: At least one value above 0; all of one kind.
    Returns:
        The geometric mean, in the unit of the values.
    Raises:
        ToolInputError: there is no value, or one is not above 0.
    Source: `statistics.geometric_mean` of the Python standard library.
    """
    several(values)
    if (low := min(values)) <= 0:
        raise ToolInputError(f"{low:g} is not above 0, so the values have no geometric mean")
    return statistics.geometric_mean(values)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_VALUES)
def sum_of_values(values: list[GivenAmount]) -> SumOfValues:
    """Add up several values.

    Args:
        values: At least one value; all of one kind, on a scale with a true zero.
    Returns:
        The sum, in the unit of the values.
    Raises:
        ToolInputError: there is no value.
    Source: `math.fsum` of the Python standard library, exact but for one rounding.
    """
    several(values)
    return math.fsum(values)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_VALUES)
def minimum_of_values(values: list[GivenNumber]) -> MinimumValue:
    """Find the lowest of several values.

    Args:
        values: At least one value; all of one kind.
    Returns:
        The lowest value, in the unit of the values.
    Raises:
        ToolInputError: there is no value.
    Source: definition.
    """
    several(values)
    return min(values)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_VALUES)
def maximum_of_values(values: list[GivenNumber]) -> MaximumValue:
    """Find the highest of several values.

    Args:
        values: At least one value; all of one kind.
    Returns:
        The highest value, in the unit of the values.
    Raises:
        ToolInputError: there is no value.
    Source: definition.
    """
    several(values)
    return max(values)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_VALUES)
def range_of_values(values: list[GivenNumber]) -> RangeOfValues:
    """Compute the range of several values, the highest less the lowest.

    Args:
        values: At least two values; all of one kind.
    Returns:
        The range, in the unit of the values; of temperatures in K.
    Raises:
        ToolInputError: there are fewer than two values.
    Source: definition.
    """
    several(values, least=2)
    return max(values) - min(values)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_VALUES)
def standard_deviation_of_values(values: list[GivenNumber]) -> StandardDeviation:
    """Compute the sample standard deviation of several values.

    Args:
        values: At least two values; all of one kind.
    Returns:
        The standard deviation with n - 1 in the denominator, in the unit of the values; of temperatures in K.
    Raises:
        ToolInputError: there are fewer than two values.
    Source: `statistics.stdev` of the Python standard library.
    """
    several(values, least=2)
    return statistics.stdev(values)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example=_VALUES)
def variation_of_values(values: list[GivenAmount]) -> VariationOfValues:
    """Compute the coefficient of variation of several values, the relative standard deviation.

    Args:
        values: At least two values with a true zero; all of one kind, their mean above 0.
    Returns:
        100 times the sample standard deviation divided by the mean, in %.
    Raises:
        ToolInputError: there are fewer than two values, or their mean is not above 0.
    Source: `statistics.stdev` and `statistics.fmean` of the Python standard library.
    """
    several(values, least=2)
    if (mean := statistics.fmean(values)) <= 0:
        raise ToolInputError(f"the mean is {mean:g}; a coefficient of variation needs one above 0")
    return 100 * statistics.stdev(values) / mean


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"verdicts": [True, True, False]})
def combine_verdicts(verdicts: list[GivenVerdict], quantifier: Quantifier = "all") -> CombinedVerdict:
    """Say whether all, any or none of several verdicts hold.

    Args:
        verdicts: At least one verdict.
        quantifier: all, any or none.
    Returns:
        True or false.
    Raises:
        ToolInputError: there is no verdict, or no such quantifier.
    Source: definition.
    """
    choice("quantifier", quantifier, _QUANTIFIERS)
    several(verdicts)
    return all(verdicts) if quantifier == "all" else any(verdicts) == (quantifier == "any")


@tool(Operation.ANALYSIS, Topic.GENERAL, Safety.OPEN, example={"items": ["MK", "WVTFISLLFLFSSAYSR", "GVFR"]})
def count_items(items: list[Subject]) -> ItemCount:
    """Count how many things there are.

    Args:
        items: The things; none is fine.
    Returns:
        Their number, equal ones counted each.
    Source: definition.
    """
    return len(items)
