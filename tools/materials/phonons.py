"""Lattice vibrations of crystals: phonopy with the forces of a machine-learned potential."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile, Temperature
from scitoolagent.tools.materials._phonons import REQUIRES, phonons_of
from scitoolagent.tools.materials._structure import read_structure

ZoneCentreFrequencies = Annotated[
    list[float],
    Semantic(
        "ZoneCentreFrequencies",
        parent="MaterialProperty",
        unit="THz",
        label="phonon frequencies",
        also=(
            "phonons",
            "phonon frequencies at gamma",
            "zone-centre phonon frequencies",
            "lattice vibrations",
            "phonon modes",
        ),
    ),
]
LowestPhonon = Annotated[
    float,
    Semantic("LowestPhonon", parent="MaterialProperty", unit="THz", label="lowest phonon frequency"),
]
IsDynamicallyStable = Annotated[
    bool,
    Semantic(
        "IsDynamicallyStable",
        parent="MaterialProperty",
        role="verdict",
        label="dynamical stability",
        also=("dynamically stable", "phonon stability", "imaginary phonon modes", "imaginary modes"),
    ),
]
LatticeHeatCapacity = Annotated[
    float,
    Semantic(
        "LatticeHeatCapacity",
        parent="MaterialProperty",
        unit="J/(mol.K)",
        label="lattice heat capacity",
        also=("phonon heat capacity", "vibrational heat capacity of a crystal"),
    ),
]
LatticeEntropy = Annotated[
    float,
    Semantic(
        "LatticeEntropy",
        parent="MaterialProperty",
        unit="J/(mol.K)",
        label="vibrational entropy of a crystal",
        also=("phonon entropy",),
    ),
]
LatticeZeroPoint = Annotated[
    float,
    Semantic(
        "LatticeZeroPoint",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="zero-point energy of a crystal",
        also=("phonon zero-point energy",),
    ),
]
PhononNote = Annotated[str, Semantic("PhononNote", parent="Report", role="note", label="note on phonons")]

_COPPER = str(Path(__file__).with_name("example_copper.cif"))


@dataclass(frozen=True, slots=True)
class Vibrating:
    """Frequencies, whether the crystal stays as it is, and figures of one mole of its atoms."""

    frequencies: ZoneCentreFrequencies
    lowest: LowestPhonon
    is_stable: IsDynamicallyStable
    heat_capacity: LatticeHeatCapacity
    entropy: LatticeEntropy
    zero_point: LatticeZeroPoint
    phonon_note: PhononNote


@tool(
    Operation.PREDICTION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": _COPPER},
    also=("phonopy", "CHGNet phonons"),
    requires=REQUIRES,
    seconds=3600,
    memory=8_000,
)
def crystal_phonons(structure: CifFile, temperature: Temperature = 25.0) -> Vibrating:
    """Compute the phonons of a crystal by phonopy with the potential CHGNet.

    Args:
        structure: CIF or POSCAR file of an ordered crystal, up to 40 atoms in the primitive cell. It is relaxed by the
            same potential first.
        temperature: Of the heat capacity and the entropy in °C, from -272 to 1,500.
    Returns:
        Frequencies at the zone centre in THz, the three of the whole crystal near zero, imaginary ones below it; the
        lowest of a mesh; whether none is imaginary; and heat capacity, entropy and zero-point energy for one mole of
        atoms, by harmonic vibrations. No splitting by electric fields of ionic crystals. The potential is too soft:
        frequencies come out low, of silicon's highest by a fifth.
    Raises:
        ToolInputError: no ordered crystal, too many atoms, or a temperature out of range.
        ToolFailedError: the crystal was not relaxed.
        ToolUnavailableError: the extra `phonons` is not installed.
    Source: Togo 2023, doi:10.7566/JPSJ.92.012001 (phonopy); Deng et al. 2023, doi:10.1038/s42256-023-00716-3 (CHGNet).
    """
    if not -272 <= temperature <= 1_500:
        raise ToolInputError(f"{temperature:g} °C is out of range; -272 to 1,500 °C are taken")
    crystal = read_structure(structure, ordered=True).get_primitive_structure()
    found = phonons_of(crystal, temperature + 273.15)
    note = (
        f"relaxed and displaced by CHGNet 0.3 (volume {found.moved:+.1%}), supercell of "
        f"{' x '.join(map(str, found.repeats))} primitive cells; heat capacity, entropy and zero-point energy are "
        "those of one mole of atoms"
    )
    return Vibrating(
        [round(one, 3) + 0.0 for one in found.at_centre],
        round(found.lowest, 3) + 0.0,
        found.is_stable,
        round(found.heat_capacity, 3),
        round(found.entropy, 3),
        round(found.zero_point, 4),
        note,
    )
