"""What is stable among phases whose energies a question gives, and the voltage that energies give a battery."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.pictures import COLOUR, as_svg, labelled, new_figure
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.materials._formula import neutral_formula

if TYPE_CHECKING:
    from pymatgen.analysis.phase_diagram import PhaseDiagram

PhaseEnergies = Annotated[
    str,
    Semantic(
        "PhaseEnergies",
        parent="Parameter",
        label="energies per atom of phases",
        finder="scitoolagent.tools.materials._edit_words:find_energies",
    ),
]
EnergyAboveHull = Annotated[
    dict[str, float],
    Semantic(
        "EnergyAboveHull",
        parent="MaterialProperty",
        unit="eV",
        label="energy above the convex hull per atom",
        also=(
            "energy above hull",
            "energies above the hull",
            "energy above the hull",
            "hull distance",
            "hull energies",
        ),
    ),
]
StablePhases = Annotated[
    list[str],
    Semantic(
        "StablePhases",
        parent="MaterialProperty",
        label="phases on the convex hull",
        also=("stable phases", "thermodynamically stable phases", "phases that are stable", "convex hull"),
    ),
]
PhaseDecomposition = Annotated[
    dict[str, str],
    Semantic(
        "PhaseDecomposition",
        parent="MaterialProperty",
        label="decomposition of the unstable phases",
        also=("decomposition products of the phases", "what the phases decompose to"),
    ),
]
HullNote = Annotated[str, Semantic("HullNote", parent="Report", role="note", label="what the hull is made of")]
HullPicture = Annotated[
    str,
    Semantic(
        "HullPicture",
        parent="SvgPicture",
        label="drawn convex hull",
        also=("convex hull diagram", "convex hull plot", "phase diagram drawing", "drawn phase diagram"),
    ),
]
DischargedEnergy = Annotated[
    float,
    Semantic(
        "DischargedEnergy",
        parent="Parameter",
        unit="eV",
        label="energy of the discharged electrode",
        also=("energy of the lithiated phase", "energy of the discharged phase", "energy of the sodiated phase"),
    ),
]
ChargedEnergy = Annotated[
    float,
    Semantic(
        "ChargedEnergy",
        parent="Parameter",
        unit="eV",
        label="energy of the charged electrode",
        also=("energy of the delithiated phase", "energy of the charged phase", "energy of the host"),
    ),
]
MetalEnergy = Annotated[
    float,
    Semantic(
        "MetalEnergy",
        parent="Parameter",
        unit="eV",
        label="energy per atom of the metal",
        also=("energy of the metal", "energy of lithium metal", "energy of metallic lithium", "energy of bulk lithium"),
    ),
]
InsertedIons = Annotated[
    float,
    Semantic(
        "InsertedIons",
        parent="Parameter",
        unit="1",
        label="number of inserted ions",
        also=("inserted ions", "number of lithium ions", "intercalated ions", "ions inserted"),
    ),
]
WorkingIonCharge = Annotated[
    int,
    Semantic(
        "WorkingIonCharge",
        parent="Parameter",
        unit="1",
        label="charge of the inserted ion",
        also=("charge of the working ion",),
    ),
]
InsertionVoltage = Annotated[
    float,
    Semantic(
        "InsertionVoltage",
        parent="MaterialProperty",
        unit="V",
        label="average insertion voltage",
        also=("intercalation voltage", "average intercalation voltage", "insertion voltage", "average battery voltage"),
    ),
]

_ENERGIES = "Li 0; O2 0; Li2O -2.06; Li2O2 -1.63; LiO2 -0.93"
_MOST_PHASES = 40
_MOST_ELEMENTS = 6
_NOTE = "of the phases given alone, at 0 K, from the energies given; another phase may lie below"


@dataclass(frozen=True, slots=True)
class Hull:
    """What is stable, what each phase lies above the hull, and into what the others decompose."""

    above: EnergyAboveHull
    stable: StablePhases
    decomposition: PhaseDecomposition
    note: HullNote


@tool(
    Operation.ANALYSIS,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"energies": _ENERGIES},
    also=("phase stability from energies", "phase diagram from energies"),
    seconds=60.0,
)
def convex_hull(energies: PhaseEnergies) -> Hull:
    """Find which of several phases are stable, from their energies per atom.

    Args:
        energies: 2 to 40 phases of at most six elements with their energies in eV per atom, such as `Li 0; Li2O -2.06`;
            each element is among them, unless `formation` in front says that these are energies of formation.
    Returns:
        Energy above the convex hull in eV per atom, the phases on the hull, and for the others the phases of the hull
        that they decompose to, with the share of atoms in each.
    Raises:
        ToolInputError: a formula or energy cannot be read, an element has no phase, or there are too few or too many.
    Source: convex hull of energies, Ong et al. 2008, doi:10.1021/cm702327g, by `pymatgen.analysis.phase_diagram`.
    """
    diagram, entries = _diagram(energies)
    above, broken = {}, {}
    for name, entry in entries.items():
        distance = _above(diagram, entry)
        above[name] = distance if distance > 1e-9 else 0.0
        if distance > 1e-9:
            parts = diagram.get_decomposition(entry.composition)
            broken[name] = " + ".join(
                f"{share:.4g} {one.composition.reduced_formula}"
                for one, share in sorted(parts.items(), key=lambda x: -x[1])
            )
    return Hull(above, [name for name, distance in above.items() if not distance], broken, _NOTE)


@tool(
    Operation.VISUALISATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"energies": _ENERGIES},
    also=("draw the convex hull", "plot the convex hull"),
    seconds=60.0,
)
def convex_hull_drawing(energies: PhaseEnergies) -> HullPicture:
    """Draw the convex hull of phases of two elements.

    Args:
        energies: As for the convex hull; phases of two elements.
    Returns:
        Text of an SVG file: formation energy in eV per atom against the share of the second element by the alphabet;
        the line joins the stable phases, rings are phases above it.
    Raises:
        ToolInputError: as the convex hull, or there are not two elements.
    Source: as the convex hull; drawn by matplotlib.
    """
    diagram, entries = _diagram(energies)
    if len(diagram.elements) != 2:
        raise ToolInputError(f"the phases have {len(diagram.elements)} elements; a hull is drawn of two")
    last = max(diagram.elements, key=str)
    places = {
        name: (float(one.composition.get_atomic_fraction(last)), float(diagram.get_form_energy_per_atom(one)))
        for name, one in entries.items()
    }
    stable = {name for name, one in entries.items() if _above(diagram, one) <= 1e-9}
    figure = new_figure()
    axes = figure.subplots()
    line = sorted({places[name] for name in stable})
    axes.plot([x for x, _ in line], [y for _, y in line], "-", color=COLOUR, linewidth=1.2)
    for name, (x, y) in places.items():
        axes.plot([x], [y], "o", color=COLOUR, markerfacecolor=COLOUR if name in stable else "white")
        axes.annotate(name, (x, y), (4, 5), textcoords="offset points", fontsize=8)
    labelled(axes, f"share of {last} atoms", "formation energy (eV/atom)", "convex hull; rings lie above it")
    axes.margins(0.1)
    return as_svg(figure)


@tool(
    Operation.CALCULATION,
    Topic.MATERIALS,
    Safety.OPEN,
    example={"discharged": -22.9, "charged": -17.0, "metal": -1.9, "ions": 1.0},
)
def insertion_voltage(
    discharged: DischargedEnergy,
    charged: ChargedEnergy,
    metal: MetalEnergy,
    ions: InsertedIons,
    charge: WorkingIonCharge = 1,
) -> InsertionVoltage:
    """Compute the average voltage of an insertion electrode from three energies.

    Args:
        discharged: Of the electrode with the ions in it, in eV for some number of formula units.
        charged: Of the electrode without them, for the same number.
        metal: Of the metal of the other electrode, in eV per atom.
        ions: How many ions come in, for the same number of formula units.
        charge: Of one ion, 1 to 3.
    Returns:
        V = -(E discharged - E charged - n E metal) / (n z) in volts; at 0 K, without entropy and volume.
    Raises:
        ToolInputError: an energy is no number, or the number of ions or their charge is out of range.
    Source: Aydinol et al. 1997, doi:10.1103/PhysRevB.56.1354.
    """
    for name, value in (("discharged", discharged), ("charged", charged), ("metal", metal)):
        if not math.isfinite(value):
            raise ToolInputError(f"the energy {name} is {value}; it must be a number")
    if not 0 < ions < math.inf or charge not in (1, 2, 3):
        raise ToolInputError(
            f"{ions:g} ions of charge {charge} are out of range; give more than 0 ions of charge 1 to 3"
        )
    return -(discharged - charged - ions * metal) / (ions * charge)


def _above(diagram: PhaseDiagram, entry: Any) -> float:
    found = diagram.get_e_above_hull(entry)
    if found is None:
        raise ToolInputError(f"{entry.name} cannot be placed on this hull; give more of its phases")
    return float(found)


def _diagram(energies: str) -> tuple[PhaseDiagram, dict[str, Any]]:
    from pymatgen.analysis.phase_diagram import PDEntry, PhaseDiagram
    from pymatgen.core.composition import Composition

    formation, phases = _read(energies)
    compositions = {name: Composition(name) for name in phases}
    elements = {element for one in compositions.values() for element in one}
    if len(elements) > _MOST_ELEMENTS:
        raise ToolInputError(f"the phases have {len(elements)} elements, at most {_MOST_ELEMENTS} are taken")
    pure = {next(iter(one)) for one in compositions.values() if len(one) == 1}
    missing = sorted(str(element) for element in elements - pure)
    if missing and not formation:
        raise ToolInputError(f"no energy of {', '.join(missing)} is given; give each element, or energies of formation")
    entries = {name: PDEntry(one, phases[name] * one.num_atoms, name) for name, one in compositions.items()}
    references = [PDEntry(Composition(symbol), 0.0, symbol) for symbol in missing]
    return PhaseDiagram([*entries.values(), *references]), entries


def _read(energies: str) -> tuple[bool, dict[str, float]]:
    parts = [part.strip() for part in energies.split(";") if part.strip()]
    formation = bool(parts) and parts[0].lower() == "formation"
    phases: dict[str, float] = {}
    for part in parts[formation:]:
        match = re.fullmatch(r"([A-Za-z0-9()]{1,60})\s+([-+]?\d{1,6}(?:\.\d{1,10})?)", part)
        if not match:
            raise ToolInputError(f"{part[:60]!r} is no formula with an energy; write it as Li2O -2.06")
        neutral_formula(match[1])
        if match[1] in phases:
            raise ToolInputError(f"{match[1]} has two energies; give each phase once")
        phases[match[1]] = float(match[2])
    if not 2 <= len(phases) <= _MOST_PHASES:
        raise ToolInputError(f"{len(phases)} phases are given; a hull needs 2 to {_MOST_PHASES}")
    return formation, phases
