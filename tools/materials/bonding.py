"""Neighbours, coordination and bond lengths in a crystal."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._bonds import bonds_of
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure, symbols_of
from scitoolagent.tools.materials.crystal import SiteIndex

if TYPE_CHECKING:
    from pymatgen.core.structure import Structure

MAX_DISTANCE = 12.0

CoordinationNumbers = Annotated[
    dict[str, int],
    Semantic(
        "CoordinationNumbers",
        parent="MaterialProperty",
        unit="1",
        label="coordination numbers",
        also=("coordination number", "number of nearest neighbours", "number of nearest neighbors"),
    ),
]
NeighborIndices = Annotated[
    list[int],
    Semantic(
        "NeighborIndices",
        parent="MaterialProperty",
        label="indices of the neighbours of a site",
        also=("neighbor indices", "neighbour indices", "neighbors of a site", "neighboring sites"),
    ),
]
NeighborSymbols = Annotated[
    list[str], Semantic("NeighborSymbols", parent="MaterialProperty", label="elements of the neighbours of a site")
]
NeighborDistances = Annotated[
    list[float],
    Semantic(
        "NeighborDistances",
        parent="MaterialProperty",
        unit="Ao",
        label="distances of the neighbours of a site",
        also=("neighbor distances", "neighbour distances"),
    ),
]
ShortestBonds = Annotated[
    dict[str, float],
    Semantic(
        "ShortestBonds", parent="MaterialProperty", unit="Ao", label="shortest bond length of each pair of elements"
    ),
]
MeanBonds = Annotated[
    dict[str, float],
    Semantic(
        "MeanBonds",
        parent="MaterialProperty",
        unit="Ao",
        label="mean bond length of each pair of elements",
        also=("bond length in a crystal", "average bond length"),
    ),
]
LongestBonds = Annotated[
    dict[str, float],
    Semantic(
        "LongestBonds", parent="MaterialProperty", unit="Ao", label="longest bond length of each pair of elements"
    ),
]
ShortestDistance = Annotated[
    float,
    Semantic(
        "ShortestDistance",
        parent="MaterialProperty",
        unit="Ao",
        label="shortest interatomic distance in a crystal",
        also=(
            "shortest interatomic distance",
            "nearest neighbor distance",
            "nearest-neighbour distance",
            "minimum interatomic distance",
            "shortest distance between two atoms",
            "shortest distance between atoms",
            "closest contact between atoms",
            "closest interatomic distance",
            "smallest interatomic distance",
        ),
    ),
]
AtomicPackingFactor = Annotated[
    float,
    Semantic(
        "AtomicPackingFactor",
        parent="MaterialProperty",
        unit="1",
        label="atomic packing factor",
        also=("APF", "packing fraction", "packing efficiency"),
    ),
]


@dataclass(frozen=True, slots=True)
class Neighbors:
    """The bonded neighbours of a site, the nearest first; a neighbour in two cells is there twice."""

    neighbor_indices: NeighborIndices
    neighbor_symbols: NeighborSymbols
    neighbor_distances: NeighborDistances


@dataclass(frozen=True, slots=True)
class BondLengths:
    """Lengths in Å by pair of elements, such as `O-Si`."""

    shortest_bonds: ShortestBonds
    mean_bonds: MeanBonds
    longest_bonds: LongestBonds


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE})
def coordination_numbers(structure: CifFile) -> CoordinationNumbers:
    """Count the bonded neighbours of every site of a crystal, its coordination numbers.

    Args:
        structure: CIF or POSCAR file without partly occupied sites.
    Returns:
        Coordination number by site, the site written as element and index (`Na0`). In a metal the neighbours within
        1.1 times the shortest distance count.
    Raises:
        ToolInputError: no readable ordered structure, or an atom with no neighbour in bonding distance.
    Source: distance rule of Meng and Lewis 1991, doi:10.1002/jcc.540120716; radii of doi:10.1039/b801115j.
    """
    crystal = read_structure(structure, ordered=True)
    found, symbols = bonds_of(crystal), symbols_of(crystal)
    alone = next((index for index, bonds in enumerate(found) if not bonds), None)
    if alone is not None:
        raise ToolInputError(
            f"site {alone} ({symbols[alone]}) has no neighbour in bonding distance; "
            "its coordination cannot be told by distances"
        )
    return {f"{symbol}{index}": len(found[index]) for index, symbol in enumerate(symbols)}


@tool(
    Operation.ANALYSIS,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE, "site_index": 0},
    also=("MofNeighborIndices",),
)
def site_neighbors(structure: CifFile, site_index: SiteIndex) -> Neighbors:
    """List the bonded neighbours of one site of a crystal with their distances.

    Args:
        structure: CIF or POSCAR file without partly occupied sites.
        site_index: From 0, in the order of `fractional_coordinates`.
    Returns:
        Indices, elements and distances in Å, the nearest first; all empty for an atom that is bonded to nothing.
    Raises:
        ToolInputError: no readable ordered structure, or no such site.
    Source: distance rule of Meng and Lewis 1991, doi:10.1002/jcc.540120716; radii of doi:10.1039/b801115j.
    """
    crystal = read_structure(structure, ordered=True)
    if not 0 <= site_index < len(crystal):
        raise ToolInputError(
            f"site {site_index} is not in the cell; its {len(crystal)} sites are 0 to {len(crystal) - 1}"
        )
    bonds, symbols = bonds_of(crystal)[site_index], symbols_of(crystal)
    return Neighbors(
        [bond.end for bond in bonds],
        [symbols[bond.end] for bond in bonds],
        [bond.length for bond in bonds],
    )


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE})
def crystal_bond_lengths(structure: CifFile) -> BondLengths:
    """Measure the bond lengths of a crystal by pair of elements.

    Args:
        structure: CIF or POSCAR file without partly occupied sites.
    Returns:
        Shortest, mean and longest bond in Å of each pair of elements, the pair by alphabet (`O-Si`).
    Raises:
        ToolInputError: no readable ordered structure, or no bonds.
    Source: distance rule of Meng and Lewis 1991, doi:10.1002/jcc.540120716; radii of doi:10.1039/b801115j.
    """
    crystal = read_structure(structure, ordered=True)
    symbols = symbols_of(crystal)
    lengths: dict[str, list[float]] = defaultdict(list)
    for bond in (bond for bonds in bonds_of(crystal) for bond in bonds):
        pair = sorted((symbols[bond.start], symbols[bond.end]))
        lengths["-".join(pair)].append(bond.length)
    if not lengths:
        raise ToolInputError(f"{structure.name} has no two atoms in bonding distance")
    ordered = dict(sorted(lengths.items()))
    return BondLengths(
        {pair: min(values) for pair, values in ordered.items()},
        {pair: sum(values) / len(values) for pair, values in ordered.items()},
        {pair: max(values) for pair, values in ordered.items()},
    )


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE})
def shortest_distance(structure: CifFile) -> ShortestDistance:
    """Measure the shortest distance between two atoms of a crystal.

    Args:
        structure: CIF or POSCAR file without partly occupied sites.
    Returns:
        Distance in Å, across the faces of the cell too.
    Raises:
        ToolInputError: no readable ordered structure, or no two atoms nearer than 12 Å.
    Source: `pymatgen.core.Structure.get_neighbor_list`, doi:10.1016/j.commatsci.2012.10.028.
    """
    return _shortest(read_structure(structure, ordered=True), structure)


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": str(Path(EXAMPLE).with_name("example_copper.cif"))},
)
def atomic_packing_factor(structure: CifFile) -> AtomicPackingFactor:
    """Compute the atomic packing factor of an elemental crystal.

    Args:
        structure: CIF or POSCAR file of one element.
    Returns:
        Volume of spheres that touch at the shortest distance, over the cell volume (0.74 for fcc, 0.68 for bcc).
    Raises:
        ToolInputError: no readable ordered structure, or several elements, whose touching spheres have no one radius.
    Source: definition, n (π/6) d³ / V with the nearest-neighbour distance d.
    """
    crystal = read_structure(structure, ordered=True)
    if len(crystal.composition) != 1:
        raise ToolInputError(f"{structure.name} has {len(crystal.composition)} elements; a packing factor needs one")
    return len(crystal) * pi / 6 * _shortest(crystal, structure) ** 3 / float(crystal.volume)


def _shortest(crystal: Structure, path: Path) -> float:
    for reach in (3.0, 6.0, MAX_DISTANCE):
        lengths = crystal.get_neighbor_list(reach)[3]
        if len(lengths):
            return float(lengths.min())
    raise ToolInputError(f"{path.name} has no two atoms nearer than {MAX_DISTANCE} Å")
