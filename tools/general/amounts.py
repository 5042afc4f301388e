"""Mass and amount of substance of one another, by the molar mass."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general.solutions import MassConcentration, SoluteConcentration, SoluteMass
from scitoolagent.tools.materials.formula import MolarMass

SubstanceAmount = Annotated[
    float,
    Semantic(
        "SubstanceAmount",
        parent="Parameter",
        unit="mol",
        label="amount of substance",
        also=("number of moles", "moles", "amount in moles", "molar amount"),
    ),
]


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"concentration": 5.844, "molar_mass": 58.44})
def molar_concentration(concentration: MassConcentration, molar_mass: MolarMass) -> SoluteConcentration:
    """Convert a mass concentration to a molar concentration.

    Args:
        concentration: Mass per volume in kg/m³, which is g/L.
        molar_mass: In g/mol.
    Returns:
        Amount of substance concentration in mol/L.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition, c = ρ / M.
    """
    return _positive("mass concentration", concentration) / _positive("molar mass", molar_mass)


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"mass": 5.844, "molar_mass": 58.44})
def amount_of_substance(mass: SoluteMass, molar_mass: MolarMass) -> SubstanceAmount:
    """Convert the mass of a substance to its amount.

    Args:
        mass: In g.
        molar_mass: In g/mol.
    Returns:
        Amount of substance in mol.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition, n = m / M.
    """
    return _positive("mass", mass) / _positive("molar mass", molar_mass)


@tool(Operation.CONVERSION, Topic.GENERAL, Safety.OPEN, example={"amount": 0.1, "molar_mass": 58.44})
def mass_of_amount(amount: SubstanceAmount, molar_mass: MolarMass) -> SoluteMass:
    """Convert an amount of substance to its mass.

    Args:
        amount: In mol.
        molar_mass: In g/mol.
    Returns:
        Mass in g.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition, m = n M.
    """
    return _positive("amount of substance", amount) * _positive("molar mass", molar_mass)


def _positive(name: str, value: float) -> float:
    if not 0 < value < math.inf:
        raise ToolInputError(f"{name} is {value:g}; it must be a positive number")
    return value
