"""What is reckoned of a substance that is named, with its pKa or its heat capacity from a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles, SolutionPh
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general.acid_systems import BUFFER_WORDS, BufferAcid, BufferBase, TotalBuffer, buffer_forms
from scitoolagent.tools.general.dissociation import PkaNote, named_solution_ph, pka_row, told_pka
from scitoolagent.tools.general.heat import (
    HeatedMass,
    HeatNeeded,
    TemperatureRise,
    TemperatureSpan,
    heat_of_rise,
    span_of_temperatures,
)
from scitoolagent.tools.general.partition import DissociationDegree, dissociation_degree
from scitoolagent.tools.general.solutions import SoluteConcentration

HeatCapacityNote = Annotated[
    str, Semantic("HeatCapacityUsed", parent="Report", label="heat capacity that was used", role="note")
]
SolutionPoh = Annotated[float, Semantic("SolutionPoh", parent="MaterialProperty", unit="1", label="pOH")]
_WATER_PK = 14.0
_ROOM, _ZERO_CELSIUS = 298.15, 273.15
# Of Simpson's rule; an even number.
_STEPS = 20


@dataclass(frozen=True, slots=True)
class DegreeFound:
    """The share of an acid that is dissociated, and by which pKa."""

    dissociation_degree: DissociationDegree
    pka_note: PkaNote


@dataclass(frozen=True, slots=True)
class PohFound:
    """The pOH of a solution, and from which pKa."""

    poh: SolutionPoh
    pka_note: PkaNote


@dataclass(frozen=True, slots=True)
class BufferRecipe:
    """Both forms of a buffer, and by which pKa."""

    buffer_acid: BufferAcid
    buffer_base: BufferBase
    pka_note: PkaNote


@dataclass(frozen=True, slots=True)
class HeatFound:
    """The heat that warms a substance, and with which heat capacity."""

    heat_needed: HeatNeeded
    heat_capacity_note: HeatCapacityNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"molecule": "OC=O", "concentration": 0.05})
def named_dissociation_degree(molecule: Smiles, concentration: SoluteConcentration) -> DegreeFound:
    """Compute which share of a weak acid of the pKa table is dissociated in water.

    Args:
        molecule: The neutral acid, of one proton.
        concentration: Total acid in mol/L.
    Returns:
        100 [A-] / C at 25 °C in percent, from the full charge balance; the note says the pKa.
    Raises:
        ToolInputError: the substance is not in the table, no acid of one proton, or a value is out of its range.
    Source: Ostwald 1888; pKa of the CRC Handbook of Chemistry and Physics, 97th edition, section 5.
    """
    row = pka_row(molecule)
    if row.kind != "acid" or len(row.values) != 1:
        raise ToolInputError(f"{row.name} is no acid of one proton; give the pKa of the proton that is meant")
    return DegreeFound(dissociation_degree(concentration, row.values[0]), told_pka(row))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"molecule": "N", "concentration": 0.2})
def named_solution_poh(molecule: Smiles, concentration: SoluteConcentration) -> PohFound:
    """Compute the pOH of an acid or a base in water at 25 °C.

    Args:
        molecule: The solute, as of `named_solution_ph`.
        concentration: Of the solute in mol/L.
    Returns:
        14 - pH; the note says the pKa.
    Raises:
        ToolInputError: as `named_solution_ph`.
    Source: Kw = 1.0e-14; pKa of the CRC Handbook of Chemistry and Physics, 97th edition, section 5.
    """
    found = named_solution_ph(molecule, concentration)
    return PohFound(_WATER_PK - found.ph, found.pka_note)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"molecule": "CC(=O)O", "ph": 5.0, "total": 0.2},
    also=BUFFER_WORDS,
)
def named_buffer_forms(molecule: Smiles, ph: SolutionPh, total: TotalBuffer) -> BufferRecipe:
    """Compute how much acid and base a buffer of a named substance is made of.

    Args:
        molecule: The substance of the buffer in any of its forms: phosphate, acetic acid, Tris.
        ph: Of the buffer.
        total: Acid and base together in mol/L.
    Returns:
        Both concentrations in mol/L by the Henderson-Hasselbalch equation; of several protons the one whose pKa lies
        nearest to the pH. The note says which.
    Raises:
        ToolInputError: the substance is not in the table, a concentration that is not positive, or a pH more than 2
            from each pKa, where there is no buffer.
    Source: Henderson 1908, doi:10.1152/ajplegacy.1908.21.2.173; pKa of the CRC Handbook of Chemistry and Physics, 97th
        edition, section 5.
    """
    row = pka_row(_neutral(molecule))
    pka = min(row.values, key=lambda value: abs(value - ph))
    forms = buffer_forms(pka, ph, total)
    return BufferRecipe(forms.buffer_acid, forms.buffer_base, f"pKa {pka:g}; {told_pka(row)}")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"molecule": "CCO", "mass": 120.0, "span": "15 °C to 55 °C"},
)
def named_heat_of_warming(molecule: Smiles, mass: HeatedMass, span: TemperatureSpan) -> HeatFound:
    """Compute the heat that warms a named liquid or gas from one temperature to another.

    Args:
        molecule: The pure compound, liquid or gas over the whole span.
        mass: In g.
        span: Both temperatures with their units, as `21 °C to 70 °C`.
    Returns:
        The integral of m Cp / M over the temperature in kJ; negative on cooling. The note says the heat capacity at
        both ends.
    Raises:
        ToolInputError: the compound melts or boils in between at 1 atm, no table has its heat capacity, or the mass is
            not positive.
    Source: definition of the heat capacity; Perry's Handbook and Poling et al. 2001, in the `chemicals` package.
    """
    positive(mass=mass)
    first, last = span_of_temperatures(span)
    return _warmed(molecule, mass, first, last)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"molecule": "CO", "mass": 80.0, "rise": 25.0},
)
def named_heat_of_rise(molecule: Smiles, mass: HeatedMass, rise: TemperatureRise) -> HeatFound:
    """Compute the heat that warms a named liquid or gas by a number of degrees.

    Args:
        molecule: The pure compound, liquid or gas at 25 °C.
        mass: In g.
        rise: In K.
    Returns:
        q = m Cp ΔT / M in kJ with the heat capacity at 25 °C, which the note says.
    Raises:
        ToolInputError: a value is not positive, or no table has the heat capacity.
    Source: definition of the heat capacity; Perry's Handbook and Poling et al. 2001, in the `chemicals` package.
    """
    capacity, state = _specific_heat(molecule, _ROOM)
    return HeatFound(heat_of_rise(mass, capacity, rise), f"{capacity:.4g} J/(g·K) {state}")


def _neutral(smiles: str) -> str:
    """The neutral form of an ion, as which the table has it: acetic acid of acetate."""
    from rdkit import Chem, rdBase
    from rdkit.Chem.MolStandardize.rdMolStandardize import Uncharger

    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
        if mol is None:
            raise ToolInputError(f"{smiles[:60]!r} is not valid SMILES")
        return str(Chem.MolToSmiles(Uncharger().uncharge(mol)))


def _specific_heat(smiles: str, kelvin: float) -> tuple[float, str]:
    """The heat capacity of a compound in J/(g·K), and of which state by which source."""
    from rdkit.Chem import Descriptors, MolFromSmiles

    from scitoolagent.tools.chemistry.fluids import molar_heat_capacity

    found = molar_heat_capacity(smiles, kelvin - _ZERO_CELSIUS)
    molar_mass = float(Descriptors.MolWt(MolFromSmiles(smiles)))  # type: ignore[attr-defined]
    return found.molar_heat_capacity / molar_mass, found.fact_note


def _warmed(smiles: str, mass: float, first: float, last: float) -> HeatFound:
    """The heat by Simpson's rule; the state has to be one over the whole span."""
    from scipy.integrate import simpson

    step = (last - first) / _STEPS
    points = [_specific_heat(smiles, first + step * number) for number in range(_STEPS + 1)]
    # A note begins as "at 25 °C, as a liquid; …".
    states = {state.split(";")[0].partition("°C")[2].strip(" ,") for _, state in points}
    if len(states) > 1:
        raise ToolInputError(f"it is no longer of one state in between: {' and '.join(sorted(states))}")
    heat = mass * float(simpson([capacity for capacity, _ in points], dx=step))
    (low, state), (high, _) = points[0], points[-1]
    return HeatFound(heat / 1000, f"{low:.4g} to {high:.4g} J/(g·K); {state}")
