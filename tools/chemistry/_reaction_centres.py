"""What a reaction does to a stereocentre at which a bond changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Mol

_Place = tuple[int, int]


def turned(stereo: str, made: Sequence[Mol], parts: Sequence[Mol]) -> str:
    """Write the configuration of centres whose bonds changed, in place, and say what became of it.

    A centre is inverted where the rule says so (SN2) and no stable cation could form there; it stays where a group
    migrates with its bonds. Elsewhere nobody can tell, and none is written. Clayden 15 and 36.

    Args:
        stereo: `inverts`, `retains`, or empty.
        made: the products, with the marks that RDKit leaves of the reactants.
        parts: the reactants.
    """
    from rdkit.Chem import ChiralType

    told = []
    for atom in (one for mol in made for one in mol.GetAtoms()):
        place = place_of(atom)
        if place is None or atom.GetChiralTag() == ChiralType.CHI_UNSPECIFIED:
            continue
        before = parts[place[0]].GetAtomWithIdx(place[1])
        old = {(place[0], one.GetIdx()) for one in before.GetNeighbors()}
        new = [place_of(one) for one in atom.GetNeighbors()]
        if set(new) == old or stereo == "retains":
            continue
        if stereo == "inverts" and len(new) == len(old) and not _bears_a_cation(before):
            atom.InvertChirality()
            told.append("the centre where the bond changes is inverted (SN2)")
        else:
            atom.SetChiralTag(ChiralType.CHI_UNSPECIFIED)
            told.append("the configuration of the centre where the bond changes is not told and none is written")
    return "; ".join(dict.fromkeys(told))


def place_of(atom: Atom) -> _Place | None:
    """The reactant and the number in it of the atom that an atom of a product was."""
    if not (atom.HasProp("react_atom_idx") and atom.HasProp("react_idx")):
        return None
    return int(atom.GetIntProp("react_idx")), int(atom.GetIntProp("react_atom_idx"))


def _bears_a_cation(atom: Atom) -> bool:
    """Whether a carbon is tertiary, benzylic or allylic."""
    from rdkit.Chem import BondType

    beside = [one for one in atom.GetNeighbors() if one.GetAtomicNum() == 6]
    return len(beside) > 2 or any(
        bond.GetIsAromatic() or (bond.GetBondType() == BondType.DOUBLE and bond.GetOtherAtom(one).GetAtomicNum() == 6)
        for one in beside
        for bond in one.GetBonds()
    )
