"""Light that matter lets through, scatters, turns and passes on."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import finite, positive, usable

# Mass of the electron and the dalton in kg, CODATA 2018.

AbsorbanceGiven = Annotated[
    float,
    Semantic(
        "AbsorbanceGiven",
        parent="Parameter",
        unit="1",
        label="absorbance",
        also=(
            "absorbance of",
            "optical density",
        ),
    ),
]

TransmittanceGiven = Annotated[
    float,
    Semantic(
        "TransmittanceGiven",
        parent="Parameter",
        unit="%",
        label="transmittance",
        also=("transmission", "percent transmittance", "transmittance of", "%T"),
    ),
]

Transmittance = Annotated[
    float,
    Semantic(
        "Transmittance",
        parent="MaterialProperty",
        unit="%",
        label="transmittance of a solution",
        also=(
            "transmittance",
            "percent transmittance",
            "percent transmission",
            "transmission",
            "transmittance of an absorbance",
            "light transmitted",
        ),
    ),
]

AbsorbanceOfTransmittance = Annotated[
    float,
    Semantic(
        "AbsorbanceOfTransmittance",
        parent="MaterialProperty",
        unit="1",
        label="absorbance of a transmittance",
        also=(
            "absorbance",
            "absorbance from transmittance",
        ),
    ),
]

LaserWavelength = Annotated[
    float,
    Semantic(
        "LaserWavelength",
        parent="Parameter",
        unit="nm",
        label="wavelength of the laser",
        also=(
            "excitation wavelength",
            "laser wavelength",
            "laser",
            "excitation",
        ),
    ),
]

ScatteredWavelength = Annotated[
    float,
    Semantic(
        "ScatteredWavelength",
        parent="Parameter",
        unit="nm",
        label="wavelength of the scattered light",
        also=(
            "scattered wavelength",
            "scattered light",
            "Raman line",
            "scattered",
        ),
    ),
]

RamanShift = Annotated[
    float,
    Semantic(
        "RamanShift",
        parent="MaterialProperty",
        unit="1/cm",
        label="Raman shift",
        also=(
            "Raman shift of a line",
            "Stokes shift in wavenumbers",
            "Raman wavenumber",
        ),
    ),
]

DyeDistance = Annotated[
    float,
    Semantic(
        "DyeDistance",
        parent="Parameter",
        unit="nm",
        label="distance of donor and acceptor",
        also=(
            "distance",
            "donor-acceptor distance",
            "separation",
        ),
        announced=("apart",),
    ),
]

ForsterRadius = Annotated[
    float,
    Semantic(
        "ForsterRadius",
        parent="Parameter",
        unit="nm",
        label="Förster radius",
        also=(
            "Forster radius",
            "Förster distance",
            "Forster distance",
            "R0",
        ),
    ),
]

FretEfficiencyGiven = Annotated[
    float,
    Semantic(
        "FretEfficiencyGiven",
        parent="Parameter",
        unit="%",
        label="efficiency of energy transfer",
        also=(
            "FRET efficiency",
            "transfer efficiency",
        ),
    ),
]

FretEfficiency = Annotated[
    float,
    Semantic(
        "FretEfficiency",
        parent="MaterialProperty",
        unit="%",
        label="FRET efficiency",
        also=(
            "efficiency of FRET",
            "energy transfer efficiency",
            "FRET transfer efficiency",
            "efficiency of resonance energy transfer",
        ),
    ),
]

FretDistance = Annotated[
    float,
    Semantic(
        "FretDistance",
        parent="MaterialProperty",
        unit="nm",
        label="FRET distance",
        also=(
            "distance by FRET",
            "donor-acceptor distance",
            "distance between the dyes",
            "distance between donor and acceptor",
            "distance from a FRET efficiency",
        ),
    ),
]

RotationAngle = Annotated[
    float,
    Semantic(
        "RotationAngle",
        parent="Parameter",
        unit="deg",
        label="observed rotation",
        also=(
            "rotation angle",
            "angle of rotation",
            "optical rotation",
            "rotates by",
        ),
        announced=(
            "rotates",
            "rotation",
        ),
    ),
]

PolarimeterPath = Annotated[
    float,
    Semantic(
        "PolarimeterPath",
        parent="Parameter",
        unit="dm",
        label="length of the polarimeter tube",
        also=(
            "path length",
            "tube length",
            "cell length",
            "tube",
            "cell",
        ),
    ),
]

SpecificRotation = Annotated[
    float,
    Semantic(
        "SpecificRotation",
        parent="MaterialProperty",
        unit="deg*cm3/(dm*g)",
        label="specific rotation",
        also=(
            "specific optical rotation",
            "specific rotation of a solution",
        ),
    ),
]

RotatingMassConcentration = Annotated[
    float,
    Semantic(
        "RotatingMassConcentration",
        parent="Parameter",
        unit="g/mL",
        label="concentration in mass per volume",
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"absorbance": 0.75})
def transmittance(absorbance: AbsorbanceGiven) -> Transmittance:
    """Compute the transmittance that an absorbance stands for.

    Args:
        absorbance: Decadic.
    Returns:
        100 * 10^-A in percent.
    Raises:
        ToolInputError: the absorbance is no number.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.T06484.
    """
    finite(absorbance=absorbance)
    return usable(100 * 10**-absorbance if absorbance > -300 else math.inf, "transmittance")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"transmittance": 25.0})
def absorbance_of_transmittance(transmittance: TransmittanceGiven) -> AbsorbanceOfTransmittance:
    """Compute the absorbance that a transmittance stands for.

    Args:
        transmittance: In percent, above 0.
    Returns:
        A = -log10 T.
    Raises:
        ToolInputError: the transmittance is not above 0 or is above 100 %.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.A00028.
    """
    if not 0 < transmittance <= 100:
        raise ToolInputError(f"a transmittance of {transmittance} % is impossible; it lies above 0 % and up to 100 %")
    return 2 - math.log10(transmittance)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"laser": 532.0, "scattered": 563.0})
def raman_shift(laser: LaserWavelength, scattered: ScatteredWavelength) -> RamanShift:
    """Compute the Raman shift of scattered light.

    Args:
        laser: In nm.
        scattered: In nm.
    Returns:
        10^7 (1/λ0 - 1/λ1) in 1/cm; negative for anti-Stokes lines.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition, with both wavelengths in one medium.
    """
    positive(laser_wavelength=laser, scattered_wavelength=scattered)
    return 1e7 * (1 / laser - 1 / scattered)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"distance": 4.5, "radius": 5.4})
def fret_efficiency(distance: DyeDistance, radius: ForsterRadius) -> FretEfficiency:
    """Compute the efficiency of resonance energy transfer at a distance.

    Args:
        distance: Of donor and acceptor in nm.
        radius: Of the pair of dyes in nm.
    Returns:
        100 / (1 + (r / R0)^6) in percent.
    Raises:
        ToolInputError: a value is not positive.
    Source: Förster 1948, doi:10.1002/andp.19484370105.
    """
    positive(distance=distance, radius=radius)
    return 100 / (1 + min(1e300, distance / radius) ** 6) if distance / radius < 1e50 else 0.0


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"efficiency": 75.0, "radius": 5.4})
def fret_distance(efficiency: FretEfficiencyGiven, radius: ForsterRadius) -> FretDistance:
    """Compute the distance of donor and acceptor from the efficiency of energy transfer.

    Args:
        efficiency: In percent, above 0 and below 100.
        radius: Of the pair of dyes in nm.
    Returns:
        R0 (1 / E - 1)^(1/6) in nm.
    Raises:
        ToolInputError: a radius that is not positive, or an efficiency of 0 % or 100 %, which tells no distance.
    Source: Förster 1948, doi:10.1002/andp.19484370105.
    """
    positive(radius=radius)
    if not 0 < efficiency < 100:
        raise ToolInputError(f"an efficiency of {efficiency} % tells no distance; it lies between 0 % and 100 %")
    return float(radius * (100 / efficiency - 1) ** (1 / 6))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"angle": 6.65, "length": 1.0, "concentration": 0.1})
def specific_rotation(
    angle: RotationAngle, length: PolarimeterPath, concentration: RotatingMassConcentration
) -> SpecificRotation:
    """Compute the specific rotation of a dissolved substance.

    Args:
        angle: Rotation that the polarimeter shows, in degrees; its sign counts.
        length: In dm.
        concentration: In g/mL.
    Returns:
        [α] = α / (l c) in °·cm³/(dm·g).
    Raises:
        ToolInputError: a length or a concentration that is not positive, or a rotation that is no number.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.O04313.
    """
    positive(length=length, concentration=concentration)
    finite(angle=angle)
    return angle / (length * concentration)
