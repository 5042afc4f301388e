"""Bench figures of what a question tells at once: spins, plates, grown cultures, doses by weight."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.biology.bench import (
    CentrifugalForce,
    DoublingTime,
    GrowthRate,
    RotorSpeedNeeded,
    centrifugal_force,
    doubling_time,
    growth_rate,
    rotor_speed,
)
from scitoolagent.tools.general._checks import positive

_PLACE = "scitoolagent.tools.biology._run_words"


def _told(name: str, label: str, finder: str) -> Semantic:
    return Semantic(name, parent="Parameter", label=label, finder=f"{_PLACE}:{finder}")


SpinSpeed = Annotated[str, _told("SpinSpeed", "speed and radius of a spin", "find_spin_speeds")]
SpinForce = Annotated[str, _told("SpinForce", "force and radius of a spin", "find_spin_forces")]
ColonyPlate = Annotated[str, _told("ColonyPlate", "colonies of a plate with volume and dilution", "find_plates")]
GrownCulture = Annotated[str, _told("GrownCulture", "culture at two times", "find_grown_cultures")]
WeighedDose = Annotated[str, _told("WeighedDose", "dose for each kilogram and weight", "find_weighed_doses")]
MassInSolution = Annotated[
    str, _told("MassInSolution", "mass and the concentration of its solution", "find_masses_in_solution")
]
MeasuredVolume = Annotated[
    str, _told("MeasuredVolume", "volume and the concentration of its solution", "find_measured_volumes")
]
ColonyUnits = Annotated[
    float,
    Semantic(
        "ColonyUnits",
        parent="MaterialProperty",
        unit="mL^-1",
        label="colony-forming units per volume",
        also=("CFU/mL", "CFU per mL", "colony forming units", "CFU", "viable count"),
    ),
]
DoseOfWeight = Annotated[
    float,
    Semantic("DoseOfWeight", parent="Parameter", unit="mg", label="dose by body weight"),
]
VolumeOfMass = Annotated[
    float,
    Semantic(
        "VolumeOfMass",
        parent="Parameter",
        unit="mL",
        label="volume of solution that holds a mass",
        also=("volume that contains a mass",),
    ),
]
MassInVolume = Annotated[
    float,
    Semantic(
        "MassInVolume",
        parent="SoluteMass",
        unit="mg",
        label="mass in a volume of solution",
        also=("mass of solute in a volume",),
    ),
]
_N = r"[\d.eE+-]+"


@dataclass(frozen=True, slots=True)
class Growth:
    """Doubling time and specific rate of one culture."""

    doubling_time: DoublingTime
    rate: GrowthRate


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"spin": "3000 rpm at 15 cm"})
def force_of_spin(spin: SpinSpeed) -> CentrifugalForce:
    """Compute the relative centrifugal force of a spin that is told in one phrase.

    Args:
        spin: As `3000 rpm at 15 cm`.
    Returns:
        ω² r / g, with standard gravity.
    Raises:
        ToolInputError: it cannot be read, or a value is not positive.
    Source: definition; standard gravity 9.80665 m/s².
    """
    return centrifugal_force(*_read(spin, rf"({_N}) rpm at ({_N}) cm", "3000 rpm at 15 cm"))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"spin": "12000 g at 8 cm"})
def speed_of_spin(spin: SpinForce) -> RotorSpeedNeeded:
    """Compute the rotor speed for a force that is told in one phrase.

    Args:
        spin: As `12000 g at 8 cm`; g is the multiple of gravity.
    Returns:
        The speed in rpm, with standard gravity.
    Raises:
        ToolInputError: it cannot be read, or a value is not positive.
    Source: definition; standard gravity 9.80665 m/s².
    """
    return rotor_speed(*_read(spin, rf"({_N}) g at ({_N}) cm", "12000 g at 8 cm"))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"plate": "45 in 0.1 mL of 1e-05"})
def colony_forming_units(plate: ColonyPlate) -> ColonyUnits:
    """Compute colony-forming units per mL from the colonies of one plate.

    Args:
        plate: Colonies, plated volume and dilution, as `45 in 0.1 mL of 1e-05`; 1 for a sample that was not diluted.
    Returns:
        N / (V d) in 1/mL of the sample before dilution. Counts below about 25 or above 250 are no good base.
    Raises:
        ToolInputError: it cannot be read, there is no colony, or a value is not positive or the dilution above 1.
    Source: definition; Breed & Dotterrer 1916, doi:10.1128/jb.1.3.321-331.1916, for the limits of counts.
    """
    count, volume, dilution = _read(plate, rf"({_N}) in ({_N}) mL of ({_N})", "45 in 0.1 mL of 1e-05")
    positive(count=count, volume=volume, dilution=dilution)
    if dilution > 1:
        raise ToolInputError(f"a dilution of {dilution:g} makes the sample stronger; write it as 1e-05")
    return count / (volume * dilution)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"culture": "0.1 to 0.8 in 1.5 h"})
def growth_of_culture(culture: GrownCulture) -> Growth:
    """Compute doubling time and growth rate of a culture that is told at two times.

    Args:
        culture: Density or number at both times and the time between, as `0.1 to 0.8 in 1.5 h`.
    Returns:
        t ln 2 / ln(N / N0) in h and ln(N / N0) / t in 1/h, for exponential growth.
    Raises:
        ToolInputError: it cannot be read, a value is not positive, or the culture did not grow.
    Source: Monod 1949, doi:10.1146/annurev.mi.03.100149.002103.
    """
    told = _read(culture, rf"({_N}) to ({_N}) in ({_N}) h", "0.1 to 0.8 in 1.5 h")
    return Growth(doubling_time(*told), growth_rate(*told))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"dose": "5 mg/kg for 70 kg"})
def weighed_dose(dose: WeighedDose) -> DoseOfWeight:
    """Compute a dose from milligrams for each kilogram and a body weight.

    Args:
        dose: As `5 mg/kg for 70 kg`.
    Returns:
        Their product in mg.
    Raises:
        ToolInputError: it cannot be read, or a value is not positive.
    Source: definition.
    """
    given, weight = _read(dose, rf"({_N}) mg/kg for ({_N}) kg", "5 mg/kg for 70 kg")
    positive(dose=given, weight=weight)
    return given * weight


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"solution": "350 mg in 50 mg/mL"})
def volume_for_mass(solution: MassInSolution) -> VolumeOfMass:
    """Compute the volume of a solution that holds a mass of its solute.

    Args:
        solution: As `350 mg in 50 mg/mL`.
    Returns:
        m / c in mL.
    Raises:
        ToolInputError: it cannot be read, or a value is not positive.
    Source: definition of the mass concentration.
    """
    mass, strength = _read(solution, rf"({_N}) mg in ({_N}) mg/mL", "350 mg in 50 mg/mL")
    positive(mass=mass, strength=strength)
    return mass / strength


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"solution": "3 mL of 15 mg/mL"})
def mass_in_volume(solution: MeasuredVolume) -> MassInVolume:
    """Compute the mass of solute in a volume of a solution of known mass concentration.

    Args:
        solution: As `3 mL of 15 mg/mL`.
    Returns:
        c V in mg.
    Raises:
        ToolInputError: it cannot be read, or a value is not positive.
    Source: definition of the mass concentration.
    """
    volume, strength = _read(solution, rf"({_N}) mL of ({_N}) mg/mL", "3 mL of 15 mg/mL")
    positive(volume=volume, strength=strength)
    return volume * strength


def _read(text: str, pattern: str, example: str) -> list[float]:
    match = re.fullmatch(pattern, text)
    try:
        numbers = [float(one) for one in match.groups()] if match else []
    except ValueError:
        numbers = []
    if not numbers or not all(map(math.isfinite, numbers)):
        raise ToolInputError(f"{text!r} cannot be read; write it as {example}")
    return numbers
