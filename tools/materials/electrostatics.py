"""Ions in a crystal: electrostatic energy, Madelung constant, bond valences."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure

if TYPE_CHECKING:
    from pymatgen.core.structure import Structure

EwaldEnergy = Annotated[
    float,
    Semantic(
        "EwaldEnergy",
        parent="MaterialProperty",
        unit="eV",
        label="electrostatic energy per formula unit",
        also=("Ewald energy", "Madelung energy", "electrostatic energy of the crystal", "Ewald sum", "Coulomb energy"),
    ),
]
MadelungConstant = Annotated[
    float,
    Semantic(
        "MadelungConstant",
        parent="MaterialProperty",
        unit="1",
        label="Madelung constant",
        also=("Madelung constant of the crystal",),
    ),
]
AssumedCharges = Annotated[
    dict[str, float],
    Semantic("AssumedCharges", parent="MaterialProperty", unit="1", label="charges of the ions that were taken"),
]
EwaldNote = Annotated[str, Semantic("EwaldNote", parent="Report", role="note", label="what the energy leaves out")]
BondValenceSums = Annotated[
    dict[str, float],
    Semantic(
        "BondValenceSums",
        parent="MaterialProperty",
        unit="1",
        label="bond valence sums",
        also=("bond valence sum", "BVS", "bond valences", "valence sums of the atoms"),
    ),
]

_COULOMB = 14.399645  # e²/(4 π ε0) in eV Å, CODATA 2018
_MOST_SITES = 500


@dataclass(frozen=True, slots=True)
class IonicEnergy:
    """The electrostatic energy of point charges on the sites of a crystal."""

    energy: EwaldEnergy
    charges: AssumedCharges
    note: EwaldNote


@dataclass(frozen=True, slots=True)
class Madelung:
    """The Madelung constant of a crystal of two ions, and the charges behind it."""

    constant: MadelungConstant
    charges: AssumedCharges


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE},
    seconds=60.0,
    also=("Ewald summation",),
)
def ewald_energy(structure: CifFile) -> IonicEnergy:
    """Compute the electrostatic energy of the ions of a crystal by Ewald summation.

    Args:
        structure: CIF or POSCAR file of an ordered crystal of at most 500 sites; charges that it states are taken,
            otherwise the most common oxidation states that make it neutral.
    Returns:
        Energy in eV per formula unit of point charges, and the charge of each element. Without repulsion and
        polarisation, so no lattice energy.
    Raises:
        ToolInputError: no readable ordered crystal, too many sites, or no states make it neutral.
    Source: Ewald 1921, doi:10.1002/andp.19213690304, by `pymatgen.analysis.ewald`.
    """
    crystal, charges = _charged(structure)
    units = crystal.composition.get_reduced_formula_and_factor()[1]
    note = "point charges only: no repulsion, no polarisation; charges that the file does not state are the usual ones"
    return IonicEnergy(_ewald(crystal) / units, charges, note)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE}, seconds=60.0)
def madelung_constant(structure: CifFile) -> Madelung:
    """Compute the Madelung constant of a crystal of two ions by Ewald summation.

    Args:
        structure: CIF or POSCAR file of an ordered crystal of two elements, at most 500 sites.
    Returns:
        A in E = -A e² |z+ z-| / (4 π ε0 r) for the energy of the formula unit, r the shortest distance of unlike ions;
        and the charges that were taken.
    Raises:
        ToolInputError: no readable ordered crystal of two elements, too many sites, or no states make it neutral.
    Source: Madelung 1918; Ewald 1921, doi:10.1002/andp.19213690304, by `pymatgen.analysis.ewald`.
    """
    crystal, charges = _charged(structure)
    if len(charges) != 2:
        raise ToolInputError(f"the crystal has {len(charges)} elements; a Madelung constant is of two ions")
    symbols = [str(site.specie.symbol) for site in crystal]
    first = next(number for number, symbol in enumerate(symbols) if symbol != symbols[0])
    distances = [
        float(neighbour.nn_distance)
        for number in (0, first)
        for neighbour in crystal.get_neighbors(crystal[number], 6.0)
        if str(neighbour.specie.symbol) != symbols[number]
    ]
    if not distances:
        raise ToolInputError("no two unlike ions are within 6 Å; this is no crystal of ions that touch")
    nearest = min(distances)
    units = crystal.composition.get_reduced_formula_and_factor()[1]
    one, other = charges.values()
    return Madelung(-_ewald(crystal) / units * nearest / (_COULOMB * abs(one * other)), charges)


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE},
    seconds=60.0,
    also=("bond valence analysis",),
)
def bond_valence_sums(structure: CifFile) -> BondValenceSums:
    """Compute the bond valence sum of each atom of a crystal.

    Args:
        structure: CIF or POSCAR file of an ordered crystal of at most 500 sites.
    Returns:
        For each site (element and index from 0) the sum of its bond valences, negative for the more electronegative
        atom of each bond; near the charge of the ion in a sound structure.
    Raises:
        ToolInputError: no readable ordered crystal, too many sites, an atom without a neighbour, or an element without
            parameters.
    Source: O'Keeffe and Brese 1991, doi:10.1021/ja00009a002, by `pymatgen.analysis.bond_valence`.
    """
    from pymatgen.analysis.bond_valence import BV_PARAMS, calculate_bv_sum

    crystal = _small(structure)
    crystal.remove_oxidation_states()
    known = {str(element) for element in BV_PARAMS}
    if unknown := sorted({str(site.specie.symbol) for site in crystal} - known):
        raise ToolInputError(f"there are no bond valence parameters for {', '.join(unknown)}")
    sums: dict[str, float] = {}
    for number, site in enumerate(crystal):
        near = crystal.get_neighbors(site, 4.0)
        if not near:
            raise ToolInputError(f"site {number} ({site.specie}) has no neighbour within 4 Å")
        sums[f"{site.specie}{number}"] = float(calculate_bv_sum(site, near))
    return sums


def _small(structure: object) -> Structure:
    crystal = read_structure(structure, ordered=True)  # type: ignore[arg-type]
    if len(crystal) > _MOST_SITES:
        raise ToolInputError(f"the crystal has {len(crystal)} sites, at most {_MOST_SITES} are taken")
    return crystal


def _charged(structure: object) -> tuple[Structure, dict[str, float]]:
    """A crystal with a charge on each site: those that the file states, or the usual ones."""
    crystal = _small(structure)
    stated = [getattr(site.specie, "oxi_state", None) for site in crystal]
    if any(state is None for state in stated) or not any(stated):
        crystal.remove_oxidation_states()
        guesses = crystal.composition.reduced_composition.oxi_state_guesses()
        if not guesses or not any(guesses[0].values()):
            raise ToolInputError("no usual oxidation states make this crystal neutral; its ions are not known")
        crystal.add_oxidation_state_by_element({str(key): float(value) for key, value in guesses[0].items()})
    elif abs(sum(float(state) for state in stated if state)) > 1e-3:
        raise ToolInputError("the charges that the file states do not add up to zero")
    charges: dict[str, float] = {}
    for site in crystal:
        state, symbol = float(site.specie.oxi_state or 0.0), str(site.specie.symbol)
        if charges.setdefault(symbol, state) != state:
            raise ToolInputError(f"{symbol} has several charges in this file; charges by element are needed")
    return crystal, charges


def _ewald(crystal: Structure) -> float:
    from pymatgen.analysis.ewald import EwaldSummation

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(EwaldSummation(crystal).total_energy)
