"""Formula, masses and charge of a molecule."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula, Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

MonoisotopicMass = Annotated[
    float,
    Semantic(
        "MonoisotopicMass",
        parent="MolecularProperty",
        unit="u",
        edam="data_0844",
        label="exact mass",
        also=("monoisotopic mass", "exact molecular weight", "exact molecular mass", "accurate mass"),
    ),
]
AverageMass = Annotated[
    float,
    Semantic(
        "AverageMolecularMass",
        parent="MolecularProperty",
        unit="g/mol",
        label="molecular weight",
        also=("average molecular weight", "molar mass", "average mass", "relative molecular mass"),
    ),
]
FormalCharge = Annotated[
    int,
    Semantic(
        "FormalCharge",
        parent="MolecularProperty",
        unit="[e]",
        label="formal charge",
        also=("net charge", "total formal charge", "overall charge"),
    ),
]
_EXAMPLE = {"smiles": "CC(C)c1ccc(C)cc1O"}


# A conversion: the tools that take a formula may then follow for any molecule.
@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetMolFormula",))
def molecular_formula(smiles: Smiles) -> MolecularFormula:
    """Give the molecular formula of a molecule in Hill order.

    Args:
        smiles: One molecule; all fragments of a salt are added up.
    Returns:
        C first, H second, then by the alphabet; a net charge is written behind it.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: Hill 1900, doi:10.1021/ja02046a005, by `rdMolDescriptors.CalcMolFormula`.
    """
    from rdkit.Chem import rdMolDescriptors

    return str(rdMolDescriptors.CalcMolFormula(parse_smiles(smiles)))


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example=_EXAMPLE,
    also=("GetExactMolceularWeight", "SMILESToWeight"),
)
def monoisotopic_mass(smiles: Smiles) -> MonoisotopicMass:
    """Compute the exact (monoisotopic) mass of a molecule.

    Args:
        smiles: One molecule; all fragments of a salt are added up; isotope labels count.
    Returns:
        Sum of the masses of the most abundant isotopes in u; the average mass is `molecular_weight`.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: isotope masses of the Blue Obelisk repository, by `rdMolDescriptors.CalcExactMolWt`.
    """
    from rdkit.Chem import rdMolDescriptors

    return float(rdMolDescriptors.CalcExactMolWt(parse_smiles(smiles)))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def molecular_weight(smiles: Smiles) -> AverageMass:
    """Compute the molecular weight (average mass) of a molecule.

    Args:
        smiles: One molecule; all fragments of a salt are added up.
    Returns:
        Sum of the standard atomic weights in g/mol; the mass of single isotopes is `monoisotopic_mass`.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: IUPAC standard atomic weights, by `Descriptors.MolWt`.
    """
    from rdkit.Chem import Descriptors

    return float(Descriptors.MolWt(parse_smiles(smiles)))  # type: ignore[attr-defined]


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "C[N+](C)(C)CCO"},
    also=("GetFormalCharge",),
)
def formal_charge(smiles: Smiles) -> FormalCharge:
    """Compute the net formal charge of a molecule.

    Args:
        smiles: One molecule; the charges of all fragments are added up.
    Returns:
        Sum of the formal charges of the atoms in elementary charges.
    Raises:
        ToolInputError: `smiles` is not valid SMILES.
    Source: definition, by `Chem.GetFormalCharge`.
    """
    from rdkit import Chem

    return int(Chem.GetFormalCharge(parse_smiles(smiles)))
