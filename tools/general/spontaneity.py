"""The Gibbs energy of a process from its enthalpy and its entropy."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._constants import ZERO_CELSIUS

EnthalpyChange = Annotated[
    float,
    Semantic(
        "EnthalpyChange",
        parent="Parameter",
        unit="kJ/mol",
        label="change of enthalpy that is given",
        also=("ΔH", "ΔH°", "dH", "delta H", "deltaH", "enthalpy change", "enthalpy", "reaction enthalpy"),
    ),
]
EntropyChange = Annotated[
    float,
    Semantic(
        "EntropyChange",
        parent="Parameter",
        unit="J/(mol.K)",
        label="change of entropy that is given",
        also=("ΔS", "ΔS°", "dS", "delta S", "deltaS", "entropy change", "entropy", "reaction entropy"),
    ),
]
GibbsEnergyChange = Annotated[
    float,
    Semantic(
        "GibbsEnergyChange",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="change of Gibbs energy",
        also=(
            "Gibbs energy",
            "Gibbs free energy",
            "free energy change",
            "Gibbs energy change",
            "Gibbs energy of reaction",
            "standard Gibbs energy",
            "ΔG",
            "dG",
            "deltaG",
            "delta G",
        ),
    ),
]
CrossoverTemperature = Annotated[
    float,
    Semantic(
        "CrossoverTemperature",
        parent="MaterialProperty",
        unit="Cel",
        label="temperature at which the Gibbs energy changes its sign",
        also=(
            "temperature of equilibrium",
            "crossover temperature",
            "temperature at which a reaction becomes spontaneous",
            "becomes spontaneous",
        ),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"enthalpy": -92.2, "entropy": -198.7, "temperature": 25.0},
)
def gibbs_energy_change(
    enthalpy: EnthalpyChange, entropy: EntropyChange, temperature: Temperature
) -> GibbsEnergyChange:
    """Compute the change of Gibbs energy from those of enthalpy and entropy.

    Args:
        enthalpy: In kJ/mol.
        entropy: In J/(mol·K).
        temperature: In °C.
    Returns:
        ΔH - T ΔS in kJ/mol; below zero for what goes by itself. Enthalpy and entropy are taken for that temperature.
    Raises:
        ToolInputError: the temperature is not above absolute zero, or a value is no number.
    Source: definition, IUPAC Green Book.
    """
    _finite(enthalpy, entropy)
    if not -ZERO_CELSIUS < temperature < math.inf:
        raise ToolInputError(f"{temperature} °C is not above absolute zero; give the temperature in °C")
    return enthalpy - (temperature + ZERO_CELSIUS) * entropy / 1000


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"enthalpy": 178.3, "entropy": 160.5})
def crossover_temperature(enthalpy: EnthalpyChange, entropy: EntropyChange) -> CrossoverTemperature:
    """Compute the temperature at which the Gibbs energy of a process is zero.

    Args:
        enthalpy: In kJ/mol.
        entropy: In J/(mol·K); of the same sign.
    Returns:
        ΔH / ΔS in °C, both taken not to change with temperature.
    Raises:
        ToolInputError: enthalpy and entropy have other signs or are zero, so that there is no such temperature.
    Source: definition, IUPAC Green Book.
    """
    _finite(enthalpy, entropy)
    if enthalpy * entropy <= 0:
        raise ToolInputError("with these signs of enthalpy and entropy the Gibbs energy is zero at no temperature")
    return 1000 * enthalpy / entropy - ZERO_CELSIUS


def _finite(*values: float) -> None:
    if not all(map(math.isfinite, values)):
        raise ToolInputError("enthalpy and entropy must be numbers")
