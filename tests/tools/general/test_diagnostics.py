"""Figures of diagnostic tests and of two groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._diagnostic_words import (
    find_ill_counts,
    find_test_counts,
    find_test_shares,
    find_two_groups,
)
from scitoolagent.tools.general.diagnostics import (
    diagnostic_figures,
    precision_of_counts,
    predictive_values,
    risks_of_groups,
    sensitivity_of_counts,
    specificity_of_counts,
)


# Altman & Bland 1994 (doi:10.1136/bmj.308.6943.1552, 309:102): liver scans, 231 abnormal and right, 32 abnormal and
# wrong, 27 normal and wrong, 54 normal and right: sensitivity 0.90, specificity 0.63, PPV 0.88, NPV 0.67.
def test_the_liver_scans_of_altman_and_bland() -> None:
    found = diagnostic_figures("TP=231 FP=32 TN=54 FN=27")
    assert (found.sensitivity, found.specificity) == pytest.approx((89.5, 62.8), abs=0.06)
    assert (found.ppv, found.npv) == pytest.approx((87.8, 66.7), abs=0.06)
    assert sensitivity_of_counts("TP=231 FN=27") == found.sensitivity
    assert specificity_of_counts("FP=32 TN=54") == found.specificity
    assert precision_of_counts("TP=231 FP=32") == found.ppv


# The same paper: at a prevalence of 0.25 the PPV is 0.45 and the NPV 0.95.
def test_predictive_values_at_another_prevalence() -> None:
    found = predictive_values("sensitivity=89.5 specificity=62.8 prevalence=25")
    assert (found.ppv, found.npv) == pytest.approx((45, 95), abs=0.6)
    assert (found.positive, found.negative) == pytest.approx((0.895 / 0.372, 0.105 / 0.628))


# Bland & Altman 2000 (doi:10.1136/bmj.320.7247.1468): hay fever in 141 of 561 children with eczema and 928 of 14,453
# without: odds ratio 4.89, 95 % interval 4.00 to 5.99 (log odds ratio 1.588, standard error 0.103).
def test_hay_fever_and_eczema() -> None:
    found = risks_of_groups("141/561 928/14453")
    assert found.odds_ratio == pytest.approx(4.89, abs=0.01)
    assert found.intervals.startswith("141 of 561 against 928 of 14453; 95 %: odds ratio 4 to 5.99")
    assert found.relative_risk == pytest.approx((141 / 561) / (928 / 14453))
    assert found.to_treat == pytest.approx(100 / found.difference)


@pytest.mark.parametrize(
    ("finder", "text", "told"),
    [
        (find_test_counts, "90 true positives, 30 false positives, 170 true negatives and 10 false negatives", True),
        (find_ill_counts, "Sensitivity with 90 true positives and 10 false negatives", "TP=90 FN=10"),
        (find_ill_counts, "Sensitivity with 90.5 true positives and 10 false negatives", None),
        (find_ill_counts, "90 true positives, 10 false negatives and 5 false positives", None),
        (find_test_shares, "PPV with sensitivity 90%, specificity 95 % and prevalence of 1 %", True),
        (find_test_shares, "PPV with sensitivity 90% and specificity 95 %", None),
        (find_two_groups, "Relative risk if 15 of 150 treated and 30 of 150 controls died", "15/150 30/150"),
        (find_two_groups, "Relative risk if 30 of 150 controls and 15 of 150 treated died", "15/150 30/150"),
        (find_two_groups, "What are 15 of 150 treated and 30 of 150 controls?", None),
    ],
)
def test_what_is_told(
    finder: Callable[[str], Iterator[tuple[int, int, str]]], text: str, told: str | bool | None
) -> None:
    values = [value for *_, value in finder(text)]
    assert bool(values) == bool(told)
    assert not isinstance(told, str) or values == [told]


@pytest.mark.parametrize(
    ("call", "given", "told"),
    [
        (diagnostic_figures, "TP=90 FN=10", "lack FP, TN"),
        (diagnostic_figures, "", "lack|cannot be read"),
        (diagnostic_figures, "TP=a FP=1 TN=1 FN=1", "cannot be read"),
        (sensitivity_of_counts, "TP=0 FN=0", "nobody"),
        (sensitivity_of_counts, "FP=1 TN=3", "both needed"),
        (predictive_values, "sensitivity=90 specificity=100 prevalence=1", "below 100"),
        (predictive_values, "sensitivity=90", "cannot be read"),
        (risks_of_groups, "20/100", "cannot be read"),
        (risks_of_groups, "0/100 10/100", "some with and some without"),
        (risks_of_groups, "120/100 10/100", "some with and some without"),
        (risks_of_groups, "10/100 10/100", "same risk"),
    ],
)
def test_what_is_no_test_or_group(call: Callable[[str], object], given: str, told: str) -> None:
    with pytest.raises(ToolInputError, match=told):
        call(given)
