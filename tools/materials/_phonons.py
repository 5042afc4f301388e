"""Phonons of a crystal by phonopy, with the forces of the potential CHGNet."""

from __future__ import annotations

import contextlib
import io
import logging
import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from scitoolagent.errors import ToolFailedError, ToolInputError, ToolUnavailableError

REQUIRES = ("extra:phonons",)
MOST_ATOMS = 40
_MOST_IN_SUPERCELL = 400
_EDGE = 9.0  # Å, the least edge of a supercell
_DISPLACED = 0.03  # Å
_STEEPEST = 0.005  # eV/Å
_MOST_STEPS = 500
_MESH = 60.0  # Å, the length that phonopy samples along each edge
_ZERO = 0.15  # THz, by which the three translations of a crystal miss zero


@dataclass(frozen=True, slots=True)
class Phonons:
    """Frequencies in THz at the centre of the zone and the lowest of all; thermal figures for one mole of atoms."""

    at_centre: tuple[float, ...]
    lowest: float
    is_stable: bool
    heat_capacity: float
    entropy: float
    zero_point: float
    repeats: tuple[int, int, int]
    moved: float


def phonons_of(structure: Any, kelvin: float) -> Phonons:
    """The phonons of a crystal after it was relaxed by the same potential.

    Raises:
        ToolInputError: too large a cell, or an element that CHGNet does not know.
        ToolFailedError: it was not relaxed in as many steps as are allowed.
    """
    if len(structure) > MOST_ATOMS:
        raise ToolInputError(
            f"the cell has {len(structure)} atoms; at most {MOST_ATOMS} are taken: give the primitive cell"
        )
    relaxed, moved = relaxed_by_chgnet(structure)
    phonon, repeats = displaced(relaxed)
    phonon.forces = [forces_of(cell) for cell in phonon.supercells_with_displacements]
    return _figures(phonon, kelvin, repeats, moved)


def relaxed_by_chgnet(structure: Any) -> tuple[Any, float]:
    """The crystal at a minimum of the potential, cell and atoms, and the change of its volume as a share."""
    with _quietly():
        found = _optimizer().relax(structure, fmax=_STEEPEST, steps=_MOST_STEPS, verbose=False)
    relaxed = found["final_structure"]
    if len(found["trajectory"].energies) > _MOST_STEPS:
        raise ToolFailedError(f"the structure was not relaxed within {_MOST_STEPS} steps")
    return relaxed, relaxed.volume / structure.volume - 1


def displaced(structure: Any) -> tuple[Any, tuple[int, int, int]]:
    phonopy = _phonopy()
    cell = phonopy.structure.atoms.PhonopyAtoms(
        symbols=[site.specie.symbol for site in structure],
        cell=structure.lattice.matrix,
        scaled_positions=structure.frac_coords,
    )
    a, b, c = (max(1, math.ceil(_EDGE / edge)) for edge in structure.lattice.abc)
    if (count := a * b * c * len(structure)) > _MOST_IN_SUPERCELL:
        raise ToolInputError(
            f"a supercell of {a} x {b} x {c} cells has {count} atoms; at most {_MOST_IN_SUPERCELL} are taken"
        )
    with _quietly():
        phonon = phonopy.Phonopy(cell, supercell_matrix=[a, b, c], primitive_matrix="auto", symprec=1e-3, log_level=0)
        phonon.generate_displacements(distance=_DISPLACED)
    return phonon, (a, b, c)


def forces_of(cell: Any) -> Any:
    from pymatgen.core.lattice import Lattice
    from pymatgen.core.structure import Structure

    structure = Structure(Lattice(cell.cell), cell.symbols, cell.scaled_positions)
    with _quietly():
        return potential().predict_structure(structure, task="ef")["f"]


def _figures(phonon: Any, kelvin: float, repeats: tuple[int, int, int], moved: float) -> Phonons:
    import numpy as np

    with _quietly():
        phonon.produce_force_constants()
        phonon.symmetrize_force_constants()
        at_centre = phonon.run_qpoints([[0.0, 0.0, 0.0]]).frequencies[0]
        phonon.run_mesh(_MESH)
        lowest = float(min(phonon.get_mesh_dict()["frequencies"].min(), at_centre.min()))
        phonon.run_thermal_properties(temperatures=[0.0, kelvin])
        thermal = phonon.get_thermal_properties_dict()
    atoms = len(phonon.primitive)
    return Phonons(
        tuple(float(one) for one in np.sort(at_centre)),
        lowest,
        lowest > -_ZERO,
        float(thermal["heat_capacity"][1]) / atoms,
        float(thermal["entropy"][1]) / atoms,
        float(thermal["free_energy"][0]) / atoms,
        repeats,
        moved,
    )


@lru_cache(maxsize=1)
def potential() -> Any:
    with _quietly():
        return _chgnet().CHGNet.load(use_device="cpu", verbose=False)


@lru_cache(maxsize=1)
def _optimizer() -> Any:
    with _quietly():
        return _chgnet().StructOptimizer(model=potential(), use_device="cpu")


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        logging.getLogger("chgnet").setLevel(logging.CRITICAL)
        yield


def _phonopy() -> Any:
    try:
        return import_module("phonopy")
    except ImportError as error:
        raise _absent(error) from error


def _chgnet() -> Any:
    try:
        return import_module("chgnet.model")
    except ImportError as error:
        raise _absent(error) from error


def _absent(error: ImportError) -> ToolUnavailableError:
    return ToolUnavailableError(
        f"phonons are computed by phonopy and CHGNet ({error}); pip install 'scitoolagent[phonons]'"
    )
