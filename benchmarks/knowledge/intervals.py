"""95 % intervals of what the benchmarks measure."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence

_Z = 1.959964


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The interval of a share (Wilson 1927, doi:10.1080/01621459.1927.10502953); nothing is known of no cases."""
    if count == 0:
        return 0.0, 1.0
    share = hits / count
    middle = (share + _Z * _Z / (2 * count)) / (1 + _Z * _Z / count)
    half = _Z * math.sqrt(share * (1 - share) / count + _Z * _Z / (4 * count * count)) / (1 + _Z * _Z / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(values: Sequence[float], seed: int = 1, rounds: int = 1_000) -> tuple[float, float]:
    """The percentile interval of a mean."""
    if not values:
        return 0.0, 1.0
    rng = random.Random(seed)
    means = sorted(statistics.fmean(rng.choices(values, k=len(values))) for _ in range(rounds))
    return means[int(0.025 * rounds)], means[int(0.975 * rounds) - 1]
