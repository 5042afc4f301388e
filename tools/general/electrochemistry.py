"""The potential of a half-cell or a cell away from standard conditions."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._constants import AVOGADRO, ELEMENTARY_CHARGE, GAS_CONSTANT, ZERO_CELSIUS

StandardPotential = Annotated[
    float,
    Semantic(
        "StandardPotential",
        parent="Parameter",
        unit="V",
        label="standard potential",
        also=("standard electrode potential", "standard cell potential", "E0", "E°"),
    ),
]
ElectronCount = Annotated[
    int,
    Semantic(
        "ElectronCount",
        parent="Parameter",
        unit="1",
        label="number of electrons transferred",
        also=("electrons transferred", "electrons", "electron", "number of electrons", "n"),
    ),
]
ReactionQuotient = Annotated[
    float,
    Semantic(
        "ReactionQuotient",
        parent="Parameter",
        unit="1",
        label="reaction quotient",
        also=("quotient", "reaction quotient Q", "Q"),
    ),
]
NernstPotential = Annotated[
    float,
    Semantic(
        "NernstPotential",
        parent="MaterialProperty",
        unit="V",
        label="Nernst potential",
        also=("potential by the Nernst equation", "Nernst equation", "cell potential", "electrode potential"),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"standard_potential": 0.34, "electrons": 2, "quotient": 100.0, "temperature": 30.0},
    also=("Nernst equation",),
)
def nernst_potential(
    standard_potential: StandardPotential,
    electrons: ElectronCount,
    quotient: ReactionQuotient,
    temperature: Temperature = 25.0,
) -> NernstPotential:
    """Compute the potential of a cell or a half-cell by the Nernst equation.

    Args:
        standard_potential: In V, of the reaction as the quotient is written.
        electrons: Transferred in that reaction, 1 or more.
        quotient: Activities of the products over those of the reagents, a pure number.
        temperature: In °C.
    Returns:
        E = E° - R T / (z F) ln Q in V.
    Raises:
        ToolInputError: no electrons, a quotient that is not positive, or no temperature above absolute zero.
    Source: Nernst 1889, with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    if electrons < 1:
        raise ToolInputError(f"{electrons} electrons are transferred; give 1 or more")
    if not 0 < quotient < math.inf:
        raise ToolInputError(f"a reaction quotient of {quotient} is impossible; give a positive number")
    if not math.isfinite(standard_potential):
        raise ToolInputError(f"a standard potential of {standard_potential} V is no number")
    if not -ZERO_CELSIUS < temperature < math.inf:
        raise ToolInputError(f"{temperature} °C is not above absolute zero; give the temperature in °C")
    slope = GAS_CONSTANT * (temperature + ZERO_CELSIUS) / (electrons * AVOGADRO * ELEMENTARY_CHARGE)
    return standard_potential - slope * math.log(quotient)
