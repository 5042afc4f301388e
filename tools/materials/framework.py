"""The bond graph of a framework: terminal sites, bridges, guests, dimensionality, linkers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._bonds import bonds_of, bridges_of, components_of
from scitoolagent.tools.materials._elements import is_metal
from scitoolagent.tools.materials._formula import hill_order, written
from scitoolagent.tools.materials._structure import FRAMEWORK_EXAMPLE, read_structure, symbols_of

MAX_MATRIX_SITES = 1000

TerminalSites = Annotated[
    list[int],
    Semantic(
        "TerminalSites",
        parent="MaterialProperty",
        label="indices of the terminal sites",
        also=("terminal sites", "terminal indices", "terminal atoms of a MOF"),
    ),
]
FrameworkBridges = Annotated[
    list[list[int]],
    Semantic(
        "FrameworkBridges",
        parent="MaterialProperty",
        label="bridges of the bond graph",
        also=("bridge edges", "bridges of the MOF", "bridge points"),
    ),
]
AdjacencyMatrix = Annotated[
    list[list[int]],
    Semantic(
        "AdjacencyMatrix",
        parent="MaterialProperty",
        label="adjacency matrix of a crystal",
        also=("adjacency matrix of the structure", "adjacency matrix of the MOF"),
    ),
]
FrameworkDimension = Annotated[
    int,
    Semantic(
        "FrameworkDimension",
        parent="MaterialProperty",
        unit="1",
        label="dimensionality of a crystal",
        also=("structural dimensionality", "framework dimensionality", "dimensionality of the bond network"),
    ),
]
FloatingMoleculeCount = Annotated[
    int,
    Semantic(
        "FloatingMoleculeCount",
        parent="MaterialProperty",
        unit="1",
        label="number of floating solvent molecules",
        also=("number of guest molecules",),
    ),
]
FloatingMolecules = Annotated[
    list[str],
    Semantic(
        "FloatingMolecules",
        parent="MaterialProperty",
        label="floating solvent molecules",
        also=("floating solvent", "unbound solvent", "free solvent", "guest molecules in the pores"),
    ),
]
FloatingMoleculeSites = Annotated[
    list[list[int]],
    Semantic("FloatingMoleculeSites", parent="MaterialProperty", label="site indices of floating solvent molecules"),
]


@dataclass(frozen=True, slots=True)
class FloatingSolvent:
    """Molecules in the cell that are bonded to nothing else: how many, their Hill formulas, their sites."""

    floating_molecule_count: FloatingMoleculeCount
    floating_molecules: FloatingMolecules
    floating_molecule_sites: FloatingMoleculeSites


@tool(
    Operation.ANALYSIS,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": FRAMEWORK_EXAMPLE},
    also=("GetTerminalIndices",),
)
def terminal_sites(structure: CifFile) -> TerminalSites:
    """List the terminal sites of a framework: atoms with exactly one bond.

    Args:
        structure: CIF or POSCAR file without partly occupied sites.
    Returns:
        Site indices from 0, in the order of `fractional_coordinates`; empty when there are none.
    Raises:
        ToolInputError: the file holds no readable ordered structure.
    Source: bonds by Meng and Lewis 1991, doi:10.1002/jcc.540120716, with radii of doi:10.1039/b801115j.
    """
    found = bonds_of(read_structure(structure, ordered=True))
    return [index for index, bonds in enumerate(found) if len(bonds) == 1]


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": FRAMEWORK_EXAMPLE}, also=("MofBridges",))
def framework_bridges(structure: CifFile) -> FrameworkBridges:
    """List the bridges of a framework: bonds whose removal cuts a part off.

    Args:
        structure: CIF or POSCAR file without partly occupied sites.
    Returns:
        Pairs of site indices from 0; bonds to terminal atoms and to side groups are bridges, ring bonds are none.
    Raises:
        ToolInputError: the file holds no readable ordered structure.
    Source: `networkx.bridges` (Schmidt 2013, doi:10.1016/j.ipl.2013.01.016) on bonds by doi:10.1002/jcc.540120716.
    """
    return bridges_of(bonds_of(read_structure(structure, ordered=True)))


@tool(
    Operation.ANALYSIS,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": FRAMEWORK_EXAMPLE},
    also=("PlotAdjacencyMatrix",),
)
def adjacency_matrix(structure: CifFile) -> AdjacencyMatrix:
    """Give the adjacency matrix of the bond graph of a crystal.

    Args:
        structure: CIF or POSCAR file without partly occupied sites, at most 1000 sites.
    Returns:
        Rows in the order of the site index; an entry counts the bonds between two sites, over all cells.
    Raises:
        ToolInputError: the file holds no readable ordered structure, or too many sites.
    Source: bonds by Meng and Lewis 1991, doi:10.1002/jcc.540120716, with radii of doi:10.1039/b801115j.
    """
    crystal = read_structure(structure, ordered=True)
    if len(crystal) > MAX_MATRIX_SITES:
        raise ToolInputError(
            f"{structure.name} has {len(crystal)} sites; a matrix is given for at most {MAX_MATRIX_SITES}"
        )
    matrix = [[0] * len(crystal) for _ in crystal]
    for bond in (bond for bonds in bonds_of(crystal) for bond in bonds):
        matrix[bond.start][bond.end] += 1
    return matrix


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": FRAMEWORK_EXAMPLE})
def framework_dimension(structure: CifFile) -> FrameworkDimension:
    """Tell the dimensionality of the bond network of a crystal.

    Args:
        structure: CIF or POSCAR file without partly occupied sites.
    Returns:
        0 for molecules, 1 for chains, 2 for layers, 3 for a network; the highest of all parts.
    Raises:
        ToolInputError: the file holds no readable ordered structure.
    Source: rank of the closed walks, Larsen et al. 2019, doi:10.1103/PhysRevMaterials.3.034003.
    """
    return max(part.dimension for part in components_of(bonds_of(read_structure(structure, ordered=True))))


@tool(
    Operation.ANALYSIS,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": FRAMEWORK_EXAMPLE},
    also=("GetFloatingSolventMolecules",),
)
def floating_solvent(structure: CifFile) -> FloatingSolvent:
    """Find the solvent molecules in a framework that are bonded to nothing.

    Args:
        structure: CIF or POSCAR file of a framework without partly occupied sites.
    Returns:
        Count, Hill formulas and site indices; 0 and empty lists when the pores hold none.
    Raises:
        ToolInputError: no readable ordered structure, or no framework (no bond network through the crystal).
    Source: finite parts without metal, doi:10.1103/PhysRevMaterials.3.034003; bonds by doi:10.1002/jcc.540120716.
    """
    crystal = read_structure(structure, ordered=True)
    parts = components_of(bonds_of(crystal))
    if not any(part.dimension for part in parts):
        raise ToolInputError(f"{structure.name} has no framework: its bonds make no chain, layer or network")
    symbols = symbols_of(crystal)
    guests = [
        part.sites for part in parts if part.dimension == 0 and not any(is_metal(symbols[site]) for site in part.sites)
    ]
    return FloatingSolvent(
        len(guests), [_hill([symbols[site] for site in sites]) for sites in guests], [list(sites) for sites in guests]
    )


def _hill(symbols: list[str]) -> str:
    counts = {symbol: Fraction(symbols.count(symbol)) for symbol in set(symbols)}
    return written(counts, hill_order(counts))
