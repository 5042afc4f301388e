"""Mass and amount of substance of one another, by the molar mass."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.quantities import read_quantity
from scitoolagent.tool.units import convert
from scitoolagent.tools.general._constants import AVOGADRO
from scitoolagent.tools.general.solutions import MassConcentration, SoluteConcentration, SoluteMass, SolutionVolume
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
# "The mass of 2 mol of …": the words for a mass alone could mean the mass of anything.
WeighedAmount = Annotated[
    str,
    Semantic(
        "WeighedAmount",
        parent="Parameter",
        label="amount whose mass is asked for",
        finder="scitoolagent.tools.general._part_words:find_weighed_amounts",
    ),
]
WeighedMass = Annotated[
    float,
    Semantic("WeighedMass", parent="SoluteMass", unit="g", label="mass of an amount of substance"),
]
DissolvedAmount = Annotated[
    float,
    Semantic(
        "DissolvedAmount",
        parent="SubstanceAmount",
        unit="mol",
        label="amount of substance in a solution",
        also=("number of moles", "moles", "amount in moles", "amount of substance", "moles of solute"),
    ),
]
ParticleNumber = Annotated[
    float,
    Semantic(
        "ParticleNumber",
        parent="MaterialProperty",
        unit="1",
        label="number of molecules in a sample",
        also=("number of molecules", "number of formula units", "number of particles"),
    ),
]


@tool(
    Operation.CONVERSION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"concentration": 5.844, "molar_mass": 58.44},
    also=("molarity of a mass concentration",),
)
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


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"concentration": 0.1, "volume": 25.0})
def dissolved_amount(concentration: SoluteConcentration, volume: SolutionVolume) -> DissolvedAmount:
    """Compute the amount of a solute in a volume of its solution.

    Args:
        concentration: In mol/L.
        volume: Of the solution, in mL.
    Returns:
        Amount of the solute in mol.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition, n = c V.
    """
    return _positive("concentration", concentration) * _positive("volume", volume) / 1000


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"amount": "2.0 mol", "molar_mass": 44.009})
def mass_of_moles(amount: WeighedAmount, molar_mass: MolarMass) -> WeighedMass:
    """Compute the mass of an amount of substance that is told with its unit.

    Args:
        amount: Number and unit, such as `2.0 mol` or `5.0 mmol`.
        molar_mass: In g/mol.
    Returns:
        Mass in g.
    Raises:
        ToolInputError: the amount cannot be read, or a value is not positive.
    Source: definition, m = n M.
    """
    value, unit = read_quantity(amount)
    return mass_of_amount(convert(value, unit, "mol"), molar_mass)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"amount": 0.5})
def particle_number(amount: SubstanceAmount) -> ParticleNumber:
    """Compute the number of molecules, or of formula units, in an amount of substance.

    Args:
        amount: In mol.
    Returns:
        N = n N_A.
    Raises:
        ToolInputError: the amount is not positive.
    Source: Avogadro constant of the SI brochure, 9th edition, doi:10.59161/AUEZ1291.
    """
    return _positive("amount of substance", amount) * AVOGADRO


def _positive(name: str, value: float) -> float:
    if not 0 < value < math.inf:
        raise ToolInputError(f"{name} is {value:g}; it must be a positive number")
    return value
