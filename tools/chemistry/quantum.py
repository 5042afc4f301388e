"""Energies, orbitals, charges and geometries of molecules by GFN2-xTB."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry import _xtb
from scitoolagent.tools.chemistry._molecule import embed_molecule, embedded_isomer, parse_smiles
from scitoolagent.tools.chemistry._xyz import read_xyz
from scitoolagent.tools.chemistry.coordinates import EXAMPLE_XYZ, MolecularCharge, XyzFile

if TYPE_CHECKING:
    from rdkit.Chem import Mol

    from scitoolagent.tools.chemistry._xtb import SinglePoint, System

TotalEnergy = Annotated[
    float,
    Semantic(
        "XtbEnergy",
        parent="MolecularProperty",
        unit="Eh",
        label="total energy by GFN2-xTB",
        also=("GFN2-xTB energy", "xTB energy", "electronic energy", "quantum chemical energy", "GFN2 energy"),
    ),
]
HomoEnergy = Annotated[
    float,
    Semantic(
        "HomoEnergy",
        parent="MolecularProperty",
        unit="eV",
        label="HOMO energy",
        also=("HOMO", "energy of the highest occupied molecular orbital", "highest occupied molecular orbital"),
    ),
]
LumoEnergy = Annotated[
    float,
    Semantic(
        "LumoEnergy",
        parent="MolecularProperty",
        unit="eV",
        label="LUMO energy",
        also=("LUMO", "energy of the lowest unoccupied molecular orbital", "lowest unoccupied molecular orbital"),
    ),
]
OrbitalGap = Annotated[
    float,
    Semantic(
        "OrbitalGap",
        parent="MolecularProperty",
        unit="eV",
        label="HOMO-LUMO gap",
        also=("HOMO LUMO gap", "frontier orbital gap", "orbital gap", "HOMO/LUMO gap"),
    ),
]
ComputedDipole = Annotated[
    float,
    Semantic(
        "ComputedDipole",
        parent="MolecularProperty",
        unit="D",
        label="dipole moment by GFN2-xTB",
        also=("computed dipole moment", "calculated dipole moment", "GFN2-xTB dipole moment", "xTB dipole moment"),
    ),
]
XtbCharges = Annotated[
    list[float],
    Semantic(
        "XtbCharges",
        parent="AtomProperty",
        unit="1",
        label="atomic charges by GFN2-xTB",
        also=("GFN2-xTB charges", "xTB charges", "Mulliken charges"),
    ),
]
OptimisedXyz = Annotated[
    str,
    Semantic(
        "OptimisedXyz",
        parent="MolecularProperty",
        label="optimised geometry",
        also=("optimized geometry", "geometry optimisation", "geometry optimization", "xTB geometry"),
    ),
]
VerticalIonization = Annotated[
    float,
    Semantic(
        "VerticalIonization",
        parent="MolecularProperty",
        unit="eV",
        label="vertical ionization energy",
        also=("vertical ionisation energy", "vertical ionization potential", "vertical ionisation potential"),
    ),
]
VerticalAffinity = Annotated[
    float,
    Semantic("VerticalAffinity", parent="MolecularProperty", unit="eV", label="vertical electron affinity"),
]
GeometryNote = Annotated[
    str, Semantic("GeometryNote", parent="Report", label="note on the computed geometry", role="note")
]

_EXAMPLE = {"smiles": "OCC=O"}
_ONE_CONFORMER = "one conformer in the gas phase, embedded by ETKDG and optimised by GFN2-xTB; others may lie lower"
_SHIFT = 4.8455  # eV, of an electron that IPEA1-xTB adds or removes


@dataclass(frozen=True, slots=True)
class Orbitals:
    """What one calculation at an optimised geometry gives."""

    energy: TotalEnergy
    homo: HomoEnergy
    lumo: LumoEnergy
    gap: OrbitalGap
    dipole: ComputedDipole
    geometry_note: GeometryNote


@dataclass(frozen=True, slots=True)
class OrbitalsAsGiven:
    """What one calculation at a given geometry gives."""

    energy: TotalEnergy
    homo: HomoEnergy
    lumo: LumoEnergy
    gap: OrbitalGap
    dipole: ComputedDipole


@dataclass(frozen=True, slots=True)
class ChargesFound:
    """The charge of each atom, and at which geometry."""

    charges: XtbCharges
    geometry_note: GeometryNote


@dataclass(frozen=True, slots=True)
class GeometryFound:
    """Places of atoms, and which geometry they are."""

    geometry: OptimisedXyz
    geometry_note: GeometryNote


@dataclass(frozen=True, slots=True)
class ElectronsInAndOut:
    """What it takes to remove an electron, and what adding one gives, without the atoms moving."""

    ionization: VerticalIonization
    affinity: VerticalAffinity
    geometry_note: GeometryNote


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=_EXAMPLE,
    requires=_xtb.REQUIRES,
    seconds=300,
    also=("GFN2-xTB", "xTB", "tight binding calculation", "GenerateElectricalDescriptorsFromCSV"),
    supplies=("coordinates", "stereochemistry"),
)
def xtb_orbitals(smiles: Smiles) -> Orbitals:
    """Compute the energy, frontier orbitals and dipole moment of a molecule by GFN2-xTB.

    Args:
        smiles: One molecule or ion of one fragment, up to 150 atoms with hydrogens; the method is semiempirical.
    Returns:
        Total energy in hartree, HOMO, LUMO and their gap in eV, dipole moment in debye (of an ion from its centre of
        charge), in the gas phase at a geometry that GFN2-xTB optimised. Orbital energies are those of the method, not
        of a spectrum.
    Raises:
        ToolInputError: `smiles` is not valid, has several fragments, too many atoms or an element beyond 86.
        ToolFailedError: no geometry or no density was found.
        ToolUnavailableError: the extra quantum is not installed.
    Source: Bannwarth, Ehlert and Grimme 2019, doi:10.1021/acs.jctc.8b01176, by tblite.
    """
    point = _xtb.single_point(at_minimum(smiles))
    return Orbitals(*_told(point), geometry_told(smiles))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"structure": EXAMPLE_XYZ},
    requires=_xtb.REQUIRES,
    seconds=300,
    also=("GFN2-xTB", "xTB"),
)
def xtb_orbitals_of_structure(structure: XyzFile, charge: MolecularCharge = 0) -> OrbitalsAsGiven:
    """Compute the energy, frontier orbitals and dipole moment of an XYZ file by GFN2-xTB.

    Args:
        structure: XYZ file of one molecule, in Å; its geometry is taken as it is.
        charge: Charge of the whole.
    Returns:
        As `xtb_orbitals`, at the geometry of the file.
    Raises:
        ToolInputError: the file cannot be read, has too many atoms or an element beyond 86.
        ToolFailedError: no density was found.
        ToolUnavailableError: the extra quantum is not installed.
    Source: as `xtb_orbitals`.
    """
    return OrbitalsAsGiven(*_told(_xtb.single_point(_xtb.system_of(read_xyz(structure), charge))))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=_EXAMPLE,
    requires=_xtb.REQUIRES,
    seconds=300,
    supplies=("coordinates", "stereochemistry"),
)
def xtb_charges(smiles: Smiles) -> ChargesFound:
    """Compute the atomic charges of a molecule by GFN2-xTB.

    Args:
        smiles: One molecule or ion of one fragment, up to 150 atoms with hydrogens; the method is semiempirical.
    Returns:
        Mulliken charge of each atom in elementary charges, in the order of the SMILES, hydrogens behind.
    Raises:
        ToolInputError: as `xtb_orbitals`.
        ToolFailedError: no geometry or no density was found.
        ToolUnavailableError: the extra quantum is not installed.
    Source: as `xtb_orbitals`.
    """
    point = _xtb.single_point(at_minimum(smiles))
    return ChargesFound([round(float(one), 5) for one in point.charges], geometry_told(smiles))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=_EXAMPLE,
    requires=_xtb.REQUIRES,
    seconds=300,
    supplies=("coordinates", "stereochemistry"),
)
def xtb_geometry(smiles: Smiles) -> GeometryFound:
    """Optimise the geometry of a molecule by GFN2-xTB.

    Args:
        smiles: One molecule or ion of one fragment, up to 150 atoms with hydrogens; the method is semiempirical.
    Returns:
        The places of the atoms as XYZ, in Å.
    Raises:
        ToolInputError: as `xtb_orbitals`.
        ToolFailedError: no minimum was reached.
        ToolUnavailableError: the extra quantum is not installed.
    Source: as `xtb_orbitals`.
    """
    from rdkit.Chem import GetPeriodicTable

    system = at_minimum(smiles)
    table = GetPeriodicTable()
    lines = [
        f"{table.GetElementSymbol(int(number))} {x:.6f} {y:.6f} {z:.6f}"
        for number, (x, y, z) in zip(system.numbers, system.places * _xtb.BOHR, strict=True)
    ]
    return GeometryFound("\n".join([str(len(lines)), "optimised by GFN2-xTB", *lines]), geometry_told(smiles))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=_EXAMPLE,
    requires=_xtb.REQUIRES,
    seconds=300,
    supplies=("coordinates", "stereochemistry"),
)
def xtb_vertical_energies(smiles: Smiles) -> ElectronsInAndOut:
    """Compute the vertical ionization energy and electron affinity of a molecule by IPEA1-xTB.

    Args:
        smiles: One molecule or ion of one fragment, up to 150 atoms with hydrogens; the method is semiempirical.
    Returns:
        Energy to remove an electron and energy gained by adding one, in eV, the atoms left where GFN2-xTB puts them,
        with the shift of 4.8455 eV that belongs to the method. Errors of 0.5 eV are common, of 1.2 eV (water) rare.
    Raises:
        ToolInputError: as `xtb_orbitals`.
        ToolFailedError: no geometry or no density was found.
        ToolUnavailableError: the extra quantum is not installed.
    Source: Asgeirsson, Bauer and Grimme 2017, doi:10.1039/C7SC00601B, by tblite.
    """
    system = at_minimum(smiles)
    energies = [
        _xtb.single_point(_charged(system, change), method="IPEA1-xTB").energy * _xtb.HARTREE_EV
        for change in (1, 0, -1)
    ]
    out, gained = (round(more - less - _SHIFT, 4) for more, less in itertools.pairwise(energies))
    return ElectronsInAndOut(out, gained, geometry_told(smiles))


def geometry_told(smiles: str) -> str:
    """Say at which geometry a molecule was computed, and which isomer it is where its SMILES leaves that open."""
    isomer = embedded_isomer(embedded(smiles))
    which = f"; {smiles} leaves the stereochemistry open, computed was {isomer}" if isomer else ""
    return f"{_ONE_CONFORMER}{which}"


def _charged(system: System, change: int) -> System:
    unpaired = system.unpaired if not change else abs(system.unpaired - 1) if system.unpaired else 1
    return replace(system, charge=system.charge + change, unpaired=unpaired)


def _told(point: SinglePoint) -> tuple[float, float, float, float, float]:
    """The figures of a point, to the digits that a density converged by several threads repeats."""
    import numpy as np

    homo, lumo = (round(one, 4) for one in _xtb.frontier(point))
    dipole = round(float(np.linalg.norm(point.dipole)) * _xtb.DEBYE, 3)
    return round(point.energy, 7), homo, lumo, round(lumo - homo, 4), dipole


@lru_cache(maxsize=64)
def embedded(smiles: str) -> Mol:
    """Return a molecule with a conformer, for several calculations.

    Raises:
        ToolInputError: as `embed_molecule`, or it has too many atoms.
    """
    heavy = parse_smiles(smiles).GetNumAtoms()
    if heavy > _xtb.MOST_ATOMS:
        raise ToolInputError(f"the molecule has {heavy} heavy atoms, at most {_xtb.MOST_ATOMS} atoms in all are taken")
    return embed_molecule(smiles)


@lru_cache(maxsize=64)
def at_minimum(smiles: str) -> System:
    """The molecule at its geometry; several tools ask for the same."""
    from rdkit import Chem

    mol = embedded(smiles)
    return _xtb.optimised(_xtb.system_of(mol, Chem.GetFormalCharge(mol)))
