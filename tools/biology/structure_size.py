"""The mass, the middle and the size of a structure or a part of it."""

from __future__ import annotations

import dataclasses
import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology._macromolecule import (
    Place,
    chosen,
)
from scitoolagent.tools.biology._pdb import HELIX_FILE
from scitoolagent.tools.biology.structure import CountedModels, StructurePart

_HELIX = {"structure": HELIX_FILE}


StructureMass = Annotated[
    float,
    Semantic(
        "StructureMass",
        parent="MolecularProperty",
        unit="Da",
        label="mass of a structure",
        also=("molecular weight of a PDB file", "molecular weight of a structure", "total mass of a PDB structure"),
    ),
]


CenterOfMass = Annotated[
    list[float],
    Semantic(
        "CenterOfMass",
        parent="MolecularProperty",
        unit="Ao",
        label="center of mass",
        also=("centre of mass", "mass center"),
    ),
]


StructureCentroid = Annotated[
    list[float],
    Semantic(
        "StructureCentroid",
        parent="MolecularProperty",
        unit="Ao",
        label="average coordinates",
        also=("mean coordinates", "centroid of a structure", "geometric center of a structure"),
    ),
]


StructureRadiusOfGyration = Annotated[
    float,
    Semantic(
        "StructureRadiusOfGyration",
        parent="MolecularProperty",
        unit="Ao",
        label="radius of gyration of a structure",
        also=("protein radius of gyration", "radius of gyration of a protein"),
    ),
]


@dataclasses.dataclass(frozen=True, slots=True)
class WeighedStructure:
    """A mass, and of what."""

    mass: StructureMass
    counted: CountedModels


@dataclasses.dataclass(frozen=True, slots=True)
class StructureCenter:
    """A center of mass, and of what."""

    center: CenterOfMass
    counted: CountedModels


@dataclasses.dataclass(frozen=True, slots=True)
class StructureMean:
    """Mean coordinates, and of what."""

    centroid: StructureCentroid
    counted: CountedModels


@dataclasses.dataclass(frozen=True, slots=True)
class StructureSize:
    """A radius of gyration, and of what."""

    radius: StructureRadiusOfGyration
    counted: CountedModels


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_HELIX, also=("CalculateMolecularWeight",))
def structure_mass(structure: PdbFile, part: StructurePart = "all") -> WeighedStructure:
    """Compute the mass of all atoms of a PDB file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, residues, atoms, a ligand or others, where not all is meant; of a chain the polymer counts.
    Returns:
        Mass in Da of the atoms that are in the file, waters and ligands included; hydrogens that are not in the file
        do not count.
    Raises:
        ToolInputError: No such file, no PDB format, or an atom of no known element.
    Source: Standard atomic weights of `Bio.Data.IUPACData`.
    """
    inside, _, note = chosen(structure, part)
    hydrogens = sum(one.atom.is_hydrogen() for one in inside)
    note = f"{note}; {hydrogens:,} of the atoms are hydrogens, and no other atom that the file lacks is weighed"
    return WeighedStructure(math.fsum(_masses(inside)), note)


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_HELIX, also=("CalculateCenterOfMass",))
def structure_center_of_mass(structure: PdbFile, part: StructurePart = "all") -> StructureCenter:
    """Compute the center of mass of a PDB file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, residues, atoms, a ligand or others, where not all is meant; of a chain the polymer counts.
    Returns:
        x, y and z in Å: the mean of the atoms of the file, weighted by mass.
    Raises:
        ToolInputError: No such file, no PDB format, or an atom of no known element.
    Source: Definition, with the atomic weights of `Bio.Data.IUPACData`.
    """
    inside, _, note = chosen(structure, part)
    return StructureCenter(_center(inside), note)


@tool(
    Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_HELIX, also=("CalculateAverageCoordinates",)
)
def structure_centroid(structure: PdbFile, part: StructurePart = "all") -> StructureMean:
    """Compute the mean coordinates of the atoms of a PDB file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, residues, atoms, a ligand or others, where not all is meant; of a chain the polymer counts.
    Returns:
        x, y and z in Å: the mean of the atoms of the file, all of equal weight.
    Raises:
        ToolInputError: No such file or no PDB format.
    Source: Definition.
    """
    inside, _, note = chosen(structure, part)
    spots = [one.atom.pos.tolist() for one in inside]
    return StructureMean([math.fsum(spot[axis] for spot in spots) / len(spots) for axis in range(3)], note)


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_HELIX)
def structure_radius_of_gyration(structure: PdbFile, part: StructurePart = "all") -> StructureSize:
    """Compute the radius of gyration of the atoms of a PDB file.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, residues, atoms, a ligand or others, where not all is meant; of a chain the polymer counts.
    Returns:
        Radius in Å about the center of mass, weighted by mass, of all atoms of the file.
    Raises:
        ToolInputError: No such file, no PDB format, or an atom of no known element.
    Source: Definition, with the atomic weights of `Bio.Data.IUPACData`.
    """
    inside, _, note = chosen(structure, part)
    masses, center = _masses(inside), _center(inside)
    squares = (mass * math.dist(one.atom.pos.tolist(), center) ** 2 for one, mass in zip(inside, masses, strict=True))
    return StructureSize(math.sqrt(math.fsum(squares) / math.fsum(masses)), note)


def _masses(inside: list[Place]) -> list[float]:
    """The masses of atoms in Da.

    Raises:
        ToolInputError: an atom has no known element.
    """
    from Bio.Data.IUPACData import atom_weights

    weights = {symbol.upper(): weight for symbol, weight in atom_weights.items()} | {"D": 2.014}
    masses = []
    for one in inside:
        weight = weights.get(one.atom.element.name.upper())
        if weight is None:
            raise ToolInputError(
                f"atom {one.atom.serial} ({one.atom.name}) has no known element; fill columns 77-78 of the file"
            )
        masses.append(float(weight))
    return masses


def _center(inside: list[Place]) -> list[float]:
    masses = _masses(inside)
    spots = [one.atom.pos.tolist() for one in inside]
    total = math.fsum(masses)
    return [math.fsum(mass * spot[axis] for mass, spot in zip(masses, spots, strict=True)) / total for axis in range(3)]
