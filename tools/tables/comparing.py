"""Compare two values: which is larger, by how much, and how many times."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.tables._given import GivenAmount, GivenNumber, choice, equal, pair

_COMPARISONS = ("greater", "less", "equal")

Comparison = Annotated[
    str,
    Semantic(
        "Comparison",
        parent="Parameter",
        label="relation of two values",
        pattern="greater|less|equal",
        needs_context=True,
    ),
]
ComparisonHolds = Annotated[
    bool,
    Semantic(
        "ComparisonHolds",
        role="verdict",
        label="whether one value is greater than, less than or equal to another",
        shown="{values} of {values:first} is {relation} compared with {values:second}",
    ),
]
# A difference of temperatures is in kelvin, whatever the temperatures are given in.
AbsoluteDifference = Annotated[
    float,
    Semantic(
        "AbsoluteDifference",
        parent="GivenNumber",
        unit="K",
        generic="difference",
        label="absolute difference of two values",
        shown="difference of {values}",
    ),
]
SignedDifference = Annotated[
    float,
    Semantic(
        "SignedDifference",
        parent="GivenNumber",
        unit="K",
        generic="difference",
        label="difference of two values with its sign",
        shown="difference of {values}, first less second",
    ),
]
ValueRatio = Annotated[
    float, Semantic("ValueRatio", unit="1", label="ratio of two values", shown="ratio of {values}, first to second")
]
# The whole may be of another type than its part: carbons of all atoms.
WholeAmount = Annotated[float, Semantic("WholeAmount", generic="ratio", label="number that another is a part of")]
ShareOfWhole = Annotated[
    float, Semantic("ShareOfWhole", unit="%", label="share of a whole", shown="share of {part} in {whole}")
]


@tool(Operation.COMPARISON, Topic.GENERAL, Safety.OPEN, example={"values": [94.14, 58.44], "relation": "greater"})
def compare_two(values: list[GivenNumber], relation: Comparison = "greater") -> ComparisonHolds:
    """Say whether the first of two values is greater than, less than or equal to the second.

    Args:
        values: Two values of one kind.
        relation: greater, less or equal.
    Returns:
        True or false.
    Raises:
        ToolInputError: not two values, or no such relation.
    Source: definition; numbers that differ by less than one part in 10⁹ count as equal.
    """
    choice("relation", relation, _COMPARISONS)
    one, other = pair(values)
    if relation == "equal":
        return equal(one, other)
    return not equal(one, other) and (one > other) == (relation == "greater")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"values": [94.14, 58.44]})
def difference_of_values(values: list[GivenNumber]) -> AbsoluteDifference:
    """Compute how far apart two values are.

    Args:
        values: Two values of one kind.
    Returns:
        The absolute difference, never negative; of temperatures in K.
    Raises:
        ToolInputError: not two values.
    Source: definition, |a - b|.
    """
    one, other = pair(values)
    return abs(one - other)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"values": [58.44, 94.14]})
def signed_difference(values: list[GivenNumber]) -> SignedDifference:
    """Subtract the second of two values from the first.

    Args:
        values: Two values of one kind.
    Returns:
        The first less the second; of temperatures in K.
    Raises:
        ToolInputError: not two values.
    Source: definition, a - b.
    """
    one, other = pair(values)
    return one - other


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"values": [94.14, 58.44]})
def ratio_of_values(values: list[GivenAmount]) -> ValueRatio:
    """Divide the first of two values by the second.

    Args:
        values: Two values of one kind, on a scale with a true zero.
    Returns:
        The first over the second, a pure number.
    Raises:
        ToolInputError: not two values, or the second is zero.
    Source: definition, a / b.
    """
    one, other = pair(values)
    if other == 0:
        raise ToolInputError("the second value is 0; nothing can be divided by it")
    return one / other


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"part": 8, "whole": 14})
def share_of(part: GivenAmount, whole: WholeAmount) -> ShareOfWhole:
    """Compute what share of a whole a part is.

    Args:
        part: A count or an amount, not negative.
        whole: The count or amount that the part belongs to, in a unit that the part can be given in.
    Returns:
        The share in percent, from 0 to 100.
    Raises:
        ToolInputError: the whole is not positive, or the part is negative or more than the whole.
    Source: definition, 100 a / b.
    """
    if whole <= 0 or part < 0 or (part > whole and not equal(part, whole)):
        raise ToolInputError(f"{part:g} is no part of {whole:g}; a part is from 0 to the whole, which is above 0")
    return 100 * part / whole
