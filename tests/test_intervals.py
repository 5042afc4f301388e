"""Intervals of 95 % against published values and the binomial distribution."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scitoolagent.intervals import paired_gain, wilson


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


def test_an_impossible_share_is_refused() -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(3, 2)


def test_the_interval_is_paired() -> None:
    # Where every item gains, resampling cannot change the gain; where nothing changes, neither.
    assert paired_gain([False] * 9, [True] * 9) == (1.0, 1.0, 1.0)
    assert paired_gain([True, False] * 9, [True, False] * 9) == (0.0, 0.0, 0.0)
    gain, low, high = paired_gain([False] * 10 + [True] * 10, [True] * 10 + [True] * 10)
    assert gain == 0.5
    # The binomial spread of 20 items at one half is 0.112; 95 % lie within 1.96 of it.
    assert low == pytest.approx(0.5 - 0.22, abs=0.06)
    assert high == pytest.approx(0.5 + 0.22, abs=0.06)


def test_verdicts_on_different_items_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="1 and 0 verdicts cannot be compared"):
        paired_gain([True], [])
