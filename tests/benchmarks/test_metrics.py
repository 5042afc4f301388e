"""Shares, their groups, and the share of nothing, which has no value."""

from __future__ import annotations

from scitoolagent.benchmarks.metrics import Share, grouped, share_of


def test_a_share_of_nothing_is_no_figure() -> None:
    assert Share(0, 0).as_json() == {"count": 0, "total": 0, "percent": None, "low": None, "high": None}


def test_shares_and_groups() -> None:
    assert share_of([True, False, True, True]) == Share(3, 4)
    assert grouped([3, 1, 2, 4], lambda item: "odd" if item % 2 else "even") == {"even": [2, 4], "odd": [3, 1]}
