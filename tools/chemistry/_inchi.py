"""Between molecules and InChI; shared by the tools of this package."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_MARK = re.compile(r"(\d+(?:-\d+)?)([-+?u])(?=,|$)")
_LONGEST = 20_000
_SHOWN = 60


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
    """The molecule of an InChI; None when it cannot be read."""
    from rdkit import rdBase
    from rdkit.Chem import rdinchi

    if len(inchi) > _LONGEST:
        raise ToolInputError(f"the InChI has {len(inchi)} characters, at most {_LONGEST} are taken")
    with rdBase.BlockLogs():
        mol: Mol | None = rdinchi.InchiToMol(inchi)[0]
    return mol if mol is not None and mol.GetNumAtoms() else None


def read_inchi(text: str) -> Mol:
    """The molecule of an InChI, shown to give the same InChI back.

    Raises:
        ToolInputError: not an InChI, or one that does not describe the structure read from it.
    """
    inchi = text.strip()
    if not inchi.startswith(("InChI=1S/", "InChI=1/")):
        raise ToolInputError(f"{_shown(text)} is not an InChI; one begins with InChI=1S/")
    mol = mol_of_inchi(inchi)
    if mol is None:
        raise ToolInputError(f"{_shown(inchi)} cannot be read as an InChI; check that it is complete")
    back = inchi_of(mol)
    same = back == inchi if inchi.startswith("InChI=1S/") else back.split("/")[1] == inchi.split("/")[1]
    if not same:
        raise ToolInputError(
            f"{_shown(inchi)} is not a standard InChI of the structure it describes; "
            f"that structure gives {_shown(back)}"
        )
    return mol


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
