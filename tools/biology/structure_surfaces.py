"""The solvent accessible surfaces of structures, and what chains hide of each other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile
from scitoolagent.tools.biology._macromolecule import (
    Part,
    Place,
    heavy,
    is_polymer,
    models_note,
    part_text,
    places,
    read_macromolecule,
    read_part,
    two_sides,
)
from scitoolagent.tools.biology.structure import PartPair, StructurePart

_COMPLEX = Path(__file__).with_name("example_complex.pdb")
_EXAMPLE = {"structure": _COMPLEX}
_MOST_ATOMS = 20_000
_POINTS = 960


AccessibleSurface = Annotated[
    float,
    Semantic(
        "AccessibleSurface",
        parent="MolecularProperty",
        unit="Ao2",
        label="solvent accessible surface area of a structure",
        also=(
            "SASA",
            "solvent accessible surface area",
            "accessible surface area",
            "solvent-accessible surface",
            "surface area of a structure",
        ),
    ),
]


SurfaceOf = Annotated[str, Semantic("SurfaceOf", parent="Report", role="note", label="what the surface is of")]


ChainSurfaces = Annotated[
    dict[str, str | float],
    Semantic(
        "ChainSurfaces",
        parent="MolecularProperty",
        label="surface area of each chain",
        also=(
            "SASA per chain",
            "SASA of each chain",
            "solvent accessible surface area per chain",
            "solvent accessible surface area of each chain",
            "accessible surface area per chain",
            "buried surface of each chain",
        ),
    ),
]


InterfaceArea = Annotated[
    float,
    Semantic(
        "InterfaceArea",
        parent="MolecularProperty",
        unit="Ao2",
        label="interface area",
        also=("area of the interface", "interface surface area"),
    ),
]


BuriedArea = Annotated[
    float,
    Semantic(
        "BuriedArea",
        parent="MolecularProperty",
        unit="Ao2",
        label="buried surface area",
        also=("buried surface", "buried area", "buried SASA"),
    ),
]


@dataclass(frozen=True, slots=True)
class Surface:
    """A surface, and of what."""

    surface: AccessibleSurface
    surface_of: SurfaceOf


@dataclass(frozen=True, slots=True)
class Interface:
    """What two chains hide of each other."""

    interface_area: InterfaceArea
    buried_area: BuriedArea
    surface_of: SurfaceOf


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE, seconds=120)
def structure_surface(structure: PdbFile, part: StructurePart = "all") -> Surface:
    """Compute the solvent accessible surface area of a structure or of one chain.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        part: A chain, taken out of the structure, where not all is meant.
    Returns:
        Area in Å² of all atoms of the polymers other than hydrogen, for a probe of 1.4 Å; ligands, ions and waters
        are left out.
    Raises:
        ToolInputError: No such file or chain, no polymer, more than 20,000 atoms, or it is no structure or breaks off.
    Source: Shrake and Rupley 1973, doi:10.1016/0022-2836(73)90011-9, with 960 points an atom and the radii of Bondi,
    by Biopython.
    """
    wanted = read_part(part)
    if wanted.first or wanted.atom or wanted.kind or wanted.name:
        raise ToolInputError("the surface of a chain or of the whole can be computed, not that of a residue or atom")
    found = read_macromolecule(structure)
    inside = _polymers(found, wanted)
    alone = ", taken alone" if wanted.chain else ""
    told = f"{len(inside):,} atoms of {part_text(wanted)}{alone}, without ligands, ions and waters"
    told = f"{told}; {models_note(found, wanted)}"
    return Surface(math.fsum(_areas(inside)), told)


@tool(Operation.CALCULATION, Topic.STRUCTURAL_BIOLOGY, Safety.OPEN, example=_EXAMPLE, seconds=120)
def chain_surfaces(structure: PdbFile) -> list[ChainSurfaces]:
    """Compute the solvent accessible surface area of each chain, alone and among the others.

    Args:
        structure: A PDB or mmCIF file; only its first model is read.
    Returns:
        Of each chain with a polymer its area in Å² alone, that which is left among the other chains, and what they
        hide of it.
    Raises:
        ToolInputError: No such file, no polymer, more than 20,000 atoms, or it is no structure or breaks off.
    Source: Shrake and Rupley 1973, doi:10.1016/0022-2836(73)90011-9, with 960 points an atom and the radii of Bondi,
    by Biopython.
    """
    found = read_macromolecule(structure)
    inside = _polymers(found, Part())
    together = _areas(inside)
    listed: list[dict[str, str | float]] = []
    for name in dict.fromkeys(one.chain.name for one in inside):
        alone = math.fsum(_areas([one for one in inside if one.chain.name == name]))
        left = math.fsum(area for one, area in zip(inside, together, strict=True) if one.chain.name == name)
        listed.append({"chain": name or "-", "alone": alone, "among_the_others": left, "hidden": alone - left})
    return listed


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={**_EXAMPLE, "parts": "chain A | chain B"},
    seconds=120,
)
def interface_area(structure: PdbFile, parts: PartPair) -> Interface:
    """Compute the interface area of two chains and the surface that they bury.

    Args:
        structure: A PDB or mmCIF file; only its first model is read where no other is named.
        parts: Two chains with | between, such as `chain A | chain B`.
    Returns:
        Buried surface in Å²: the areas of both alone less that of the two together, and the interface area, which is
        half of it. Other chains, ligands, ions and waters are left out.
    Raises:
        ToolInputError: No such file or chain, more than 20,000 atoms, or it is no structure or breaks off.
    Source: Lee and Richards 1971, doi:10.1016/0022-2836(71)90324-X; areas by Shrake and Rupley's method in Biopython.
    """
    found = read_macromolecule(structure)
    sides, told = two_sides(found, parts)
    if sum(map(len, sides)) > _MOST_ATOMS:
        raise ToolInputError(f"the parts have more than {_MOST_ATOMS:,} atoms")
    alone = sum(math.fsum(_areas(side)) for side in sides)
    buried = alone - math.fsum(_areas([*sides[0], *sides[1]]))
    # What does not touch hides nothing, whatever the last digits say.
    buried = 0.0 if abs(buried) < 1e-6 * alone else buried
    return Interface(buried / 2, buried, f"{told}; half of what is buried is the interface; {models_note(found)}")


def _polymers(structure: Any, wanted: Part) -> list[Place]:
    inside = [one for one in heavy(places(structure, wanted, is_polymer)) if is_polymer(one.residue)]
    if not inside:
        raise ToolInputError(f"there is no polymer in {part_text(wanted)}")
    if len(inside) > _MOST_ATOMS:
        raise ToolInputError(f"{len(inside):,} atoms, at most {_MOST_ATOMS:,} are taken")
    return inside


def _areas(inside: list[Place]) -> list[float]:
    """The area of each atom among the others that are given."""
    import numpy as np
    from Bio.PDB.Atom import Atom
    from Bio.PDB.Residue import Residue
    from Bio.PDB.SASA import ShrakeRupley

    # The engine asks a body of atoms for them, and nothing else of its order.
    body: Any = Residue((" ", 1, " "), "ALL", " ")
    atoms = []
    for number, one in enumerate(inside):
        symbol = one.atom.element.name.upper()
        atom: Any = Atom(
            f"X{number}", np.array(one.atom.pos.tolist(), "f"), 0.0, 1.0, " ", f"X{number}", number, element=symbol
        )
        body.add(atom)
        atoms.append(atom)
    engine: Any = ShrakeRupley(probe_radius=1.4, n_points=_POINTS)
    engine.compute(body, level="A")
    return [float(atom.sasa) for atom in atoms]
