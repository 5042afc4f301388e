"""Put things in order by a value of each, and take the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._given import GivenNumber, Subject, TiedSubject, choice, equal, named, paired

_ORDERS = ("ascending", "descending")
_EXTREMES = ("highest", "lowest")

SortOrder = Annotated[
    str,
    Semantic(
        "SortOrder",
        parent="Parameter",
        label="order of sorting",
        pattern="ascending|descending",
        needs_context=True,
    ),
]
Extreme = Annotated[
    str,
    Semantic("Extreme", parent="Parameter", label="end of a ranking", pattern="highest|lowest", needs_context=True),
]
Place = Annotated[int, Semantic("PlaceInRanking", parent="Parameter", unit="1", label="place in a ranking")]
TopCount = Annotated[int, Semantic("TopCount", parent="Parameter", unit="1", label="how many to take of a ranking")]

RankedSubject = Annotated[
    object,
    Semantic(
        "RankedSubject",
        parent="Subject",
        generic="any",
        label="thing in its place in a ranking",
        shown="order by {values}, {order}",
    ),
]
TopSubject = Annotated[
    object,
    Semantic(
        "TopSubject",
        parent="Subject",
        generic="any",
        label="thing among the first of a ranking",
        shown="{count} with the {extreme} {values}",
    ),
]
ExtremeSubject = Annotated[
    object,
    Semantic(
        "ExtremeSubject",
        parent="Subject",
        generic="any",
        label="thing with the most or the least of a value",
        shown="{place:ordinal}{extreme} {values}",
    ),
]
RankedValue = Annotated[
    float,
    Semantic(
        "RankedValue", parent="GivenNumber", generic="number", label="value in a ranking", shown="{values}, in order"
    ),
]
ExtremeValue = Annotated[
    float,
    Semantic(
        "ExtremeValue",
        parent="GivenNumber",
        generic="number",
        label="highest or lowest value of some things",
        shown="{place:ordinal}{extreme} {values}, value",
    ),
]


@dataclass(frozen=True)
class Order:
    """Subjects and values in order; `tied` are the subjects that share their value with another."""

    ranking: list[RankedSubject]
    sorted_values: list[RankedValue]
    tied: list[TiedSubject]


@dataclass(frozen=True)
class Top:
    """The first subjects of a ranking, the best first, with their values."""

    top: list[TopSubject]
    top_values: list[RankedValue]


@dataclass(frozen=True)
class Winner:
    """The subject at one place of a ranking, and its value."""

    winner: ExtremeSubject
    value: ExtremeValue


@tool(
    Operation.ANALYSIS,
    Topic.GENERAL,
    Safety.OPEN,
    example={"subjects": ["caffeine", "theobromine", "xanthine"], "values": [58.44, 67.23, 94.14]},
)
def sort_by_value(subjects: list[Subject], values: list[GivenNumber], order: SortOrder = "ascending") -> Order:
    """Sort things by a value of each.

    Args:
        subjects: What is sorted.
        values: The value of each subject, in the order of the subjects.
        order: ascending (smallest first) or descending (largest first).
    Returns:
        Subjects and values in order; subjects with equal values keep the order in which they were given.
    Raises:
        ToolInputError: not one value for each subject, fewer than two, or no such order.
    Source: stable sort (Timsort) of the Python standard library, docs.python.org/3/howto/sorting.html.
    """
    choice("order", order, _ORDERS)
    paired(subjects, values, least=2)
    places = _ranked(values, order == "descending")
    in_order = [values[place] for place in places]
    tied = [
        subjects[place]
        for rank, place in enumerate(places)
        if any(equal(in_order[rank], other) for other in _neighbours(in_order, rank))
    ]
    return Order([subjects[place] for place in places], in_order, tied)


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={"subjects": ["caffeine", "theobromine", "xanthine"], "values": [58.44, 67.23, 94.14], "count": 2},
)
def top_by_value(
    subjects: list[Subject], values: list[GivenNumber], count: TopCount, extreme: Extreme = "highest"
) -> Top:
    """Take the things with the highest or the lowest values.

    Args:
        subjects: What is compared.
        values: The value of each subject, in the order of the subjects.
        count: How many to take, 1 or more.
        extreme: highest or lowest.
    Returns:
        That many subjects, the most extreme first, with their values.
    Raises:
        ToolInputError: not one value for each subject, fewer subjects than asked for, or a tie over the last place,
            which would leave it to chance who is in.
    Source: stable sort (Timsort) of the Python standard library, docs.python.org/3/howto/sorting.html.
    """
    choice("extreme", extreme, _EXTREMES)
    paired(subjects, values)
    if not 1 <= count <= len(subjects):
        raise ToolInputError(f"{count} are asked for; there are {len(subjects)} subjects")
    places = _ranked(values, extreme == "highest")
    if count < len(places) and equal(values[places[count - 1]], values[places[count]]):
        raise ToolInputError(f"{_tied(subjects, values, places[count - 1])}, so the {extreme} {count} are not defined")
    return Top([subjects[place] for place in places[:count]], [values[place] for place in places[:count]])


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={"subjects": ["caffeine", "theobromine", "xanthine"], "values": [58.44, 67.23, 94.14]},
)
def pick_extreme(
    subjects: list[Subject], values: list[GivenNumber], extreme: Extreme = "highest", place: Place = 1
) -> Winner:
    """Find the thing with the highest or the lowest value.

    Args:
        subjects: What is compared.
        values: The value of each subject, in the order of the subjects.
        extreme: highest or lowest.
        place: 1 for the most extreme, 2 for the second, and so on.
    Returns:
        The subject at that place, and its value.
    Raises:
        ToolInputError: not one value for each subject, fewer than two, no such place, or a tie at that place.
    Source: definition of maximum and minimum of a finite set.
    """
    choice("extreme", extreme, _EXTREMES)
    paired(subjects, values, least=2)
    if not 1 <= place <= len(subjects):
        raise ToolInputError(f"place {place} is asked for; there are {len(subjects)} subjects")
    places = _ranked(values, extreme == "highest")
    found = places[place - 1]
    if sum(equal(value, values[found]) for value in values) > 1:
        raise ToolInputError(f"{_tied(subjects, values, found)}; none of them alone is the {extreme} at place {place}")
    return Winner(subjects[found], values[found])


def _ranked(values: Sequence[float], descending: bool) -> list[int]:
    """The places of the values, in order; values that differ by rounding only keep their order."""
    places = sorted(range(len(values)), key=lambda place: -values[place] if descending else values[place])
    start = 0
    for end in range(1, len(places) + 1):
        if end == len(places) or not equal(values[places[end]], values[places[end - 1]]):
            places[start:end] = sorted(places[start:end])
            start = end
    return places


def _neighbours(values: Sequence[float], rank: int) -> list[float]:
    return [values[other] for other in (rank - 1, rank + 1) if 0 <= other < len(values)]


def _tied(subjects: Sequence[Any], values: Sequence[float], place: int) -> str:
    tied = [subject for subject, value in zip(subjects, values, strict=True) if equal(value, values[place])]
    return f"{named(tied)} tie with a value of {values[place]:.7g}"
