"""Grand canonical Monte Carlo of a gas in a rigid framework, behind the package raspalib (RASPA 3)."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolFailedError, ToolInputError, ToolUnavailableError
from scitoolagent.tool.progress import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from pymatgen.core.structure import Structure

REQUIRES = ("extra:adsorption",)
CUTOFF = 12.0  # Å
MOST_ATOMS = 6000
_KELVIN = 503.219537  # one kcal/mol in kelvin
# Of metals that RDKit knows no UFF type for: least distance in Å and depth in kcal/mol, as in the table of Rappé et al.
_FURTHER = {
    "Sr": (3.641, 0.235), "Y": (3.345, 0.072), "Zr": (3.124, 0.069), "Ru": (2.963, 0.056), "Ba": (3.703, 0.364),
    "Hf": (3.141, 0.072), "W": (3.069, 0.067),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bead:
    """A site of a gas molecule: element, place on its axis in Å, depth in K, size in Å, charge."""

    element: str
    place: float
    depth: float
    size: float
    charge: float


@dataclass(frozen=True, slots=True)
class Gas:
    """A rigid linear molecule, with what the equation of state of Peng and Robinson needs of it (K, Pa)."""

    name: str
    mass: float
    critical_temperature: float
    critical_pressure: float
    acentric_factor: float
    beads: tuple[Bead, ...]


# Potoff and Siepmann 2001, doi:10.1002/aic.690470719; critical point of Span and Wagner 1996.
CO2 = Gas(
    "CO2",
    44.0095,
    304.1282,
    7.3773e6,
    0.22394,
    (Bead("O", 1.16, 79.0, 3.05, -0.35), Bead("C", 0.0, 27.0, 2.80, 0.70), Bead("O", -1.16, 79.0, 3.05, -0.35)),
)


@dataclass(frozen=True, slots=True)
class Loading:
    """Molecules for each simulated cell, with the half width of a 95 % interval, and the mass of that cell in g/mol."""

    molecules: float
    error: float
    mass: float
    cells: tuple[int, int, int]

    def in_mg_per_g(self, gas: Gas) -> tuple[float, float]:
        """The uptake and its error."""
        scale = 1000.0 * gas.mass / self.mass
        return self.molecules * scale, self.error * scale


@dataclass(frozen=True, slots=True)
class Conditions:
    """Of the gas: kelvin and pascal; how long it is simulated; and the distance in Å at which forces end."""

    temperature: float
    pressure: float
    cycles: int
    seed: int
    cutoff: float = CUTOFF


def uff(element: str) -> tuple[float, float]:
    """Depth in K and size in Å of an element in the universal force field.

    Raises:
        ToolInputError: it has none here.
    """
    found = _FURTHER.get(element) or _from_rdkit(element)
    if found is None:
        raise ToolInputError(f"there are no parameters for {element} here, so its framework is not simulated")
    distance, depth = found
    return depth * _KELVIN, distance * 2 ** (-1 / 6)


@lru_cache(maxsize=128)
def _from_rdkit(element: str) -> tuple[float, float] | None:
    """Least distance and depth between two atoms of an element; all its types have the same."""
    from rdkit import Chem, rdBase
    from rdkit.Chem import rdForceFieldHelpers

    kinds = Chem.HybridizationType
    with rdBase.BlockLogs():
        for kind in (kinds.SP3, kinds.SP3D2, kinds.SP3D, kinds.SP2D, kinds.SP2, kinds.SP, kinds.S):
            for charge in range(7):
                mol = Chem.RWMol()
                for _ in range(2):
                    atom = Chem.Atom(element)
                    atom.SetFormalCharge(charge)
                    atom.SetNoImplicit(True)
                    atom.SetHybridization(kind)
                    mol.AddAtom(atom)
                mol.UpdatePropertyCache(False)
                Chem.GetSSSR(mol)
                if found := rdForceFieldHelpers.GetUFFVdWParams(mol, 0, 1):
                    return float(found[0]), float(found[1])
    return None


def cells_for(structure: Structure, width: float) -> tuple[int, int, int]:
    """How often a cell is repeated until it is so wide across each pair of its faces."""
    import numpy as np

    axes = structure.lattice.matrix
    faces = [float(np.linalg.norm(np.cross(axes[(one + 1) % 3], axes[(one + 2) % 3]))) for one in range(3)]
    first, second, third = (max(1, math.ceil(width * face / structure.lattice.volume)) for face in faces)
    return first, second, third


def simulate(
    structure: Structure,
    symbols: list[str],
    charges: list[float],
    gas: Gas,
    at: Conditions,
    solid: Callable[[str], tuple[float, float]] = uff,
) -> Loading:
    """Fill a rigid framework with a gas until it is in equilibrium with the gas outside, and count.

    `solid` gives depth in K and size in Å of an element of the framework.

    Raises:
        ToolInputError: an element has no parameters, or the cell is too large.
        ToolFailedError: the simulation ended without a count.
        ToolUnavailableError: the extra is not installed.
    """
    raspa = _loaded()
    cells = cells_for(structure, 2 * at.cutoff)
    atoms = len(symbols) * math.prod(cells)
    if atoms > MOST_ATOMS:
        raise ToolInputError(f"a cell {2 * at.cutoff:g} Å wide holds {atoms} atoms; up to {MOST_ATOMS} are taken")
    elements = sorted(set(symbols))
    field = _force_field(raspa, {one: solid(one) for one in elements}, gas, any(charges), at.cutoff)
    framework = _framework(raspa, field, structure, [elements.index(symbol) for symbol in symbols], charges, cells)
    system = raspa.System(
        field,
        external_temperature=at.temperature,
        external_pressure=at.pressure,
        framework_components=framework,
        components=[_component(raspa, field, gas, len(elements))],
        initial_number_of_molecules=[0],
    )
    run = raspa.MonteCarlo(at.cycles, max(at.cycles // 2, 100), 0, systems=[system], random_seed=at.seed)
    _run(run, at.cycles)
    molecules, error = run.systems[0].average_loadings.average_loading_number_of_molecules(0)
    if not (math.isfinite(molecules) and math.isfinite(error)) or molecules < 0:
        raise ToolFailedError(f"the simulation counted {molecules} molecules, which is no number of molecules")
    mass = math.prod(cells) * sum(_mass(symbol) for symbol in symbols)
    return Loading(molecules, error, mass, cells)


def _run(run: Any, cycles: int) -> None:
    """All stages of a simulation, as its own `run` goes through them, with how far it is."""
    every, before = max(1, cycles // 100), max(cycles // 2, 100)
    done = [0, 0]

    def count(stage: int, total: int, what: str) -> None:
        done[stage] = min(done[stage] + every, total)
        tell(done[stage], total, what)

    run.setup()
    run.initialize(lambda: count(0, before, "cycles before those that count"), every)
    run.equilibrate()
    run.production(lambda: count(1, cycles, "Monte Carlo cycles"), every)
    run.tear_down()


def _loaded() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns where there is no graphics card
            # Its stubs are no valid Python, so no type checker may read them.
            return import_module("raspalib")
    except ImportError as error:
        raise ToolUnavailableError(
            "the package raspalib is not installed; pip install 'scitoolagent[adsorption]'"
        ) from error


def _mass(symbol: str) -> float:
    from rdkit import Chem

    return float(Chem.GetPeriodicTable().GetAtomicWeight(symbol))


def _number(symbol: str) -> int:
    from rdkit import Chem

    return int(Chem.GetPeriodicTable().GetAtomicNumber(symbol))


def _force_field(raspa: Any, elements: dict[str, tuple[float, float]], gas: Gas, charged: bool, cutoff: float) -> Any:
    kinds = list(dict.fromkeys((bead.element, bead.depth, bead.size, bead.charge) for bead in gas.beads))
    atoms = [raspa.PseudoAtom(one, True, _mass(one), 0.0, 0.0, _number(one)) for one in elements]
    atoms += [raspa.PseudoAtom(f"{one}_{gas.name}", False, _mass(one), q, 0.0, _number(one)) for one, _, _, q in kinds]
    pairs = list(elements.values()) + [(depth, size) for _, depth, size, _ in kinds]
    rule = raspa.ForceField.MixingRule.LORENTZ_BERTHELOT
    parameters = [raspa.VDWParameters(*pair) for pair in pairs]
    has_charges = charged or any(bead.charge for bead in gas.beads)
    return raspa.ForceField(atoms, parameters, rule, cutoff, cutoff, cutoff, True, False, has_charges)


def _framework(
    raspa: Any, field: Any, structure: Structure, kinds: list[int], charges: list[float], cells: tuple[int, int, int]
) -> Any:
    lattice = structure.lattice
    box = raspa.SimulationBox(*lattice.abc, *(math.radians(angle) for angle in lattice.angles))
    atoms = [
        raspa.Atom([float(place % 1.0) for place in site.frac_coords], charge, 1.0, 0, kind, 0, 0, 0)
        for site, kind, charge in zip(structure, kinds, charges, strict=True)
    ]
    return raspa.Framework(field, "framework", box, 1, atoms, list(cells))


def _component(raspa: Any, field: Any, gas: Gas, before: int) -> Any:
    kinds = list(dict.fromkeys((bead.element, bead.depth, bead.size, bead.charge) for bead in gas.beads))
    beads = [
        raspa.Atom(
            [0.0, 0.0, bead.place],
            bead.charge,
            1.0,
            0,
            before + kinds.index((bead.element, bead.depth, bead.size, bead.charge)),
            0,
            0,
            0,
        )
        for bead in gas.beads
    ]
    moves = raspa.MCMoveProbabilities(
        translation_probability=0.5,
        rotation_probability=0.5,
        reinsertion_cbmc_probability=0.5,
        swap_cbmc_probability=1.0,
    )
    return raspa.Component(
        field,
        gas.name,
        gas.critical_temperature,
        gas.critical_pressure,
        gas.acentric_factor,
        beads,
        particle_probabilities=moves,
    )
