"""Lipophilicity, refractivity and solubility of a molecule, estimated from its structure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._skeleton import skeleton

if TYPE_CHECKING:
    from rdkit.Chem import Mol

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


def _crippen(mol: Mol) -> tuple[float, float]:
    """logP and molar refractivity; an atom that Wildman and Crippen do not know counts as zero in RDKit.

    Raises:
        ToolInputError: an atom has no contribution.
    """
    from rdkit.Chem import rdMolDescriptors

    for atom, pair in zip(mol.GetAtoms(), rdMolDescriptors._CalcCrippenContribs(mol), strict=True):
        if tuple(pair) == (0.0, 0.0):
            raise ToolInputError(f"Wildman and Crippen's method has no contribution for {atom.GetSymbol()}")
    logp, refractivity = rdMolDescriptors.CalcCrippenDescriptors(mol)
    return float(logp), float(refractivity)


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
        ToolInputError: `smiles` is not valid SMILES, or an element has no contribution.
    Source: Wildman & Crippen 1999, doi:10.1021/ci990307l, by `rdMolDescriptors.CalcCrippenDescriptors`.
    """
    return CrippenResult(*_crippen(parse_smiles(smiles)))


@tool(Operation.PREDICTION, Topic.CHEMINFORMATICS, Safety.OPEN, example={"smiles": "CC(C)c1ccc(C)cc1O"})
def esol_solubility(smiles: Smiles) -> LogS:
    """Estimate the aqueous solubility of a molecule by Delaney's ESOL equation.

    Args:
        smiles: One organic molecule.
    Returns:
        Decadic logarithm of the solubility in mol/L at 25 °C; the error is about one unit.
    Raises:
        ToolInputError: not valid SMILES, several fragments, no carbon, or an element without a logP contribution.
    Source: Delaney 2004, doi:10.1021/ci034243x, eq. 0.16 - 0.63 clogP - 0.0062 MW + 0.066 RB - 0.74 AP; clogP is
        Wildman-Crippen's here.
    """
    from rdkit import Chem
    from rdkit.Chem import Descriptors, rdMolDescriptors

    mol = parse_smiles(smiles)
    if len(Chem.GetMolFrags(mol)) > 1:
        raise ToolInputError(f"ESOL is for one molecule; {smiles[:60]!r} has several fragments")
    if not any(atom.GetAtomicNum() == 6 for atom in mol.GetAtoms()):
        raise ToolInputError(f"ESOL was fitted to organic molecules; {smiles[:60]!r} has no carbon")
    logp = _crippen(mol)[0]
    bonds = rdMolDescriptors.CalcNumRotatableBonds(skeleton(mol))
    aromatic = sum(atom.GetIsAromatic() for atom in mol.GetAtoms()) / mol.GetNumHeavyAtoms()
    weight = Descriptors.MolWt(mol)  # type: ignore[attr-defined]
    return float(0.16 - 0.63 * logp - 0.0062 * weight + 0.066 * bonds - 0.74 * aromatic)
