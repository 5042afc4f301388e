"""How wide the pores of a crystal are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._pores import free_radii, limiting_radius
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure

LimitingDiameter = Annotated[
    float,
    Semantic(
        "PoreLimitingDiameter",
        parent="MaterialProperty",
        unit="Ao",
        label="pore limiting diameter",
        also=("limiting pore diameter", "largest free sphere"),
    ),
]
CavityDiameter = Annotated[
    float,
    Semantic(
        "LargestCavityDiameter",
        parent="MaterialProperty",
        unit="Ao",
        label="largest cavity diameter",
        also=("largest included sphere", "largest cavity"),
    ),
]


@dataclass(frozen=True, slots=True)
class Pores:
    """The widest sphere that passes, and the widest that has room."""

    limiting: LimitingDiameter
    cavity: CavityDiameter


@tool(Operation.ANALYSIS, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE}, seconds=300.0)
def pore_diameters(structure: CifFile) -> Pores:
    """Measure the pore limiting diameter and the largest cavity diameter of a crystal.

    Args:
        structure: CIF or POSCAR file, of a zeolite say, without partly occupied sites; what lies in the pores counts
            as an atom.
    Returns:
        The diameter of the largest sphere that passes through the crystal without end, zero where none does, and of the
        largest that has room in it, both in Å and too low by up to 0.5 Å, since the grid has a point each 0.3 Å.
    Raises:
        ToolInputError: no readable ordered structure, or too large a cell or cavity.
    Source: definitions of Haldoupis, Nair and Sholl 2010, doi:10.1021/ja1023699; radii of RDKit's periodic table.
    """
    free = free_radii(read_structure(structure, ordered=True))
    return Pores(round(2 * limiting_radius(free), 2), round(2 * max(float(free.max()), 0.0), 2))
