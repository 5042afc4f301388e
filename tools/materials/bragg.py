"""Bragg's law: the angles of lattice planes and their spacing."""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, degrees, radians, sin
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.materials.diffraction import CU_K_ALPHA, Wavelength

PlaneSpacing = Annotated[
    float,
    Semantic(
        "PlaneSpacing",
        parent="Parameter",
        unit="Ao",
        label="distance of lattice planes",
        also=("d-spacing", "interplanar spacing", "lattice plane spacing", "d"),
    ),
]
DiffractionOrder = Annotated[
    int, Semantic("DiffractionOrder", parent="Parameter", unit="1", label="order of diffraction")
]
BraggAngle = Annotated[
    float,
    Semantic(
        "BraggAngle",
        parent="MaterialProperty",
        unit="deg",
        label="diffraction angle 2θ",
        also=("2θ", "2theta", "2 theta", "two theta", "twotheta", "diffraction angle", "scattering angle"),
    ),
]
GlancingAngle = Annotated[
    float,
    Semantic(
        "GlancingAngle",
        parent="MaterialProperty",
        unit="deg",
        label="Bragg angle θ",
        also=("Bragg angle", "theta", "glancing angle"),
    ),
]
PlaneSpacingResult = Annotated[
    float,
    Semantic(
        "MeasuredPlaneSpacing",
        parent="PlaneSpacing",
        unit="Ao",
        label="plane spacing from a diffraction angle",
        also=("d-spacing from the angle",),
    ),
]
MeasuredAngle = Annotated[
    float,
    Semantic(
        "MeasuredAngle",
        parent="Parameter",
        unit="deg",
        label="measured angle 2θ",
        also=("2θ", "2theta", "2 theta", "two theta", "twotheta", "diffraction angle", "scattering angle"),
    ),
]
MeasuredBraggAngle = Annotated[
    float,
    Semantic(
        "MeasuredBraggAngle",
        parent="Parameter",
        unit="deg",
        label="measured Bragg angle θ",
        also=("Bragg angle", "glancing angle", "theta"),
    ),
]


@dataclass(frozen=True, slots=True)
class BraggAngles:
    """The angle θ between beam and planes, and 2θ between beam and reflection, in degrees."""

    glancing_angle: GlancingAngle
    diffraction_angle: BraggAngle


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"spacing": 2.82},
    also=("Bragg's law", "Bragg equation"),
)
def bragg_angle(spacing: PlaneSpacing, wavelength: Wavelength = CU_K_ALPHA, order: DiffractionOrder = 1) -> BraggAngles:
    """Compute the Bragg angle θ and the diffraction angle 2θ of lattice planes.

    Args:
        spacing: Distance of the planes in Å.
        wavelength: In Å; 1.54184 is the mean of copper Kα.
        order: Order n, 1 or more.
    Returns:
        θ and 2θ in degrees, from sin θ = n λ / 2d.
    Raises:
        ToolInputError: a value is not positive, or the wavelength is too long for these planes.
    Source: Bragg 1913, doi:10.1098/rspa.1913.0040.
    """
    if not (spacing > 0 and wavelength > 0 and order > 0):
        raise ToolInputError(f"spacing {spacing}, wavelength {wavelength} and order {order} must be positive")
    sine = order * wavelength / (2 * spacing)
    if sine > 1:
        raise ToolInputError(
            f"planes {spacing} Å apart do not diffract {wavelength} Å in order {order}; 2d must be at least nλ"
        )
    angle = degrees(asin(sine))
    return BraggAngles(angle, 2 * angle)


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"angle": 31.7},
    also=("d-spacing", "interplanar spacing"),
)
def plane_spacing(
    angle: MeasuredAngle, wavelength: Wavelength = CU_K_ALPHA, order: DiffractionOrder = 1
) -> PlaneSpacingResult:
    """Compute the spacing of lattice planes from a diffraction angle by Bragg's law.

    Args:
        angle: 2θ in degrees, more than 0 and less than 180.
        wavelength: In Å; 1.54184 is the mean of copper Kα.
        order: Order n, 1 or more.
    Returns:
        d in Å, from d = n λ / (2 sin θ).
    Raises:
        ToolInputError: a value is out of its range.
    Source: Bragg 1913, doi:10.1098/rspa.1913.0040.
    """
    if not (0 < angle < 180 and wavelength > 0 and order > 0):
        raise ToolInputError(
            f"angle {angle} must be between 0 and 180, wavelength {wavelength} and order {order} positive"
        )
    return order * wavelength / (2 * sin(radians(angle / 2)))


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"angle": 15.85},
    also=("plane spacing", "d-spacing", "interplanar spacing"),
)
def plane_spacing_of_bragg_angle(
    angle: MeasuredBraggAngle, wavelength: Wavelength = CU_K_ALPHA, order: DiffractionOrder = 1
) -> PlaneSpacingResult:
    """Compute the spacing of lattice planes from a Bragg angle θ.

    Args:
        angle: θ in degrees, more than 0 and less than 90; half of 2θ.
        wavelength: In Å; 1.54184 is the mean of copper Kα.
        order: Order n, 1 or more.
    Returns:
        d in Å, from d = n λ / (2 sin θ).
    Raises:
        ToolInputError: a value is out of its range.
    Source: Bragg 1913, doi:10.1098/rspa.1913.0040.
    """
    if not 0 < angle < 90:
        raise ToolInputError(f"a Bragg angle of {angle}° is impossible; give θ, more than 0 and less than 90")
    return plane_spacing(2 * angle, wavelength, order)
