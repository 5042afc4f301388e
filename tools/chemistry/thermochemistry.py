"""Standard enthalpies, Gibbs energies and entropies at 25 °C, of compounds and of reactions."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles, Temperature
from scitoolagent.tools.chemistry._measured import subject_of
from scitoolagent.tools.chemistry._standard_states import Standard, standard_of, state_of, value_of
from scitoolagent.tools.chemistry.phase_points import FactNote
from scitoolagent.tools.materials.reaction import ChemicalEquation, balance_equation, sides_of

_GAS_CONSTANT = 8.31446261815324e-3
_ZERO_CELSIUS = 273.15
_LARGEST_EXPONENT = 690.0
_ARROW = re.compile(r"\s*(?:<?[-=]+>|[→⟶⇌⇄↔]|=)\s*")
_PLUS = re.compile(r"\s+\+\s+|\+(?=[A-Z(\[])")

FormationEnthalpy = Annotated[
    float,
    Semantic(
        "FormationEnthalpy",
        parent="MolecularProperty",
        unit="kJ/mol",
        label="standard enthalpy of formation",
        also=("enthalpy of formation", "heat of formation", "standard heat of formation", "formation enthalpy", "ΔHf"),
    ),
]
GasFormationEnthalpy = Annotated[
    float,
    Semantic(
        "GasFormationEnthalpy",
        parent="MolecularProperty",
        unit="kJ/mol",
        label="gas-phase enthalpy of formation",
        also=(
            "enthalpy of formation in the gas phase",
            "gas phase heat of formation",
            "enthalpy of formation as a gas",
        ),
    ),
]
FormationGibbsEnergy = Annotated[
    float,
    Semantic(
        "FormationGibbsEnergy",
        parent="MolecularProperty",
        unit="kJ/mol",
        label="standard Gibbs energy of formation",
        also=("Gibbs energy of formation", "Gibbs free energy of formation", "free energy of formation", "ΔGf"),
    ),
]
StandardEntropy = Annotated[
    float,
    Semantic(
        "StandardEntropy",
        parent="MolecularProperty",
        unit="J/(mol.K)",
        label="standard molar entropy",
        also=("molar entropy", "standard entropy", "absolute entropy"),
    ),
]
ReactionEnthalpy = Annotated[
    float,
    Semantic(
        "ReactionEnthalpy",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="standard reaction enthalpy",
        also=(
            "reaction enthalpy",
            "enthalpy of reaction",
            "heat of reaction",
            "enthalpy change",
            "enthalpy of combustion",
            "ΔHrxn",
        ),
    ),
]
_GIBBS_ENERGY = ("Gibbs energy", "Gibbs free energy", "ΔG", "delta G")
ReactionGibbsEnergy = Annotated[
    float,
    Semantic(
        "ReactionGibbsEnergy",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="standard reaction Gibbs energy",
        also=(
            "Gibbs energy of reaction",
            "Gibbs free energy of reaction",
            "reaction Gibbs energy",
            "Gibbs free energy change",
            "Gibbs energy change",
            "free energy of reaction",
            "ΔG of reaction",
            "standard Gibbs energy",
            *_GIBBS_ENERGY,
            "ΔGrxn",
        ),
    ),
]
StandardGibbsEnergy = Annotated[
    float,
    Semantic(
        "StandardGibbsEnergy",
        parent="Parameter",
        unit="kJ/mol",
        label="standard Gibbs energy",
        also=("Gibbs energy", "Gibbs free energy", "free energy", "delta G", "ΔG", "ΔG°"),
    ),
]
EquilibriumConstant = Annotated[
    float,
    Semantic(
        "EquilibriumConstant",
        parent="MaterialProperty",
        unit="1",
        label="equilibrium constant",
        also=("thermodynamic equilibrium constant", "equilibrium constant K"),
    ),
]
ReactionConstant = Annotated[
    float,
    Semantic(
        "ReactionConstant",
        parent="MaterialProperty",
        unit="1",
        label="equilibrium constant of a reaction",
        also=("equilibrium constant of the reaction", "equilibrium constant"),
    ),
]
GivenEquilibriumConstant = Annotated[
    float,
    Semantic(
        "GivenEquilibriumConstant",
        parent="Parameter",
        unit="1",
        label="equilibrium constant that is given",
        also=("equilibrium constant of", "K of", "constant of"),
        announced=("K =", "K=", "Keq =", "Keq=", "equilibrium constant"),
    ),
]
GibbsEnergyOfConstant = Annotated[
    float,
    Semantic(
        "GibbsEnergyOfConstant",
        parent="MaterialProperty",
        unit="kJ/mol",
        label="Gibbs energy of an equilibrium constant",
        also=(
            "Gibbs energy from an equilibrium constant",
            "standard Gibbs energy of an equilibrium",
            "standard Gibbs energy",
            *_GIBBS_ENERGY,
            "ΔG°",
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class FormationEnthalpyFound:
    """An enthalpy of formation and its source."""

    formation_enthalpy: FormationEnthalpy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class GasFormationEnthalpyFound:
    """A gas-phase enthalpy of formation and its source."""

    gas_formation_enthalpy: GasFormationEnthalpy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class FormationGibbsFound:
    """A Gibbs energy of formation and its source."""

    formation_gibbs_energy: FormationGibbsEnergy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class EntropyFound:
    """A standard entropy and its source."""

    standard_entropy: StandardEntropy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class ReactionEnthalpyFound:
    """The enthalpy of a reaction, and the equation and states that it is of."""

    reaction_enthalpy: ReactionEnthalpy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class ReactionGibbsFound:
    """The Gibbs energy of a reaction, and the equation and states that it is of."""

    reaction_gibbs_energy: ReactionGibbsEnergy
    fact_note: FactNote


@dataclass(frozen=True, slots=True)
class ReactionConstantFound:
    """The equilibrium constant of a reaction, and the equation and states that it is of."""

    reaction_constant: ReactionConstant
    fact_note: FactNote


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO"})
def formation_enthalpy(smiles: Smiles) -> FormationEnthalpyFound:
    """Look up the standard enthalpy of formation of a compound in its state at 25 °C.

    Args:
        smiles: The compound, exactly.
    Returns:
        Enthalpy in kJ/mol; the note names the state.
    Raises:
        ToolInputError: no table has one, or its state at 25 °C is not known.
    Source: CRC Handbook, Standard Thermodynamic Properties, and NIST-JANAF 1998, in the `chemicals` package.
    """
    found = value_of("formation_enthalpy", subject_of(smiles), "", "kJ/mol")
    return FormationEnthalpyFound(found.value, found.note)


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO"})
def gas_formation_enthalpy(smiles: Smiles) -> GasFormationEnthalpyFound:
    """Look up the standard enthalpy of formation of a compound as a gas at 25 °C.

    Args:
        smiles: The compound, exactly.
    Returns:
        Enthalpy in kJ/mol of the ideal gas.
    Raises:
        ToolInputError: no table has one.
    Source: CRC Handbook, Standard Thermodynamic Properties, and NIST-JANAF 1998, in the `chemicals` package.
    """
    found = value_of("formation_enthalpy", subject_of(smiles), "gas", "kJ/mol")
    return GasFormationEnthalpyFound(found.value, found.note)


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCO"})
def formation_gibbs_energy(smiles: Smiles) -> FormationGibbsFound:
    """Look up the standard Gibbs energy of formation of a compound in its state at 25 °C.

    Args:
        smiles: The compound, exactly.
    Returns:
        Gibbs energy in kJ/mol; the note names the state.
    Raises:
        ToolInputError: no table has one, or its state at 25 °C is not known.
    Source: CRC Handbook, Standard Thermodynamic Properties, and NIST-JANAF 1998, in the `chemicals` package.
    """
    found = value_of("formation_gibbs", subject_of(smiles), "", "kJ/mol")
    return FormationGibbsFound(found.value, found.note)


@tool(Operation.RETRIEVAL, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CCCO"})
def standard_entropy(smiles: Smiles) -> EntropyFound:
    """Look up the standard molar entropy of a compound in its state at 25 °C.

    Args:
        smiles: The compound, exactly.
    Returns:
        Entropy in J/(mol·K); the note names the state.
    Raises:
        ToolInputError: no table has one, or its state at 25 °C is not known.
    Source: CRC Handbook, Standard Thermodynamic Properties, and NIST-JANAF 1998, in the `chemicals` package.
    """
    found = value_of("entropy", subject_of(smiles), "", "J/(mol.K)")
    return EntropyFound(found.value, found.note)


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"reaction": "CO + H2O(g) -> CO2 + H2"})
def reaction_enthalpy(reaction: ChemicalEquation) -> ReactionEnthalpyFound:
    """Compute the standard enthalpy of a reaction at 25 °C from enthalpies of formation.

    Args:
        reaction: Formulas or names; a state as in H2O(g), otherwise that of 25 °C and 1 bar is taken.
    Returns:
        Enthalpy in kJ for one mole of the equation with the smallest whole coefficients; the note writes it out.
    Raises:
        ToolInputError: it does not balance, a formula stands for several compounds, or no table has a value.
    Source: Hess's law with the CRC Handbook's Standard Thermodynamic Properties and NIST-JANAF 1998, in `chemicals`.
    """
    return ReactionEnthalpyFound(*_of_reaction("formation_enthalpy", reaction))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"reaction": "CO + H2O(g) -> CO2 + H2"})
def reaction_gibbs_energy(reaction: ChemicalEquation) -> ReactionGibbsFound:
    """Compute the standard Gibbs energy of a reaction at 25 °C from those of formation.

    Args:
        reaction: Formulas or names; a state as in H2O(g), otherwise that of 25 °C and 1 bar is taken.
    Returns:
        Gibbs energy in kJ for one mole of the equation with the smallest whole coefficients; the note writes it out.
    Raises:
        ToolInputError: it does not balance, a formula stands for several compounds, or no table has a value.
    Source: Hess's law with the CRC Handbook's Standard Thermodynamic Properties and NIST-JANAF 1998, in `chemicals`.
    """
    return ReactionGibbsFound(*_of_reaction("formation_gibbs", reaction))


@tool(Operation.CALCULATION, Topic.GENERAL, Safety.OPEN, example={"reaction": "CO + H2O(g) -> CO2 + H2"})
def reaction_equilibrium_constant(reaction: ChemicalEquation) -> ReactionConstantFound:
    """Compute the equilibrium constant of a reaction at 25 °C from Gibbs energies of formation.

    Args:
        reaction: Formulas or names; a state as in H2O(g), otherwise that of 25 °C and 1 bar is taken.
    Returns:
        K = exp(-ΔG / (R T)) of the equation with the smallest whole coefficients, gases in bar; 25 °C only.
    Raises:
        ToolInputError: as `reaction_gibbs_energy`, or K is too large or small for a number.
    Source: Hess's law with the CRC Handbook's Standard Thermodynamic Properties and NIST-JANAF 1998, in `chemicals`.
    """
    energy, note = _of_reaction("formation_gibbs", reaction)
    return ReactionConstantFound(equilibrium_constant(energy), note)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"gibbs_energy": -12.5, "temperature": 40.0},
    also=("equilibrium constant from a Gibbs energy",),
)
def equilibrium_constant(gibbs_energy: StandardGibbsEnergy, temperature: Temperature = 25.0) -> EquilibriumConstant:
    """Compute the equilibrium constant of a standard Gibbs energy.

    Args:
        gibbs_energy: Of the reaction at that temperature, in kJ/mol.
        temperature: In °C.
    Returns:
        K = exp(-ΔG / (R T)), a pure number.
    Raises:
        ToolInputError: the temperature is not above absolute zero, or K is too large or small for a number.
    Source: definition, with the exact gas constant of the SI, doi:10.59161/AUEZ1291.
    """
    exponent = -gibbs_energy / (_GAS_CONSTANT * _kelvin(temperature))
    if not abs(exponent) < _LARGEST_EXPONENT:
        raise ToolInputError(f"K would be exp({exponent:.4g}), which no number here can hold")
    return math.exp(exponent)


@tool(
    Operation.CALCULATION,
    Topic.GENERAL,
    Safety.OPEN,
    example={"constant": 1.8e-5, "temperature": 40.0},
)
def gibbs_energy_of_constant(
    constant: GivenEquilibriumConstant, temperature: Temperature = 25.0
) -> GibbsEnergyOfConstant:
    """Compute the standard Gibbs energy of an equilibrium constant.

    Args:
        constant: A positive pure number.
        temperature: In °C.
    Returns:
        ΔG = -R T ln K in kJ/mol.
    Raises:
        ToolInputError: the constant is not positive, or the temperature is not above absolute zero.
    Source: definition, with the exact gas constant of the SI, doi:10.59161/AUEZ1291.
    """
    if not 0 < constant < math.inf:
        raise ToolInputError(f"an equilibrium constant of {constant} is impossible; give a positive one")
    return -_GAS_CONSTANT * _kelvin(temperature) * math.log(constant)


def _of_reaction(fact: str, reaction: str) -> tuple[float, str]:
    balanced = balance_equation(reaction)
    left, right = sides_of(reaction)
    terms = [term for side in _ARROW.split(reaction.strip()) for term in _PLUS.split(side)]
    species = [*left, *right]
    numbers = balanced.stoichiometric_coefficients
    signs = [-1] * len(left) + [1] * len(right)
    found: list[Standard] = [
        standard_of(fact, one, state_of(term), "kJ/mol") for one, term in zip(species, terms, strict=True)
    ]
    total = sum(sign * number * one.value for sign, number, one in zip(signs, numbers, found, strict=True))
    told = "; ".join(f"{one.of} {one.value:.6g} kJ/mol" for one in found)
    return total, f"for {balanced.balanced_equation}, with {told}"


def _kelvin(celsius: float) -> float:
    if not -_ZERO_CELSIUS < celsius < math.inf:
        raise ToolInputError(f"{celsius} °C is not above absolute zero; give the temperature in °C")
    return celsius + _ZERO_CELSIUS
