"""Two values: which is larger, by how much, how many times, and what share."""

from __future__ import annotations

import pytest

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.tables.comparing import (
    compare_two,
    difference_of_values,
    ratio_of_values,
    share_of,
    signed_difference,
)


@pytest.mark.parametrize(
    ("values", "relation", "holds"),
    [
        ([2, 1], "greater", True),
        ([1, 2], "greater", False),
        ([1, 1], "greater", False),
        ([1, 2], "less", True),
        ([2, 1], "less", False),
        ([1, 1], "less", False),
        ([0.1 + 0.2, 0.3], "equal", True),
        ([0.1 + 0.2, 0.3], "greater", False),
        ([0.3, 0.1 + 0.2], "less", False),
        ([1, 2], "equal", False),
    ],
)
def test_two_values_are_compared(values: list[float], relation: str, holds: bool) -> None:
    assert compare_two(values, relation) is holds


def test_differences_and_ratios_keep_the_order_of_the_values() -> None:
    assert difference_of_values([2, 5]) == difference_of_values([5, 2]) == 3
    assert signed_difference([2, 5]) == -3
    assert signed_difference([5, 2]) == 3
    assert ratio_of_values([2, 5]) == pytest.approx(0.4)
    # 4 carbons of the 10 heavy atoms of a molecule.
    assert share_of(4, 10) == pytest.approx(40.0)
    assert share_of(0, 10) == 0


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: compare_two([1, 2, 3]), "exactly 2"),
        (lambda: compare_two([1, 2], "bigger"), "greater, less, equal"),
        (lambda: difference_of_values([1]), "exactly 2"),
        (lambda: signed_difference([]), "exactly 2"),
        (lambda: ratio_of_values([1, 0]), "second value is 0"),
        (lambda: share_of(1, 0), "no part"),
        (lambda: share_of(3, 2), "no part"),
        (lambda: share_of(-1, 2), "no part"),
    ],
)
def test_what_is_not_defined_is_refused(call: object, why: str) -> None:
    with pytest.raises(ToolInputError, match=why):
        call()  # type: ignore[operator]
