"""How many particles of a virus there are for each cell, and how many cells that infects."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive

Infection = Annotated[
    str,
    Semantic(
        "Infection",
        parent="Parameter",
        label="particles and cells of an infection",
        finder="scitoolagent.tools.biology._infection_words:find_infections",
    ),
]
Multiplicity = Annotated[
    float,
    Semantic(
        "MultiplicityOfInfection",
        parent="SequenceProperty",
        unit="1",
        label="multiplicity of infection",
        also=("MOI", "particles per cell", "what MOI", "virus particles per cell"),
    ),
]
InfectedShare = Annotated[
    float,
    Semantic(
        "InfectedShare",
        parent="SequenceProperty",
        unit="%",
        label="share of infected cells",
        also=(
            "fraction of infected cells",
            "fraction of cells infected",
            "percentage of infected cells",
            "infected cells",
        ),
    ),
]
_SAID = re.compile(r"(?P<particles>[\d.e+]+) particles on (?P<cells>[\d.e+]+) cells")


@dataclass(frozen=True, slots=True)
class Infected:
    """Particles for each cell, and the share of cells that at least one meets."""

    multiplicity: Multiplicity
    infected: InfectedShare


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"infection": "1e+07 particles on 1e+06 cells"})
def multiplicity_of_infection(infection: Infection) -> Infected:
    """Compute the multiplicity of infection of cells by a virus, and how many it infects.

    Args:
        infection: As `1e+07 particles on 1e+06 cells`; particles that can infect, as plaque-forming units count them.
    Returns:
        Particles for each cell, and the share of cells that at least one infects, 1 - exp(-MOI), in %.
    Raises:
        ToolInputError: it cannot be read, or a number is not positive.
    Source: Ellis and Delbrueck 1939, doi:10.1085/jgp.22.3.365 (particles are spread over cells by chance).
    """
    match = _SAID.fullmatch(infection)
    try:
        particles, cells = (float(match[name]) if match else 0.0 for name in ("particles", "cells"))
    except ValueError as error:
        raise ToolInputError(f"{infection!r} cannot be read; write it as 1e+07 particles on 1e+06 cells") from error
    if match is None:
        raise ToolInputError(f"{infection!r} cannot be read; write it as 1e+07 particles on 1e+06 cells")
    positive(particles=particles, cells=cells)
    multiplicity = particles / cells
    return Infected(multiplicity, -100 * math.expm1(-multiplicity))
