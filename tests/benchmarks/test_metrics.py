"""Intervals against published values; shares of nothing are no figure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.benchmarks.metrics import Share, grouped, share_of
from scitoolagent.intervals import wilson


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        # Newcombe 1998, Statist. Med. 17, 857, table I, method 3 (score, without continuity correction)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_the_published_one(count: int, total: int, low: float, high: float) -> None:
    assert wilson(count, total) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_the_interval_holds_the_share_and_is_symmetric(case: tuple[int, int]) -> None:
    count, total = case
    low, high = wilson(count, total)
    assert 0 <= low <= count / total + 1e-12
    assert count / total - 1e-12 <= high <= 1
    assert wilson(total - count, total) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_a_share_of_nothing_is_no_figure() -> None:
    assert Share(0, 0).as_json() == {"count": 0, "total": 0, "percent": None, "low": None, "high": None}
    with pytest.raises(ValueError, match="no share"):
        wilson(3, 2)


def test_shares_and_groups() -> None:
    assert share_of([True, False, True, True]) == Share(3, 4)
    assert grouped([3, 1, 2, 4], lambda item: "odd" if item % 2 else "even") == {"even": [2, 4], "odd": [3, 1]}
