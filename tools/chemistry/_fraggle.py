"""Fraggle's way of cutting a molecule; shared by its fragments and its similarity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# Every pair of bonds is tried: the time grows with the square of the atoms, or their cube with fused rings.
MOST_FRAGGLE_ATOMS = 70


def fraggle_fragments_of(mol: Mol) -> list[str]:
    """All fragmentations, each as SMILES whose parts are separated by dots.

    Raises:
        ToolInputError: too many atoms.
    """
    from rdkit import rdBase
    from rdkit.Chem.Fraggle import FraggleSim

    if mol.GetNumAtoms() > MOST_FRAGGLE_ATOMS:
        raise ToolInputError(f"Fraggle cuts at most {MOST_FRAGGLE_ATOMS} heavy atoms, this has {mol.GetNumAtoms()}")
    with rdBase.BlockLogs():
        found = FraggleSim.generate_fraggle_fragmentation(mol)
    return sorted({".".join(sorted(str(item).split("."))) for item in found})
