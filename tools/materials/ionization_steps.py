"""Several ionization energies of one element."""

from __future__ import annotations

import re
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tools.materials.element_states import ionization_energy
from scitoolagent.tools.materials.elements import ElementSymbol

IonizationSteps = Annotated[
    str,
    Semantic(
        "IonizationSteps",
        parent="Parameter",
        label="which ionization energies",
        finder="scitoolagent.tools.materials._ionization_words:find_ionization_steps",
    ),
]
IonizationEnergies = Annotated[
    str,
    Semantic(
        "IonizationEnergies",
        parent="MaterialProperty",
        label="ionization energies of these steps",
        also=("ionization energy", "ionization energies", "ionization potential", "ionization potentials"),
    ),
]


@tool(Operation.RETRIEVAL, Topic.GENERAL, Safety.OPEN, example={"element": "Mg", "steps": "1, 2"})
def ionization_energies(element: ElementSymbol, steps: IonizationSteps) -> IonizationEnergies:
    """Look up several ionization energies of an element.

    Args:
        element: Symbol (Ti) or English name (titanium).
        steps: Numbers of the electrons, as `1, 2`.
    Returns:
        Energies in eV to take each of these electrons from the atom or the ion that is left.
    Raises:
        ToolInputError: no such element or step, or the table has no value.
    Source: NIST Atomic Spectra Database, in `mendeleev`.
    """
    if not re.fullmatch(r"\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*", steps):
        raise ToolInputError(f"{steps[:60]!r} is no list of steps; write it as 1, 2")
    numbers = [int(one) for one in steps.split(",")]
    return ", ".join(f"{ionization_energy(element, number):.7g} eV (electron {number})" for number in numbers)
