"""Enantiomeric excess and ratio, and the yield of several steps."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

_WORDS = "scitoolagent.tools.general._share_words"

EnantiomerPair = Annotated[
    str,
    Semantic(
        "EnantiomerPair",
        parent="Parameter",
        label="amounts of two enantiomers",
        finder=f"{_WORDS}:find_enantiomer_pairs",
    ),
]
ExcessGiven = Annotated[
    str,
    Semantic(
        "ExcessGiven", parent="Parameter", label="enantiomeric excess that is given", finder=f"{_WORDS}:find_excesses"
    ),
]
StepYields = Annotated[
    str,
    Semantic("StepYields", parent="Parameter", label="yields of several steps", finder=f"{_WORDS}:find_step_yields"),
]
EnantiomericExcess = Annotated[
    float,
    Semantic(
        "EnantiomericExcess",
        parent="MaterialProperty",
        unit="%",
        label="enantiomeric excess",
        also=("ee", "e.e.", "ee value", "optical purity"),
    ),
]
MajorEnantiomer = Annotated[
    float,
    Semantic("MajorEnantiomer", parent="MaterialProperty", unit="%", label="share of the major enantiomer"),
]
MinorEnantiomer = Annotated[
    float,
    Semantic("MinorEnantiomer", parent="MaterialProperty", unit="%", label="share of the minor enantiomer"),
]
EnantiomericRatio = Annotated[
    str,
    Semantic(
        "EnantiomericRatio",
        parent="MaterialProperty",
        label="enantiomeric ratio",
        also=("er", "e.r.", "ratio of enantiomers", "ratio of the enantiomers"),
    ),
]
OverallYield = Annotated[
    float,
    Semantic(
        "OverallYield",
        parent="MaterialProperty",
        unit="%",
        label="overall yield of several steps",
        also=("overall yield", "total yield", "cumulative yield", "combined yield", "yield over all steps"),
    ),
]


@dataclass(frozen=True, slots=True)
class EnantiomerShares:
    """The enantiomeric ratio in parts of a hundred."""

    ratio: EnantiomericRatio
    major: MajorEnantiomer
    minor: MinorEnantiomer


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"pair": "95.0 5.0"})
def enantiomeric_excess(pair: EnantiomerPair) -> EnantiomericExcess:
    """Compute the enantiomeric excess from the amounts of both enantiomers.

    Args:
        pair: Shares, areas of peaks or amounts of both, in one unit, as `95 5`.
    Returns:
        100 |a - b| / (a + b) in %.
    Raises:
        ToolInputError: there are not two numbers, or both are zero.
    Source: definition; IUPAC Gold Book, doi:10.1351/goldbook.E02070.
    """
    first, second = _two(pair)
    return 100 * abs(first - second) / (first + second)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"excess": "90.0 %"})
def enantiomeric_ratio(excess: ExcessGiven) -> EnantiomerShares:
    """Give the enantiomeric ratio that an enantiomeric excess stands for.

    Args:
        excess: In percent, as `90 %`.
    Returns:
        The ratio as `95:5`, and the share of each enantiomer, (100 ± ee) / 2 in %.
    Raises:
        ToolInputError: the excess is not between 0 and 100 %.
    Source: definition; IUPAC Gold Book, doi:10.1351/goldbook.E02070.
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%\s*", excess)
    value = float(match[1]) if match else math.nan
    if not 0 <= value <= 100:
        raise ToolInputError(f"{excess!r} is no enantiomeric excess; give 0 to 100 %")
    return _shares((100 + value) / 2)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"pair": "1520 80"})
def enantiomeric_ratio_of_amounts(pair: EnantiomerPair) -> EnantiomerShares:
    """Give the enantiomeric ratio of the amounts of both enantiomers.

    Args:
        pair: Shares, areas of peaks or amounts of both, in one unit, as `95 5`.
    Returns:
        The ratio as `95:5`, and the share of each enantiomer in %.
    Raises:
        ToolInputError: there are not two numbers, or both are zero.
    Source: definition; IUPAC Gold Book, doi:10.1351/goldbook.E02070.
    """
    found = _two(pair)
    return _shares(100 * max(found) / sum(found))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"yields": "80.0 75.0 90.0"})
def overall_yield(yields: StepYields) -> OverallYield:
    """Compute the overall yield of several steps, one after the other.

    Args:
        yields: Of each step in percent, as `80 75 90`.
    Returns:
        The product of all yields in %.
    Raises:
        ToolInputError: fewer than two yields, or one that is not above 0 and at most 100 %.
    Source: definition; a linear sequence, whose steps each start from all of the step before.
    """
    found = _numbers(yields)
    if len(found) < 2 or not all(0 < one <= 100 for one in found):
        raise ToolInputError(f"{yields[:60]!r} are not two yields or more, each above 0 and at most 100 %")
    return 100 * math.prod(one / 100 for one in found)


def _shares(major: float) -> EnantiomerShares:
    minor = 100 - major
    return EnantiomerShares(f"{major:g}:{minor:g}", major, minor)


def _two(text: str) -> tuple[float, float]:
    found = _numbers(text)
    if len(found) != 2 or not sum(found) > 0 or not all(0 <= one < math.inf for one in found):
        raise ToolInputError(f"{text[:60]!r} are not the amounts of two enantiomers; write them as 95 5")
    return found[0], found[1]


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split()]
    except ValueError as error:
        raise ToolInputError(f"{text[:60]!r} are no numbers; write them with blanks between") from error
