"""Correlations of two columns: Spearman's p-value exact where the rows are few."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

# The approximation by Student's t says p = 0 for four pairs in one order, where one order in twelve is as extreme.
_EXACT = 8


class Rank(NamedTuple):
    """Spearman's rho and its two-sided p-value."""

    statistic: float
    pvalue: float


def spearman(first: Sequence[float], second: Sequence[float]) -> Rank:
    """Spearman's rho; its p-value counts all orders of up to eight pairs, and is by Student's t for more."""
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    found = stats.spearmanr(first, second)
    rho = float(found.statistic)
    if len(first) > _EXACT or not np.isfinite(rho):
        return Rank(rho, float(found.pvalue))
    one, two = (stats.rankdata(values) for values in (first, second))
    orders = np.array(list(itertools.permutations(two - two.mean())))
    sums = orders @ (one - one.mean())
    observed = abs(float((one - one.mean()) @ (two - two.mean())))
    return Rank(rho, float((np.abs(sums) >= observed - 1e-9).mean()))


def correlations(first: Sequence[float], second: Sequence[float]) -> tuple[float, float, float, float]:
    """Pearson's r and Spearman's rho, each with its two-sided p-value."""
    import scipy.stats

    stats: Any = scipy.stats
    line, rank = stats.pearsonr(first, second), spearman(first, second)
    return float(line.statistic), float(line.pvalue), rank.statistic, rank.pvalue
