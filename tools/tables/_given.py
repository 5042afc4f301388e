"""The types of values that a tool takes whatever they are, and the checks that all such tools share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Semantic

Subject = Annotated[object, Semantic("Subject", generic="any", label="one of several things")]
TiedSubject = Annotated[
    object,
    Semantic(
        "TiedSubject",
        parent="Subject",
        generic="any",
        role="note",
        label="thing with an equal value",
        shown="equal {values}",
    ),
]
GivenNumber = Annotated[float, Semantic("GivenNumber", generic="number", label="number of any kind")]
# Sums and ratios need a scale with a true zero.
GivenAmount = Annotated[float, Semantic("GivenAmount", generic="ratio", label="number with a true zero")]
GivenVerdict = Annotated[bool, Semantic("GivenVerdict", generic="verdict", label="verdict of any kind")]

# Far above the noise of sums in another order, far below any difference that a method resolves.
_RELATIVE, _ABSOLUTE = 1e-9, 1e-12
_NAMED = 5


def equal(one: float, other: float) -> bool:
    """Whether two numbers differ by no more than rounding."""
    return math.isclose(one, other, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)


def paired(subjects: Sequence[Any], values: Sequence[Any], least: int = 1) -> None:
    """Refuse values that are not one for each subject, or fewer than `least`.

    Raises:
        ToolInputError: says how many there are of each.
    """
    if len(subjects) != len(values):
        raise ToolInputError(f"there are {len(subjects)} subjects and {len(values)} values; each needs one value")
    if len(subjects) < least:
        raise ToolInputError(f"there are {len(subjects)} subjects; at least {least} are needed")


def several(values: Sequence[Any], least: int = 1) -> None:
    """Refuse fewer values than `least`.

    Raises:
        ToolInputError: says how many there are.
    """
    if len(values) < least:
        raise ToolInputError(f"there are {len(values)} values; at least {least} are needed")


def pair(values: Sequence[float]) -> tuple[float, float]:
    """The two values of a comparison.

    Raises:
        ToolInputError: there are more or fewer.
    """
    if len(values) != 2:
        raise ToolInputError(f"there are {len(values)} values; exactly 2 are compared")
    return values[0], values[1]


def choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Refuse a setting that is none of its choices.

    Raises:
        ToolInputError: names the choices.
    """
    if value not in choices:
        raise ToolInputError(f"{name} is {value!r}; it must be one of {', '.join(choices)}")


def named(subjects: Sequence[Any]) -> str:
    """Some subjects for a message."""
    shown = ", ".join(str(subject)[:40] for subject in subjects[:_NAMED])
    return shown if len(subjects) <= _NAMED else f"{shown} and {len(subjects) - _NAMED} more"
