"""The spacing of lattice planes from the cell."""

from __future__ import annotations

import math
import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.materials._cell_shape_words import TOLD_BY
from scitoolagent.tools.materials.crystal_size import CubicEdge
from scitoolagent.tools.materials.structure_edits import LatticePlane
from scitoolagent.tools.materials.unit_cells import UnitCellVolume, unit_cell_volume

CubicPlaneSpacing = Annotated[
    float,
    Semantic(
        "CubicPlaneSpacing",
        parent="PlaneSpacing",
        unit="Ao",
        label="spacing of planes of a cubic cell",
        also=(
            "spacing",
            "d-spacing",
            "d-spacing of the plane",
            "d-spacing of planes",
            "interplanar spacing",
            "plane spacing",
            "interplanar distance",
            "lattice plane spacing",
        ),
    ),
]
CellShape = Annotated[
    str,
    Semantic(
        "CellShape",
        parent="Parameter",
        label="crystal system with cell edges",
        finder="scitoolagent.tools.materials._cell_shape_words:find_cell_shapes",
    ),
]
MeasuredCell = Annotated[
    str,
    Semantic(
        "MeasuredCell",
        parent="Parameter",
        label="cell whose volume is asked for",
        finder="scitoolagent.tools.materials._cell_shape_words:find_measured_cells",
    ),
]
CellPlaneSpacing = Annotated[
    float,
    Semantic(
        "CellPlaneSpacing",
        parent="PlaneSpacing",
        unit="Ao",
        label="spacing of planes of a cell of any system",
        also=(
            "spacing",
            "d-spacing",
            "d-spacing of the plane",
            "interplanar spacing",
            "plane spacing",
            "interplanar distance",
            "lattice plane spacing",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"edge": 4.0495, "indices": "1 1 1"})
def cubic_plane_spacing(edge: CubicEdge, indices: LatticePlane) -> CubicPlaneSpacing:
    """Compute the spacing of lattice planes of a cubic crystal.

    Args:
        edge: Lattice parameter in Å.
        indices: Three whole numbers with blanks between, as `1 1 1`, not all zero.
    Returns:
        a / √(h² + k² + l²) in Å; the planes need not reflect, as (100) of a face-centred cell does not.
    Raises:
        ToolInputError: the lattice parameter is not positive, or the indices are not three whole numbers.
    Source: definition; Cullity, Elements of X-ray Diffraction, appendix 3.
    """
    if not 0 < edge < math.inf:
        raise ToolInputError(f"a lattice parameter of {edge} Å is impossible; give a positive one")
    return edge / math.sqrt(sum(index * index for index in _plane(indices)))


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"cell": "tetragonal a=3.785 c=9.514", "indices": "1 0 1"},
)
def plane_spacing_of_cell(cell: CellShape, indices: LatticePlane) -> CellPlaneSpacing:
    """Compute the spacing of lattice planes of a crystal from its system and cell.

    Args:
        cell: System with the edges in Å and angles in degrees that it needs, as `tetragonal a=3.785 c=9.514`,
            `monoclinic a=5.1 b=5.2 c=5.3 beta=99`.
        indices: Three whole numbers with blanks between, as `1 0 1`, not all zero.
    Returns:
        1 / √(h G* h) in Å with the reciprocal metric G*; the planes need not reflect.
    Raises:
        ToolInputError: the cell cannot be read or closes none, or the indices are not three whole numbers.
    Source: International Tables for Crystallography, volume B, 1.1.
    """
    import numpy as np

    a, b, c, alpha, beta, gamma = _cell(cell)
    x, y, z = (math.cos(math.radians(angle)) for angle in (alpha, beta, gamma))
    metric = np.array([[a * a, a * b * z, a * c * y], [a * b * z, b * b, b * c * x], [a * c * y, b * c * x, c * c]])
    plane = np.array(_plane(indices))
    # It refuses angles that close no cell.
    unit_cell_volume(a, b, c, alpha, beta, gamma)
    return float(1 / math.sqrt(plane @ np.linalg.inv(metric) @ plane))


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"cell": "hexagonal a=3.209 c=5.211"})
def volume_of_cell(cell: CellShape) -> UnitCellVolume:
    """Compute the volume of a unit cell from its system and edges.

    Args:
        cell: As `plane_spacing_of_cell` takes it.
    Returns:
        V in Å³.
    Raises:
        ToolInputError: the cell cannot be read or closes none.
    Source: definition; International Tables for Crystallography, volume C.
    """
    return unit_cell_volume(*_cell(cell))


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"cell": "hexagonal a=3.209 c=5.211"})
def volume_of_measured_cell(cell: MeasuredCell) -> UnitCellVolume:
    """Compute the volume of a unit cell that is told in one phrase by its system and edges.

    Args:
        cell: As `plane_spacing_of_cell` takes it.
    Returns:
        V in Å³.
    Raises:
        ToolInputError: the cell cannot be read or closes none.
    Source: definition; International Tables for Crystallography, volume C.
    """
    return volume_of_cell(cell)


def _cell(text: str) -> tuple[float, float, float, float, float, float]:
    kind, _, told = text.strip().partition(" ")
    found = {name: float(value) for name, value in re.findall(r"(\w+)=(\d+(?:\.\d+)?)(?=\s|$)", told)}
    if set(found) != set(TOLD_BY.get(kind, ())) or not all(0 < value < math.inf for value in found.values()):
        raise ToolInputError(f"{text[:60]!r} is no cell; write its system and edges as tetragonal a=3.785 c=9.514")
    if any(value >= 180 for name, value in found.items() if len(name) > 1):
        raise ToolInputError(f"{text[:60]!r} has an angle of 180° or more")
    a = found["a"]
    right = 120.0 if kind == "hexagonal" else found.get("alpha", 90.0) if kind == "rhombohedral" else 90.0
    angles = (
        found.get("alpha", 90.0),
        found.get("beta", right if kind == "rhombohedral" else 90.0),
        found.get("gamma", right),
    )
    return a, found.get("b", a), found.get("c", a), *angles


def _plane(indices: str) -> list[int]:
    parts = indices.split()
    if len(parts) != 3 or not all(part.lstrip("-").isdecimal() and len(part) < 4 for part in parts):
        raise ToolInputError(f"{indices[:40]!r} is no plane; write three indices as 1 1 1")
    plane = [int(part) for part in parts]
    if not any(plane):
        raise ToolInputError("0 0 0 is no plane; give indices that are not all zero")
    return plane
