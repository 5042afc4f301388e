"""Values of single atoms that more than one tool needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from rdkit.Chem import Mol


def known_elements(mol: Mol) -> Mol:
    """The molecule itself.

    Raises:
        ToolInputError: an atom `*` stands for an unknown element.
    """
    at = mol.GetAtomWithIdx  # by index, which takes half the time of iterating
    if any(at(number).GetAtomicNum() == 0 for number in range(mol.GetNumAtoms())):
        raise ToolInputError("the molecule has an atom '*' of unknown element; write the element")
    return mol


def estate_values(mol: Mol) -> list[float]:
    """The Kier-Hall E-state index of each atom.

    Raises:
        ToolInputError: an atom has no heavy neighbour, or is a hydrogen; the intrinsic state is not defined then.
    """
    from rdkit.Chem.EState import EStateIndices

    for atom in known_elements(mol).GetAtoms():
        if atom.GetAtomicNum() == 1:
            raise ToolInputError("E-state indices take hydrogens as implicit; write them without brackets or isotopes")
        if atom.GetDegree() == 0:
            raise ToolInputError(
                f"atom {atom.GetIdx()} ({atom.GetSymbol()}) has no bond to a heavy atom, so its E-state index is not "
                "defined; leave out counter-ions"
            )
    return [float(value) for value in EStateIndices(mol)]


def gasteiger_values(mol: Mol) -> tuple[list[float], list[float]]:
    """The Gasteiger charge of each atom, and that of all implicit hydrogens on it.

    Raises:
        ToolInputError: an element has no parameters.
    """
    from rdkit import Chem, rdBase
    from rdkit.Chem import rdPartialCharges

    own, hydrogens = [0.0] * mol.GetNumAtoms(), [0.0] * mol.GetNumAtoms()
    places: list[tuple[int, ...]] = []
    for part, place in zip(Chem.GetMolFrags(mol, asMols=True, fragsMolAtomMapping=places), places, strict=True):
        if part.GetNumAtoms() == 1 and part.GetAtomWithIdx(0).GetTotalNumHs() == 0:
            # An ion of one atom shares its charge with nobody, whatever its element.
            own[place[0]] = float(part.GetAtomWithIdx(0).GetFormalCharge())
            continue
        try:
            with rdBase.BlockLogs():
                rdPartialCharges.ComputeGasteigerCharges(part, 12, True)
        except ValueError as error:
            raise ToolInputError(f"Gasteiger charges are not defined here: {error}") from error
        for atom, index in zip(part.GetAtoms(), place, strict=True):
            own[index] = atom.GetDoubleProp("_GasteigerCharge") + 0.0
            hydrogens[index] = atom.GetDoubleProp("_GasteigerHCharge") + 0.0
    return own, hydrogens
