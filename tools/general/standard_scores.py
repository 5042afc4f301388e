"""The standard score of a value: how many standard deviations it lies from a mean."""

from __future__ import annotations

import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive

ScoredValue = Annotated[
    str,
    Semantic(
        "ScoredValue",
        parent="Parameter",
        label="value, mean and standard deviation",
        finder="scitoolagent.tools.general._score_words:find_scores",
    ),
]
StandardScore = Annotated[
    float,
    Semantic(
        "StandardScore",
        parent="MaterialProperty",
        unit="1",
        label="z-score",
        also=("z score", "standard score", "z-score of a value"),
    ),
]
_SAID = re.compile(r"(?P<value>[-\d.]+) of (?P<mean>[-\d.]+) ± (?P<spread>[-\d.]+)")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"given": "75 of 60 ± 10"})
def standard_score(given: ScoredValue) -> StandardScore:
    """Compute the z-score of a value from a mean and a standard deviation.

    Args:
        given: As `75 of 60 ± 10`, all in one unit.
    Returns:
        (x - mean) / standard deviation.
    Raises:
        ToolInputError: it cannot be read, or the standard deviation is not positive.
    Source: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5.17.
    """
    match = _SAID.fullmatch(given)
    try:
        value, mean, spread = (float(match[name]) if match else float("nan") for name in ("value", "mean", "spread"))
    except ValueError as error:
        raise ToolInputError(f"{given!r} cannot be read; write it as 75 of 60 ± 10") from error
    if match is None:
        raise ToolInputError(f"{given!r} cannot be read; write it as 75 of 60 ± 10")
    positive(spread=spread)
    return (value - mean) / spread
