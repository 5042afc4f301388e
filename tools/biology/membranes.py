"""Potentials across the membranes of cells."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import kelvin, positive
from scitoolagent.tools.general._constants import AVOGADRO, ELEMENTARY_CHARGE, GAS_CONSTANT

IonGradient = Annotated[
    str,
    Semantic(
        "IonGradient",
        parent="Parameter",
        label="ion with its concentrations on both sides",
        finder="scitoolagent.tools.biology._membrane_words:find_gradients",
    ),
]
EquilibriumPotential = Annotated[
    float,
    Semantic(
        "EquilibriumPotential",
        parent="MaterialProperty",
        unit="mV",
        label="equilibrium potential of an ion",
        also=("reversal potential", "Nernst potential of an ion", "equilibrium potential", "Nernst potential"),
    ),
]
MembraneNote = Annotated[str, Semantic("MembraneNote", parent="Report", label="what was taken", role="note")]
_SAID = re.compile(r"(\S+) ([+-]\d): ([\d.eE+-]+) out ([\d.eE+-]+) in at ([\d.eE+-]+) °C")


@dataclass(frozen=True, slots=True)
class MembranePotential:
    """The potential inside against outside, and what was taken."""

    potential: EquilibriumPotential
    note: MembraneNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"gradient": "K +1: 5 out 140 in at 37 °C"})
def ion_equilibrium_potential(gradient: IonGradient) -> MembranePotential:
    """Compute the equilibrium (Nernst) potential of an ion across a membrane.

    Args:
        gradient: Ion, charge, concentrations in mmol/L and temperature, as `K +1: 5 out 140 in at 37 °C`; a question
            without a temperature means that of the body, which the note says.
    Returns:
        R T / (z F) ln(out / in) in mV, inside against outside; concentrations stand for activities.
    Raises:
        ToolInputError: it cannot be read, there is no charge, or a value is not positive.
    Source: Nernst 1888; Hille, Ion Channels of Excitable Membranes.
    """
    match = _SAID.fullmatch(gradient)
    try:
        charge, out, inside, celsius = map(float, match.groups()[1:]) if match else (0.0, 0.0, 0.0, 0.0)
    except ValueError:
        charge = out = inside = celsius = 0.0
    if match is None or not charge:
        raise ToolInputError(f"{gradient!r} cannot be read; write it as K +1: 5 out 140 in at 37 °C")
    positive(outside=out, inside=inside)
    faraday = AVOGADRO * ELEMENTARY_CHARGE
    volts = GAS_CONSTANT * kelvin(celsius) / (charge * faraday) * math.log(out / inside)
    return MembranePotential(
        1000 * volts, f"{match[1]} with charge {charge:+.0f}, {celsius:g} °C, {out:g} mM out, {inside:g} mM in"
    )
