"""Lipophilicity, refractivity and solubility of a molecule, estimated from its structure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

LogP = Annotated[
    float,
    Semantic(
        "CrippenLogP",
        parent="MolecularProperty",
        unit="1",
        label="Wildman-Crippen logP",
        also=(
            "logP",
            "octanol-water partition coefficient",
            "partition coefficient",
            "lipophilicity",
            "Crippen logP",
            "WLOGP",
        ),
    ),
]
MolarRefractivity = Annotated[
    float,
    Semantic(
        "MolarRefractivity",
        parent="MolecularProperty",
        unit="cm3/mol",
        label="molar refractivity",
        also=("molecular refractivity", "Crippen MR", "MR", "Wildman-Crippen MR"),
    ),
]
LogS = Annotated[
    float,
    Semantic(
        "EsolLogS",
        parent="MolecularProperty",
        unit="1",
        label="aqueous solubility logS (ESOL)",
        also=("aqueous solubility", "water solubility", "logS", "ESOL solubility", "solubility in water"),
    ),
]


@dataclass(frozen=True)
class CrippenResult:
    """logP and molar refractivity by one set of atom contributions."""

    logp: LogP
    molar_refractivity: MolarRefractivity


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(C)c1ccc(C)cc1O"},
    also=("GetCrippenDescriptors", "Crippen descriptors"),
)
def crippen_descriptors(smiles: Smiles) -> CrippenResult:
    """Estimate logP and molar refractivity of a molecule by Wildman and Crippen's method.

    Args:
        smiles: One molecule; every fragment of a salt counts.
    Returns:
        logP of octanol against water (decadic logarithm) and the molar refractivity in cm³/mol.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Wildman & Crippen 1999, doi:10.1021/ci990307l, by `rdMolDescriptors.CalcCrippenDescriptors`.
    """
    from rdkit.Chem import rdMolDescriptors

    logp, refractivity = rdMolDescriptors.CalcCrippenDescriptors(parse_smiles(smiles))
    return CrippenResult(float(logp), float(refractivity))


@tool(Operation.PREDICTION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)c1ccc(C)cc1O"})
def esol_solubility(smiles: Smiles) -> LogS:
    """Estimate the aqueous solubility of a molecule by Delaney's ESOL equation.

    Args:
        smiles: One organic molecule.
    Returns:
        Decadic logarithm of the solubility in mol/L at 25 °C; the published standard error is about 0.9.
    Raises:
        ToolInputError: not valid SMILES, or several fragments.
    Source: Delaney 2004, doi:10.1021/ci034243x, eq. 0.16 - 0.63 clogP - 0.0062 MW + 0.066 RB - 0.74 AP; clogP is
        Wildman-Crippen's here.
    """
    from rdkit import Chem
    from rdkit.Chem import Descriptors, rdMolDescriptors

    from scitoolagent.errors import ToolInputError

    mol = parse_smiles(smiles)
    if len(Chem.GetMolFrags(mol)) > 1:
        raise ToolInputError(f"ESOL is for one molecule; {smiles[:60]!r} has several fragments")
    logp = rdMolDescriptors.CalcCrippenDescriptors(mol)[0]
    bonds = rdMolDescriptors.CalcNumRotatableBonds(mol)
    aromatic = sum(atom.GetIsAromatic() for atom in mol.GetAtoms()) / mol.GetNumHeavyAtoms()
    weight = Descriptors.MolWt(mol)  # type: ignore[attr-defined]
    return float(0.16 - 0.63 * logp - 0.0062 * weight + 0.066 * bonds - 0.74 * aromatic)
