"""Which of several learners are better than others, by what they did on the same folds."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Pair:
    """Two learners on the same folds: by how much the first errs more, and how likely so much is by chance.

    `p` is corrected for training sets that overlap and, by Holm's method, for the number of pairs.
    """

    one: str
    other: str
    difference: float
    p: float


def compared(errors: Mapping[str, Sequence[float]], folds: int) -> list[Pair]:
    """Each pair of learners by their errors, fold by fold.

    Source: corrected resampled t test of Nadeau and Bengio 2003, doi:10.1023/A:1024068626366; Holm 1979.
    """
    import numpy as np
    import scipy.stats

    stats: Any = scipy.stats
    raw: list[Pair] = []
    for one, other in itertools.combinations(errors, 2):
        apart = np.array(errors[one]) - np.array(errors[other])
        count, mean = len(apart), float(apart.mean())
        spread = float(apart.var(ddof=1)) * (1 / count + 1 / (folds - 1)) if count > 1 else 0.0
        # Folds that all say the same leave no spread: equal learners are alike, and no test tells others apart.
        p = float(2 * stats.t.sf(abs(mean) / spread**0.5, count - 1)) if spread else 1.0
        raw.append(Pair(one, other, mean, p))
    return holm(raw)


def holm(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs with their p corrected for how many there are, the likeliest differences first."""
    found: list[Pair] = []
    largest = 0.0
    for place, pair in enumerate(sorted(pairs, key=lambda one: one.p)):
        largest = max(largest, min(1.0, pair.p * (len(pairs) - place)))
        found.append(Pair(pair.one, pair.other, pair.difference, largest))
    return found
