"""Vibrations of molecules by GFN2-xTB, at a minimum or at places that a file gives."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry import _xtb
from scitoolagent.tools.chemistry._xyz import read_xyz
from scitoolagent.tools.chemistry.coordinates import MolecularCharge, XyzFile
from scitoolagent.tools.chemistry.quantum import GeometryNote, at_minimum, embedded, geometry_told

Wavenumbers = Annotated[
    list[float],
    Semantic(
        "VibrationalWavenumbers",
        parent="MolecularProperty",
        unit="cm-1",
        label="vibrational frequencies",
        also=("vibrational wavenumbers", "harmonic frequencies", "normal mode frequencies of a molecule"),
    ),
]
ZeroPointEnergy = Annotated[
    float,
    Semantic(
        "ZeroPointEnergy",
        parent="MolecularProperty",
        unit="kJ/mol",
        label="zero-point energy",
        also=("zero point vibrational energy", "ZPE"),
    ),
]
IsMinimum = Annotated[
    bool, Semantic("IsMinimum", parent="MolecularProperty", role="verdict", label="whether the geometry is a minimum")
]
_EXAMPLE_WATER = Path(__file__).with_name("example_water.xyz")
_MOST_VIBRATING = 40
_FLAT = 20.0  # 1/cm
_KJ_OF_WAVENUMBER = 0.01196265654  # h c N_A, CODATA 2018


@dataclass(frozen=True, slots=True)
class Vibrations:
    """The vibrations of a molecule at its optimised geometry."""

    wavenumbers: Wavenumbers
    zero_point_energy: ZeroPointEnergy
    is_minimum: IsMinimum
    geometry_note: GeometryNote


@dataclass(frozen=True, slots=True)
class VibrationsAsGiven:
    """The vibrations of a molecule at a given geometry."""

    wavenumbers: Wavenumbers
    is_minimum: IsMinimum
    geometry_note: GeometryNote


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "O"},
    requires=_xtb.REQUIRES,
    seconds=600,
    supplies=("coordinates", "stereochemistry"),
)
def xtb_vibrations(smiles: Smiles) -> Vibrations:
    """Compute the harmonic vibrations and the zero-point energy of a molecule by GFN2-xTB.

    Args:
        smiles: One molecule or ion of one fragment, 2 to 40 atoms with hydrogens.
    Returns:
        Harmonic wavenumbers in 1/cm, the lowest first, imaginary ones below zero; half their sum as zero-point energy
        in kJ/mol; and whether none is imaginary. Harmonic values lie a few per cent above those of a spectrum.
    Raises:
        ToolInputError: as `xtb_orbitals`, or not 2 to 40 atoms.
        ToolFailedError: no minimum was reached.
        ToolUnavailableError: the extra quantum is not installed.
    Source: as `xtb_orbitals`; second derivatives by differences of gradients.
    """
    _bounded(embedded(smiles).GetNumAtoms())
    found = _xtb.wavenumbers(at_minimum(smiles))
    real = found[found > 0]
    zero_point = round(float(real.sum()) / 2 * _KJ_OF_WAVENUMBER, 3)
    # A free rotor that differences cannot tell from standing still is no saddle.
    return Vibrations(
        [round(float(one), 1) for one in found], zero_point, bool(found.min() > -_FLAT), geometry_told(smiles)
    )


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"structure": _EXAMPLE_WATER},
    requires=_xtb.REQUIRES,
    seconds=600,
)
def xtb_vibrations_of_structure(structure: XyzFile, charge: MolecularCharge = 0) -> VibrationsAsGiven:
    """Compute the harmonic vibrations of the geometry in an XYZ file by GFN2-xTB.

    Args:
        structure: XYZ file of one molecule of 2 to 40 atoms, in Å; its geometry is taken as it is.
        charge: Charge of the whole.
    Returns:
        Harmonic wavenumbers in 1/cm, the lowest first, imaginary ones below zero; whether the geometry is a minimum,
        where no force is left and none is imaginary; and a note on the largest force. Where a force is left the
        wavenumbers are not those of a molecule at rest.
    Raises:
        ToolInputError: the file cannot be read, has not 2 to 40 atoms or an element beyond 86.
        ToolFailedError: no density was found.
        ToolUnavailableError: the extra quantum is not installed.
    Source: as `xtb_vibrations`.
    """
    mol = read_xyz(structure)
    _bounded(mol.GetNumAtoms())
    system = _xtb.system_of(mol, charge)
    force = _xtb.largest_force(_xtb.single_point(system))
    found = _xtb.wavenumbers(system)
    imaginary = sum(one < -_FLAT for one in found.tolist())
    rests = force <= _xtb.LEAST_FORCE
    left = "" if rests else "; that is not at rest, so these are not the vibrations of a molecule at rest"
    note = f"geometry as in {structure.name}; the largest force is {force:.2g} Eh/Bohr{left}"
    note = f"{note}; {imaginary} imaginary" if imaginary else note
    return VibrationsAsGiven([round(float(one), 1) for one in found], rests and not imaginary, note)


def _bounded(count: int) -> None:
    """Refuse a molecule whose second derivatives take too long, or an atom.

    Raises:
        ToolInputError: it has too many atoms, or one.
    """
    if not 2 <= count <= _MOST_VIBRATING:
        raise ToolInputError(f"the molecule has {count} atoms with hydrogens; 2 to {_MOST_VIBRATING} are taken")
