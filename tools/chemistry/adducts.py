"""Mass-to-charge ratios of the ions that a mass spectrometer shows for a molecule."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._ions import Adduct, ion_mass, mass_of_ion
from scitoolagent.tools.chemistry.mass_values import MeasuredMz

MassToCharge = Annotated[
    float,
    Semantic(
        "MassToCharge",
        parent="MolecularProperty",
        unit="1",
        label="mass-to-charge ratio",
        also=("m/z", "m/z of the adduct", "m/z value", "mass of the ion", "mass of the adduct", "ion mass"),
    ),
]

AdductNeutralMass = Annotated[
    float,
    Semantic(
        "AdductNeutralMass",
        parent="MolecularProperty",
        unit="Da",
        label="neutral mass of an adduct ion",
        also=("neutral mass", "neutral mass of an m/z", "neutral monoisotopic mass"),
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "Cn1cnc2c1c(=O)n(C)c(=O)n2C", "adduct": "[M+H]+"},
)
def adduct_mass_to_charge(smiles: Smiles, adduct: Adduct) -> MassToCharge:
    """Compute the m/z of an adduct ion of a molecule.

    Args:
        smiles: One molecule without counter-ions; an ion that bears its own charge, such as choline, is taken too.
        adduct: `[M+H]+`, `[M-H]-`, `[M+2H]2+`, `[2M+Na]+`, `[M-H2O+H]+`, `[M]+` and others.
    Returns:
        Mass of the most abundant isotopes over the number of charges; the electrons lost or gained count.
    Raises:
        ToolInputError: `smiles` is not valid or is a salt, or the adduct is unknown, has no charge, or its charge does
            not follow from its parts.
    Source: isotope masses of the Blue Obelisk repository, by `rdMolDescriptors.CalcExactMolWt`; electron mass CODATA.
    """
    mass, charge = ion_mass(smiles, adduct)
    return mass / abs(charge)


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"mz": 203.0526, "adduct": "[M+Na]+"})
def adduct_neutral_mass(mz: MeasuredMz, adduct: Adduct) -> AdductNeutralMass:
    """Compute the neutral mass of a molecule from the m/z of an adduct ion.

    Args:
        mz: Of the ion.
        adduct: `[M+H]+`, `[M-H]-`, `[M+2H]2+`, `[2M+Na]+`, `[M-H2O+H]+`, `[M]+` and others.
    Returns:
        Mass in Da of one molecule, taken as without a charge of its own; the electrons lost or gained count.
    Raises:
        ToolInputError: the adduct is unknown, has no charge, its charge does not follow from its parts, or the ion is
            lighter than these.
    Source: isotope masses of the Blue Obelisk repository, in RDKit; electron mass CODATA.
    """
    return mass_of_ion(mz, adduct)
