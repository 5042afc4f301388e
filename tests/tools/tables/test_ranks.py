"""Spearman's p-value for few pairs: tables of exact critical values, and a count of all orders by hand."""

from __future__ import annotations

import pytest
import scipy.stats

from scitoolagent.tools.tables._ranks import correlations, spearman


@pytest.mark.parametrize(
    ("second", "rho", "p"),
    [
        ([1, 2, 3, 4], 1.0, 2 / 24),
        ([4, 3, 2, 1], -1.0, 2 / 24),
        # 20 of 120 orders of five have rho of at least 0.7 or at most -0.7 (Zar 1984, table B.20: 0.1 two-sided at 0.9).
        ([1, 2, 3, 5, 4], 0.9, 10 / 120),
        ([2, 1, 4, 3, 5], 0.8, 16 / 120),
    ],
)
def test_few_pairs_have_an_exact_p(second: list[float], rho: float, p: float) -> None:
    found = spearman(list(range(1, len(second) + 1)), second)
    assert found.statistic == pytest.approx(rho)
    assert found.pvalue == pytest.approx(p)


def test_ties_count_as_they_stand() -> None:
    # Of the 24 orders of 1, 2, 2, 3 those with both 2 exchanged are the same twice: 4 of 24 are as extreme.
    assert spearman([1, 2, 3, 4], [1, 2, 2, 3]).pvalue == pytest.approx(4 / 24)


def test_many_pairs_are_those_of_scipy() -> None:
    one, two = [3.0, 1.0, 4.0, 1.5, 5.0, 9.0, 2.0, 6.0, 5.5], [2.0, 7.0, 1.0, 8.0, 2.5, 8.5, 1.8, 2.8, 4.0]
    r, r_p, rho, rho_p = correlations(one, two)
    assert (r, r_p) == pytest.approx(tuple(scipy.stats.pearsonr(one, two)))
    assert (rho, rho_p) == pytest.approx(tuple(scipy.stats.spearmanr(one, two)))
