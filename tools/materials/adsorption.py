"""How much gas a porous crystal takes up, by grand canonical Monte Carlo."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import CifFile, Temperature
from scitoolagent.tools.materials._adsorption import CO2, REQUIRES, Conditions, simulate
from scitoolagent.tools.materials._bonds import bonds_of, components_of
from scitoolagent.tools.materials._elements import is_metal
from scitoolagent.tools.materials._structure import FRAMEWORK_EXAMPLE, read_structure, symbols_of

CarbonDioxideUptake = Annotated[
    float,
    Semantic(
        "CarbonDioxideUptake",
        parent="MaterialProperty",
        unit="mg/g",
        label="CO2 uptake",
        also=(
            "carbon dioxide uptake",
            "CO2 adsorption",
            "carbon dioxide adsorption",
            "CO2 adsorption capacity",
            "CO2 loading",
            "uptake of carbon dioxide",
        ),
    ),
]
UptakeError = Annotated[
    float,
    Semantic(
        "CarbonDioxideUptakeError", parent="MaterialProperty", unit="mg/g", label="statistical error of the CO2 uptake"
    ),
]
AdsorptionPressure = Annotated[
    float, Semantic("AdsorptionPressure", parent="Parameter", unit="bar", label="pressure of the adsorbed gas")
]
SimulationCycles = Annotated[
    int,
    Semantic("SimulationCycles", parent="Parameter", unit="1", label="number of Monte Carlo cycles", also=("cycles",)),
]
SimulationSeed = Annotated[int, Semantic("SimulationSeed", parent="Parameter", unit="1", label="seed of a simulation")]
AdsorptionNote = Annotated[str, Semantic("AdsorptionNote", parent="Report", label="note on an uptake", role="note")]

if TYPE_CHECKING:
    from pymatgen.core.structure import Structure

_FEWEST, _MOST = 100, 100_000
_NEUTRAL, _SAME = 0.01, 1e-4


@dataclass(frozen=True, slots=True)
class Uptake:
    """What is taken up, how sure that count is, and what was assumed."""

    uptake: CarbonDioxideUptake
    uptake_error: UptakeError
    adsorption_note: AdsorptionNote


@tool(
    Operation.PREDICTION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"structure": FRAMEWORK_EXAMPLE, "cycles": 100},
    also=("GCMC of CO2", "PredictAdsorption"),
    requires=REQUIRES,
    seconds=1800.0,
)
def co2_uptake(
    structure: CifFile,
    temperature: Temperature = 25.0,
    pressure: AdsorptionPressure = 1.0,
    cycles: SimulationCycles = 2000,
    seed: SimulationSeed = 1,
) -> Uptake:
    """Simulate the CO2 uptake of a porous crystal by grand canonical Monte Carlo.

    Args:
        structure: CIF or POSCAR file of a framework without partly occupied sites.
        temperature: In °C, from -100 to 500.
        pressure: Of pure CO2 in bar, from 0.000001 to 100.
        cycles: Of the production, 100 to 100,000; half as many go before it.
        seed: Of the random numbers.
    Returns:
        The absolute uptake in mg for each g of the empty framework, the half width of its 95 % interval by five blocks,
        and what was assumed. The interval holds the noise of the simulation alone: a rigid framework, a general force
        field and missing charges may be farther off, and pores that no molecule can get into are filled all the same.
    Raises:
        ToolInputError: no readable ordered structure, no framework, an element without parameters, too large a cell, or
            a condition out of its range.
        ToolUnavailableError: the extra adsorption is not installed.
    Source: RASPA 3, Ran et al. 2024, doi:10.1063/5.0226249; framework by UFF, Rappe 1992, doi:10.1021/ja00051a040;
        CO2 by TraPPE, Potoff and Siepmann 2001, doi:10.1002/aic.690470719; fugacity by Peng and Robinson.
    """
    _check(temperature, pressure, cycles, seed)
    host, notes = _host(structure)
    at = Conditions(temperature + 273.15, pressure * 1e5, cycles, seed)
    found = simulate(host.crystal, symbols_of(host.crystal), host.charges, CO2, at)
    uptake, error = found.in_mg_per_g(CO2)
    if not found.molecules:
        # Nothing was seen, which is no measure of how sure that is: less than one molecule a cell.
        error = replace(found, molecules=1.0).in_mg_per_g(CO2)[0]
        notes.append("no molecule was in the pores: they are too narrow, or the run was too short")
    repeated = " x ".join(map(str, found.cells))
    notes.append(f"{repeated} cells, {cycles} cycles: {uptake:.1f} ± {error:.1f} mg/g (95 %, of the simulation alone)")
    return Uptake(round(uptake, 2), round(error, 2), "; ".join(notes))


@dataclass(frozen=True, slots=True)
class _Host:
    crystal: Structure
    charges: list[float]


def _host(structure: Path) -> tuple[_Host, list[str]]:
    """The framework without what is not bonded to it, the charges of its atoms, and what is to be told of both."""
    crystal = read_structure(structure, ordered=True)
    symbols = symbols_of(crystal)
    charges, told = _charges(structure, crystal)
    parts = components_of(bonds_of(crystal))
    if not any(part.dimension for part in parts):
        raise ToolInputError(f"{structure.name} has no framework: its bonds make no chain, layer or network")
    guests = [
        part.sites for part in parts if part.dimension == 0 and not any(is_metal(symbols[site]) for site in part.sites)
    ]
    if not guests:
        return _Host(crystal, charges), [told]
    gone = {site for sites in guests for site in sites}
    crystal.remove_sites(sorted(gone))
    kept = [charge for site, charge in enumerate(charges) if site not in gone]
    return _Host(crystal, kept), [told, f"{len(guests)} unbound molecules were taken out of the pores"]


def _check(temperature: float, pressure: float, cycles: int, seed: int) -> None:
    if not -100 <= temperature <= 500:
        raise ToolInputError(f"{temperature:g} °C is out of range; CO2 is simulated from -100 to 500 °C")
    if not 1e-6 <= pressure <= 100:
        raise ToolInputError(f"{pressure:g} bar is out of range; 0.000001 to 100 bar are taken")
    if not _FEWEST <= cycles <= _MOST:
        raise ToolInputError(f"{cycles} cycles were asked for; {_FEWEST} to {_MOST} are made")
    if not 0 <= seed < 2**31:
        raise ToolInputError(f"a seed is a whole number from 0 to {2**31 - 1}, not {seed}")


def _charges(path: Path, crystal: Structure) -> tuple[list[float], str]:
    """The charges of the atoms as the file lists them, and what is said of them; zero where it does not list all."""
    none = [0.0] * len(crystal)
    lacking = "no charge for each atom of the cell in the file, so the framework has none: an uptake is likely too low"
    listed = _listed(path)
    if len(listed) != len(crystal):
        return none, lacking
    rows = _rows_of(crystal, [row[:3] for row in listed])
    if sorted(rows) != list(range(len(listed))):
        return none, lacking
    values = [listed[row][3] for row in rows]
    total = sum(values)
    if abs(total) > _NEUTRAL * len(values):
        return none, f"the charges of the file add up to {total:.2f}, so none are taken: an uptake is likely too low"
    return [value - total / len(values) for value in values], "charges of the file"


def _listed(path: Path) -> list[tuple[float, float, float, float]]:
    """Place and charge of each atom in a file; empty where one of them has none."""
    import gemmi

    try:
        block = gemmi.cif.read_string(path.read_text(encoding="utf-8", errors="replace")).sole_block()
    except (RuntimeError, ValueError):
        return []
    columns = block.find("_atom_site_", ["fract_x", "fract_y", "fract_z", "charge"])
    found = [tuple(gemmi.cif.as_number(text) for text in row) for row in columns]
    return [(x, y, z, q) for x, y, z, q in found] if all(map(math.isfinite, sum(found, ()))) else []


def _rows_of(crystal: Structure, places: list[tuple[float, float, float]]) -> list[int]:
    """For each atom of a crystal the row of the file that has its place; -1 where none has."""
    import numpy as np

    found = []
    for site in crystal:
        apart = np.array(places) - site.frac_coords
        far = np.abs(apart - np.round(apart)).max(axis=1)
        found.append(int(far.argmin()) if far.min() < _SAME else -1)
    return found
