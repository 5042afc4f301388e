"""The freezing point of a solution from what is weighed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.units import convert, convertible
from scitoolagent.tools.general.colligative import FreezingPointDepression
from scitoolagent.tools.materials._amounts_of import read_amount_of
from scitoolagent.tools.materials._dissolution import ions_of
from scitoolagent.tools.materials._elements import is_metal
from scitoolagent.tools.materials._formula import Formula
from scitoolagent.tools.materials._species import is_formula
from scitoolagent.tools.materials._substances import substance_formula

WeighedSolution = Annotated[
    str,
    Semantic(
        "WeighedSolution",
        parent="Parameter",
        label="solute and solvent with their masses",
        finder="scitoolagent.tools.materials._weighed_solution_words:find_weighed_solutions",
    ),
]
SolutionFreezingPoint = Annotated[
    float,
    Semantic(
        "SolutionFreezingPoint",
        parent="MaterialProperty",
        unit="Cel",
        label="freezing point of a solution",
        also=("freezing point", "freezing point of the solution", "freezing temperature"),
    ),
]
ParticleNote = Annotated[
    str, Semantic("ParticleNote", parent="Report", label="particles of a dissolved substance", role="note")
]

# Cryoscopic constant in K kg/mol and melting point in °C, by formula: CRC Handbook, "Cryoscopic constants" and
# "Enthalpy of fusion".
_SOLVENTS = {
    "H2O": (1.86, 0.0), "C6H6": (5.07, 5.49), "C2H4O2": (3.63, 16.64), "C6H12": (20.8, 6.59), "C10H8": (7.45, 80.26),
}  # fmt: skip
_NAMED = {"water": "H2O", "benzene": "C6H6", "acetic acid": "C2H4O2", "cyclohexane": "C6H12", "naphthalene": "C10H8"}
# Above it the solution is none that a constant for dilute ones holds for.
_MOST_MOLAL = 10.0


@dataclass(frozen=True, slots=True)
class Freezing:
    """By how much a solution freezes lower, and where."""

    freezing_point: SolutionFreezingPoint
    depression: FreezingPointDepression
    note: ParticleNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"solution": "18.0 g glucose in 250.0 g water"})
def freezing_point_of_solution(solution: WeighedSolution) -> Freezing:
    """Compute the freezing point of a dilute solution from the masses of solute and solvent.

    Args:
        solution: As `18 g glucose in 250 g water`; the solute by mass or amount. Solvents are water, benzene, acetic
            acid, cyclohexane and naphthalene.
    Returns:
        Freezing point in °C, its depression i Kf b in K, and how many particles each formula unit was taken to give:
        1 of an organic molecule, its ions at full dissociation of a salt in water.
    Raises:
        ToolInputError: a mass cannot be read, the solvent is none of these, the solute is no organic molecule and no
        salt, or the solution is not dilute.
    Source: Raoult 1882; constants of the CRC Handbook of Chemistry and Physics, section 15.
    """
    solute, joint, solvent = solution.partition(" in ")
    if not joint:
        raise ToolInputError(f"{solution[:60]!r} is no solution; write it as 18 g glucose in 250 g water")
    dissolved = read_amount_of(solute)
    mass, mass_unit, medium = read_amount_of(solvent)
    constant, melts = _solvent(medium)
    if not convertible(mass_unit, "kg"):
        raise ToolInputError(f"{solvent.strip()!r} is no mass of a solvent; give it in g")
    particles, told = _particles(dissolved.substance, medium)
    molality = dissolved.moles / convert(mass, mass_unit, "kg")
    if molality * particles > _MOST_MOLAL:
        raise ToolInputError(f"{molality:.3g} mol/kg is no dilute solution; the constant of the solvent does not hold")
    depression = particles * constant * molality
    note = f"i = {particles}: {told}; Kf = {constant} K kg/mol, {molality:.4g} mol/kg"
    return Freezing(melts - depression, depression, note)


def _solvent(name: str) -> tuple[float, float]:
    # A formula alone does not tell acetic acid from its isomers, so the organic ones are asked for by name.
    key = _NAMED.get(name.lower(), "H2O" if name == "H2O" else "")
    if not key:
        raise ToolInputError(f"the cryoscopic constant of {name} is not known here; {', '.join(_NAMED)} are")
    return _SOLVENTS[key]


def _particles(name: str, medium: str) -> tuple[int, str]:
    formula = substance_formula(name)
    if formula.charge:
        raise ToolInputError(f"{name} is an ion; give the salt that is weighed in")
    if (
        not _is_salt(name, formula)
        and {"C", "H"} <= set(formula.counts)
        and not {"Cl", "Br", "I", "S", "P"} & set(formula.counts)
    ):
        return 1, f"{name} stays one molecule"
    if medium.lower() not in ("water", "h2o"):
        raise ToolInputError(f"how many particles {name} gives in {medium} is not known here")
    cation, anion = ions_of(name if is_formula(name) else _written(formula))
    return cation.count + anion.count, f"{name} gives {cation.count + anion.count} ions at full dissociation"


def _is_salt(name: str, formula: Formula) -> bool:
    """Whether a substance holds a metal or is of several parts, as ammonium acetate is."""
    if any(is_metal(symbol) for symbol in formula.counts):
        return True
    if is_formula(name):
        return "NH4" in name
    from scitoolagent.tools.chemistry.names import name_to_smiles

    return "." in name_to_smiles(name).smiles


def _written(formula: Formula) -> str:
    return "".join(symbol + (str(count) if count != 1 else "") for symbol, count in formula.counts.items())
