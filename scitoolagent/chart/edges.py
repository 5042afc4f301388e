"""What stands over a span of tokens: a candidate of the lattice, or a phrase that rules put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scitoolagent.request.conditions import Plain

# The value of a word for one row: what is counted is named in the plural.
ONE_ROW = "one row"


@dataclass(frozen=True, slots=True)
class Number:
    """A number with the unit that stands behind it, as the column's code or in words; empty without one."""

    value: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value that stands in a column of classes or names."""

    column: str
    value: Plain


@dataclass(frozen=True, slots=True)
class Day:
    """A date as conditions on dates have it: a day, a month of any year, a weekday."""

    value: str


@dataclass(frozen=True, slots=True)
class Edge:
    """A meaning of some `kind` over the tokens from `start` to before `end`; a higher score is a likelier one."""

    kind: str
    start: int
    end: int
    value: Any
    score: float
