"""Shares with their uncertainty."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from scitoolagent.intervals import wilson

ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Share:
    """`count` of `total`, with the 95 % Wilson interval; share and interval are None when the total is zero."""

    count: int
    total: int

    @property
    def value(self) -> float | None:
        """The share, 0 to 1."""
        return self.count / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The score interval of 95 %."""
        return wilson(self.count, self.total) if self.total else None

    def as_json(self) -> dict[str, float | int | None]:
        """Count, total, and the share with its interval in per cent."""
        low, high = self.interval or (None, None)
        return {
            "count": self.count,
            "total": self.total,
            "percent": _percent(self.value),
            "low": _percent(low),
            "high": _percent(high),
        }


def share_of(items: Iterable[bool]) -> Share:
    """The share of true items."""
    values = list(items)
    return Share(sum(values), len(values))


def grouped(items: Iterable[ItemT], key: Callable[[ItemT], str]) -> dict[str, list[ItemT]]:
    """The items grouped by a key, in the order of the keys."""
    found: dict[str, list[ItemT]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return dict(sorted(found.items()))


def _percent(value: float | None) -> float | None:
    return None if value is None else round(100 * value, 1)
