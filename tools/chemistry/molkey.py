"""MolKey: a hash of a molecule with its stereochemistry, and the code of that stereochemistry."""

from __future__ import annotations

import os
from typing import Annotated, Any

from scitoolagent.errors import ToolInputError
from scitoolagent.tool import Operation, Safety, Semantic, Topic, tool
from scitoolagent.tool.types import Smiles
from scitoolagent.tools.chemistry._molecule import parse_smiles

# MolKey's structure check and its mol blocks count atoms in three digits.
_MOLKEY_ATOMS = 255
MolKeyHash = Annotated[
    str,
    Semantic(
        "MolKey",
        parent="Identifier",
        label="MolKey",
        also=("molecular key", "molecule key", "mol key"),
        pattern=r"1\|[A-Za-z0-9+/]{22}==",
    ),
]


StereoCode = Annotated[
    str,
    Semantic(
        "StereoCode", parent="Identifier", label="stereo code", also=("stereochemistry code", "MolKey stereo category")
    ),
]


@tool(
    Operation.CALCULATION,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "C[C@H](F)c1ncccc1"},
    also=("GenerateMolKeyFromSmiles",),
)
def mol_key(smiles: Smiles) -> MolKeyHash:
    """Compute the MolKey hash of a molecule, which tells tautomers and stereo categories apart.

    Args:
        smiles: One molecule without counter-ions. The structure check neutralises it first, so acetate and acetic
            acid share a key.
    Returns:
        Version, a bar and the base64 MD5 digest of the non-standard InChI with the stereo category.
    Raises:
        ToolInputError: invalid SMILES, several fragments, or a structure that MolKey's check refuses.
    Source: Novartis MolKey, by `rdkit.Chem.MolKey` with the Avalon structure MolKey.
    """
    return str(_molkey(smiles).mol_key)


@tool(
    Operation.ANALYSIS,
    Topic.CHEMINFORMATICS,
    Safety.OPEN,
    example={"smiles": "C[C@H](F)c1ncccc1"},
    also=("GetStereoCodeFromSmiles",),
)
def stereo_code(smiles: Smiles) -> StereoCode:
    """Classify the stereochemistry of a molecule by MolKey's stereo code.

    Args:
        smiles: One molecule without counter-ions.
    Returns:
        S_ACHIR no stereocentre, S_ABS all defined, S_PART some defined, R_ONE one undefined (a racemate by convention),
        S_UNKN several undefined. Double bonds do not count.
    Raises:
        ToolInputError: invalid SMILES, several fragments, or a structure that MolKey's check refuses.
    Source: Novartis MolKey, by `rdkit.Chem.MolKey` with the Avalon structure MolKey.
    """
    return str(_molkey(smiles).stereo_code)


def _molkey(smiles: str) -> Any:
    from rdkit import Chem, rdBase
    from rdkit.Chem.MolKey import MolKey

    mol = parse_smiles(smiles)
    if len(Chem.GetMolFrags(mol)) > 1:
        raise ToolInputError("MolKey would drop all but one fragment of this SMILES; give one molecule, no counter-ion")
    if mol.GetNumAtoms() > _MOLKEY_ATOMS:
        raise ToolInputError(f"the molecule has {mol.GetNumAtoms()} heavy atoms, MolKey takes at most {_MOLKEY_ATOMS}")
    with rdBase.BlockLogs():
        # Without this call the library leaves a log file behind for every process.
        MolKey.initStruchk(None, os.devnull)  # type: ignore[no-untyped-call]
        try:
            return MolKey.GetKeyForCTAB(Chem.MolToMolBlock(mol))  # type: ignore[no-untyped-call]
        except NotImplementedError as error:
            raise ToolInputError(
                f"MolKey's structure check refuses {smiles[:60]!r}: wildcard atoms, unusual valences "
                "and most metals have no MolKey"
            ) from error
