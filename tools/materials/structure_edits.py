"""Structures made of a crystal: surfaces and exchanged elements."""

from __future__ import annotations

import math
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure, symbols_of

if TYPE_CHECKING:
    from pymatgen.core.structure import Structure

LatticePlane = Annotated[
    str,
    Semantic(
        "LatticePlane",
        parent="Parameter",
        label="Miller indices of a plane",
        also=("lattice plane", "surface plane", "Miller indices", "hkl"),
        finder="scitoolagent.tools.materials._edit_words:find_planes",
    ),
]
ElementExchange = Annotated[
    str,
    Semantic(
        "ElementExchange",
        parent="Parameter",
        label="exchange of elements",
        finder="scitoolagent.tools.materials._edit_words:find_exchanges",
    ),
]
SlabThickness = Annotated[
    float,
    Semantic(
        "SlabThickness",
        parent="Parameter",
        unit="Ao",
        label="thickness of the slab",
        also=("slab thickness", "thickness", "thick"),
    ),
]
VacuumThickness = Annotated[
    float,
    Semantic(
        "VacuumThickness",
        parent="Parameter",
        unit="Ao",
        label="thickness of the vacuum",
        also=("vacuum thickness", "vacuum", "vacuum layer"),
    ),
]
SlabCif = Annotated[
    str,
    Semantic(
        "SlabCif",
        parent="Report",
        label="CIF text of a slab",
        also=("surface slab", "slab", "slab model", "surface model"),
    ),
]
SlabArea = Annotated[
    float,
    Semantic(
        "SlabArea",
        parent="MaterialProperty",
        unit="Ao2",
        label="surface area of the slab cell",
        also=("area of the slab",),
    ),
]
SlabSites = Annotated[
    int,
    Semantic(
        "SlabSites", parent="MaterialProperty", unit="1", label="number of atoms in the slab", also=("slab atoms",)
    ),
]
SlabNote = Annotated[str, Semantic("SlabNote", parent="Report", role="note", label="how the slab was cut")]
SubstitutedCif = Annotated[
    str,
    Semantic(
        "SubstitutedCif",
        parent="Report",
        label="CIF text of a substituted crystal",
        also=("substituted crystal", "substituted structure", "crystal with exchanged elements"),
    ),
]
SubstitutedFormula = Annotated[
    str, Semantic("SubstitutedFormula", parent="MaterialProperty", label="formula of the substituted crystal")
]
ExchangedSites = Annotated[
    int, Semantic("ExchangedSites", parent="MaterialProperty", unit="1", label="number of sites that were exchanged")
]
SubstitutionNote = Annotated[
    str, Semantic("SubstitutionNote", parent="Report", role="note", label="what the exchange leaves as it was")
]

_MOST_INDEX = 4
_MOST_SITES = 2000


@dataclass(frozen=True, slots=True)
class Slab:
    """A slab of a crystal with vacuum above it."""

    cif: SlabCif
    sites: SlabSites
    area: SlabArea
    note: SlabNote


@dataclass(frozen=True, slots=True)
class Substituted:
    """A crystal in which one element took the sites of another."""

    cif: SubstitutedCif
    formula: SubstitutedFormula
    sites: ExchangedSites
    note: SubstitutionNote


@tool(
    Operation.GENERATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE, "plane": "1 0 0"},
    also=("cut a surface slab", "build a slab", "cut a slab", "make a surface"),
    seconds=60.0,
)
def crystal_slab(
    structure: CifFile, plane: LatticePlane, thickness: SlabThickness = 10.0, vacuum: VacuumThickness = 15.0
) -> Slab:
    """Cut a slab out of a crystal along a lattice plane, with vacuum above it.

    Args:
        structure: CIF or POSCAR file of an ordered crystal; the indices are those of
            its cell where that is a conventional one, and of its conventional cell otherwise.
        plane: Three Miller indices from -4 to 4 such as `1 1 0`, not all zero.
        thickness: Of the slab in Å at least, 1 to 60.
        vacuum: In Å at least, 0 to 60.
    Returns:
        The CIF text of the slab in P 1, its atoms, and the area of one of its two faces in Å². Where the plane allows
        several terminations the note says how many; the first is given. Nothing is relaxed.
    Raises:
        ToolInputError: no readable ordered crystal, indices or lengths out of range, or more than 2000 atoms.
    Source: Sun and Ceder 2013, doi:10.1016/j.susc.2013.05.016, by `pymatgen.core.surface.SlabGenerator`.
    """
    indices = _indices(plane)
    for name, value, low in (("thickness", thickness, 1.0), ("vacuum", vacuum, 0.0)):
        if not low <= value <= 60.0:
            raise ToolInputError(f"a {name} of {value:g} Å is out of range; {low:g} to 60 Å is taken")
    conventional, axes = _axes(read_structure(structure, ordered=True))
    estimate = len(conventional) * (thickness + vacuum) / conventional.lattice.d_hkl(indices)
    if estimate > 20 * _MOST_SITES:
        raise ToolInputError("the cell is too large for a slab of this thickness; take a thinner one")
    from pymatgen.core.surface import SlabGenerator

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        slabs = SlabGenerator(
            conventional, indices, thickness, vacuum, center_slab=True, in_unit_planes=False, lll_reduce=False
        ).get_slabs()
        if not slabs:
            raise ToolInputError(f"no slab is found along ({plane}) that breaks no layer; give other indices")
        chosen = slabs[0].get_sorted_structure()
        polar = "; its two faces differ, so it may carry a dipole" if not slabs[0].is_symmetric() else ""
    if len(chosen) > _MOST_SITES:
        raise ToolInputError(f"the slab has {len(chosen)} atoms, at most {_MOST_SITES} are written; take a thinner one")
    from pymatgen.io.cif import CifWriter

    told = f"{len(slabs)} terminations are possible, the first is given; not relaxed; {axes}{polar}"
    return Slab(str(CifWriter(chosen)), len(chosen), float(slabs[0].surface_area), told)


@tool(
    Operation.GENERATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE, "exchange": "Na K"},
    also=("substitute an element in a crystal", "replace an element in a crystal"),
)
def element_substitution(structure: CifFile, exchange: ElementExchange) -> Substituted:
    """Put one element on all sites of another in a crystal.

    Args:
        structure: CIF or POSCAR file of an ordered crystal.
        exchange: The element that is there and the one that takes its place, such as `Na K`.
    Returns:
        The CIF text in P 1, the new formula, and how many atoms of the cell were exchanged. The cell keeps its size.
    Raises:
        ToolInputError: no readable ordered crystal, no two different elements, or the first is not in it.
    Source: `pymatgen.core.Structure.replace_species`.
    """
    from pymatgen.core.periodic_table import Element
    from pymatgen.io.cif import CifWriter

    names = exchange.split()
    if len(names) != 2 or names[0] == names[1] or not all(Element.is_valid_symbol(one) for one in names):
        raise ToolInputError(f"{exchange[:40]!r} are no two different elements; write it as replace Na by K")
    crystal = read_structure(structure, ordered=True)
    count = symbols_of(crystal).count(names[0])
    if not count:
        raise ToolInputError(
            f"{structure.name} has no {names[0]}; it holds {', '.join(sorted(set(symbols_of(crystal))))}"
        )
    # States of oxidation belong to what was there.
    crystal.remove_oxidation_states()
    crystal.replace_species({names[0]: names[1]})
    note = "lattice and coordinates are those of the original; nothing was relaxed, and whether it exists is not known"
    return Substituted(str(CifWriter(crystal)), str(crystal.composition.reduced_formula), count, note)


def _indices(plane: str) -> tuple[int, int, int]:
    if not re.fullmatch(r"-?\d(?: -?\d){2}", plane.strip()):
        raise ToolInputError(f"{plane[:40]!r} are no three Miller indices; write a plane as (110)")
    h, k, l = (int(part) for part in plane.split())  # noqa: E741
    if not any((h, k, l)) or max(map(abs, (h, k, l))) > _MOST_INDEX:
        raise ToolInputError(f"the indices {plane} must lie between -{_MOST_INDEX} and {_MOST_INDEX}, not all zero")
    divisor = math.gcd(h, k, l)
    return h // divisor, k // divisor, l // divisor


def _axes(crystal: Structure) -> tuple[Structure, str]:
    """The cell that indices belong to: that of the file, unless it is a primitive one or a multiple."""
    from pymatgen.symmetry.analyzer import SpacegroupAnalyzer

    crystal.remove_oxidation_states()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        standard = SpacegroupAnalyzer(crystal, symprec=0.01).get_conventional_standard_structure()
    if len(standard) == len(crystal):
        return crystal, "indices of the cell of the file"
    a, b, c = standard.lattice.abc
    return standard, f"indices of the conventional cell ({a:.4g}, {b:.4g} and {c:.4g} Å), not of the cell of the file"
