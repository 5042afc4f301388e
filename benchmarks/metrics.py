"""Shares with their uncertainty."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

_Z95 = 1.959963984540054  # the standard normal's 97.5th percentile
_ROUNDS = 2000

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Share:
    """`count` of `total`, with the 95 % Wilson interval of the share behind it; all None when there is nothing."""

    count: int
    total: int

    @property
    def value(self) -> float | None:
        """The share, 0 to 1."""
        return self.count / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % score interval after Wilson 1927, doi:10.1080/01621459.1927.10502953."""
        return wilson(self.count, self.total) if self.total else None

    def as_json(self) -> dict[str, float | int | None]:
        """Count, total, and in per cent the share with its interval."""
        low, high = self.interval or (None, None)
        return {
            "count": self.count,
            "total": self.total,
            "percent": _percent(self.value),
            "low": _percent(low),
            "high": _percent(high),
        }


def wilson(count: int, total: int) -> tuple[float, float]:
    """The 95 % score interval of `count` successes among `total` trials.

    Raises:
        ValueError: there are no trials, or more successes than trials.
    """
    if total <= 0 or not 0 <= count <= total:
        raise ValueError(f"{count} of {total} is no share")
    share, z2 = count / total, _Z95**2
    middle = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = _Z95 / (1 + z2 / total) * math.sqrt(share * (1 - share) / total + z2 / (4 * total**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def share_of(items: Iterable[bool]) -> Share:
    """The share of what is true."""
    values = list(items)
    return Share(sum(values), len(values))


def paired_gain(before: Sequence[bool], after: Sequence[bool], seed: int = 0) -> tuple[float, float, float]:
    """The gain in the share of what is right, item by item, with its bootstrap interval of 95 %.

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


def grouped(items: Iterable[Item], key: Callable[[Item], str]) -> dict[str, list[Item]]:
    """The items by a key, in the order of the keys."""
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return dict(sorted(found.items()))


def _percent(value: float | None) -> float | None:
    return None if value is None else round(100 * value, 1)
