"""What the references of recipes share: how they are kept, and statistics in plain Python, without pandas."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from tests.planner.recipe_tables import Layout, Row

Key = TypeVar("Key", bound=Hashable)
# A reference takes the rows of a table and gives what the code of its recipe has to give.
Compute = Callable[[list[Row]], Any]


@dataclass(frozen=True)
class Reference:
    """An independent computation of what a recipe computes.

    Args:
        compute: the computation.
        layout: the tables it is made for.
        tolerance: relative difference up to which two numbers are the same; wider where both search for a best fit.
    """

    compute: Compute
    layout: Layout
    tolerance: float


class References(dict[str, Reference]):
    """References by the name of their recipe, which is the name of the function."""

    def add(self, layout: Layout | None = None, *, tolerance: float = 1e-7) -> Callable[[Compute], Compute]:
        def keep(compute: Compute) -> Compute:
            name = compute.__name__
            assert name not in self, f"two references with the name {name}"
            self[name] = Reference(compute, layout or Layout(), tolerance)
            return compute

        return keep


def grouped(rows: Iterable[Row], key: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return found


def values_by(rows: Iterable[Row], key: str, column: str) -> dict[str, list[Any]]:
    """The values of a column that are not missing, by those of another."""
    return {name: [row[column] for row in part if row[column] is not None] for name, part in grouped(rows, key).items()}


def values_by_pair(rows: Iterable[Row], first: str, second: str, column: str) -> dict[tuple[str, Any], list[Any]]:
    found: dict[tuple[str, Any], list[Any]] = {}
    for row in rows:
        found.setdefault((row[first], row[second]), []).append(row[column])
    return found


def ordered(rows: Iterable[Row], column: str) -> list[Row]:
    return sorted(rows, key=lambda row: row[column])


def largest(values: Mapping[Key, float]) -> Key:
    """The key of the largest value."""
    return max(values, key=lambda key: values[key])


def day_of(text: str) -> date:
    return date.fromisoformat(text[:10])


def mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def share(flags: Iterable[bool]) -> float:
    return mean([float(flag) for flag in flags])


def variance(values: Sequence[float]) -> float:
    middle = mean(values)
    return math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1)


def deviation(values: Sequence[float]) -> float:
    return math.sqrt(variance(values))


def quantile(values: Sequence[float], part: float) -> float:
    """The quantile between two values in proportion to its place."""
    in_order = sorted(values)
    place = part * (len(in_order) - 1)
    below = math.floor(place)
    above = min(below + 1, len(in_order) - 1)
    return in_order[below] + (in_order[above] - in_order[below]) * (place - below)


def median(values: Sequence[float]) -> float:
    return quantile(values, 0.5)


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1; equal values share the mean of theirs."""
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2 for value in values
    ]


def correlation(x: Sequence[float], y: Sequence[float]) -> float:
    return _products(x, y) / math.sqrt(_products(x, x) * _products(y, y))


def fitted_line(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """Slope and intercept of the line of least squares."""
    slope = _products(x, y) / _products(x, x)
    return slope, mean(y) - slope * mean(x)


def line_of(rows: Sequence[Row], x: str, y: str) -> tuple[float, float]:
    return fitted_line([row[x] for row in rows], [row[y] for row in rows])


def _products(x: Sequence[float], y: Sequence[float]) -> float:
    """Sum of the products of the distances from the means."""
    middle_x, middle_y = mean(x), mean(y)
    return math.fsum((a - middle_x) * (b - middle_y) for a, b in zip(x, y, strict=True))
