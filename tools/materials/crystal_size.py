"""Sizes of crystallites and densities of cells, and stress."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import counted, finite, positive, usable
from scitoolagent.tools.general._constants import AVOGADRO
from scitoolagent.tools.materials.diffraction import Wavelength
from scitoolagent.tools.materials.formula import MolarMass

ReflectionWidth = Annotated[
    float,
    Semantic(
        "ReflectionWidth",
        parent="Parameter",
        unit="deg",
        label="width of the reflection",
        also=(
            "peak width",
            "FWHM",
            "full width at half maximum",
            "peak broadening",
            "broadening",
            "width",
        ),
    ),
]
ReflectionAngle = Annotated[
    float,
    Semantic(
        "ReflectionAngle",
        parent="Parameter",
        unit="deg",
        label="angle 2θ of the reflection",
        also=(
            "2θ",
            "2theta",
            "2-theta",
            "two theta",
            "diffraction angle",
            "angle",
        ),
    ),
]
ShapeFactor = Annotated[
    float,
    Semantic(
        "ShapeFactor",
        parent="Parameter",
        unit="1",
        label="shape factor of Scherrer",
        also=(
            "shape factor",
            "K",
        ),
    ),
]
CrystalliteSize = Annotated[
    float,
    Semantic(
        "CrystalliteSize",
        parent="MaterialProperty",
        unit="nm",
        label="crystallite size",
        also=(
            "Scherrer size",
            "crystallite size by Scherrer",
            "crystallite size by the Scherrer equation",
            "grain size by Scherrer",
            "Scherrer equation",
        ),
    ),
]
CubicEdge = Annotated[
    float,
    Semantic(
        "CubicEdge",
        parent="Parameter",
        unit="Å",
        label="lattice parameter of a cubic cell",
        also=(
            "lattice parameter",
            "lattice constant",
            "cell edge",
            "a",
        ),
    ),
]
CellFormulaUnits = Annotated[
    int,
    Semantic(
        "CellFormulaUnits",
        parent="Parameter",
        unit="1",
        label="formula units in the cell",
        also=(
            "formula units per cell",
            "formula units",
            "Z",
        ),
    ),
]
CubicDensity = Annotated[
    float,
    Semantic(
        "CubicDensity",
        parent="MaterialProperty",
        unit="g/cm3",
        label="density of a cubic crystal",
        also=(
            "X-ray density",
            "theoretical density",
            "density from the lattice parameter",
            "crystal density",
            "theoretical density of a cubic crystal",
        ),
    ),
]
AppliedForce = Annotated[
    float,
    Semantic(
        "AppliedForce",
        parent="Parameter",
        unit="N",
        label="force",
        also=("applied force", "load", "F"),
    ),
]
CrossSection = Annotated[
    float,
    Semantic(
        "CrossSection",
        parent="Parameter",
        unit="mm2",
        label="cross section",
        also=(
            "area",
            "cross-sectional area",
            "section",
        ),
    ),
]
MechanicalStress = Annotated[
    float,
    Semantic(
        "MechanicalStress",
        parent="MaterialProperty",
        unit="MPa",
        label="mechanical stress",
        also=(
            "tensile stress",
            "stress",
        ),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"width": 0.4, "angle": 38.2, "wavelength": 1.5406, "factor": 0.94},
    also=("Scherrer equation",),
)
def crystallite_size(
    width: ReflectionWidth, angle: ReflectionAngle, wavelength: Wavelength = 1.54184, factor: ShapeFactor = 0.9
) -> CrystalliteSize:
    """Compute the size of crystallites from the width of a reflection by the Scherrer equation.

    Args:
        width: At half of its height, in degrees of 2θ, less that of the instrument.
        angle: 2θ in degrees.
        wavelength: In Å; 1.54184, the mean of Cu Kα.
        factor: Of the shape of the crystallites, 0.5 to 1.5.
    Returns:
        K λ / (β cos θ) in nm; strain is not taken into account.
    Raises:
        ToolInputError: a value is out of its bounds.
    Source: Scherrer 1918; Patterson 1939, doi:10.1103/PhysRev.56.978.
    """
    positive(wavelength=wavelength, width=width)
    if not 0 < angle < 180 or width >= angle:
        raise ToolInputError(f"a reflection at 2θ = {angle}° with a width of {width}° is impossible")
    if not 0.5 <= factor <= 1.5:
        raise ToolInputError(f"a shape factor of {factor} is unusual; it lies between 0.5 and 1.5")
    return factor * wavelength / 10 / (math.radians(width) * math.cos(math.radians(angle / 2)))


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"edge": 5.6402, "units": 4, "molar_mass": 58.44})
def cubic_density(edge: CubicEdge, units: CellFormulaUnits, molar_mass: MolarMass) -> CubicDensity:
    """Compute the density of a cubic crystal from its lattice parameter.

    Args:
        edge: In Å.
        units: In the cell.
        molar_mass: Of a formula unit in g/mol.
    Returns:
        Z M / (NA a³) in g/cm³.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition, with the exact Avogadro constant of the SI.
    """
    positive(lattice_parameter=edge, molar_mass=molar_mass)
    counted(formula_units=units)
    return units * molar_mass / (AVOGADRO * (edge * 1e-8) ** 3)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"force": 1000.0, "area": 50.0})
def mechanical_stress(force: AppliedForce, area: CrossSection) -> MechanicalStress:
    """Compute the stress that a force makes in a cross section.

    Args:
        force: In N; its sign counts.
        area: In mm².
    Returns:
        σ = F / A in MPa.
    Raises:
        ToolInputError: an area that is not positive, or a force that is no number.
    Source: definition.
    """
    finite(force=force)
    positive(area=area)
    return usable(force / area, "stress")
