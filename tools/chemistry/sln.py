"""Sybyl Line Notation (SLN) of one molecule to SMILES and back."""

from __future__ import annotations

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Topic, tool
from scitoolagent.tool.types import Sln, Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles
from scitoolagent.tools.chemistry._sln import parse_sln
from scitoolagent.tools.chemistry._sln_chemistry import build_molecule, write_sln


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"sln": "CH3C(=O)NHC[s=S]H(CH3)C(=O)OH"},
    also=("SlnToSmiles",),
)
def sln_to_smiles(sln: Sln) -> Smiles:
    """Convert a Sybyl Line Notation (SLN) to SMILES.

    Args:
        sln: One concrete molecule with every hydrogen written, such as CH3CH2OH; rings as C[1]…@1, charges as [+]
            or [charge=-1], isotopes as [I=13], radicals as [spin=d], stereochemistry as [s=R] or =[s=Z].
    Returns:
        Canonical SMILES.
    Raises:
        ToolInputError: not SLN, a pattern rather than a molecule, a wrong valence, or missing hydrogens.
    Source: Homer et al. 2008, doi:10.1021/ci7004687; valences and CIP labels by RDKit.
    """
    from rdkit import Chem

    return str(Chem.MolToSmiles(build_molecule(parse_sln(sln))))


@tool(
    Operation.CONVERSION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "CC(=O)N[C@@H](C)C(O)=O"},
    also=("SmilesToSln",),
)
def smiles_to_sln(smiles: Smiles) -> Sln:
    """Convert a SMILES to Sybyl Line Notation (SLN).

    Args:
        smiles: One molecule; fragments of a salt are joined by a dot.
    Returns:
        SLN with every hydrogen written; it reads back as the same molecule, which is checked.
    Raises:
        ToolInputError: invalid SMILES, or something that SLN cannot say: a wildcard, a dative bond, a centre that is
            only relative to others, such as in cis-1,4-dimethylcyclohexane.
    Source: Homer et al. 2008, doi:10.1021/ci7004687.
    """
    from rdkit import Chem

    mol = parse_smiles(smiles)
    wanted = Chem.MolToSmiles(mol)
    text = write_sln(mol)
    if Chem.MolToSmiles(build_molecule(parse_sln(text))) != wanted:
        raise ToolInputError(f"{smiles[:60]!r} cannot be said in SLN: {text[:80]} reads back as another molecule")
    return text
