"""Keep the things whose value, or whose verdict, meets a condition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._given import GivenNumber, GivenVerdict, Subject, choice, equal, paired

_MEETS: dict[str, Callable[[float, float], bool]] = {
    ">": lambda value, limit: value > limit and not equal(value, limit),
    ">=": lambda value, limit: value > limit or equal(value, limit),
    "<": lambda value, limit: value < limit and not equal(value, limit),
    "<=": lambda value, limit: value < limit or equal(value, limit),
    "=": equal,
    "!=": lambda value, limit: not equal(value, limit),
}

Relation = Annotated[
    str,
    Semantic(
        "Relation", parent="Parameter", label="relation to a threshold", pattern=">=|<=|!=|>|<|=", needs_context=True
    ),
]
WantedVerdict = Annotated[bool, Semantic("WantedVerdict", parent="Parameter", label="verdict that is wanted")]

AboveThreshold = Annotated[
    object,
    Semantic(
        "SubjectByValue",
        parent="Subject",
        generic="any",
        label="thing with a value that meets a condition",
        shown="those with {values} {relation} {threshold:value}",
    ),
]
WithinRange = Annotated[
    object,
    Semantic(
        "SubjectWithinRange",
        parent="Subject",
        generic="any",
        label="thing with a value within a range",
        shown="those with {values} from {lower:value} to {upper:value}",
    ),
]
WithVerdict = Annotated[
    object,
    Semantic(
        "SubjectByVerdict",
        parent="Subject",
        generic="any",
        label="thing with a given verdict",
        shown="those with {verdicts}: {wanted}",
    ),
]
KeptCount = Annotated[
    int, Semantic("KeptCount", unit="1", label="number that meet a condition", shown="number of {kept}")
]
KeptShare = Annotated[
    float, Semantic("KeptShare", unit="%", label="share that meet a condition", shown="share of {kept}")
]
Meets = Annotated[
    bool,
    Semantic(
        "MeetsThreshold",
        role="verdict",
        label="whether a value meets a threshold",
        shown="{value} {relation} {threshold:value}",
    ),
]
LiesWithin = Annotated[
    bool,
    Semantic(
        "LiesWithin",
        role="verdict",
        label="whether a value lies within a range",
        shown="{value} between {lower:value} and {upper:value}",
    ),
]
MeetingAll = Annotated[
    object,
    Semantic(
        "SubjectMeetingAll",
        parent="Subject",
        generic="any",
        label="thing that meets all conditions",
        shown="those that meet all conditions",
    ),
]
MeetingAllCount = Annotated[
    int,
    Semantic(
        "MeetingAllCount",
        unit="1",
        label="number that meet all conditions",
        shown="number of those that meet all conditions",
    ),
]


@dataclass(frozen=True)
class InBoth:
    """The things that two lists share, in the order of the first."""

    kept: list[MeetingAll]
    count: MeetingAllCount


@dataclass(frozen=True)
class ByValue:
    """The subjects that meet a threshold, in the order given."""

    kept: list[AboveThreshold]
    count: KeptCount
    share: KeptShare


@dataclass(frozen=True)
class ByRange:
    """The subjects within a range, in the order given."""

    kept: list[WithinRange]
    count: KeptCount
    share: KeptShare


@dataclass(frozen=True)
class ByVerdict:
    """The subjects with the wanted verdict, in the order given."""

    kept: list[WithVerdict]
    count: KeptCount
    share: KeptShare


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "subjects": ["caffeine", "theobromine", "xanthine"],
        "values": [58.44, 67.23, 94.14],
        "relation": ">",
        "threshold": 60.0,
    },
)
def filter_by_value(
    subjects: list[Subject], values: list[GivenNumber], relation: Relation, threshold: GivenNumber
) -> ByValue:
    """Keep the things whose value meets a threshold.

    Args:
        subjects: What is looked at.
        values: The value of each subject, in the order of the subjects.
        relation: >, >=, <, <=, = or !=, of the value to the threshold.
        threshold: In the unit of the values.
    Returns:
        The subjects that meet it, which may be none; how many they are, and their share of all in percent.
    Raises:
        ToolInputError: not one value for each subject, none at all, or no such relation.
    Source: definition; numbers that differ by less than one part in 10⁹ count as equal.
    """
    choice("relation", relation, tuple(_MEETS))
    paired(subjects, values)
    return ByValue(*_kept(subjects, [_MEETS[relation](value, threshold) for value in values]))


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={
        "subjects": ["caffeine", "theobromine", "xanthine"],
        "values": [58.44, 67.23, 94.14],
        "lower": 60.0,
        "upper": 90.0,
    },
)
def filter_by_range(
    subjects: list[Subject], values: list[GivenNumber], lower: GivenNumber, upper: GivenNumber
) -> ByRange:
    """Keep the things whose value lies within a range, its ends included.

    Args:
        subjects: What is looked at.
        values: The value of each subject, in the order of the subjects.
        lower: The lower end, in the unit of the values.
        upper: The upper end, in the unit of the values.
    Returns:
        The subjects within it, which may be none; how many they are, and their share of all in percent.
    Raises:
        ToolInputError: not one value for each subject, none at all, or the lower end above the upper.
    Source: definition; numbers that differ by less than one part in 10⁹ count as equal.
    """
    paired(subjects, values)
    _check_ends(lower, upper)
    return ByRange(*_kept(subjects, [_MEETS[">="](value, lower) and _MEETS["<="](value, upper) for value in values]))


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={"subjects": ["aspirin", "cyclosporine"], "verdicts": [True, False]},
)
def filter_by_verdict(subjects: list[Subject], verdicts: list[GivenVerdict], wanted: WantedVerdict = True) -> ByVerdict:
    """Keep the things that pass a test, or those that do not.

    Args:
        subjects: What is looked at.
        verdicts: The verdict on each subject, in the order of the subjects.
        wanted: True keeps those that pass, False those that do not.
    Returns:
        The subjects with that verdict, which may be none; how many they are, and their share of all in percent.
    Raises:
        ToolInputError: not one verdict for each subject, or none at all.
    Source: definition.
    """
    paired(subjects, verdicts)
    return ByVerdict(*_kept(subjects, [verdict == wanted for verdict in verdicts]))


@tool(
    Operation.FILTERING,
    Topic.GENERAL,
    Safety.OPEN,
    example={"subjects": ["caffeine", "theobromine", "xanthine"], "others": ["xanthine", "caffeine"]},
)
def things_in_both(subjects: list[Subject], others: list[Subject]) -> InBoth:
    """Keep the things that stand in both of two lists.

    Args:
        subjects: The things that meet one condition.
        others: The things that meet another one.
    Returns:
        Those of the first list that are in the second, too, in the order of the first, which may be none; how many
        they are.
    Source: definition.
    """
    kept = [subject for subject in subjects if subject in others]
    return InBoth(kept, len(kept))


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={"value": 58.44, "relation": "<=", "threshold": 90.0},
)
def meets_threshold(value: GivenNumber, relation: Relation, threshold: GivenNumber) -> Meets:
    """Say whether a value meets a threshold.

    Args:
        value: What is looked at.
        relation: >, >=, <, <=, = or !=, of the value to the threshold.
        threshold: In the unit of the value.
    Returns:
        True or false.
    Raises:
        ToolInputError: no such relation.
    Source: definition; numbers that differ by less than one part in 10⁹ count as equal.
    """
    choice("relation", relation, tuple(_MEETS))
    return _MEETS[relation](value, threshold)


@tool(
    Operation.COMPARISON,
    Topic.GENERAL,
    Safety.OPEN,
    example={"value": 58.44, "lower": 60.0, "upper": 90.0},
)
def lies_within(value: GivenNumber, lower: GivenNumber, upper: GivenNumber) -> LiesWithin:
    """Say whether a value lies within a range, its ends included.

    Args:
        value: What is looked at.
        lower: The lower end, in the unit of the value.
        upper: The upper end, in the unit of the value.
    Returns:
        True or false.
    Raises:
        ToolInputError: the lower end is above the upper.
    Source: definition; numbers that differ by less than one part in 10⁹ count as equal.
    """
    _check_ends(lower, upper)
    return _MEETS[">="](value, lower) and _MEETS["<="](value, upper)


def _check_ends(lower: float, upper: float) -> None:
    if lower > upper:
        raise ToolInputError(f"the lower end {lower:g} of the range is above the upper end {upper:g}")


def _kept(subjects: Sequence[Any], keeps: Sequence[bool]) -> tuple[list[Any], int, float]:
    kept = [subject for subject, keep in zip(subjects, keeps, strict=True) if keep]
    return kept, len(kept), 100 * len(kept) / len(subjects)
