"""Symmetry of a crystal: space group, point group, Bravais lattice, Wyckoff positions, primitive cell."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure

MAX_TOLERANCE = 1.0

SymmetryTolerance = Annotated[
    float, Semantic("SymmetryTolerance", parent="Parameter", unit="Ao", label="symmetry tolerance", also=("symprec",))
]
SpaceGroupSymbol = Annotated[
    str,
    Semantic(
        "SpaceGroupSymbol",
        parent="MaterialProperty",
        label="space group symbol",
        also=("space group", "Hermann-Mauguin symbol", "international symbol"),
    ),
]
SpaceGroupNumber = Annotated[
    int,
    Semantic(
        "SpaceGroupNumber",
        parent="MaterialProperty",
        unit="1",
        label="space group number",
        also=("international space group number",),
    ),
]
HallSymbol = Annotated[str, Semantic("HallSymbol", parent="MaterialProperty", label="Hall symbol")]
CrystalPointGroup = Annotated[
    str,
    Semantic(
        "CrystalPointGroup",
        parent="MaterialProperty",
        label="crystallographic point group",
        also=("crystal class", "point group of the crystal"),
    ),
]
CrystalSystem = Annotated[
    str, Semantic("CrystalSystem", parent="MaterialProperty", label="crystal system", also=("crystal family",))
]
BravaisLattice = Annotated[
    str,
    Semantic(
        "BravaisLattice",
        parent="MaterialProperty",
        label="Bravais lattice",
        also=("Bravais lattice type", "lattice centring"),
    ),
]
WyckoffPositions = Annotated[
    dict[str, list[int]],
    Semantic(
        "WyckoffPositions",
        parent="MaterialProperty",
        label="Wyckoff positions",
        also=("Wyckoff letters", "Wyckoff sites"),
    ),
]
PrimitiveCellCif = Annotated[
    str, Semantic("PrimitiveCellCif", parent="Report", label="CIF text of the primitive cell", also=("primitive cell",))
]
ConventionalCellCif = Annotated[
    str,
    Semantic(
        "ConventionalCellCif", parent="Report", label="CIF text of the conventional cell", also=("conventional cell",)
    ),
]
_CENTRING = {
    "P": "primitive",
    "C": "base-centred",
    "A": "base-centred",
    "I": "body-centred",
    "F": "face-centred",
    "R": "rhombohedral",
}


@dataclass(frozen=True, slots=True)
class CrystalSymmetry:
    """Space group with its number, Hall symbol, point group and crystal system."""

    space_group_symbol: SpaceGroupSymbol
    space_group_number: SpaceGroupNumber
    hall_symbol: HallSymbol
    crystal_point_group: CrystalPointGroup
    crystal_system: CrystalSystem


@tool(
    Operation.ANALYSIS,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE},
    also=("CalculateSymmetry", "symmetry of the crystal", "symmetry information"),
)
def crystal_symmetry(structure: CifFile, tolerance: SymmetryTolerance = 0.01) -> CrystalSymmetry:
    """Find the space group of a crystal from its atoms.

    Args:
        structure: CIF or POSCAR file; the symmetry written in the file is not used beyond filling the cell.
        tolerance: How far in Å an atom may lie from its symmetric place.
    Returns:
        Symbol, number, Hall symbol, point group, crystal system (trigonal and hexagonal are told apart).
    Raises:
        ToolInputError: no readable structure, or no symmetry found at this tolerance.
    Source: spglib, Togo et al. 2024, doi:10.1080/27660400.2024.2384822.
    """
    found = _dataset(structure, tolerance)
    return CrystalSymmetry(
        found.international, int(found.number), found.hall, found.pointgroup, _system(int(found.number))
    )


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE})
def bravais_lattice(structure: CifFile, tolerance: SymmetryTolerance = 0.01) -> BravaisLattice:
    """Name the Bravais lattice of a crystal.

    Args:
        structure: CIF or POSCAR file.
        tolerance: How far in Å an atom may lie from its symmetric place.
    Returns:
        Centring, lattice system and Pearson letters, such as `face-centred cubic (cF)`.
    Raises:
        ToolInputError: no readable structure, or no symmetry found at this tolerance.
    Source: spglib, Togo et al. 2024, doi:10.1080/27660400.2024.2384822.
    """
    found = _dataset(structure, tolerance)
    centring, system = found.international[0], _system(int(found.number))
    if centring == "R":
        return "rhombohedral (hR)"
    lattice = "hexagonal" if system == "trigonal" else system
    letter = {"triclinic": "a", "monoclinic": "m", "orthorhombic": "o", "tetragonal": "t"}.get(system, lattice[0])
    return f"{_CENTRING[centring]} {lattice} ({letter}{'S' if centring in 'AC' else centring})"


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE})
def wyckoff_positions(structure: CifFile, tolerance: SymmetryTolerance = 0.01) -> WyckoffPositions:
    """List the Wyckoff positions that the atoms of a crystal occupy.

    Args:
        structure: CIF or POSCAR file.
        tolerance: How far in Å an atom may lie from its symmetric place.
    Returns:
        Site indices by orbit; an orbit is written as element, multiplicity in the standard cell and letter (`Na 4a`).
        Two orbits of one kind are numbered.
    Raises:
        ToolInputError: no readable ordered structure, or no symmetry found at this tolerance.
    Source: spglib, Togo et al. 2024, doi:10.1080/27660400.2024.2384822.
    """
    found = _dataset(structure, tolerance)
    crystal = read_structure(structure, ordered=True)
    orbits: dict[int, list[int]] = {}
    for index, orbit in enumerate(found.crystallographic_orbits):
        orbits.setdefault(int(orbit), []).append(index)
    standard = len(found.std_types) / len(crystal)
    result: dict[str, list[int]] = {}
    for orbit, sites in orbits.items():
        name = f"{crystal[orbit].specie.symbol} {round(len(sites) * standard)}{found.wyckoffs[orbit]}"
        same = sum(key == name or key.startswith(name + " #") for key in result)
        result[f"{name} #{same + 1}" if same else name] = sites
    return result


@tool(Operation.MODELLING, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE})
def primitive_cell(structure: CifFile, tolerance: SymmetryTolerance = 0.01) -> PrimitiveCellCif:
    """Reduce a crystal to its standard primitive cell.

    Args:
        structure: CIF or POSCAR file without partly occupied sites.
        tolerance: How far in Å an atom may lie from its symmetric place.
    Returns:
        The primitive cell as the text of a CIF, in P 1.
    Raises:
        ToolInputError: no readable ordered structure, or no symmetry found at this tolerance.
    Source: `spglib.standardize_cell`, Togo et al. 2024, doi:10.1080/27660400.2024.2384822.
    """
    return _standard(structure, tolerance, primitive=True)


@tool(Operation.MODELLING, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE})
def conventional_cell(structure: CifFile, tolerance: SymmetryTolerance = 0.01) -> ConventionalCellCif:
    """Bring a crystal to its standard conventional cell.

    Args:
        structure: CIF or POSCAR file without partly occupied sites.
        tolerance: How far in Å an atom may lie from its symmetric place.
    Returns:
        The conventional cell as the text of a CIF, in P 1.
    Raises:
        ToolInputError: no readable ordered structure, or no symmetry found at this tolerance.
    Source: `spglib.standardize_cell`, Togo et al. 2024, doi:10.1080/27660400.2024.2384822.
    """
    return _standard(structure, tolerance, primitive=False)


def _cell(path: Path, tolerance: float) -> tuple[Any, Any, list[int], list[str]]:
    if not 0 < tolerance <= MAX_TOLERANCE:
        raise ToolInputError(
            f"a symmetry tolerance of {tolerance} Å is not usable; give more than 0 and at most {MAX_TOLERANCE}"
        )
    crystal = read_structure(path)
    # A mixed site is its own kind, so that spglib does not take it for one of its elements.
    kinds = [site.specie.symbol if site.is_ordered else str(site.species) for site in crystal]
    known = sorted(set(kinds))
    return crystal.lattice.matrix, crystal.frac_coords, [known.index(kind) + 1 for kind in kinds], known


def _dataset(path: Path, tolerance: float) -> Any:
    import spglib

    lattice, coordinates, kinds, _ = _cell(path, tolerance)
    with warnings.catch_warnings():
        # spglib 2.7 and later announce that they will raise where they give None now.
        warnings.simplefilter("ignore", DeprecationWarning)
        found = spglib.get_symmetry_dataset((lattice, coordinates, kinds), symprec=tolerance)
    if found is None:
        raise ToolInputError(f"no symmetry of {path.name} found at {tolerance} Å; try another tolerance")
    return found


def _standard(path: Path, tolerance: float, *, primitive: bool) -> str:
    import spglib
    from pymatgen.core.structure import Structure
    from pymatgen.io.cif import CifWriter

    read_structure(path, ordered=True)
    _dataset(path, tolerance)
    lattice, coordinates, kinds, known = _cell(path, tolerance)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        cell = spglib.standardize_cell((lattice, coordinates, kinds), to_primitive=primitive, symprec=tolerance)
    if cell is None:
        raise ToolInputError(f"{path.name} has no standard cell at {tolerance} Å; try another tolerance")
    return str(CifWriter(Structure(cell[0], [known[kind - 1] for kind in cell[2]], cell[1])))


def _system(number: int) -> str:
    limits = (
        (2, "triclinic"),
        (15, "monoclinic"),
        (74, "orthorhombic"),
        (142, "tetragonal"),
        (167, "trigonal"),
        (194, "hexagonal"),
        (230, "cubic"),
    )
    return next(name for last, name in limits if number <= last)
