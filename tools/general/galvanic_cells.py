"""Potentials of cells written in the notation of electrochemistry, from standard potentials."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._cell_words import POTENTIALS, read_cell
from scitoolagent.tools.general._checks import kelvin
from scitoolagent.tools.general._constants import GAS_CONSTANT
from scitoolagent.tools.general.electrolysis import FARADAY

GalvanicCell = Annotated[
    str,
    Semantic(
        "GalvanicCell",
        parent="Parameter",
        label="galvanic cell in cell notation",
        also=("galvanic cell", "electrochemical cell"),
        finder="scitoolagent.tools.general._cell_words:find_cells",
    ),
]
RedoxCouple = Annotated[
    str,
    Semantic(
        "RedoxCouple",
        parent="Parameter",
        label="redox couple of a metal",
        also=("redox couple", "couple", "half-cell"),
        finder="scitoolagent.tools.general._cell_words:find_couples",
    ),
]
GalvanicPotential = Annotated[
    float,
    Semantic(
        "GalvanicPotential",
        parent="MaterialProperty",
        unit="V",
        label="potential of a galvanic cell",
        also=(
            "cell potential",
            "EMF",
            "emf",
            "cell voltage",
            "electromotive force",
            "cell EMF",
            "potential of the cell",
            "E cell",
            "Ecell",
            "E of the cell",
        ),
    ),
]
GalvanicStandardPotential = Annotated[
    float,
    Semantic(
        "GalvanicStandardPotential",
        parent="MaterialProperty",
        unit="V",
        label="standard potential of a galvanic cell",
        also=("standard cell potential", "E°cell", "E° of the cell", "standard EMF", "E0 of the cell", "E0 cell"),
    ),
]
GalvanicGibbsEnergy = Annotated[
    float,
    Semantic(
        "GalvanicGibbsEnergy",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="Gibbs energy of the reaction of a galvanic cell",
        also=("Gibbs energy of the cell", "Gibbs energy", "Gibbs free energy", "ΔG", "delta G"),
    ),
]
CouplePotential = Annotated[
    float,
    Semantic(
        "CouplePotential",
        parent="MaterialProperty",
        unit="V",
        label="standard electrode potential",
        also=(
            "standard potential",
            "standard reduction potential",
            "reduction potential",
            "electrode potential",
        ),
    ),
]
CellNote = Annotated[str, Semantic("CellNote", parent="Report", role="note", label="how a galvanic cell is taken")]


@dataclass(frozen=True, slots=True)
class GalvanicPotentials:
    """Potential of a cell as it stands and at standard concentrations."""

    galvanic_potential: GalvanicPotential
    galvanic_standard_potential: GalvanicStandardPotential
    note: CellNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"cell": "Fe|Fe2+ (0.02 M)||Ag+ (0.5 M)|Ag"})
def galvanic_potential(cell: GalvanicCell, temperature: Temperature = 25.0) -> GalvanicPotentials:
    """Compute the potential of a cell of two metals and their ions.

    Args:
        cell: As `Zn|Zn2+ (0.01 M)||Cu2+ (1 M)|Cu`, the anode on the left; 1 M where none is given.
        temperature: In °C.
    Returns:
        E and E° in V; below zero where the reaction runs the other way. Concentrations stand for activities.
    Raises:
        ToolInputError: the cell cannot be read, a concentration is not positive, or a couple is not in the table.
    Source: Nernst 1889; standard potentials of the CRC Handbook, Electrochemical Series (Vanýsek).
    """
    sides = read_cell(cell)
    (left, charge, first), (right, other, second) = sides
    standard = POTENTIALS[right, other] - POTENTIALS[left, charge]
    slope = GAS_CONSTANT * kelvin(temperature) / FARADAY
    quotient = math.log(first or 1.0) / charge - math.log(second or 1.0) / other
    unsaid = [f"{ion}{size if size > 1 else ''}+" for ion, size, given in sides if given is None]
    taken = f"{' and '.join(unsaid)} taken as 1 M, as no concentration is given; " if unsaid else ""
    return GalvanicPotentials(standard - slope * quotient, standard, f"{taken}concentrations stand for activities")


@dataclass(frozen=True, slots=True)
class GalvanicEnergy:
    """What a mole of the reaction of a cell gives."""

    galvanic_gibbs_energy: GalvanicGibbsEnergy
    note: CellNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"cell": "Fe|Fe2+ (0.02 M)||Ag+ (0.5 M)|Ag"})
def galvanic_gibbs_energy(cell: GalvanicCell, temperature: Temperature = 25.0) -> GalvanicEnergy:
    """Compute the Gibbs energy of the reaction of a cell of two metals and their ions.

    Args:
        cell: As `Zn|Zn2+ (0.01 M)||Cu2+ (1 M)|Cu`, the anode on the left; 1 M where none is given.
        temperature: In °C.
    Returns:
        ΔG = -nFE in kJ/mol of the reaction in the smallest whole numbers, n being the electrons that it passes.
    Raises:
        ToolInputError: the cell cannot be read, a concentration is not positive, or a couple is not in the table.
    Source: Nernst 1889; standard potentials of the CRC Handbook, Electrochemical Series (Vanýsek).
    """
    (left, charge, _), (right, other, _) = read_cell(cell)
    electrons = math.lcm(charge, other)
    found = galvanic_potential(cell, temperature)
    sides = [
        f"{electrons // size if electrons > size else ''} {metal}".strip()
        for metal, size in ((left, charge), (right, other))
    ]
    note = f"{found.note}; {electrons} electrons for {sides[0]} and {sides[1]}"
    return GalvanicEnergy(-electrons * FARADAY * found.galvanic_potential / 1000, note)


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"couple": "Ni2+/Ni"})
def standard_electrode_potential(couple: RedoxCouple) -> CouplePotential:
    """Look up the standard electrode potential of a metal and its ion.

    Args:
        couple: As `Zn2+/Zn`.
    Returns:
        E° against the standard hydrogen electrode at 25 °C in V.
    Raises:
        ToolInputError: the couple is not in the table.
    Source: CRC Handbook, Electrochemical Series (Vanýsek).
    """
    ion, _, metal = couple.partition("/")
    charge = ion.removeprefix(metal).rstrip("+")
    key = (metal, int(charge or 1)) if charge.isdigit() or not charge else None
    if key not in POTENTIALS:
        raise ToolInputError(f"no standard potential of {couple!r} here; write it as Zn2+/Zn")
    return POTENTIALS[key]
