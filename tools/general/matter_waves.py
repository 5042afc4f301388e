"""Wavelengths of particles that move, and the gap of a material from its absorption edge."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general._constants import ELEMENTARY_CHARGE, LIGHT_SPEED, PLANCK

_ELECTRON = 9.1093837015e-31
_DALTON = 1.66053906660e-27
AcceleratingVoltage = Annotated[
    float,
    Semantic(
        "AcceleratingVoltage",
        parent="Parameter",
        unit="kV",
        label="accelerating voltage",
        also=(
            "acceleration voltage",
            "beam voltage",
            "voltage",
        ),
        announced=("at",),
    ),
]
ElectronWavelength = Annotated[
    float,
    Semantic(
        "ElectronWavelength",
        parent="MaterialProperty",
        unit="pm",
        label="wavelength of an electron",
        also=(
            "electron wavelength",
            "de Broglie wavelength of an electron",
            "wavelength of electrons",
            "wavelength of an electron beam",
            "relativistic electron wavelength",
        ),
    ),
]
ParticleMass = Annotated[
    float,
    Semantic(
        "ParticleMass",
        parent="Parameter",
        unit="u",
        label="mass of the particle",
        also=(
            "particle mass",
            "mass",
        ),
    ),
]
ParticleSpeed = Annotated[
    float,
    Semantic(
        "ParticleSpeed",
        parent="Parameter",
        unit="m/s",
        label="speed of the particle",
        also=(
            "speed",
            "velocity",
        ),
        announced=(
            "at",
            "moving",
        ),
    ),
]
DeBroglieWavelength = Annotated[
    float,
    Semantic(
        "DeBroglieWavelength",
        parent="MaterialProperty",
        unit="nm",
        label="de Broglie wavelength",
        also=(
            "matter wavelength",
            "wavelength of a particle",
            "de Broglie wavelength of a particle",
        ),
    ),
]
AbsorptionEdge = Annotated[
    float,
    Semantic(
        "AbsorptionEdge",
        parent="Parameter",
        unit="nm",
        label="wavelength of the absorption edge",
        also=(
            "absorption edge",
            "absorption onset",
            "edge",
            "onset",
        ),
    ),
]
OpticalBandGap = Annotated[
    float,
    Semantic(
        "OpticalBandGap",
        parent="MaterialProperty",
        unit="eV",
        label="optical band gap",
        also=(
            "band gap from an absorption edge",
            "band gap by the absorption edge",
            "optical gap",
            "band gap of an absorption edge",
            "band gap",
        ),
    ),
]


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"voltage": 100.0})
def electron_wavelength(voltage: AcceleratingVoltage) -> ElectronWavelength:
    """Compute the wavelength of an electron that a voltage has accelerated.

    Args:
        voltage: In kV.
    Returns:
        h / √(2 m e U (1 + e U / (2 m c²))) in pm, with relativity.
    Raises:
        ToolInputError: the voltage is not positive.
    Source: de Broglie 1924, with the constants of CODATA 2018.
    """
    positive(voltage=voltage)
    energy = ELEMENTARY_CHARGE * 1000 * voltage
    momentum = math.sqrt(2 * _ELECTRON * energy * (1 + energy / (2 * _ELECTRON * LIGHT_SPEED**2)))
    return 1e12 * PLANCK / momentum


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"mass": 1.008, "speed": 1000.0})
def de_broglie_wavelength(mass: ParticleMass, speed: ParticleSpeed) -> DeBroglieWavelength:
    """Compute the wavelength of a particle that moves.

    Args:
        mass: In u.
        speed: In m/s, below that of light.
    Returns:
        h √(1 - v²/c²) / (m v) in nm.
    Raises:
        ToolInputError: a value is not positive, or a speed that is not below that of light.
    Source: de Broglie 1924, with the constants of CODATA 2018.
    """
    positive(mass=mass, speed=speed)
    if speed >= LIGHT_SPEED:
        raise ToolInputError(f"{speed:g} m/s is not below the speed of light")
    return 1e9 * PLANCK * math.sqrt(1 - (speed / LIGHT_SPEED) ** 2) / (mass * _DALTON * speed)


@tool(Operation.CALCULATION, Topic.MATERIALS, Safety.OPEN, example={"edge": 520.0})
def optical_band_gap(edge: AbsorptionEdge) -> OpticalBandGap:
    """Compute the optical band gap of a material from its absorption edge.

    Args:
        edge: Wavelength in nm at which the semiconductor begins to absorb.
    Returns:
        h c / λ in eV.
    Raises:
        ToolInputError: the wavelength is not positive.
    Source: Planck relation, with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    positive(wavelength=edge)
    return PLANCK * LIGHT_SPEED / (edge * 1e-9 * ELEMENTARY_CHARGE)
