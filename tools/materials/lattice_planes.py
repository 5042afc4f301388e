"""The spacing of lattice planes from the cell."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.materials.crystal_size import CubicEdge
from scitoolagent.tools.materials.structure_edits import LatticePlane

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
    parts = indices.split()
    if len(parts) != 3 or not all(part.lstrip("-").isdecimal() and len(part) < 4 for part in parts):
        raise ToolInputError(f"{indices[:40]!r} is no plane; write three indices as 1 1 1")
    squares = sum(int(part) ** 2 for part in parts)
    if not squares:
        raise ToolInputError("0 0 0 is no plane; give indices that are not all zero")
    return edge / math.sqrt(squares)
