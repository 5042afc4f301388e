"""What the ions of several salts make together in one solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Temperature
from scitoolagent.tools.general.electrolytes import DebyeLength, debye_length
from scitoolagent.tools.materials._dissolution import concentration_of, ions_of
from scitoolagent.tools.materials.dissolved_salts import IonicStrength

MixedSalts = Annotated[
    str,
    Semantic(
        "MixedSalts",
        parent="Parameter",
        label="salts of one solution with their concentrations",
        finder="scitoolagent.tools.materials._mixed_salt_words:find_mixed_salts",
    ),
]
MixedSaltsNote = Annotated[
    str, Semantic("MixedSaltsNote", parent="Report", role="note", label="how several salts are taken")
]
_EXAMPLE = "0.02 M KCl, 0.01 M CaCl2"


@dataclass(frozen=True, slots=True)
class MixedStrength:
    """The ionic strength of a solution of several salts."""

    strength: IonicStrength
    note: MixedSaltsNote


@dataclass(frozen=True, slots=True)
class MixedDebyeLength:
    """The Debye length in a solution of several salts."""

    length: DebyeLength
    note: MixedSaltsNote


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"salts": _EXAMPLE})
def mixed_salts_ionic_strength(salts: MixedSalts) -> MixedStrength:
    """Compute the ionic strength of one solution of several salts.

    Args:
        salts: Each with its concentration, as `0.02 M KCl, 0.01 M CaCl2`.
    Returns:
        ½ Σ c z² over all ions in mol/L, at full dissociation and without hydrolysis; the note says that one solution
        is meant.
    Raises:
        ToolInputError: it cannot be read, one is no salt of a metal or ammonium with one known anion, or a
        concentration is not positive.
    Source: Lewis & Randall 1921; IUPAC Gold Book, doi:10.1351/goldbook.I03180.
    """
    return MixedStrength(_strength(salts), f"taken as one solution of {salts}")


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"salts": _EXAMPLE, "temperature": 25.0})
def mixed_salts_debye_length(salts: MixedSalts, temperature: Temperature = 25.0) -> MixedDebyeLength:
    """Compute the Debye length in one solution of several salts in water.

    Args:
        salts: Each with its concentration, as `0.02 M KCl, 0.01 M CaCl2`.
        temperature: In °C; the permittivity is that of water there.
    Returns:
        √(ε kB T / (2 NA e² I)) in nm; the note says that one solution is meant, and of what ionic strength.
    Raises:
        ToolInputError: as for the ionic strength, or a temperature at which water is not liquid.
    Source: Debye & Hückel 1923, with the constants of CODATA 2018.
    """
    strength = _strength(salts)
    length = debye_length(strength, temperature=temperature)
    taken = f"taken as one solution of {salts}, of an ionic strength of {strength:.4g} mol/L"
    return MixedDebyeLength(length.length, f"{taken}; {length.note}")


def _strength(salts: str) -> float:
    total = 0.0
    for part in salts.split(","):
        said, _, formula = part.strip().rpartition(" ")
        if not said:
            raise ToolInputError(f"{part.strip()[:60]!r} is no salt with its concentration; write it as 0.1 M NaCl")
        total += concentration_of(said) / 2 * sum(ion.count * ion.charge**2 for ion in ions_of(formula))
    return total
