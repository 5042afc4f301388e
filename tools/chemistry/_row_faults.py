"""Structures of the compound table that cannot be what their name means, and those that ions put right.

Some records draw a salt as an acid beside a neutral atom of sodium, a molecule with an open valence, or a hydrate
without its water. A name never gives such a structure:
another record of the name is taken, or the name refused.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from scitoolagent.tools.chemistry._compounds import Compound
from scitoolagent.tools.chemistry._content_faults import content_fault

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# Charges of the simple anions.
_ANIONS = {"H": -1, "F": -1, "Cl": -1, "Br": -1, "I": -1, "O": -2, "S": -2, "Se": -2, "Te": -2, "N": -3, "P": -3}
_NOBLE = frozenset("He Ne Ar Kr Xe Rn".split())
# Atoms with an open valence in stable molecules: NO, NO2, ClO2 and nitroxides; metals have d and f electrons.
_CLOSED = frozenset("H B C Si P S Se Te As F Cl Br I".split())
_FEW = 4
_CHARGED = re.compile(r"\(\d?[+-]\)|\bion\b|\([ivx]+\)")


def fault(row: Compound, name: str) -> str:
    """Why a row's structure cannot be what a name means; empty where it can."""
    is_ion, is_radical = bool(_CHARGED.search(name.lower())), "radical" in name.lower()
    return _structure_fault(row.smiles, is_ion, is_radical) or content_fault(row, name)


def dry_salt(row: Compound, name: str) -> str:
    """The salt that a record of a hydrate shows without its water, as SMILES; empty where it is no salt, or faulty.

    A name of a hydrate stands for the water that it says, whatever the record draws of it.
    """
    from rdkit import Chem

    parts = [part for part in row.smiles.split(".") if part != "O"]
    smiles = ".".join(parts)
    mol = _read(smiles)
    if mol is None or len(set(parts)) < 2 or Chem.GetFormalCharge(mol):
        return ""
    dry = replace(row, smiles=smiles, title="", names=tuple(name for name in row.names if "hydrate" not in name))
    return "" if fault(dry, name) else smiles


@lru_cache(maxsize=4096)
def _structure_fault(smiles: str, is_ion: bool, is_radical: bool) -> str:
    mol = _read(smiles)
    if mol is None:
        return ""
    from rdkit import Chem

    parts = Chem.GetMolFrags(mol, asMols=True, sanitizeFrags=False)
    if len(parts) > 1 and as_ions(smiles) == smiles and any(map(_is_neutral_atom, parts)):
        return "it is drawn as separate neutral atoms"
    if not is_radical and len(parts) == 1 and any(map(_is_open, mol.GetAtoms())) and mol.GetNumHeavyAtoms() > 1:
        return "it is drawn with an open valence: a group, or a radical"
    charges = [Chem.GetFormalCharge(part) for part in parts]
    if not any(charges) and any(map(_is_oxide_of_metal, parts)) and any(map(_is_acid, parts)):
        return "it is drawn as an acid beside an oxide of a metal"
    if sum(charges) and min(charges) < 0 < max(charges) and not is_ion:
        return "its charges do not add up to zero"
    return ""


def as_ions(smiles: str) -> str:
    """A binary compound that is drawn as neutral atoms, as the ions that its ratio gives; any other as it is.

    `[Cu].[Cu].[O]` is Cu2O: two copper(I) and one oxide.
    """
    mol = _read(smiles)
    atoms = list(mol.GetAtoms()) if mol is not None else []
    if len(atoms) < 2 or mol is None or mol.GetNumBonds() or any(atom.GetFormalCharge() for atom in atoms):
        return smiles
    counts = Counter(atom.GetSymbol() for atom in atoms)
    anions = [symbol for symbol in counts if symbol in _ANIONS]
    if len(counts) != 2 or len(anions) != 1 or any(atom.GetTotalNumHs() for atom in atoms):
        return smiles
    (metal,) = counts.keys() - set(anions)
    charge, rest = divmod(-_ANIONS[anions[0]] * counts[anions[0]], counts[metal])
    if rest or charge > 4:
        return smiles
    anion = f"[{anions[0]}{_ANIONS[anions[0]]}]".replace("-1]", "-]")
    cation = f"[{metal}+{charge}]".replace("+1]", "+]")
    return ".".join([anion] * counts[anions[0]] + [cation] * counts[metal])


def _is_neutral_atom(part: Mol) -> bool:
    atom = part.GetAtomWithIdx(0)
    alone = part.GetNumAtoms() == 1 and not atom.GetFormalCharge() and not atom.GetTotalNumHs()
    return bool(alone and atom.GetSymbol() not in _NOBLE)


def _is_oxide_of_metal(part: Mol) -> bool:
    """Uranyl, zirconyl: with the protons of the acid beside it, the salt weighs too much."""
    from rdkit import Chem

    return bool(
        part.GetNumAtoms() < _FEW and part.HasSubstructMatch(Chem.MolFromSmarts("[O;X1]=[Ti,V,Zr,Mo,Hf,W,U,Th]"))
    )


def _is_acid(part: Mol) -> bool:
    from rdkit import Chem

    return bool(part.HasSubstructMatch(Chem.MolFromSmarts("[OX2H1][C,N,S,P,Cl]=[OX1]")))


def _is_open(atom: object) -> bool:
    return bool(atom.GetNumRadicalElectrons() and atom.GetSymbol() in _CLOSED)  # type: ignore[attr-defined]


def _read(smiles: str) -> Mol | None:
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        return Chem.MolFromSmiles(smiles) if smiles else None
