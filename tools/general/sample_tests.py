"""Tests that compare samples of numbers which the question itself gives."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general.statistics import WelchTest

_MOST = 1000

NumberSamples = Annotated[
    str,
    Semantic(
        "NumberSamples",
        parent="Parameter",
        label="samples of numbers",
        finder="scitoolagent.tools.general._sample_words:find_samples",
    ),
]

PairedP = Annotated[
    float,
    Semantic(
        "PairedP",
        parent="MaterialProperty",
        unit="1",
        label="p-value of the paired t-test",
    ),
]

PairedT = Annotated[float, Semantic("PairedT", parent="MaterialProperty", unit="1", label="t of the paired t-test")]

PairedFreedom = Annotated[
    int, Semantic("PairedFreedom", parent="MaterialProperty", unit="1", label="degrees of freedom of the paired t-test")
]

PairedDifference = Annotated[
    float,
    Semantic("PairedDifference", parent="MaterialProperty", unit="1", label="mean difference of the pairs"),
]

RankSumP = Annotated[
    float,
    Semantic(
        "RankSumP",
        parent="MaterialProperty",
        unit="1",
        label="p-value of the Mann-Whitney test",
    ),
]

RankSumU = Annotated[
    float,
    Semantic(
        "RankSumU",
        parent="MaterialProperty",
        unit="1",
        label="U of the Mann-Whitney test",
        also=("Mann-Whitney U", "Mann-Whitney U statistic"),
    ),
]

VarianceAnalysisP = Annotated[
    float,
    Semantic(
        "VarianceAnalysisP",
        parent="MaterialProperty",
        unit="1",
        label="p-value of the analysis of variance",
    ),
]

VarianceAnalysisF = Annotated[
    float,
    Semantic(
        "VarianceAnalysisF",
        parent="MaterialProperty",
        unit="1",
        label="F of the analysis of variance",
        also=("ANOVA F", "F statistic of the ANOVA"),
    ),
]

BetweenFreedom = Annotated[
    int, Semantic("BetweenFreedom", parent="MaterialProperty", unit="1", label="degrees of freedom between the samples")
]

WithinFreedom = Annotated[
    int, Semantic("WithinFreedom", parent="MaterialProperty", unit="1", label="degrees of freedom within the samples")
]

VarianceRatioP = Annotated[
    float,
    Semantic(
        "VarianceRatioP",
        parent="MaterialProperty",
        unit="1",
        label="p-value of the F-test of two variances",
    ),
]

VarianceRatioF = Annotated[
    float, Semantic("VarianceRatioF", parent="MaterialProperty", unit="1", label="F of the F-test of two variances")
]

SampleCorrelation = Annotated[
    float,
    Semantic(
        "SampleCorrelation",
        parent="MaterialProperty",
        unit="1",
        label="Pearson correlation of the samples",
        also=("Pearson correlation", "correlation coefficient", "Pearson's r", "Pearson correlation coefficient"),
    ),
]

SampleCorrelationP = Annotated[
    float,
    Semantic(
        "SampleCorrelationP",
        parent="MaterialProperty",
        unit="1",
        label="p-value of the Pearson correlation of the samples",
    ),
]

SampleRankCorrelation = Annotated[
    float,
    Semantic(
        "SampleRankCorrelation",
        parent="MaterialProperty",
        unit="1",
        label="Spearman correlation of the samples",
        also=("Spearman correlation", "Spearman's rho", "rank correlation", "Spearman rank correlation"),
    ),
]


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The outcome of a two-sided paired t-test."""

    paired_p: PairedP
    paired_t: PairedT
    paired_freedom: PairedFreedom
    paired_difference: PairedDifference


@dataclass(frozen=True, slots=True)
class RankSumTest:
    """The outcome of a two-sided Mann-Whitney test."""

    rank_sum_p: RankSumP
    rank_sum_u: RankSumU


@dataclass(frozen=True, slots=True)
class VarianceAnalysis:
    """The outcome of a one-way analysis of variance."""

    variance_analysis_p: VarianceAnalysisP
    variance_analysis_f: VarianceAnalysisF
    between_freedom: BetweenFreedom
    within_freedom: WithinFreedom


@dataclass(frozen=True, slots=True)
class VarianceRatioTest:
    """The outcome of a two-sided test of the ratio of two variances."""

    variance_ratio_p: VarianceRatioP
    variance_ratio_f: VarianceRatioF


@dataclass(frozen=True, slots=True)
class SampleCorrelations:
    """How two samples go together, number by number."""

    sample_correlation: SampleCorrelation
    sample_correlation_p: SampleCorrelationP
    sample_rank_correlation: SampleRankCorrelation


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"samples": "5.1 4.9 5.6 5.8; 6.1 6.4 5.9 6.6"},
    also=(
        "Welch's t-test of samples",
        "Welch t-test",
        "Welch's t-test",
        "Welch test",
        "Welch's test",
        "t-test",
        "Student's t-test",
        "two-sample t-test",
        "unpaired t-test",
    ),
)
def welch_test_of_samples(samples: NumberSamples) -> WelchTest:
    """Compare the means of two samples of numbers by Welch's t-test.

    Args:
        samples: Two samples, each of 2 to 1,000 numbers, as `5.1 4.9 5.6; 6.1 6.4 5.9`.
    Returns:
        Two-sided p, t and the degrees of freedom; the values are taken to be normally distributed, and the variances
        of the two not to be equal.
    Raises:
        ToolInputError: there are not two samples, one is too small, or neither has a spread.
    Source: Welch 1947, doi:10.1093/biomet/34.1-2.28, by `scipy.stats.ttest_ind`.
    """
    first, second = _two(samples)
    if len(set(first)) == 1 and len(set(second)) == 1:
        raise ToolInputError("neither sample has a spread; the test has no value")
    from scipy.stats import ttest_ind

    result: Any = ttest_ind(first, second, equal_var=False)
    return WelchTest(float(result.pvalue), float(result.statistic), float(result.df))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"samples": "5.1 4.9 5.6 5.8; 6.1 6.4 5.9 6.6"},
    also=("paired t-test", "paired t test", "paired Student's t-test", "paired test"),
)
def paired_test_of_samples(samples: NumberSamples) -> PairedTest:
    """Compare two samples of numbers pair by pair, by the paired t-test.

    Args:
        samples: Two samples of the same length, in the order of the pairs, as `5.1 4.9 5.6; 6.1 6.4 5.9`.
    Returns:
        Two-sided p, t, the degrees of freedom, and the mean of first less second.
    Raises:
        ToolInputError: there are not two samples of one length, or all pairs differ by the same.
    Source: Student 1908, doi:10.1093/biomet/6.1.1, by `scipy.stats.ttest_rel`.
    """
    first, second = _paired(samples)
    differences = [one - other for one, other in zip(first, second, strict=True)]
    if math.isclose(min(differences), max(differences), rel_tol=1e-12, abs_tol=1e-300):
        raise ToolInputError("all pairs differ by the same; the test has no value")
    from scipy.stats import ttest_rel

    result: Any = ttest_rel(first, second)
    mean = math.fsum(differences) / len(differences)
    return PairedTest(float(result.pvalue), float(result.statistic), len(differences) - 1, mean)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"samples": "1.1 2.3 2.9 3.8; 4.2 4.4 5.1 6.0"},
    also=("Mann-Whitney test", "Mann-Whitney U test", "Mann-Whitney", "Wilcoxon rank-sum test", "rank-sum test"),
)
def rank_sum_test_of_samples(samples: NumberSamples) -> RankSumTest:
    """Compare two samples of numbers by their ranks, by the Mann-Whitney test.

    Args:
        samples: Two samples, each of 2 to 1,000 numbers, as `1.1 2.3 2.9; 4.2 4.4 5.1`; the test is nonparametric.
    Returns:
        Two-sided p, exact for small samples without ties, and U of the first sample.
    Raises:
        ToolInputError: there are not two samples, or one is too small.
    Source: Mann & Whitney 1947, doi:10.1214/aoms/1177730491, by `scipy.stats.mannwhitneyu`.
    """
    first, second = _two(samples)
    from scipy.stats import mannwhitneyu

    result: Any = mannwhitneyu(first, second, alternative="two-sided")
    return RankSumTest(float(result.pvalue), float(result.statistic))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"samples": "6 8 4 5 3 4; 8 12 9 11 6 8; 13 9 11 8 7 12"},
    also=("one-way ANOVA", "ANOVA", "one way ANOVA", "analysis of variance", "one-way analysis of variance"),
)
def variance_analysis_of_samples(samples: NumberSamples) -> VarianceAnalysis:
    """Compare the means of two or more samples of numbers by a one-way analysis of variance.

    Args:
        samples: Samples, each of 2 to 1,000 numbers, as `6 8 4; 8 12 9; 13 9 11`.
    Returns:
        p, F and its degrees of freedom; the values are taken to be normally distributed with equal variances.
    Raises:
        ToolInputError: there are fewer than two samples, one is too small, or none has a spread.
    Source: Fisher 1925, Statistical Methods for Research Workers, by `scipy.stats.f_oneway`.
    """
    groups = _samples(samples)
    if all(len(set(group)) == 1 for group in groups):
        raise ToolInputError("no sample has a spread; the analysis has no value")
    from scipy.stats import f_oneway

    result: Any = f_oneway(*groups)
    between, total = len(groups) - 1, sum(map(len, groups))
    return VarianceAnalysis(float(result.pvalue), float(result.statistic), between, total - len(groups))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"samples": "5.1 4.9 5.6 5.8; 6.1 6.9 5.2 7.6"},
    also=("F-test", "F test", "F-test of variances", "F test of variances", "F-test for equal variances"),
)
def variance_ratio_test_of_samples(samples: NumberSamples) -> VarianceRatioTest:
    """Compare the variances of two samples of numbers by the F-test.

    Args:
        samples: Two samples, each of 2 to 1,000 numbers, as `5.1 4.9 5.6; 6.1 6.9 5.2`.
    Returns:
        Two-sided p, and F, the variance of the first over that of the second.
    Raises:
        ToolInputError: there are not two samples, one is too small or has no spread.
    Source: Snedecor & Cochran, Statistical Methods, by `scipy.stats.f`.
    """
    first, second = _two(samples)
    if len(set(first)) == 1 or len(set(second)) == 1:
        raise ToolInputError("a sample has no spread; the ratio of variances has no value")
    import statistics

    from scipy.stats import f

    ratio = statistics.variance(first) / statistics.variance(second)
    left, right = len(first) - 1, len(second) - 1
    return VarianceRatioTest(min(1.0, 2 * float(min(f.sf(ratio, left, right), f.cdf(ratio, left, right)))), ratio)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"samples": "1 2 3 4 5; 2.1 3.9 6.2 7.8 10.1"},
    also=("correlation", "correlation of samples", "correlation test"),
)
def correlation_of_samples(samples: NumberSamples) -> SampleCorrelations:
    """Correlate two samples of numbers, number by number.

    Args:
        samples: Two samples of the same length, 3 or more, as `1 2 3 4; 2.1 3.9 6.2 7.8`.
    Returns:
        Pearson's r with its two-sided p, and Spearman's rank correlation.
    Raises:
        ToolInputError: there are not two samples of one length, they are too short, or one has no spread.
    Source: Pearson 1895, doi:10.1098/rspl.1895.0041, by `scipy.stats.pearsonr` and `spearmanr`.
    """
    first, second = _paired(samples)
    if len(first) < 3:
        raise ToolInputError("two points always lie on a line; give 3 numbers or more in each sample")
    if len(set(first)) == 1 or len(set(second)) == 1:
        raise ToolInputError("a sample has no spread; the correlation has no value")
    from scipy.stats import pearsonr, spearmanr

    linear: Any = pearsonr(first, second)
    ranks: Any = spearmanr(first, second)
    return SampleCorrelations(float(linear.statistic), float(linear.pvalue), float(ranks.statistic))


def _samples(text: str) -> list[list[float]]:
    try:
        groups = [[float(part) for part in group.split()] for group in text.split(";")]
    except ValueError as error:
        raise ToolInputError(f"{text[:80]!r} are no samples; write them as 5.1 4.9 5.6; 6.1 6.4 5.9") from error
    if any(not math.isfinite(value) for group in groups for value in group):
        raise ToolInputError(f"{text[:80]!r} holds a value that is no number")
    sizes = [len(group) for group in groups]
    if len(groups) < 2 or min(sizes) < 2 or max(sizes) > _MOST or len(groups) > _MOST:
        raise ToolInputError(
            f"{len(groups)} samples of {sizes[:9]} numbers are given; give 2 or more, each of 2 to 1,000"
        )
    return groups


def _two(text: str) -> tuple[list[float], list[float]]:
    groups = _samples(text)
    if len(groups) != 2:
        raise ToolInputError(f"{len(groups)} samples are given, and this test takes two; see the analysis of variance")
    return groups[0], groups[1]


def _paired(text: str) -> tuple[list[float], list[float]]:
    first, second = _two(text)
    if len(first) != len(second):
        raise ToolInputError(f"the samples have {len(first)} and {len(second)} numbers; pairs need the same number")
    return first, second
