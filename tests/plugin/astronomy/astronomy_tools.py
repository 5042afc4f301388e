"""A package of another science: its own topic, unit, names with a recogniser, and tools. The program knows none of it."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool

ASTRONOMY = Topic("Astronomy")
# Parallaxes in milliarcseconds: van Leeuwen 2007, doi:10.1051/0004-6361:20078357.
_PARALLAX = {"sirius": 379.21, "vega": 130.23, "proxima centauri": 771.64}


def star_name(text: str) -> str | None:
    """The name in lower case where a star of the table has it."""
    return text.lower() if text.lower() in _PARALLAX else None


StarName = Annotated[
    str, Semantic("StarName", parent="Identifier", label="name of a star", recogniser="astronomy_tools:star_name")
]
StarDistance = Annotated[
    float,
    Semantic("StarDistance", parent="Parameter", unit="pc", label="distance of a star", also=("stellar distance",)),
]
DistanceModulus = Annotated[float, Semantic("DistanceModulus", unit="1", label="distance modulus")]


@tool(Operation.RETRIEVAL, ASTRONOMY, Safety.OPEN, example={"star": "vega"})
def star_distance(star: StarName) -> StarDistance:
    """Look up the distance of a star.

    Args:
        star: a name of the table.
    Returns:
        The inverse of the parallax, in pc.
    Raises:
        ToolInputError: the table has no such star.
    Source: Hipparcos, van Leeuwen 2007, doi:10.1051/0004-6361:20078357.
    """
    if star.lower() not in _PARALLAX:
        raise ToolInputError(f"no star of the table is called {star!r}")
    return 1000 / _PARALLAX[star.lower()]


@tool(Operation.CALCULATION, ASTRONOMY, Safety.OPEN, example={"distance": 10.0})
def distance_modulus(distance: StarDistance) -> DistanceModulus:
    """Compute the distance modulus.

    Args:
        distance: in pc.
    Returns:
        Apparent less absolute magnitude, without extinction.
    Raises:
        ToolInputError: the distance is not positive.
    Source: definition, m - M = 5 log10(d / 10 pc).
    """
    if not distance > 0:
        raise ToolInputError(f"a distance of {distance} pc is impossible")
    return 5 * math.log10(distance / 10)
