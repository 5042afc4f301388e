"""Between molecules and InChI; shared by the tools of this package."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.chemistry._acid_protons import has_charge_to_place
from scitoolagent.tools.chemistry._drawn_form import drawn_form, open_groups

if TYPE_CHECKING:
    from rdkit.Chem import Atom, Mol

_MARK = re.compile(r"(\d+(?:-\d+)?)([-+?u])(?=,|$)")
_LONGEST = 20_000
_SHOWN = 60
_STANDARD = "InChI=1S/"
_NON_METALS = frozenset((*range(1, 3), *range(5, 11), *range(14, 19), *range(33, 37), *range(52, 55), 85, 86))
_SALT_METALS = frozenset((3, 4, 11, 12, 13, 19, 20, 37, 38, 55, 56))


def inchi_of(mol: Mol) -> str:
    """Standard InChI of a molecule.

    Raises:
        ToolInputError: InChI does not cover the molecule.
    """
    from rdkit.Chem import rdinchi

    inchi, code, message, *_ = rdinchi.MolToInchi(mol)
    if not inchi or code not in (0, 1):
        raise ToolInputError(f"InChI does not cover this molecule: {message or 'no InChI was made'}")
    return str(inchi)


def stereo_places(mol: Mol) -> list[tuple[tuple[int, ...], bool]]:
    """The stereocentres (one atom) and stereo bonds (two atoms) that InChI sees, and whether each is defined.

    InChI knows that a bridgehead nitrogen has no configuration of its own; RDKit's list of places does not.
    """
    from rdkit import Chem
    from rdkit.Chem import rdinchi

    found = []
    maps: list[list[int]] = []
    for part, atoms in zip(Chem.GetMolFrags(mol, asMols=True, fragsMolAtomMapping=maps), maps, strict=True):
        # SUU writes the undefined places out, as `?`; the auxiliary text says which atom has which number.
        inchi, _, _, _, auxiliary = rdinchi.MolToInchi(part, "/SUU")
        numbers = re.search(r"/N:([\d,;]+)", auxiliary)
        layers = [layer[1:] for layer in str(inchi).split("/") if layer[:1] in ("t", "b")]
        if numbers is None or ";" in numbers[1]:
            # InChI takes metals off, which leaves the places of a complex to RDKit.
            found += [(tuple(atoms[index] for index in place), known) for place, known in _potential(part)]
            continue
        order = [atoms[int(number) - 1] for number in numbers[1].split(",")]
        for text, mark in (match for layer in layers for match in _MARK.findall(layer)):
            found.append((tuple(order[int(number) - 1] for number in text.split("-")), mark != "?"))
    return found


def _potential(mol: Mol) -> list[tuple[tuple[int, ...], bool]]:
    from rdkit import Chem

    found: list[tuple[tuple[int, ...], bool]] = []
    for place in Chem.FindPotentialStereo(mol):
        known = place.specified != Chem.StereoSpecified.Unspecified
        if place.type == Chem.StereoType.Bond_Double:
            bond = mol.GetBondWithIdx(place.centeredOn)
            found.append(((bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()), known))
        else:
            found.append(((place.centeredOn,), known))
    return found


def inchikey_of(mol: Mol) -> str:
    """Standard InChIKey of a molecule; raises as `inchi_of`."""
    return hash_of(inchi_of(mol))


def hash_of(inchi: str) -> str:
    """InChIKey of an InChI."""
    from rdkit.Chem import rdinchi

    key = rdinchi.InchiToInchiKey(inchi)
    if not key:
        raise ToolInputError(f"{_shown(inchi)} is not an InChI that can be hashed")
    return key


def mol_of_inchi(inchi: str) -> Mol | None:
    """The molecule of an InChI in the tautomer that chemists draw; None when it cannot be read."""
    from rdkit import rdBase
    from rdkit.Chem import rdinchi

    if len(inchi) > _LONGEST:
        raise ToolInputError(f"the InChI has {len(inchi)} characters, at most {_LONGEST} are taken")
    mol: Mol | None
    with rdBase.BlockLogs():
        try:
            mol = rdinchi.InchiToMol(inchi)[0]
        except ValueError:  # a valence that RDKit does not know
            return None
    if mol is None or not mol.GetNumAtoms():
        return None
    if _fixes_hydrogens(inchi):
        return mol
    return drawn_form(mol, inchi if inchi.startswith(_STANDARD) else _identified(mol)[0], _identified)


def _fixes_hydrogens(inchi: str) -> bool:
    """Whether a non-standard InChI has the layer that says which tautomer is meant; RDKit reads it."""
    return "/f" in inchi and not inchi.startswith(_STANDARD)


def _identified(mol: Mol) -> tuple[str, str]:
    """InChI of a molecule, and the auxiliary text with the numbering of its atoms."""
    from rdkit import rdBase
    from rdkit.Chem import rdinchi

    with rdBase.BlockLogs():
        inchi, _, _, _, auxiliary = rdinchi.MolToInchi(mol)
    return str(inchi), str(auxiliary)


def read_inchi(text: str) -> Mol:
    """The molecule of an InChI, shown to give the same InChI back.

    Raises:
        ToolInputError: not an InChI, or one that does not describe the structure read from it.
    """
    inchi = text.strip()
    if not inchi.startswith((_STANDARD, "InChI=1/")):
        raise ToolInputError(f"{_shown(text)} is not an InChI; one begins with InChI=1S/")
    mol = mol_of_inchi(inchi)
    if mol is None:
        raise ToolInputError(f"{_shown(inchi)} cannot be read as an InChI; check that it is complete")
    back = inchi_of(mol)
    if not inchi.startswith(_STANDARD):
        back = _without_standard(mol, "/FixedH" if _fixes_hydrogens(inchi) else "")
    if back != inchi:
        raise ToolInputError(
            f"{_shown(inchi)} is not the InChI of the structure read from it; that structure gives {_shown(back)}"
        )
    return mol


def _without_standard(mol: Mol, options: str) -> str:
    from rdkit import rdBase
    from rdkit.Chem import rdinchi

    with rdBase.BlockLogs():
        return str(rdinchi.MolToInchi(mol, options)[0]).replace(_STANDARD, "InChI=1/")


def tautomer_note(mol: Mol, inchi: str = "") -> str:
    """What the InChI of a molecule leaves open: tautomers, the place of the charge in a salt, bonds to metals.

    Args:
        mol: A molecule.
        inchi: The InChI it was read from; its standard InChI where none is given.
    """
    if _fixes_hydrogens(inchi):
        return "the InChI says which tautomer is meant"
    inchi = inchi_of(mol)
    said = []
    count = open_groups(mol, inchi, _identified)
    if count:
        groups = "one group" if count == 1 else f"{count} groups"
        said.append(f"the InChI leaves the tautomer open in {groups} of atoms; given is the form that chemists draw")
    if has_charge_to_place(mol):
        said.append("the InChI does not say which acid lost the proton; given is the strongest")
    if any(_is_loose_metal(atom) for atom in mol.GetAtoms()) and mol.GetNumAtoms() > 1:
        said.append("the InChI keeps no bonds to metals, so the metal may have been bonded")
    return "; ".join(said) or "the InChI leaves no tautomer open"


def _is_loose_metal(atom: Atom) -> bool:
    """Whether a metal stands unbonded; the cations of groups 1 and 2 and of aluminium do so in ordinary salts."""
    number = atom.GetAtomicNum()
    return atom.GetDegree() == 0 and number not in _NON_METALS and number not in _SALT_METALS


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
