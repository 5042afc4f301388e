"""Bonds that say less than others: of no order (`~`), dative between non-metals, aromatic in no ring.

RDKit counts no valence for them, so atoms keep hydrogens that they do not have, and the molecule looks like no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scitoolagent.safety_db.molecules import sanitised

if TYPE_CHECKING:
    from rdkit.Chem import Bond, Mol

# Elements that take no part in dative bonds but as donors; a bond of two of them is an ordinary one.
_NON_METALS = frozenset({1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 33, 34, 35, 53})


def bonds_drawn(mol: Mol) -> Mol | None:
    """The molecule with a single bond for each such bond, and with the hydrogens that go with it; None without one."""
    from rdkit import Chem

    odd = [bond.GetIdx() for bond in mol.GetBonds() if _is_odd(bond)]
    if not odd:
        return None
    drawn = Chem.RWMol(mol)
    for number in odd:
        bond = drawn.GetBondWithIdx(number)
        bond.SetBondType(Chem.BondType.SINGLE)
        bond.SetIsAromatic(False)
        for atom in (bond.GetBeginAtom(), bond.GetEndAtom()):
            if not any(other.GetIsAromatic() for other in atom.GetBonds()):
                atom.SetIsAromatic(False)
            if not atom.GetIsAromatic():
                atom.SetNumExplicitHs(0)
                atom.SetNumRadicalElectrons(0)
                atom.SetNoImplicit(False)
    return sanitised(drawn)


def _is_odd(bond: Bond) -> bool:
    from rdkit.Chem import BondType

    kind = bond.GetBondType()
    if kind in (BondType.SINGLE, BondType.DOUBLE, BondType.TRIPLE):
        return False
    ends = bond.GetBeginAtom(), bond.GetEndAtom()
    if kind == BondType.AROMATIC:
        return not all(atom.GetIsAromatic() for atom in ends)
    return kind not in (BondType.DATIVE, BondType.DATIVEONE, BondType.DATIVEL, BondType.DATIVER) or all(
        atom.GetAtomicNum() in _NON_METALS for atom in ends
    )
