"""Charge, mass and energy of electrochemical cells."""

from __future__ import annotations

import math
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general._checks import counted, finite, kelvin, positive, usable
from scitoolagent.tools.general._constants import AVOGADRO, ELEMENTARY_CHARGE, GAS_CONSTANT
from scitoolagent.tools.general.decay import ElapsedTime
from scitoolagent.tools.general.electrochemistry import ElectronCount, StandardPotential
from scitoolagent.tools.materials.formula import MolarMass

FARADAY = AVOGADRO * ELEMENTARY_CHARGE

Current = Annotated[
    float,
    Semantic(
        "Current",
        parent="Parameter",
        unit="ampere",
        label="electric current",
        also=("current", "constant current", "cell current"),
    ),
]
DepositedMass = Annotated[
    float,
    Semantic(
        "DepositedMass",
        parent="MaterialProperty",
        unit="g",
        label="mass deposited by electrolysis",
        also=(
            "deposited mass",
            "mass deposited",
            "mass by Faraday's law",
            "mass that a current deposits",
            "mass plated",
            "grams deposited",
            "mass is deposited",
            "grams are deposited",
            "mass of metal deposited",
        ),
    ),
]
MassToDeposit = Annotated[
    float,
    Semantic(
        "MassToDeposit",
        parent="Parameter",
        unit="g",
        label="mass to deposit",
        also=("deposit", "plate", "electroplate", "mass to plate"),
    ),
]
ElectrolysisTime = Annotated[
    float,
    Semantic(
        "ElectrolysisTime",
        parent="MaterialProperty",
        unit="s",
        label="time of electrolysis",
        also=(
            "electrolysis time",
            "plating time",
            "time to deposit",
            "time to plate",
            "time to electroplate",
            "how long to electroplate",
            "how long to deposit",
            "how long does it take to deposit",
            "how long to plate",
        ),
    ),
]
CellPotential = Annotated[
    float,
    Semantic(
        "CellPotential",
        parent="Parameter",
        unit="V",
        label="potential of a cell",
        also=("cell potential", "electromotive force", "EMF", "cell voltage", "Ecell", "E"),
    ),
]
CellGibbsEnergy = Annotated[
    float,
    Semantic(
        "CellGibbsEnergy",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="Gibbs energy of a cell reaction",
        also=(
            "Gibbs energy of a cell",
            "Gibbs energy",
            "Gibbs free energy",
            "free energy of a cell",
            "Gibbs energy of the cell reaction",
            "ΔG",
            "delta G",
        ),
    ),
]
CellEquilibriumConstant = Annotated[
    float,
    Semantic(
        "CellEquilibriumConstant",
        parent="MaterialProperty",
        unit="1",
        label="equilibrium constant of a cell reaction",
        also=("equilibrium constant from a cell potential", "equilibrium constant", "equilibrium constant of a cell"),
    ),
]
CathodePotential = Annotated[
    float,
    Semantic(
        "CathodePotential",
        parent="Parameter",
        unit="V",
        label="potential of the cathode",
        also=("cathode potential", "reduction potential of the cathode", "cathode"),
    ),
]
AnodePotential = Annotated[
    float,
    Semantic(
        "AnodePotential",
        parent="Parameter",
        unit="V",
        label="potential of the anode",
        also=("anode potential", "reduction potential of the anode", "anode"),
    ),
]
CellVoltage = Annotated[
    float,
    Semantic(
        "CellVoltage",
        parent="CellPotential",
        unit="V",
        label="cell potential of two electrodes",
        also=(
            "standard cell potential",
            "cell potential",
            "cell voltage",
            "electromotive force",
            "EMF",
            "voltage of the cell",
            "potential of the cell",
        ),
    ),
]
ChargePassed = Annotated[
    float,
    Semantic(
        "ChargePassed",
        parent="MaterialProperty",
        unit="C",
        label="electric charge passed",
        also=("charge passed", "electric charge", "total charge", "amount of charge"),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"current": 2.5, "time": 1800.0, "electrons": 2, "molar_mass": 63.546},
    also=("Faraday's law of electrolysis",),
)
def deposited_mass(
    current: Current, time: ElapsedTime, electrons: ElectronCount, molar_mass: MolarMass
) -> DepositedMass:
    """Compute the mass that a current deposits or dissolves by Faraday's law.

    Args:
        current: In A.
        time: In s.
        electrons: That each atom, ion or molecule takes or gives, 1 or more.
        molar_mass: Of what is deposited, in g/mol.
    Returns:
        m = I t M / (z F) in g, at a current efficiency of 100 %.
    Raises:
        ToolInputError: a value is not positive.
    Source: Faraday 1834, with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    positive(current=current, time=time, molar_mass=molar_mass)
    counted(electrons=electrons)
    return usable(current * time * molar_mass / (electrons * FARADAY), "mass")


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"mass": 5.0, "current": 1.2, "electrons": 1, "molar_mass": 107.868},
    also=("Faraday's law of electrolysis",),
)
def electrolysis_time(
    mass: MassToDeposit, current: Current, electrons: ElectronCount, molar_mass: MolarMass
) -> ElectrolysisTime:
    """Compute how long a current takes to deposit a mass by Faraday's law.

    Args:
        mass: In g.
        current: In A.
        electrons: That each atom, ion or molecule takes or gives, 1 or more.
        molar_mass: Of what is deposited, in g/mol.
    Returns:
        t = m z F / (I M) in s, at a current efficiency of 100 %.
    Raises:
        ToolInputError: a value is not positive.
    Source: Faraday 1834, with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    positive(mass=mass, current=current, molar_mass=molar_mass)
    counted(electrons=electrons)
    return usable(mass * electrons * FARADAY / (current * molar_mass), "time")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"current": 2.5, "time": 1800.0})
def charge_passed(current: Current, time: ElapsedTime) -> ChargePassed:
    """Compute the electric charge that a constant current carries in a time.

    Args:
        current: In A.
        time: In s.
    Returns:
        Q = I t in C.
    Raises:
        ToolInputError: a value is not positive.
    Source: definition of the ampere, SI brochure, doi:10.59161/AUEZ1291.
    """
    positive(current=current, time=time)
    return usable(current * time, "charge")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"potential": 1.1, "electrons": 2})
def cell_gibbs_energy(potential: CellPotential, electrons: ElectronCount) -> CellGibbsEnergy:
    """Compute the Gibbs energy of a cell reaction from the potential of the cell.

    Args:
        potential: In V.
        electrons: Transferred in the reaction as written, 1 or more.
    Returns:
        ΔG = -z F E in kJ/mol.
    Raises:
        ToolInputError: no electrons, or a potential that is no number.
    Source: IUPAC Green Book, with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    finite(potential=potential)
    counted(electrons=electrons)
    return -electrons * FARADAY * potential / 1000


@tool(
    Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"potential": 0.3, "electrons": 2, "temperature": 30.0}
)
def cell_equilibrium_constant(
    potential: StandardPotential, electrons: ElectronCount, temperature: Temperature = 25.0
) -> CellEquilibriumConstant:
    """Compute the equilibrium constant of a cell reaction from its standard potential.

    Args:
        potential: Standard potential of the cell in V.
        electrons: Transferred in the reaction as written, 1 or more.
        temperature: In °C.
    Returns:
        K = exp(z F E° / (R T)).
    Raises:
        ToolInputError: no electrons, a potential that is no number, or a constant beyond the range of numbers.
    Source: Nernst 1889, with the exact constants of the SI, doi:10.59161/AUEZ1291.
    """
    finite(potential=potential)
    counted(electrons=electrons)
    power = electrons * FARADAY * potential / (GAS_CONSTANT * kelvin(temperature))
    if abs(power) > 700:
        raise ToolInputError(f"the constant is 10^{power / math.log(10):.1f}, which is beyond the range of numbers")
    return math.exp(power)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"cathode": 0.34, "anode": -0.76})
def cell_voltage(cathode: CathodePotential, anode: AnodePotential) -> CellVoltage:
    """Compute the potential of a cell from the reduction potentials of its electrodes.

    Args:
        cathode: Reduction potential of the electrode where reduction takes place, in V.
        anode: Reduction potential of the other electrode, in V.
    Returns:
        E = E(cathode) - E(anode) in V.
    Raises:
        ToolInputError: a potential is no number.
    Source: IUPAC Gold Book, doi:10.1351/goldbook.E01934.
    """
    finite(cathode=cathode, anode=anode)
    return cathode - anode
