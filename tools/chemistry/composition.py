"""Formula, masses and charge of a molecule."""

from __future__ import annotations

from typing import Annotated

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import MolecularFormula, Smiles
from scitoolagent.tools.chemistry._atoms import known_elements
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
# Elements with no isotope in nature: none is the most abundant. Z from 84 up, but for Th, Pa and U, are as well.
_ARTIFICIAL = frozenset({43, 61})
_NATURAL_HEAVY = frozenset({90, 91, 92})


# A conversion: the tools that take a formula may then follow for any molecule.
@tool(Operation.CONVERSION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE, also=("GetMolFormula",))
def molecular_formula(smiles: Smiles) -> MolecularFormula:
    """Give the molecular formula of a molecule in Hill order.

    Args:
        smiles: One molecule; all fragments of a salt are added up.
    Returns:
        C first, H second, then by the alphabet; a net charge is written behind it. Isotopes are not told apart.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an atom is a wildcard.
    Source: Hill 1900, doi:10.1021/ja02046a005, by `rdMolDescriptors.CalcMolFormula`.
    """
    from rdkit.Chem import rdMolDescriptors

    return str(rdMolDescriptors.CalcMolFormula(known_elements(parse_smiles(smiles))))


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
        Sum of the masses of the most abundant isotopes in u; the average mass is `molecular_weight`. The electrons
        that an ion lacks or has too many count, 0.000549 u each.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, an atom is a wildcard, or an element has no natural isotope and
            the SMILES names none.
    Source: isotope masses of the Blue Obelisk repository, by `rdMolDescriptors.CalcExactMolWt`.
    """
    from rdkit.Chem import rdMolDescriptors

    mol = known_elements(parse_smiles(smiles))
    for atom in mol.GetAtoms():
        number = atom.GetAtomicNum()
        if not atom.GetIsotope() and (number in _ARTIFICIAL or (number > 83 and number not in _NATURAL_HEAVY)):
            symbol = atom.GetSymbol()
            raise ToolInputError(f"{symbol} has no natural isotope; write which is meant, as in [99Tc]")
    return float(rdMolDescriptors.CalcExactMolWt(mol))


@tool(Operation.CALCULATION, Topic.CHEMINFORMATICS, Safety.OPEN, example=_EXAMPLE)
def molecular_weight(smiles: Smiles) -> AverageMass:
    """Compute the molecular weight (average mass) of a molecule.

    Args:
        smiles: One molecule; all fragments of a salt are added up; isotope labels count.
    Returns:
        Sum of the standard atomic weights in g/mol; the mass of single isotopes is `monoisotopic_mass`.
    Raises:
        ToolInputError: `smiles` is not valid SMILES, or an atom is a wildcard.
    Source: IUPAC standard atomic weights, by `Descriptors.MolWt`.
    """
    from rdkit.Chem import Descriptors

    return float(Descriptors.MolWt(known_elements(parse_smiles(smiles))))  # type: ignore[attr-defined]


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
