"""Uncertainties of expressions, and how many samples a test needs."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general._expressions import evaluate
from scitoolagent.tools.general.statistics import GivenDeviation

_MOST_SAMPLES = 100_000
_PLACES = 200
_UNCERTAIN = re.compile(r"\(([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)±(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\)")
UncertainExpression = Annotated[
    str,
    Semantic(
        "UncertainExpression",
        parent="Parameter",
        label="expression with uncertainties",
        finder="scitoolagent.tools.general._statistics_words:find_uncertain_sums",
    ),
]
PropagatedValue = Annotated[
    float, Semantic("PropagatedValue", parent="MaterialProperty", unit="1", label="value of the expression")
]
PropagatedUncertainty = Annotated[
    float,
    Semantic(
        "PropagatedUncertainty",
        parent="MaterialProperty",
        unit="1",
        label="standard uncertainty of the expression",
        also=(
            "uncertainty",
            "propagated uncertainty",
            "propagated error",
            "error propagation",
            "uncertainty of a product",
            "uncertainty of a sum",
        ),
    ),
]
EffectToDetect = Annotated[
    float,
    Semantic(
        "EffectToDetect",
        parent="Parameter",
        unit="1",
        label="difference to detect",
        also=(
            "difference of",
            "difference",
            "effect",
            "effect of",
        ),
    ),
]
TestPower = Annotated[
    float,
    Semantic(
        "TestPower",
        parent="Parameter",
        unit="%",
        label="power of the test",
        also=(
            "power",
            "statistical power",
        ),
    ),
]
SignificanceLevel = Annotated[
    float,
    Semantic(
        "SignificanceLevel",
        parent="Parameter",
        unit="%",
        label="significance level",
        also=(
            "alpha",
            "significance",
        ),
    ),
]
GroupSize = Annotated[
    int,
    Semantic(
        "GroupSize",
        parent="MaterialProperty",
        unit="1",
        label="samples needed in each group",
        also=(
            "sample size",
            "samples per group",
            "sample size per group",
            "number of samples per group",
            "how many samples per group",
            "animals per group",
            "patients per group",
            "subjects per group",
            "participants per group",
            "how many patients per group",
            "how many subjects per group",
            "how many animals per group",
            "replicates per group",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class Propagated:
    """A value and its uncertainty."""

    propagated_value: PropagatedValue
    propagated_uncertainty: PropagatedUncertainty


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"effect": 2.0, "deviation": 3.0, "power": 90.0, "alpha": 1.0},
)
def group_size(
    effect: EffectToDetect, deviation: GivenDeviation, power: TestPower = 80.0, alpha: SignificanceLevel = 5.0
) -> GroupSize:
    """Compute how many samples each of two groups needs to show a difference of means.

    Args:
        effect: Difference of the means.
        deviation: Within each group, in the same unit.
        power: In percent.
        alpha: Of the two-sided test, in percent.
    Returns:
        The smallest n whose two-sided t-test reaches the power, by the noncentral t-distribution.
    Raises:
        ToolInputError: a value is not positive, a share is not between 0 and 100 %, or more than 100,000 samples
        are needed.
    Source: Cohen 1988, Statistical Power Analysis; the noncentral t-distribution by quadrature.
    """
    positive(difference=abs(effect), standard_deviation=deviation)
    if not 0 < alpha < power < 100:
        raise ToolInputError(f"a power of {power} % at a level of {alpha} % is impossible")
    low, high = 1, _MOST_SAMPLES
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _power(abs(effect) / deviation, middle, alpha) >= power / 100 else (middle, high)
    if high == _MOST_SAMPLES:
        raise ToolInputError(f"more than {_MOST_SAMPLES:,} samples would be needed for so small a difference")
    return high


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"expression": "(5.2±0.1)*(3.4±0.2)"})
def error_propagation(expression: UncertainExpression) -> Propagated:
    """Compute the value and the uncertainty of an expression of uncertain values.

    Args:
        expression: Values as `(5.2±0.1)` with + - * / and brackets.
    Returns:
        The value and its standard uncertainty to first order; the values are taken as independent.
    Raises:
        ToolInputError: the expression cannot be read, divides by zero, or holds too many values.
    Source: JCGM 100:2008 (GUM), by the package `uncertainties`.
    """
    parts = re.fullmatch(r"[-+*/()±.\deE]{3,400}", expression)
    pairs = re.findall(_UNCERTAIN, expression)
    if parts is None or not 1 <= len(pairs) <= 20:
        raise ToolInputError(f"{expression[:80]!r} cannot be read; write it as (5.2 ± 0.1) * (3.4 ± 0.2)")
    from uncertainties import ufloat

    values = iter([ufloat(float(value), float(error)) for value, error in pairs])
    result = evaluate(re.sub(_UNCERTAIN, "u", expression), lambda: next(values))
    return Propagated(float(result.nominal_value), float(result.std_dev))


def _power(effect: float, size: int, alpha: float) -> float:
    """The power of the test: the mean of a normal tail over the spread that samples of this size show.

    `scipy.stats.nct` has no digits left for many degrees of freedom, and says so by wrong values.
    """
    import numpy as np
    from scipy.stats import chi2, norm, t

    freedom = 2 * size - 2
    limit = float(t.ppf(1 - alpha / 200, freedom))
    shift = effect * math.sqrt(size / 2)
    places, weights = np.polynomial.legendre.leggauss(_PLACES)
    spread = np.sqrt(chi2.ppf((places + 1) / 2, freedom) / freedom)
    tails = norm.sf(limit * spread - shift) + norm.cdf(-limit * spread - shift)
    return float(tails @ weights / 2)
