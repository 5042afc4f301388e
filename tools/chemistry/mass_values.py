"""Mass-to-charge ratios, mass defects and errors of measured masses."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.general._checks import counted, positive

# Masses of the proton (CODATA 2018) and of CH2 in Da.
_PROTON = 1.007276466621
_METHYLENE = 14.01565

NeutralMass = Annotated[
    float,
    Semantic(
        "NeutralMass",
        parent="Parameter",
        unit="Da",
        label="neutral mass of the molecule",
        also=(
            "neutral mass",
            "molecular mass",
            "mass",
            "protein of mass",
            "monoisotopic mass",
        ),
    ),
]

ChargeState = Annotated[
    int,
    Semantic(
        "ChargeState",
        parent="Parameter",
        unit="1",
        label="number of charges",
        also=(
            "charge state",
            "charge",
            "charges",
            "z",
        ),
    ),
]

MeasuredMz = Annotated[
    float,
    Semantic(
        "MeasuredMz",
        parent="Parameter",
        unit="1",
        label="measured m/z",
        also=(
            "observed m/z",
            "experimental m/z",
            "measured",
            "observed",
            "m/z",
        ),
    ),
]

TheoreticalMz = Annotated[
    float,
    Semantic(
        "TheoreticalMz",
        parent="Parameter",
        unit="1",
        label="theoretical m/z",
        also=(
            "calculated m/z",
            "expected m/z",
            "exact m/z",
            "reference m/z",
            "calculated",
            "theoretical",
        ),
    ),
]

MassWithUnit = Annotated[
    float,
    Semantic(
        "MassWithUnit",
        parent="Parameter",
        unit="Da",
        label="ion mass",
        also=(
            "exact mass",
            "mass",
            "measured mass",
        ),
    ),
]

ProtonatedMz = Annotated[
    float,
    Semantic(
        "ProtonatedMz",
        parent="MaterialProperty",
        unit="1",
        label="m/z of a protonated charge state",
        also=(
            "m/z of a charge state",
            "m/z of the charge state",
            "charge state m/z",
            "m/z of a protein",
            "m/z of a multiply charged ion",
            "m/z",
        ),
    ),
]

NeutralMassOfMz = Annotated[
    float,
    Semantic(
        "NeutralMassOfMz",
        parent="MaterialProperty",
        unit="Da",
        label="neutral mass of an m/z",
        also=(
            "neutral mass",
            "neutral mass of an ion",
            "mass of an m/z",
            "deconvoluted mass",
            "molecular mass of an m/z",
        ),
    ),
]

MassError = Annotated[
    float,
    Semantic(
        "MassError",
        parent="MaterialProperty",
        unit="ppm",
        label="mass error",
        also=(
            "mass error in ppm",
            "ppm error",
            "mass accuracy",
            "mass deviation",
            "error in ppm",
            "mass measurement error",
        ),
    ),
]

KendrickMass = Annotated[
    float,
    Semantic(
        "KendrickMass",
        parent="MaterialProperty",
        unit="1",
        label="Kendrick mass",
        also=(
            "Kendrick mass of an ion",
            "CH2 Kendrick mass",
        ),
    ),
]

KendrickDefect = Annotated[
    float,
    Semantic(
        "KendrickDefect",
        parent="MaterialProperty",
        unit="1",
        label="Kendrick mass defect",
        also=(
            "KMD",
            "Kendrick defect",
        ),
    ),
]

MassDefect = Annotated[
    float,
    Semantic(
        "MassDefect",
        parent="MaterialProperty",
        unit="mDa",
        label="mass defect",
        also=(
            "mass defect of an ion",
            "mass excess",
        ),
    ),
]

PeakWidthMz = Annotated[
    float,
    Semantic(
        "PeakWidthMz",
        parent="Parameter",
        unit="1",
        label="width of the peak in m/z",
        also=(
            "peak width",
            "width",
            "FWHM",
        ),
    ),
]

ResolvingPower = Annotated[
    float,
    Semantic(
        "ResolvingPower",
        parent="MaterialProperty",
        unit="1",
        label="resolving power of a mass spectrometer",
        also=(
            "mass resolving power",
            "resolving power",
            "mass resolution",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class Kendrick:
    """A mass on the scale where CH2 weighs 14, and how far it is from a whole number."""

    kendrick_mass: KendrickMass
    kendrick_defect: KendrickDefect


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"mass": 17567.0, "charge": 3})
def protonated_mz(mass: NeutralMass, charge: ChargeState) -> ProtonatedMz:
    """Compute the m/z of a molecule that has taken up protons.

    Args:
        mass: In Da.
        charge: Number of protons, 1 or more.
    Returns:
        (M + z 1.007276) / z.
    Raises:
        ToolInputError: a mass that is not positive, or no charge.
    Source: mass of the proton, CODATA 2018.
    """
    positive(mass=mass)
    counted(charge=charge)
    return mass / charge + _PROTON


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"mz": 785.8426, "charge": 2})
def neutral_mass(mz: MeasuredMz, charge: ChargeState) -> NeutralMassOfMz:
    """Compute the neutral mass of a molecule from the m/z of a protonated charge state.

    Args:
        mz: Of the ion.
        charge: Number of protons, 1 or more.
    Returns:
        z (m/z - 1.007276) in Da.
    Raises:
        ToolInputError: no charge, or an m/z that is not above that of a proton.
    Source: mass of the proton, CODATA 2018.
    """
    counted(charge=charge)
    if not _PROTON < mz < math.inf:
        raise ToolInputError(f"an m/z of {mz} is below that of a proton")
    return charge * (mz - _PROTON)


@tool(
    Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"measured": 524.2649, "theoretical": 524.2672}
)
def mass_error(measured: MeasuredMz, theoretical: TheoreticalMz) -> MassError:
    """Compute the error of a measured m/z in ppm.

    Args:
        measured: As measured.
        theoretical: As calculated.
    Returns:
        10⁶ (measured - theoretical) / theoretical in ppm.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition; Brenton & Godfrey 2010, doi:10.1016/j.jasms.2010.06.006.
    """
    positive(measured=measured, theoretical=theoretical)
    return 1e6 * (measured - theoretical) / theoretical


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"mass": 351.2541})
def kendrick_mass(mass: MassWithUnit) -> Kendrick:
    """Compute the Kendrick mass of an ion and its defect, on the scale of CH2.

    Args:
        mass: In Da.
    Returns:
        m 14 / 14.01565, and the nearest whole number less that mass.
    Raises:
        ToolInputError: the mass is not positive.
    Source: Kendrick 1963, doi:10.1021/ac60206a048.
    """
    positive(mass=mass)
    scaled = mass * 14 / _METHYLENE
    return Kendrick(scaled, round(scaled) - scaled)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"mass": 351.2541})
def mass_defect(mass: MassWithUnit) -> MassDefect:
    """Compute the mass defect of an ion.

    Args:
        mass: In Da.
    Returns:
        The mass less the nearest whole number, in mDa.
    Raises:
        ToolInputError: the mass is not positive.
    Source: IUPAC recommendations of mass spectrometry 2013, doi:10.1351/PAC-REC-06-04-06.
    """
    positive(mass=mass)
    return 1000 * (mass - round(mass))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"mz": 524.2649, "width": 0.01})
def resolving_power(mz: MeasuredMz, width: PeakWidthMz) -> ResolvingPower:
    """Compute the resolving power that the width of a peak shows.

    Args:
        mz: Of the peak.
        width: At half of its height, in m/z.
    Returns:
        m / Δm.
    Raises:
        ToolInputError: a value is not positive.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.R05321.
    """
    positive(mz=mz, width=width)
    return mz / width
