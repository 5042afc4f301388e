"""Powder X-ray diffraction of a crystal, and Bragg's law."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from math import radians, sin
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile
from scitoolagent.tools.materials._structure import EXAMPLE, read_structure

if TYPE_CHECKING:
    from pymatgen.core.structure import Structure

CU_K_ALPHA = 1.54184
MAX_SITES = 1000
# Planes times sites: about five seconds.
MAX_TERMS = 150_000_000
# Planes within this many degrees are one peak; weaker than this share of the strongest is no peak.
SAME_ANGLE = 1e-4
EXTINCT = 1e-5
_WAVELENGTHS = (0.3, 3.0)

Wavelength = Annotated[
    float,
    Semantic(
        "XrayWavelength",
        parent="Parameter",
        unit="Ao",
        label="X-ray wavelength",
        also=("wavelength", "λ", "lambda"),
        finder="scitoolagent.tools.materials._source_words:find_sources",
    ),
]
TwoThetaMaximum = Annotated[
    float, Semantic("TwoThetaMaximum", parent="Parameter", unit="deg", label="highest angle 2θ")
]
PeakPositions = Annotated[
    list[float],
    Semantic(
        "PeakPositions",
        parent="MaterialProperty",
        unit="deg",
        label="peak positions of a powder pattern",
        also=(
            "XRD pattern",
            "powder X-ray diffraction pattern",
            "powder diffraction pattern",
            "PXRD",
            "diffraction peaks",
        ),
    ),
]
PeakIntensities = Annotated[
    list[float],
    Semantic("PeakIntensities", parent="MaterialProperty", unit="%", label="peak intensities of a powder pattern"),
]
PeakSpacings = Annotated[
    list[float],
    Semantic(
        "PeakSpacings", parent="MaterialProperty", unit="Ao", label="plane spacings of the peaks of a powder pattern"
    ),
]
PeakIndices = Annotated[
    list[str], Semantic("PeakIndices", parent="MaterialProperty", label="Miller indices of the peaks")
]

StrongestAngle = Annotated[
    float,
    Semantic(
        "StrongestAngle",
        parent="MaterialProperty",
        unit="deg",
        label="angle 2θ of the strongest reflection",
        also=(
            "strongest reflection",
            "strongest powder reflection",
            "most intense reflection",
            "most intense powder reflection",
            "strongest peak",
            "most intense peak",
            "strongest diffraction peak",
            "most intense diffraction peak",
            "strongest line of the powder pattern",
        ),
    ),
]
StrongestIndices = Annotated[
    str,
    Semantic(
        "StrongestIndices",
        parent="MaterialProperty",
        label="Miller indices of the strongest reflection",
        also=("hkl of the strongest reflection", "hkl of the most intense peak", "indices of the strongest peak"),
    ),
]
StrongestSpacing = Annotated[
    float,
    Semantic(
        "StrongestSpacing",
        parent="MaterialProperty",
        unit="Ao",
        label="plane spacing of the strongest reflection",
        also=("d-spacing of the strongest reflection", "d-spacing of the most intense peak"),
    ),
]
FirstAngle = Annotated[
    float,
    Semantic(
        "FirstAngle",
        parent="MaterialProperty",
        unit="deg",
        label="angle 2θ of the first reflection",
        also=("first reflection", "first diffraction peak", "lowest-angle reflection", "lowest-angle peak"),
    ),
]


@dataclass(frozen=True, slots=True)
class MainReflections:
    """The strongest reflection, and the one at the lowest angle."""

    strongest_angle: StrongestAngle
    strongest_indices: StrongestIndices
    strongest_spacing: StrongestSpacing
    first_angle: FirstAngle


@dataclass(frozen=True, slots=True)
class PowderPattern:
    """One entry a peak: 2θ in degrees, intensity (strongest 100), d in Å, Miller indices."""

    peak_positions: PeakPositions
    peak_intensities: PeakIntensities
    peak_spacings: PeakSpacings
    peak_indices: PeakIndices


@tool(Operation.MODELLING, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE}, seconds=120.0)
def powder_pattern(
    structure: CifFile,
    wavelength: Wavelength = CU_K_ALPHA,
    highest_angle: TwoThetaMaximum = 90.0,
) -> PowderPattern:
    """Compute the powder X-ray diffraction pattern of a crystal.

    Args:
        structure: CIF or POSCAR file; at most 1000 sites.
        wavelength: In Å; 1.54184 is the mean of copper Kα.
        highest_angle: Peaks up to this 2θ in degrees are given.
    Returns:
        Peaks by rising angle: 2θ, intensity (Lorentz and polarisation factors, atoms at rest), d, hkl of one plane.
    Raises:
        ToolInputError: no readable structure, too many sites, an impossible wavelength or angle, or no peak.
    Source: kinematic theory, De Graef and McHenry, Structure of Materials, 2007; scattering factors of pymatgen.
    """
    if not _WAVELENGTHS[0] <= wavelength <= _WAVELENGTHS[1]:
        raise ToolInputError(
            f"a wavelength of {wavelength} Å is not usable; give {_WAVELENGTHS[0]} to {_WAVELENGTHS[1]}"
        )
    if not 1.0 <= highest_angle < 180.0:
        raise ToolInputError(f"a highest 2θ of {highest_angle}° is not usable; give 1 to less than 180")
    crystal = read_structure(structure)
    if len(crystal) > MAX_SITES:
        raise ToolInputError(f"{structure.name} has {len(crystal)} sites, at most {MAX_SITES} are taken")
    peaks = _peaks(crystal, wavelength, highest_angle)
    if not peaks:
        raise ToolInputError(f"{structure.name} has no peak below {highest_angle}° at {wavelength} Å")
    return PowderPattern(
        [peak[0] for peak in peaks],
        [peak[1] for peak in peaks],
        [wavelength / (2 * sin(radians(peak[0] / 2))) for peak in peaks],
        [peak[2] for peak in peaks],
    )


@tool(Operation.MODELLING, Topic.MATERIALS, Safety.OPEN, example={"structure": EXAMPLE}, seconds=120.0)
def main_reflections(
    structure: CifFile,
    wavelength: Wavelength = CU_K_ALPHA,
    highest_angle: TwoThetaMaximum = 90.0,
) -> MainReflections:
    """Find the strongest and the first reflection in the powder pattern of a crystal.

    Args:
        structure: CIF or POSCAR file; at most 1000 sites.
        wavelength: In Å; 1.54184 is the mean of copper Kα.
        highest_angle: Reflections up to this 2θ in degrees are looked at.
    Returns:
        2θ, hkl of one plane and d of the strongest reflection, and 2θ of the one at the lowest angle.
    Raises:
        ToolInputError: no readable structure, too many sites, an impossible wavelength or angle, no peak, or two that
            are equally strong.
    Source: as the powder pattern; De Graef and McHenry, Structure of Materials, 2007.
    """
    pattern = powder_pattern(structure, wavelength, highest_angle)
    strongest = [place for place, value in enumerate(pattern.peak_intensities) if value > 100 - EXTINCT]
    if len(strongest) > 1:
        angles = ", ".join(f"{pattern.peak_positions[place]:.2f}°" for place in strongest)
        raise ToolInputError(f"the reflections at {angles} are equally strong; ask for the whole powder pattern")
    (place,) = strongest
    return MainReflections(
        pattern.peak_positions[place],
        pattern.peak_indices[place],
        pattern.peak_spacings[place],
        pattern.peak_positions[0],
    )


@lru_cache(maxsize=1)
def _scattering_factors() -> dict[str, list[list[float]]]:
    # `import pymatgen.analysis.diffraction.xrd` loads a plotting library, which takes longer than all of the computing.
    text = resources.files("pymatgen.analysis.diffraction").joinpath("atomic_scattering_params.json").read_text("utf-8")
    table: dict[str, list[list[float]]] = json.loads(text)
    return table


def _peaks(crystal: Structure, wavelength: float, highest: float) -> list[tuple[float, float, str]]:
    """2θ, intensity (strongest 100) and Miller indices of each peak that is not extinct."""
    import numpy as np

    reach = 2 * sin(radians(highest / 2)) / wavelength
    spans = [range(-int(length * reach), int(length * reach) + 1) for length in crystal.lattice.abc]
    if len(spans[0]) * len(spans[1]) * len(spans[2]) * len(crystal) > MAX_TERMS:
        raise ToolInputError("the cell has too many planes up to this angle; give a smaller highest angle")
    planes = np.array(np.meshgrid(*spans, indexing="ij")).reshape(3, -1).T
    lengths = np.linalg.norm(planes @ crystal.lattice.inv_matrix.T, axis=1)
    near = (lengths > 1e-8) & (lengths <= reach)
    planes, lengths = planes[near], lengths[near]
    amplitudes = _amplitudes(crystal, planes, lengths / 2)
    theta = np.arcsin(np.clip(wavelength * lengths / 2, 0, 1))
    # Lorentz and polarisation factors of a powder in a diffractometer.
    values = np.abs(amplitudes) ** 2 * (1 + np.cos(2 * theta) ** 2) / (np.sin(theta) ** 2 * np.cos(theta))
    groups: list[list[Any]] = []
    for place in np.argsort(theta, kind="stable"):
        angle, plane = float(np.degrees(2 * theta[place])), tuple(int(index) for index in planes[place])
        if not groups or angle - groups[-1][0] > SAME_ANGLE:
            groups.append([angle, 0.0, plane])
        groups[-1][1] += float(values[place])
        groups[-1][2] = max(groups[-1][2], plane)
    strongest = max((group[1] for group in groups), default=0.0)
    return [
        (angle, 100 * value / strongest, " ".join(str(index) for index in plane))
        for angle, value, plane in groups
        if value > EXTINCT * strongest
    ]


def _amplitudes(crystal: Structure, planes: Any, s: Any) -> Any:
    """The structure factor of each plane; `s` is sin θ / λ."""
    import numpy as np

    total = np.zeros(len(planes), dtype=complex)
    known: dict[str, Any] = {}
    for site in crystal:
        waves = np.exp(2j * np.pi * (planes @ site.frac_coords))
        for species, occupancy in site.species.items():
            symbol = "H" if species.symbol in ("D", "T") else species.symbol
            if symbol not in _scattering_factors():
                raise ToolInputError(f"there is no X-ray scattering factor for {symbol}")
            if symbol not in known:
                terms = np.array(_scattering_factors()[symbol])
                known[symbol] = species.Z - 41.78214 * s**2 * (np.exp(-np.outer(s**2, terms[:, 1])) @ terms[:, 0])
            total += occupancy * known[symbol] * waves
    return total
