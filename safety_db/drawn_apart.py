"""Bonds that charges draw apart: an ion pair for a bond, and an ylide for the P=O that its hydrogen belongs to."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scitoolagent.safety_db.molecules import sanitised

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Mol

# Valences at which a charged atom of an element lacks the bonds that its charge stands for.
_VALENCES = {5: (3,), 6: (4,), 14: (4,), 15: (3, 5), 16: (2,), 33: (3, 5), 34: (2,)}
_MOST_BONDS, _MOST_ANIONS, _MOST_DRAWINGS = 4, 6, 24
_CARBON, _OXYGEN, _SULFUR, _PHOSPHORUS = 6, 8, 16, 15


def pairs_joined(mol: Mol) -> Iterator[Mol]:
    """The molecules with a bond for each pair of ions that lack one: `ClC=C[As+]Cl.[Cl-]` has three bonds at As.

    Salts, whose cations have all their bonds, give none.
    """
    slots = [atom.GetIdx() for atom in mol.GetAtoms() for _ in range(_lacking(atom))]
    anions = [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetFormalCharge() < 0]
    if not 0 < len(slots) <= _MOST_BONDS or not len(slots) <= len(anions) <= _MOST_ANIONS:
        return
    seen: set[frozenset[tuple[int, int]]] = set()
    for chosen in itertools.permutations(anions, len(slots)):
        bonds = frozenset(zip(slots, chosen, strict=True))
        if bonds in seen or len(seen) >= _MOST_DRAWINGS:
            continue
        seen.add(bonds)
        if (joined := _joined(mol, bonds)) is not None:
            yield joined


def ylides_closed(mol: Mol) -> Mol | None:
    """The molecule with CH–P=O for C=P–OH and for [C-][P+]–OH; None without one."""
    from rdkit import Chem

    found = [one for atom in mol.GetAtoms() if (one := _ylide(atom)) is not None]
    if not found:
        return None
    drawn = Chem.RWMol(mol)
    for phosphorus, carbon, chalcogen in found:
        drawn.GetBondBetweenAtoms(phosphorus, carbon).SetBondType(Chem.BondType.SINGLE)
        drawn.GetBondBetweenAtoms(phosphorus, chalcogen).SetBondType(Chem.BondType.DOUBLE)
        for place in (phosphorus, carbon, chalcogen):
            atom = drawn.GetAtomWithIdx(place)
            atom.SetFormalCharge(0)
            atom.SetNumExplicitHs(0)
            atom.SetNoImplicit(False)
    return sanitised(drawn)


def _lacking(atom: Atom) -> int:
    """How many bonds a cation lacks for what its element has without a charge."""
    charge = atom.GetFormalCharge()
    if charge <= 0 or atom.GetIsAromatic():
        return 0
    usual = atom.GetTotalValence() + charge in _VALENCES.get(atom.GetAtomicNum(), ())
    return charge if usual else 0


def _joined(mol: Mol, bonds: frozenset[tuple[int, int]]) -> Mol | None:
    from rdkit import Chem

    drawn = Chem.RWMol(mol)
    for cation, anion in bonds:
        if cation == anion or drawn.GetBondBetweenAtoms(cation, anion) is not None:
            return None
        drawn.AddBond(cation, anion, Chem.BondType.SINGLE)
        for place, change in ((cation, -1), (anion, 1)):
            atom = drawn.GetAtomWithIdx(place)
            atom.SetFormalCharge(atom.GetFormalCharge() + change)
            atom.SetNumRadicalElectrons(0)
    return sanitised(drawn)


def _ylide(atom: Atom) -> tuple[int, int, int] | None:
    """The phosphorus of an ylide with its carbon and the oxygen or sulfur that has the hydrogen."""
    if atom.GetAtomicNum() != _PHOSPHORUS:
        return None
    carbons, chalcogens = [], []
    for bond in atom.GetBonds():
        other = bond.GetOtherAtom(atom)
        double = bond.GetBondTypeAsDouble() == 2
        if other.GetAtomicNum() == _CARBON and (double or other.GetFormalCharge() == -1 == -atom.GetFormalCharge()):
            carbons.append(other.GetIdx())
        if other.GetAtomicNum() in (_OXYGEN, _SULFUR) and not double and other.GetTotalNumHs() == 1:
            chalcogens.append(other.GetIdx())
    return (atom.GetIdx(), carbons[0], chalcogens[0]) if carbons and chalcogens else None
