"""The odds ratio that several tables of two by two counts have in common, and whether they have one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

_NORMAL = 1.959963984540054


class Pooled(NamedTuple):
    """A pooled odds ratio with its 95 % interval, and chi-squared for a ratio of 1."""

    ratio: float
    low: float
    high: float
    statistic: float


@dataclass(frozen=True)
class Strata:
    """The counts of each stratum.

    Attributes:
        names: of the strata.
        counts: of each the four counts a, b, c, d, row by row; its odds ratio is a d / (b c).
    """

    names: list[Any]
    counts: list[list[int]]

    def rows(self) -> Iterator[tuple[Any, list[int], float | None]]:
        """The name, the counts and the odds ratio of each stratum; None where it has no bound."""
        for name, own in zip(self.names, self.counts, strict=True):
            a, b, c, d = own
            yield name, own, a * d / (b * c) if b * c else None


def _telling(counts: Sequence[Sequence[int]]) -> list[tuple[int, int, int, int]]:
    """The strata in which both columns have two classes; others say nothing of an odds ratio."""
    found = [(a, b, c, d) for a, b, c, d in counts]
    return [(a, b, c, d) for a, b, c, d in found if min(a + b, c + d, a + c, b + d) > 0]


def pooled(counts: Sequence[Sequence[int]], corrected: bool) -> Pooled:
    """Pool the odds ratios by Mantel and Haenszel.

    Args:
        counts: of each stratum a, b, c, d.
        corrected: whether chi-squared is corrected for continuity.
    Raises:
        ValueError: fewer than two strata say something, or the ratio is 0 or has no bound.
    """
    strata = _telling(counts)
    if len(strata) < 2:
        raise ValueError(f"{len(strata)} strata have both classes of both columns; at least 2 are needed")
    concordant = [a * d / (a + b + c + d) for a, b, c, d in strata]
    discordant = [b * c / (a + b + c + d) for a, b, c, d in strata]
    plus, minus = sum(concordant), sum(discordant)
    if not plus or not minus:
        raise ValueError(f"the pooled odds ratio {'has no bound' if plus else 'is 0'}, so that it has no interval")
    parts = [((a + d) / (a + b + c + d), (b + c) / (a + b + c + d)) for a, b, c, d in strata]
    variance = sum(p * r for (p, _), r in zip(parts, concordant, strict=True)) / (2 * plus**2)
    variance += sum(q * s for (_, q), s in zip(parts, discordant, strict=True)) / (2 * minus**2)
    mixed = sum(p * s + q * r for (p, q), r, s in zip(parts, concordant, discordant, strict=True))
    half = _NORMAL * math.sqrt(variance + mixed / (2 * plus * minus))
    ratio = plus / minus
    return Pooled(ratio, ratio * math.exp(-half), ratio * math.exp(half), _chi_squared(strata, corrected))


def _chi_squared(strata: Sequence[tuple[int, int, int, int]], corrected: bool) -> float:
    apart = variance = 0.0
    for a, b, c, d in strata:
        total = a + b + c + d
        apart += a - (a + b) * (a + c) / total
        variance += (a + b) * (c + d) * (a + c) * (b + d) / (total**2 * (total - 1))
    # The correction never carries the sum beyond 0.
    off = max(abs(apart) - 0.5, 0.0) if corrected else abs(apart)
    return off**2 / variance


def homogeneity(counts: Sequence[Sequence[int]], ratio: float) -> tuple[float, int]:
    """Return chi-squared of Breslow and Day for equal odds ratios, and its degrees of freedom.

    Args:
        counts: of each stratum a, b, c, d.
        ratio: what the strata have in common.
    """
    strata = _telling(counts)
    found = 0.0
    for a, b, c, d in strata:
        held = _expected(a + b, c + d, a + c, ratio)
        cells = (held, a + b - held, a + c - held, c + d - (a + c) + held)
        found += (a - held) ** 2 * sum(1 / cell for cell in cells)
    return found, len(strata) - 1


def _expected(first: int, second: int, column: int, ratio: float) -> float:
    """The count of the first cell at which a stratum of these margins has an odds ratio."""
    linear = second - column + ratio * (first + column)
    if abs(ratio - 1) < 1e-9:
        return first * column / (first + second)
    root = math.sqrt(linear**2 - 4 * (ratio - 1) * ratio * first * column)
    # This form of the solution loses no digits where the ratio is near 1.
    return 2 * ratio * first * column / (linear + root)
