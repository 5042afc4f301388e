"""Molecules by GFN2-xTB, behind the package tblite: energy, orbitals, geometry, vibrations."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolFailedError, ToolInputError, ToolUnavailableError

if TYPE_CHECKING:
    from rdkit.Chem import Mol

REQUIRES = ("extra:quantum",)
# CODATA 2018.
BOHR = 0.529177210903
HARTREE_EV = 27.211386245988
HARTREE_KJ = 2625.4996394799
DEBYE = 2.541746473
_ELECTRON_MASS = 1822.888486209  # of one Da
_HARTREE_WAVENUMBER = 219474.63136320

MOST_ATOMS = 150
_HEAVIEST = 86
_STEP = 0.005  # Bohr, for the second derivatives
_STEEPEST = 5e-4  # Hartree per Bohr, the largest component where an optimisation ends
LEAST_FORCE = 4 * _STEEPEST  # below it a geometry is at rest
_MOST_STEPS = 500
_LINEAR = 1e-4


@dataclass(frozen=True, slots=True)
class System:
    """Atoms in space: numbers, places in Bohr, charge, unpaired electrons."""

    numbers: Any
    places: Any
    charge: int
    unpaired: int


@dataclass(frozen=True, slots=True)
class SinglePoint:
    """What one calculation gives, in atomic units."""

    energy: float
    gradient: Any
    orbital_energies: Any
    occupations: Any
    charges: Any
    dipole: Any


def system_of(mol: Mol, charge: int) -> System:
    """The system of a molecule with one conformer and all hydrogens.

    Raises:
        ToolInputError: too many atoms, or elements that the method has no parameters for.
    """
    import numpy as np

    numbers = np.array([atom.GetAtomicNum() for atom in mol.GetAtoms()])
    if len(numbers) > MOST_ATOMS:
        raise ToolInputError(f"the molecule has {len(numbers)} atoms with hydrogens, at most {MOST_ATOMS} are taken")
    if int(numbers.max()) > _HEAVIEST or int(numbers.min()) < 1:
        raise ToolInputError(f"GFN2-xTB has parameters for elements 1 to {_HEAVIEST} only")
    unpaired = sum(atom.GetNumRadicalElectrons() for atom in mol.GetAtoms())
    electrons = int(numbers.sum()) - charge
    if electrons < 1 or (electrons - unpaired) % 2:
        unpaired = electrons % 2
    return System(numbers, mol.GetConformer().GetPositions() / BOHR, charge, unpaired)


def single_point(system: System, places: Any = None, method: str = "GFN2-xTB") -> SinglePoint:
    """One calculation at the places of a system, or at others.

    Raises:
        ToolUnavailableError: tblite is not installed.
        ToolFailedError: the electrons did not settle.
    """
    import numpy as np

    interface = _interface()
    where = system.places if places is None else places
    with _quiet(interface):
        calculator = interface.Calculator(method, system.numbers, where, float(system.charge), system.unpaired)
        calculator.set("verbosity", 0)
        result = calculator.singlepoint()
    found = SinglePoint(
        energy=float(result.get("energy")),
        gradient=np.array(result.get("gradient")),
        orbital_energies=np.array(result.get("orbital-energies")),
        occupations=np.array(result.get("orbital-occupations")),
        charges=np.array(result.get("charges")),
        dipole=np.array(result.get("dipole")),
    )
    if not np.isfinite(found.energy):
        raise ToolFailedError("the electrons of this molecule did not settle in GFN2-xTB")
    return found


def optimised(system: System) -> System:
    """The system at the nearest minimum of its energy.

    Raises:
        ToolFailedError: no minimum was reached.
    """
    import numpy as np
    from scipy.optimize import minimize

    if len(system.numbers) == 1:
        return system

    def energy(flat: Any) -> tuple[float, Any]:
        point = single_point(system, flat.reshape(-1, 3))
        return point.energy, point.gradient.ravel()

    found = minimize(
        energy, system.places.ravel(), jac=True, method="BFGS", options={"gtol": _STEEPEST, "maxiter": _MOST_STEPS}
    )
    # BFGS also ends where rounding leaves no lower energy; the slope decides.
    if not np.abs(found.jac).max() < LEAST_FORCE:
        raise ToolFailedError(f"no minimum was reached in {_MOST_STEPS} steps of the geometry")
    return System(system.numbers, found.x.reshape(-1, 3), system.charge, system.unpaired)


def frontier(point: SinglePoint) -> tuple[float, float]:
    """Energies of the highest occupied and the lowest empty orbital in eV.

    Raises:
        ToolFailedError: the basis has no empty orbital.
    """
    energies, occupied = point.orbital_energies.ravel(), point.occupations.ravel() > 0.5
    if occupied.all() or not occupied.any():
        raise ToolFailedError("the molecule has no empty orbital in this method, so no gap can be given")
    return float(energies[occupied].max()) * HARTREE_EV, float(energies[~occupied].min()) * HARTREE_EV


def largest_force(point: SinglePoint) -> float:
    """The largest component of the forces on the atoms, in Hartree per Bohr."""
    import numpy as np

    return float(np.abs(point.gradient).max())


def wavenumbers(system: System) -> Any:
    """Vibrations of a system at its places in 1/cm, imaginary ones below zero; the whole neither moves nor turns."""
    import numpy as np
    from rdkit.Chem import GetPeriodicTable

    count = len(system.numbers)
    hessian = np.zeros((3 * count, 3 * count))
    for place in range(3 * count):
        shift = np.zeros(3 * count)
        shift[place] = _STEP
        moved = shift.reshape(-1, 3)
        above = single_point(system, system.places + moved).gradient.ravel()
        below = single_point(system, system.places - moved).gradient.ravel()
        hessian[place] = (above - below) / (2 * _STEP)
    table = GetPeriodicTable()
    masses = np.repeat([table.GetAtomicWeight(int(one)) * _ELECTRON_MASS for one in system.numbers], 3)
    weighted = (hessian + hessian.T) / 2 / np.sqrt(np.outer(masses, masses))
    inner = _inner(system.places, masses)
    values = np.linalg.eigvalsh(inner.T @ weighted @ inner)
    return np.sign(values) * np.sqrt(np.abs(values)) * _HARTREE_WAVENUMBER


def _inner(places: Any, masses: Any) -> Any:
    """Mass-weighted coordinates that neither move nor turn the molecule as a whole, as columns."""
    import numpy as np

    weights = masses.reshape(-1, 3)[:, :1]
    centred = places - (places * weights).sum(0) / weights.sum()
    root = np.sqrt(weights)
    whole = [(np.eye(3)[axis] * root).ravel() for axis in range(3)]
    whole += [(np.cross(centred, np.eye(3)[axis]) * root).ravel() for axis in range(3)]
    space, sizes, _ = np.linalg.svd(np.array(whole).T, full_matrices=True)
    return space[:, int((sizes > _LINEAR * sizes[0]).sum()) :]


def _interface() -> Any:
    try:
        from tblite import interface
    except ImportError as error:
        raise ToolUnavailableError('GFN2-xTB needs the extra quantum; pip install "scitoolagent[quantum]"') from error
    return interface


@contextlib.contextmanager
def _quiet(interface: Any) -> Iterator[None]:
    """Errors of the library as errors of a tool."""
    try:
        yield
    except (interface.TBLiteRuntimeError, interface.TBLiteValueError) as error:
        raise ToolFailedError(f"GFN2-xTB failed: {str(error).strip()[:200]}") from error
