"""The percent yield of a reaction whose actual and expected product are told in one phrase."""

from __future__ import annotations

import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general.solutions import PercentYield, percent_yield

YieldPair = Annotated[
    str,
    Semantic(
        "YieldPair",
        parent="Parameter",
        label="actual and expected yield",
        finder="scitoolagent.tools.general._yield_words:find_yields",
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"pair": "3.2 g of 4.1 g"})
def percent_yield_of_pair(pair: YieldPair) -> PercentYield:
    """Compute the percent yield from what was obtained and what was expected.

    Args:
        pair: As `3.2 g of 4.1 g`.
    Returns:
        100 × actual / expected in %; above 100 points to an impure product.
    Raises:
        ToolInputError: it cannot be read, the expected mass is not positive, or the actual one is negative.
    Source: definition.
    """
    match = re.fullmatch(r"([\d.eE+-]+) g of ([\d.eE+-]+) g", pair)
    try:
        actual, expected = map(float, match.groups() if match else ("", ""))
    except ValueError as error:
        raise ToolInputError(f"{pair!r} cannot be read; write it as 3.2 g of 4.1 g") from error
    return percent_yield(actual, expected)
