"""The atoms at which a molecule gains or loses a proton or a group, and which of them are meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from rdkit.Chem import Mol

# A rounded pKa of the conjugate acid of each kind of nitrogen; the first fit counts.
_BASES = (
    (13.5, "[NX2;$(N=C([NX3])[NX3])]"),
    (12.0, "[NX2;$(N=C[NX3])]"),
    (10.0, "[NX3;!$(N[#6,#7,#15,#16]=[O,S,N]);!$(N~[N,O,S,P]);!$(N-c);!$(NC#N);!$(N-C=C)]"),
    (7.0, "[nX2;r5]"),
    (5.0, "[nX2;r6]"),
    (4.6, "[NX3;!$(N[#6,#7,#15,#16]=[O,S,N]);!$(N~[N,O,S,P]);$(N-c)]"),
)
# Groups whose strengths differ by less are taken to react alike.
_CLEAR_GAP = 3.0
_MOST_CHOICES = 2000

ACID = "[OX2H1;$(O[CX3](=[OX1])[#6]),$(O[CX3H1]=[OX1])]"
HYDROXYL = "[OX2H1;$(O[#6]);!$(O[#6]=[O,S,N])]"


def atoms_of(mol: Mol, smarts: str) -> list[int]:
    """The first atom of each match."""
    return [match[0] for match in mol.GetSubstructMatches(_pattern(smarts), maxMatches=10_000)]


def basic_sites(mol: Mol) -> dict[int, float]:
    """The nitrogen atoms that take up a proton, each with the rounded pKa of what it gives."""
    sites: dict[int, float] = {}
    for strength, smarts in _BASES:
        for index in atoms_of(mol, smarts):
            sites.setdefault(index, strength)
    return sites


def product(
    sites: Sequence[int], number: int | None, change: Callable[[Sequence[int]], Mol], what: str, several: str = ""
) -> str:
    """The one product of changing `number` of the sites, as canonical SMILES; all ways to choose must give the same.

    Without a number there must be one site. `what` names a site, `several` says what to write when there are more.

    Raises:
        ToolInputError: there are too few sites, or the choice is not said and matters.
    """
    from rdkit import Chem

    if len(sites) < (number or 1):
        raise ToolInputError(f"the molecule has {len(sites)} {what}, {number or 1} are needed")
    if number is None and len(sites) > 1:
        raise ToolInputError(f"the molecule has {len(sites)} {what}, and which is meant is not said{several}")
    choices = list(islice(combinations(sorted(sites), number or 1), _MOST_CHOICES + 1))
    if len(choices) > _MOST_CHOICES:
        raise ToolInputError(f"the molecule has {len(sites)} {what}; too many to tell which are meant")
    found = {str(Chem.MolToSmiles(change(choice))) for choice in choices}
    if len(found) > 1:
        raise ToolInputError(f"the molecule has {len(sites)} {what} that differ, and which is meant is not said")
    return found.pop()


def strongest(sites: Mapping[int, float], number: int) -> list[int]:
    """The sites that may be the `number` strongest acids: those that no clear gap in strength sets apart."""
    if len(sites) <= number:
        return list(sites)
    limit = sorted(sites.values())[number - 1] + _CLEAR_GAP
    return [index for index, strength in sites.items() if strength < limit]


def with_groups(mol: Mol, sites: Sequence[int], groups: Sequence[str]) -> Any:
    """The molecule with a copy of each group on each site, bonded by the first atom of its SMILES."""
    from rdkit import Chem

    edited = Chem.RWMol(mol)
    for site in sites:
        for group in groups:
            start = edited.GetNumAtoms()
            edited.InsertMol(Chem.MolFromSmiles(group))
            edited.AddBond(site, start, Chem.BondType.SINGLE)
            _fit_hydrogens(edited.GetAtomWithIdx(start), -1)
        _fit_hydrogens(edited.GetAtomWithIdx(site), -len(groups))
    Chem.SanitizeMol(edited)
    return edited


def with_protons(mol: Mol, sites: Sequence[int], change: int) -> Any:
    """The molecule with a proton more (1) or fewer (-1) on each site."""
    from rdkit import Chem

    edited = Chem.RWMol(mol)
    for site in sites:
        atom = edited.GetAtomWithIdx(site)
        count = atom.GetTotalNumHs() + change
        atom.SetFormalCharge(atom.GetFormalCharge() + change)
        atom.SetNoImplicit(True)
        atom.SetNumExplicitHs(count)
    Chem.SanitizeMol(edited)
    return edited


def _fit_hydrogens(atom: Any, change: int) -> None:
    """Take written hydrogens off an atom that gained a bond; implicit ones follow by themselves."""
    if atom.GetNoImplicit() or atom.GetNumExplicitHs():
        atom.SetNumExplicitHs(max(0, atom.GetNumExplicitHs() + change))


@lru_cache(maxsize=64)
def _pattern(smarts: str) -> Any:
    from rdkit import Chem

    return Chem.MolFromSmarts(smarts)
