"""Proteins as OpenMM takes them: what is repaired and told, the force field, minimisation and dynamics."""

from __future__ import annotations

import io
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from scitoolagent.errors import ToolFailedError, ToolInputError, ToolUnavailableError
from scitoolagent.tool.progress import tell

REQUIRES = ("extra:simulation",)
EXAMPLE_PEPTIDE = Path(__file__).with_name("example_peptide.pdb")
MOST_ATOMS = 12_000
FORCE_FIELD = ("amber14-all.xml", "implicit/gbn2.xml")
_PEPTIDE_BOND = 2.0  # Å, the longest that is taken for one
_CARBOXYLATE = 1.25  # Å
_STEP = 0.002  # ps
_FRICTION = 1.0  # 1/ps
_FRAMES = 100
_STANDARD = frozenset("ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL".split())
_SHOWN = 6
_UNMATCHED = re.compile(r"No template found for residue (\d+)")

Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A protein with hydrogens, its force field, and what was changed."""

    topology: Any
    positions: Any
    system: Any
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Minimised:
    """Energies in kJ/mol, how far heavy atoms moved in Å, and the structure in PDB format."""

    before: float
    after: float
    moved: float
    text: str


@dataclass(frozen=True, slots=True)
class Course:
    """What a simulation gave: means of its second half, and how far each residue moves about its mean place."""

    temperature: float
    potential: float
    deviation: float
    fluctuations: tuple[tuple[str, float], ...]


def prepared(text: str) -> Prepared:
    """The protein of a PDB text, without all else, with hydrogens at pH 7 and implicit water.

    Raises:
        ToolInputError: no protein, a gap in a chain, a residue without all its heavy atoms, or too many atoms.
    """
    app, _, _ = _openmm()
    lines, notes = _repaired(text)
    try:
        file = app.PDBFile(io.StringIO("".join(lines) + "END\n"))
        model = app.Modeller(file.topology, file.positions)
        field = app.ForceField(*FORCE_FIELD)
        _add_hydrogens(model, field)
        if unmatched := field.getUnmatchedResidues(model.topology):
            named = [f"{one.name} {one.chain.id}{one.id}" for one in unmatched]
            raise ToolInputError(
                f"{', '.join(named[:_SHOWN])} lack heavy atoms or have too many; complete the structure first"
            )
        if (count := model.topology.getNumAtoms()) > MOST_ATOMS:
            raise ToolInputError(f"the protein has {count:,} atoms with hydrogens; at most {MOST_ATOMS:,} are taken")
        system = field.createSystem(model.topology, nonbondedMethod=app.NoCutoff, constraints=app.HBonds)
    except (ValueError, KeyError, IndexError, AttributeError) as error:
        raise ToolInputError(_why(str(error), lines)) from error
    notes = [*notes, "hydrogens added for pH 7"]
    return Prepared(model.topology, model.positions, system, tuple(notes))


def minimised(made: Prepared, platform: str = "") -> tuple[Minimised, Any]:
    """The structure at a minimum near by, and the simulation that stands there."""
    app, openmm, _ = _openmm()
    simulation = _simulation(made, 300.0, 1, platform)
    before = _energy(simulation)
    start = _heavy(made.topology, simulation.context.getState(getPositions=True).getPositions(asNumpy=True))
    try:
        tell(0, 0, "minimising the energy")
        simulation.minimizeEnergy()
    except openmm.OpenMMException as error:
        raise ToolFailedError(f"no minimum was reached: {str(error).strip()[:200]}") from error
    after = _energy(simulation)
    if not math.isfinite(after):
        raise ToolFailedError("no minimum was reached: the energy is no number")
    positions = simulation.context.getState(getPositions=True).getPositions(asNumpy=True)
    written = io.StringIO()
    app.PDBFile.writeFile(made.topology, positions, written, keepIds=True)
    moved = _rmsd(start, _heavy(made.topology, positions))
    return Minimised(before, after, moved, written.getvalue()), simulation


def course_of(made: Prepared, picoseconds: float, kelvin: float, seed: int) -> Course:
    """Langevin dynamics from the minimum on.

    Raises:
        ToolFailedError: the simulation became unstable.
    """
    import numpy as np

    _, openmm, unit = _openmm()
    simulation = _simulation(made, kelvin, seed, "")
    steps = max(_FRAMES, round(picoseconds / _STEP))
    atoms = [(one.index, one.residue) for one in made.topology.atoms() if one.name == "CA"]
    places, potentials, temperatures = [], [], []
    free = 3 * made.system.getNumParticles() - made.system.getNumConstraints()
    try:
        tell(0, 0, "minimising the energy")
        simulation.minimizeEnergy()
        start = _places(simulation, atoms)
        simulation.context.setVelocitiesToTemperature(kelvin * unit.kelvin, seed)
        for frame in range(_FRAMES):
            simulation.step(steps * (frame + 1) // _FRAMES - steps * frame // _FRAMES)
            state = simulation.context.getState(getEnergy=True)
            tell(frame + 1, _FRAMES, "frames of dynamics")
            potentials.append(state.getPotentialEnergy().value_in_unit(unit.kilojoule_per_mole))
            kinetic = state.getKineticEnergy().value_in_unit(unit.kilojoule_per_mole)
            temperatures.append(
                2 * kinetic / (free * unit.MOLAR_GAS_CONSTANT_R.value_in_unit(unit.kilojoule_per_mole / unit.kelvin))
            )
            places.append(_places(simulation, atoms))
    except openmm.OpenMMException as error:
        raise ToolFailedError(f"the simulation became unstable: {str(error).strip()[:200]}") from error
    half = _FRAMES // 2
    late = np.array([_superposed(one, places[-1]) for one in places[half:]])
    spread = np.sqrt(((late - late.mean(0)) ** 2).sum(2).mean(0))
    if not np.isfinite(potentials).all():
        raise ToolFailedError("the simulation became unstable: the energy is no number")
    names = [f"{residue.name} {residue.chain.id}{residue.id}" for _, residue in atoms]
    return Course(
        float(np.mean(temperatures[half:])),
        float(np.mean(potentials[half:])),
        _rmsd(start, places[-1]),
        tuple(zip(names, map(float, spread), strict=True)),
    )


def _why(error: str, lines: list[str]) -> str:
    """What OpenMM says of a residue by its number, with the name that the file gives it."""
    residues = list(dict.fromkeys(line[17:27] for line in lines if line.startswith("ATOM")))
    found = _UNMATCHED.search(error)
    if found and int(found[1]) < len(residues):
        name = residues[int(found[1])]
        label = f"{name[:3].strip()} {name[4:].replace(' ', '')}"
        return f"{label} lack heavy atoms or have too many; complete the structure first"
    return f"the structure cannot be prepared: {error.strip()[:300]}"


def _add_hydrogens(model: Any, field: Any) -> None:
    """Add them; they start from places drawn by lot, which a seed makes the same ones each time."""
    import random

    state = random.getstate()
    random.seed(1)
    try:
        model.addHydrogens(field, pH=7.0, platform=_platform("CPU"))
    finally:
        random.setstate(state)


def _repaired(text: str) -> tuple[list[str], list[str]]:
    """The lines of the protein alone, and what was done to them."""
    chains: dict[str, dict[str, dict[str, str]]] = {}
    gone, changed, doubled = set[str](), set[str](), 0
    for line in _first_model(text):
        residue, name = line[17:20].strip(), line[12:16].strip()
        if residue == "MSE":
            changed.add("selenomethionine was taken as methionine")
            name = "SD" if name == "SE" else name
            line = (
                f"ATOM  {line[6:12]}{' SD ' if name == 'SD' else line[12:16]}{line[16]}MET{line[20:76]:<56} {name[0]}\n"
            )
            residue = "MET"
        if residue not in _STANDARD:
            gone.add(residue)
            continue
        if (line[76:78].strip() or name.lstrip("0123456789")[:1]) in ("H", "D"):
            continue
        atoms = chains.setdefault(line[21], {}).setdefault(line[22:27], {})
        doubled += name in atoms
        atoms.setdefault(name, f"{line[:16]} {line[17:]}")
    if not chains:
        raise ToolInputError("the file has no protein of standard amino acids")
    notes = sorted(changed)
    if gone:
        notes.append(f"left out: {', '.join(sorted(gone)[:_SHOWN])}")
    if doubled:
        notes.append(f"of {doubled} alternative places the first was taken")
    lines = list[str]()
    for chain, residues in chains.items():
        _refuse_gaps(chain, residues)
        members = list(residues.items())
        for number, (_, atoms) in enumerate(members):
            if number == len(members) - 1 and "OXT" not in atoms and {"C", "CA", "O"} <= set(atoms):
                atoms["OXT"] = _terminal_oxygen(atoms)
                notes.append(f"the last oxygen of chain {chain.strip() or '(no name)'} added")
            lines += atoms.values()
        lines.append("TER\n")
    return lines, notes


def _first_model(text: str) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        if line.startswith("ENDMDL"):
            return
        if line.startswith(("ATOM  ", "HETATM")):
            yield line if line.endswith("\n") else f"{line}\n"


def _refuse_gaps(chain: str, residues: dict[str, dict[str, str]]) -> None:
    members = list(residues.items())
    for (left, before), (right, after) in itertools.pairwise(members):
        if "C" in before and "N" in after and math.dist(_place(before["C"]), _place(after["N"])) > _PEPTIDE_BOND:
            raise ToolInputError(
                f"residues {left.strip()} and {right.strip()} of chain {chain.strip() or '(no name)'} are not bonded: "
                "a part is missing between them; model it first, or give a part without a gap"
            )


def _terminal_oxygen(atoms: dict[str, str]) -> str:
    """The second oxygen of the last residue, in the plane of its carboxylate."""
    carbon, alpha, oxygen = (_place(atoms[name]) for name in ("C", "CA", "O"))
    towards = [
        [(a - b) / math.dist(other, carbon) for a, b in zip(other, carbon, strict=True)] for other in (alpha, oxygen)
    ]
    away = [-(a + b) for a, b in zip(*towards, strict=True)]
    length = math.hypot(*away)
    x, y, z = (one + _CARBOXYLATE * part / length for one, part in zip(carbon, away, strict=True))
    line = atoms["C"]
    return f"{line[:12]} OXT{line[16:30]}{x:8.3f}{y:8.3f}{z:8.3f}{line[54:76]:<22} O\n"


def _place(line: str) -> Place:
    try:
        return float(line[30:38]), float(line[38:46]), float(line[46:54])
    except ValueError as error:
        raise ToolInputError(f"an atom has no place: {line[:27].strip()}") from error


def _simulation(made: Prepared, kelvin: float, seed: int, platform: str) -> Any:
    app, openmm, unit = _openmm()
    integrator = openmm.LangevinMiddleIntegrator(
        kelvin * unit.kelvin, _FRICTION / unit.picosecond, _STEP * unit.picoseconds
    )
    integrator.setRandomNumberSeed(seed)
    simulation = app.Simulation(made.topology, made.system, integrator, _platform(platform or "CPU"))
    simulation.context.setPositions(made.positions)
    return simulation


def _platform(name: str) -> Any:
    """A platform; on several threads forces are summed in any order, and a run cannot be repeated."""
    _, openmm, _ = _openmm()
    platform = openmm.Platform.getPlatform(name)
    if name == "CPU":
        platform.setPropertyDefaultValue("Threads", "1")
        platform.setPropertyDefaultValue("DeterministicForces", "true")
    return platform


def _energy(simulation: Any) -> float:
    _, _, unit = _openmm()
    energy = simulation.context.getState(getEnergy=True).getPotentialEnergy()
    return float(energy.value_in_unit(unit.kilojoule_per_mole))


def _heavy(topology: Any, positions: Any) -> Any:
    _, _, unit = _openmm()
    kept = [one.index for one in topology.atoms() if one.element.symbol != "H"]
    return positions.value_in_unit(unit.angstrom)[kept]


def _places(simulation: Any, atoms: list[tuple[int, Any]]) -> Any:
    _, _, unit = _openmm()
    positions = simulation.context.getState(getPositions=True).getPositions(asNumpy=True)
    return positions.value_in_unit(unit.angstrom)[[index for index, _ in atoms]]


def _superposed(places: Any, on: Any) -> Any:
    from scipy.spatial.transform import Rotation

    middle = on.mean(0)
    centred = places - places.mean(0)
    turn = Rotation.align_vectors(on - middle, centred)[0] if len(on) > 2 else Rotation.identity()
    return turn.apply(centred) + middle


def _rmsd(left: Any, right: Any) -> float:
    import numpy as np

    apart = _superposed(right, left) - left
    return float(np.sqrt((apart**2).sum(1).mean()))


def _openmm() -> tuple[ModuleType, ModuleType, ModuleType]:
    """The packages `openmm.app`, `openmm` and `openmm.unit`."""
    try:
        return import_module("openmm.app"), import_module("openmm"), import_module("openmm.unit")
    except ImportError as error:
        raise ToolUnavailableError(
            f"proteins are minimised and simulated by OpenMM ({error}); pip install 'scitoolagent[simulation]'"
        ) from error
