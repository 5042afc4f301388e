"""Proteins by OpenMM: their minimisation and a short course of molecular dynamics, in implicit water."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import PdbFile, Temperature
from scitoolagent.tools.biology._pdb import read_pdb_text
from scitoolagent.tools.biology._simulation import EXAMPLE_PEPTIDE, REQUIRES, course_of, minimised, prepared

ForceFieldEnergy = Annotated[
    float,
    Semantic(
        "ForceFieldEnergy",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="minimised energy of a protein",
        also=(
            "energy minimisation",
            "energy minimization",
            "minimised energy",
            "minimized energy",
            "minimised energy of the structure",
            "AMBER energy",
            "force field energy of a protein",
        ),
    ),
]
EnergyBefore = Annotated[
    float,
    Semantic("EnergyBeforeMinimisation", parent="MaterialProperty", unit="kJ/mol", label="energy before minimisation"),
]
MovedByMinimisation = Annotated[
    float,
    Semantic(
        "MovedByMinimisation", parent="MaterialProperty", unit="Ao", label="RMSD of the heavy atoms on minimisation"
    ),
]
MinimisedStructure = Annotated[
    str,
    Semantic(
        "MinimisedStructure",
        parent="MaterialProperty",
        label="minimised structure",
        also=("minimized structure", "relaxed protein structure"),
    ),
]
SimulationTime = Annotated[
    float,
    Semantic(
        "SimulationTime",
        parent="Parameter",
        unit="ps",
        label="simulated time",
        also=("simulation time", "length of the simulation"),
    ),
]
DynamicsSeed = Annotated[int, Semantic("DynamicsSeed", parent="Parameter", unit="1", label="seed of the dynamics")]
TemperatureReached = Annotated[
    float,
    Semantic("TemperatureReached", parent="MaterialProperty", unit="K", label="mean temperature of the simulation"),
]
MeanPotential = Annotated[
    float,
    Semantic(
        "MeanPotential", parent="MaterialProperty", unit="kJ/mol", label="mean potential energy of the simulation"
    ),
]
DriftOfBackbone = Annotated[
    float,
    Semantic(
        "DriftOfBackbone",
        parent="MaterialProperty",
        unit="Ao",
        label="RMSD at the end of the simulation",
        also=(
            "molecular dynamics",
            "MD simulation",
            "dynamics simulation",
            "molecular dynamics simulation",
            "short dynamics",
        ),
    ),
]
SimulatedFluctuation = Annotated[
    dict[str, str | float],
    Semantic(
        "SimulatedFluctuation",
        parent="SequenceProperty",
        label="RMSF by molecular dynamics",
        also=("simulated fluctuations", "RMSF of the simulation", "fluctuation of each residue by molecular dynamics"),
    ),
]
RepairNote = Annotated[str, Semantic("RepairNote", parent="Report", role="note", label="note on a simulation")]

_SHORTEST, _LONGEST = 0.2, 1_000.0
_APART = 0.1  # of the temperature that is asked for


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Energies before and after, how far atoms moved, the structure, and what was repaired."""

    energy: ForceFieldEnergy
    before: EnergyBefore
    moved: MovedByMinimisation
    structure: MinimisedStructure
    repair_note: RepairNote


@dataclass(frozen=True, slots=True)
class Simulated:
    """What a short simulation shows, and what was repaired."""

    deviation: DriftOfBackbone
    fluctuations: list[SimulatedFluctuation]
    temperature: TemperatureReached
    potential: MeanPotential
    repair_note: RepairNote


@tool(
    Operation.CALCULATION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"structure": EXAMPLE_PEPTIDE},
    also=("minimise a protein", "minimize a protein", "OpenMM"),
    requires=REQUIRES,
    seconds=1800,
    memory=4_000,
)
def protein_minimisation(structure: PdbFile) -> Relaxed:
    """Minimise the energy of a protein structure by OpenMM in implicit water.

    Args:
        structure: PDB or mmCIF file of a protein of standard amino acids, up to 12,000 atoms with hydrogens. Water,
            ligands and all else are left out, hydrogens are placed for pH 7, a missing last oxygen is added; a gap in a
            chain or a residue that lacks atoms is refused.
    Returns:
        Energy of the force field after and before in kJ/mol, how far heavy atoms moved as RMSD in Å, and the structure
        in PDB format. Energies compare states of one protein; they are no energies of folding.
    Raises:
        ToolInputError: no protein, a gap, missing atoms, or too many atoms.
        ToolFailedError: no minimum was reached.
        ToolUnavailableError: the extra `simulation` is not installed.
    Source: Eastman et al. 2023, doi:10.1021/acs.jpcb.3c06662 (OpenMM 8); ff14SB, Maier et al. 2015,
        doi:10.1021/acs.jctc.5b00255; GBn2, Nguyen et al. 2013, doi:10.1021/ct3010485.
    """
    made = prepared(read_pdb_text(structure))
    found, _ = minimised(made)
    note = "; ".join(("ff14SB, implicit water (GBn2)", *made.notes))
    return Relaxed(round(found.after, 2), round(found.before, 2), round(found.moved, 3), found.text, note)


@tool(
    Operation.PREDICTION,
    Topic.STRUCTURAL_BIOLOGY,
    Safety.OPEN,
    example={"structure": EXAMPLE_PEPTIDE, "time": 0.2},
    requires=REQUIRES,
    seconds=7200,
    memory=4_000,
)
def protein_dynamics(
    structure: PdbFile, time: SimulationTime = 10.0, temperature: Temperature = 26.85, seed: DynamicsSeed = 1
) -> Simulated:
    """Simulate a protein for a short time by molecular dynamics in implicit water.

    Args:
        structure: As `protein_minimisation`; it is minimised first.
        time: 0.2 to 1,000 ps, in steps of 2 fs with a Langevin thermostat.
        temperature: In °C, from -50 to 225; 300 K where none is said.
        seed: Of the random numbers.
    Returns:
        RMSD of the alpha carbons at the end from the minimised structure, their RMSF in the second half for each
        residue in Å, and the mean temperature and potential energy of that half. Picoseconds show how tight a structure
        sits, and nothing of folding or binding.
    Raises:
        ToolInputError: as `protein_minimisation`, or a time or a temperature out of range.
        ToolFailedError: the simulation became unstable.
        ToolUnavailableError: the extra `simulation` is not installed.
    Source: as `protein_minimisation`.
    """
    if not _SHORTEST <= time <= _LONGEST:
        raise ToolInputError(f"{time:g} ps were asked for; {_SHORTEST:g} to {_LONGEST:g} ps are simulated")
    if not -50 <= temperature <= 225:
        raise ToolInputError(f"{temperature:g} °C is out of range; -50 to 225 °C are taken")
    if not 0 < seed < 2**31:
        raise ToolInputError(f"a seed is a whole number from 1 to {2**31 - 1}, not {seed}")
    made = prepared(read_pdb_text(structure))
    course = course_of(made, time, temperature + 273.15, seed)
    told = [f"{time:g} ps with ff14SB in implicit water (GBn2), seed {seed}", *made.notes]
    if abs(course.temperature / (temperature + 273.15) - 1) > _APART:
        told.append("the temperature was not reached yet: simulate for longer")
    note = "; ".join(told)
    rows: list[dict[str, str | float]] = [
        {"residue": name, "RMSF": round(value, 3)} for name, value in course.fluctuations
    ]
    return Simulated(round(course.deviation, 3), rows, round(course.temperature, 1), round(course.potential, 2), note)
