"""Standard enthalpies and Gibbs energies of formation and standard entropies at 25 °C, of one compound in one state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry import _compounds
from scitoolagent.tools.chemistry._compound_match import resolve
from scitoolagent.tools.chemistry._measured import Subject, known, measured_of, values
from scitoolagent.tools.materials._formula import hill_order, parse_formula, written
from scitoolagent.tools.materials._species import is_formula

ROOM = 298.15
STATES = {"g": "gas", "l": "liquid", "s": "solid"}
_STATE = re.compile(r"\((s|l|g|aq)\)\s*$")
# The forms of the elements that formation starts from; every other element starts from one atom of its solid.
_REFERENCE = {
    "H2": "gas", "N2": "gas", "O2": "gas", "F2": "gas", "Cl2": "gas", "Br2": "liquid", "I2": "solid", "Hg": "liquid",
    "He": "gas", "Ne": "gas", "Ar": "gas", "Kr": "gas", "Xe": "gas", "Rn": "gas", "S8": "solid", "P4": "solid",
}  # fmt: skip
_NO_ATOMS = frozenset({"H", "N", "O", "F", "Cl", "Br", "I"})
_NAMED = 4


@dataclass(frozen=True, slots=True)
class Standard:
    """One value of one substance.

    Attributes:
        value: in kJ/mol or J/(mol·K).
        of: the substance with its state, as an answer names it.
        note: where the value is from.
    """

    value: float
    of: str
    note: str


def state_of(term: str) -> str:
    """The state that a term of an equation is written with; empty where it has none.

    Raises:
        ToolInputError: in water, which the tables of compounds do not have.
    """
    match = _STATE.search(term)
    if match is None:
        return ""
    if match[1] == "aq":
        raise ToolInputError(f"{term.strip()} is dissolved; the tables hold gases, liquids and solids only")
    return STATES[match[1]]


def standard_of(fact: str, species: str, state: str, unit: str) -> Standard:
    """The standard value of a formula or a name in a state; with none given, in that of 25 °C and 1 bar.

    Raises:
        ToolInputError: not in the tables, several compounds of that formula, or no telling which state is meant.
    """
    if fact.startswith("formation") and (reference := _reference(species)) and state in ("", reference):
        return Standard(0.0, f"{species}({reference[0]})", "zero by definition")
    found = [(subject, one) for subject in _subjects(species) for one in _states(fact, subject, state)]
    names = sorted({subject.name for subject, _ in found})
    if len(names) > 1:
        raise ToolInputError(
            f"{species} stands for {len(names)} compounds of the table: {', '.join(names[:_NAMED])}; name one of them"
        )
    if not found:
        raise ToolInputError(f"the tables have no {_what(fact)} of {species}{f' as a {state}' if state else ''}")
    return value_of(fact, found[0][0], state, unit)


def value_of(fact: str, subject: Subject, state: str, unit: str) -> Standard:
    """As `standard_of`, for a compound that is found already."""
    states = _states(fact, subject, state)
    if not states:
        raise ToolInputError(f"the tables have no {_what(fact)} of {subject.name}{f' as a {state}' if state else ''}")
    chosen = states[0] if len(states) == 1 else _at_room_temperature(subject)
    if chosen not in states:
        raise ToolInputError(
            f"the tables have the {_what(fact)} of {subject.name} as {' and '.join(states)}, and not which of them it "
            "is at 25 °C; name the state"
        )
    value, note = measured_of(f"{fact}_{chosen}", subject, unit)
    return Standard(value, f"{subject.name}({chosen[0]})", f"as a {chosen} at 25 °C and 1 bar; {note}")


def _states(fact: str, subject: Subject, state: str) -> list[str]:
    """The states in which a compound has the value, or the wanted one."""
    wanted = [state] if state else list(STATES.values())
    return [one for one in wanted if next(values(f"{fact}_{one}", subject), None) is not None]


def _at_room_temperature(subject: Subject) -> str:
    melting, boiling = known("melting_point", subject), known("boiling_point", subject)
    if melting is not None and melting > ROOM:
        return "solid"
    if boiling is not None and boiling < ROOM:
        return "gas"
    triple = known("triple_temperature", subject)
    if boiling is None and triple is not None and triple < ROOM:
        return "gas"
    return "liquid" if melting is not None and boiling is not None else ""


def _reference(species: str) -> str:
    """The state of an element in its standard form; empty for all else."""
    if species in _REFERENCE:
        return _REFERENCE[species]
    return "solid" if re.fullmatch(r"[A-Z][a-z]?", species) and species not in _NO_ATOMS else ""


def _subjects(species: str) -> Iterator[Subject]:
    """The compounds that a formula or a name may stand for."""
    if not is_formula(species):
        row = resolve(species)
        yield Subject(row.title or species, (row.cas,), 0.0)
        return
    formula = parse_formula(species)
    if formula.charge:
        raise ToolInputError(f"{species} is an ion; the tables hold gases, liquids and solids only")
    hill = written(formula.counts, hill_order(formula.counts))
    seen: set[str] = set()
    for row in _compounds.by_formula(hill):
        if row.formula == hill and _compounds.valid_cas(row.cas) and row.cas not in seen:
            seen.add(row.cas)
            yield Subject(row.title or species, (row.cas,), 0.0)


def _what(fact: str) -> str:
    return {
        "formation_enthalpy": "standard enthalpy of formation",
        "formation_gibbs": "standard Gibbs energy of formation",
        "entropy": "standard molar entropy",
    }[fact]
