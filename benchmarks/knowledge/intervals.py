"""95 % intervals of what the benchmarks measure."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence

from scitoolagent.intervals import wilson


def share_interval(hits: int, count: int) -> tuple[float, float]:
    """The interval of a share; nothing is known of no cases."""
    return wilson(hits, count) if count else (0.0, 1.0)


def bootstrap(values: Sequence[float], seed: int = 1, rounds: int = 1_000) -> tuple[float, float]:
    """The percentile interval of a mean."""
    if not values:
        return 0.0, 1.0
    rng = random.Random(seed)
    means = sorted(statistics.fmean(rng.choices(values, k=len(values))) for _ in range(rounds))
    return means[int(0.025 * rounds)], means[int(0.975 * rounds) - 1]
