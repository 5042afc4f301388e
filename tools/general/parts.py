"""Amount, mass, number and concentration of a part of a compound: the sulfate of Na2SO4, the water of a hydrate."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._constants import AVOGADRO
from scitoolagent.tools.general.amounts import SubstanceAmount
from scitoolagent.tools.general.solutions import MassConcentration, SoluteConcentration, SolutionVolume
from scitoolagent.tools.materials._compound_parts import CompoundPart, compound_part
from scitoolagent.tools.materials.element_shares import SampleMass

ContainedPart = Annotated[
    str,
    Semantic(
        "ContainedPart",
        parent="Parameter",
        label="part of a compound",
        finder="scitoolagent.tools.general._part_words:find_compound_parts",
    ),
]
# Asked with the words for its mass, which alone could mean the mass of anything.
WeighedPart = Annotated[
    str,
    Semantic(
        "WeighedPart",
        parent="Parameter",
        label="mass of which part of a compound",
        finder="scitoolagent.tools.general._part_words:find_weighed_parts",
    ),
]
PartAmount = Annotated[
    float,
    Semantic(
        "PartAmount",
        parent="MaterialProperty",
        unit="mol",
        label="amount of a part of a compound",
        also=("number of moles", "moles", "amount in moles", "amount of substance", "molar amount"),
    ),
]
PartNumber = Annotated[
    float,
    Semantic(
        "PartNumber",
        parent="MaterialProperty",
        unit="1",
        label="number of a part of a compound in a sample",
        also=("number of atoms", "number of ions"),
    ),
]
PartMass = Annotated[
    float,
    Semantic(
        "PartMass",
        parent="MaterialProperty",
        unit="g",
        label="mass of a part of a compound",
        also=("mass of the part",),
    ),
]
PartConcentration = Annotated[
    float,
    Semantic(
        "PartConcentration",
        parent="MaterialProperty",
        unit="mol/L",
        label="concentration of a part of a compound",
        also=("molarity", "molar concentration", "concentration", "concentration of an ion"),
    ),
]
CountedPart = Annotated[str, Semantic("CountedPart", parent="Report", role="note", label="part that was counted")]


@dataclass(frozen=True, slots=True)
class AmountOfPart:
    """Amount and number of the part, and what one formula unit holds of it."""

    amount: PartAmount
    number: PartNumber
    counted: CountedPart


@dataclass(frozen=True, slots=True)
class MassOfPart:
    """Mass of the part, and what one formula unit holds of it."""

    mass: PartMass
    counted: CountedPart


@dataclass(frozen=True, slots=True)
class ConcentrationOfPart:
    """Molar concentration of the part, and what one formula unit holds of it."""

    concentration: PartConcentration
    counted: CountedPart


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"part": "SO4^2- in Na2SO4", "mass": 10.0})
def part_of_mass(part: ContainedPart, mass: SampleMass) -> AmountOfPart:
    """Compute the amount of an element, an ion or the water in a mass of a compound.

    Args:
        part: Part and compound by formula or name: `SO4^2- in Na2SO4`, `water in CuSO4·5H2O`, `nitrogen in caffeine`.
        mass: Of the pure compound, in g.
    Returns:
        Amount in mol and number of the part, and how often a formula unit holds it.
    Raises:
        ToolInputError: the mass is not positive, or the compound does not hold the part for certain.
    Source: definition, n = ν m / M, with IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    found = compound_part(part)
    return _amount(found, _positive("mass", mass) / found.compound_mass)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"part": "H2O in CuSO4·5H2O", "mass": 10.0})
def part_mass(part: WeighedPart, mass: SampleMass) -> MassOfPart:
    """Compute the mass of an element, an ion or the water in a mass of a compound.

    Args:
        part: Part and compound by formula or name, as `H2O in CuSO4·5H2O`.
        mass: Of the pure compound, in g.
    Returns:
        Mass in g of the part, and how often a formula unit holds it.
    Raises:
        ToolInputError: the mass is not positive, or the compound does not hold the part for certain.
    Source: definition, ν m M(part) / M, with IUPAC standard atomic weights, doi:10.1515/pac-2019-0603.
    """
    found = compound_part(part)
    return MassOfPart(found.count * _positive("mass", mass) * found.mass / found.compound_mass, found.told)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"part": "O in CO2", "amount": 2.0})
def part_of_amount(part: ContainedPart, amount: SubstanceAmount) -> AmountOfPart:
    """Compute the amount of an element, an ion or the water in an amount of a compound.

    Args:
        part: Part and compound by formula or name, as `O in CO2`.
        amount: Of the compound, in mol.
    Returns:
        Amount in mol and number of the part, and how often a formula unit holds it.
    Raises:
        ToolInputError: the amount is not positive, or the compound does not hold the part for certain.
    Source: definition, with the Avogadro constant of the SI brochure, 9th edition, doi:10.59161/AUEZ1291.
    """
    return _amount(compound_part(part), _positive("amount of substance", amount))


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"part": "Na+ in Na2CO3", "mass": 10.0, "volume": 250.0},
)
def part_molarity(part: ContainedPart, mass: SampleMass, volume: SolutionVolume) -> ConcentrationOfPart:
    """Compute the molarity of an ion or an element of a compound that is dissolved.

    Args:
        part: Part and compound by formula or name, as `Na+ in Na2CO3`; all of the compound is taken as dissolved.
        mass: Of the pure compound, in g.
        volume: Whole solution, not solvent, in mL.
    Returns:
        Molar concentration of the part in mol/L, and how often a formula unit holds it.
    Raises:
        ToolInputError: a value is not positive, or the compound does not hold the part for certain.
    Source: definition, c = ν m / (M V).
    """
    found = compound_part(part)
    moles = found.count * _positive("mass", mass) / found.compound_mass
    return ConcentrationOfPart(moles / (_positive("volume", volume) / 1000), found.told)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"part": "chloride in MgCl2", "concentration": 0.1})
def part_concentration(part: ContainedPart, concentration: SoluteConcentration) -> ConcentrationOfPart:
    """Compute the concentration of an ion or an element of a compound of known molarity.

    Args:
        part: Part and compound by formula or name, as `chloride in MgCl2`; the compound is taken as fully dissociated.
        concentration: Of the compound, in mol/L.
    Returns:
        Molar concentration of the part in mol/L, and how often a formula unit holds it.
    Raises:
        ToolInputError: the concentration is not positive, or the compound does not hold the part for certain.
    Source: definition, ν c.
    """
    found = compound_part(part)
    return ConcentrationOfPart(found.count * _positive("concentration", concentration), found.told)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"part": "calcium in CaCl2", "concentration": 1.0})
def part_concentration_of_mass(part: ContainedPart, concentration: MassConcentration) -> ConcentrationOfPart:
    """Compute the molarity of an ion or an element of a compound of known g/L.

    Args:
        part: Part and compound by formula or name, as `calcium in CaCl2`; all of the compound is taken as dissolved.
        concentration: Mass of the compound per volume in kg/m³, which is g/L.
    Returns:
        Molar concentration of the part in mol/L, and how often a formula unit holds it.
    Raises:
        ToolInputError: the concentration is not positive, or the compound does not hold the part for certain.
    Source: definition, ν ρ / M.
    """
    found = compound_part(part)
    moles = found.count * _positive("mass concentration", concentration) / found.compound_mass
    return ConcentrationOfPart(moles, found.told)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"part": "chloride in MgCl2", "concentration": 0.1, "volume": 250.0},
)
def part_in_solution(part: ContainedPart, concentration: SoluteConcentration, volume: SolutionVolume) -> AmountOfPart:
    """Compute the amount of an ion or an element in a volume of a solution.

    Args:
        part: Part and compound by formula or name, as `chloride in MgCl2`.
        concentration: Of the compound, in mol/L.
        volume: Of the solution, in mL.
    Returns:
        Amount in mol and number of the part, and how often a formula unit holds it.
    Raises:
        ToolInputError: a value is not positive, or the compound does not hold the part for certain.
    Source: definition, n = ν c V.
    """
    moles = _positive("concentration", concentration) * _positive("volume", volume) / 1000
    return _amount(compound_part(part), moles)


def _amount(part: CompoundPart, moles: float) -> AmountOfPart:
    amount = part.count * moles
    return AmountOfPart(amount, amount * AVOGADRO, part.told)


def _positive(name: str, value: float) -> float:
    if not 0 < value < math.inf:
        raise ToolInputError(f"{name} is {value:g}; it must be a positive number")
    return value
