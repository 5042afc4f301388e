"""Samples and points that a question lists: values of textbooks and of R, and what is no sample."""

from __future__ import annotations

import math

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._sample_words import find_points, find_samples
from scitoolagent.tools.general.points import line_through_points
from scitoolagent.tools.general.sample_tests import (
    correlation_of_samples,
    paired_test_of_samples,
    rank_sum_test_of_samples,
    variance_analysis_of_samples,
    variance_ratio_test_of_samples,
    welch_test_of_samples,
)

# The sleep data of Student 1908, as R gives them; `t.test(paired = TRUE)` has t = -4.0621, p = 0.002833.
_SLEEP = "0.7 -1.6 -0.2 -1.2 -0.1 3.4 3.7 0.8 0.0 2.0; 1.9 0.8 1.1 0.1 -0.1 4.4 5.5 1.6 4.6 3.4"
# The first set of Anscombe 1973.
_ANSCOMBE = [10.0, 8.04, 8, 6.95, 13, 7.58, 9, 8.81, 11, 8.33, 14, 9.96, 6, 7.24, 4, 4.26, 12, 10.84, 7, 4.82, 5, 5.68]


def test_welch_gives_what_r_gives_for_the_sleep_data() -> None:
    result = welch_test_of_samples(_SLEEP)
    assert result.welch_t == pytest.approx(-1.8608, abs=5e-5)
    assert result.welch_freedom == pytest.approx(17.776, abs=5e-4)
    assert result.welch_p == pytest.approx(0.07939, abs=5e-6)


def test_the_paired_test_gives_what_r_gives_for_the_sleep_data() -> None:
    result = paired_test_of_samples(_SLEEP)
    assert result.paired_t == pytest.approx(-4.0621, abs=5e-5)
    assert result.paired_p == pytest.approx(0.002833, abs=5e-7)
    assert (result.paired_freedom, result.paired_difference) == (9, pytest.approx(-1.58))


def test_ranks_that_do_not_overlap_have_the_smallest_p() -> None:
    result = rank_sum_test_of_samples("1.1 2.3 2.9 3.8; 4.2 4.4 5.1 6.0")
    assert result.rank_sum_p == pytest.approx(2 / math.comb(8, 4))
    assert result.rank_sum_u == 0


def test_the_analysis_of_variance_of_three_samples() -> None:
    result = variance_analysis_of_samples("6 8 4 5 3 4; 8 12 9 11 6 8; 13 9 11 8 7 12")
    # by hand: 84 / 2 between, 68 / 15 within
    assert result.variance_analysis_f == pytest.approx((84 / 2) / (68 / 15))
    assert result.variance_analysis_p == pytest.approx(0.0024, abs=5e-5)
    assert (result.between_freedom, result.within_freedom) == (2, 15)


def test_the_ratio_of_variances_has_a_closed_form_for_two_numbers() -> None:
    result = variance_ratio_test_of_samples(f"0 1; 0 {math.sqrt(3)!r}")
    assert result.variance_ratio_f == pytest.approx(1 / 3)
    assert result.variance_ratio_p == pytest.approx(2 / 3)  # 2 (2/π) arctan √F


def test_correlation_and_line_of_the_first_set_of_anscombe() -> None:
    x, y = _ANSCOMBE[::2], _ANSCOMBE[1::2]
    both = correlation_of_samples("; ".join(" ".join(map(str, values)) for values in (x, y)))
    assert both.sample_correlation == pytest.approx(0.8164, abs=5e-5)
    line = line_through_points("; ".join(f"{a} {b}" for a, b in zip(x, y, strict=True)))
    assert (line.line_slope, line.line_intercept) == (pytest.approx(0.5001, abs=5e-5), pytest.approx(3.0001, abs=5e-5))
    assert line.line_determination == pytest.approx(0.6665, abs=5e-5)
    assert line.slope_error == pytest.approx(0.1179, abs=5e-5)


@pytest.mark.parametrize(("tool", "samples"), [
    (welch_test_of_samples, "1 2 3"), (welch_test_of_samples, "1 2; 3"), (welch_test_of_samples, "1 2; 3 4; 5 6"),
    (welch_test_of_samples, "1 1; 2 2"), (welch_test_of_samples, "1 x; 2 3"), (welch_test_of_samples, "1 inf; 2 3"),
    (paired_test_of_samples, "1 2 3; 4 5"), (paired_test_of_samples, "1 2 3; 2 3 4"),
    (rank_sum_test_of_samples, "1; 2 3"), (variance_analysis_of_samples, "1 1; 2 2; 3 3"),
    (variance_ratio_test_of_samples, "1 1; 2 3"), (correlation_of_samples, "1 2; 3 4"),
    (correlation_of_samples, "1 1 1; 2 3 4"), (correlation_of_samples, "1 2 3; 4 5"),
    (line_through_points, "1 2; 3 4"), (line_through_points, "1 2; 1 3; 1 4"), (line_through_points, "1 2 3; 4 5 6"),
])  # fmt: skip
def test_what_has_no_answer_is_refused(tool: object, samples: str) -> None:
    assert callable(tool)
    with pytest.raises(ToolInputError):
        tool(samples)


@pytest.mark.parametrize(("text", "samples"), [
    ("t-test on 1.5, 2 and 3, -4", "1.5 2; 3 -4"),
    ("t-test: 1, 2 and 3 versus 4, 5 and 6", "1 2 3; 4 5 6"),
    ("paired t-test for before: 12.1, 11.8 and after: 11.2, 11.1", "12.1 11.8; 11.2 11.1"),
    ("ANOVA of [1, 2], [3, 4] and [5, 6]", "1 2; 3 4; 5 6"),
    ("t-test of 5 6 7 mg against 7 8 9 mg", "5 6 7; 7 8 9"),
    ("t-test of group 1: 5, 6 and group 2: 7, 8", "5 6; 7 8"),
])  # fmt: skip
def test_samples_are_found(text: str, samples: str) -> None:
    assert [value for _, _, value in find_samples(text)] == [samples]


@pytest.mark.parametrize("text", [
    "t-test of 1, 2 and 3 and 4, 5 and 6",  # which belongs to which?
    "t-test of 1, 2, 3", "t-test of 1 and 2", "t-test of 5 6 7 mg against 7 8 9 g",
    "the cell 5.1, 5.1 and 6.2, 90",  # nothing compares them
])  # fmt: skip
def test_what_is_no_two_samples_is_not_found(text: str) -> None:
    assert list(find_samples(text)) == []


@pytest.mark.parametrize(("text", "points"), [
    ("fit (1, 2.1), (2, 3.9) and (3, 6.2)", "1 2.1; 2 3.9; 3 6.2"),
    ("the slope for x = 1, 2, 3 and y = 2, 4, 6", "1 2; 2 4; 3 6"),
    ("the slope for y: 2, 4, 6; x: 1, 2, 3", "1 2; 2 4; 3 6"),
])  # fmt: skip
def test_points_are_found(text: str, points: str) -> None:
    assert [value for _, _, value in find_points(text)] == [points]


@pytest.mark.parametrize("text", ["x = 1, 2, 3 and y = 2, 4", "the plane (1, 1)", "x = 1, 2, 3"])
def test_what_is_no_points_is_not_found(text: str) -> None:
    assert list(find_points(text)) == []
