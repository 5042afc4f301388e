"""Harmonic vibrations of two atoms."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import positive
from scitoolagent.tools.general._constants import AVOGADRO, LIGHT_SPEED

ForceConstantGiven = Annotated[
    float,
    Semantic(
        "ForceConstantGiven",
        parent="Parameter",
        unit="N/m",
        label="force constant of a bond",
        also=("force constant", "bond force constant", "k"),
    ),
]
ReducedMassGiven = Annotated[
    float,
    Semantic(
        "ReducedMassGiven",
        parent="Parameter",
        unit="u",
        label="reduced mass that is given",
        also=("reduced mass", "µ", "mu", "μ"),
    ),
]
BondWavenumberGiven = Annotated[
    float,
    Semantic(
        "BondWavenumberGiven",
        parent="Parameter",
        unit="cm-1",
        label="wavenumber of a vibration",
        also=(
            "wavenumber",
            "vibrational wavenumber",
            "vibrational frequency",
            "stretching frequency",
            "band",
            "stretch",
        ),
    ),
]
FirstAtomMass = Annotated[
    float,
    Semantic(
        "FirstAtomMass",
        parent="Parameter",
        unit="u",
        label="mass of the first atom",
        also=("m1", "first mass"),
    ),
]
SecondAtomMass = Annotated[
    float,
    Semantic(
        "SecondAtomMass",
        parent="Parameter",
        unit="u",
        label="mass of the second atom",
        also=("m2", "second mass"),
        announced=("and",),
    ),
]
HarmonicWavenumber = Annotated[
    float,
    Semantic(
        "HarmonicWavenumber",
        parent="MaterialProperty",
        unit="cm-1",
        label="harmonic wavenumber",
        also=(
            "vibrational wavenumber",
            "harmonic vibrational wavenumber",
            "wavenumber",
            "harmonic frequency",
            "vibrational frequency",
            "stretching wavenumber",
        ),
    ),
]
BondForceConstant = Annotated[
    float,
    Semantic(
        "BondForceConstant",
        parent="MaterialProperty",
        unit="N/m",
        label="force constant of a vibration",
        also=("force constant", "bond force constant"),
    ),
]
ReducedMass = Annotated[
    float,
    Semantic(
        "ReducedMass",
        parent="MaterialProperty",
        unit="u",
        label="reduced mass",
        also=("reduced mass of two atoms", "effective mass of a vibration"),
    ),
]

# Kilograms of one u; the molar mass constant is 1 g/mol within 4e-10.
_KILOGRAM = 1e-3 / AVOGADRO


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"force": 1580.0, "mass": 6.86})
def harmonic_wavenumber(force: ForceConstantGiven, mass: ReducedMassGiven) -> HarmonicWavenumber:
    """Compute the harmonic wavenumber of a vibration from force constant and reduced mass.

    Args:
        force: In N/m.
        mass: Reduced mass of one molecule in u.
    Returns:
        ν = √(k/µ) / (2πc) in 1/cm.
    Raises:
        ToolInputError: a value is not positive.
    Source: Atkins, Physical Chemistry; exact constants of the SI.
    """
    positive(force=force, mass=mass)
    return math.sqrt(force / (mass * _KILOGRAM)) / (200 * math.pi * LIGHT_SPEED)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"wavenumber": 1700.0, "mass": 6.86})
def vibration_force_constant(wavenumber: BondWavenumberGiven, mass: ReducedMassGiven) -> BondForceConstant:
    """Compute the force constant of a bond from its wavenumber and reduced mass.

    Args:
        wavenumber: Harmonic, in 1/cm.
        mass: Reduced mass of one molecule in u.
    Returns:
        k = µ (2πcν)² in N/m.
    Raises:
        ToolInputError: a value is not positive.
    Source: Atkins, Physical Chemistry; exact constants of the SI.
    """
    positive(wavenumber=wavenumber, mass=mass)
    return mass * _KILOGRAM * (200 * math.pi * LIGHT_SPEED * wavenumber) ** 2


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"first": 12.0, "second": 15.9949})
def reduced_mass_of_masses(first: FirstAtomMass, second: SecondAtomMass) -> ReducedMass:
    """Compute the reduced mass of two masses.

    Args:
        first: In u.
        second: In u.
    Returns:
        µ = m1 m2 / (m1 + m2) in u.
    Raises:
        ToolInputError: a mass is not positive.
    Source: definition; Atkins, Physical Chemistry.
    """
    positive(first=first, second=second)
    return first * second / (first + second)
