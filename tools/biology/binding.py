"""Binding constants from binding energies."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature

BindingFreeEnergy = Annotated[
    float,
    Semantic(
        "BindingFreeEnergy",
        parent="Parameter",
        unit="kcal/mol",
        label="binding free energy",
        also=("Gibbs free energy of binding", "binding energy", "dG", "ΔG", "delta G"),
    ),
]
DissociationConstant = Annotated[
    float,
    Semantic(
        "DissociationConstant",
        parent="MolecularProperty",
        unit="mol/L",
        label="dissociation constant",
        also=("Kd", "binding affinity", "KD"),
    ),
]

_GAS = 1.987204259e-3
_ZERO_CELSIUS = 273.15


@tool(
    Operation.CALCULATION,
    Topic.PROTEINS,
    Safety.OPEN,
    example={"free_energy": -8.2, "temperature": 25.0},
    also=("AffinityCalculator", "ComputeAffinity", "affinity from free energy"),
)
def dissociation_constant(free_energy: BindingFreeEnergy, temperature: Temperature = 25.0) -> DissociationConstant:
    """Compute the dissociation constant of a complex from its binding free energy.

    Args:
        free_energy: Standard free energy of binding in kcal/mol; negative when the partners bind.
        temperature: Temperature in °C, -50 to 200.
    Returns:
        Dissociation constant in mol/L for the standard state of 1 mol/L.
    Raises:
        ToolInputError: The temperature is out of range, or the energy is not between -100 and 100 kcal/mol.
    Source: ΔG = RT ln Kd with the gas constant of CODATA 2018, doi:10.1103/RevModPhys.93.025010.
    """
    if not -50 <= temperature <= 200:
        raise ToolInputError(f"{temperature:g} °C is out of range; give -50 to 200")
    if not -100 <= free_energy <= 100:
        raise ToolInputError(f"{free_energy:g} kcal/mol is no binding free energy; give it in kcal/mol")
    return math.exp(free_energy / (_GAS * (temperature + _ZERO_CELSIUS)))
