"""Ends of columns: which of its two ends a superlative means, by what its word speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scitoolagent.chart.closed import dimension_words
from scitoolagent.chart.linking import DATES, words_of_header
from scitoolagent.columns import Column
from scitoolagent.tool.units import convertible


@dataclass(frozen=True, slots=True)
class Extreme:
    """One end of a column, or of whatever is asked for: how many, and from which place on.

    `said_of` is what its word speaks of, where not every column of numbers will do: the `size` of a thing, which a
    number of it does not tell ("the largest fish"), `date`s, the `age` of things ("the oldest" has the earliest date),
    `speed` ("the fastest" took the least time), or quantities of some units: "the warmest" has the highest temperature.
    """

    end: str
    count: int = 1
    place: int = 1
    column: str = ""
    said_of: str = ""


def extreme_of(meaning: str, count: int = 1, place: int = 1) -> Extreme:
    """Return the end that a superlative means."""
    end, _, said_of = meaning.partition(" ")
    return Extreme(end, count, place, said_of=said_of)


def on_column(given: Extreme, column: Column) -> Extreme | None:
    """Return an end of a column; None where its word does not say which end of this column is meant."""
    unit, is_date = column.unit, column.type == DATES
    if given.column or not (column.is_number or is_date):
        return None
    is_time, is_speed = (bool(unit) and convertible(str(unit), one) for one in ("s", "m/s"))
    fits = {
        "": True,
        "size": unit not in (None, "1"),
        "date": is_date,
        "age": is_date or is_time or not unit,
        "speed": is_time or is_speed,
    }
    if not (fits[given.said_of] if given.said_of in fits else _is_of(column, given.said_of.split())):
        return None
    is_turned = (given.said_of == "age" and is_date) or (given.said_of == "speed" and is_time)
    end = {"highest": "lowest", "lowest": "highest"}[given.end] if is_turned else given.end
    return Extreme(end, given.count, given.place, column.name)


def _is_of(column: Column, units: Sequence[str]) -> bool:
    """Whether a column holds quantities of some units: by its own unit, or by a word of its header."""
    if column.unit:
        return any(convertible(column.unit, unit) for unit in units)
    return any(word in dimension_words(unit) for word in words_of_header(column.name) for unit in units)
