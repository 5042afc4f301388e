"""Pictures of crystals."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.pictures import as_svg, labelled, new_figure, sticks
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._structure import EXAMPLE
from scitoolagent.tools.materials.diffraction import CU_K_ALPHA, TwoThetaMaximum, Wavelength, powder_pattern

PowderPicture = Annotated[
    str,
    Semantic(
        "PowderPicture",
        parent="SvgPicture",
        label="drawn powder pattern",
        also=(
            "drawn XRD pattern",
            "drawn X-ray diffraction pattern",
            "drawn powder XRD pattern",
            "drawn PXRD pattern",
            "plot of the powder pattern",
            "picture of the powder pattern",
            "XRD plot",
            "plot of the XRD pattern",
        ),
    ),
]


@tool(
    Operation.VISUALISATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": EXAMPLE},
    seconds=120.0,
    also=(
        "draw the powder pattern",
        "plot the powder pattern",
        "draw the XRD pattern",
        "plot the XRD pattern",
        "draw the XRD plot",
    ),
)
def powder_pattern_drawing(
    structure: CifFile, wavelength: Wavelength = CU_K_ALPHA, highest_angle: TwoThetaMaximum = 90.0
) -> PowderPicture:
    """Draw the powder X-ray diffraction pattern of a crystal as sticks.

    Args:
        structure: CIF or POSCAR file; at most 1000 sites.
        wavelength: In Å; 1.54184 is the mean of copper Kα.
        highest_angle: Peaks up to this 2θ in degrees are drawn.
    Returns:
        Text of an SVG file: 2θ in degrees against intensity in percent of the strongest peak; the highest peaks that do
        not stand too close have their angle written on. Peaks have no width.
    Raises:
        ToolInputError: as the powder pattern.
    Source: as the powder pattern; De Graef and McHenry, Structure of Materials, 2007; drawn by matplotlib.
    """
    pattern = powder_pattern(structure, wavelength, highest_angle)
    figure = new_figure()
    axes = figure.subplots()
    sticks(axes, pattern.peak_positions, pattern.peak_intensities, "{:.2f}°")
    axes.set_xlim(0, highest_angle)
    labelled(axes, "2θ (°)", "intensity (% of the strongest)", f"{structure.stem}, λ = {wavelength:g} Å")
    return as_svg(figure)
