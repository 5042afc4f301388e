"""Atoms in brackets without their hydrogens, as SELFIES and SMARTS have them that are read as SMILES."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scitoolagent.safety_db.molecules import sanitised

if TYPE_CHECKING:
    from rdkit.Chem import Mol


def hydrogens_filled(mol: Mol) -> Mol | None:
    """The molecule with hydrogens for the unpaired electrons of bonded atoms; None where it has none.

    In SMILES, `[C]` is carbon without hydrogens; in SELFIES and SMARTS, which read as SMILES too, it is any carbon. An
    atom alone stays as it is: `[As]` is arsenic, and no arsine.
    """
    from rdkit import Chem

    bare = [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetNumRadicalElectrons() and atom.GetDegree()]
    if not bare:
        return None
    filled = Chem.RWMol(mol)
    for number in bare:
        atom = filled.GetAtomWithIdx(number)
        atom.SetNumExplicitHs(atom.GetNumExplicitHs() + atom.GetNumRadicalElectrons())
        atom.SetNumRadicalElectrons(0)
    return sanitised(filled)
