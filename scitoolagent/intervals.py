"""Intervals of 95 % for what is measured."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

_Z = 1.959963984540054  # the standard normal's 97.5th percentile
_ROUNDS = 2000


def wilson(count: int, total: int) -> tuple[float, float]:
    """The score interval of `count` successes in `total` trials (Wilson 1927, doi:10.1080/01621459.1927.10502953).

    Raises:
        ValueError: there are no trials, or more successes than trials.
    """
    if total <= 0 or not 0 <= count <= total:
        raise ValueError(f"{count} of {total} is no share")
    share, z2 = count / total, _Z**2
    middle = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = _Z / (1 + z2 / total) * math.sqrt(share * (1 - share) / total + z2 / (4 * total**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def paired_gain(before: Sequence[bool], after: Sequence[bool], seed: int = 0) -> tuple[float, float, float]:
    """The gain in the share of what is right, item by item, with its bootstrap interval.

    Raises:
        ValueError: the two do not judge the same items.
    """
    if not before or len(before) != len(after):
        raise ValueError(f"{len(before)} and {len(after)} verdicts cannot be compared")
    rng = random.Random(seed)
    differences = [int(new) - int(old) for old, new in zip(before, after, strict=True)]
    count = len(differences)
    means = sorted(sum(rng.choices(differences, k=count)) / count for _ in range(_ROUNDS))
    return sum(differences) / count, means[int(0.025 * _ROUNDS)], means[int(0.975 * _ROUNDS) - 1]
