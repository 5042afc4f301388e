"""Give the charges of a salt to its stronger acids.

A standard InChI says how many protons a salt lacks, not which acid lost them; read naively, sodium naphtholsulfonate
becomes a phenolate beside a sulfonic acid. Only protons of acids and charges of their anions change places.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rdkit.Chem import Mol

_PHENOL = 10.0
# A rounded pKa of the acid (its first step), the atom that bears the proton or the charge; the first fit counts.
_ACIDS = (
    (-7.0, "[Cl,Br,I;D0]"),
    (-2.0, "[OX1,OX2;D1]S(=O)=O"),
    (-1.4, "[OX1,OX2;D1][N+](=O)[O-]"),
    (2.0, "[O,S;D1]P"),
    (4.5, "[O,S;D1]C=[O,S;D1]"),
    (2.0, "[N;$(NS(=O)(=O)C=O),$(N(C=O)S(=O)=O)]"),
    (6.0, "[O;D1][#6]~[#6]~[#6]=[O;D1]"),
    (8.5, "[N;$(N(C=O)C=O),$(NS(=O)=O)]"),
    (_PHENOL, "[O,S;D1]c"),
    (10.5, "[S;D1]C"),
    (15.0, "[O;D1][C;X4]"),
    (15.7, "[O;D0]"),
    (17.0, "[O,S;D1]C=N"),
    (17.0, "[N]C=[O,S]"),
)
_SECOND_STEP = 5.2  # H3PO4 to H2PO4-: pKa 2.1 and 7.2
_MOST_TRANSFERS = 64
_WEAKEST_SAID = 14.0  # alcohols, water and amides lose no proton to a base in a salt as it is drawn


def with_charges_on_acids(mol: Mol) -> Mol:
    """The molecule with each negative charge on the strongest acid that can bear it; itself where all is so."""
    from rdkit import Chem

    edited = Chem.RWMol(mol)
    for _ in range(_MOST_TRANSFERS):
        sites = _sites(edited)
        anions = [(strength, index) for index, (strength, charged) in sites.items() if charged]
        acids = [(strength, index) for index, (strength, charged) in sites.items() if not charged]
        if not anions or not acids:
            break
        weakest, strongest = max(anions), min(acids)
        if weakest[0] - strongest[0] < 0.5:
            break
        _transfer(edited, strongest[1], weakest[1])
    return edited.GetMol()


def has_charge_to_place(mol: Mol) -> bool:
    """Whether a molecule has both an anion and another acid that could bear its charge."""
    sites = _sites(mol).values()
    return any(charged for _, charged in sites) and any(
        not charged and strength < _WEAKEST_SAID for strength, charged in sites
    )


def acidic_sites(mol: Mol) -> dict[int, float]:
    """The uncharged atoms with an acidic proton, each with the rounded pKa of the acid; its first step counts.

    The table reads salicylic acid as a vinylogous one, too; its OH is a phenol's here.
    """
    phenols = {match[0] for match in mol.GetSubstructMatches(_phenol(), maxMatches=10_000)}
    return {
        index: _PHENOL if index in phenols else strength
        for index, (strength, charged) in _sites(mol).items()
        if not charged
    }


def charged_sites(mol: Mol) -> list[int]:
    """The atoms that bear the charge of an anion."""
    return [index for index, (_, charged) in _sites(mol).items() if charged]


def _sites(mol: Any) -> dict[int, tuple[float, bool]]:
    """Atoms with an acidic proton or the charge it left: how strong the acid is, and whether it is charged."""
    sites: dict[int, tuple[float, bool]] = {}
    for strength, pattern in _patterns():
        for match in mol.GetSubstructMatches(pattern, maxMatches=10_000):
            atom = mol.GetAtomWithIdx(match[0])
            charge = atom.GetFormalCharge()
            ylide = any(other.GetFormalCharge() > 0 for other in atom.GetNeighbors())
            if match[0] in sites or ylide or charge not in (0, -1) or (charge == 0 and not atom.GetTotalNumHs()):
                continue
            step = _SECOND_STEP * _charges_beside(atom) if strength == 2.0 and atom.GetAtomicNum() != 7 else 0.0
            sites[match[0]] = (strength + step, charge == -1)
    return sites


def _charges_beside(atom: Any) -> int:
    phosphorus = next(other for other in atom.GetNeighbors() if other.GetAtomicNum() == 15)
    return sum(other.GetFormalCharge() == -1 for other in phosphorus.GetNeighbors() if other.GetIdx() != atom.GetIdx())


def _transfer(mol: Any, acid: int, anion: int) -> None:
    for index, hydrogens, charge in ((acid, -1, -1), (anion, 1, 0)):
        atom = mol.GetAtomWithIdx(index)
        count = atom.GetTotalNumHs() + hydrogens
        atom.SetFormalCharge(charge)
        atom.SetNoImplicit(True)
        atom.SetNumExplicitHs(count)
    mol.UpdatePropertyCache(strict=False)


@lru_cache(maxsize=1)
def _phenol() -> Mol:
    from rdkit import Chem

    return Chem.MolFromSmarts("[O;D1]c1ccccc1")


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[float, Mol], ...]:
    from rdkit import Chem

    return tuple((strength, Chem.MolFromSmarts(text)) for strength, text in _ACIDS)
