"""Several values in one; the values of reference are worked by hand, the standard deviation is numpy's."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.tables.aggregating import (
    combine_verdicts,
    count_items,
    maximum_of_values,
    mean_of_values,
    median_of_values,
    minimum_of_values,
    range_of_values,
    standard_deviation_of_values,
    sum_of_values,
)

VALUES = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]


def test_values_are_summed_up() -> None:
    assert mean_of_values(VALUES) == 5
    assert median_of_values(VALUES) == 4.5
    assert sum_of_values(VALUES) == 40
    assert (minimum_of_values(VALUES), maximum_of_values(VALUES), range_of_values(VALUES)) == (2, 9, 7)
    # numpy.std(VALUES, ddof=1); with n in the denominator it would be 2.
    assert standard_deviation_of_values(VALUES) == pytest.approx(2.1380899352993947)
    assert median_of_values([3, 1, 2]) == 2
    # A naive sum gives 0.9999999999999999.
    assert sum_of_values([0.1] * 10) == 1.0


@pytest.mark.parametrize(
    ("verdicts", "held"),
    [([True, True], "all any"), ([True, False], "any"), ([False, False], "none"), ([True], "all any")],
)
def test_verdicts_are_combined(verdicts: list[bool], held: str) -> None:
    assert [name for name in ("all", "any", "none") if combine_verdicts(verdicts, name)] == held.split()


def test_things_are_counted() -> None:
    assert count_items(["a", "b", "a"]) == 3
    assert count_items([]) == 0


@pytest.mark.parametrize(
    "call",
    [
        lambda: mean_of_values([]),
        lambda: median_of_values([]),
        lambda: sum_of_values([]),
        lambda: minimum_of_values([]),
        lambda: maximum_of_values([]),
        lambda: range_of_values([1]),
        lambda: standard_deviation_of_values([1]),
        lambda: combine_verdicts([]),
    ],
)
def test_too_few_values_are_refused(call: object) -> None:
    with pytest.raises(ToolInputError, match="at least"):
        call()  # type: ignore[operator]
    with pytest.raises(ToolInputError, match="all, any, none"):
        combine_verdicts([True], "most")
