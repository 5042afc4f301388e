"""The cell of a crystal: lattice, volume, density, composition, sites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure, symbols_of

MAX_SUPERCELL_SITES = 5000

LatticeA = Annotated[
    float,
    Semantic(
        "LatticeA",
        parent="MaterialProperty",
        unit="Ao",
        label="lattice parameter a",
        also=("cell length a", "lattice constant a", "a axis", "length of the a axis"),
    ),
]
LatticeB = Annotated[
    float,
    Semantic(
        "LatticeB",
        parent="MaterialProperty",
        unit="Ao",
        label="lattice parameter b",
        also=("cell length b", "lattice constant b", "b axis", "length of the b axis"),
    ),
]
LatticeC = Annotated[
    float,
    Semantic(
        "LatticeC",
        parent="MaterialProperty",
        unit="Ao",
        label="lattice parameter c",
        also=("cell length c", "lattice constant c", "c axis", "length of the c axis"),
    ),
]
LatticeAlpha = Annotated[
    float,
    Semantic(
        "LatticeAlpha", parent="MaterialProperty", unit="deg", label="lattice angle alpha", also=("cell angle alpha",)
    ),
]
LatticeBeta = Annotated[
    float,
    Semantic(
        "LatticeBeta",
        parent="MaterialProperty",
        unit="deg",
        label="lattice angle beta",
        also=("cell angle beta", "monoclinic angle"),
    ),
]
LatticeGamma = Annotated[
    float,
    Semantic(
        "LatticeGamma", parent="MaterialProperty", unit="deg", label="lattice angle gamma", also=("cell angle gamma",)
    ),
]
CellVolume = Annotated[
    float,
    Semantic(
        "CellVolume",
        parent="MaterialProperty",
        unit="Ao3",
        label="unit cell volume",
        also=("cell volume", "volume of the unit cell"),
    ),
]
VolumePerAtom = Annotated[
    float,
    Semantic("VolumePerAtom", parent="MaterialProperty", unit="Ao3", label="volume per atom", also=("atomic volume",)),
]
CrystalDensity = Annotated[
    float,
    Semantic(
        "CrystalDensity",
        parent="MaterialProperty",
        unit="g/cm3",
        label="crystal density",
        also=("crystallographic density", "X-ray density", "density of the crystal", "density", "theoretical density"),
    ),
]
CrystalFormula = Annotated[
    str,
    Semantic("CrystalFormula", parent="MolecularFormula", label="formula of a crystal", also=("crystal composition",)),
]
CellContents = Annotated[
    dict[str, float],
    Semantic(
        "CellContents",
        parent="MaterialProperty",
        unit="1",
        label="elemental composition of the unit cell",
        also=("elemental composition", "unit cell contents", "atoms in the unit cell"),
    ),
]
FormulaUnits = Annotated[
    float,
    Semantic(
        "FormulaUnits",
        parent="MaterialProperty",
        unit="1",
        label="formula units per unit cell",
        also=("number of formula units", "Z value"),
    ),
]
StructureSummary = Annotated[
    str,
    Semantic(
        "StructureSummary",
        parent="Report",
        label="summary of a crystal structure",
        also=("structure information", "structure info", "crystal structure information"),
    ),
]
SiteCount = Annotated[
    int,
    Semantic(
        "SiteCount",
        parent="MaterialProperty",
        unit="1",
        label="number of sites in the unit cell",
        also=("number of sites", "site count"),
    ),
]
SiteSymbols = Annotated[list[str], Semantic("SiteSymbols", parent="MaterialProperty", label="element of each site")]
FractionalCoordinates = Annotated[
    list[list[float]],
    Semantic(
        "FractionalCoordinates",
        parent="MaterialProperty",
        unit="1",
        label="fractional coordinates",
        also=("fractional atomic coordinates", "atomic positions in the cell"),
    ),
]
SiteIndex = Annotated[
    int, Semantic("SiteIndex", parent="Parameter", unit="1", label="index of a site", also=("site index", "atom index"))
]
SiteSymbol = Annotated[
    str, Semantic("SiteSymbol", parent="ElementSymbol", label="element at a site", also=("symbol of a site",))
]
Repeats = Annotated[int, Semantic("Repeats", parent="Parameter", unit="1", label="repeats of the cell along an axis")]
SupercellCif = Annotated[
    str, Semantic("SupercellCif", parent="Report", label="CIF text of a supercell", also=("supercell",))
]


@dataclass(frozen=True, slots=True)
class LatticeParameters:
    """Lengths in Å and angles in degrees of the cell as the file gives it."""

    lattice_a: LatticeA
    lattice_b: LatticeB
    lattice_c: LatticeC
    lattice_alpha: LatticeAlpha
    lattice_beta: LatticeBeta
    lattice_gamma: LatticeGamma


@dataclass(frozen=True, slots=True)
class CrystalComposition:
    """Reduced formula, atoms in the cell by element, and how often the formula fits into the cell."""

    crystal_formula: CrystalFormula
    cell_contents: CellContents
    formula_units: FormulaUnits


@dataclass(frozen=True, slots=True)
class CrystalSites:
    """Element and fractional coordinates of every site, in the order of the site index."""

    site_count: SiteCount
    site_symbols: SiteSymbols
    fractional_coordinates: FractionalCoordinates


@tool(
    Operation.ANALYSIS,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE},
    also=("MofLattice", "lattice parameters", "cell parameters", "unit cell parameters", "lattice constants"),
)
def lattice_parameters(structure: CifFile) -> LatticeParameters:
    """Read the lattice parameters of a crystal: cell lengths and angles.

    Args:
        structure: CIF or POSCAR file.
    Returns:
        Lengths a, b, c in Å; angles alpha, beta, gamma in degrees; of the cell in the file, which is not reduced.
    Raises:
        ToolInputError: the file holds no readable crystal structure.
    Source: `pymatgen.core.Lattice`, Ong et al. 2013, doi:10.1016/j.commatsci.2012.10.028.
    """
    lattice = read_structure(structure).lattice
    return LatticeParameters(*(float(value) for value in lattice.parameters))


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE})
def cell_volume(structure: CifFile) -> CellVolume:
    """Compute the volume of the unit cell of a crystal.

    Args:
        structure: CIF or POSCAR file.
    Returns:
        Volume in Å³ of the cell in the file.
    Raises:
        ToolInputError: the file holds no readable crystal structure.
    Source: `pymatgen.core.Lattice.volume`, doi:10.1016/j.commatsci.2012.10.028.
    """
    return float(read_structure(structure).volume)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE})
def volume_per_atom(structure: CifFile) -> VolumePerAtom:
    """Compute the volume per atom of a crystal.

    Args:
        structure: CIF or POSCAR file; partly occupied sites count by their occupancy.
    Returns:
        Cell volume over atoms in the cell, in Å³.
    Raises:
        ToolInputError: the file holds no readable crystal structure.
    Source: `pymatgen.core.Structure`, doi:10.1016/j.commatsci.2012.10.028.
    """
    crystal = read_structure(structure)
    return float(crystal.volume / crystal.composition.num_atoms)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE}, also=("CalculateDensity",))
def crystal_density(structure: CifFile) -> CrystalDensity:
    """Compute the density of a crystal from its cell.

    Args:
        structure: CIF or POSCAR file; atoms the file leaves out (hydrogens, solvent) are missing in the mass.
    Returns:
        Mass of the atoms in the cell over its volume, in g/cm³.
    Raises:
        ToolInputError: the file holds no readable crystal structure.
    Source: `pymatgen.core.Structure.density`, doi:10.1016/j.commatsci.2012.10.028.
    """
    return float(read_structure(structure).density)


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE}, also=("GetElementComposition",))
def crystal_composition(structure: CifFile) -> CrystalComposition:
    """Count the atoms in the unit cell of a crystal and give its formula.

    Args:
        structure: CIF or POSCAR file.
    Returns:
        Reduced formula, atoms of each element in the cell (by occupancy), and formula units in the cell.
    Raises:
        ToolInputError: the file holds no readable crystal structure.
    Source: `pymatgen.core.Structure.composition`, doi:10.1016/j.commatsci.2012.10.028.
    """
    composition = read_structure(structure).composition.element_composition
    formula, units = composition.get_reduced_formula_and_factor()
    return CrystalComposition(
        formula, {element.symbol: float(count) for element, count in composition.items()}, float(units)
    )


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE}, also=("GetStructureInfo",))
def structure_summary(structure: CifFile) -> StructureSummary:
    """Summarise a crystal structure file: formula, sites, lattice, density.

    Args:
        structure: CIF or POSCAR file.
    Returns:
        One sentence with formula, number of sites, lengths in Å, angles in degrees, volume in Å³, density in g/cm³.
    Raises:
        ToolInputError: the file holds no readable crystal structure.
    Source: `pymatgen.core.Structure`, doi:10.1016/j.commatsci.2012.10.028.
    """
    crystal = read_structure(structure)
    a, b, c, alpha, beta, gamma = crystal.lattice.parameters
    order = "" if crystal.is_ordered else ", some of them partly occupied"
    return (
        f"{crystal.composition.reduced_formula}: {len(crystal)} sites in the cell{order}; "
        f"a = {a:.4f} Å, b = {b:.4f} Å, c = {c:.4f} Å, alpha = {alpha:.3f}°, beta = {beta:.3f}°, gamma = {gamma:.3f}°; "
        f"volume {crystal.volume:.3f} Å³; density {float(crystal.density):.4f} g/cm³"
    )


@tool(
    Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE}, also=("MofFractionalCoordinates",)
)
def fractional_coordinates(structure: CifFile) -> CrystalSites:
    """List the fractional coordinates and elements of all sites of a crystal.

    Args:
        structure: CIF or POSCAR file; symmetry is expanded to the full cell.
    Returns:
        Site count, symbols, coordinates from 0 to 1; the place in the list, from 0, is the site index elsewhere.
    Raises:
        ToolInputError: no readable crystal structure, or partly occupied sites.
    Source: `pymatgen.core.Structure.frac_coords`, doi:10.1016/j.commatsci.2012.10.028.
    """
    crystal = read_structure(structure, ordered=True)
    coordinates = [[round(float(value) % 1.0, 6) % 1.0 for value in site.frac_coords] for site in crystal]
    return CrystalSites(len(crystal), symbols_of(crystal), coordinates)


@tool(
    Operation.ANALYSIS,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE, "site_index": 0},
    also=("GetSymbolOfSite",),
)
def site_symbol(structure: CifFile, site_index: SiteIndex) -> SiteSymbol:
    """Give the element at a site of a crystal.

    Args:
        structure: CIF or POSCAR file.
        site_index: From 0, in the order of `fractional_coordinates`.
    Returns:
        Element symbol.
    Raises:
        ToolInputError: the file holds no readable ordered structure, or no such site.
    Source: `pymatgen.core.Structure`, doi:10.1016/j.commatsci.2012.10.028.
    """
    crystal = read_structure(structure, ordered=True)
    if not 0 <= site_index < len(crystal):
        raise ToolInputError(
            f"site {site_index} is not in the cell; its {len(crystal)} sites are 0 to {len(crystal) - 1}"
        )
    return symbols_of(crystal)[site_index]


@tool(
    Operation.MODELLING,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE, "repeats_a": 2, "repeats_b": 1, "repeats_c": 1},
)
def supercell(
    structure: CifFile, repeats_a: Repeats = 2, repeats_b: Repeats = 2, repeats_c: Repeats = 2
) -> SupercellCif:
    """Repeat the cell of a crystal along its axes to a supercell.

    Args:
        structure: CIF or POSCAR file.
        repeats_a: Times along a.
        repeats_b: Times along b.
        repeats_c: Times along c.
    Returns:
        The supercell as the text of a CIF, in P 1.
    Raises:
        ToolInputError: the file holds no readable crystal structure, or the supercell has more than 5000 sites.
    Source: `pymatgen.core.Structure.make_supercell`, doi:10.1016/j.commatsci.2012.10.028.
    """
    from pymatgen.io.cif import CifWriter

    crystal = read_structure(structure)
    repeats = (repeats_a, repeats_b, repeats_c)
    if min(repeats) < 1 or max(repeats) > MAX_SUPERCELL_SITES:
        raise ToolInputError(f"repeats {repeats} must be 1 or more")
    if len(crystal) * repeats_a * repeats_b * repeats_c > MAX_SUPERCELL_SITES:
        raise ToolInputError(
            f"the supercell would have {len(crystal) * repeats_a * repeats_b * repeats_c} sites, "
            f"at most {MAX_SUPERCELL_SITES} are made"
        )
    return str(CifWriter(crystal.make_supercell(repeats, in_place=False)))
