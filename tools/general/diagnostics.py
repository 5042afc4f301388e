"""Diagnostic tests and risks of two groups, by the definitions of epidemiology."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

_PLACE = "scitoolagent.tools.general._diagnostic_words"
TestCounts = Annotated[
    str,
    Semantic(
        "TestCounts",
        parent="Parameter",
        label="counts of a diagnostic test",
        finder=f"{_PLACE}:find_test_counts",
    ),
]
IllCounts = Annotated[
    str,
    Semantic(
        "IllCounts",
        parent="Parameter",
        label="test results of those who have it",
        finder=f"{_PLACE}:find_ill_counts",
    ),
]
WellCounts = Annotated[
    str,
    Semantic(
        "WellCounts",
        parent="Parameter",
        label="test results of those who do not have it",
        finder=f"{_PLACE}:find_well_counts",
    ),
]
PositiveCounts = Annotated[
    str,
    Semantic(
        "PositiveCounts",
        parent="Parameter",
        label="positive test results, right and wrong",
        finder=f"{_PLACE}:find_positive_counts",
    ),
]
TestShares = Annotated[
    str,
    Semantic(
        "TestShares",
        parent="Parameter",
        label="sensitivity, specificity and prevalence",
        finder=f"{_PLACE}:find_test_shares",
    ),
]
TestPair = Annotated[
    str,
    Semantic("TestPair", parent="Parameter", label="sensitivity and specificity", finder=f"{_PLACE}:find_test_pairs"),
]
TwoGroups = Annotated[
    str, Semantic("TwoGroups", parent="Parameter", label="cases of two groups", finder=f"{_PLACE}:find_two_groups")
]


def _share(name: str, label: str, *also: str, unit: str = "%") -> Semantic:
    return Semantic(name, parent="Parameter", unit=unit, label=label, also=also)


Sensitivity = Annotated[
    float, _share("Sensitivity", "sensitivity of a test", "sensitivity", "true positive rate", "recall")
]
Specificity = Annotated[float, _share("Specificity", "specificity of a test", "specificity", "true negative rate")]
PositiveValue = Annotated[
    float, _share("PositiveValue", "positive predictive value", "PPV", "precision of a test", "precision")
]
NegativeValue = Annotated[float, _share("NegativeValue", "negative predictive value", "NPV")]
TestAccuracy = Annotated[float, _share("TestAccuracy", "accuracy of a test", "accuracy")]
PositiveRatio = Annotated[
    float, _share("PositiveRatio", "positive likelihood ratio", "LR+", "likelihood ratio", unit="1")
]
NegativeRatio = Annotated[float, _share("NegativeRatio", "negative likelihood ratio", "LR-", unit="1")]
OddsRatio = Annotated[float, _share("OddsRatio", "odds ratio", unit="1")]
RelativeRisk = Annotated[float, _share("RelativeRisk", "relative risk", "risk ratio", unit="1")]
RiskDifference = Annotated[
    float, _share("RiskDifference", "risk difference", "absolute risk reduction", "attributable risk", "ARR")
]
NumberToTreat = Annotated[
    float, _share("NumberToTreat", "number needed to treat", "NNT", "number needed to harm", "NNH", unit="1")
]
RatioInterval = Annotated[
    str, Semantic("RatioInterval", parent="Report", label="groups and 95 % intervals", role="note")
]
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class TestFigures:
    """What four counts give, as far as they were told."""

    sensitivity: Sensitivity
    specificity: Specificity
    ppv: PositiveValue
    npv: NegativeValue
    accuracy: TestAccuracy


@dataclass(frozen=True, slots=True)
class PredictiveValues:
    """What a test tells at a prevalence."""

    ppv: PositiveValue
    npv: NegativeValue
    positive: PositiveRatio
    negative: NegativeRatio


@dataclass(frozen=True, slots=True)
class LikelihoodRatios:
    """What a test tells, whatever the prevalence."""

    positive: PositiveRatio
    negative: NegativeRatio


@dataclass(frozen=True, slots=True)
class GroupRisks:
    """How two groups differ, with 95 % intervals of the ratios."""

    odds_ratio: OddsRatio
    relative_risk: RelativeRisk
    difference: RiskDifference
    to_treat: NumberToTreat
    intervals: RatioInterval


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"counts": "TP=90 FP=30 TN=170 FN=10"})
def diagnostic_figures(counts: TestCounts) -> TestFigures:
    """Compute sensitivity, specificity, predictive values and accuracy of a test.

    Args:
        counts: All four, as `TP=90 FP=30 TN=170 FN=10`.
    Returns:
        TP/(TP+FN), TN/(TN+FP), TP/(TP+FP), TN/(TN+FN) and the share that is right, in %. Predictive values hold for the
        prevalence among those who were tested alone.
    Raises:
        ToolInputError: a count is missing, or one of the sums is zero.
    Source: definitions; Altman & Bland 1994, doi:10.1136/bmj.308.6943.1552 and doi:10.1136/bmj.309.6947.102.
    """
    found = _counts(counts)
    if missing := [name for name in ("TP", "FP", "TN", "FN") if name not in found]:
        raise ToolInputError(f"the counts lack {', '.join(missing)}; give all four")
    tp, fp, tn, fn = (found[name] for name in ("TP", "FP", "TN", "FN"))
    return TestFigures(
        _percent(tp, tp + fn, "who have it"),
        _percent(tn, tn + fp, "who do not have it"),
        _percent(tp, tp + fp, "who test positive"),
        _percent(tn, tn + fn, "who test negative"),
        _percent(tp + tn, tp + fp + tn + fn, "tested"),
    )


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"counts": "TP=90 FN=10"})
def sensitivity_of_counts(counts: IllCounts) -> Sensitivity:
    """Compute the sensitivity of a test from true positives and false negatives.

    Args:
        counts: As `TP=90 FN=10`.
    Returns:
        TP/(TP+FN) in %.
    Raises:
        ToolInputError: one of the two is missing, or both are zero.
    Source: definition; Altman & Bland 1994, doi:10.1136/bmj.308.6943.1552 and doi:10.1136/bmj.309.6947.102.
    """
    return _of(counts, "TP", "FN", "who have it")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"counts": "FP=30 TN=170"})
def specificity_of_counts(counts: WellCounts) -> Specificity:
    """Compute the specificity of a test from true negatives and false positives.

    Args:
        counts: As `FP=30 TN=170`.
    Returns:
        TN/(TN+FP) in %.
    Raises:
        ToolInputError: one of the two is missing, or both are zero.
    Source: definition; Altman & Bland 1994, doi:10.1136/bmj.308.6943.1552 and doi:10.1136/bmj.309.6947.102.
    """
    return _of(counts, "TN", "FP", "who do not have it")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"counts": "TP=90 FP=30"})
def precision_of_counts(counts: PositiveCounts) -> PositiveValue:
    """Compute the positive predictive value of a test from true and false positives.

    Args:
        counts: As `TP=90 FP=30`.
    Returns:
        TP/(TP+FP) in %.
    Raises:
        ToolInputError: one of the two is missing, or both are zero.
    Source: definition; Altman & Bland 1994, doi:10.1136/bmj.308.6943.1552 and doi:10.1136/bmj.309.6947.102.
    """
    return _of(counts, "TP", "FP", "who test positive")


@tool(
    Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"shares": "sensitivity=90 specificity=95 prevalence=1"}
)
def predictive_values(shares: TestShares) -> PredictiveValues:
    """Compute what a test tells at a prevalence: predictive values and likelihood ratios.

    Args:
        shares: In %, as `sensitivity=90 specificity=95 prevalence=1`.
    Returns:
        Positive and negative predictive value in % by Bayes, sens/(1-spec) and (1-sens)/spec.
    Raises:
        ToolInputError: it cannot be read, or a share is outside 0 to 100 % or makes a ratio endless.
    Source: Bayes; Altman & Bland 1994, doi:10.1136/bmj.309.6947.102; Deeks & Altman 2004, doi:10.1136/bmj.329.7458.168.
    """
    match = re.fullmatch(r"sensitivity=([\d.]+) specificity=([\d.]+) prevalence=([\d.]+)", shares)
    if match is None:
        raise ToolInputError(f"{shares!r} cannot be read; write it as sensitivity=90 specificity=95 prevalence=1")
    sensitivity, specificity, prevalence = (float(one) / 100 for one in match.groups())
    if not (0 < sensitivity <= 1 and 0 < specificity < 1 and 0 < prevalence < 1):
        raise ToolInputError(f"{shares}: each must be above 0 % and, but for the sensitivity, below 100 %")
    ill, well = sensitivity * prevalence, (1 - specificity) * (1 - prevalence)
    missed, clear = (1 - sensitivity) * prevalence, specificity * (1 - prevalence)
    return PredictiveValues(
        100 * ill / (ill + well),
        100 * clear / (clear + missed),
        sensitivity / (1 - specificity),
        (1 - sensitivity) / specificity,
    )


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"shares": "sensitivity=90 specificity=80"})
def likelihood_ratios(shares: TestPair) -> LikelihoodRatios:
    """Compute the likelihood ratios of a test from its sensitivity and specificity.

    Args:
        shares: In %, as `sensitivity=90 specificity=80`.
    Returns:
        sens/(1-spec) and (1-sens)/spec.
    Raises:
        ToolInputError: it cannot be read, or a share is outside 0 to 100 % or makes a ratio endless.
    Source: Deeks & Altman 2004, doi:10.1136/bmj.329.7458.168.
    """
    match = re.fullmatch(r"sensitivity=([\d.]+) specificity=([\d.]+)", shares)
    if match is None:
        raise ToolInputError(f"{shares!r} cannot be read; write it as sensitivity=90 specificity=80")
    sensitivity, specificity = (float(one) / 100 for one in match.groups())
    if not (0 < sensitivity <= 1 and 0 < specificity < 1):
        raise ToolInputError(f"{shares}: each must be above 0 % and, but for the sensitivity, below 100 %")
    return LikelihoodRatios(sensitivity / (1 - specificity), (1 - sensitivity) / specificity)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"groups": "20/100 10/100"})
def risks_of_groups(groups: TwoGroups) -> GroupRisks:
    """Compare the risks of two groups: odds ratio, relative risk, number needed to treat.

    Args:
        groups: Cases among all of each, the exposed or treated group first: `20/100 10/100`.
    Returns:
        Odds ratio, relative risk, difference in % (first less second), and 1 over its size; with the 95 % intervals of
        both ratios by the logarithm (Woolf; Katz).
    Raises:
        ToolInputError: it cannot be read, a group has no case or cases only, or both risks are equal.
    Source: Bland & Altman 2000, doi:10.1136/bmj.320.7247.1468; Cook & Sackett 1995, doi:10.1136/bmj.310.6977.452.
    """
    match = re.fullmatch(r"(\d+)/(\d+) (\d+)/(\d+)", groups)
    if match is None:
        raise ToolInputError(f"{groups!r} cannot be read; write it as 20/100 10/100")
    a, first, c, second = map(int, match.groups())
    if not (0 < a < first and 0 < c < second):
        raise ToolInputError(f"{groups}: each group needs some with and some without, or the ratios have no bounds")
    b, d = first - a, second - c
    odds, risk = a * d / (b * c), (a / first) / (c / second)
    if a * second == c * first:
        raise ToolInputError("both groups have the same risk: the ratios are 1, and there is no number to treat")
    spread = math.sqrt(1 / a + 1 / b + 1 / c + 1 / d), math.sqrt(1 / a - 1 / first + 1 / c - 1 / second)
    difference = a / first - c / second
    told = "; ".join(
        f"{name} {value / math.exp(_Z * error):.3g} to {value * math.exp(_Z * error):.3g}"
        for name, value, error in zip(("odds ratio", "relative risk"), (odds, risk), spread, strict=True)
    )
    told = f"{a} of {first} against {c} of {second}; 95 %: {told}"
    return GroupRisks(odds, risk, 100 * difference, 1 / abs(difference), told)


def _counts(text: str) -> dict[str, int]:
    parts = [part.partition("=") for part in text.split()]
    if not parts or any(name not in ("TP", "FP", "TN", "FN") or not number.isdigit() for name, _, number in parts):
        raise ToolInputError(f"{text!r} cannot be read; write it as TP=90 FP=30 TN=170 FN=10")
    return {name: int(number) for name, _, number in parts}


def _of(text: str, right: str, wrong: str, who: str) -> float:
    found = _counts(text)
    if right not in found or wrong not in found:
        raise ToolInputError(f"{right} and {wrong} are both needed; {text!r} has not both")
    return _percent(found[right], found[right] + found[wrong], who)


def _percent(part: int, whole: int, who: str) -> float:
    if whole == 0:
        raise ToolInputError(f"there is nobody {who}, so that the share is not defined")
    return 100 * part / whole
